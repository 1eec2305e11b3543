"""Machines to ask what they lack: folders with what the kernel of each tells."""

from __future__ import annotations

from pathlib import Path

from hardware.gpio.pi_model import PiModel

PI_3 = "Raspberry Pi 3 Model B Plus Rev 1.3"
PI_4 = "Raspberry Pi 4 Model B Rev 1.5"
ZERO_2 = "Raspberry Pi Zero 2 W Rev 1.0"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"

ZERO_W = "Raspberry Pi Zero W Rev 1.1"

REVISIONS = {
    PI_3: 0xA020D3,
    PI_4: 0xC03115,
    ZERO_2: 0x902120,
    PI_5: 0xD04170,
    ZERO_W: 0x9000C1,
    "Raspberry Pi 400 Rev 1.0": 0xC03130,
    "Raspberry Pi 500 Rev 1.0": 0xD04190,
    "Raspberry Pi Compute Module 5 Rev 1.0": 0xD04180,
}
"""The revision codes that boards of these models report."""

DEVICES = ("gpiochip0", "spidev0.0", "spidev0.1", "spidev1.0", "mem")


def machine(
    root: Path,
    model: str,
    *,
    devices: tuple[str, ...] = DEVICES,
    closed: tuple[str, ...] = (),
    missing: tuple[str, ...] = (),
    python: tuple[int, int] = (3, 11),
    revision: int = 0,
    spi_buffer: int = 4096,
) -> PiModel:
    """One of this model (no Pi if empty) and of its usual revision or another, with these devices, of which some are
    ``closed`` to us, and without some Python packages."""
    tree = root / "proc" / "device-tree"
    tree.mkdir(parents=True, exist_ok=True)
    if model:
        (tree / "model").write_text(f"{model}\0", "utf-8")
        if code := revision or REVISIONS.get(model, 0):
            (tree / "system").mkdir(exist_ok=True)
            (tree / "system" / "linux,revision").write_bytes(code.to_bytes(4, "big"))
        (tree / "serial-number").write_text("10000000abcdef01\0", "utf-8")
    parameters = root / "sys/module/spidev/parameters"
    parameters.mkdir(parents=True, exist_ok=True)
    (parameters / "bufsiz").write_text(f"{spi_buffer}\n", "utf-8")
    (root / "dev").mkdir(exist_ok=True)
    for device in devices:
        (root / "dev" / device).touch()
    return PiModel(
        root,
        installed=lambda package: package not in missing,
        usable=lambda device: device.name not in closed,
        python=python,
    )
