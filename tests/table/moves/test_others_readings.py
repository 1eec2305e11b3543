"""What other people's hands did on another board is what is read; what is not clear is asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine import Action, Game, square_name
from tests.table.moves.others_readings import ABSENT, FOLDER, TURNS, HandStep, OthersReading

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason=ABSENT)

BUILDS_AGAIN = {"asked-11-4-1"}
"""Poseidon may build up to three times, and does when a touch is repeated."""


@pytest.fixture(scope="module", params=sorted(TURNS))
def followed(request: pytest.FixtureRequest) -> tuple[str, OthersReading]:
    reading = OthersReading(request.param)
    reading.follow()
    return request.param, reading


def meant(reading: OthersReading) -> Iterator[tuple[HandStep, Action]]:
    """The legal steps of the hands. A touch that is repeated because nothing was said is one step."""
    game: Game = reading.start
    last: HandStep | None = None
    for step in reading.hands:
        action = None if step.hesitated else step.action(game)
        repeated = last is not None and (last.worker, last.to, last.touched) == (step.worker, step.to, step.touched)
        if action is not None and not repeated:
            game = game.play(action)
            yield step, action
            last = step


def test_what_was_done_is_read_and_nothing_else(followed: tuple[str, OthersReading]) -> None:
    name, reading = followed
    read = [step.action for step in reading.read]
    done = [action for _, action in meant(reading)]
    assert read[: len(done)] == done
    assert read[len(done) :] in ([], [done[-1]] if name in BUILDS_AGAIN else [])


def test_a_touch_that_is_not_read_is_asked_about(followed: tuple[str, OthersReading]) -> None:
    reading = followed[1]
    for (step, _), read in zip(meant(reading), reading.read, strict=False):
        if step.touched and read.at > step.at + 4.0:
            asked = [status.message for at, status in reading.said if step.at < at < read.at]
            assert any(asked), f"{step.at}: {square_name(step.to)}"


@pytest.mark.parametrize(
    ("name", "over"), [("phantom-11-2-9", "d3"), ("phantom-11-3-13", "c4"), ("phantom-11-6-0", "b3")]
)
def test_a_hand_that_hesitated_is_asked_whether_it_touched(name: str, over: str) -> None:
    reading = OthersReading(name)
    reading.follow()
    message = reading.said[-1][1].message
    assert message is not None
    assert (message.key, dict(message.args)) == ("board.touch_unsure", {"square": over})
