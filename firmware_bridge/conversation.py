"""The host's side of the wire, with no input or output of its own: bytes and the time in, bytes and events out.

One command is pending at a time. It is sent again when its reply is late, and the link is lost when that does not
help. Replies are matched by kind and number, so scans and presses may come between. The board knows nothing about the
game: after it has restarted, the host sends everything again.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from common.message import Message
from firmware_bridge import messages, port_troubles
from firmware_bridge.board_storage import BoardStorage, StorageOrder, StorageRequest
from firmware_bridge.codec import DELIMITER, VERSION, Decoder, WireFrame, encode
from firmware_bridge.link_health import LinkHealth, RoundTrip, Timings
from firmware_bridge.messages import (
    ButtonMessage,
    Command,
    Configure,
    ConfigureReply,
    Hello,
    HelloRequest,
    LedFrame,
    LedShown,
    LogMessage,
    Nak,
    OtherVersion,
    Ping,
    Pong,
    Scan,
    StoreWiring,
)
from firmware_bridge.payloads import PayloadError
from hardware.board import ALL_DARK, SQUARE_COUNT, BoardEvent, ButtonPressed, Counters, Frame, Lights, LinkState
from hardware.board import LinkChanged as Changed
from hardware.calibration import Calibration
from hardware.device import PINS_UNUSED, StoragePolicy, StoredState, fault_lines, keep_as_stored
from hardware.sensor_types import USUAL_SENSOR, Sensor

_LOG = logging.getLogger(__name__)
_HALF_OF_NUMBERS = 0x8000
WORKING = (LinkState.READY, LinkState.DEGRADED)
"""The states in which frames come."""


class LinkError(OSError):
    """The board has gone, or does not follow the protocol.

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

    Call ``begin`` at each opening; then ``receive`` what has come, ``tick`` afterwards, write ``take_output`` and pass
    ``take_events`` on; nothing needs doing before ``due``. All times are in seconds on one clock. ``receive`` and
    ``tick`` raise LinkError. Lights must be within ``budget_ma`` already. ``policy`` decides what the board shall
    store, each time before it becomes ready. ``sensor`` is what the board file says of its sensors.
    """

    def __init__(
        self,
        timings: Timings,
        *,
        budget_ma: int,
        scan_hz: int,
        policy: StoragePolicy = keep_as_stored,
        sensor: Sensor = USUAL_SENSOR,
    ) -> None:
        self._timings = timings
        self._storage = BoardStorage(policy, sensor)
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
        """Forget what was sent to the board and what it has said."""
        self.disconnect("the board has restarted")
        self._shown: Lights | None = None
        self._configured = False
        self._last: Frame | None = None
        self._last_heard = self._last_scan = self._last_sent = now
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
        """The calibration by which counts become fields."""
        return self._storage.calibration

    @property
    def stored(self) -> StoredState | None:
        """What the board has reported that it stores."""
        return self._storage.stored

    @property
    def counters(self) -> Counters:
        """What the link has seen since the start."""
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
        """Whether there is nothing left to darken: the board reports that it is dark, or does not listen anyway."""
        if self._state not in (LinkState.SYNC, *WORKING):
            return True
        lighting = self._pending is not None and isinstance(self._pending.request.command, LedFrame)
        return self._shown == ALL_DARK and self._wanted == ALL_DARK and not lighting

    def begin(self, now: float) -> None:
        """The port has been opened."""
        self._decoder.reset()
        self._output = bytearray(DELIMITER)  # ends a partial frame in the board's buffer
        self._greet(now, "asking the board who it is")

    def show(self, lights: Lights) -> None:
        """Show these lights; the latest wins."""
        self._wanted = lights

    def store(self, order: StorageOrder) -> None:
        """Have the board store something; the order fails at once if that is not possible."""
        if self._hello is None or self._state not in WORKING:
            order.done("no board is ready")
        else:
            self._storage.order(self._hello, order)

    def disconnect(self, why: str) -> None:
        """Drop what is pending, and forget what the board stores."""
        self.refuse_orders(why)
        self._storage.forget()

    def refuse_orders(self, why: str) -> None:
        """Fail all orders to store something, with this reason."""
        waiting, self._pending = self._pending, None
        if waiting is not None and waiting.request.order is not None:
            waiting.request.order.done(why)
        self._storage.refuse_orders(why)

    def shut_down(self, now: float) -> None:
        """Darken at once. From now on a board that is only slow is not given up: nothing comes after it."""
        self._shutting_down = True
        self._wanted = ALL_DARK
        self._lights_at = now

    def take_output(self) -> bytes:
        """The bytes to write."""
        output, self._output = bytes(self._output), bytearray()
        return output

    def take_events(self) -> list[BoardEvent]:
        """What has happened since the last call, in order."""
        events, self._events = self._events, []
        return events

    def due(self) -> float:
        """When ``tick`` has something to do, if nothing is received before."""
        if self._state in (LinkState.HELLO, LinkState.REFUSED):
            return self._ask_at
        times = [self._last_heard + self._timings.silence, self._last_scan + self._timings.silence]
        if self._state is LinkState.READY:
            times.append(self._last_scan + self._timings.late)
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
            self._command(Configure(self._scan_hz), now)
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
                self._malformed += 1  # our own messages, which something echoes, or an answer to what was not asked
                return
        self._last_heard = now

    def _receive_hello(self, hello: Hello, now: float) -> None:
        if (hello.sensors, hello.lights) != (SQUARE_COUNT, SQUARE_COUNT):
            found = f"{hello.sensors} sensors and {hello.lights} lights"
            needed = f"{SQUARE_COUNT} of each are needed"
            self._refuse(f"the board {hello.name!r} has {found}; {needed}", now, port_troubles.other_size(hello))
            return
        known, self._hello = self._hello, hello
        self._description = "; ".join((f"{hello.name}, firmware {hello.firmware}", *fault_lines(hello.faults)))
        if hello.faults & PINS_UNUSED:
            self._refuse(self._description, now, *port_troubles.unused_pins(hello))
            return
        if self._state in (LinkState.HELLO, LinkState.REFUSED):
            self._forget(now)
            self._change(LinkState.SYNC, self._description)
        elif known is None or (known.unique_id, known.boots) != (hello.unique_id, hello.boots):
            self._forget(now)
            self._change(LinkState.SYNC, f"{hello.name} has restarted ({hello.reset.name.lower()})")

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
        counts = scan.counts
        self._last = Frame(
            at, number, self._storage.calibration.fields(counts), self._storage.calibration.clipped(counts)
        )
        if self._state is LinkState.SYNC:
            self._readies += 1
            self._change(LinkState.READY, self._description)
        self._frames += 1
        self._events.append(self._last)

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
                self._last_scan = now
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
            self._shown = None  # a board with a new wiring darkens
        # After a retry it is not known which try was answered (Karn's rule), and storing takes longer than replying.
        if waiting.tries == 1 and order is None:
            self._round_trip.add(now - waiting.first_sent)

    def _change(self, state: LinkState, detail: str) -> None:
        if (state, detail) != (self._state, self._detail):  # a board that is refused again says nothing new
            self._events.append(Changed(state, detail))
        self._state, self._detail = state, detail
