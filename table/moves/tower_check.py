"""Finds towers whose height differs from the game: a worker's field shows the level on which it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from common.message import Message
from engine import Action, Build, Seat, Square, square_name
from perception.findings import HeightFound
from table.moves.step_search import Pieces
from table.session.snapshot import BoardDifference, DifferenceKind

CERTAIN = 10.0
"""A level must have a log-likelihood greater by this much than the next best before a tower is reported."""


@dataclass(frozen=True, slots=True)
class TowerNotice:
    """The tower on a square is ``seen`` pieces high, and ``wanted`` pieces in the game; ``seat`` is that of the worker
    on it (None: no worker)."""

    square: Square
    seen: int
    wanted: int
    seat: Seat | None = None

    def difference(self) -> BoardDifference:
        """The difference to put right."""
        kind = DifferenceKind.TOO_LOW if self.seen < self.wanted else DifferenceKind.TOO_HIGH
        return BoardDifference(self.square, kind, self.seat, self.seen, self.wanted)

    def message(self) -> Message:
        """The message for the players."""
        key = "board.too_low" if self.seen < self.wanted else "board.too_high"
        args = (("square", square_name(self.square)), ("seen", str(self.seen)), ("wanted", str(self.wanted)))
        return Message(key, args)


class TowerCheck:
    """The levels at which workers were measured, compared with the towers of the game."""

    def __init__(self) -> None:
        self._measured: dict[Square, int] = {}
        self._touched: tuple[TowerNotice, ...] = ()
        self._is_lifted = False

    def measure(self, found: Iterable[HeightFound]) -> None:
        """Take in levels that were found. A level that is not certain replaces an earlier one by none."""
        for each in found:
            if each.margin >= CERTAIN:
                self._measured[Square(each.square)] = each.level
                self._touched = tuple(notice for notice in self._touched if notice.square != each.square)
            else:
                self._measured.pop(Square(each.square), None)

    def build(self, actions: Iterable[Action], before: Sequence[int]) -> None:
        """Check the builds of these actions, on towers that were ``before`` pieces high: a touch measures the tower
        with or without its new piece."""
        heights, notices = list(before), []
        for action in actions:
            if not isinstance(action, Build):
                continue
            was = heights[action.on]
            heights[action.on] += 1
            measured = self._measured.pop(action.on, None)
            if measured is not None and not was <= measured <= was + 1:
                notices.append(TowerNotice(action.on, measured, was if measured < was else was + 1))
        self._touched = tuple(notices)

    def notices(self, standing: Pieces, heights: Sequence[int]) -> tuple[TowerNotice, ...]:
        """The towers whose height differs from the game, as measured by workers that stand on them or touched them."""
        found = [
            TowerNotice(square, self._measured[square], heights[square], seat)
            for square, seat in sorted(standing)
            if self._measured.get(square, heights[square]) != heights[square]
        ]
        return (*found, *(notice for notice in self._touched if all(notice.square != each.square for each in found)))

    def lifted(self) -> None:
        """A worker is in a hand, or stands elsewhere for the moment."""
        self._is_lifted = True

    def put_back(self) -> None:
        """All workers stand where they should again. A player who corrects a tower on which no worker stands is asked
        to lift the worker that touched it and to put it back; this is the signal that it is done."""
        if self._is_lifted:
            self._is_lifted, self._touched = False, ()

    def leave(self, standing: Pieces) -> None:
        """The game went on without a touch: a measured level stays valid only where a worker still stands."""
        self._touched = ()
        stays = {square for square, _ in standing}
        self._measured = {square: level for square, level in self._measured.items() if square in stays}

    def forget(self) -> None:
        """Forget all levels: a player says that the towers are right, or the sensors have changed."""
        self._measured, self._touched = {}, ()
