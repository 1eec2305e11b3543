"""Reasons why something is not allowed: a key with arguments, which the page puts into words."""

from __future__ import annotations

from dataclasses import dataclass

from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Reason:
    """A key such as ``athena.no_climb`` and its named arguments (square names, power names, seats, numbers)."""

    key: str
    args: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, key: str, **args: object) -> Reason:
        """Make a reason with arguments: ``Reason.of("move.too_high", square="c3")``."""
        return cls(key, tuple((name, str(value)) for name, value in sorted(args.items())))

    def held_by(self, seat: Seat) -> Reason:
        """Add the seat that uses the power as ``holder``, unless the reason already has one."""
        return self.also(holder=seat)

    def also(self, **args: object) -> Reason:
        """Add these arguments, unless the reason already has them."""
        every = {name: str(value) for name, value in args.items()} | dict(self.args)
        return Reason(self.key, tuple(sorted(every.items())))

    def __str__(self) -> str:
        words = " ".join(f"{name}={value}" for name, value in self.args)
        return f"{self.key} {words}".rstrip()
