"""Whether this Pi can serve its pins as a board: the pins, SPI, and what the lights require of sound and clocks."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hardware.board_file import BoardFile
from hardware.doctor.boot_config import boot_config
from hardware.doctor.computer import Computer
from hardware.doctor.finding import Finding, for_pins, not_here, ok, warning, wrong
from hardware.electronics import LightsBy, PiPins
from hardware.gpio.strip import ALL_DARK, waveform

_WITH_250 = re.compile(r"Raspberry Pi (3|Zero 2|Compute Module 3)\b")
_WITH_500 = re.compile(r"Raspberry Pi (4|400|Compute Module 4S?)\b")

_BUFFER = 32768
"""The buffer size to set for spidev where it is too small, in bytes."""

_SOUND = {LightsBy.PWM: "snd_bcm2835", LightsBy.PCM: "snd_soc_bcm2835_i2s"}
"""The kernel module that uses the same hardware as the lights."""


def computer_itself(computer: Computer, board: BoardFile) -> Finding:
    """The kind of computer, and whether it suits the board file."""
    what, pins = "computer", board.electronics.pins
    if computer.is_pi:
        return ok(what, computer.model)
    kind = computer.model or "not a Raspberry Pi"
    if isinstance(pins, PiPins):
        return wrong(
            what,
            f'{kind}: it has no GPIO pins, but the board file says controller = "pi"',
            'run this on the Pi, or use a Pico for the board (controller = "pico")',
        )
    return ok(what, f"{kind}: a board with a Pico works here too; checks for a Pi are skipped")


@for_pins("lights")
def lights(what: str, computer: Computer, pins: PiPins) -> Finding:
    """Whether this Pi can drive the lights in the way that the board file says."""
    way = pins.lights_by.upper()
    if computer.can_light(pins):
        return ok(what, f"a {computer.model} can drive them by {way}")
    return wrong(
        what,
        f"a {computer.model} cannot drive them by {way}",
        'set lights_by = "spi" (the lights go to GPIO 10, the MCP3208 to SPI 1), or use a Pico for the board',
    )


@for_pins("pins")
def lines(what: str, computer: Computer, pins: PiPins) -> Finding:
    """The device of the pins."""
    chips = computer.matches("/dev", "gpiochip*")
    if not chips:
        return wrong(what, "there is no /dev/gpiochip0", "install Raspberry Pi OS of 2023 or later")
    if pins.lights_by is LightsBy.SPI and not all(computer.usable(chip) for chip in chips):
        return wrong(what, f"{computer.user} may not use {_names(chip.name for chip in chips)}", "see group gpio")
    return ok(what, f"{_names(chip.name for chip in chips)} is there")


@for_pins("SPI")
def spi(what: str, computer: Computer, pins: PiPins) -> Finding:
    """SPI, which the MCP3208 and perhaps the lights use."""
    wanted = {f"spidev{bus}.{device}": bus for bus, device in pins.spi_ports}
    missing = {name: bus for name, bus in wanted.items() if not computer.there(f"/dev/{name}")}
    if missing:
        return _missing_spi(computer, pins, missing)
    if pins.lights_by is LightsBy.SPI and not all(computer.usable(computer.path(f"/dev/{name}")) for name in wanted):
        return wrong(what, f"{computer.user} may not use {_names(wanted)}", "see group spi")
    return ok(what, f"{_names(wanted)} is there")


def _missing_spi(computer: Computer, pins: PiPins, missing: dict[str, int]) -> Finding:
    what, config = "SPI", boot_config(computer)
    lines = []
    if 0 in missing.values() and (config is None or not config.switched_on("spi")):
        lines.append("dtparam=spi=on")
    if 1 in missing.values() and (config is None or pins.overlay not in config.overlays):
        lines.append(f"dtoverlay={pins.overlay}")
    meaning = f"there is no {_names(missing)}"
    if config is None:
        return wrong(what, meaning, f"switch it on in config.txt: {' and '.join(lines)}")
    if not lines:
        return wrong(what, f"{meaning}, though it is switched on in {config.place}", "restart", "sudo reboot")
    return wrong(what, meaning, "switch it on, and restart", *config.add(*lines))


@for_pins("sound")
def sound(what: str, computer: Computer, pins: PiPins) -> Finding:
    """Sound, which uses the same hardware as lights by PWM or PCM."""
    module, way = _SOUND.get(pins.lights_by), pins.lights_by.upper()
    if module is None:
        return not_here(what, "lights by SPI do not conflict with sound")
    loaded = {line.split()[0] for line in (computer.text("/proc/modules") or "").splitlines() if line}
    if module not in loaded:
        return ok(what, f"{module} is not loaded, so it does not conflict with lights by {way}")
    meaning = f"{module} is loaded, and uses the hardware that lights by {way} need: they flicker or stay dark"
    config = boot_config(computer)
    if pins.lights_by is LightsBy.PCM:
        return wrong(what, meaning, "remove the sound board (dtoverlay, dtparam=i2s) from config.txt, and restart")
    if config is None:
        return wrong(what, meaning, "switch it off in config.txt: dtparam=audio=off")
    if config.switched_off("audio"):
        return wrong(what, f"{meaning}; it is switched off in {config.place}", "restart", "sudo reboot")
    return wrong(what, meaning, 'switch it off, and restart (or lights_by = "pcm")', *config.add("dtparam=audio=off"))


@for_pins("core clock")
def core_clock(what: str, computer: Computer, pins: PiPins) -> Finding:
    """The clock of SPI, which must not change while it sends lights."""
    if pins.lights_by is not LightsBy.SPI:
        return not_here(what, f"lights by {pins.lights_by.upper()} do not depend on it")
    if _WITH_250.match(computer.model):
        wanted = {"core_freq": "250"}
    elif _WITH_500.match(computer.model):
        wanted = {"core_freq": "500", "core_freq_min": "500"}
    else:
        return not_here(what, f"SPI of a {computer.model} has its own clock")
    lines = " and ".join(f"{key}={value}" for key, value in wanted.items())
    meaning = "it changes with the load of the Pi, and the colours of lights by SPI change with it"
    config = boot_config(computer)
    if config is None:
        return warning(what, f"{meaning}, unless config.txt says {lines}", "check it yourself: the file was not found")
    missing = tuple(f"{key}={value}" for key, value in wanted.items() if config.settings.get(key) != value)
    if missing:
        return wrong(what, meaning, "fix it, and restart", *config.add(*missing))
    return ok(what, f"{config.place} fixes it: {lines}")


@for_pins("SPI buffer")
def spi_buffer(what: str, computer: Computer, pins: PiPins) -> Finding:
    """How much SPI can send at once: all lights must fit."""
    if pins.lights_by is not LightsBy.SPI:
        return not_here(what, f"lights by {pins.lights_by.upper()} do not need it")
    size, needed = computer.text("/sys/module/spidev/parameters/bufsiz"), len(waveform(ALL_DARK))
    if size is None or not size.isdigit():
        return not_here(what, "spidev does not report it; see the check of SPI")
    if int(size) >= needed:
        return ok(what, f"{size} bytes, and the lights need {needed}")
    config = boot_config(computer)
    place = "cmdline.txt" if config is None else str(config.place.with_name("cmdline.txt"))
    change = f"s/ spidev.bufsiz=[0-9]*//;1s/$/ spidev.bufsiz={_BUFFER}/"
    return wrong(
        what,
        f"{size} bytes, but the lights need {needed}",
        "enlarge it, and restart",
        f"sudo sed -i '{change}' {place}",
        "sudo reboot",
    )


@for_pins("folder")
def link_folder(what: str, computer: Computer, pins: PiPins) -> Finding:
    """The folder where the pins are served, and where lgpio puts its small files (.lgd-nfy)."""
    folder = computer.link.parent
    by_root = computer.superuser or pins.lights_by is not LightsBy.SPI
    if not computer.there(folder):
        if by_root:
            return ok(what, f"there is no {folder} yet; thera board serve creates it when root runs it")
        meaning = f"there is no {folder}, where the pins are served and lgpio puts its files"
    elif by_root or computer.usable(computer.path(folder)):
        return ok(what, f"{folder} is there, where the pins are served")
    else:
        meaning = f"{computer.user} may not write into {folder}, where the pins are served and lgpio puts its files"
    return wrong(
        what,
        meaning,
        "make it yours, again after each restart; or choose another: thera board serve --link",
        f"sudo install -d -o {computer.user} {folder}",
    )


def _names(found: Iterable[str]) -> str:
    return " and ".join(f"/dev/{name}" for name in found)
