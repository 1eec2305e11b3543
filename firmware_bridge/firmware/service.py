"""The board's side of the wire: it answers commands, scans at the rate it was told, keeps the lights within its
limit, and is quiet and shows that it waits when the host has gone. It does as `firmware_bridge.service` does."""

import struct

import messages
from codec import VERSION, Decoder, crc16, encode
from current import current, limit
from waiting import LASTS_MS, STEP_MS, waiting_lights

TYPE_CHECKING = False  # there is no module typing on a microcontroller
if TYPE_CHECKING:
    from collections.abc import Callable

    from board import Board

BUTTONS_MS = 5
"""How often buttons are looked at."""
IDLE_MS = 100
"""The longest that there is nothing to do."""

_WORDS_KEPT = 64
_DARK = 75


class Service:
    """Serves a board. ``receive`` what has come, ``tick`` afterwards, write ``next_output`` as long as there is room;
    nothing needs doing for ``wait`` ms. Times are in ms since the board started. ``left`` is set when the host wants
    the console, once all has been said."""

    def __init__(self, board: "Board", now: int) -> None:
        self._board = board
        self._silence = board.silence_ms
        self._decoder = Decoder()
        self._malformed = 0
        self._dropped = 0
        self._words: list[bytearray] = []
        self._scan: bytearray | None = None
        self._scans = 0
        self._seq = 0
        self._heard = now
        self._period = 0
        self._due = 0
        self._lit = False
        self._waiting: int | None = now
        self._step: int | None = None
        self._leaving = False
        self._answers = {
            messages.HELLO_REQUEST: self._hello,
            messages.CONFIGURE: self._configure,
            messages.LED_FRAME: self._show,
            messages.CALIBRATION_REQUEST: self._tell_calibration,
            messages.PING: self._pong,
            messages.STORE_CALIBRATION: self._store_calibration,
            messages.WIRING_REQUEST: self._tell_wiring,
            messages.STORE_WIRING: self._store_wiring,
            messages.LEAVE: self._leave,
        }
        self.say(messages.HELLO_REQUEST | messages.REPLY, board.hello())

    @property
    def left(self) -> bool:
        """Whether the host wants the console, and knows that it will get it."""
        return self._leaving and not self._words

    def wait(self, now: int) -> int:
        """For how many ms there is nothing to do but to read."""
        if self._leaving:
            return 0
        if self._period:
            return max(0, min(self._due - now, BUTTONS_MS))
        return STEP_MS // 2 if self._waiting is not None else IDLE_MS

    def tick(self, now: int) -> None:
        """Scan if it is time, show that the board waits, or rest if the host is gone."""
        if now - self._heard >= self._silence:
            self._stop()
            if self._waiting is None and self._lit:
                self._waiting, self._step = now, None
        if self._waiting is not None:
            self._wait_visibly(now - self._waiting)
        if self._period:
            for button in self._board.presses(now):
                self._tell_press(button, now)
            if now >= self._due:
                self._measure(now)

    def receive(self, data: bytes | bytearray, now: int) -> None:
        """Bytes have come."""
        for version, kind, seq, payload in self._decoder.feed(data):
            self._answer(version, kind, seq, payload, now)

    def next_output(self) -> bytearray | None:
        """The next frame to write: answers and presses in order, then the newest scan if it is still unsent."""
        if self._words:
            return self._words.pop(0)
        scan, self._scan = self._scan, None
        return scan

    def rest(self) -> None:
        """Dark and quiet."""
        self._stop()
        self._waiting = None
        self._light(bytearray(_DARK))

    def say(self, kind: int, payload: bytes, seq: int | None = None) -> None:
        """To be written after what is still unsaid; if nobody reads, the oldest is forgotten."""
        if len(self._words) >= _WORDS_KEPT:
            self._words.pop(0)
        self._words.append(encode(kind, self._next_seq() if seq is None else seq, payload))

    def _next_seq(self) -> int:
        self._seq = self._seq + 1 & 0xFF
        return self._seq

    def _stop(self) -> None:
        if self._period:
            self._period = 0
            self._scan = None
            self._words.clear()

    def _wait_visibly(self, lasted: int) -> None:
        if lasted >= LASTS_MS:
            self._waiting = None
            self._light(bytearray(_DARK))
        elif lasted // STEP_MS != self._step:
            self._step = lasted // STEP_MS
            colours = waiting_lights(lasted)
            limit(colours, self._board.budget_ma)
            self._light(colours)

    def _light(self, colours: bytearray) -> None:
        self._board.show(colours)
        self._lit = any(colours)

    def _tell_press(self, button: int, now: int) -> None:
        self.say(messages.BUTTON, struct.pack("<IB", now & 0xFFFFFFFF, button))

    def _measure(self, now: int) -> None:
        self._due += self._period
        if self._due <= now:
            # After a stall the missed scans are not caught up: they would all show the same moment.
            self._due = now + self._period
        if self._scan is not None:
            self._dropped += 1
        counts = self._board.scan()
        for button in self._board.presses(now):
            self._tell_press(button, now)
        payload = struct.pack("<IH25hB", now & 0xFFFFFFFF, self._scans & 0xFFFF, *counts, 0)
        self._scan = encode(messages.SCAN, self._next_seq(), payload)
        self._scans += 1

    def _answer(self, version: int, kind: int, seq: int, payload: bytes, now: int) -> None:
        if kind & messages.REPLY or kind in messages.REPORTS:
            self._malformed += 1  # our own words: something echoes them
            return
        answer = self._answers.get(kind)
        if answer is None or (version != VERSION and kind != messages.HELLO_REQUEST):
            code = messages.NAK_UNKNOWN_KIND if answer is None else messages.NAK_MALFORMED
        else:
            code = answer(payload, seq, now)
        self._heard = now
        if code:
            self._malformed += code != messages.NAK_CANNOT_STORE
            self.say(messages.NAK, bytes((code, kind)), seq)

    # The commands: each takes payload, seq and now, answers, and gives the code of its refusal if there is one.

    def _hello(self, payload: bytes, seq: int, now: int) -> int:
        if len(payload) < 2:
            return messages.NAK_MALFORMED
        return self._reply(messages.HELLO_REQUEST, self._board.hello(), seq)

    def _configure(self, payload: bytes, seq: int, now: int) -> int:
        asked = messages.unpack_scan_hz(payload)
        if asked is None:
            return messages.NAK_MALFORMED
        scan_hz = min(asked, self._board.fastest)
        if scan_hz:
            if not self._period:
                self._board.presses(now)  # from before anyone listened
            self._period = 1000 // scan_hz
            self._due = now + self._period
        return self._reply(messages.CONFIGURE, bytes((scan_hz,)), seq)

    def _show(self, payload: bytes, seq: int, now: int) -> int:
        wanted = messages.unpack_lights(payload)
        if wanted is None:
            return messages.NAK_MALFORMED
        budget, colours = wanted
        limited = limit(colours, min(budget, self._board.budget_ma))
        self._waiting = None
        self._light(colours)
        return self._reply(messages.LED_FRAME, struct.pack("<HB", current(colours), limited), seq)

    def _tell_calibration(self, payload: bytes, seq: int, now: int) -> int:
        return self._reply(messages.CALIBRATION_REQUEST, self._board.calibration.packed(), seq)

    def _tell_wiring(self, payload: bytes, seq: int, now: int) -> int:
        return self._reply(messages.WIRING_REQUEST, self._board.wiring.packed(), seq)

    def _pong(self, payload: bytes, seq: int, now: int) -> int:
        if len(payload) < 4:
            return messages.NAK_MALFORMED
        errors = min(self._decoder.errors + self._malformed, 0xFFFF)
        numbers = struct.pack("<IIHH", self._board.boots, now & 0xFFFFFFFF, errors, min(self._dropped, 0xFFFF))
        return self._reply(messages.PING, payload[:4] + numbers, seq)

    def _store_calibration(self, payload: bytes, seq: int, now: int) -> int:
        value, code = messages.unpack_stored(payload, messages.CALIBRATION_SIZE, messages.calibrates)
        return code or self._store(messages.STORE_CALIBRATION, self._board.store_calibration, value, seq)

    def _store_wiring(self, payload: bytes, seq: int, now: int) -> int:
        value, code = messages.unpack_stored(payload, messages.WIRING_SIZE, messages.wires)
        return code or self._store(messages.STORE_WIRING, self._board.store_wiring, value, seq)

    def _store(self, kind: int, store: "Callable[[bytes], None]", value: bytes, seq: int) -> int:
        try:
            store(value)
        except OSError:
            return messages.NAK_CANNOT_STORE
        return self._reply(kind, struct.pack("<H", crc16(value)), seq)

    def _leave(self, payload: bytes, seq: int, now: int) -> int:
        if len(payload) < 4 or struct.unpack_from("<I", payload)[0] != messages.LEAVE_WORD:
            return messages.NAK_MALFORMED
        self.rest()
        self._leaving = True
        return self._reply(messages.LEAVE, b"", seq)

    def _reply(self, kind: int, payload: bytes, seq: int) -> int:
        self.say(kind | messages.REPLY, payload, seq)
        return 0
