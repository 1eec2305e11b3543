"""A board at the end of a serial line: a Pico on USB, or any agent on a pseudo-terminal."""

from __future__ import annotations

import queue
import select
import threading
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import serial

from firmware_bridge.board_search import AtPath, BoardLocation
from firmware_bridge.board_storage import StorageOrder
from firmware_bridge.conversation import Conversation
from firmware_bridge.link_health import LinkReport, report
from firmware_bridge.messages import StoreCalibration, StoreWiring
from firmware_bridge.serial_ports import PORT_ERRORS, PortError, close_port, open_port
from firmware_bridge.timings import Timings
from firmware_bridge.wake import Wake
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
)
from hardware.calibration import Calibration
from hardware.current import DEFAULT_BUDGET_MA, limit
from hardware.storage_agreement import StoragePolicy, keep_as_stored
from hardware.wiring import Wiring

_READ_SIZE = 4096
_CLOSED = "the link to the board is closed"


class SerialBoard(Board):
    """The board at ``place``, searched for until ``close``: found when it is plugged in, found again after a loss.

    One thread of its own opens the port, talks and reads. ``budget_ma`` is what the lights may draw; ``scan_hz`` how
    many frames a second are asked for; ``policy`` decides what the board shall store whenever it has come. ``events``
    is for one reader: each event is given once, from the first on, and a slow reader misses frames but never a press or
    a link change. A frame's ``at`` and ``number`` begin anew whenever the link has become ready, but for one that was
    degraded before. Raises ValueError for a budget below what dark lights draw.
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
    ) -> None:
        self._place = AtPath(str(place)) if isinstance(place, str | Path) else place
        self._port = str(self._place)
        self._budget_ma = budget_ma
        self._lights = limit(ALL_DARK, budget_ma)
        self._timings = timings or Timings()
        self._conversation = Conversation(self._timings, budget_ma=int(budget_ma), scan_hz=scan_hz, policy=policy)
        self._queue = EventQueue(max_frames)
        self._said = LinkChanged(LinkState.SEARCH)
        self._orders: deque[StorageOrder] = deque()
        self._closing = threading.Event()
        self._wake = Wake()
        self._thread = threading.Thread(target=self._run, name=f"board link {self._place}", daemon=True)
        self._thread.start()

    def events(self) -> Iterator[BoardEvent]:
        """Frames, presses and link changes as they come; ends after ``close``."""
        while (event := self._queue.get()) is not None:
            yield event

    def show(self, lights: Lights) -> None:
        """Show these lights, dimmed to the budget, as soon as the board is there; the latest wins.

        Raises ValueError for a channel outside 0 to 255.
        """
        self._lights = limit(lights, self._budget_ma)
        self._wake.set()

    @property
    def identity(self) -> Identity | None:
        """Who the board is, once it has said so; kept while it is lost."""
        hello = self._conversation.hello
        return None if hello is None else hello.identity

    @property
    def counters(self) -> Counters:
        """What the link has seen until now."""
        return self._conversation.counters

    @property
    def report(self) -> LinkReport:
        """How the link stands now."""
        conversation = self._conversation
        return report(self._said, self._port, self.counters, conversation.hello, conversation.held)

    @property
    def calibration(self) -> Calibration | None:
        """By which counts become fields now; None while no board is there."""
        return self._conversation.calibration

    @property
    def wiring(self) -> Wiring | None:
        """By which the board scans and lights; None while no board is there, or if it cannot say."""
        held = self._conversation.held
        return None if held is None else held.wiring

    def store_calibration(self, calibration: Calibration) -> None:
        """Let the board keep this calibration and read by it; waits until it is stored, 5 s at most.

        :raises BoardRefusedError: if it is not stored, with what the board said.
        :raises ValueError: for a number that the wire cannot carry.
        """
        self._store(StoreCalibration(calibration))

    def store_wiring(self, wiring: Wiring) -> None:
        """Let the board keep this wiring and scan and light by it; waits until it is stored, 5 s at most.

        :raises BoardRefusedError: if it is not stored, with what the board said.
        """
        self._store(StoreWiring(wiring))

    def close(self) -> None:
        """Darken, wait until the board has said so or is lost, close the port, end ``events``. A board that speaks but
        never says so is given ``Timings.farewell``."""
        self._closing.set()
        self._wake.set()
        self._thread.join()

    def _store(self, message: StoreCalibration | StoreWiring) -> None:
        message.pack()  # what cannot be sent is the caller's error, and none of the link
        answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        order = StorageOrder(message, answers.put)
        self._orders.append(order)
        if self._closing.is_set():  # looked at afterwards, since the thread tells the orders that are there at its end
            raise BoardRefusedError(_CLOSED)
        self._wake.set()
        try:
            why = answers.get(timeout=self._timings.store)
        except queue.Empty:
            order.cancelled = True
            why = f"the board has not said within {self._timings.store:g} s that it has stored its {order.subject}"
        if why is not None:
            raise BoardRefusedError(why)

    def _run(self) -> None:
        back_off = self._timings.first_back_off
        self._say(LinkState.SEARCH, f"looking for a board at {self._place}")
        try:
            while not self._closing.is_set():
                before = self._conversation.counters.frames
                stamp = self._place.stamp()  # before: a board that comes while it is looked for must not be missed
                self._visit()
                if self._conversation.counters.frames > before:
                    back_off = self._timings.first_back_off
                back_off = self._rest(back_off, stamp)
                if self._said.state is LinkState.LOST:
                    self._say(LinkState.SEARCH, f"looking for a board at {self._place}")
        finally:
            self._conversation.refuse_orders(_CLOSED)
            self._refuse_orders(_CLOSED)
            self._queue.close()
            self._wake.close()

    def _visit(self) -> None:
        """Talk with the board for as long as it is there, if it is."""
        try:
            self._port = self._place.find(self.identity.unique_id if self.identity is not None else None)
            port = open_port(self._port, self._timings.write)
        except PortError as error:
            self._say(LinkState.SEARCH, str(error))
            return
        self._say(LinkState.OPEN, f"{self._port} is open")
        try:
            self._talk(port)
        except PORT_ERRORS as error:
            self._say(LinkState.LOST, str(error))
            self._conversation.break_off(f"the board is gone: {error}")
        finally:
            close_port(port)

    def _talk(self, port: serial.Serial) -> None:
        """Until the board is darkened after ``close``; raises one of the port's errors when the link is lost."""
        conversation = self._conversation
        now = time.monotonic()
        conversation.begin(now)
        farewell_ends: float | None = None
        descriptor = port.fileno()
        woken = False
        try:
            while True:
                if farewell_ends is None and self._closing.is_set():
                    conversation.farewell(now)
                    farewell_ends = now + self._timings.farewell
                if farewell_ends is None:
                    conversation.show(self._lights)
                elif conversation.dark or now >= farewell_ends:
                    return
                self._pass_orders_on()
                conversation.tick(now)
                port.write(conversation.take_output())
                self._pass_on()
                if woken:
                    # Only now that what it was woken for is on its way: each call of the system lets other threads
                    # compute first. What else it was to be woken for meanwhile is looked for once more.
                    self._wake.clear()
                    woken = False
                    continue
                due = conversation.due() if farewell_ends is None else min(conversation.due(), farewell_ends)
                ready, _, _ = select.select([descriptor, self._wake.fileno()], [], [], max(0.0, due - time.monotonic()))
                woken = self._wake.fileno() in ready
                now = time.monotonic()
                if descriptor in ready:
                    conversation.receive(port.read(_READ_SIZE), now)
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        for event in self._conversation.take_events():
            if isinstance(event, LinkChanged):
                self._said = event
            self._queue.put(event)

    def _pass_orders_on(self) -> None:
        while self._orders:
            self._conversation.store(self._orders.popleft())

    def _refuse_orders(self, why: str) -> None:
        while self._orders:
            self._orders.popleft().done(why)

    def _say(self, state: LinkState, detail: str) -> None:
        event = LinkChanged(state, detail)
        if event != self._said:
            self._said = event
            self._queue.put(event)

    def _rest(self, seconds: float, stamp: object) -> float:
        """Wait so long, or until something is plugged in or out, which has changed the ``stamp`` of the place; how long
        to wait the next time."""
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


class EventQueue:
    """Events in order. Only the newest ``max_frames`` frames wait: a frame is the whole board, so an older one that
    nobody has read yet tells nothing more. Presses and link changes are never dropped."""

    def __init__(self, max_frames: int) -> None:
        self._max_frames = max_frames
        self._frames = 0
        self._events: deque[BoardEvent] = deque()
        self._changed = threading.Condition()
        self._closed = False

    def put(self, event: BoardEvent) -> None:
        """Add an event; never blocks."""
        with self._changed:
            if isinstance(event, Frame):
                if self._frames >= self._max_frames:
                    oldest = next(index for index, waiting in enumerate(self._events) if isinstance(waiting, Frame))
                    del self._events[oldest]
                else:
                    self._frames += 1
            self._events.append(event)
            self._changed.notify()

    def get(self) -> BoardEvent | None:
        """The next event, waiting for it; None once the queue is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._events or self._closed)
            if self._closed:
                return None
            event = self._events.popleft()
            if isinstance(event, Frame):
                self._frames -= 1
            return event

    def close(self) -> None:
        """No more events, also for those who wait."""
        with self._changed:
            self._closed = True
            self._events.clear()
            self._changed.notify_all()
