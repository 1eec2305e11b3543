"""How well a link works, and all there is to say about it and the board at its end."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from firmware_bridge.messages import Capability, Hello
from hardware.board import Counters, Identity, LinkChanged, LinkState
from hardware.device import UNKNOWN_REVISION, fault_lines
from hardware.storage_agreement import StoredState

_SAMPLES = 8
"""In so many steps the window moves on."""

_FEW = 5
"""So little trouble in one window is none."""

_MANY = 0.2
_LITTLE = 0.05
"""Parts of all that comes: with more trouble than the one it is degraded, with less than the other well again."""


class LinkHealth:
    """Judges a link by what its counters have done in the last ``window`` seconds: ``trouble`` says in a few words what
    is wrong, and nothing while all is well. What is wrong has to be better than it need be before it is well again."""

    def __init__(self, window: float) -> None:
        self._window = window
        self.trouble = ""
        self._samples: deque[tuple[float, Counters]] = deque()

    def forget(self) -> None:
        """The link begins anew."""
        self._samples.clear()
        self.trouble = ""

    def judge(self, now: float, counters: Counters, late: str) -> None:
        """Look again; ``late`` says what does not come at all at the moment."""
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
        amiss = sum(kinds.values())
        share = amiss / (amiss + counters.frames - before.frames or 1)
        if late:
            self.trouble = late
        elif amiss >= _FEW and share >= (_LITTLE if self.trouble else _MANY) and now - samples[0][0] > self._window / 2:
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
    """How a link stands: its state with a plain line, the port (where it looks for one, if it has none), and what the
    board said last of itself (None before the first). ``faults`` and ``abilities`` are short English words."""

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
    said: LinkChanged, place: str, counters: Counters, hello: Hello | None, held: StoredState | None
) -> LinkReport:
    """The report of a link whose board has said this much."""
    if hello is None:
        return LinkReport(said.state, said.detail, place, counters)
    return LinkReport(
        said.state,
        said.detail,
        place,
        counters,
        hello.identity,
        f"{hello.major}.{hello.minor}",
        None if hello.revision == UNKNOWN_REVISION else hello.revision,
        fault_lines(hello.faults),
        tuple(words for ability, words in _ABILITIES.items() if hello.capabilities & ability),
        None if held is None else held.calibration_stored,
        None if held is None or held.wiring is None else held.wiring_stored,
    )
