"""Serves the board's side of the wire: answers commands, scans at the configured rate, and limits the lights. When the
host has gone it stops scanning and shows that it waits. It behaves like `firmware_bridge.agent`."""

import messages
import protocol
from codec import Decoder, crc16, encode
from lights import LASTS_MS, STEP_MS, current, limit, waiting_lights

TYPE_CHECKING = False  # there is no module typing on a microcontroller
if TYPE_CHECKING:
    from collections.abc import Callable

    from board import Board

BUTTONS_MS = 5
"""The time between two reads of the buttons."""
IDLE_MS = 100
"""The longest wait while idle."""
SCALE_LATE_MS = 1000
"""The time without a reading of the scale after which its converters are reset. They need up to 400 ms then."""

_UNSENT_LIMIT = 64
_WEIGHTS_LIMIT = 8  # a tenth of a second of them
_PACKET = 64
"""The bytes of a packet of USB."""
_DARK = 75


class Service:
    """Serves a board. Call ``receive`` with the received bytes, then ``tick``, and write ``next_output`` as long as
    there is room; nothing is due for ``wait`` ms. Times are in ms since the board started."""

    def __init__(self, board: "Board", now: int) -> None:
        self._board = board
        self._silence = board.silence_ms
        self._decoder = Decoder()
        self._malformed = 0
        self._dropped = 0
        self._unsent: list[bytearray] = []
        self._scan: bytearray | None = None
        self._scans = 0
        self._weights: list[bytearray] = []
        self._weighings = 0
        self._weighs = False
        self._weighed = now
        self._silent: list = []
        self._seq = 0
        self._last_heard = now
        self._period = 0
        self._due = 0
        self._lit = False
        self._waiting: int | None = now
        self._step: int | None = None
        self._leaving = False
        self._answers = {
            protocol.HELLO_REQUEST: self._hello,
            protocol.CONFIGURE: self._configure,
            protocol.LED_FRAME: self._show,
            protocol.CALIBRATION_REQUEST: self._send_calibration,
            protocol.PING: self._pong,
            protocol.STORE_CALIBRATION: self._store_calibration,
            protocol.WIRING_REQUEST: self._send_wiring,
            protocol.STORE_WIRING: self._store_wiring,
            protocol.LEAVE: self._leave,
        }
        self.say(protocol.HELLO, None, *board.hello())

    @property
    def left(self) -> bool:
        """Return whether the host wants the console and has got the reply."""
        return self._leaving and not self._unsent

    def wait(self, now: int) -> int:
        """Return the ms until something other than reading is due."""
        if self._leaving:
            return 0
        if self._period:
            return max(0, min(self._due - now, BUTTONS_MS))
        return STEP_MS // 2 if self._waiting is not None else IDLE_MS

    def tick(self, now: int) -> None:
        """Scan if it is due; show that the board waits if the host has gone."""
        if now - self._last_heard >= self._silence:
            self._stop()
            if self._waiting is None and self._lit:
                self._waiting, self._step = now, None
        if self._waiting is not None:
            self._show_waiting(now - self._waiting)
        if self._period:
            for button in self._board.presses(now):
                self._send_press(button, now)
            if now >= self._due:
                self._measure(now)
            if self._weighs:
                self._weigh(now)

    def receive(self, data: bytes | bytearray, now: int) -> None:
        """Process bytes from the host."""
        for version, kind, seq, payload in self._decoder.feed(data):
            self._answer(version, kind, seq, payload, now)

    def next_output(self) -> bytearray | None:
        """Return the next frame to write: answers and presses in order, then weights, then the newest unsent
        scan."""
        if self._unsent:
            return self._unsent.pop(0)
        if self._weights:
            return self._weights.pop(0)
        scan, self._scan = self._scan, None
        return scan

    def rest(self) -> None:
        """Turn the lights off and stop scanning."""
        self._stop()
        self._waiting = None
        self._set_lights(bytearray(_DARK))

    def say(self, kind: int, seq: int | None, *values: object) -> None:
        """Queue a message; if the host does not read, the oldest is dropped. Without ``seq`` it gets the next
        number."""
        if len(self._unsent) >= _UNSENT_LIMIT:
            self._unsent.pop(0)
        self._unsent.append(encode(kind, self._next_seq() if seq is None else seq, messages.pack(kind, *values)))

    def _next_seq(self) -> int:
        self._seq = self._seq + 1 & 0xFF
        return self._seq

    def _stop(self) -> None:
        if self._period:
            self._period = 0
            self._scan = None
            self._unsent.clear()
            self._weights.clear()

    def _show_waiting(self, lasted: int) -> None:
        if lasted >= LASTS_MS:
            self._waiting = None
            self._set_lights(bytearray(_DARK))
        elif lasted // STEP_MS != self._step:
            self._step = lasted // STEP_MS
            colours = waiting_lights(lasted)
            limit(colours, self._board.budget_ma)
            self._set_lights(colours)

    def _set_lights(self, colours: bytearray) -> None:
        self._board.show(colours)
        self._lit = any(colours)

    def _send_press(self, button: int, now: int) -> None:
        self.say(protocol.BUTTON, None, now & 0xFFFFFFFF, button)

    def _measure(self, now: int) -> None:
        self._due += self._period
        if self._due <= now:
            # After a stall the missed scans are skipped, since they would all measure the same time.
            self._due = now + self._period
        if self._scan is not None:
            self._dropped += 1
        counts = self._board.scan()
        for line in self._board.notes():
            self.say(protocol.LOG, None, protocol.LOG_WARNING, line)
        for button in self._board.presses(now):
            self._send_press(button, now)
        payload = messages.pack(protocol.SCAN, now & 0xFFFFFFFF, self._scans & 0xFFFF, counts, 0, self._board.further)
        self._scan = encode(protocol.SCAN, self._next_seq(), payload)
        if len(self._scan) > _PACKET:
            # A byte at a time it would take longer than the scan. Zeros between frames mean nothing.
            self._scan += bytes(-len(self._scan) % _PACKET)
        self._scans += 1

    def _weigh(self, now: int) -> None:
        """Send a reading of the scale, if there is one."""
        counts = self._board.weigh()
        if counts is None:
            if now - self._weighed >= SCALE_LATE_MS:
                self._weighed = now
                self._report_silent(self._board.silent_cells())
            return
        self._weighed = now
        if len(self._weights) >= _WEIGHTS_LIMIT:
            self._weights.pop(0)
        payload = messages.pack(protocol.WEIGHTS, now & 0xFFFFFFFF, self._weighings & 0xFFFF, counts)
        self._weights.append(encode(protocol.WEIGHTS, self._next_seq(), payload))
        self._weighings += 1

    def _report_silent(self, cells: list) -> None:
        """Log which load cells send nothing, once for each set of them."""
        if cells and cells != self._silent:
            self.say(protocol.LOG, None, protocol.LOG_WARNING, f"load cells that send nothing: {cells}")
        self._silent = cells

    def _answer(self, version: int, kind: int, seq: int, payload: bytes, now: int) -> None:
        if kind & protocol.REPLY or kind in protocol.UNASKED:
            self._malformed += 1  # a board's message: something echoes ours
            return
        answer = self._answers.get(kind)
        if answer is None or (version != protocol.VERSION and kind != protocol.HELLO_REQUEST):
            code = protocol.NAK_UNKNOWN_KIND if answer is None else protocol.NAK_MALFORMED
        else:
            try:
                code = answer(messages.unpack(kind, payload), seq, now)
            except messages.ChecksumError:
                code = protocol.NAK_CHECKSUM
            except messages.PayloadError:
                code = protocol.NAK_MALFORMED
        self._last_heard = now
        if code:
            self._malformed += code != protocol.NAK_CANNOT_STORE
            self.say(protocol.NAK, seq, code, kind)

    # The commands: each takes the values of its message, seq and now, answers, and returns the code of its refusal, or
    # 0.

    def _hello(self, values: tuple, seq: int, now: int) -> int:
        return self._reply(protocol.HELLO, seq, *self._board.hello())

    def _configure(self, values: tuple, seq: int, now: int) -> int:
        scan_hz = min(values[0], self._board.fastest)
        if scan_hz:
            if not self._period:
                self._board.presses(now)  # drops earlier presses
                self._board.recall()
            self._period = 1000 // scan_hz
            self._weighs = len(values) > 1 and bool(values[1] & 1)
            self._weighed = now
            self._due = now + self._period
        return self._reply(protocol.CONFIGURED, seq, scan_hz)

    def _show(self, values: tuple, seq: int, now: int) -> int:
        budget, colours = values[0], bytearray(values[1])
        limited = limit(colours, min(budget, self._board.budget_ma))
        self._waiting = None
        self._set_lights(colours)
        return self._reply(protocol.LED_SHOWN, seq, current(colours), limited)

    def _send_calibration(self, values: tuple, seq: int, now: int) -> int:
        calibration = self._board.calibration
        return self._reply(protocol.CALIBRATION, seq, calibration.payload, calibration.stored)

    def _send_wiring(self, values: tuple, seq: int, now: int) -> int:
        wiring = self._board.wiring
        return self._reply(protocol.WIRING, seq, wiring.payload, wiring.stored)

    def _pong(self, values: tuple, seq: int, now: int) -> int:
        errors = min(self._decoder.errors + self._malformed, 0xFFFF)
        dropped = min(self._dropped, 0xFFFF)
        return self._reply(protocol.PONG, seq, values[0], self._board.boots, now & 0xFFFFFFFF, errors, dropped)

    def _store_calibration(self, values: tuple, seq: int, now: int) -> int:
        if not messages.calibrates(values[0]):
            return protocol.NAK_MALFORMED
        return self._store(protocol.CALIBRATION_STORED, self._board.store_calibration, values[0], seq)

    def _store_wiring(self, values: tuple, seq: int, now: int) -> int:
        if not messages.wires(values[0]):
            return protocol.NAK_MALFORMED
        return self._store(protocol.WIRING_STORED, self._board.store_wiring, values[0], seq)

    def _store(self, kind: int, store: "Callable[[bytes], None]", payload: bytes, seq: int) -> int:
        try:
            store(payload)
        except OSError:
            return protocol.NAK_CANNOT_STORE
        return self._reply(kind, seq, crc16(payload))

    def _leave(self, values: tuple, seq: int, now: int) -> int:
        self.rest()
        self._leaving = True
        return self._reply(protocol.LEAVING, seq)

    def _reply(self, kind: int, seq: int, *values: object) -> int:
        self.say(kind, seq, *values)
        return 0
