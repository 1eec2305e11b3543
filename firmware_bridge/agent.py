"""Serves a device over a byte stream, as a board's firmware does: the virtual board, and the pins of a Pi, which need a
separate process. The agent does the input and output around the service, and a pseudo-terminal gives it a path."""

from __future__ import annotations

import contextlib
import logging
import math
import os
import pty
import select
import threading
import time
import tty
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from common.threads import Wake
from firmware_bridge import messages
from firmware_bridge.codec import DELIMITER, Decoder, WireFrame, encode
from firmware_bridge.messages import (
    ButtonMessage,
    CalibrationRequest,
    Capability,
    ChecksumError,
    Configure,
    ConfigureReply,
    Hello,
    HelloRequest,
    LedFrame,
    LedShown,
    Nak,
    NakCode,
    PayloadError,
    Ping,
    Pong,
    Report,
    Scan,
    StoreCalibration,
    StoreWiring,
    WeightsMessage,
    WiringRequest,
)
from firmware_bridge.scan_pace import ByClock, ScanPace
from hardware.board import ALL_DARK, SQUARE_COUNT, Lights
from hardware.device import PINS_UNUSED, Device, DeviceError
from hardware.lights import DEFAULT_BUDGET_MA, LASTS_MS, STEP_MS, current, limit, waiting_lights

# ---- The service
#
# The board's side of the wire, without input or output: bytes and the time in, bytes out. It is also the reference for
# the firmware of a microcontroller. It answers commands, scans at the configured rate, and limits its lights. When the
# host has gone it stops scanning and shows that it waits.


_LOG = logging.getLogger(__name__)
_UNSENT_LIMIT = 64
_WEIGHTS_LIMIT = 8
"""The readings of the scale that wait for the host, a tenth of a second of them; older ones are dropped."""
_CAPABILITIES = Capability.BUTTONS | Capability.STORES_CALIBRATION | Capability.STORES_WIRING


class BoardService:
    """Serves one device. Call ``receive`` with the received bytes, then ``tick``, and write ``next_output`` as long as
    there is room; nothing is due before ``due``. Times are in seconds on one clock, which started at ``now``.

    ``budget_ma`` is the device's limit for its lights, whatever the host allows, and ``fastest_hz`` its highest scan
    rate. After ``silence`` seconds without a message from the host it stops scanning until it is configured again and,
    unless it was dark, shows the waiting light for a minute, as it does when it starts. Scans follow the clock unless
    another ``pace`` is given.
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
        self._weights: deque[bytes] = deque(maxlen=_WEIGHTS_LIMIT)
        self._weighings = 0
        self._weighs = False
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
        """When ``tick`` is due next, if nothing arrives before; infinity when idle."""
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
        """Scan if it is due; show the waiting light if the host has gone."""
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
        """Return the next frame to write: answers and presses in order, then weights, then the newest unsent scan."""
        for waiting in (self._unsent, self._weights):
            if waiting:
                return waiting.popleft()
        scan, self._scan = self._scan, None
        return scan

    def rest(self) -> None:
        """Turn the lights off and stop scanning."""
        self._stop()
        self._waiting = None
        self._set_lights(ALL_DARK)

    def _stop(self) -> None:
        if self._scanning:
            self._scanning = False
            self._scan = None
            self._unsent.clear()
            self._weights.clear()

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
        counts = self._device.scan()
        scan = Scan(at, self._scans & 0xFFFF, counts[:SQUARE_COUNT], further=counts[SQUARE_COUNT:])
        self._scan = self._encode(scan, self._next_seq())
        self._scans += 1
        for weighed in self._device.weights(0):
            if self._weighs:
                measured = (at + weighed.at) & 0xFFFFFFFF
                weights = WeightsMessage(measured, self._weighings & 0xFFFF, weighed.counts)
                self._weights.append(self._encode(weights, self._next_seq()))
                self._weighings += 1

    def _answer(self, frame: WireFrame, now: float) -> None:
        if messages.only_boards_say(frame.kind):
            self._malformed += 1  # a board's message: something echoes ours
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
            case Configure():
                self._configure(message, frame.seq, now)
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
                self._send(Nak(NakCode.UNKNOWN_KIND, frame.kind), frame.seq)  # there is no console to return

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

    def _configure(self, message: Configure, seq: int, now: float) -> None:
        if not self._scanning:
            self._device.presses()  # drops earlier presses
        self._scanning = not self._device.faults & PINS_UNUSED
        self._weighs = message.weights
        scan_hz = min(message.scan_hz, self._fastest_hz) if self._scanning else 0
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
            further=len(self._device.calibration.further),
            cells=self._device.cells,
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


# ---- The agent


_READ_SIZE = 4096


class Agent:
    """Serves ``device`` on the open file ``descriptor`` in a thread, until ``close``, until the stream ends, or until
    the device fails. The caller closes the descriptor, after the agent.

    It never waits for a host that does not read: scans without room are dropped and the latest wins, unless ``pace``
    differs. Raises ValueError for a budget below what dark lights draw, or an identity too long for the wire.
    """

    def __init__(  # noqa: PLR0913 - what a board is made of, each with a default
        self,
        device: Device,
        descriptor: int,
        *,
        budget_ma: float = DEFAULT_BUDGET_MA,
        fastest_hz: int = 50,
        silence: float = 3.0,
        pace: ScanPace | None = None,
    ) -> None:
        self._descriptor = descriptor
        now = time.monotonic()
        pace = pace or ByClock(now)
        self._service = BoardService(
            device, now, budget_ma=budget_ma, fastest_hz=fastest_hz, silence=silence, pace=pace
        )
        self._unsent = DELIMITER  # ends a partial frame in the host's buffer
        self._failure: Exception | None = None
        self._closing = threading.Event()
        os.set_blocking(descriptor, False)
        self._wake = Wake()
        pace.listen(self._wake.set)
        self._thread = threading.Thread(target=self._run, name="board agent", daemon=True)
        self._thread.start()

    @property
    def failure(self) -> Exception | None:
        """The error of the device that ended the service, if there was one; the owner reports it."""
        return self._failure

    def close(self) -> None:
        """Turn the device's lights off and stop serving. Safe to call again."""
        self._closing.set()
        self._wake.set()
        self._thread.join()

    def __enter__(self) -> Agent:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self) -> None:
        with contextlib.closing(self._wake):
            try:
                with self._noting_failure():
                    self._serve()
            finally:
                with self._noting_failure():
                    self._service.rest()

    @contextlib.contextmanager
    def _noting_failure(self) -> Iterator[None]:
        """Note the first error. Any error but a DeviceError is a bug, and is raised for its traceback."""
        try:
            yield
        except Exception as error:
            self._failure = self._failure or error
            if not isinstance(error, DeviceError):
                raise

    def _serve(self) -> None:
        service = self._service
        while not self._closing.is_set():
            service.tick(time.monotonic())
            if not self._write():
                break
            due = service.due()
            wait = None if due == math.inf else max(0.0, due - time.monotonic())
            waiting_to_write = [self._descriptor] if self._unsent else []
            ready, _, _ = select.select([self._descriptor, self._wake.fileno()], waiting_to_write, [], wait)
            self._wake.clear()
            if self._descriptor in ready:
                data = self._read()
                if not data:
                    break
                service.receive(data, time.monotonic())

    def _read(self) -> bytes:
        """Return the received bytes; empty if the stream has ended."""
        try:
            return os.read(self._descriptor, _READ_SIZE)
        except OSError:  # a pseudo-terminal raises this when the other end is closed
            return b""

    def _write(self) -> bool:
        """Write as much as there is room for; False if the stream has ended."""
        while True:
            if not self._unsent:
                following = self._service.next_output()
                if following is None:
                    return True
                self._unsent = following
            try:
                written = os.write(self._descriptor, self._unsent)
            except BlockingIOError:
                return True
            except OSError:
                return False
            self._unsent = self._unsent[written:]


class PtyPort:
    """A pseudo-terminal with an agent behind it that serves ``device``, as a context manager.

    A host opens ``path``. With ``link`` it is a symbolic link with this name, created for each terminal, so that the
    port has the same path when it is closed and opened again. Other keywords are those of ``Agent``.
    """

    def __init__(  # noqa: PLR0913 - what a board is made of, each with a default
        self,
        device: Device,
        *,
        link: Path | None = None,
        budget_ma: float = DEFAULT_BUDGET_MA,
        fastest_hz: int = 50,
        silence: float = 3.0,
        pace: ScanPace | None = None,
    ) -> None:
        self._link = link
        self._closing = contextlib.ExitStack()
        with contextlib.ExitStack() as opening:
            master, slave = pty.openpty()
            opening.callback(os.close, master)
            # The far end stays open: otherwise the master reads an error whenever no host has the port open.
            opening.callback(os.close, slave)
            tty.setraw(slave)
            self._path = os.ttyname(slave)
            self._agent = Agent(device, master, budget_ma=budget_ma, fastest_hz=fastest_hz, silence=silence, pace=pace)
            opening.callback(self._agent.close)
            if link is not None:
                link.unlink(missing_ok=True)
                link.symlink_to(self._path)
                opening.callback(link.unlink, missing_ok=True)
            self._closing = opening.pop_all()

    @property
    def path(self) -> str:
        """The path that a host opens."""
        return str(self._link) if self._link is not None else self._path

    @property
    def terminal(self) -> str:
        """The path of the terminal, which does not depend on the link."""
        return self._path

    @property
    def failure(self) -> Exception | None:
        """The error of the device that ended the service, if there was one."""
        return self._agent.failure

    def close(self) -> None:
        """Stop serving and remove the port, as unplugging a board does. Safe to call again."""
        self._closing.close()

    def __enter__(self) -> PtyPort:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
