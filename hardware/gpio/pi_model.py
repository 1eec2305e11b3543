"""Identifies the machine, and lists what it lacks before its pins can be a board, each with what to do."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hardware.electronics import LightsBy, PiPins

LIGHT_LIBRARY = "rpi_ws281x 5.0.0"
_REVISIONS = """
    2 3 4 5 6 7 8 9 d e f 10 11 12 13 14 15 900021 900032 900092 900093 920093 9000c1 9200c1
    a01040 a01041 a21041 a22042
    a02082 a02083 a22082 a22083 a32082 a020d3 a020d4 9020e0 a020a0 a220a0 a02100 902120
    a03111 b03111 c03111 a03112 b03112 c03112 b03114 c03114 d03114 a03115 b03115 c03115 d03115 c03130 c03131
    a03140 b03140 c03140 d03140 a03141 b03141 c03141 d03141
"""
LIGHT_LIBRARY_REVISIONS = frozenset(int(code, 16) for code in _REVISIONS.split())
"""The revision codes in the library's rpihw.c, which it compares as a whole on 64 bits. Other boards of the same models
are not among them, such as a Pi 3 A+ 9020e1 and a Pi 3 a52082."""

_WITH_RP1 = re.compile(r"Raspberry Pi (5|500|Compute Module 5)\b")


def _installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def _usable(device: Path) -> bool:
    return os.access(device, os.R_OK | os.W_OK)


@dataclass(frozen=True, slots=True)
class PiModel:
    """A computer. ``root`` is the folder of its files, ``installed`` tests for a Python package (without importing it),
    and ``usable`` tests whether an existing device may be read and written."""

    root: Path = Path("/")
    installed: Callable[[str], bool] = _installed
    usable: Callable[[Path], bool] = _usable
    python: tuple[int, int] = sys.version_info[:2]

    @property
    def model(self) -> str:
        """The model in the device tree, such as "Raspberry Pi 4 Model B Rev 1.1"; empty if there is none."""
        return self._device_tree("model")

    @property
    def serial(self) -> str:
        """Its serial number; empty if it has none."""
        return self._device_tree("serial-number")

    @property
    def is_pi(self) -> bool:
        """Whether it is a Raspberry Pi."""
        return self.model.startswith("Raspberry Pi")

    @property
    def revision(self) -> int:
        """The revision code of its board, such as 0xc03115; 0 if it has none."""
        try:
            return int.from_bytes((self.root / "proc/device-tree/system/linux,revision").read_bytes(), "big")
        except OSError:
            return 0

    @property
    def has_light_library(self) -> bool:
        """Whether the library rpi_ws281x knows this machine. On any other, not even a strip may be created: the process
        would crash at its end."""
        return self.is_pi and self.revision in LIGHT_LIBRARY_REVISIONS

    @property
    def has_rp1(self) -> bool:
        """Whether its pins are on a separate chip, as those of a Pi 5 are."""
        return _WITH_RP1.match(self.model) is not None

    @property
    def needs_lgpio_of_the_system(self) -> bool:
        """Whether its Python can only install an empty lgpio, so that it needs the system's."""
        return self.python >= (3, 13)

    @property
    def spi_buffer(self) -> int | None:
        """The bytes that spidev sends at once, without a pause; None if it does not report them."""
        try:
            size = (self.root / "sys/module/spidev/parameters/bufsiz").read_text("utf-8", errors="replace").strip()
        except OSError:
            return None
        return int(size) if size.isdecimal() else None

    def can_light(self, pins: PiPins) -> bool:
        """Whether it can drive lights in the way of these pins: any Pi can by SPI."""
        return pins.lights_by is LightsBy.SPI or self.has_light_library

    def light_packages(self, pins: PiPins) -> frozenset[str]:
        """Return the Python packages that the lights need here, and the MCP3208 if gpiozero cannot reach it."""
        lights = "spidev" if pins.lights_by is LightsBy.SPI else "rpi_ws281x"
        return frozenset({lights, "spidev"} if pins.spi_bus == 1 else {lights})

    def why_no_lights(self, pins: PiPins) -> str:
        """Return why it cannot drive lights in the way of these pins; empty if it can."""
        if self.can_light(pins):
            return ""
        if self.has_rp1:
            return "its pins are on another chip"
        revision = f"revision, {self.revision:x}" if self.revision else "revision"
        return f"{LIGHT_LIBRARY} does not know its {revision}"

    def lacks(self, pins: PiPins) -> tuple[str, ...]:
        """Return what is missing before these pins can be served, a sentence each; empty if nothing is."""
        if not self.is_pi:
            found = f"this is {self.model!r}" if self.model else "it has no /proc/device-tree/model"
            return (
                f"This machine is not a Raspberry Pi ({found}), so it has no pins to serve. A board with a Pico is"
                ' plugged in by USB and needs no serving: controller = "pico".',
            )
        return (*self._lights_lacking(pins), *self._packages_lacking(pins), *self._devices_lacking(pins))

    def _lights_lacking(self, pins: PiPins) -> tuple[str, ...]:
        reason = self.why_no_lights(pins)
        if not reason:
            return ()
        return (
            f"A {self.model} reads the sensors, but cannot drive lights by {pins.lights_by.upper()}: {reason}. Set"
            ' lights_by = "spi" (the lights go to GPIO 10, the MCP3208 to SPI 1), or let a Pico drive the board'
            ' (controller = "pico").',
        )

    def _packages_lacking(self, pins: PiPins) -> tuple[str, ...]:
        needed = {"gpiozero", "lgpio"} | self.light_packages(pins)
        missing = sorted(package for package in needed if not self.installed(package))
        lines = []
        if "lgpio" in missing and self.needs_lgpio_of_the_system:
            missing.remove("lgpio")
            lines.append(
                "The Python package lgpio is missing, and for this Python only the system has it: sudo apt-get install"
                " python3-lgpio, and an environment made with --system-site-packages."
            )
        if missing:
            lines.append(f"These Python packages are missing: {', '.join(missing)}. Type: make setup-pi")
        return tuple(lines)

    def _devices_lacking(self, pins: PiPins) -> tuple[str, ...]:
        remedy = {
            0: "sudo raspi-config nonint do_spi 0",
            1: f"dtoverlay={pins.overlay} in /boot/firmware/config.txt",
        }
        chips = [name for name in ("gpiochip0", "gpiochip4") if self._there(name)]
        lines = [
            self._device(chips[-1] if chips else "gpiochip0", "the pins", "a Raspberry Pi OS of 2023 or later", "gpio"),
        ]
        lines += [
            self._device(f"spidev{bus}.{device}", use, f"switch SPI on ({remedy[bus]}) and restart", "spi")
            for (bus, device), use in zip(pins.spi_ports, ("the MCP3208", "the lights"), strict=False)
        ]
        if pins.lights_by is not LightsBy.SPI:
            lines.append(self._device("mem", "lights by PWM or PCM", "a kernel with /dev/mem", None))
        return tuple(each for each in lines if each)

    def _device(self, name: str, use: str, remedy: str, group: str | None) -> str:
        if not self._there(name):
            return f"There is no /dev/{name}, which is for {use}: {remedy}."
        if not self.usable(self.root / "dev" / name):
            who = f"a member of the group {group} may: sudo usermod -aG {group} NAME" if group else "only root may"
            return f"/dev/{name}, which is for {use}, may not be used by you; {who}."
        return ""

    def _there(self, name: str) -> bool:
        return (self.root / "dev" / name).exists()

    def _device_tree(self, name: str) -> str:
        try:
            return (self.root / "proc" / "device-tree" / name).read_text("utf-8").strip("\0 \n")
        except OSError:
            return ""
