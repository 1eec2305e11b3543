"""The board's side of the wire, with no input or output of its own: bytes and the time in, bytes out.

It is also the reference for the firmware of a microcontroller. It answers commands, scans at the configured rate,
limits its lights, and stops scanning and shows that it waits when the host has gone.
"""

from __future__ import annotations

import logging
import math
from collections import deque

from firmware_bridge import messages
from firmware_bridge.codec import Decoder, WireFrame, encode
from firmware_bridge.messages import (
    ButtonMessage,
    CalibrationRequest,
    Capability,
    Configure,
    ConfigureReply,
    Hello,
    HelloRequest,
    LedFrame,
    LedShown,
    Nak,
    NakCode,
    Ping,
    Pong,
    Report,
    Scan,
    StoreCalibration,
    StoreWiring,
    WiringRequest,
)
from firmware_bridge.payloads import ChecksumError, PayloadError
from firmware_bridge.scan_pace import ByClock, ScanPace
from hardware.board import ALL_DARK, SQUARE_COUNT, Lights
from hardware.device import PINS_UNUSED, Device
from hardware.lights import LASTS_MS, STEP_MS, current, limit, waiting_lights

_LOG = logging.getLogger(__name__)
_UNSENT_LIMIT = 64
_CAPABILITIES = Capability.BUTTONS | Capability.STORES_CALIBRATION | Capability.STORES_WIRING


class BoardService:
    """Serves one device. Call ``receive`` with what has come, ``tick`` afterwards, and write ``next_output`` as long as
    there is room; nothing needs doing before ``due``. Times are in seconds on one clock, which started at ``now``.

    ``budget_ma`` is the device's own limit for its lights, whatever the host allows; ``fastest_hz`` is how often it
    can scan; after ``silence`` seconds without a message from the host it stops scanning until it is configured again
    and, unless it was dark, shows the waiting light for a minute, as it does when it starts. Scans follow the clock
    unless another ``pace`` is given.
    """

    def __init__(  # noqa: PLR0913 - what a board is made of, each by its name
        self,
        device: Device,
        now: float,
        *,
        budget_ma: float,
        fastest_hz: int,
        silence: float,
        pace: ScanPace | None = None,
    ) -> None:
        self._device = device
        self._identity = device.identity
        self._started = now
        self._budget_ma = budget_ma
        self._fastest_hz = fastest_hz
        self._silence = silence
        self._decoder = Decoder()
        self._malformed = 0
        self._dropped = 0
        self._unsent: deque[bytes] = deque(maxlen=_UNSENT_LIMIT)
        self._scan: bytes | None = None
        self._scans = 0
        self._seq = 0
        self._last_heard = now
        self._pace = pace or ByClock(now)
        self._scanning = False
        self._shown = ALL_DARK
        self._waiting: float | None = now  # since when; not while the host's lights are shown
        self._steps = 0
        limit(ALL_DARK, budget_ma)  # raises for a budget below what dark lights draw
        self._send(self._hello())  # a host that waits on an open line then need not ask

    def due(self) -> float:
        """When ``tick`` has something to do again, if nothing comes before; infinity when idle."""
        due = math.inf
        if self._scanning:
            due = min(self._pace.due(waiting=self._scan is not None), self._last_heard + self._silence)
        if self._waiting is not None:
            return min(due, self._waiting + self._steps * STEP_MS / 1000)
        return due if self._shown == ALL_DARK else min(due, self._last_heard + self._silence)

    def receive(self, data: bytes, now: float) -> None:
        """Process bytes from the host."""
        for frame in self._decoder.feed(data):
            self._answer(frame, now)

    def tick(self, now: float) -> None:
        """Scan if it is time; show the waiting light if the host has gone."""
        if now - self._last_heard >= self._silence:
            self._stop()
            if self._waiting is None and self._shown != ALL_DARK:
                self._waiting, self._steps = now, 0
        if self._waiting is not None and now >= self._waiting + self._steps * STEP_MS / 1000:
            self._wait(max(int((now - self._waiting) * 1000), self._steps * STEP_MS))
        at = self._pace.take(now, waiting=self._scan is not None) if self._scanning else None
        if at is not None:
            self._measure(round(at * 1000) & 0xFFFFFFFF)

    def next_output(self) -> bytes | None:
        """The next frame to write: answers and presses in order, then the newest scan if it is still unsent."""
        if self._unsent:
            return self._unsent.popleft()
        scan, self._scan = self._scan, None
        return scan

    def rest(self) -> None:
        """Go dark and stop scanning."""
        self._stop()
        self._waiting = None
        self._set_lights(ALL_DARK)

    def _stop(self) -> None:
        if self._scanning:
            self._scanning = False
            self._scan = None
            self._unsent.clear()

    def _wait(self, ms: int) -> None:
        self._steps = ms // STEP_MS + 1
        if ms < LASTS_MS:
            self._set_lights(limit(waiting_lights(ms), self._budget_ma))
        else:
            self._waiting = None
            self._set_lights(ALL_DARK)

    def _set_lights(self, lights: Lights) -> None:
        self._device.show(lights)
        self._shown = lights

    def _measure(self, at: int) -> None:
        for button in self._device.presses():
            self._send(ButtonMessage(at, button))
        if self._scan is not None:
            self._dropped += 1
        self._scan = self._encode(Scan(at, self._scans & 0xFFFF, self._device.scan()), self._next_seq())
        self._scans += 1

    def _answer(self, frame: WireFrame, now: float) -> None:
        if messages.only_boards_say(frame.kind):
            self._malformed += 1  # a message of a board: something echoes ours
            return
        self._last_heard = now
        try:
            message = messages.from_frame(frame)
        except PayloadError as error:
            self._malformed += 1
            code = NakCode.UNKNOWN_KIND
            if frame.kind in messages.COMMANDS:
                code = NakCode.BAD_CHECKSUM if isinstance(error, ChecksumError) else NakCode.MALFORMED
            self._send(Nak(code, frame.kind), frame.seq)
            return
        match message:
            case HelloRequest():
                self._send(self._hello(), frame.seq)
            case Configure(scan_hz):
                self._configure(scan_hz, frame.seq, now)
            case LedFrame():
                self._show(message, frame.seq)
            case CalibrationRequest():
                self._send(
                    messages.CalibrationMessage(self._device.calibration, self._device.calibration_stored), frame.seq
                )
            case WiringRequest():
                self._send(messages.WiringMessage(self._device.wiring, self._device.wiring_stored), frame.seq)
            case StoreCalibration() | StoreWiring():
                self._store(message, frame.seq)
            case Ping(echo):
                self._send(self._pong(echo, now), frame.seq)
            case messages.Leave():
                self._send(Nak(NakCode.UNKNOWN_KIND, frame.kind), frame.seq)  # there is no console to give back

    def _store(self, message: StoreCalibration | StoreWiring, seq: int) -> None:
        try:
            if isinstance(message, StoreCalibration):
                self._device.store_calibration(message.values)
                answer: Report = messages.CalibrationStored(self._device.calibration.checksum)
            else:
                self._device.store_wiring(message.values)
                answer = messages.WiringStored(self._device.wiring.checksum)
        except OSError as error:
            _LOG.warning("the board cannot store what it was given (%s): %s", message.KIND.name.lower(), error)
            answer = Nak(NakCode.CANNOT_STORE, message.KIND)
        self._send(answer, seq)

    def _configure(self, scan_hz: int, seq: int, now: float) -> None:
        if not self._scanning:
            self._device.presses()  # drops presses from before
        self._scanning = not self._device.faults & PINS_UNUSED
        scan_hz = min(scan_hz, self._fastest_hz) if self._scanning else 0
        if self._scanning:
            self._pace.start(1 / scan_hz, now)
        self._send(ConfigureReply(scan_hz), seq)

    def _show(self, message: LedFrame, seq: int) -> None:
        shown = limit(message.lights, min(self._budget_ma, message.budget_ma))
        self._waiting = None
        self._set_lights(shown)
        self._send(LedShown(math.ceil(current(shown)), shown != message.lights), seq)

    def _hello(self) -> Hello:
        return Hello(
            boots=self._identity.boots,
            sensors=SQUARE_COUNT,
            lights=SQUARE_COUNT,
            adc_bits=self._device.calibration.full_scale.bit_length(),
            name=self._identity.name,
            unique_id=self._identity.unique_id,
            firmware=self._identity.firmware,
            capabilities=_CAPABILITIES,
            revision=self._device.revision,
            faults=self._device.faults,
        )

    def _pong(self, echo: int, now: float) -> Pong:
        errors = self._decoder.broken + self._malformed
        boots = self._identity.boots
        return Pong(echo, boots, self._clock(now), min(errors, 0xFFFF), min(self._dropped, 0xFFFF))

    def _clock(self, now: float) -> int:
        return int((now - self._started) * 1000) & 0xFFFFFFFF

    def _send(self, message: Report, seq: int | None = None) -> None:
        self._unsent.append(self._encode(message, self._next_seq() if seq is None else seq))

    def _next_seq(self) -> int:
        self._seq = (self._seq + 1) & 0xFF
        return self._seq

    @staticmethod
    def _encode(message: Report, seq: int) -> bytes:
        return encode(messages.to_frame(message, seq))
