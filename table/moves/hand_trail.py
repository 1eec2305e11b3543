"""What hands did since the pieces last stood as the game has them: where workers rested, and what they touched."""

from __future__ import annotations

from common.exact_sums import total
from engine import Square
from perception.hypotheses import StandingMagnet
from table.moves.step_search import Pieces, SquareTouch, StepSequence

_LONGEST = 24


class HandTrail:
    """The rests of hands, in their order."""

    def __init__(self) -> None:
        self.touches: tuple[SquareTouch, ...] = ()
        self.rests: tuple[Pieces, ...] = ()
        self.perhaps: StandingMagnet | None = None

    def clear(self) -> None:
        """Begin anew."""
        self.touches, self.rests, self.perhaps = (), (), None

    def suspect(self, touched: StandingMagnet) -> None:
        """A worker may have touched there, or a hand held it still; ``perhaps`` is the last of which that was so."""
        self.perhaps = touched

    @property
    def is_home(self) -> bool:
        """Whether the last touch is that of the square where its worker stood before."""
        return bool(self.touches) and self.touches[-1].origin == self.touches[-1].square

    def come_home(self, touches: tuple[SquareTouch, ...]) -> None:
        """All stand as the game has them, but with these touches: the last worker may only touch the square that it has
        left, on its way back to where it rested."""
        self.touches = touches

    def note(self, base: Pieces, standing: Pieces) -> tuple[SquareTouch, ...]:
        """Remember what rests now, where ``base`` stood before; gives the touches before a worker that rests alone
        away from its place, whose rest may be a touch itself."""
        if not self.rests or self.rests[-1] != standing:
            self.rests = (*self.rests[-_LONGEST:], standing)
        missing, extra = base - standing, standing - base
        if len(extra) != 1:
            return self.touches
        square, seat = next(iter(extra))
        own = [place for place, owner in missing if owner is seat]
        earlier = self.touches[:-1] if self.touches and self.touches[-1].square == square else self.touches
        self.touches = (*earlier, SquareTouch(own[0] if len(own) == 1 else None, square))
        return earlier

    def emptied(self, base: Pieces) -> tuple[frozenset[Square], ...]:
        """Which of the squares of ``base`` were seen empty, at each rest."""
        squares = frozenset(square for square, _ in base)
        return tuple(squares - {square for square, _ in rest} for rest in self.rests)

    def likeliest(self, chains: tuple[StepSequence, ...]) -> tuple[StepSequence, ...]:
        """Of several chains those whose steps were seen one by one, as far as one fits that better than another."""
        if len(chains) < 2:
            return chains
        fits = [total(_was_seen(each, self.rests) for each in chain.passed[:-1]) for chain in chains]
        return tuple(chain for chain, fit in zip(chains, fits, strict=True) if fit == max(fits))


def _was_seen(stand: Pieces, rests: tuple[Pieces, ...]) -> bool:
    return stand in rests
