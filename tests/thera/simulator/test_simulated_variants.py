"""Simulated hands of three and four players, on small boards, and with the Golden Fleece are followed as others are."""

from __future__ import annotations

import json

import pytest

from thera.cli import main

IDEAL = ("--physics", "ideal", "--placement-error", "2", "--magnet", "15x5")


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("--players", "3"), id="three, two of them with like workers"),
        pytest.param(("--players", "4"), id="two teams"),
        pytest.param(("--size", "4", "--powers", "none"), id="4 x 4"),
        pytest.param(("--size", "4", "--players", "3"), id="three on 4 x 4"),
        pytest.param(("--fleece", "hermes"), id="the Golden Fleece"),
        pytest.param(("--fleece", "minotaur", "--table-plays", "orange:any"), id="the table has a seat"),
    ],
)
def test_careful_hands_are_followed_without_a_question(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    said = ["simulate", *IDEAL, "--games", "1", "--seed", "3", "--turns", "6", "--jobs", "1", "--json", *arguments]
    assert main(said) == 0
    found = json.loads(capsys.readouterr().out)["total"]
    assert (found["wrong"], found["stuck"], found["asked"]) == (0, 0, 0)
    assert found["steps"] > 8
