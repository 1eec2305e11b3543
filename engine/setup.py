"""What is decided before the first worker stands: the players in turn order and the rule profile."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

from engine.seats import Seat

PowerName = NewType("PowerName", str)

MORTAL = PowerName("mortal")
"""The name of a seat's power when it has none."""


class Bans(StrEnum):
    """What the printed "banned vs." pairs do (the rulebook strongly suggests them; it does not forbid)."""

    WARN = "warn"
    ENFORCE = "enforce"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Profile:
    """The rules in force at this table. The defaults are the Roxley edition with printed texts."""

    size: int = 5
    bans: Bans = Bans.WARN


@dataclass(frozen=True, slots=True)
class Player:
    """One player: seat, power (``mortal`` for none), and the team that owns the workers (2 and 3 players: one each)."""

    seat: Seat
    power: PowerName = MORTAL
    team: int = 0


@dataclass(frozen=True, slots=True)
class Setup:
    """Players in turn order, the Start Player first, and the profile."""

    players: tuple[Player, ...]
    profile: Profile = field(default_factory=Profile)
