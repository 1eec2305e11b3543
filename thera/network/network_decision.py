"""Decides when the table opens its own network, and when it closes it to look for others."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum

OWN_UUID = "a3d5b1de-70c4-4b57-9a41-5a2f0c7be101"
"""The id of the own network in NetworkManager; its name may not be unique."""

ALONE_SECONDS = 30.0
"""Seconds that the computer looks for a known network after a start, or after closing its own network."""
LOST_SECONDS = 300.0
"""Seconds that it looks for a lost network: a router has restarted by then."""
EMPTY_SECONDS = 300.0
"""Seconds without a phone after which the own network is closed, if there may be another one."""


@dataclass(frozen=True, slots=True)
class NetworkDevice:
    """A device of NetworkManager: name, type (``wifi``, ``ethernet``, ...), state in NetworkManager's words,
    and the UUID of the open connection, or empty."""

    name: str
    kind: str
    state: str
    connection: str = ""

    @property
    def connected(self) -> bool:
        """Whether a connection is open on it."""
        return self.state.split(" ")[0] == "connected"

    @property
    def changing(self) -> bool:
        """Whether a connection is being opened or closed on it."""
        return self.state.split(" ")[0] in ("connecting", "deactivating")

    @property
    def free(self) -> bool:
        """Whether a connection could be opened on it. A radio that is off or unmanaged is not free."""
        return self.state == "disconnected"


@dataclass(frozen=True, slots=True)
class VisibleNetwork:
    """The visible state: all devices, the number of phones in the own network, and whether NetworkManager knows other
    Wi-Fi networks that it joins automatically."""

    devices: tuple[NetworkDevice, ...] = ()
    phones: int = 0
    knows_others: bool = False

    @property
    def radios(self) -> tuple[NetworkDevice, ...]:
        """The Wi-Fi devices."""
        return tuple(device for device in self.devices if device.kind == "wifi")

    @property
    def open_on(self) -> NetworkDevice | None:
        """The device on which the own network is open."""
        return next((each for each in self.radios if each.connected and each.connection == OWN_UUID), None)

    @property
    def wired(self) -> bool:
        """Whether the computer is in a wired network."""
        return any(device.kind == "ethernet" and device.connected for device in self.devices)

    @property
    def hope(self) -> bool:
        """Whether the computer may get into another network when its own is closed."""
        return self.wired or self.knows_others


class NetworkSituation(StrEnum):
    """The state of the computer's networks, in words for the log."""

    NO_WIFI = "no Wi-Fi is switched on"
    HOME = "this computer is in a network"
    JOINING = "a network is being joined"
    ALONE = "this computer is in no network"
    OPEN = "the table's own network is open"
    USED = "phones are in the table's own network"


def situation(seen: VisibleNetwork) -> NetworkSituation:
    """The situation behind this visible state."""
    if seen.open_on is not None:
        return NetworkSituation.USED if seen.phones else NetworkSituation.OPEN
    if seen.wired or any(device.connected for device in seen.radios):
        return NetworkSituation.HOME
    if any(device.changing for device in seen.radios):
        return NetworkSituation.JOINING
    return NetworkSituation.ALONE if any(device.free for device in seen.radios) else NetworkSituation.NO_WIFI


@dataclass(frozen=True, slots=True)
class NetworkState:
    """A situation, when it began (in seconds of a monotonic clock), and whether the computer was in another network
    since its own was last open."""

    situation: NetworkSituation
    since: float
    lost: bool = False


def follow(before: NetworkState | None, now: NetworkSituation, clock: float) -> NetworkState:
    """The state after ``before``, which is None at first, with the situation ``now``."""
    since = before.since if before is not None and before.situation is now else clock
    match now:
        case NetworkSituation.HOME:
            return NetworkState(now, since, lost=True)
        case NetworkSituation.OPEN | NetworkSituation.USED:
            return NetworkState(now, since, lost=False)
        case _:
            return NetworkState(now, since, lost=before is not None and before.lost)


class NetworkAction(Enum):
    """The action: none, open the own network, or close it to join another."""

    NOTHING = 1
    OPEN = 2
    CLOSE = 3


def decide(state: NetworkState, clock: float, *, hope: bool) -> NetworkAction:
    """Decide what to do at this time of the clock; ``hope`` says whether there may be another network."""
    lasted = clock - state.since
    match state.situation:
        case NetworkSituation.ALONE:
            return (
                NetworkAction.OPEN
                if lasted >= (LOST_SECONDS if state.lost else ALONE_SECONDS)
                else NetworkAction.NOTHING
            )
        case NetworkSituation.OPEN:
            return NetworkAction.CLOSE if hope and lasted >= EMPTY_SECONDS else NetworkAction.NOTHING
        case _:
            return NetworkAction.NOTHING
