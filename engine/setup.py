"""What is decided before the first worker stands: the players in turn order, the rule profile, the order of decks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import NewType

from engine.rulings import Rulings
from engine.seats import Seat

PowerName = NewType("PowerName", str)

MORTAL = PowerName("mortal")
"""The name of the power of a seat that has none."""

TEAM_GAME = 4
"""Players of the game that is played in two teams."""


class Edition(StrEnum):
    """Whose printed rules are in force."""

    ROXLEY = "roxley"
    SPIN_MASTER = "spin_master"
    ORIGINAL_2007 = "original_2007"


class Bans(StrEnum):
    """What the printed "banned vs." pairs do (the rulebook strongly suggests them; it does not forbid)."""

    WARN = "warn"
    ENFORCE = "enforce"
    OFF = "off"


class Supply(StrEnum):
    """Whether pieces can run out: never; counted and pointed out only; or with the rule for taking towers back."""

    UNLIMITED = "unlimited"
    ADVISORY = "advisory"
    PHYSICAL = "physical"


class Redraw(StrEnum):
    """What makes a face-up power change after a turn."""

    ANY_DOME = "any_dome"
    COMPLETE_TOWER = "complete_tower"


@dataclass(frozen=True, slots=True)
class Profile:
    """The rules in force at this table. The defaults are the Roxley edition with printed texts.

    ``size`` 4 is an option of the 2007 edition; nothing in the later ones forbids it. ``revised`` names the
    powers played in the designer's later wording. ``redraw``, ``perimeter_setup`` and ``same_power_allowed`` follow the
    edition where they are None. ``gods_per_player`` is none in the base game; two is an option of the 2007 edition.
    """

    size: int = 5
    bans: Bans = Bans.WARN
    edition: Edition = Edition.ROXLEY
    revised: frozenset[PowerName] = frozenset()
    redraw: Redraw | None = None
    perimeter_setup: bool | None = None
    supply: Supply = Supply.ADVISORY
    gods_per_player: int = 1
    same_power_allowed: bool | None = None
    rulings: Rulings = field(default_factory=Rulings)

    def is_revised(self, power: PowerName) -> bool:
        """Whether a power is played in its revised wording."""
        return power in self.revised

    @property
    def shares_powers(self) -> bool:
        """Whether several players may have the same power: as set, or as the edition has it."""
        if self.same_power_allowed is not None:
            return self.same_power_allowed
        return self.edition is Edition.ORIGINAL_2007

    @property
    def changes_on(self) -> Redraw:
        """What makes a face-up power change: as set, or as the edition has it."""
        if self.redraw is not None:
            return self.redraw
        return Redraw.COMPLETE_TOWER if self.edition is Edition.SPIN_MASTER else Redraw.ANY_DOME


def team_in_turn(number: int, count: int) -> int:
    """The team of the player whose turn is this one, from 0, of so many players: each plays alone, but with four those
    opposite each other play together.

    >>> [team_in_turn(number, 4) for number in range(4)]
    [0, 1, 0, 1]
    """
    return number % 2 if count == TEAM_GAME else number


def team_at(clockwise: Sequence[Seat], seat: Seat) -> int:
    """The team of a seat of these, whoever starts."""
    return team_in_turn(clockwise.index(seat), len(clockwise))


@dataclass(frozen=True, slots=True)
class Player:
    """One player: seat, power (``mortal`` for none), the team that owns the workers (2 and 3 players: one each), and
    the ``second`` power where each player has two."""

    seat: Seat
    power: PowerName = MORTAL
    team: int = 0
    second: PowerName = MORTAL

    @property
    def powers(self) -> tuple[PowerName, ...]:
        """The cards in front of the player, at least one (``mortal`` is a card that says nothing)."""
        return (self.power,) if self.second == MORTAL else (self.power, self.second)


@dataclass(frozen=True, slots=True)
class Setup:
    """Players in turn order, the Start Player first, and the profile.

    ``fleece`` is the power beside the board in the Golden Fleece variant; there the first player places first, and the
    second takes the first turn. ``seed`` decides how decks are shuffled.
    """

    players: tuple[Player, ...]
    profile: Profile = field(default_factory=Profile)
    fleece: PowerName | None = None
    seed: int = 0


def shuffled(cards: Sequence[PowerName], seed: int) -> tuple[PowerName, ...]:
    """Different cards in an order that their present order and the seed decide, the same on every machine: a game can
    be replayed from its setup and actions.

    >>> shuffled([PowerName("apollo"), PowerName("pan")], 1) == shuffled([PowerName("apollo"), PowerName("pan")], 1)
    True
    """
    deck = f"{seed} {' '.join(cards)}"
    return tuple(sorted(cards, key=lambda card: sha256(f"{deck} {card}".encode()).digest()))
