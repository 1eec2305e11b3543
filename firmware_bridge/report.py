"""All there is to say about a link and the board at its end, at one moment."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.messages import Capability, Hello
from firmware_bridge.orders import fault_lines
from hardware.board import Counters, Identity, LinkChanged, LinkState
from hardware.device import UNKNOWN_REVISION
from hardware.storage_agreement import StoredState

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
