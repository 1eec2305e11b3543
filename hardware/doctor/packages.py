"""Whether Python and the packages for the pins of a Pi are installed, in versions that work."""

from __future__ import annotations

import re

from hardware.board_file import BoardFile
from hardware.doctor.computer import Computer
from hardware.doctor.finding import Finding, for_pins, not_here, ok, warning, wrong
from hardware.electronics import PiPins

_OLDEST_PYTHON = (3, 11)
_SETUP = "make setup-pi"
_FACTORY = "GPIOZERO_PIN_FACTORY"

# lgpio creates files as soon as it is imported, so they go to a temporary folder.
_PROBE = """\
import os, tempfile
with tempfile.TemporaryDirectory() as folder:
    os.environ["LG_WD"] = folder
    import lgpio
    lgpio.gpiochip_open"""


def python(computer: Computer, _board: BoardFile) -> Finding:
    """The version of Python."""
    version = ".".join(map(str, computer.python))
    if computer.python < _OLDEST_PYTHON:
        return wrong("Python", f"{version} is too old; it must be 3.11 or newer", "install a newer operating system")
    return ok("Python", version)


@for_pins("lgpio")
def lgpio(what: str, computer: Computer, _pins: PiPins) -> Finding:
    """The library below gpiozero that reaches the pins."""
    version = computer.version("lgpio")
    if version is not None and version.startswith("0.0.0"):
        return _install_lgpio(computer, f"version {version} is an empty package: it imports, but contains nothing")
    if version is None and not computer.installed("lgpio"):
        return _install_lgpio(computer, "it is not installed")
    if computer.run(computer.executable, "-c", _PROBE) is None:
        return _install_lgpio(computer, "it is installed, but does not work")
    return ok(what, f"version {version or 'unknown'} works")


def _install_lgpio(computer: Computer, meaning: str) -> Finding:
    remove = (".venv/bin/python -m pip uninstall -y lgpio",) if computer.version("lgpio") else ()
    if not computer.needs_lgpio_of_the_system:
        return wrong("lgpio", meaning, "install it", *remove, _SETUP)
    return wrong(
        "lgpio",
        meaning,
        "for this Python only the system package works: install it, and make an environment that can use it",
        *remove,
        "sudo apt-get install -y python3-lgpio",
        "python3 -m venv --system-site-packages .venv",
        _SETUP,
    )


@for_pins("gpiozero")
def gpiozero(what: str, computer: Computer, _pins: PiPins) -> Finding:
    """The library for the pins."""
    version = computer.version("gpiozero")
    if version is None:
        return wrong(what, "it is not installed", "install it", _SETUP)
    # Before this release it looked for the pins of a Pi 5 where newer kernels no longer have them.
    oldest = "2.0.1.post3" if computer.has_rp1 else "2.0"
    if _numbers(version) < _numbers(oldest):
        return wrong(
            what,
            f"version {version} is too old for a {computer.model}; it must be {oldest} or newer",
            "upgrade it",
            f".venv/bin/python -m pip install --upgrade 'gpiozero>={oldest}'",
        )
    return ok(what, f"version {version}")


@for_pins(_FACTORY)
def pin_factory(what: str, computer: Computer, _pins: PiPins) -> Finding:
    """The library that gpiozero uses for the pins, if one is set."""
    value = computer.environment.get(_FACTORY, "")
    if value in ("", "lgpio"):
        return ok(what, f"it is {value or 'not set'}; lgpio drives the pins")
    return warning(
        what,
        f"it is {value}; Thera uses lgpio anyway, other programs do not",
        "unless another program needs it, take it away",
        f"unset {_FACTORY}",
    )


@for_pins("light library")
def light_library(what: str, computer: Computer, pins: PiPins) -> Finding:
    """The library for the lights, and the one for SPI where it is needed."""
    if not computer.can_light(pins):
        return not_here(what, f"none drives lights by {pins.lights_by.upper()} on a {computer.model}")
    needed = computer.light_packages(pins)
    missing = sorted(name for name in needed if not computer.installed(name))
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        return wrong(
            what,
            f"{' and '.join(missing)} {verb} not installed",
            "install it; it is built here, for which a compiler is needed",
            "sudo apt-get install -y gcc libc6-dev python3-dev",
            _SETUP,
        )
    verb = "is" if len(needed) == 1 else "are"
    return ok(what, f"{' and '.join(sorted(needed))} {verb} there")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))
