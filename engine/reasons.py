"""Why something is not allowed: a key with arguments, which the page puts into words."""

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
        """A reason with arguments: ``Reason.of("move.too_high", square="c3")``."""
        return cls(key, tuple((name, str(value)) for name, value in sorted(args.items())))

    def held_by(self, seat: Seat) -> Reason:
        """The same reason with the seat that uses the power as ``holder``, where it does not name one yet."""
        return self.also(holder=seat)

    def also(self, **args: object) -> Reason:
        """The same reason with these arguments, too, where it does not have them yet."""
        every = {name: str(value) for name, value in args.items()} | dict(self.args)
        return Reason(self.key, tuple(sorted(every.items())))

    def __str__(self) -> str:
        words = " ".join(f"{name}={value}" for name, value in self.args)
        return f"{self.key} {words}".rstrip()
