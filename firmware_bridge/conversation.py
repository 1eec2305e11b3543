"""The host's side of the wire, without input or output: bytes and the time in, bytes and events out. It includes the
host's view of what the board stores.

One command is pending at a time. It is repeated when its reply is late, and the link is lost when that does not help.
Replies are matched by kind and number, so scans and presses may come between. The board knows nothing about the game:
after a restart the host sends everything again.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from common.message import Message
from firmware_bridge import messages, port_troubles
from firmware_bridge.codec import DELIMITER, VERSION, Decoder, WireFrame, encode
from firmware_bridge.link_health import LinkHealth, RoundTrip, Timings
from firmware_bridge.messages import (
    ButtonMessage,
    CalibrationMessage,
    CalibrationRequest,
    CalibrationStored,
    Capability,
    Command,
    Configure,
    ConfigureReply,
    Hello,
    HelloRequest,
    LedFrame,
    LedShown,
    LogMessage,
    Nak,
    NakCode,
    OtherVersion,
    PayloadError,
    Ping,
    Pong,
    Reply,
    Scan,
    StoreCalibration,
    StoreWiring,
    WeightsMessage,
    WiringMessage,
    WiringRequest,
    WiringStored,
)
from hardware.board import (
    ALL_DARK,
    SQUARE_COUNT,
    BoardEvent,
    ButtonPressed,
    Counters,
    Frame,
    Lights,
    LinkState,
    ScaleInUse,
    Weighed,
)
from hardware.board import LinkChanged as Changed
from hardware.calibration import Calibration
from hardware.device import PINS_UNUSED, StoragePolicy, StoredState, fault_lines, keep_as_stored
from hardware.scale import MeasuredScale, Scale
from hardware.sensor_layout import Channel
from hardware.sensor_types import USUAL_SENSOR, Sensor

# ---- The conversation


_HALF_OF_NUMBERS = 0x8000
_HALF_OF_TIMES = 0x80000000
WORKING = (LinkState.READY, LinkState.DEGRADED)
"""The states in which frames come."""


class LinkError(OSError):
    """The board has gone, or violates the protocol.

    Example scenarios: no answer to five tries, three seconds of silence, a command refused.
    """


@dataclass(slots=True)
class _Pending:
    """The command that awaits its reply. ``due`` is when it is sent again."""

    request: StorageRequest
    frame: WireFrame
    first_sent: float
    due: float
    patience: float
    tries: int = 1


class Conversation:
    """Talks with one board for as long as the program runs, however often the port is opened.

    Call ``begin`` at each opening; then call ``receive`` with the received bytes and ``tick``, write ``take_output``
    and pass ``take_events`` on. Nothing is due before ``due``. All times are in seconds on one clock. ``receive`` and
    ``tick`` raise LinkError. Lights must be within ``budget_ma`` already. ``policy`` decides what the board stores,
    each time before it becomes ready. ``sensor`` and ``further`` describe its sensors by the board file. A board that
    has no such further channels is refused; those that only the board has are left out. ``scale`` is that of the board
    file: a board that sends no weights of such a scale is played at without them, since its frames are whole and all
    can be done by touch.
    """

    def __init__(  # noqa: PLR0913 - what a conversation is about, each with a default
        self,
        timings: Timings,
        *,
        budget_ma: int,
        scan_hz: int,
        policy: StoragePolicy = keep_as_stored,
        sensor: Sensor = USUAL_SENSOR,
        further: Sequence[Channel] = (),
        scale: Scale | None = None,
    ) -> None:
        self._timings = timings
        self._scale = scale
        self._further = tuple(further)
        self._storage = BoardStorage(policy, sensor, self._further)
        self._budget_ma = budget_ma
        self._scan_hz = scan_hz
        self._decoder = Decoder()
        self._malformed = 0
        self._frames = 0
        self._missed = 0
        self._retransmits = 0
        self._bad = 0
        self._readies = 0
        self._board_broken = self._board_dropped = 0
        self._health = LinkHealth(timings.window)
        self._round_trip = RoundTrip(timings.first_patience, timings.longest_patience)
        self._seq = 0
        self._output = bytearray()
        self._events: list[BoardEvent] = []
        self._wanted = ALL_DARK
        self._hello: Hello | None = None
        self._weighs = False
        self._in_use: Scale | None = None
        self._description = ""
        self._state = LinkState.SEARCH
        self._detail = ""
        self._refusals: tuple[Message, ...] = ()
        self._ask_at = 0.0
        self._ask_every = timings.hello_every
        self._pending: _Pending | None = None
        self._shutting_down = False
        self._forget(0.0)

    def _forget(self, now: float) -> None:
        """Forget everything that was sent to the board and received from it."""
        self.disconnect("the board has restarted")
        self._shown: Lights | None = None
        self._configured = False
        self._last: Frame | None = None
        self._weighed: Weighed | None = None
        self._last_heard = self._last_scan = self._last_weights = self._last_sent = now
        self._lights_at = now
        self._health.forget()

    @property
    def state(self) -> LinkState:
        """HELLO, REFUSED, SYNC, READY or DEGRADED (SEARCH before it begins)."""
        return self._state

    @property
    def refusals(self) -> tuple[Message, ...]:
        """Why a board was refused last."""
        return self._refusals

    @property
    def hello(self) -> Hello | None:
        """The last hello of the board."""
        return self._hello

    @property
    def calibration(self) -> Calibration | None:
        """The calibration that converts counts to fields."""
        return self._storage.calibration

    @property
    def scale(self) -> Scale | None:
        """The scale that converts counts to loads: that of the board file, with what was measured of it."""
        return self._in_use

    def weigh_by(self, measured: MeasuredScale) -> None:
        """Convert counts to loads by what was measured of the scale, from now on and as long as this board comes
        back."""
        self._storage.weigh_by(measured)
        if self._state in WORKING:
            self._use_scale()

    @property
    def stored(self) -> StoredState | None:
        """What the board has reported that it stores."""
        return self._storage.stored

    @property
    def counters(self) -> Counters:
        """What the link has counted since the start."""
        return Counters(
            frames=self._frames,
            missed=self._missed,
            crc_errors=self._decoder.crc_errors,
            overflows=self._decoder.overflows,
            malformed=self._decoder.malformed + self._malformed,
            retransmits=self._retransmits,
            reconnects=max(0, self._readies - 1),
            rtt_ms=self._round_trip.mean_ms,
            board_broken=self._board_broken,
            board_dropped=self._board_dropped,
        )

    @property
    def dark(self) -> bool:
        """Whether no light is left to turn off: the board reports that it is dark, or does not listen."""
        if self._state not in (LinkState.SYNC, *WORKING):
            return True
        lighting = self._pending is not None and isinstance(self._pending.request.command, LedFrame)
        return self._shown == ALL_DARK and self._wanted == ALL_DARK and not lighting

    def begin(self, now: float) -> None:
        """Start a conversation: the port has been opened."""
        self._decoder.reset()
        self._output = bytearray(DELIMITER)  # ends a partial frame in the board's buffer
        self._greet(now, "asking the board who it is")

    def show(self, lights: Lights) -> None:
        """Show these lights; the latest call wins."""
        self._wanted = lights

    def store(self, order: StorageOrder) -> None:
        """Store something on the board; the order fails at once if that is not possible."""
        if self._hello is None or self._state not in WORKING:
            order.done("no board is ready")
        else:
            self._storage.order(self._hello, order)

    def disconnect(self, why: str) -> None:
        """Drop the pending command, and forget what the board stores."""
        self.refuse_orders(why)
        self._storage.forget()

    def refuse_orders(self, why: str) -> None:
        """Fail all orders to store something, with this reason."""
        waiting, self._pending = self._pending, None
        if waiting is not None and waiting.request.order is not None:
            waiting.request.order.done(why)
        self._storage.refuse_orders(why)

    def shut_down(self, now: float) -> None:
        """Turn the lights off at once. From now on the link waits for a slow board, since it sends nothing else."""
        self._shutting_down = True
        self._wanted = ALL_DARK
        self._lights_at = now

    def take_output(self) -> bytes:
        """Take the bytes to write."""
        output, self._output = bytes(self._output), bytearray()
        return output

    def take_events(self) -> list[BoardEvent]:
        """Take the events since the last call, in order."""
        events, self._events = self._events, []
        return events

    def due(self) -> float:
        """When ``tick`` is due next, if nothing is received before."""
        if self._state in (LinkState.HELLO, LinkState.REFUSED):
            return self._ask_at
        times = [self._last_heard + self._timings.silence, self._last_scan + self._timings.silence]
        if self._state is LinkState.READY:
            times.append(self._last_scan + self._timings.late)
            if self._weighs:
                times.append(self._last_weights + self._timings.late)
        if self._pending is not None:
            times.append(self._pending.due)
        else:
            times.append(self._last_sent + self._timings.ping_after)
            if self._wanted != self._shown:
                times.append(self._lights_at)
        return min(times)

    def receive(self, data: bytes, now: float) -> None:
        """Process bytes from the board."""
        for frame in self._decoder.feed(data):
            try:
                message = messages.from_frame(frame)
            except PayloadError as error:
                self._malformed += 1
                _LOG.debug("dropped a frame: %s", error)
                continue
            self._dispatch(message, frame.seq, now)

    def tick(self, now: float) -> None:
        """Send what is due."""
        if self._state in (LinkState.HELLO, LinkState.REFUSED):
            if now >= self._ask_at:
                self._ask_at = now + self._ask_every
                self._write(messages.to_frame(HelloRequest(), self._next_seq()), now)
            return
        if now - self._last_heard >= self._timings.silence:
            raise LinkError(f"the board has been silent for {self._timings.silence:g} s")
        if now - self._last_scan >= self._timings.silence:
            raise LinkError(f"the board answers, but has sent no reading for {self._timings.silence:g} s")
        if self._pending is None:
            self._send_next(now)
        elif now >= self._pending.due:
            self._send_again(self._pending, now)
        if self._state in WORKING:
            self._judge(now)

    def _judge(self, now: float) -> None:
        late = ""
        if now - self._last_scan >= self._timings.late:
            late = f"no reading for {self._timings.late:g} s"
        elif self._pending is not None and now - self._pending.first_sent >= self._timings.late:
            late = f"no reply for {self._timings.late:g} s"
        elif self._weighs and now - self._last_weights >= self._timings.late:
            late = f"its scale has sent nothing for {self._timings.late:g} s"
        bad = self._missed + self._retransmits + self._decoder.broken + self._malformed
        same = bad == self._bad and self._detail == self._description
        if same and not late and now < self._health.due:
            return
        self._bad = bad
        self._health.judge(now, self.counters, late)
        if self._health.trouble:
            self._change(LinkState.DEGRADED, f"{self._description}: {self._health.trouble}")
        else:
            self._change(LinkState.READY, self._description)

    def _send_next(self, now: float) -> None:
        request = None if self._hello is None or self._storage.done else self._storage.next(self._hello)
        if request is not None:
            # Writing to flash takes a board longer than replying.
            patience = self._round_trip.patience if request.order is None else self._timings.longest_patience
            self._send(request, now, patience)
        elif self._shown is None or (self._shown != self._wanted and now >= self._lights_at):
            self._lights_at = now + self._timings.between_lights
            self._command(LedFrame(self._wanted, self._budget_ma), now)
        elif not self._configured:
            self._command(Configure(self._scan_hz, self._weighs), now)
        elif now - self._last_sent >= self._timings.ping_after:
            self._command(Ping(int(now * 1000) & 0xFFFFFFFF), now)

    def _command(self, command: Command, now: float) -> None:
        self._send(StorageRequest(command), now, self._round_trip.patience)

    def _send(self, request: StorageRequest, now: float, patience: float) -> None:
        frame = messages.to_frame(request.command, self._next_seq())
        self._pending = _Pending(request, frame, now, now + patience, patience)
        self._write(frame, now)

    def _send_again(self, waiting: _Pending, now: float) -> None:
        if waiting.tries >= self._timings.tries and not self._shutting_down:
            raise LinkError(f"no answer to {waiting.request.command.KIND.name} after {waiting.tries} tries")
        waiting.tries += 1
        waiting.patience = min(2 * waiting.patience, self._timings.longest_patience)
        waiting.due = now + waiting.patience
        self._retransmits += 1
        self._write(waiting.frame, now)

    def _write(self, frame: WireFrame, now: float) -> None:
        self._output += encode(frame)
        self._last_sent = now

    def _next_seq(self) -> int:
        self._seq = (self._seq + 1) & 0xFF
        return self._seq

    def _dispatch(self, message: messages.Message | OtherVersion, seq: int, now: float) -> None:
        match message:
            case OtherVersion(major, minor):
                versions = f"the board speaks protocol {major}.{minor}, this program {VERSION}.{messages.MINOR}"
                self._refuse(f"{versions}: update the older of the two", now, port_troubles.other_version(message))
            case Hello():
                self._receive_hello(message, now)
            case Scan():
                self._scan(message, now)
            case ButtonMessage(t_ms, button):
                if self._state in WORKING:
                    self._events.append(ButtonPressed(t_ms, button))
            case WeightsMessage():
                self._weigh(message, now)
            case LogMessage(level, text):
                printable = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
                _LOG.log(min(level, logging.CRITICAL), "board: %s", printable)
            case (
                ConfigureReply()
                | LedShown()
                | Pong()
                | Nak()
                | messages.CalibrationMessage()
                | messages.WiringMessage()
                | messages.CalibrationStored()
                | messages.WiringStored()
            ):
                self._reply(message, seq, now)
            case _:
                self._malformed += 1  # an echo of our own messages, or an unrequested answer
                return
        self._last_heard = now

    def _receive_hello(self, hello: Hello, now: float) -> None:
        if (hello.sensors, hello.lights) != (SQUARE_COUNT, SQUARE_COUNT):
            found = f"{hello.sensors} sensors and {hello.lights} lights"
            needed = f"{SQUARE_COUNT} of each are needed"
            self._refuse(f"the board {hello.name!r} has {found}; {needed}", now, port_troubles.other_size(hello))
            return
        if self._further and hello.further != len(self._further):
            found = f"sends {hello.further} values of further sensors; its board file has {len(self._further)}"
            self._refuse(f"the board {hello.name!r} {found}", now, port_troubles.other_further(hello, self._further))
            return
        known, self._hello = self._hello, hello
        left_out = (f"{hello.further} values of further sensors, which its board file has not, are left out",)
        self._weighs = self._scale is not None and hello.cells == len(self._scale.cells)
        self._in_use = self._in_use if self._weighs else None
        self._description = "; ".join(
            (
                f"{hello.name}, firmware {hello.firmware}",
                *(left_out if hello.further > len(self._further) else ()),
                *self._about_scale(hello),
                *fault_lines(hello.faults),
            )
        )
        if hello.faults & PINS_UNUSED:
            self._refuse(self._description, now, *port_troubles.unused_pins(hello))
            return
        if self._state in (LinkState.HELLO, LinkState.REFUSED):
            self._forget(now)
            self._change(LinkState.SYNC, self._description)
        elif known is None or (known.unique_id, known.boots) != (hello.unique_id, hello.boots):
            self._forget(now)
            self._change(LinkState.SYNC, f"{hello.name} has restarted ({hello.reset.name.lower()})")

    def _about_scale(self, hello: Hello) -> tuple[str, ...]:
        """Return a line if board and board file do not have the same scale."""
        if self._scale is None:
            return (f"its {hello.cells} load cells, which its board file has not, are left out",) if hello.cells else ()
        if self._weighs:
            return ()
        found = f"it has {hello.cells} load cells" if hello.cells else "it sends no weights"
        return (
            f"{found}, unlike the [scale] of its board file, so its scale is not used: give it the newest firmware and"
            " this board file with thera board flash",
        )

    def _refuse(self, detail: str, now: float, *why: Message) -> None:
        self._forget(now)
        self._ask_every = self._timings.refused_every
        self._ask_at = now + self._ask_every
        self._refusals = why
        self._change(LinkState.REFUSED, detail)

    def _greet(self, now: float, detail: str) -> None:
        self._forget(now)
        self._ask_at = now
        self._ask_every = self._timings.hello_every
        self._change(LinkState.HELLO, detail)

    def _scan(self, scan: Scan, now: float) -> None:
        if self._storage.calibration is None or not self._configured:
            return
        if len(scan.further) < len(self._further):
            self._malformed += 1
            return
        self._last_scan = now
        at, number = scan.t_ms, scan.number
        if self._last is not None:
            step = (number - self._last.number) & 0xFFFF
            if not 0 < step < _HALF_OF_NUMBERS:
                self._greet(now, "the board has restarted its count of readings")
                return
            self._missed += step - 1
            number = self._last.number + step
            at = self._last.at + ((at - self._last.at) & 0xFFFFFFFF)
        counts = scan.counts + scan.further[: len(self._further)]
        self._last = Frame(
            at, number, self._storage.calibration.fields(counts), self._storage.calibration.clipped(counts)
        )
        if self._state is LinkState.SYNC:
            self._readies += 1
            self._use_scale()
            self._change(LinkState.READY, self._description)
        self._frames += 1
        self._events.append(self._last)

    def _use_scale(self) -> None:
        """Say by which scale loads are made from now on, on a board that weighs."""
        if self._scale is None or not self._weighs:
            return
        measured = self._storage.scale
        self._in_use = self._scale
        if measured is not None:
            try:
                self._in_use = self._scale.calibrated_by(measured)
            except ValueError as error:
                _LOG.warning("what was measured of the scale of this board is not used: %s", error)
        self._events.append(ScaleInUse(self._in_use))

    def _weigh(self, weights: WeightsMessage, now: float) -> None:
        scale = self._in_use
        if scale is None or not self._weighs or self._last is None or self._state not in WORKING:
            return
        if len(weights.counts) != len(scale.cells):
            self._malformed += 1
            return
        number = weights.number
        if self._weighed is not None:
            step = (number - self._weighed.number) & 0xFFFF
            if not 0 < step < _HALF_OF_NUMBERS:
                return  # a board that has restarted is noticed by its scans
            number = self._weighed.number + step
        self._last_weights = now
        # It may be a little older or newer than the last frame, whose time has been unwrapped.
        past = (weights.t_ms - self._last.at + _HALF_OF_TIMES) & 0xFFFFFFFF
        self._weighed = Weighed(self._last.at + past - _HALF_OF_TIMES, number, scale.loads(weights.counts))
        self._events.append(self._weighed)

    def _reply(self, reply: messages.Reply, seq: int, now: float) -> None:
        waiting = self._pending
        if waiting is None or seq != waiting.frame.seq:
            return  # the second answer to a command that was sent twice
        command, order = waiting.request.command, waiting.request.order
        match command, reply:
            case LedFrame(lights), LedShown():
                self._shown = lights
            case Configure(), ConfigureReply():
                self._configured = True
                self._last_scan = self._last_weights = now
            case Ping(echo), Pong(echoed, boots) if echo == echoed:
                self._board_broken, self._board_dropped = reply.errors, reply.dropped
                if self._hello is not None and boots != self._hello.boots:
                    self._greet(now, f"the board has restarted (boot {boots})")
                    return
            case _, Nak(code, refused) if refused == command.KIND:
                if order is None:
                    raise LinkError(f"the board refuses {command.KIND.name}: {code.name.lower()}")
                order.refuse(code)
            case _ if not self._storage.receive(waiting.request, reply):
                return
        self._pending = None
        if isinstance(command, StoreWiring):
            self._shown = None  # a board with a new wiring turns its lights off
        # After a retry it is not known which try was answered (Karn's rule), and storing takes longer than replying.
        if waiting.tries == 1 and order is None:
            self._round_trip.add(now - waiting.first_sent)

    def _change(self, state: LinkState, detail: str) -> None:
        if (state, detail) != (self._state, self._detail):  # a board that is refused again changes nothing
            self._events.append(Changed(state, detail))
        self._state, self._detail = state, detail


# ---- What the board stores
#
# It is fetched, agreed upon, and stored by orders.


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
    """A calibration or wiring to store on a board. ``done`` is called once: with None when it is stored, or with a line
    that says why it is not. An order that was ``cancelled`` before it was sent is not sent."""

    message: StoreCalibration | StoreWiring
    done: Callable[[str | None], None]
    cancelled: bool = False

    def confirm(self, reply: CalibrationStored | WiringStored) -> bool:
        """Handle the board's confirmation; returns whether it confirms this order."""
        right = reply.checksum == self.message.values.checksum
        self.done(None if right else f"the board has stored another {self.subject} than it was given")
        return right

    def refuse(self, code: NakCode) -> None:
        """Handle the board's refusal."""
        self.done(f"the board does not store its {self.subject}: {_REFUSALS[code]}")

    @property
    def subject(self) -> str:
        """The subject of the order."""
        return "calibration" if isinstance(self.message, StoreCalibration) else "wiring"


@dataclass(frozen=True, slots=True)
class StorageRequest:
    """A command about what the board stores, and the order that it carries out, if any."""

    command: Command
    order: StorageOrder | None = None


class BoardStorage:
    """What the board has stored, and what to request and store next. ``policy`` is called once for each board that has
    reported everything; from then on ``calibration`` converts its counts to fields. The calibration clips at the end of
    the range of ``sensor``, whatever margin the board has stored. How ``further`` channels are converted is not stored
    on a board: the board file says it. Nor is what was measured of its scale: ``scale`` has it as long as the same
    board comes back.
    """

    def __init__(self, policy: StoragePolicy, sensor: Sensor, further: Sequence[Channel] = ()) -> None:
        self._further = further
        self._policy = policy
        self._sensor = sensor
        self._orders: deque[StorageOrder] = deque()
        self.calibration: Calibration | None = None
        self.done = False
        """Whether nothing is left to request or to store."""
        self.scale: MeasuredScale | None = None
        self._board = ""
        self._reported_calibration: CalibrationMessage | None = None
        self._reported_wiring: WiringMessage | None = None

    def forget(self) -> None:
        """Forget the board."""
        self.done = False
        self.calibration = self._reported_calibration = self._reported_wiring = None

    def weigh_by(self, measured: MeasuredScale) -> None:
        """Remember what was measured of the scale of this board."""
        self.scale = measured

    def refuse_orders(self, why: str) -> None:
        """Drop the waiting orders, each with this reason."""
        orders, self._orders = self._orders, deque()
        for order in orders:
            order.done(why)

    @property
    def stored(self) -> StoredState | None:
        """What the board has reported that it stores."""
        calibration, wiring = self._reported_calibration, self._reported_wiring
        if calibration is None:
            return None
        if wiring is None:
            return StoredState(calibration.values, calibration.stored)
        return StoredState(calibration.values, calibration.stored, wiring.values, wiring.stored)

    def order(self, hello: Hello, order: StorageOrder) -> None:
        """Store something after the waiting orders; the order fails at once if this board cannot store it."""
        why = _cannot(hello, order)
        if why is None:
            self._orders.append(order)
            self.done = False
        else:
            order.done(why)

    def next(self, hello: Hello) -> StorageRequest | None:
        """Return the next command to send; None if nothing is left."""
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
        """Handle a reply; returns whether it answers this request."""
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
        """Agree on what the board stores, and order what it lacks."""
        stored = self.stored
        if stored is None:
            return
        to_store = self._policy(hello.identity, stored)
        self._use(replace(stored.calibration, further=to_store.further))
        if to_store.scale is not None or hello.unique_id != self._board:
            self.scale = to_store.scale
        self._board = hello.unique_id
        if to_store.wiring is not None:
            self.order(hello, StorageOrder(StoreWiring(to_store.wiring), _warn))
        if to_store.calibration is not None:
            # The host uses this calibration even if the board cannot store it.
            self._use(_rounded(to_store.calibration))
            self.order(hello, StorageOrder(StoreCalibration(to_store.calibration), _warn))

    def _use(self, calibration: Calibration) -> None:
        """Convert counts to fields with this calibration from now on."""
        self.calibration = calibration.clipping_as(self._sensor).with_further(self._further)


def _cannot(hello: Hello, order: StorageOrder) -> str | None:
    """Return why this board can never carry out this order; None if it can."""
    needed = Capability.STORES_CALIBRATION if order.subject == "calibration" else Capability.STORES_WIRING
    if hello.capabilities & needed:
        return None
    return f"{hello.name}, firmware {hello.firmware}, stores no {order.subject}"


def _rounded(calibration: Calibration) -> Calibration:
    """Round a calibration to single precision, as the board has it. Further channels are not stored there."""
    return replace(Calibration.unpacked(calibration.packed), further=calibration.further)


def _warn(why: str | None) -> None:
    if why is not None:
        _LOG.warning("%s", why)
