"""Connects to a board on a serial line: a Pico on USB, or any agent on a pseudo-terminal."""

from __future__ import annotations

import queue
import select
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import serial

from common.threads import LossyQueue, Wake
from firmware_bridge.board_search import AtPath, BoardLocation
from firmware_bridge.conversation import Conversation, StorageOrder
from firmware_bridge.link_health import LinkReport, Timings, report
from firmware_bridge.messages import StoreCalibration, StoreWiring
from firmware_bridge.serial_ports import PORT_ERRORS, PortError, close_port, open_port
from hardware.board import (
    ALL_DARK,
    Board,
    BoardEvent,
    BoardRefusedError,
    Counters,
    Frame,
    Identity,
    Lights,
    LinkChanged,
    LinkState,
    Weighed,
)
from hardware.calibration import Calibration
from hardware.device import StoragePolicy, keep_as_stored
from hardware.lights import DEFAULT_BUDGET_MA, limit
from hardware.scale import MeasuredScale, Scale
from hardware.sensor_layout import Channel
from hardware.sensor_types import USUAL_SENSOR, Sensor
from hardware.wiring import Wiring

_READ_SIZE = 4096
_CLOSED = "the link to the board is closed"


class SerialBoard(Board):
    """The board at ``place``, searched for until ``close``: found when it is plugged in, and again after a loss.

    A separate thread opens the port, reads and writes. ``budget_ma`` limits the current of the lights, ``scan_hz`` is
    the requested frame rate, ``policy`` decides what the board stores whenever it is found, and ``sensor``,
    ``further`` and ``scale`` describe its sensors by the board file. ``events`` is for one reader: each event is
    delivered once, and a slow reader misses frames and weights but never a press or a link change. A frame's ``at`` and
    ``number`` start again whenever the link becomes ready, except after it was only degraded. Raises ValueError for a
    budget below what dark lights draw.
    """

    def __init__(  # noqa: PLR0913 - what a link is made of, each with a default
        self,
        place: str | Path | BoardLocation,
        *,
        budget_ma: float = DEFAULT_BUDGET_MA,
        scan_hz: int = 50,
        timings: Timings | None = None,
        max_frames: int = 50,
        policy: StoragePolicy = keep_as_stored,
        sensor: Sensor = USUAL_SENSOR,
        further: Sequence[Channel] = (),
        scale: Scale | None = None,
    ) -> None:
        self._place = AtPath(str(place)) if isinstance(place, str | Path) else place
        self._port = str(self._place)
        self._budget_ma = budget_ma
        self._lights = limit(ALL_DARK, budget_ma)
        self._timings = timings or Timings()
        self._conversation = Conversation(
            self._timings,
            budget_ma=int(budget_ma),
            scan_hz=scan_hz,
            policy=policy,
            sensor=sensor,
            further=further,
            scale=scale,
        )
        self._queue = LossyQueue[BoardEvent]((Frame, Weighed), max_frames)
        self._last_change = LinkChanged(LinkState.SEARCH)
        self._orders: deque[StorageOrder] = deque()
        self._measured: deque[MeasuredScale] = deque()
        self._closing = threading.Event()
        self._wake = Wake()
        self._thread = threading.Thread(target=self._run, name=f"board link {self._place}", daemon=True)
        self._thread.start()

    def events(self) -> Iterator[BoardEvent]:
        """Generate frames, presses and link changes as they arrive; ends after ``close``."""
        while (event := self._queue.get()) is not None:
            yield event

    def forward(self, receive: Callable[[BoardEvent], None], ended: Callable[[], None]) -> None:
        """As `Board.forward`, from the thread of the link."""
        self._queue.forward(receive, ended)

    def show(self, lights: Lights) -> None:
        """Show these lights, dimmed to the budget, as soon as the board is there; the latest call wins.

        Raises ValueError for a channel outside 0 to 255.
        """
        self._lights = limit(lights, self._budget_ma)
        self._wake.set()

    @property
    def identity(self) -> Identity | None:
        """The board's identity, once it has reported it; unchanged while the board is lost."""
        hello = self._conversation.hello
        return None if hello is None else hello.identity

    @property
    def counters(self) -> Counters:
        """What the link has counted so far."""
        return self._conversation.counters

    @property
    def report(self) -> LinkReport:
        """The state of the link now."""
        conversation = self._conversation
        made = report(self._last_change, self._port, self.counters, conversation.hello, conversation.stored)
        return replace(made, refusals=conversation.refusals) if made.state is LinkState.REFUSED else made

    @property
    def calibration(self) -> Calibration | None:
        """The calibration that converts counts to fields now; None while no board is there."""
        return self._conversation.calibration

    @property
    def calibration_stored(self) -> bool | None:
        """Whether a calibration is stored on the board; None until it has reported it."""
        return self.report.calibration_stored

    @property
    def wiring(self) -> Wiring | None:
        """The wiring by which the board scans and lights; None without a board, or if it cannot report it."""
        stored = self._conversation.stored
        return None if stored is None else stored.wiring

    @property
    def scale(self) -> Scale | None:
        """The scale that converts counts to loads now; None while no board is there that weighs."""
        return self._conversation.scale

    def weigh_by(self, measured: MeasuredScale) -> None:
        """Convert counts to loads by what was measured of the scale, from now on and as long as this board comes back.
        Returns at once; a `ScaleInUse` among the events says from when on."""
        self._measured.append(measured)
        self._wake.set()

    def store_calibration(self, calibration: Calibration) -> None:
        """Store a calibration on the board, and convert counts with it; waits until it is stored, 5 s at most.

        :raises BoardRefusedError: if it is not stored; the message says why.
        :raises ValueError: for a number that its field cannot hold.
        """
        self._store(StoreCalibration(calibration))

    def store_wiring(self, wiring: Wiring) -> None:
        """Store a wiring on the board, which then scans and lights by it; waits until it is stored, 5 s at most.

        :raises BoardRefusedError: if it is not stored; the message says why.
        """
        self._store(StoreWiring(wiring))

    def close(self) -> None:
        """Turn the lights off, wait until the board confirms it or is lost, close the port, and end ``events``. A board
        that answers without confirming has ``Timings.shutdown`` seconds."""
        self._closing.set()
        self._wake.set()
        self._thread.join()

    def _store(self, message: StoreCalibration | StoreWiring) -> None:
        message.pack()  # a message that cannot be sent is the caller's error, not the link's
        answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        order = StorageOrder(message, answers.put)
        self._orders.append(order)
        if self._closing.is_set():  # checked afterwards, since the thread fails all waiting orders when it ends
            raise BoardRefusedError(_CLOSED)
        self._wake.set()
        try:
            why = answers.get(timeout=self._timings.store)
        except queue.Empty:
            order.cancelled = True
            why = f"the board has not confirmed within {self._timings.store:g} s that it has stored its {order.subject}"
        if why is not None:
            raise BoardRefusedError(why)

    def _run(self) -> None:
        back_off = self._timings.first_back_off
        self._change(LinkState.SEARCH, f"looking for a board at {self._place}")
        try:
            while not self._closing.is_set():
                before = self._conversation.counters.frames
                stamp = self._place.stamp()  # first, so that a board that arrives during the search is not missed
                self._connect()
                if self._conversation.counters.frames > before:
                    back_off = self._timings.first_back_off
                back_off = self._rest(back_off, stamp)
                if self._last_change.state is LinkState.LOST:
                    self._change(LinkState.SEARCH, f"looking for a board at {self._place}")
        finally:
            self._conversation.refuse_orders(_CLOSED)
            self._refuse_orders(_CLOSED)
            self._queue.close()
            self._wake.close()

    def _connect(self) -> None:
        """Talk with the board as long as it is connected, if it is."""
        try:
            self._port = self._place.find(self.identity.unique_id if self.identity is not None else None)
            port = open_port(self._port, self._timings.write)
        except PortError as error:
            self._change(LinkState.SEARCH, str(error))
            return
        self._change(LinkState.OPEN, f"{self._port} is open")
        try:
            self._talk(port)
        except PORT_ERRORS as error:
            self._change(LinkState.LOST, str(error))
            self._conversation.disconnect(f"the board has gone: {error}")
        finally:
            close_port(port)

    def _talk(self, port: serial.Serial) -> None:
        """Talk until the lights are off after ``close``; raises an error of the port when the link is lost."""
        conversation = self._conversation
        now = time.monotonic()
        conversation.begin(now)
        shutdown_ends: float | None = None
        descriptor = port.fileno()
        woken = False
        try:
            while True:
                if shutdown_ends is None and self._closing.is_set():
                    conversation.shut_down(now)
                    shutdown_ends = now + self._timings.shutdown
                if shutdown_ends is None:
                    conversation.show(self._lights)
                elif conversation.dark or now >= shutdown_ends:
                    return
                self._forward_orders()
                conversation.tick(now)
                port.write(conversation.take_output())
                self._forward_events()
                if woken:
                    # Only after the output is written, since each system call lets other threads run first. The next
                    # round handles everything that has set it meanwhile.
                    self._wake.clear()
                    woken = False
                    continue
                due = conversation.due() if shutdown_ends is None else min(conversation.due(), shutdown_ends)
                ready, _, _ = select.select([descriptor, self._wake.fileno()], [], [], max(0.0, due - time.monotonic()))
                woken = self._wake.fileno() in ready
                now = time.monotonic()
                if descriptor in ready:
                    conversation.receive(port.read(_READ_SIZE), now)
        finally:
            self._forward_events()

    def _forward_events(self) -> None:
        for event in self._conversation.take_events():
            if isinstance(event, LinkChanged):
                self._last_change = event
            self._queue.put(event)

    def _forward_orders(self) -> None:
        while self._measured:
            self._conversation.weigh_by(self._measured.popleft())
        while self._orders:
            self._conversation.store(self._orders.popleft())

    def _refuse_orders(self, why: str) -> None:
        while self._orders:
            self._orders.popleft().done(why)

    def _change(self, state: LinkState, detail: str) -> None:
        event = LinkChanged(state, detail)
        if event != self._last_change:
            self._last_change = event
            self._queue.put(event)

    def _rest(self, seconds: float, stamp: object) -> float:
        """Wait for ``seconds``, or until a device is plugged in or out, which changes the ``stamp`` of the place;
        returns the seconds of the next wait."""
        now = time.monotonic()
        ends = now + seconds
        while not self._closing.is_set() and now < ends:
            if self._place.stamp() != stamp:
                return self._timings.first_back_off
            wait = min(ends - now, self._timings.first_back_off)
            select.select([self._wake.fileno()], [], [], wait)
            self._wake.clear()
            self._refuse_orders("no board is ready")
            now = time.monotonic()
        return min(2 * seconds, self._timings.longest_back_off)
