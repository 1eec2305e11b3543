"""The recordings in ``../shared/data/readings``: what the sensors of a board that is not ours read, while hands that
are not ours played. They are followed from the beginning of a turn. The folder stands beside the checkout where the
project is built and is absent elsewhere."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine import Action, Build, Game, Move, Seat, Square, square
from engine.notation import parse_position, state_of
from hardware.board import Frame
from hardware.calibration import Calibration
from hardware.field_model import FieldModel
from hardware.geometry import Geometry, Magnet
from table.moves.follower import Follower
from table.session.at_board import BoardReport, StepsRead, StepsRevised
from table.session.board_reports import BoardStatus, StatusChanged
from table.session.snapshot import BoardMode
from tests.engine.cases import line

FOLDER = Path(__file__).resolve().parents[4] / "shared" / "data" / "readings"
ABSENT = "no ../shared/data beside this checkout: readings of other boards are not followed"

TURNS = {
    "asked-11-1-0": (218.5, "blue"),
    "asked-11-1-4": (459.0, "blue"),
    "asked-11-4-1": (42.3, "orange"),
    "misread-11-4-0": (42.4, "orange"),
    "phantom-11-2-9": (656.5, "blue"),
    "phantom-11-3-13": (691.95, "blue"),
    "phantom-11-6-0": (12.0, "blue"),
    "trust-78-1-11": (913.5, "orange"),
}
"""When a turn begins in each recording, in s, and whose it is."""

_SATURATED = 262
"""Within so many counts of either end a sensor of that board is saturated: 0.2 V of 3.3 V."""
_THEIRS = Geometry(magnet=Magnet(15.0, 5.0))
"""What that board was: its magnets are larger than those of the guide."""
_BEFORE = 0.45
_REPEATS = 8


@dataclass(frozen=True, slots=True)
class HandStep:
    """A worker went from one square to another, or touched it and went back; ``at`` is the time in s. ``to`` is its own
    square if it only was lifted. ``hesitated``: the hand held it over some square and went home."""

    at: float
    worker: Square
    to: Square
    touched: bool
    hesitated: bool

    def action(self, game: Game) -> Action | None:
        """The step in this game; None if it is not legal there."""
        for action in game.legal_actions():
            match action:
                case Move(worker=self.worker, to=self.to) if not self.touched:
                    return action
                case Build(worker=self.worker, on=self.to) if self.touched:
                    return action
        return None


@dataclass(frozen=True, slots=True)
class ReadStep:
    """The table read a step at this time in s, or (None) it took one back."""

    at: float
    action: Action | None


Feed = Callable[[Follower, Frame], tuple[BoardReport, ...]]
"""Gives a frame to a follower, and passes on what it finds."""


class OthersReading:
    """One recording, followed from its turn on."""

    def __init__(self, name: str) -> None:
        with gzip.open(FOLDER / f"{name}.json.gz", "rt", encoding="utf-8") as file:
            self._recorded: dict[str, Any] = json.load(file)
        self._began, mover = TURNS[name]
        self._seats = [player["seat"] for player in self._recorded["view"]["players"]]
        self.start = Game.at(state_of(parse_position(self._position(mover))))
        self.read: list[ReadStep] = []
        self.said: list[tuple[float, BoardStatus]] = []

    @property
    def hands(self) -> Iterator[HandStep]:
        """What the hands did from the turn on."""
        start: Square | None = None
        touched: tuple[float, Square] | None = None
        hesitates = False
        for at, what, *rest in self._events:
            match what, rest:
                case "MISTAKE", [mistake]:
                    hesitates = mistake == "hesitate"
                case "lift", [_, name]:
                    start, touched = square(name), None
                case "touch", [_, name, *_]:
                    touched = at, square(name)
                case "land", [_, name] if start is not None:
                    if touched is not None and start == square(name):
                        yield HandStep(touched[0], start, touched[1], touched=True, hesitated=hesitates)
                    else:
                        yield HandStep(at, start, square(name), touched=False, hesitated=hesitates)
                    hesitates = False

    def follow(self, feed: Feed = Follower.feed) -> None:
        """Follow all frames, and play what is read. ``feed`` gives a frame to the follower."""
        follower = self._follower()
        games = [self.start]
        for frame in self._frames():
            for intent in feed(follower, frame):
                at = frame.at / 1000
                if isinstance(intent, StatusChanged):
                    self.said.append((at, intent.status))
                if not isinstance(intent, StepsRead | StepsRevised):
                    continue
                for _ in range(intent.back if isinstance(intent, StepsRevised) else 0):
                    games.pop()
                    self.read.append(ReadStep(at, None))
                for action in intent.actions:
                    games.append(games[-1].play(action))
                    self.read.append(ReadStep(at, action))
                undoable = sum(game.turn == games[-1].turn for game in games[:-1])
                follower.expect(games[-1], locked=False, undoable=undoable)

    @property
    def _events(self) -> list[list[Any]]:
        return [event for event in self._recorded["events"] if event[0] >= self._began]

    def _position(self, mover: str) -> str:
        """The position at the beginning of the turn: the last one, less what hands did since."""
        towers: dict[str, int] = dict(self._recorded["truth"]["towers"])
        workers: list[list[str]] = [list(worker) for worker in self._recorded["truth"]["workers"]]
        landed: dict[str, str] = {}
        for _, what, *rest in reversed(self._events):
            match what, rest:
                case "block on", [name, _]:
                    towers[name] -= 1
                case "land", [seat, name]:
                    landed[seat] = name
                case "lift", [seat, name]:
                    next(worker for worker in workers if worker == [seat, landed[seat]])[1] = name
        powers = {player["seat"]: player["power"] for player in self._recorded["view"]["players"]}
        sides = [
            f"{powers[seat]}:{','.join(sorted(name for owner, name in workers if owner == seat))}"
            for seat in self._seats
        ]
        heights = " ".join(f"{name}:{height}" for name, height in towers.items() if height)
        return line(sides[0], sides[1], heights, 1 + self._seats.index(mover))

    def _follower(self) -> Follower:
        """A follower that knows what stands at the beginning: a player has said so."""
        north_down = self._seats.index("blue") == 0
        polarities = {Seat.BLUE: 1 if north_down else -1, Seat.ORANGE: -1 if north_down else 1}
        follower = Follower(FieldModel(_THEIRS), polarities)
        follower.expect(self.start, locked=False)
        rest = [frame for frame in self._all_frames if self._began - _BEFORE <= frame.at / 1000 < self._began]
        for repeat in range(_REPEATS, 0, -1):
            if repeat == 1 and follower.status.mode is not BoardMode.FOLLOWING:
                follower.trust()
            for frame in rest:
                early = replace(frame, at=frame.at - round(repeat * 1000 * _BEFORE))
                follower.feed(replace(early, number=frame.number - repeat * len(rest)))
        return follower

    def _frames(self) -> Iterator[Frame]:
        return (frame for frame in self._all_frames if frame.at / 1000 >= self._began - _BEFORE)

    @property
    def _all_frames(self) -> Iterator[Frame]:
        stated = Calibration.unpacked(bytes.fromhex(self._recorded["calibration"]))
        for seconds, number, *counts in self._recorded["frames"]:
            ends = (_SATURATED, stated.full_scale - _SATURATED)
            clipped = frozenset(place for place, count in enumerate(counts) if not ends[0] < count < ends[1])
            yield Frame(round(1000 * seconds), number, stated.fields(tuple(counts)), clipped)
