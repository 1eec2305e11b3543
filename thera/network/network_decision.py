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
class Device:
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
class Seen:
    """What is seen at one moment: all devices, how many phones are in the own network, and whether NetworkManager knows
    other Wi-Fi networks that it joins by itself."""

    devices: tuple[Device, ...] = ()
    phones: int = 0
    knows_others: bool = False

    @property
    def radios(self) -> tuple[Device, ...]:
        """The devices for Wi-Fi."""
        return tuple(device for device in self.devices if device.kind == "wifi")

    @property
    def open_on(self) -> Device | None:
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


class Situation(StrEnum):
    """How a machine stands, in words for its journal."""

    NO_WIFI = "there is no Wi-Fi that is switched on"
    HOME = "this computer is in a network"
    JOINING = "a network is being joined"
    ALONE = "this computer is in no network"
    OPEN = "the table's own network is open"
    USED = "phones are in the table's own network"


def situation(seen: Seen) -> Situation:
    """How a machine stands of which this is seen."""
    if seen.open_on is not None:
        return Situation.USED if seen.phones else Situation.OPEN
    if seen.wired or any(device.connected for device in seen.radios):
        return Situation.HOME
    if any(device.changing for device in seen.radios):
        return Situation.JOINING
    return Situation.ALONE if any(device.free for device in seen.radios) else Situation.NO_WIFI


@dataclass(frozen=True, slots=True)
class Moment:
    """A situation, since when it lasts (in seconds of a clock that only goes forward), and whether the machine was in
    another network since its own was last open."""

    situation: Situation
    since: float
    lost: bool = False


def follow(before: Moment | None, now: Situation, clock: float) -> Moment:
    """The moment after ``before`` (None: nothing was seen yet), in which the situation is ``now``."""
    since = before.since if before is not None and before.situation is now else clock
    match now:
        case Situation.HOME:
            return Moment(now, since, lost=True)
        case Situation.OPEN | Situation.USED:
            return Moment(now, since, lost=False)
        case _:
            return Moment(now, since, lost=before is not None and before.lost)


class Act(Enum):
    """What is to be done: nothing, open the own network, or close it, so that another one can be joined."""

    NOTHING = 1
    OPEN = 2
    CLOSE = 3


def decide(moment: Moment, clock: float, *, hope: bool) -> Act:
    """What is to be done at this time of the clock; ``hope`` is whether there may be another network."""
    lasted = clock - moment.since
    match moment.situation:
        case Situation.ALONE:
            return Act.OPEN if lasted >= (LOST_SECONDS if moment.lost else ALONE_SECONDS) else Act.NOTHING
        case Situation.OPEN:
            return Act.CLOSE if hope and lasted >= EMPTY_SECONDS else Act.NOTHING
        case _:
            return Act.NOTHING
