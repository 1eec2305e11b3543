"""Installs the firmware on a Pico: over MicroPython's console with mpremote, or as one file on a Pico in BOOTSEL. It
examines the Pico first, and refuses unsuitable ones.

If the installation fails midway, the board still has MicroPython's console for another attempt: ``main.py``, which
starts the firmware, is removed first and written last.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_bridge.board_search import PortVisit
from firmware_bridge.firmware_image import (
    CONFIGURATION_FILE,
    FIRMWARE,
    OLDEST_MICROPYTHON,
    MicroPythonUf2,
    configuration,
    firmware_uf2,
    firmware_version,
)
from firmware_bridge.messages import Hello, OtherVersion
from firmware_bridge.serial_ports import PortError, picos
from hardware.board_file import BoardFile
from hardware.electronics import PicoPins

PICO = "rp2"
"""MicroPython's name for the microcontrollers of a Pico and a Pico 2."""

BOOTSEL = "hold BOOTSEL while you plug it in, and type this command again: it puts MicroPython on it, too"

_STARTER = "main.py"
_ANSWERS_WITHIN = 1.5
_COPIES_WITHIN = 120.0
STARTS_WITHIN = 15.0
"""The seconds within which a board answers after it got its firmware."""

BETWEEN_LOOKS = 0.2
"""The seconds between two attempts to reach it."""


class FlashError(OSError):
    """The firmware was not installed; one plain sentence gives the reason and what to do."""


@dataclass(frozen=True, slots=True)
class PicoConsole:
    """The report of MicroPython's console about a board: platform and version; whether a ``program`` starts
    automatically; the version of Thera's firmware (empty for another program) and the name of its board; and the
    straps, if they are where the board file has them."""

    platform: str
    micropython: tuple[int, ...]
    program: bool
    firmware: str
    name: str
    straps: int


def find_pico(unique_id: str | None = None) -> str:
    """Return the port of the Pico with this unique id, or of the only one that is plugged in, with any program or none.

    :raises FlashError: if there is none, or more than one.
    """
    found = picos()
    listed = " and ".join(f"{port.serial_number or 'one without a number'} at {port.path}" for port in found)
    if unique_id is not None:
        found = tuple(port for port in found if port.serial_number.casefold() == unique_id.casefold())
        if not found:
            raise FlashError(
                f"no Pico with the unique id {unique_id} is plugged in; there is {listed or 'none at all'}"
            )
    if not found:
        raise FlashError(f"no Pico is plugged in, or none has MicroPython on it: for a new one, {BOOTSEL}")
    if len(found) > 1:
        raise FlashError(f"there are several Picos: {listed}; say which: --board {found[0].path}")
    return found[0].path


def flash(
    port: str, board: BoardFile, report: Callable[[str], None], *, force_new: bool = False, platform: str = PICO
) -> None:
    """Install the firmware and this board's settings on the Pico at ``port``; ``report`` is called with a line for each
    finding and step.

    ``force_new`` also replaces another program, a newer firmware, and the firmware of another board. ``platform`` is
    the platform that the board's MicroPython must report.

    :raises FlashError: if it is refused, or fails.
    :raises ValueError: if the board has no Pico.
    """
    settings = configuration(board)
    running = running_firmware(port)
    if running is not None:
        installed = f"firmware {running.firmware} of the board {running.name!r} (Pico {running.unique_id})"
        report(f"{port}: {installed}; asking it to leave.")
        _ask_to_leave(port)
    found = _look(port, board)
    report(f"{port}: {_in_words(found)}.")
    refusal = why_not(found, board, force_new=force_new, platform=platform)
    if refusal:
        if running is not None:
            _mpremote(port, ["reset"])  # the firmware that was there starts again
        raise FlashError(f"{port}: {refusal}")
    report(f"{port}: copying firmware {firmware_version()} for {board.name!r} ...")
    _copy(port, settings)
    hello = _wait_for_start(port)
    report(f"{port}: firmware {hello.firmware} runs on {hello.name!r} (Pico {hello.unique_id}).")


def why_not(found: PicoConsole, board: BoardFile, *, force_new: bool, platform: str = PICO) -> str:
    """Return why the firmware for this board may not be installed here; empty if it may."""
    if found.platform != platform:
        return f"this is not a Pico: its MicroPython runs on {found.platform!r}"
    if found.micropython < OLDEST_MICROPYTHON:
        have, need = (".".join(map(str, version)) for version in (found.micropython, OLDEST_MICROPYTHON))
        return f"its MicroPython is {have}, and {need} or newer is needed: put a newer one on the Pico first"
    if found.straps != board.electronics.revision:
        return (
            f"its straps say revision {found.straps}, and the board file is for revision {board.electronics.revision}:"
            " use the board file of this board, or correct the straps"
        )
    if force_new:
        return ""
    if found.program and not found.firmware:
        return "another program is on it; to replace it, use --force-new"
    if found.firmware and found.name != board.name:
        return (
            f"it is the board {found.name!r}, and the board file is for {board.name!r}: use its own, or to make it"
            " that board, use --force-new"
        )
    if found.firmware and _numbers(found.firmware) > _numbers(firmware_version()):
        return (
            f"its firmware {found.firmware} is newer than {firmware_version()}, which is here: update this program, or"
            " to go back, use --force-new"
        )
    return ""


def _in_words(found: PicoConsole) -> str:
    version = ".".join(map(str, found.micropython))
    if found.firmware:
        return f"MicroPython {version} with firmware {found.firmware} for {found.name!r}, revision {found.straps}"
    program = "another program" if found.program else "no program"
    return f"MicroPython {version} with {program}, revision {found.straps}"


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) if part.isdecimal() else 0 for part in version.split("."))


def running_firmware(port: str) -> Hello | None:
    """Return the hello of the firmware at a port; None if none answers.

    :raises FlashError: if the port cannot be opened, or the firmware has another version of the protocol.
    """
    try:
        with PortVisit(port) as visit:
            answer = visit.greet(_ANSWERS_WITHIN)
    except PortError as error:
        raise FlashError(str(error)) from error
    if isinstance(answer, OtherVersion):
        raise FlashError(f"{port}: its firmware speaks another version of the protocol, {answer.major}: {BOOTSEL}")
    return answer


def _ask_to_leave(port: str) -> None:
    try:
        with PortVisit(port) as visit:
            left = visit.leave(_ANSWERS_WITHIN)
    except PortError as error:
        raise FlashError(str(error)) from error
    if not left:
        raise FlashError(f"{port}: its firmware does not give its console back: {BOOTSEL}")


def _wait_for_start(port: str) -> Hello:
    ends = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < ends:
        # The port of a Pico disappears briefly while it restarts.
        with contextlib.suppress(FlashError):
            hello = running_firmware(port)
            if hello is not None:
                return hello
        time.sleep(BETWEEN_LOOKS)
    raise FlashError(f"{port}: the files are copied, but the firmware does not answer: unplug the board and plug it in")


# ---- MicroPython's console, with mpremote

_PROBE = """
import json, os, sys
from machine import Pin
def read(name):
    try:
        with open(name) as file: return file.read()
    except OSError: return ""
ours = read("version.py").partition('VERSION = "')[2].partition('"')[0]
try: settings = json.loads(read("board.json"))
except ValueError: settings = {}
straps = sum((1 - Pin(number, Pin.IN, Pin.PULL_UP).value()) << bit for bit, number in enumerate(STRAPS))
print(json.dumps({"platform": sys.platform, "micropython": list(sys.implementation[1][:3]), "firmware": ours,
    "program": "main.py" in os.listdir(), "name": settings.get("name", ""), "straps": straps}))
"""


def _look(port: str, board: BoardFile) -> PicoConsole:
    pins = board.electronics.pins
    straps = pins.straps if isinstance(pins, PicoPins) else ()
    output = _mpremote(port, ["exec", _PROBE.replace("STRAPS", repr(straps))])
    try:
        found = json.loads(output.strip().splitlines()[-1])
        version = tuple(int(part) for part in found["micropython"])
        return PicoConsole(
            found["platform"], version, found["program"], found["firmware"], found["name"], found["straps"]
        )
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise FlashError(f"{port}: MicroPython does not report what it is: {output.strip()[-200:]!r}") from error


def _copy(port: str, settings: str) -> None:
    files = sorted(FIRMWARE.glob("*.py"), key=lambda path: (path.name == _STARTER, path.name))
    remove = f"import os; {_STARTER!r} in os.listdir() and os.remove({_STARTER!r})"
    with TemporaryDirectory(prefix="thera-flash-") as folder:
        written = Path(folder) / CONFIGURATION_FILE
        written.write_text(settings, "utf-8")
        arguments = ["exec", remove]
        for file in (written, *files):
            arguments += ["+", "cp", str(file), f":{file.name}"]
        _mpremote(port, [*arguments, "+", "reset"])


def _mpremote(port: str, arguments: list[str]) -> str:
    command = [sys.executable, "-m", "mpremote", "connect", port, *arguments]
    try:
        done = subprocess.run(  # noqa: S603 - our own arguments
            command, check=False, capture_output=True, text=True, timeout=_COPIES_WITHIN, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired as error:
        raise FlashError(f"{port}: MicroPython's console no longer answers: unplug the board and try again") from error
    if done.returncode:
        output = (done.stderr.strip() or done.stdout.strip()).splitlines() or ["no output"]
        raise FlashError(f"{port}: no MicroPython answers ({output[-1]}): for a new Pico, {BOOTSEL}")
    return done.stdout


# ---- BOOTSEL
#
# A Pico that is plugged in with this button held down becomes a drive for a UF2 file.


BOARD_IDS = {"RPI-RP2": "RP2040", "RP2350": "RP2350"}
"""The volume names of such drives, and their chips."""

MOUNTS = Path("/proc/mounts")
LABELS = Path("/dev/disk/by-label")
_INFO = "INFO_UF2.TXT"
_FILE = "firmware.uf2"


@dataclass(frozen=True, slots=True)
class BootselDrive:
    """The mounted drive of a Pico in BOOTSEL: its folder and its chip."""

    folder: Path
    chip: str


def bootsel_drives(mounts: Path = MOUNTS) -> tuple[BootselDrive, ...]:
    """Return the mounted drives of all Picos in BOOTSEL."""
    try:
        lines = mounts.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ()
    folders = (Path(line.split()[1].replace("\\040", " ")) for line in lines if line.startswith("/dev/"))
    found = ((folder, _chip(folder)) for folder in folders)
    return tuple(BootselDrive(folder, chip) for folder, chip in found if chip)


def unmounted(labels: Path = LABELS) -> Path | None:
    """Return the device of a Pico in BOOTSEL, mounted or not; None if there is none."""
    return next((labels / name for name in BOARD_IDS if (labels / name).exists()), None)


def copy_to(drive: BootselDrive, content: bytes) -> None:
    """Copy a program to a Pico. It starts the program once it has all of it, and the drive disappears.

    :raises OSError: if the copy fails.
    """
    target = drive.folder / _FILE
    try:
        with target.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        # The Pico disconnects after the last block, possibly before the computer has written the file's name.
        if _chip(drive.folder):
            raise


def _chip(folder: Path) -> str:
    """Return the chip of the Pico with this drive; empty for another drive."""
    try:
        told = (folder / _INFO).read_text("ascii", "replace")
    except OSError:
        return ""
    names = (line.partition(":")[2].strip() for line in told.splitlines() if line.startswith("Board-ID:"))
    return BOARD_IDS.get(next(names, ""), "")


# ---- The first installation
#
# MicroPython, the firmware and a board's settings go to the Pico as one file, which replaces everything on it.


def find_bootsel(mounts: Path = MOUNTS, labels: Path = LABELS) -> BootselDrive | None:
    """Return the Pico in BOOTSEL; None if there is none.

    :raises FlashError: if there are several, or its drive is not mounted.
    """
    drives = bootsel_drives(mounts)
    if len(drives) > 1:
        folders = " and ".join(str(drive.folder) for drive in drives)
        raise FlashError(f"there are several Picos in BOOTSEL, at {folders}: leave one of them plugged in")
    device = None if drives else unmounted(labels)
    if device is not None:
        raise FlashError(
            f"a Pico in BOOTSEL is at {device}, but its drive is not mounted: udisksctl mount -b {device}, or sudo"
            f" mount {device} /mnt, and type this command again (with sudo after the latter)"
        )
    return drives[0] if drives else None


def first_flash(
    drive: BootselDrive, micropython: MicroPythonUf2, board: BoardFile, report: Callable[[str], None]
) -> None:
    """Copy everything to the Pico and wait until the board answers; ``report`` is called with a line for each step.

    :raises FlashError: if it is for another chip, or fails.
    :raises FirmwareImageError: if it cannot be made of this MicroPython.
    :raises NoFirmwareError: if there is no firmware for this board.
    """
    if micropython.image.chip != drive.chip:
        raise FlashError(f"{micropython.words} does not run on the {drive.chip} at {drive.folder}")
    content = firmware_uf2(micropython, board)
    there = {port.path for port in picos()}
    report(f"{drive.folder}: copying {micropython.words} and the firmware for {board.name!r} ...")
    try:
        copy_to(drive, content)
    except OSError as error:
        raise FlashError(f"{drive.folder}: the Pico does not take the file: {error.strerror or error}") from error
    port, hello = _wait_for_new(there)
    report(f"{port}: firmware {hello.firmware} runs on {hello.name!r} (Pico {hello.unique_id}).")


def _wait_for_new(there: Collection[str]) -> tuple[str, Hello]:
    """Return the port of a board that answers and was not there before, and its hello."""
    ends = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < ends:
        for port in picos():
            if port.path not in there:
                # The port appears before the firmware runs, and udev may not have given it to its group yet.
                with contextlib.suppress(FlashError):
                    hello = running_firmware(port.path)
                    if hello is not None:
                        return port.path, hello
        time.sleep(BETWEEN_LOOKS)
    raise FlashError("the file is copied, but no board answers: unplug it and plug it in, then: thera board status")
