"""The timings of a link, how well it works, and a report on it and its board."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from math import inf

from common.message import Message
from firmware_bridge.messages import Capability, Hello
from hardware.board import Counters, Identity, LinkChanged, LinkState
from hardware.device import UNKNOWN_REVISION, StoredState, fault_lines

_SAMPLES = 8
"""The number of samples in a window."""
_FEW = 5
"""Fewer bad frames than this in one window are ignored."""
_MANY = 0.2
_LITTLE = 0.05
"""Shares of bad frames: above the first the link is degraded, below the second it recovers."""
_ABILITIES = {
    Capability.BUTTONS: "buttons",
    Capability.STORES_CALIBRATION: "stores its calibration",
    Capability.STORES_WIRING: "stores its wiring",
    Capability.LEAVES: "can be updated",
}


@dataclass(frozen=True, slots=True)
class Timings:
    """The timings of a link in seconds; ``tries`` is a count.

    A hello request is sent ``hello_every``, or ``refused_every`` while the board is refused. A reply has at least
    ``first_patience``, twice as long at each further try up to ``longest_patience``, and the link is lost after
    ``tries`` tries. A ping goes out ``ping_after`` the last frame sent. The link is lost after ``silence`` from the
    board, or without a scan for as long. It is degraded if a reply or a scan is ``late``, or by its counters in the
    last ``window``. Lights are sent ``between_lights`` apart. A lost board is searched for after ``first_back_off``,
    twice as long each time up to ``longest_back_off``. A write may take ``write``, turning off the lights of a board
    that is not lost ``shutdown``, and storing on a board ``store``.
    """

    hello_every: float = 0.3
    refused_every: float = 5.0
    first_patience: float = 0.025
    longest_patience: float = 1.0
    tries: int = 5
    ping_after: float = 1.0
    silence: float = 3.0
    late: float = 1.0
    window: float = 2.0
    store: float = 5.0
    between_lights: float = 1 / 30
    first_back_off: float = 0.25
    longest_back_off: float = 5.0
    write: float = 0.5
    shutdown: float = 5.0


class RoundTrip:
    """A running mean of round trips and of their deviation, as in TCP (RFC 6298), in seconds."""

    def __init__(self, shortest_patience: float, longest_patience: float) -> None:
        self._shortest = shortest_patience
        self._longest = longest_patience
        self._mean: float | None = None
        self._deviation = 0.0

    def add(self, seconds: float) -> None:
        """Add the time after which a command was answered."""
        if self._mean is None:
            self._mean, self._deviation = seconds, seconds / 2
        else:
            self._deviation += (abs(seconds - self._mean) - self._deviation) / 4
            self._mean += (seconds - self._mean) / 8

    @property
    def patience(self) -> float:
        """The seconds to wait before a command is sent again."""
        if self._mean is None:
            return self._shortest
        return min(max(self._mean + 4 * self._deviation, self._shortest), self._longest)

    @property
    def mean_ms(self) -> float | None:
        """The mean in ms."""
        return None if self._mean is None else 1000 * self._mean


class LinkHealth:
    """Judges a link by the change of its counters in the last ``window`` seconds. ``trouble`` names the trouble in a
    few words, and is empty while the link works. Recovery takes longer than degradation."""

    def __init__(self, window: float) -> None:
        self._window = window
        self.trouble = ""
        self.due = -inf
        """The time in seconds of the next judgement, if nothing goes wrong before and nothing is late."""
        self._samples: deque[tuple[float, Counters]] = deque()

    def forget(self) -> None:
        """Start over with a new link."""
        self._samples.clear()
        self.trouble, self.due = "", -inf

    def judge(self, now: float, counters: Counters, late: str) -> None:
        """Judge again; ``late`` names an overdue reply or scan."""
        samples = self._samples
        if not samples or now - samples[-1][0] >= self._window / _SAMPLES:
            samples.append((now, counters))
        while now - samples[0][0] > self._window:
            samples.popleft()
            if not samples:
                samples.append((now, counters))
        before = samples[0][1]
        kinds = {
            "readings are missed": counters.missed - before.missed,
            "frames come broken": _broken(counters) - _broken(before),
            "replies come late or not at all": counters.retransmits - before.retransmits,
        }
        bad = sum(kinds.values())
        share = bad / (bad + counters.frames - before.frames or 1)
        if late:
            self.trouble = late
        elif bad >= _FEW and share >= (_LITTLE if self.trouble else _MANY) and now - samples[0][0] > self._window / 2:
            self.trouble = max(kinds, key=lambda kind: kinds[kind])
        else:
            self.trouble = ""
        self.due = -inf if bad or self.trouble else samples[-1][0] + self._window / _SAMPLES


def _broken(counters: Counters) -> int:
    return counters.crc_errors + counters.overflows + counters.malformed


@dataclass(frozen=True, slots=True)
class LinkReport:
    """The state of a link with a plain line about it, the port (or where the link searches for one), and the board's
    last hello, or None before the first. ``faults`` and ``abilities`` are short English phrases; ``refusals`` are the
    reasons why a board is refused."""

    state: LinkState
    detail: str
    place: str
    counters: Counters
    identity: Identity | None = None
    protocol: str | None = None
    revision: int | None = None
    faults: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    calibration_stored: bool | None = None
    wiring_stored: bool | None = None
    refusals: tuple[Message, ...] = ()


def report(
    change: LinkChanged, place: str, counters: Counters, hello: Hello | None, stored: StoredState | None
) -> LinkReport:
    """Make the report of a link from its last change, its counters and the board's messages."""
    if hello is None:
        return LinkReport(change.state, change.detail, place, counters)
    return LinkReport(
        change.state,
        change.detail,
        place,
        counters,
        hello.identity,
        f"{hello.major}.{hello.minor}",
        None if hello.revision == UNKNOWN_REVISION else hello.revision,
        fault_lines(hello.faults),
        (
            *(words for ability, words in _ABILITIES.items() if hello.capabilities & ability),
            *([f"weighs with {hello.cells} load cells"] if hello.cells else []),
        ),
        None if stored is None else stored.calibration_stored,
        None if stored is None or stored.wiring is None else stored.wiring_stored,
    )
