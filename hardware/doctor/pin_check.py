"""Checks whether this Pi can serve its pins as a board: its boot configuration, pins, SPI, sound and clocks, and the
Python packages. Apart from `system_check`, since these checks only apply to a Pi with the board on its pins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware.board_file import BoardFile
from hardware.doctor.computer import Computer, Finding, for_pins, not_here, ok, warning, wrong
from hardware.electronics import LightsBy, PiPins
from hardware.gpio.strip import ALL_DARK, waveform

# ---- The boot configuration
#
# ``config.txt``: which lines apply to this model, and how to add lines.


_YES, _NO = ("on", "yes", "y", "true", "okay", "1"), ("off", "no", "n", "false", "disabled", "0")
"""The device tree values that mean yes and no."""

_PLACES = (Path("/boot/firmware/config.txt"), Path("/boot/config.txt"))

# The models that each filter of config.txt matches, by the beginning of their names.
_MODELS = {
    "pi1": r"Model [AB]|Compute Module Rev",
    "pi2": "2 ",
    "pi3": "3 |Compute Module 3",
    "pi3+": "3 Model [AB] Plus",
    "pi4": "4 |400|Compute Module 4",
    "pi400": "400",
    "cm4": r"Compute Module 4\b",
    "cm4s": "Compute Module 4S",
    "pi5": "5 |500|Compute Module 5",
    "pi500": "500",
    "cm5": "Compute Module 5",
    "pi0": "Zero",
    "pi0w": "Zero W",
    "pi02": "Zero 2",
}


@dataclass(frozen=True, slots=True)
class BootConfig:
    """The boot configuration that applies to this model: the path of its file, settings, device tree parameters and
    overlays. Of repeated lines the last one counts."""

    place: Path
    settings: dict[str, str]
    parameters: dict[str, str]
    overlays: frozenset[str]

    def switched_on(self, parameter: str) -> bool:
        """Whether a device tree parameter is on."""
        return self.parameters.get(parameter) in _YES

    def switched_off(self, parameter: str) -> bool:
        """Whether a device tree parameter is set to off, which is not the same as missing."""
        return self.parameters.get(parameter) in _NO

    def add(self, *lines: str) -> tuple[str, ...]:
        """Return the commands that add lines for every model, and restart."""
        text = "".join(f"{line}\\n" for line in ("", "[all]", *lines))
        return f"printf '{text}' | sudo tee -a {self.place}", "sudo reboot"


def boot_config(computer: Computer) -> BootConfig | None:
    """Read the boot configuration of this Pi; None if the file is not at the place of Raspberry Pi OS."""
    for place in _PLACES:
        if computer.there(place):
            break
    else:
        return None
    settings: dict[str, str] = {}
    parameters: dict[str, str] = {}
    overlays: set[str] = set()
    for line in _counting(computer, place):
        key, _, value = (part.strip() for part in line.partition("="))
        match key:
            case "dtparam" | "device_tree_param":
                for each in value.split(","):
                    name, _, setting = each.partition("=")
                    parameters[name.strip()] = setting.strip() or "on"
            case "dtoverlay" | "device_tree_overlay":
                overlays.add(re.split("[,:]", value)[0].strip())
            case _:
                settings[key] = value
    return BootConfig(place, settings, parameters, frozenset(overlays))


def _counting(computer: Computer, place: Path, within: frozenset[Path] = frozenset()) -> Iterator[str]:
    """Generate the lines that apply to this model, with included files at their place."""
    model = computer.model.removeprefix("Raspberry Pi ")
    of_model = otherwise = True
    for raw in (computer.text(place) or "").splitlines():
        line = raw.split("#")[0].strip()
        if line.startswith("["):
            name = line.strip("[] ").lower()
            if name == "all":
                of_model = otherwise = True
            elif name in _MODELS:
                of_model = re.match(_MODELS[name], model) is not None
            else:
                otherwise = False  # for a display, a serial number or a pin: a special case, which may not apply
        elif line and of_model and otherwise:
            words = line.split()
            if words[0] == "include" and len(words) == 2:
                other = place.parent / words[1]
                if other not in within | {place}:
                    yield from _counting(computer, other, within | {place})
            else:
                yield line


# ---- Pins


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
    """Whether this Pi can drive the lights in the way of the board file."""
    way = pins.lights_by.upper()
    if computer.can_light(pins):
        return ok(what, f"a {computer.model} can drive them by {way}")
    return wrong(
        what,
        f"a {computer.model} cannot drive them by {way}: {computer.why_no_lights(pins)}",
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
    """The most that SPI sends at once: all lights must fit, as they take a pause for the end."""
    if pins.lights_by is not LightsBy.SPI:
        return not_here(what, f"lights by {pins.lights_by.upper()} do not need it")
    size, needed = computer.spi_buffer, len(waveform(ALL_DARK))
    if size is None:
        return not_here(what, "spidev does not report it; see the check of SPI")
    if size >= needed:
        return ok(what, f"{size} bytes, and the lights need {needed}")
    config = boot_config(computer)
    place = "cmdline.txt" if config is None else str(config.place.with_name("cmdline.txt"))
    change = f"s/ spidev.bufsiz=[0-9]*//;1s/$/ spidev.bufsiz={_BUFFER}/"
    return wrong(
        what,
        f"{size} bytes, but the lights need {needed}: the rest would come after a pause, which they take for the end",
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


# ---- Packages


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
    remove = (f"{computer.executable} -m pip uninstall -y lgpio",) if computer.version("lgpio") else ()
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
            f"{computer.executable} -m pip install --upgrade 'gpiozero>={oldest}'",
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
