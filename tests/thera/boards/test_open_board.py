"""Which board a name means: one that is not there yet is looked for, a name that can mean none is refused."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from hardware.board import Frame, LinkChanged, LinkState
from hardware.board_file import parse_board_file
from hardware.hand_actions import Lift, Put
from table.errors import CannotPlayError
from thera.boards.open_board import OpenBoard, open_board


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


def apart_in_the_end(opened: OpenBoard) -> float:
    """How far apart two workers of different seats come to stand that hands of the page put on c3 and d3."""
    hands = opened.hands
    assert hands is not None
    for piece, square in (("blue-1", 12), ("orange-1", 13)):
        hands.act(Lift(piece))
        hands.act(Put(piece, square, (0.0, 0.0)))
    # It takes longer than anything slides.
    hands.act(Lift("white-1"))
    blue, orange = (next(each for each in hands.look().pieces if each.piece == name) for name in ("blue-1", "orange-1"))
    assert (blue.square, orange.square) == (12, 13)
    return orange.x - blue.x


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("", 45.0),
        ("[magnet]\ndiameter_mm = 20\n", 24.0),
        ("[magnet]\ndiameter_mm = 20\n[workers]\nfriction = 1.5\nweight_g = 30\n", 45.0),
    ],
    ids=["those of the guide stay", "strong ones snap together", "a heavy worker on rubber withstands even these"],
)
def test_workers_on_the_simulated_board_move_each_other_as_their_magnets_would(text: str, apart: float) -> None:
    with ExitStack() as stack:
        opened = open_board("virtual", parse_board_file(text), seed=0, data=None, stack=stack)
        assert apart_in_the_end(opened) == pytest.approx(apart, abs=1.5)


def test_the_simulated_board_sends_the_channels_of_its_board_file_over_its_link() -> None:
    text = "[[further_sensors]]\neast_mm = -34.5\nnorth_mm = 90\nrange_mt = 80\n"
    with ExitStack() as stack:
        opened = open_board("virtual", parse_board_file(text), seed=0, data=None, stack=stack)
        frame = next(event for event in opened.board.events() if isinstance(event, Frame))
        assert len(frame.fields) == 28
