"""Who gives a command, as far as the table can tell callers apart. This is never saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a command came from: an ``address``, and the ``network`` in which one owner may have many addresses. The
    table only compares them."""

    network: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who gives a command. ``hands``: the caller moves the pieces of a virtual board, and so is at the table."""

    origin: Origin = Origin()
    hands: bool = False


UNKNOWN_CALLER = Caller()
"""A caller about whom nothing is known."""


class Arrival(Protocol):
    """Something that has an origin."""

    @property
    def origin(self) -> Origin:
        """Where it came from."""


Each = TypeVar("Each", bound=Arrival)


@dataclass(frozen=True, slots=True)
class CallerGroup:
    """How many items came from each network and each address."""

    networks: Counter[str]
    addresses: Counter[Origin]

    @classmethod
    def of(cls, items: Sequence[Arrival]) -> CallerGroup:
        """The counts of these items."""
        return cls(Counter(each.origin.network for each in items), Counter(each.origin for each in items))

    def size(self, origin: Origin) -> tuple[int, int]:
        """How many came from the same network, and from the same address."""
        return self.networks[origin.network], self.addresses[origin]


def first_to_drop(items: Sequence[Each]) -> Each:
    """The item to drop where there are too many: the first of the address with the most items, in the network with the
    most."""
    counts = CallerGroup.of(items)
    return max(items, key=lambda each: counts.size(each.origin))
