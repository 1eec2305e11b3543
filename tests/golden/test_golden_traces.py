"""Recorded readings of a board are understood as they were: the steps, and what was shown to be put right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine import Seat
from engine.notation import action_text
from hardware.board import Frame
from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from table.follow.follower import Follower
from table.follow.status import StatusChanged, Steps
from table.snapshot import BoardMode
from tests.golden.record import HERE, new_game


def frames(path: Path) -> Iterator[Frame]:
    for number, line in enumerate(path.read_text("utf-8").splitlines()):
        at, clipped, *fields = line.split(",")
        squares = frozenset(int(square) for square in clipped.split(".") if square)
        yield Frame(int(at), number, tuple(int(field) / 100 for field in fields), squares)


def test_swap_taps_and_a_worker_that_strays() -> None:
    game = new_game("apollo", "mortal")
    follower = Follower(FieldModel(Geometry()), {Seat.BLUE: 1, Seat.ORANGE: -1})
    follower.expect(game, locked=False)
    read: list[str] = []
    reasons: list[str] = []
    for frame in frames(HERE / "traces" / "swap_and_tap.csv"):
        for intent in follower.feed(frame):
            match intent:
                case Steps(actions):
                    for action in actions:
                        game = game.play(action)
                        read.append(action_text(action))
                    follower.expect(game, locked=False)
                case StatusChanged(status) if status.mode is BoardMode.RESTORE and status.message is not None:
                    reasons.append(status.message.key)
    assert read == ["@b2", "@d4", "@c3", "@b4", "b2-c3", "c3+c4", "b4-c4", "c4+b4", "c3-c2"]
    assert reasons == ["move.not_neighboring"]
