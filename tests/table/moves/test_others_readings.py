"""What other people's hands did on another board is what is read; what is not clear is asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from common.message import Message
from engine import Action, Game, square_name
from tests.table.moves.others_readings import ABSENT, FOLDER, TURNS, HandStep, OthersReading

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason=ABSENT)

BUILDS_AGAIN = {"asked-11-4-1"}
"""Poseidon may build up to three times, and does when a touch is repeated."""
HESITATED_OVER = {"phantom-11-2-9": "d3", "phantom-11-3-13": "c4", "phantom-11-6-0": "b3"}
"""Where the hand was held at the end of a recording, before it went home."""


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


def silently_missed(reading: OthersReading) -> Iterator[str]:
    """The touches that were read much later, with nothing said meanwhile."""
    for (step, _), read in zip(meant(reading), reading.read, strict=False):
        if step.touched and read.at > step.at + 4.0:
            asked = [status.message for at, status in reading.said if step.at < at < read.at]
            if not any(asked):
                yield f"{step.at}: {square_name(step.to)}"


@pytest.mark.parametrize("name", sorted(TURNS))
def test_what_was_done_is_read_or_asked_about_and_nothing_else(name: str) -> None:
    reading = OthersReading(name)
    reading.follow()
    read, done = [step.action for step in reading.read], [action for _, action in meant(reading)]
    assert read[: len(done)] == done
    assert read[len(done) :] in ([], [done[-1]] if name in BUILDS_AGAIN else [])
    assert list(silently_missed(reading)) == []
    if name in HESITATED_OVER:
        assert reading.said[-1][1].message == Message("board.touch_unsure", (("square", HESITATED_OVER[name]),))
