"""Whether this Pi has enough power, is cool enough, and has a supply that suits the board."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hardware.board_file import BoardFile
from hardware.doctor.computer import Computer
from hardware.doctor.finding import Finding, not_here, ok, warning, wrong
from hardware.electronics import Controller
from hardware.power_budget import PowerSource, most

# The bits of get_throttled: the lower ones are for now, the same ones 16 higher for the time since the start.
_UNDER_VOLTAGE = 1 << 0
_CAPPED_OR_THROTTLED = 1 << 1 | 1 << 2
_WARM = 1 << 3
_SINCE_START = 16

_USB_MA = 500
"""What a USB port supplies unless more is negotiated."""

_SPARE = 4 / 3
"""A supply should have a third to spare."""


@dataclass(frozen=True, slots=True)
class _Model:
    """A model: the pattern of its names, what its supply should give, and what it draws itself under load, in mA
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
    """What the firmware reports about voltage and heat; None if it reports nothing."""
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
    """Whether the Pi is short of power, now or since its start."""
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
    """Whether the Pi is slowed down by heat, now or since its start."""
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
    # A Pi that is short of power is slowed down too; the voltage check reports that.
    return bool(bits & _WARM or (bits & _CAPPED_OR_THROTTLED and not bits & _UNDER_VOLTAGE))


def supply(computer: Computer, board: BoardFile) -> Finding:
    """What the board draws, compared with what the supply gives."""
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
    """What the supply of a Pi 5 offers, in mA; None if it does not say."""
    try:
        value = computer.path("/proc/device-tree/chosen/power/max_current").read_bytes()
    except OSError:
        return None
    return int.from_bytes(value[:4], "big") or None


def _amperes(milliamps: float) -> str:
    return f"{-(-milliamps // 100) / 10:.1f} A"
