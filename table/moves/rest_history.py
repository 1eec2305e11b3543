"""What was observed since the pieces last agreed with the game: how they rested, and which squares workers touched."""

from __future__ import annotations

from common.numbers import total
from engine import Square
from perception.hypotheses import StandingMagnet
from table.moves.step_search import Pieces, SquareTouch, StepSequence

_MOST_RESTS = 24


class RestHistory:
    """The rests of the pieces and the touches, in their order. ``suspected`` is the last magnet of which it was unclear
    whether a worker touched the square or a hand held it there."""

    def __init__(self) -> None:
        self.touches: tuple[SquareTouch, ...] = ()
        self.rests: tuple[Pieces, ...] = ()
        self.suspected: StandingMagnet | None = None

    def clear(self) -> None:
        """Forget all of it."""
        self.touches, self.rests, self.suspected = (), (), None

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
        self.touches = (*earlier, SquareTouch(own[0] if len(own) == 1 else None, square))
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
