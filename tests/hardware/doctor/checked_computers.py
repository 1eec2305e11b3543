"""Machines for the doctor: trees of files below a folder, with all as it should be; tests then break one thing."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from hardware.board_file import BoardFile
from hardware.doctor.computer import CheckState, Computer, Finding
from hardware.doctor.examination import CHECKS, examine
from hardware.electronics import Electronics, LightsBy, PicoPins, PiPins

PICO = BoardFile(electronics=Electronics(pins=PicoPins()))
PWM = BoardFile(electronics=Electronics(pins=PiPins()))
PCM = BoardFile(electronics=Electronics(pins=PiPins(LightsBy.PCM, lights=21)))
SPI = BoardFile(electronics=Electronics(pins=PiPins(LightsBy.SPI, lights=10, spi_bus=1)))

BOARDS = {"pwm": PWM, "pcm": PCM, "spi": SPI, "pico": PICO}

MODELS = {
    "zero": "Raspberry Pi Zero 2 W Rev 1.0",
    "pi3": "Raspberry Pi 3 Model B Plus Rev 1.3",
    "pi4": "Raspberry Pi 4 Model B Rev 1.4",
    "pi5": "Raspberry Pi 5 Model B Rev 1.0",
}

REVISIONS = {MODELS["zero"]: 0x902120, MODELS["pi3"]: 0xA020D3, MODELS["pi4"]: 0xC03114, MODELS["pi5"]: 0xD04170}

CONFIG = """\
# For more options see the documentation
dtparam=spi=on
dtoverlay=vc4-kms-v3d

[pi4]
core_freq=500
core_freq_min=500

[pi3]
core_freq=250

[pi02]
core_freq=250

[all]
dtparam=audio=off
dtoverlay=spi1-1cs
"""

GROUPS = "root:x:0:\ndialout:x:20:mara\nspi:x:999:mara\ngpio:x:997:mara\n"
VERSIONS = {"gpiozero": "2.0.1.post3", "lgpio": "0.2.2.0", "rpi-ws281x": "5.0.0"}
BY_ID = "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e66058388347-if00"


@dataclass(frozen=True)
class Made:
    """A computer and the folder below which its files are."""

    root: Path
    computer: Computer

    def write(self, name: str, text: str | bytes) -> None:
        """A file of it."""
        path = self.root / name.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def remove(self, name: str) -> None:
        """Without that file."""
        (self.root / name.lstrip("/")).unlink()

    def with_(self, **changes: object) -> Made:
        """With other answers."""
        return replace(self, computer=replace(self.computer, **changes))  # type: ignore[arg-type]  # by name

    def runs(self, number: int, *words: str) -> None:
        """With a process of this number and these words; it is called by the first one's last part."""
        self.write(f"/proc/{number}/comm", f"{Path(words[0]).name}\n")
        self.write(f"/proc/{number}/cmdline", "\0".join(words) + "\0")

    def plug_in(self, number: int = 0, vendor: str = "2e8a", product: str = "0005") -> None:
        """With a device on USB that has a serial line."""
        usb = f"/sys/devices/usb1/1-{number}"
        self._usb(usb, vendor, product)
        self.write(f"{usb}/1-{number}:1.0/bInterfaceClass", "02\n")
        terminal = self.root / f"sys/class/tty/ttyACM{number}"
        terminal.mkdir(parents=True)
        (terminal / "device").symlink_to(f"../../../devices/usb1/1-{number}/1-{number}:1.0")
        self.write(f"/dev/ttyACM{number}", "")

    def plug_in_empty(self, product: str) -> None:
        """With a Pico that waits for a program."""
        self._usb("/sys/devices/usb1/1-9", "2e8a", product)

    def unplug(self, number: int = 0) -> None:
        """Without a device on USB."""
        (self.root / f"sys/class/tty/ttyACM{number}/device").unlink()
        (self.root / f"sys/class/tty/ttyACM{number}").rmdir()
        (self.root / f"sys/bus/usb/devices/1-{number}").unlink()
        self.remove(f"/dev/ttyACM{number}")

    def lock(self, number: int, name: str) -> None:
        """With a file that a process has locked, as the kernel lists it."""
        found = (self.root / name.lstrip("/")).stat()
        node = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"
        self.write("/proc/locks", f"1: FLOCK  ADVISORY  WRITE {number} {node} 0 EOF\n")

    def _usb(self, folder: str, vendor: str, product: str) -> None:
        self.write(f"{folder}/idVendor", f"{vendor}\n")
        self.write(f"{folder}/idProduct", f"{product}\n")
        devices = self.root / "sys/bus/usb/devices"
        devices.mkdir(parents=True, exist_ok=True)
        (devices / Path(folder).name).symlink_to(self.root / folder.lstrip("/"))


def answers(told: Mapping[str, str]) -> Callable[..., str | None]:
    """Commands, by their first word, that print this; all others are not there."""
    return lambda *command: told.get(command[0])


def machine(root: Path, model: str = "") -> Made:
    """A computer of this model (none: a laptop) with all as it should be, and a Pico plugged in."""
    (root / "data").mkdir()
    made = Made(
        root,
        Computer(
            root=root,
            installed=lambda _: True,
            usable=lambda _: True,
            python=(3, 11),
            data=root / "data",
            run=answers({"python": "", "timedatectl": "yes\n"}),
            version=VERSIONS.get,
            user="mara",
            groups=frozenset({"mara", "dialout", "gpio", "spi"}),
            superuser=False,
            environment={},
            free=lambda _: 20_000_000_000,
            now=lambda: datetime(2026, 11, 21, 20, 15, tzinfo=UTC),
            executable="python",
        ),
    )
    made.write("/etc/group", GROUPS)
    made.write("/proc/modules", "cdc_acm 40960 0 - Live 0x0\n")
    made.runs(1, "/sbin/init")
    made.plug_in()
    link = root / BY_ID.lstrip("/")
    link.parent.mkdir(parents=True)
    link.symlink_to("../../ttyACM0")
    if model:
        made.write("/proc/device-tree/model", f"{model}\0")
        made.write("/proc/device-tree/system/linux,revision", REVISIONS[model].to_bytes(4, "big"))
        made.write("/boot/firmware/config.txt", CONFIG)
        made.write("/boot/firmware/cmdline.txt", "console=tty1 root=PARTUUID=1\n")
        for device in ("gpiochip0", "spidev0.0", "spidev1.0", "mem"):
            made.write(f"/dev/{device}", "")
        made.write("/sys/module/spidev/parameters/bufsiz", "4096\n")
        made.write("/sys/devices/platform/soc/soc:firmware/get_throttled", "0\n")
        made.write("/run/thera/board", "")
    return made


def found(made: Made, board: BoardFile) -> dict[str, Finding]:
    """What the doctor finds, by what it looked at."""
    findings = {finding.what: finding for finding in examine(made.computer, board)}
    assert len(findings) == len(CHECKS)
    return findings


def amiss(findings: Mapping[str, Finding]) -> set[str]:
    """What is wrong or worth a look."""
    return {what for what, finding in findings.items() if finding.state in (CheckState.WRONG, CheckState.WARNING)}
