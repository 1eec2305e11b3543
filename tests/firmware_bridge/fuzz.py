"""Frames that are broken in every way, for both ends of the wire: ``python -m tests.firmware_bridge.fuzz --frames N``.

Between them good frames come: whatever was there before, the next good one is read.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections.abc import Callable
from random import Random

from firmware_bridge import messages
from firmware_bridge.agent import BoardService
from firmware_bridge.codec import DELIMITER, Decoder, WireFrame, cobs_encode, encode
from firmware_bridge.conversation import Conversation, LinkError
from firmware_bridge.link_health import Timings
from firmware_bridge.messages import Kind, LedFrame, PayloadError, Ping, Pong
from hardware.lights import current
from tests.firmware_bridge.golden_messages import EXAMPLES
from tests.hardware.fake_device import FakeDevice

BUDGET_MA = 300
GOOD_EVERY = 8
"""So many broken frames come before a good one."""

KINDS = tuple(Kind)


class Fuzz:
    """A source of pieces of a line, each with a frame or what is left of one."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(f"fuzz {seed}")  # noqa: S311 - chance for tests, not for secrets
        self._ways: tuple[Callable[[], bytes], ...] = (
            self._flipped,
            self._cut,
            self._any_payload,
            self._longer,
            self._any_version,
            self._noise,
            self._console,
            self._endless,
            self._joined,
            self._wrong_checksum,
        )

    def piece(self) -> bytes:
        """The next of them."""
        return self.chance.choice(self._ways)()

    def _good(self) -> bytes:
        golden = self.chance.choice(EXAMPLES)
        return encode(messages.to_frame(golden.message, self.chance.randrange(256)))

    def _flipped(self) -> bytes:
        frame = bytearray(self._good())
        for _ in range(self.chance.randint(1, 4)):
            frame[self.chance.randrange(len(frame))] ^= 1 << self.chance.randrange(8)
        return bytes(frame)

    def _cut(self) -> bytes:
        frame = self._good()
        return frame[: self.chance.randrange(len(frame))]

    def _any_payload(self) -> bytes:
        kind = self.chance.choice(KINDS) if self.chance.random() < 0.8 else self.chance.randrange(256)
        payload = self.chance.randbytes(self.chance.randint(0, 240))
        return encode(WireFrame(1, kind, self.chance.randrange(256), payload))

    def _longer(self) -> bytes:
        golden = self.chance.choice(EXAMPLES)
        frame = messages.to_frame(golden.message, self.chance.randrange(256))
        payload = bytearray(frame.payload + self.chance.randbytes(self.chance.randint(0, 20)))
        if payload:
            payload[self.chance.randrange(len(payload))] = self.chance.randrange(256)
        return encode(WireFrame(1, frame.kind, frame.seq, bytes(payload[:240])))

    def _any_version(self) -> bytes:
        kind, payload = self.chance.choice(KINDS), self.chance.randbytes(self.chance.randint(0, 4))
        return encode(WireFrame(self.chance.randrange(256), kind, 0, payload))

    def _noise(self) -> bytes:
        return self.chance.randbytes(self.chance.randint(1, 60))

    def _console(self) -> bytes:
        return b'Traceback (most recent call last):\r\n  File "main.py", line 7\r\n>>> \x03\x04\r\nMPY: soft reboot\r\n'

    def _endless(self) -> bytes:
        return bytes(self.chance.choices(range(1, 256), k=self.chance.randint(500, 1200)))

    def _joined(self) -> bytes:
        return self._good()[:-1] + self._good()

    def _wrong_checksum(self) -> bytes:
        return cobs_encode(self.chance.randbytes(self.chance.randint(0, 245))) + DELIMITER


class Complaint(AssertionError):
    """A good frame was not read, or the lights drew too much."""


def fuzz_codec(fuzz: Fuzz, frames: int) -> None:
    """Both ways through the codec, and every frame that comes out through the messages."""
    decoder, good = Decoder(), WireFrame(1, Kind.PING, 77, b"good")
    for number in range(frames):
        for frame in decoder.feed(fuzz.piece()):
            _read(frame)
        if number % GOOD_EVERY == 0 and decoder.feed(DELIMITER + encode(good))[-1:] != [good]:
            raise Complaint(f"the good frame after piece {number} was not read")


def _read(frame: WireFrame) -> None:
    try:
        messages.from_frame(frame)
    except PayloadError:
        return


def fuzz_service(fuzz: Fuzz, frames: int) -> None:
    """The board's side, which answers a ping after whatever came and never lights more than it may."""
    device = FakeDevice()
    now = 0.0
    service = BoardService(device, now, budget_ma=BUDGET_MA, fastest_hz=50, silence=3.0)
    for number in range(frames):
        now += fuzz.chance.choice((0.0, 0.001, 0.02))
        service.receive(fuzz.piece(), now)
        service.tick(now)
        device.shown = device.shown[-1:]
        if current(device.shown[-1]) > BUDGET_MA:
            raise Complaint(f"{current(device.shown[-1])} mA after piece {number}")
        if number % GOOD_EVERY == 0:
            while service.next_output() is not None:
                pass
            echo = number & 0xFFFFFFFF
            service.receive(DELIMITER + encode(messages.to_frame(Ping(echo), number & 0xFF)), now)
            _check_echo(service, echo, number)


def _check_echo(service: BoardService, echo: int, number: int) -> None:
    decoder = Decoder()
    while (output := service.next_output()) is not None:
        for frame in decoder.feed(output):
            answer = messages.from_frame(frame)
            if isinstance(answer, Pong) and answer.echo == echo:
                return
    raise Complaint(f"no answer to the ping after piece {number}")


def fuzz_conversation(fuzz: Fuzz, frames: int) -> None:
    """The host's side: lost or not, it greets a board that greets it, and reads it when it is in step."""
    now = 0.0
    host = Conversation(Timings(), budget_ma=BUDGET_MA, scan_hz=50)
    host.begin(now)
    for number in range(frames):
        now += fuzz.chance.choice((0.0, 0.001, 0.02, 0.1))
        try:
            host.receive(fuzz.piece(), now)
            host.tick(now)
        except LinkError:
            host.begin(now)
        _check_budget(host.take_output(), number)
        host.take_events()
        if number % GOOD_EVERY == 0:
            _greet(host, now, number)


def _check_budget(output: bytes, number: int) -> None:
    for frame in Decoder().feed(output):
        message = messages.from_frame(frame)
        if isinstance(message, LedFrame) and current(message.lights) > BUDGET_MA:
            raise Complaint(f"{current(message.lights)} mA are asked for after piece {number}")


def _greet(host: Conversation, now: float, number: int) -> None:
    """A board that comes again is read."""
    service = BoardService(FakeDevice(boots=number + 10), now, budget_ma=BUDGET_MA, fastest_hz=50, silence=3.0)
    host.begin(now)
    host.receive(DELIMITER, now)
    before = host.counters.frames
    for _ in range(20):
        host.tick(now)
        service.receive(host.take_output(), now)
        service.tick(now)
        while (output := service.next_output()) is not None:
            host.receive(output, now)
        host.take_events()
        if host.counters.frames > before:
            return
    raise Complaint(f"the board that came after piece {number} is not read: {host.state}")


PARTS: dict[str, Callable[[Fuzz, int], None]] = {
    "codec": fuzz_codec,
    "service": fuzz_service,
    "conversation": fuzz_conversation,
}


def main(arguments: list[str] | None = None) -> int:
    """Fuzz all parts; the exit code."""
    asked = argparse.ArgumentParser(description="Broken frames through both ends of the wire.")
    asked.add_argument("--frames", type=int, default=1_000_000, help="how many in all (default: %(default)s)")
    asked.add_argument("--seed", type=int, default=0)
    args = asked.parse_args(arguments)
    logging.disable()  # of what the board is made to say
    for name, part in PARTS.items():
        began = time.perf_counter()
        part(Fuzz(args.seed), args.frames // len(PARTS))
        print(f"{name}: {args.frames // len(PARTS)} frames in {time.perf_counter() - began:.1f} s, each good one read")
    return 0


if __name__ == "__main__":
    sys.exit(main())
