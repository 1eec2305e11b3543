"""Machines to ask what they lack: folders with what the kernel of each tells."""

from __future__ import annotations

from pathlib import Path

from hardware.gpio.pi_model import PiModel

PI_3 = "Raspberry Pi 3 Model B Plus Rev 1.3"
PI_4 = "Raspberry Pi 4 Model B Rev 1.5"
ZERO_2 = "Raspberry Pi Zero 2 W Rev 1.0"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"

DEVICES = ("gpiochip0", "spidev0.0", "spidev0.1", "spidev1.0", "mem")


def machine(
    root: Path,
    model: str,
    *,
    devices: tuple[str, ...] = DEVICES,
    closed: tuple[str, ...] = (),
    missing: tuple[str, ...] = (),
    python: tuple[int, int] = (3, 11),
) -> PiModel:
    """One of this model (no Pi if empty) with these devices, of which some are ``closed`` to us, and without some
    Python packages."""
    tree = root / "proc" / "device-tree"
    tree.mkdir(parents=True, exist_ok=True)
    if model:
        (tree / "model").write_text(f"{model}\0", "utf-8")
        (tree / "serial-number").write_text("10000000abcdef01\0", "utf-8")
    (root / "dev").mkdir(exist_ok=True)
    for device in devices:
        (root / "dev" / device).touch()
    return PiModel(
        root,
        installed=lambda package: package not in missing,
        usable=lambda device: device.name not in closed,
        python=python,
    )
