"""Towers that are not as high as the game has them, noticed where a worker comes down on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from common.message import Message
from engine import Action, Build, Seat, Square, square_name
from perception.findings import HeightFound
from table.moves.step_search import Pieces
from table.session.snapshot import BoardDifference, DifferenceKind

CERTAIN = 10.0
"""The log-likelihood by which a level must beat the next best one before anything is said about a tower."""


@dataclass(frozen=True, slots=True)
class TowerNotice:
    """The tower on a square was found ``seen`` pieces high where the game has ``wanted``; ``seat`` is the worker on it,
    if one stands there."""

    square: Square
    seen: int
    wanted: int
    seat: Seat | None = None

    def difference(self) -> BoardDifference:
        """What is to be put right."""
        kind = DifferenceKind.TOO_LOW if self.seen < self.wanted else DifferenceKind.TOO_HIGH
        return BoardDifference(self.square, kind, self.seat, self.seen, self.wanted)

    def message(self) -> Message:
        """The sentence for it."""
        key = "board.too_low" if self.seen < self.wanted else "board.too_high"
        args = (("square", square_name(self.square)), ("seen", str(self.seen)), ("wanted", str(self.wanted)))
        return Message(key, args)


class TowerCheck:
    """What was felt of the towers, and where that is not as the game has it."""

    def __init__(self) -> None:
        self._felt: dict[Square, int] = {}
        self._touched: tuple[TowerNotice, ...] = ()
        self._is_lifted = False

    def feel(self, found: Iterable[HeightFound]) -> None:
        """Take in levels that were found; what is not certain is as good as not found."""
        for each in found:
            if each.margin >= CERTAIN:
                self._felt[Square(each.square)] = each.level
                self._touched = tuple(notice for notice in self._touched if notice.square != each.square)
            else:
                self._felt.pop(Square(each.square), None)

    def build(self, actions: Iterable[Action], before: Sequence[int]) -> None:
        """Builds were read from touches, on towers that were ``before`` pieces high: a touch feels the tower as it was
        or with the new piece on it."""
        heights, noticed = list(before), []
        for action in actions:
            if not isinstance(action, Build):
                continue
            was = heights[action.on]
            heights[action.on] += 1
            felt = self._felt.pop(action.on, None)
            if felt is not None and not was <= felt <= was + 1:
                noticed.append(TowerNotice(action.on, felt, was if felt < was else was + 1))
        self._touched = tuple(noticed)

    def notices(self, standing: Pieces, heights: Sequence[int]) -> tuple[TowerNotice, ...]:
        """The towers that are not as high as the game has them, as far as workers that stand or touched there tell."""
        found = [
            TowerNotice(square, self._felt[square], heights[square], seat)
            for square, seat in sorted(standing)
            if self._felt.get(square, heights[square]) != heights[square]
        ]
        return (*found, *(notice for notice in self._touched if all(notice.square != each.square for each in found)))

    def lifted(self) -> None:
        """A worker is in a hand, or stands elsewhere for a moment."""
        self._is_lifted = True

    def put_back(self) -> None:
        """All stand again as they should. Hands that have put a tower right where nobody stands are told to lift the
        worker that touched it and to put it back: that is done now."""
        if self._is_lifted:
            self._is_lifted, self._touched = False, ()

    def leave(self, standing: Pieces) -> None:
        """The game went on without a touch: what was felt counts only where a worker still stands."""
        self._touched = ()
        stays = {square for square, _ in standing}
        self._felt = {square: level for square, level in self._felt.items() if square in stays}

    def forget(self) -> None:
        """The towers are as the game has them: somebody says so, or nothing is known any more."""
        self._felt, self._touched = {}, ()
