"""What a board stores, as the host knows it: fetched, agreed upon, and stored when somebody orders it."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from firmware_bridge.messages import (
    CalibrationMessage,
    CalibrationRequest,
    CalibrationStored,
    Capability,
    Command,
    Hello,
    NakCode,
    Reply,
    StoreCalibration,
    StoreWiring,
    WiringMessage,
    WiringRequest,
    WiringStored,
)
from hardware.calibration import Calibration
from hardware.device import StoragePolicy, StoredState
from hardware.sensor_types import Sensor

_LOG = logging.getLogger(__name__)
_WIRING_SINCE = 1
_REFUSALS = {
    NakCode.UNKNOWN_KIND: "it does not know how",
    NakCode.MALFORMED: "it makes no sense to it",
    NakCode.BAD_CHECKSUM: "the checksum was wrong when it arrived",
    NakCode.CANNOT_STORE: "its memory cannot be written",
}


@dataclass(slots=True)
class StorageOrder:
    """Something that a board is to store. ``done`` is called once: with None when it is stored, or with a line that
    says why it is not. An order that was ``cancelled`` before it was sent is not sent."""

    message: StoreCalibration | StoreWiring
    done: Callable[[str | None], None]
    cancelled: bool = False

    def confirm(self, reply: CalibrationStored | WiringStored) -> bool:
        """The board says that it has stored something; whether that is what was ordered."""
        right = reply.checksum == self.message.values.checksum
        self.done(None if right else f"the board has stored another {self.subject} than it was given")
        return right

    def refuse(self, code: NakCode) -> None:
        """The board says that it does not store it."""
        self.done(f"the board does not store its {self.subject}: {_REFUSALS[code]}")

    @property
    def subject(self) -> str:
        """What it is about."""
        return "calibration" if isinstance(self.message, StoreCalibration) else "wiring"


@dataclass(frozen=True, slots=True)
class StorageRequest:
    """A command about what the board stores, and the order that it carries out, if any."""

    command: Command
    order: StorageOrder | None = None


class BoardStorage:
    """Knows what the board has stored, and what to ask and store next. ``policy`` is called once for each board that
    has reported everything; from then on ``calibration`` is the one by which its counts become fields. It clips at
    the end of the range of ``sensor``, whatever margin the board has stored."""

    def __init__(self, policy: StoragePolicy, sensor: Sensor) -> None:
        self._policy = policy
        self._sensor = sensor
        self._orders: deque[StorageOrder] = deque()
        self.calibration: Calibration | None = None
        self.done = False
        """Whether there is nothing to ask or to store."""
        self._reported_calibration: CalibrationMessage | None = None
        self._reported_wiring: WiringMessage | None = None

    def forget(self) -> None:
        """Forget the board."""
        self.done = False
        self.calibration = self._reported_calibration = self._reported_wiring = None

    def refuse_orders(self, why: str) -> None:
        """Drop the orders that wait, each with this reason."""
        orders, self._orders = self._orders, deque()
        for order in orders:
            order.done(why)

    @property
    def stored(self) -> StoredState | None:
        """What the board has reported."""
        calibration, wiring = self._reported_calibration, self._reported_wiring
        if calibration is None:
            return None
        if wiring is None:
            return StoredState(calibration.values, calibration.stored)
        return StoredState(calibration.values, calibration.stored, wiring.values, wiring.stored)

    def order(self, hello: Hello, order: StorageOrder) -> None:
        """Store something after the orders that wait; the order fails at once if this board cannot store it."""
        why = _cannot(hello, order)
        if why is None:
            self._orders.append(order)
            self.done = False
        else:
            order.done(why)

    def next(self, hello: Hello) -> StorageRequest | None:
        """What to send now; None if nothing is left."""
        if self._reported_calibration is None:
            return StorageRequest(CalibrationRequest())
        if self._reported_wiring is None and hello.minor >= _WIRING_SINCE:
            return StorageRequest(WiringRequest())
        if self.calibration is None:
            self._settle(hello)
        while self._orders:
            order = self._orders.popleft()
            if not order.cancelled:
                return StorageRequest(order.message, order)
        self.done = True
        return None

    def receive(self, request: StorageRequest, reply: Reply) -> bool:
        """Take in a reply; whether it is one to this request."""
        match request.command, reply:
            case CalibrationRequest(), CalibrationMessage():
                self._reported_calibration = reply
            case WiringRequest(), WiringMessage():
                self._reported_wiring = reply
            case StoreCalibration(values), CalibrationStored() if request.order is not None:
                if request.order.confirm(reply):
                    self._reported_calibration = CalibrationMessage(_rounded(values), stored=True)
                    self._use(self._reported_calibration.values)
            case StoreWiring(wiring), WiringStored() if request.order is not None:
                if request.order.confirm(reply):
                    self._reported_wiring = WiringMessage(wiring, stored=True)
            case _:
                return False
        return True

    def _settle(self, hello: Hello) -> None:
        """Agree on what the board shall store, and order what it does not have."""
        stored = self.stored
        if stored is None:
            return
        to_store = self._policy(hello.identity, stored)
        self._use(stored.calibration)
        if to_store.wiring is not None:
            self.order(hello, StorageOrder(StoreWiring(to_store.wiring), _warn))
        if to_store.calibration is not None:
            # The host converts by this one even if the board cannot store it.
            self._use(_rounded(to_store.calibration))
            self.order(hello, StorageOrder(StoreCalibration(to_store.calibration), _warn))

    def _use(self, calibration: Calibration) -> None:
        """Let counts become fields by this calibration from now on."""
        self.calibration = calibration.clipping_as(self._sensor)


def _cannot(hello: Hello, order: StorageOrder) -> str | None:
    """Why this board can never carry out this order; None if it can."""
    needed = Capability.STORES_CALIBRATION if order.subject == "calibration" else Capability.STORES_WIRING
    if hello.capabilities & needed:
        return None
    return f"{hello.name}, firmware {hello.firmware}, stores no {order.subject}"


def _rounded(calibration: Calibration) -> Calibration:
    """As the board has it: in single precision."""
    return Calibration.unpacked(calibration.packed)


def _warn(why: str | None) -> None:
    if why is not None:
        _LOG.warning("%s", why)
