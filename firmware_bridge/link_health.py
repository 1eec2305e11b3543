"""How well a link works, and a report on the link and the board at its end."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from firmware_bridge.messages import Capability, Hello
from hardware.board import Counters, Identity, LinkChanged, LinkState
from hardware.device import UNKNOWN_REVISION, StoredState, fault_lines

_SAMPLES = 8
"""The window moves in so many steps."""

_FEW = 5
"""Fewer bad frames than this in one window are ignored."""

_MANY = 0.2
_LITTLE = 0.05
"""Shares of all frames: with more bad ones than the first the link is degraded, with less than the second it
recovers."""


class LinkHealth:
    """Judges a link by how its counters changed in the last ``window`` seconds. ``trouble`` says in a few words what is
    wrong, and is empty while the link works; it is slower to recover than to degrade."""

    def __init__(self, window: float) -> None:
        self._window = window
        self.trouble = ""
        self._samples: deque[tuple[float, Counters]] = deque()

    def forget(self) -> None:
        """Start over with a new link."""
        self._samples.clear()
        self.trouble = ""

    def judge(self, now: float, counters: Counters, late: str) -> None:
        """Judge again; ``late`` says what does not come at all at the moment."""
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


def _broken(counters: Counters) -> int:
    return counters.crc_errors + counters.overflows + counters.malformed


_ABILITIES = {
    Capability.BUTTONS: "buttons",
    Capability.STORES_CALIBRATION: "stores its calibration",
    Capability.STORES_WIRING: "stores its wiring",
    Capability.LEAVES: "can be updated",
}


@dataclass(frozen=True, slots=True)
class LinkReport:
    """The state of a link with a plain line about it, the port (or where the link looks for one), and what the board
    last reported of itself (None before the first). ``faults`` and ``abilities`` are short English phrases."""

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


def report(
    change: LinkChanged, place: str, counters: Counters, hello: Hello | None, stored: StoredState | None
) -> LinkReport:
    """The report of a link, made of its last change, its counters and what the board has reported."""
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
        tuple(words for ability, words in _ABILITIES.items() if hello.capabilities & ability),
        None if stored is None else stored.calibration_stored,
        None if stored is None or stored.wiring is None else stored.wiring_stored,
    )
