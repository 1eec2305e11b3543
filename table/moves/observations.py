"""What the board showed besides the present position: rests, touches, and the heights of towers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from common.message import Message
from common.numbers import total
from engine import Action, Build, Seat, Square, square_name
from perception.arrangements import StandingMagnet
from perception.findings import HeightFound
from table.moves.step_search import Pieces, SquareTouch, StepSequence
from table.session.snapshot import BoardDifference, DifferenceKind

_MOST_RESTS = 24
CERTAIN = 10.0
"""A level must have a log-likelihood greater by this much than the next best before a tower is reported."""


class RestHistory:
    """The rests of the pieces and the touches, in their order. ``suspected`` is the magnet of which it was unclear
    whether a worker touched the square or a hand held it there: the one that was read most clearly, of several the
    last."""

    def __init__(self) -> None:
        self.touches: tuple[SquareTouch, ...] = ()
        self.rests: tuple[Pieces, ...] = ()
        self.suspected: StandingMagnet | None = None
        self._margin = 0.0

    def clear(self) -> None:
        """Forget all of it."""
        self.touches, self.rests, self.suspected, self._margin = (), (), None, 0.0

    def suspect(self, magnet: StandingMagnet, margin: float) -> None:
        """A reading may have this magnet, which is likelier than what else explains it by this ``margin``."""
        if self.suspected is None or margin >= self._margin:
            self.suspected, self._margin = magnet, margin

    @property
    def has_returned(self) -> bool:
        """Whether the last touch is of the square on which its worker stood before."""
        return bool(self.touches) and self.touches[-1].origin == self.touches[-1].square

    def expect_return(self, touches: tuple[SquareTouch, ...]) -> None:
        """Replace the touches by these, though the pieces agree with the game: the last worker may have come back only
        to touch its old square, and may return to where it rested."""
        self.touches = touches

    def note(self, base: Pieces, standing: Pieces) -> tuple[SquareTouch, ...]:
        """Add the pieces that rest now, where ``base`` stood before. Gives the touches before this rest: a single
        worker that rests away from its place may be touching a square itself."""
        if not self.rests or self.rests[-1] != standing:
            self.rests = (*self.rests[-_MOST_RESTS:], standing)
        missing, extra = base - standing, standing - base
        if len(extra) != 1:
            return self.touches
        square, seat = next(iter(extra))
        own = [place for place, owner in missing if owner is seat]
        earlier = self.touches[:-1] if self.touches and self.touches[-1].square == square else self.touches
        self.touches = (*earlier, SquareTouch(own[0] if len(own) == 1 else None, square, standing))
        return earlier

    def emptied(self, base: Pieces) -> tuple[frozenset[Square], ...]:
        """The squares of ``base`` that were empty, for each rest."""
        squares = frozenset(square for square, _ in base)
        return tuple(squares - {square for square, _ in rest} for rest in self.rests)

    def most_observed(self, sequences: tuple[StepSequence, ...]) -> tuple[StepSequence, ...]:
        """The sequences whose intermediate positions were observed most often; all if none stands out."""
        if len(sequences) < 2:
            return sequences
        fits = [total(_was_observed(each, self.rests) for each in sequence.positions[:-1]) for sequence in sequences]
        return tuple(sequence for sequence, fit in zip(sequences, fits, strict=True) if fit == max(fits))


def _was_observed(standing: Pieces, rests: tuple[Pieces, ...]) -> bool:
    return standing in rests


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
        self._before_lift: dict[Square, int] = {}
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
        if not self._is_lifted:
            self._before_lift = dict(self._measured)
        self._is_lifted = True

    def is_changed_under(self, square: Square, heights: Sequence[int]) -> bool:
        """Whether the worker on this square was measured at another level before it was lifted, and its tower is not as
        high as in the game now: pieces were put under it, or taken away, which no step does."""
        measured = self._measured.get(square, heights[square])
        return measured not in (heights[square], self._before_lift.get(square, measured))

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
        self._measured, self._before_lift, self._touched = {}, {}, ()
