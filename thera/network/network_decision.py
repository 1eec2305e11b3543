"""When the table opens a network of its own, and when it gives other networks another chance: what is to be done, as a
function of what is seen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum

OWN_UUID = "a3d5b1de-70c4-4b57-9a41-5a2f0c7be101"
"""By which NetworkManager knows the own network, whatever else is called by its name."""

ALONE_SECONDS = 30.0
"""So long after its start, or after the own network was closed, the machine may look for a network that it knows."""
LOST_SECONDS = 300.0
"""So long it may look for the network that it was in: a router that is started anew is back by then."""
EMPTY_SECONDS = 300.0
"""After so long without a phone the own network is closed, if another one can be hoped for."""


@dataclass(frozen=True, slots=True)
class NetworkDevice:
    """A device as NetworkManager has it: its name, its kind (``wifi``, ``ethernet``, ...), its state in words of
    NetworkManager, and the UUID of the connection that is open on it, or empty."""

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
        """Whether one is being opened or closed on it."""
        return self.state.split(" ")[0] in ("connecting", "deactivating")

    @property
    def free(self) -> bool:
        """Whether one could be opened on it. A radio that is switched off or not NetworkManager's is not free."""
        return self.state == "disconnected"


@dataclass(frozen=True, slots=True)
class VisibleNetwork:
    """What is seen at one moment: all devices, how many phones are in the own network, and whether NetworkManager knows
    other Wi-Fi networks that it joins by itself."""

    devices: tuple[NetworkDevice, ...] = ()
    phones: int = 0
    knows_others: bool = False

    @property
    def radios(self) -> tuple[NetworkDevice, ...]:
        """The devices for Wi-Fi."""
        return tuple(device for device in self.devices if device.kind == "wifi")

    @property
    def open_on(self) -> NetworkDevice | None:
        """The device on which the own network is open."""
        return next((each for each in self.radios if each.connected and each.connection == OWN_UUID), None)

    @property
    def wired(self) -> bool:
        """Whether the machine is in a network by cable."""
        return any(device.kind == "ethernet" and device.connected for device in self.devices)

    @property
    def hope(self) -> bool:
        """Whether there is another network that the machine may come into when its own is closed."""
        return self.wired or self.knows_others


class NetworkSituation(StrEnum):
    """How a machine stands, in words for its journal."""

    NO_WIFI = "there is no Wi-Fi that is switched on"
    HOME = "this computer is in a network"
    JOINING = "a network is being joined"
    ALONE = "this computer is in no network"
    OPEN = "the table's own network is open"
    USED = "phones are in the table's own network"


def situation(seen: VisibleNetwork) -> NetworkSituation:
    """How a machine stands of which this is seen."""
    if seen.open_on is not None:
        return NetworkSituation.USED if seen.phones else NetworkSituation.OPEN
    if seen.wired or any(device.connected for device in seen.radios):
        return NetworkSituation.HOME
    if any(device.changing for device in seen.radios):
        return NetworkSituation.JOINING
    return NetworkSituation.ALONE if any(device.free for device in seen.radios) else NetworkSituation.NO_WIFI


@dataclass(frozen=True, slots=True)
class NetworkState:
    """A situation, since when it lasts (in seconds of a clock that only goes forward), and whether the machine was in
    another network since its own was last open."""

    situation: NetworkSituation
    since: float
    lost: bool = False


def follow(before: NetworkState | None, now: NetworkSituation, clock: float) -> NetworkState:
    """The moment after ``before`` (None: nothing was seen yet), in which the situation is ``now``."""
    since = before.since if before is not None and before.situation is now else clock
    match now:
        case NetworkSituation.HOME:
            return NetworkState(now, since, lost=True)
        case NetworkSituation.OPEN | NetworkSituation.USED:
            return NetworkState(now, since, lost=False)
        case _:
            return NetworkState(now, since, lost=before is not None and before.lost)


class NetworkAction(Enum):
    """What is to be done: nothing, open the own network, or close it, so that another one can be joined."""

    NOTHING = 1
    OPEN = 2
    CLOSE = 3


def decide(moment: NetworkState, clock: float, *, hope: bool) -> NetworkAction:
    """What is to be done at this time of the clock; ``hope`` is whether there may be another network."""
    lasted = clock - moment.since
    match moment.situation:
        case NetworkSituation.ALONE:
            return (
                NetworkAction.OPEN
                if lasted >= (LOST_SECONDS if moment.lost else ALONE_SECONDS)
                else NetworkAction.NOTHING
            )
        case NetworkSituation.OPEN:
            return NetworkAction.CLOSE if hope and lasted >= EMPTY_SECONDS else NetworkAction.NOTHING
        case _:
            return NetworkAction.NOTHING
