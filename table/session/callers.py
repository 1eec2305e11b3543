"""Who gives a command, as far as the table can tell callers apart. It is kept in memory alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a command came from: an ``address``, and the ``network`` of which its owner may have any number. Neither
    means anything to the table but to be the same or another."""

    network: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever gives a command. ``hands``: theirs are the hands at a virtual board, so they are at the table."""

    origin: Origin = Origin()
    hands: bool = False


SOMEBODY = Caller()
"""A caller of whom nothing is known."""


class Arrival(Protocol):
    """What came from somewhere."""

    @property
    def origin(self) -> Origin:
        """Where it came from."""


Each = TypeVar("Each", bound=Arrival)


@dataclass(frozen=True, slots=True)
class CallerGroup:
    """How many of some things came from each network and each address."""

    networks: Counter[str]
    addresses: Counter[Origin]

    @classmethod
    def of(cls, those: Sequence[Arrival]) -> CallerGroup:
        """The crowd of these."""
        return cls(Counter(each.origin.network for each in those), Counter(each.origin for each in those))

    def size(self, origin: Origin) -> tuple[int, int]:
        """How many came from the same network, and from the same address."""
        return self.networks[origin.network], self.addresses[origin]


def first_to_go(those: Sequence[Each]) -> Each:
    """Who gives way where there are too many: the oldest (the first) of the address with the most, in the network with
    the most."""
    crowd = CallerGroup.of(those)
    return max(those, key=lambda each: crowd.size(each.origin))
