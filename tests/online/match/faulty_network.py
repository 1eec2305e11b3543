"""A link that loses, doubles, delays, reorders and is cut, in simulated time; each fault is counted by its kind."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from typing import Protocol

from common.numbers import seeded


class LinkFault(StrEnum):
    """What happened to a message, to the link, or to a program at its end."""

    DROPPED = "dropped"
    DOUBLED = "doubled"
    DELAYED = "delayed"
    OVERTAKEN = "overtaken"
    """A message came after one that was sent later."""
    LOST_IN_CUT = "lost in a cut"
    CUT = "cut"
    KILLED = "killed"


@dataclass
class Faults:
    """How often a message has which fault, of 1, and how late it may be, in ms."""

    drop: float = 0.0
    double: float = 0.0
    late: float = 0.0
    latest: int = 20_000


PERFECT = Faults()
BAD = Faults(drop=0.15, double=0.1, late=0.15)


class LinkEnd(Protocol):
    """Whoever listens at the link."""

    def received(self, topic: str, data: bytes) -> None:
        """Take in a message."""


@dataclass
class FaultyNetwork:
    """Carries messages in simulated time. ``seen`` is all that a third party can see; ``counted`` is what it did."""

    seed: int = 0
    kind: Faults = field(default_factory=Faults)
    now: int = 0
    cut: bool = False
    counted: Counter[LinkFault] = field(default_factory=Counter)
    seen: list[tuple[str, bytes]] = field(default_factory=list)
    _under_way: list[tuple[int, int, str, bytes]] = field(default_factory=list)
    _listeners: dict[str, set[LinkEnd]] = field(default_factory=dict)
    _order: count[int] = field(default_factory=count)
    _newest: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._chance = seeded(self.seed)

    @property
    def faults(self) -> int:
        """How many there were."""
        return self.counted.total()

    def is_cut(self) -> None:
        """Lose all messages from now on, until ``cut`` is set back."""
        self.cut = True
        self.counted[LinkFault.CUT] += 1

    def send(self, topic: str, data: bytes) -> None:
        self.seen.append((topic, data))
        if self.cut:
            self.counted[LinkFault.LOST_IN_CUT] += 1
            return
        if self._chance.random() < self.kind.drop:
            self.counted[LinkFault.DROPPED] += 1
            return
        copies = 1
        if self._chance.random() < self.kind.double:
            self.counted[LinkFault.DOUBLED] += 1
            copies = 2
        for _ in range(copies):
            wait = self._chance.randrange(5, 50)
            if self._chance.random() < self.kind.late:
                self.counted[LinkFault.DELAYED] += 1
                wait = self._chance.randrange(50, self.kind.latest)
            self.inject(topic, data, wait)

    def inject(self, topic: str, data: bytes, wait: int = 0) -> None:
        """Let this come to a topic, whoever it is from."""
        heapq.heappush(self._under_way, (self.now + wait, next(self._order), topic, data))

    def listen(self, topic: str, end: LinkEnd) -> None:
        self._listeners.setdefault(topic, set()).add(end)

    def ignore(self, topic: str, end: LinkEnd) -> None:
        self._listeners.get(topic, set()).discard(end)

    @property
    def next_arrival(self) -> int | None:
        return self._under_way[0][0] if self._under_way else None

    def deliver(self) -> None:
        """Deliver what has arrived by now."""
        while self._under_way and self._under_way[0][0] <= self.now:
            _, number, topic, data = heapq.heappop(self._under_way)
            if number < self._newest.get(topic, 0):
                self.counted[LinkFault.OVERTAKEN] += 1
            self._newest[topic] = max(number, self._newest.get(topic, 0))
            for end in list(self._listeners.get(topic, ())):
                end.received(topic, data)
