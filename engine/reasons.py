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
        if any(name == "holder" for name, _ in self.args):
            return self
        return Reason(self.key, tuple(sorted((*self.args, ("holder", str(seat))))))

    def __str__(self) -> str:
        words = " ".join(f"{name}={value}" for name, value in self.args)
        return f"{self.key} {words}".rstrip()
