"""Which board a name means: one that is not there yet is looked for, a name that can mean none is refused."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from hardware.board import LinkChanged, LinkState
from table.errors import CannotPlayError
from thera.boards.open_board import open_board


def test_a_device_that_is_not_there_yet_is_looked_for(tmp_path: Path) -> None:
    with ExitStack() as stack:
        opened = open_board(str(tmp_path / "board"), None, seed=0, data=None, stack=stack)
        first = next(iter(opened.board.events()))
        assert isinstance(first, LinkChanged)
        assert first.state is LinkState.SEARCH


@pytest.mark.parametrize("name", ["pico", "/dev", __file__])
def test_what_can_be_no_board_is_refused(name: str) -> None:
    with ExitStack() as stack, pytest.raises(CannotPlayError, match="is not a serial device"):
        open_board(name, None, seed=0, data=None, stack=stack)
