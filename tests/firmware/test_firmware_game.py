"""A whole game through the real firmware: hands move magnets over emulated pins, and the table follows."""

from __future__ import annotations

import json

import pytest

from table.cli import main
from tests.firmware.board_code import NEEDS_MICROPYTHON


def played(capsys: pytest.CaptureFixture[str], board: str) -> list[object]:
    """How many steps hands did, and what became of them."""
    arguments = ["simulate", "--games", "1", "--seed", "7", "--jobs", "1", "--turns", "8", "--json", "--board", board]
    assert main(arguments) == 0
    total = json.loads(capsys.readouterr().out)["total"]
    return [total[name] for name in ("steps", "unasked", "asked", "wrong", "stuck")]


@NEEDS_MICROPYTHON
def test_a_game_is_read_through_the_firmware_as_without_it(capsys: pytest.CaptureFixture[str]) -> None:
    steps, *what_became = played(capsys, "firmware")
    assert steps == 20
    assert [steps, *what_became] == played(capsys, "direct")
