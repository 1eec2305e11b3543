"""What the host chooses before a game, and its JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

MINUTES = range(1, 61)
"""How many minutes a player's clock can begin with."""
INCREMENTS = range(61)
"""How many seconds a player can get for each turn."""


class Confirm(StrEnum):
    """What makes a finished turn stand: the player says so; or nothing more can be done and the board stands as the
    game. A turn that ends the game is asked about either way."""

    ASK = "ask"
    AT_ONCE = "at_once"


@dataclass(frozen=True, slots=True)
class ClockRule:
    """A chess clock: minutes for each player, and seconds that each gets with every turn that stands."""

    minutes: int
    increment: int = 0

    def __post_init__(self) -> None:
        if self.minutes not in MINUTES:
            raise ValueError(f"a clock of {self.minutes} minutes; allowed are {MINUTES[0]} to {MINUTES[-1]}")
        if self.increment not in INCREMENTS:
            raise ValueError(f"{self.increment} seconds a turn; allowed are {INCREMENTS[0]} to {INCREMENTS[-1]}")


@dataclass(frozen=True, slots=True)
class Options:
    """The table's options; ``powers``: whether powers are played with, ``clock`` None: without one."""

    powers: bool = False
    confirm: Confirm = Confirm.ASK
    clock: ClockRule | None = None


OptionsJson = dict[str, str | bool | dict[str, int] | None]


def options_json(options: Options) -> OptionsJson:
    """The options as the journal and the phones have them."""
    clock = options.clock
    return {
        "powers": options.powers,
        "confirm": options.confirm.value,
        "clock": None if clock is None else {"minutes": clock.minutes, "increment": clock.increment},
    }


def read_options(fields: Mapping[str, object]) -> Options:
    """The options of a JSON object; one that is not told is as usual.

    :raises ValueError: naming what does not fit.
    """
    usual = options_json(Options())
    unknown = sorted(fields.keys() - usual.keys())
    if unknown:
        raise ValueError(f"no such option: {', '.join(unknown)}; there are {', '.join(usual)}")
    powers = fields.get("powers", False)
    if powers not in (True, False) or not isinstance(powers, bool):
        raise ValueError("powers is neither true nor false")
    confirm = fields.get("confirm", Confirm.ASK.value)
    if not isinstance(confirm, str) or confirm not in list(Confirm):
        raise ValueError(f"confirm is {confirm!r}; allowed are {', '.join(Confirm)}")
    return Options(powers, Confirm(confirm), _read_clock(fields.get("clock")))


def _read_clock(value: object) -> ClockRule | None:
    if value is None:
        return None
    if not isinstance(value, dict) or value.keys() != {"minutes", "increment"}:
        raise ValueError("clock is neither null nor an object with minutes and increment")
    minutes, increment = value["minutes"], value["increment"]
    if type(minutes) is not int or type(increment) is not int:
        raise ValueError("minutes and increment of the clock must be whole numbers")
    return ClockRule(minutes, increment)
