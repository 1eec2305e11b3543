"""Checks the system around the board: the connected device, the data folder, the clock, networks, rights, the installed
services, and the power supply. Apart from `examination`, which only orders the checks of all kinds."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from hardware.board_file import BoardFile
from hardware.doctor.computer import PINS_UNIT, TABLE_UNIT, Computer, Finding, not_here, ok, warning, wrong
from hardware.electronics import Controller, LightsBy, PiPins
from hardware.power_budget import PowerSource, most

# ---- The device


VENDOR = "2e8a"
"""Raspberry Pi's vendor id on USB."""

_EMPTY_PICOS = {"0003": "Pico", "000f": "Pico 2"}
"""The product ids of a Pico that shows as a drive and waits for a program."""

_RULES = ("/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d")
_RULE = f'ATTRS{{idVendor}}=="{VENDOR}", ENV{{ID_MM_DEVICE_IGNORE}}="1"'
_RULE_FILE = "/etc/udev/rules.d/70-thera-board.rules"


@dataclass(frozen=True, slots=True)
class UsbSerial:
    """A serial device on USB: its name and its path."""

    name: str
    path: Path


def board_device(computer: Computer, board: BoardFile) -> Finding:
    """The board's device: a serial one on USB, or the path where the pins are served."""
    what = "board"
    if isinstance(board.electronics.pins, PiPins):
        if computer.there(computer.link):
            return ok(what, f"the pins are served at {computer.link}: thera play --board {computer.link}")
        if not computer.is_pi:
            return not_here(what, "this is not a Raspberry Pi")
        return not_here(
            what,
            f"the pins are not being served at {computer.link}",
            "serve them with your board file, and leave the command running",
            f"sudo {computer.program} board serve --board-file FILE",
        )
    if not computer.there("/sys/class/tty"):
        return not_here(what, "this system does not list its serial devices; see: thera board status")
    ports = usb_serials(computer)
    if not ports:
        return _no_board(computer)
    if len(ports) > 1:
        names = " and ".join(port.name for port in ports)
        return warning(what, f"{len(ports)} devices on USB may be boards: {names}", "choose one: --board and its name")
    return _one_board(computer, ports[0])


def _one_board(computer: Computer, port: UsbSerial) -> Finding:
    what = "board"
    if not port.path.exists():
        return wrong(
            what,
            f"a board is on USB, but there is no /dev/{port.path.name}",
            "in a container, pass the device through; otherwise unplug the board and plug it in again",
        )
    others = [process for process in computer.holders(port.path) if not process.is_thera]
    if others:
        names = " and ".join(f"{process.name}, process {process.number}" for process in others)
        return wrong(
            what,
            f"another program uses {port.name}: {names}",
            "end it",
            *(f"kill {process.number}" for process in others),
        )
    tables = computer.holders(port.path)
    if tables:
        return ok(what, f"{port.name} is there, and Thera uses it (process {tables[0].number})")
    if not computer.usable(port.path) and computer.has_unit(TABLE_UNIT):
        return ok(what, f"{port.name} is there, for the service")
    if not computer.usable(port.path):
        return wrong(what, f"{port.name} is there, but {computer.user} may not open it", "see the check of its group")
    return ok(what, f"{port.name} is there, and can be opened")


def _no_board(computer: Computer) -> Finding:
    for device in computer.matches("/sys/bus/usb/devices", "*/idProduct"):
        product, vendor = _word(device), _word(device.with_name("idVendor"))
        if vendor == VENDOR and product in _EMPTY_PICOS:
            return wrong(
                "board",
                f"a {_EMPTY_PICOS[product]} is there, but it has no MicroPython and shows up as a drive",
                "download MicroPython for it (see docs/build/first_hour.md), then, while the drive is there:",
                "thera board flash --board-file FILE",
            )
    return warning(
        "board",
        "no board is on USB, so a table plays at a simulated one",
        "plug it in with a cable that carries data: some only charge. A running table switches to it.",
    )


def modem_manager(computer: Computer, board: BoardFile) -> Finding:
    """ModemManager, which opens new serial devices unless a rule forbids it."""
    what = "ModemManager"
    if isinstance(board.electronics.pins, PiPins):
        return not_here(what, "the board is not on USB")
    if not any(process.name == what for process in computer.processes()):
        return ok(what, "it is not running, so it cannot disturb the board")
    for folder in _RULES:
        for file in computer.matches(folder, "*.rules"):
            if any(_spares_boards(line) for line in _lines(file)):
                return ok(what, f"a rule makes it leave the board alone: {folder}/{file.name}")
    return warning(
        what,
        "it is running, and may treat the board as a modem when it is plugged in",
        "add a rule to leave boards alone, then unplug the board and plug it in again",
        f"echo '{_RULE}' | sudo tee {_RULE_FILE}",
        "sudo udevadm control --reload",
    )


def _spares_boards(line: str) -> bool:
    rule = line.split("#", maxsplit=1)[0].replace(" ", "")
    return f'"{VENDOR}"' in rule.lower() and any(
        f'ENV{{{tag}}}="1"' in rule for tag in ("ID_MM_DEVICE_IGNORE", "ID_MM_PORT_IGNORE")
    )


def usb_serials(computer: Computer) -> list[UsbSerial]:
    """Return the serial devices on USB made by Raspberry Pi, by their permanent names if they have one."""
    names = {
        link.resolve().name: f"/dev/serial/by-id/{link.name}" for link in computer.matches("/dev/serial/by-id", "*")
    }
    found = []
    for terminal in computer.matches("/sys/class/tty", "ttyACM*"):
        # Its parent is an interface of the USB device.
        if _word(Path(os.path.realpath(terminal / "device")).parent / "idVendor") == VENDOR:
            name = names.get(terminal.name, f"/dev/{terminal.name}")
            found.append(UsbSerial(name, computer.path(f"/dev/{terminal.name}")))
    return found


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return []


def _word(file: Path) -> str:
    return "".join(_lines(file)[:1]).strip().lower()


# ---- The system


_LOW_BYTES = 500_000_000
_TOO_LOW_BYTES = 50_000_000
"""The least free space: traces need some, and a full card loses games."""

_FIX = "give it to the user who runs the table, or choose another folder (--data); is the card write-protected?"

_FIRST_YEAR = 2026
"""The year before which no game of Thera was played."""

_CARD = "/usr/lib/thera-card"
"""A file that a memory card with Thera has (docs/card_image.md), and no other system."""


def data_folder(computer: Computer, _board: BoardFile) -> Finding:
    """The folder where games and boards are stored."""
    what, folder = "data", computer.data
    # Not Path.is_dir, which raises an error for a folder that the user may not list.
    there = next((each for each in (folder, *folder.parents) if os.path.isdir(each)), Path("/"))
    if folder == computer.service_data and computer.has_unit(TABLE_UNIT) and not computer.superuser:
        return _room(computer, there, f"{folder}, which only the service may use")
    if there != folder and not computer.usable(there):
        return wrong(
            what, f"{computer.user} may not create {folder}", _FIX, f"sudo install -d -o {computer.user} {folder}"
        )
    foreign = [file for file in (folder, *_files(folder)) if there == folder and not computer.usable(file)]
    if foreign:
        return wrong(
            what, f"{computer.user} may not write {foreign[0]}", _FIX, f"sudo chown -R {computer.user} {folder}"
        )
    return _room(computer, there, str(folder))


def _room(computer: Computer, there: Path, told: str) -> Finding:
    """Whether there is room in the folder ``there``, which the report names ``told``."""
    what, free = "data", computer.free(there)
    space = f"{free // 1_000_000} MB free in {told}"
    if free < _TOO_LOW_BYTES:
        return wrong(what, f"only {space}: the next game may be lost", "free some space", f"du -xh {there} | sort -h")
    if free < _LOW_BYTES:
        return warning(what, f"only {space}", "free some space, especially if you record traces")
    return ok(what, space)


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(file for file in folder.iterdir() if file.is_file())
    except OSError:
        return []


def clock(computer: Computer, _board: BoardFile) -> Finding:
    """The clock, which most Pis set from the network. Games do not need it, but saved games have dates."""
    what, now = "clock", computer.now()
    if now.year < _FIRST_YEAR:
        return warning(
            what,
            f"it says {now:%Y-%m-%d}, so saved games get wrong dates; playing is not affected",
            "connect the Pi to the Internet for a minute, or set it by hand",
            "sudo timedatectl set-ntp true",
        )
    answer = (computer.run("timedatectl", "show", "--property=NTPSynchronized", "--value") or "").strip()
    if computer.is_pi and answer == "no" and not computer.there("/run/systemd/timesync/synchronized"):
        return warning(
            what,
            f"it says {now:%Y-%m-%d %H:%M} UTC, not synchronised since the start; playing is not affected",
            "connect the Pi to the Internet for a minute",
            "sudo timedatectl set-ntp true",
        )
    return ok(what, f"it says {now:%Y-%m-%d %H:%M} UTC")


def own_network(computer: Computer, _board: BoardFile) -> Finding:
    """The Wi-Fi of this computer, which the table's network uses, if one is configured."""
    what = "own Wi-Fi"
    if not computer.there("/etc/thera/network.toml"):
        return not_here(what, "this computer opens no network of its own")
    radios = [
        each for each in computer.matches("/sys/class/rfkill", "*") if computer.text(_of(each.name, "type")) == "wlan"
    ]
    if not radios:
        return not_here(what, "this computer has no Wi-Fi")
    if any(computer.text(_of(each.name, "hard")) == "1" for each in radios):
        return wrong(what, "the Wi-Fi is switched off in hardware", "use the Wi-Fi switch or key of the computer")
    if any(computer.text(_of(each.name, "soft")) == "1" for each in radios):
        if computer.is_pi:
            told = "the Wi-Fi is switched off, as on any Pi until its country is set"
            if computer.there(_CARD):
                return wrong(what, told, "write it in thera.txt on the card, as in country = NL, and start again")
            return wrong(
                what,
                told,
                "set it, with the two-letter code of your country in place of NL",
                "sudo raspi-config nonint do_wifi_country NL",
            )
        return wrong(what, "the Wi-Fi is switched off", "switch it on", "sudo rfkill unblock wlan")
    return ok(what, "the Wi-Fi is switched on")


def _of(radio: str, name: str) -> str:
    return f"/sys/class/rfkill/{radio}/{name}"


def serial_group(computer: Computer, board: BoardFile) -> Finding:
    """The group of serial devices, such as a board with a Pico."""
    # Debian and its derivatives use dialout, others uucp.
    name = "uucp" if "uucp" in _system_groups(computer) and "dialout" not in _system_groups(computer) else "dialout"
    if isinstance(board.electronics.pins, PiPins):
        return not_here(f"group {name}", 'the board is on the Pi\'s own pins (controller = "pi"), not on USB')
    ports = usb_serials(computer)
    if ports and name not in computer.groups and all(computer.usable(port.path) for port in ports):
        return ok(f"group {name}", f"{computer.user} may use the board without being a member")
    return _member(computer, name, "serial devices, such as a board on USB", TABLE_UNIT)


def pin_group(computer: Computer, board: BoardFile) -> Finding:
    """The group of the GPIO pins."""
    return _pins(computer, board, "gpio", "the pins of the Pi")


def spi_group(computer: Computer, board: BoardFile) -> Finding:
    """The group of SPI."""
    return _pins(computer, board, "spi", "the MCP3208 and lights on SPI")


def _pins(computer: Computer, board: BoardFile, name: str, use: str) -> Finding:
    what, pins = f"group {name}", board.electronics.pins
    if not isinstance(pins, PiPins):
        return not_here(what, 'the board has a Pico (controller = "pico"): it uses no pins of this computer')
    if not computer.is_pi:
        return not_here(what, "this is not a Raspberry Pi")
    if pins.lights_by is not LightsBy.SPI:
        return not_here(what, f"lights by {pins.lights_by.upper()} are driven by root, who needs no group")
    return _member(computer, name, use, PINS_UNIT)


def _member(computer: Computer, name: str, use: str, unit: str) -> Finding:
    """Whether the user may use a device as a member of a group, or this ``unit`` where it is installed."""
    what = f"group {name}"
    if computer.superuser:
        return ok(what, "you are root, who needs no group")
    if name in computer.groups:
        return ok(what, f"{computer.user} is a member and may use {use}")
    known = _system_groups(computer)
    if name not in known:
        return not_here(what, "this system has no such group")
    if computer.has_unit(unit):
        who = f"{computer.user}, who is not a member, may not, and need not to play"
        return ok(what, f"the service may use {use}; {who}")
    if computer.user in known[name]:
        return wrong(
            what,
            f"{computer.user} became a member after logging in",
            "log out and in again, or restart",
        )
    return wrong(
        what,
        f"{computer.user} is not a member, so may not use {use}",
        "join the group, then log out and in again",
        f"sudo usermod -aG {name} {computer.user}",
    )


def _system_groups(computer: Computer) -> dict[str, frozenset[str]]:
    """Return the groups of the system, with the members listed for each."""
    found = {}
    for line in (computer.text("/etc/group") or "").splitlines():
        parts = line.split(":")
        if len(parts) == 4:
            found[parts[0]] = frozenset(parts[3].split(","))
    return found


# ---- The services


_LOG = "sudo journalctl --unit=thera --lines=20"
_FAILED_SO_FAR = "auto-restart"
"""The state that systemd gives a service that has ended and will be started again (systemd.service)."""


def service(computer: Computer, _board: BoardFile) -> Finding:
    """The service that is the table."""
    return _unit(computer, "service", TABLE_UNIT, "it runs")


def service_socket(computer: Computer, _board: BoardFile) -> Finding:
    """The socket of its page, which systemd opens."""
    ports = dict.fromkeys(re.findall(r":(\d+) ", _shown(computer, "thera.socket", "Listen")))
    return _unit(computer, "socket", "thera.socket", f"it listens on port {' and '.join(ports) or 'unknown'}")


def _unit(computer: Computer, what: str, unit: str, meaning: str) -> Finding:
    if not computer.has_unit(unit):
        return not_here(what, "Thera is not installed as a service")
    state = _shown(computer, unit, "ActiveState")
    if state == "active":
        return ok(what, meaning)
    if state == "activating" and not _shown(computer, unit, "SubState").startswith(_FAILED_SO_FAR):
        return warning(what, f"{unit} is still starting", "wait until it has started; its log says how far it is", _LOG)
    told = f"{unit} is {state or 'not known to systemd'}"
    return wrong(what, told, "start it; its log says why it ended", "sudo systemctl start thera.socket thera", _LOG)


def _shown(computer: Computer, unit: str, name: str) -> str:
    return (computer.run("systemctl", "show", f"--property={name}", "--value", unit) or "").strip()


# ---- The power supply


# The bits of get_throttled: the lower ones concern now, the same ones 16 higher the time since the start.
_UNDER_VOLTAGE = 1 << 0
_CAPPED_OR_THROTTLED = 1 << 1 | 1 << 2
_WARM = 1 << 3
_SINCE_START = 16

_USB_MA = 500
"""The current of a USB port unless more is negotiated."""

_SPARE = 4 / 3
"""The capacity of a supply relative to the load: a third to spare."""


@dataclass(frozen=True, slots=True)
class _Model:
    """A model: the pattern of its names, the current that its supply should give, and its own current under load, in mA
    (estimated from measurements, with nothing on USB)."""

    names: re.Pattern[str]
    supply: int
    draws: int


_MODELS = (
    _Model(re.compile(r"Raspberry Pi Zero 2\b"), 2500, 700),
    _Model(re.compile(r"Raspberry Pi (3|Compute Module 3)\b"), 2500, 1350),
    _Model(re.compile(r"Raspberry Pi (4|400|Compute Module 4S?)\b"), 3000, 1300),
    _Model(re.compile(r"Raspberry Pi (5|500|Compute Module 5)\b"), 5000, 2400),
)


def _throttled(computer: Computer) -> int | None:
    """Return what the firmware reports about voltage and heat; None if it reports nothing."""
    for file in computer.matches("/sys/devices/platform", "soc*/soc*:firmware/get_throttled"):
        value = computer.text(f"/{file.relative_to(computer.root)}")
        if value is not None and re.fullmatch("(0x)?[0-9a-fA-F]+", value):
            return int(value, 16)
    answer = re.search("throttled=(0x[0-9a-fA-F]+)", computer.run("vcgencmd", "get_throttled") or "")
    return None if answer is None else int(answer[1], 16)


def _unknown(computer: Computer, what: str) -> Finding:
    if computer.is_pi:
        return not_here(what, "this Pi does not report it: neither get_throttled nor vcgencmd answers")
    return not_here(what, "only a Raspberry Pi reports it")


def voltage(computer: Computer, _board: BoardFile) -> Finding:
    """Whether the Pi lacks power, now or since its start."""
    what, bits = "voltage", _throttled(computer) if computer.is_pi else None
    if bits is None:
        return _unknown(computer, what)
    fix = "a supply made for this Pi, a short thick cable, and nothing on USB that draws much"
    if bits & _UNDER_VOLTAGE:
        return wrong(what, "the Pi is short of power now: the board may come and go", fix)
    if bits >> _SINCE_START & _UNDER_VOLTAGE:
        return warning(what, "the Pi has been short of power since its start", fix)
    return ok(what, "never too low since the start")


def heat(computer: Computer, _board: BoardFile) -> Finding:
    """Whether heat slows the Pi down, now or since its start."""
    what, bits = "heat", _throttled(computer) if computer.is_pi else None
    if bits is None:
        return _unknown(computer, what)
    fix = "air around it, or a heat sink"
    if _too_warm(bits):
        return warning(what, "the Pi is slowed down by heat now", fix)
    if _too_warm(bits >> _SINCE_START):
        return warning(what, "the Pi has been slowed down by heat since its start", fix)
    return ok(what, "never slowed down since the start")


def _too_warm(bits: int) -> bool:
    # A Pi that lacks power is slowed down, too; the voltage check reports that.
    return bool(bits & _WARM or (bits & _CAPPED_OR_THROTTLED and not bits & _UNDER_VOLTAGE))


def supply(computer: Computer, board: BoardFile) -> Finding:
    """The current of the board, compared with the capacity of the supply."""
    what, electronics = "supply", board.electronics
    drawn = most(electronics)
    lights = drawn[PowerSource.SUPPLY]
    board_draws = sum(milliamps for source, milliamps in drawn.items() if source is not PowerSource.SUPPLY)
    own = f"the lights' own supply: 5 V, {_amperes(lights * _SPARE)} or more (budget_ma = {electronics.budget_ma})"
    model = next((model for model in _MODELS if model.names.match(computer.model)), None)
    if model is None:
        if electronics.controller is Controller.PI:
            reason = f"what a {computer.model} draws is not known" if computer.is_pi else "this is not a Raspberry Pi"
            return not_here(what, reason)
        if board_draws > _USB_MA:
            return warning(what, f"the board draws {_amperes(board_draws)}, a USB port gives {_amperes(_USB_MA)}", own)
        return ok(what, f"the board draws {_amperes(board_draws)} from USB; {own}")
    gives = _promised(computer) or model.supply
    needed = model.draws + board_draws
    draw = f"Pi and board draw up to {_amperes(needed)}, the lights {_amperes(lights)}"
    if gives < model.supply:
        return warning(
            what,
            f"{draw}; the Pi's supply gives {_amperes(gives)}, and should give {_amperes(model.supply)}",
            f"a supply of 5 V, {_amperes(model.supply)}, made for this Pi; {own}",
        )
    if needed + lights > gives:
        return warning(
            what, f"{draw}: too much for one supply of {_amperes(gives)}, as this Pi's should be", f"use {own}"
        )
    return ok(what, f"{draw}, of the {_amperes(gives)} that this Pi's supply should give; better is {own}")


def _promised(computer: Computer) -> int | None:
    """Return the current that the supply of a Pi 5 offers, in mA; None if it is unknown."""
    try:
        value = computer.path("/proc/device-tree/chosen/power/max_current").read_bytes()
    except OSError:
        return None
    return int.from_bytes(value[:4], "big") or None


def _amperes(milliamps: float) -> str:
    return f"{-(-milliamps // 100) / 10:.1f} A"
