"""What a board keeps, as the host knows it: fetched, agreed upon, and stored when somebody orders it."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass

from firmware_bridge import messages
from firmware_bridge.messages import (
    CalibrationRequest,
    Command,
    Hello,
    Reply,
    StoreCalibration,
    StoreWiring,
    WiringRequest,
)
from firmware_bridge.orders import StorageOrder, cannot
from hardware.calibration import Calibration
from hardware.storage_agreement import Agree, StoredState

_LOG = logging.getLogger(__name__)
_WIRING_SINCE = 1


@dataclass(frozen=True, slots=True)
class StorageRequest:
    """A command about what the board keeps, and the order that it carries out, if it does."""

    command: Command
    order: StorageOrder | None = None


class BoardStorage:
    """Knows what the board holds, and what is to be asked and stored next. ``agree`` is asked once for each board that
    has said all; ``reads_by`` is the calibration by which its counts become fields from then on."""

    def __init__(self, agree: Agree) -> None:
        self._agree = agree
        self._orders: deque[StorageOrder] = deque()
        self.reads_by: Calibration | None = None
        self._calibration: messages.CalibrationMessage | None = None
        self._wiring: messages.WiringMessage | None = None

    def forget(self) -> None:
        """Know nothing more of the board."""
        self.reads_by = self._calibration = self._wiring = None

    def refuse_orders(self, why: str) -> None:
        """Whoever has ordered something is told why it does not happen."""
        orders, self._orders = self._orders, deque()
        for order in orders:
            order.told(why)

    @property
    def held(self) -> StoredState | None:
        """What the board says that it holds."""
        told, wiring = self._calibration, self._wiring
        if told is None:
            return None
        if wiring is None:
            return StoredState(told.values, told.stored)
        return StoredState(told.values, told.stored, wiring.values, wiring.stored)

    def order(self, hello: Hello, order: StorageOrder) -> None:
        """Store something after what is stored already; the order is told at once if this board cannot."""
        why = cannot(hello, order)
        if why is None:
            self._orders.append(order)
        else:
            order.told(why)

    def next(self, hello: Hello) -> StorageRequest | None:
        """What to send now; None if nothing is left."""
        if self._calibration is None:
            return StorageRequest(CalibrationRequest())
        if self._wiring is None and hello.minor >= _WIRING_SINCE:
            return StorageRequest(WiringRequest())
        if self.reads_by is None:
            self._come_to_terms(hello)
        while self._orders:
            order = self._orders.popleft()
            if not order.given_up:
                return StorageRequest(order.message, order)
        return None

    def take(self, errand: StorageRequest, reply: Reply) -> bool:
        """Take in a reply, if it is one to this errand; whether it is."""
        match errand.command, reply:
            case CalibrationRequest(), messages.CalibrationMessage():
                self._calibration = reply
            case WiringRequest(), messages.WiringMessage():
                self._wiring = reply
            case StoreCalibration(values), messages.CalibrationStored() if errand.order is not None:
                if errand.order.judge(reply):
                    self._calibration = messages.CalibrationMessage(_rounded(values), stored=True)
                    self.reads_by = self._calibration.values
            case StoreWiring(wiring), messages.WiringStored() if errand.order is not None:
                if errand.order.judge(reply):
                    self._wiring = messages.WiringMessage(wiring, stored=True)
            case _:
                return False
        return True

    def _come_to_terms(self, hello: Hello) -> None:
        """Ask whether what the board holds stands, and order what does not."""
        held = self.held
        if held is None:
            return
        to_store = self._agree(hello.identity, held)
        self.reads_by = held.calibration
        if to_store.wiring is not None:
            self.order(hello, StorageOrder(StoreWiring(to_store.wiring), _warn))
        if to_store.calibration is not None:
            # By this the host reads even if the board cannot keep it.
            self.reads_by = _rounded(to_store.calibration)
            self.order(hello, StorageOrder(StoreCalibration(to_store.calibration), _warn))


def _rounded(calibration: Calibration) -> Calibration:
    """As the board has it: in single precision."""
    return Calibration.unpacked(calibration.packed)


def _warn(why: str | None) -> None:
    if why is not None:
        _LOG.warning("%s", why)
