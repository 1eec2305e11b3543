"""A whole game through the real firmware: hands move magnets over emulated pins, and the table follows."""

from __future__ import annotations

import json
import sys

import pytest

from tests.firmware.board_code import NEEDS_MICROPYTHON
from thera.cli import main


def played(capsys: pytest.CaptureFixture[str], board: str, *options: str) -> list[object]:
    """How many steps hands did, and what became of them."""
    assert (
        main(
            ["simulate", "--jobs", "1", "--json", "--physics", "ideal", "--magnet", "15x5", "--board", board, *options]
        )
        == 0
    )
    total = json.loads(capsys.readouterr().out)["total"]
    return [total[name] for name in ("steps", "unasked", "asked", "wrong", "stuck")]


@NEEDS_MICROPYTHON
def test_a_game_is_read_through_the_firmware_as_without_it(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--games", "1", "--seed", "7", "--turns", "8", "--placement-error", "2")
    steps, *what_became = played(capsys, "firmware", *options)
    assert steps == 20
    assert [steps, *what_became] == played(capsys, "direct", *options)


@NEEDS_MICROPYTHON
def test_a_game_by_weight_is_read_through_the_firmware_as_without_it(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--scale", "--games", "1", "--seed", "7", "--turns", "4")
    steps, *what_became = played(capsys, "firmware", *options)
    assert [steps, *what_became] == played(capsys, "direct", *options)


@NEEDS_MICROPYTHON
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_twenty_games_are_read_as_well_as_without_a_firmware(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--games", "20", "--seed", "100", "--powers", "random", "--placement-error", "4", "--gain-spread", "5")
    assert played(capsys, "firmware", *options) == played(capsys, "direct", *options)


def test_without_micropython_it_is_said_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    monkeypatch.setenv("PATH", "/nowhere")
    assert main(["simulate", "--jobs", "1", "--board", "firmware"]) == 2
    assert "make micropython" in capsys.readouterr().err
