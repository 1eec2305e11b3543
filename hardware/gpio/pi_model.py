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

_WITH_LIBRARY = re.compile(r"Raspberry Pi (3|4|400|Zero 2|Compute Module [34])\b")
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
    def has_light_library(self) -> bool:
        """Whether the library rpi_ws281x knows this machine. On any other, not even a strip may be created: the process
        would crash at its end."""
        return _WITH_LIBRARY.match(self.model) is not None

    @property
    def has_rp1(self) -> bool:
        """Whether its pins are on a separate chip, as those of a Pi 5 are."""
        return _WITH_RP1.match(self.model) is not None

    @property
    def needs_lgpio_of_the_system(self) -> bool:
        """Whether its Python can only install an empty lgpio, so that it needs the system's."""
        return self.python >= (3, 13)

    def can_light(self, pins: PiPins) -> bool:
        """Whether it can drive lights in the way of these pins."""
        return pins.lights_by is LightsBy.SPI or self.has_light_library

    def light_packages(self, pins: PiPins) -> frozenset[str]:
        """Return the Python packages that the lights need here, and the MCP3208 if gpiozero cannot reach it."""
        lights = "rpi_ws281x" if self.has_light_library else "spidev"
        return frozenset({lights, "spidev"} if pins.spi_bus == 1 else {lights})

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
        if self.can_light(pins):
            return ()
        reason = "its pins are on another chip" if self.has_rp1 else "that is for a Pi 3, a Pi 4 and a Zero 2 W"
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
