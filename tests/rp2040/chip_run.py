"""Runs the one file that a maker flashes on an emulated RP2040: the real MicroPython, from its first instruction on.

The emulator is rp2040js (npm), which ``make micropython`` gets. MicroPython and the chip's boot ROM are beside the
checkout, in ``../shared/real-parts/rp2040``; they are not part of the project. What differs from a Pico: memory is read
without waiting for the flash, and the converter has no noise.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge import messages
from firmware_bridge.codec import DELIMITER, Decoder, encode
from firmware_bridge.firmware_image import MicroPythonUf2, firmware_uf2, read_micropython
from firmware_bridge.messages import Command, Message, OtherVersion
from hardware.board_file import BoardFile
from hardware.electronics import RING_ADDRESSES, PicoPins
from tests.firmware.get_micropython import EMULATOR

PARTS = Path(__file__).resolve().parents[3] / "shared" / "real-parts" / "rp2040"
BOOT_ROM = PARTS / "bootrom.mjs"
DRIVER = Path(__file__).with_name("emulated_chip.js")
LIBRARY = Path(sys.prefix) / EMULATOR / "node_modules" / "rp2040js"
FLASH = 0x10000000
INPUTS = 32
LONGEST = 900
"""The seconds that a run may take where other programs keep this computer busy; by itself it takes some ten."""


def micropython_uf2() -> Path | None:
    """MicroPython for the Pico; None if it is not there."""
    return next(iter(sorted(PARTS.glob("micropython-*-pico.uf2"))), None)


def missing_parts() -> str:
    """What lacks to emulate a chip; empty if nothing does."""
    if micropython_uf2() is None or not BOOT_ROM.exists():
        return "no ../shared/real-parts/rp2040 beside this checkout: MicroPython for the Pico and its boot ROM"
    if shutil.which("node") is None:
        return "no node: the chip is emulated by it"
    return "" if LIBRARY.exists() else "no rp2040js: make micropython gets it, where there is npm"


NEEDS_CHIP = pytest.mark.skipif(bool(missing_parts()), reason=missing_parts())


@dataclass(frozen=True, slots=True)
class ChipTrouble:
    """What happens to a chip: from when to when, in ms, its host does not read (None: it always does), when the
    converter stops for good in the middle of a conversion (None: never), and which sensors of a ring are unplugged."""

    unread: tuple[float, float] | None = None
    converter_stops: float | None = None
    unplugged: tuple[int, ...] = ()


NO_TROUBLE = ChipTrouble()


@dataclass(frozen=True, slots=True)
class Received:
    """A message that the board sent, and when the host had it, in ms since the chip was switched on."""

    at: float
    message: Message | OtherVersion


@dataclass(frozen=True, slots=True)
class ChipScan:
    """When the multiplexers were put on, and for how many ms."""

    at: float
    lasted: float


@dataclass(frozen=True, slots=True)
class LightPulses:
    """What a strip was sent: how many bits, the shortest and the longest pulse in ns of a 0 and of a 1 (empty if there
    was none), and the bytes."""

    at: float
    bits: int
    zeros: tuple[float, ...]
    ones: tuple[float, ...]
    content: bytes


@dataclass(frozen=True, slots=True)
class ScaleClock:
    """Pulses on the clock of the scale without a pause between: how many, and for how many us the longest was high.
    ``spoilt``: instead, a value came while bits were read."""

    at: float
    spoilt: bool
    pulses: int
    longest: float


@dataclass(frozen=True, slots=True)
class FlashStep:
    """A part of the flash that was erased, or written with this ``data``."""

    at: float
    start: int
    size: int
    data: bytes

    def done(self, flash: bytearray, *, torn: bool = False) -> None:
        """Do it to a flash; ``torn``: the power fails when half of it is done."""
        end = self.start + (self.size // 2 if torn else self.size)
        if self.data:
            old = flash[self.start : end]
            flash[self.start : end] = bytes(a & b for a, b in zip(old, self.data, strict=False))
        else:
            flash[self.start : end] = b"\xff" * (end - self.start)


@dataclass(frozen=True, slots=True)
class ChipRun:
    """All that happened. ``flashed`` is the part of the flash that holds the files, as it was flashed, ``text`` is all
    that the host got, and ``broken`` how many frames of it could not be read."""

    received: tuple[Received, ...]
    scans: tuple[ChipScan, ...]
    scale: tuple[ScaleClock, ...]
    lights: tuple[LightPulses, ...]
    flash: tuple[FlashStep, ...]
    resets: tuple[float, ...]
    micropython: MicroPythonUf2
    flashed: bytes
    text: bytes
    broken: int

    def of(self, kind: type[Message]) -> list[Received]:
        """The messages of a kind."""
        return [each for each in self.received if isinstance(each.message, kind)]

    def flash_after(self, steps: int, *, torn: bool) -> bytes:
        """The filesystem if the power fails after so many steps, or, ``torn``, in the middle of the next one."""
        start = self.micropython.address - FLASH
        flash = bytearray(b"\xff" * (start + self.micropython.size))
        flash[start : start + len(self.flashed)] = self.flashed
        for step in self.flash[:steps]:
            step.done(flash)
        if torn:
            self.flash[steps].done(flash, torn=True)
        return bytes(flash[start:])


def run_chip(
    folder: Path,
    board: BoardFile,
    counts: Sequence[int],
    sends: Sequence[tuple[float, Command | bytes]],
    until: float,
    *,
    trouble: ChipTrouble = NO_TROUBLE,
    weights: Sequence[int] = (),
    ring: Sequence[int] | None = None,
) -> ChipRun:
    """Flash a chip with the one file for this board, and let it run ``until`` so many ms, or until it is reset. The
    inputs of its multiplexers measure ``counts``, its load cells ``weights``, and X, Y and Z of the sensors of its
    ``ring`` these; a host sends these commands or bytes, each at its time."""
    source, pins = micropython_uf2(), board.electronics.pins
    assert source is not None
    assert isinstance(pins, PicoPins)
    micropython = read_micropython(source.read_bytes())
    whole = firmware_uf2(micropython, board)
    (folder / "board.uf2").write_bytes(whole)
    chip = pins.spi
    plan = {
        "emulator": str(LIBRARY),
        "bootrom": str(BOOT_ROM),
        "uf2": str(folder / "board.uf2"),
        "counts": list(counts),
        "open": [*pins.straps, pins.done, pins.undo],
        "select": pins.select,
        "enable": pins.enable,
        "outputs": pins.outputs,
        "converter": chip and {"block": chip.block, "chip": chip.chip, "channels": chip.channels},
        "lights": pins.lights,
        "scale": None
        if board.scale is None or pins.scale is None
        else {
            "clock": pins.scale.clock,
            "outputs": pins.scale.outputs,
            "rate": board.scale.rate,
            "counts": list(weights),
        },
        "sends": [(at, _frame(command, seq % 256)) for seq, (at, command) in enumerate(sends, 1)],
        "reading": [] if trouble.unread is None else list(zip(trouble.unread, (False, True), strict=True)),
        "converterStops": trouble.converter_stops,
        "ring": None if ring is None else {"addresses": RING_ADDRESSES, "counts": ring, "absent": trouble.unplugged},
        "until": until,
    }
    (folder / "plan.json").write_text(json.dumps(plan), "utf-8")
    run = subprocess.run(
        ["node", DRIVER, folder / "plan.json"], check=True, capture_output=True, text=True, timeout=LONGEST
    )
    seen = json.loads(run.stdout)
    decoder = Decoder()
    return ChipRun(
        tuple(_received(decoder, seen["serial"])),
        tuple(ChipScan(at, lasted) for at, lasted in seen["scans"]),
        tuple(ScaleClock(at, what == "spoilt", pulses, longest) for at, what, pulses, longest in seen["weighings"]),
        tuple(_pulses(each) for each in seen["lights"]),
        tuple(_step(each) for each in seen["flash"]),
        tuple(seen["watchdog"]),
        micropython,
        _filesystem(micropython, whole),
        b"".join(bytes.fromhex(content) for _, content in seen["serial"]),
        decoder.broken,
    )


def _frame(command: Command | bytes, seq: int) -> str:
    if isinstance(command, bytes):
        return command.hex()
    return (DELIMITER + encode(messages.to_frame(command, seq))).hex()


def _received(decoder: Decoder, serial: Sequence[tuple[float, str]]) -> list[Received]:
    heard = ((at, frame) for at, content in serial for frame in decoder.feed(bytes.fromhex(content)))
    return [Received(at, messages.from_frame(frame)) for at, frame in heard]


def _pulses(told: dict[str, Any]) -> LightPulses:
    zeros, ones = (tuple(told[name] or ()) for name in ("zeros", "ones"))
    return LightPulses(told["at"], told["bits"], zeros, ones, bytes(told["bytes"]))


def _step(told: list[object]) -> FlashStep:
    match told:
        case [float(at) | int(at), "erase", int(start), int(size)]:
            return FlashStep(at, start, size, b"")
        case [float(at) | int(at), "write", int(start), str(content)]:
            data = bytes.fromhex(content)
            return FlashStep(at, start, len(data), data)
    raise AssertionError(told)


def _filesystem(micropython: MicroPythonUf2, whole: bytes) -> bytes:
    """The bytes that the file has for the filesystem."""
    return read_micropython(whole).image.read(micropython.address, micropython.size)
