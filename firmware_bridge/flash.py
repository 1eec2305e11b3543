"""Puts the firmware on a Pico: looks at what is there, refuses what does not fit, and copies with mpremote.

If anything goes wrong on the way, the board still has MicroPython's console, and it can be tried again: ``main.py``,
which starts the firmware, is removed first and written last.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_bridge.board_search import PortVisit
from firmware_bridge.firmware_config import CONFIGURATION_FILE, FIRMWARE, configuration, firmware_version
from firmware_bridge.firmware_image import OLDEST_MICROPYTHON
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
"""A board answers so many seconds after it got its firmware, or not at all."""

BETWEEN_LOOKS = 0.2
"""The seconds between two looks whether it answers."""


class FlashError(OSError):
    """The firmware was not installed on the board; one plain sentence says why, and what to do."""


@dataclass(frozen=True, slots=True)
class PicoConsole:
    """What MicroPython's console reports of a board: its platform and version; whether something starts automatically
    (``program``), the version of our firmware (empty if it is not ours), for the board of which name, and what the
    straps say if they are where our board file has them."""

    platform: str
    micropython: tuple[int, ...]
    program: bool
    firmware: str
    name: str
    straps: int


def find_pico(unique_id: str | None = None) -> str:
    """The port of the Pico with this unique id, or of the only one that is plugged in, with any program or none.

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
    """Put the firmware and this board's settings on the Pico at ``port``; ``report`` is called with a line for each
    thing found and done.

    ``force_new`` also replaces another program, a newer firmware, and the firmware of another board. ``platform`` is
    the platform that the board's MicroPython has to report.

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
    """Why the firmware for this board may not be installed here; empty if it may."""
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
    """The hello of the firmware at a port; None if none answers.

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


# -- over MicroPython's console, with mpremote

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
