"""Choices at the table: the host's options for the next game with their JSON form, and the settings for all games."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct, field
from msgspec.structs import replace as replace_fields

from common.numbers import is_whole
from engine.casting.catalogue import (
    CARDS,
    FIRST_GAMES,
    HIDDEN_INFORMATION,
    REVISED,
    PowerSet,
    unfit,
    unfit_beside_board,
)
from engine.field_text import Json
from engine.notation.checks import fields_at, profile_json, profile_with
from engine.reasons import Reason
from engine.setup import Edition, PowerName, Profile
from table.settings.names import NAME_LENGTH, clean_name

MINUTES = range(1, 61)
"""The minutes with which a player's clock can begin."""
INCREMENTS = range(61)
"""The seconds that a player can get for each turn."""
GODS_EACH = (1, 2)
"""The number of powers that each player can have in a game with powers."""
LARGE = 5
"""The number of squares a side of the usual board."""


_KNOWN = frozenset(card.power for card in CARDS)


class OptionError(ValueError):
    """An option that cannot be chosen; the message names it and says what is allowed."""


class DraftMode(StrEnum):
    """How the players come by their powers. ``full``: the Challenger chooses what is on offer; ``vote``: the players
    vote for it; ``dealt``: the table deals what is on offer; ``quick``: the table gives each player a power by lot."""

    FULL = "full"
    VOTE = "vote"
    DEALT = "dealt"
    QUICK = "quick"


class Confirm(StrEnum):
    """What makes a finished turn stand: the player says so; or nothing more can be done and the board stands as the
    game. A turn that ends the game is asked about either way."""

    ASK = "ask"
    AT_ONCE = "at_once"


@dataclass(frozen=True, slots=True)
class ClockRule:
    """A chess clock: minutes for each player, and seconds that each gets with every confirmed turn."""

    minutes: Annotated[int, Meta(ge=MINUTES[0], le=MINUTES[-1])]
    increment: Annotated[int, Meta(ge=INCREMENTS[0], le=INCREMENTS[-1])]


class PlainOptions(Struct, frozen=True):
    """The options besides the rules.

    ``powers``: whether two play with powers; more players always do. ``mode`` says how the players get them; the powers
    of the ``sets`` are in; ``open_information`` leaves out those with secrets, ``first_games`` all but some that are
    easy to understand, and those in ``left_out`` are never played. ``fleece`` is the Golden Fleece variant. ``clock``
    null: without one. ``hints``: whether the players may ask for hints. ``talks``: whether the table says something now
    and then where it plays.
    """

    powers: bool = False
    mode: DraftMode = DraftMode.FULL
    sets: Annotated[frozenset[PowerSet], Meta(min_length=1)] = field(default_factory=lambda: frozenset(PowerSet))
    open_information: bool = False
    first_games: bool = False
    fleece: bool = False
    confirm: Confirm = Confirm.ASK
    clock: ClockRule | None = None
    hints: bool = False
    talks: bool = True
    left_out: Annotated[frozenset[PowerName], Meta(max_length=len(CARDS))] = frozenset()


class GameOptions(PlainOptions, frozen=True):
    """Make the table's options. ``rules`` is the rule profile without the size, which comes from the board.

    :raises OptionError: naming what cannot be chosen.
    """

    rules: Profile = field(default_factory=Profile)

    def __post_init__(self) -> None:
        if not self.sets:
            raise OptionError(f"no set of powers; there are {', '.join(PowerSet)}")
        rules = self.rules
        if rules.size != LARGE:
            raise OptionError("the board itself says how large it is")
        if not is_whole(rules.gods_per_player, GODS_EACH[0], GODS_EACH[-1]):
            raise OptionError(f"{rules.gods_per_player} powers for each player; allowed are 1 and 2")
        if rules.same_power_allowed is not None:
            raise OptionError("whether two players may have the same power is as the edition has it")
        unknown = sorted(rules.revised - REVISED)
        if unknown:
            revised = ", ".join(sorted(REVISED))
            raise OptionError(f"no revised text of {', '.join(unknown)}; there are those of {revised}")
        strange = sorted(self.left_out - _KNOWN)
        if strange:
            raise OptionError(f"no power {', '.join(strange)} to leave out; there are {', '.join(sorted(_KNOWN))}")

    def profile(self, size: int) -> Profile:
        """Return the rules on a board of ``size`` squares a side: four are an option of the 2007 edition."""
        if size == LARGE:
            return self.rules
        return replace(self.rules, size=size, edition=Edition.ORIGINAL_2007)

    @property
    def pool(self) -> frozenset[PowerName]:
        """The powers that are in, for any number of players."""
        return frozenset(
            card.power
            for card in CARDS
            if card.group in self.sets
            and not (self.open_information and card.power in HIDDEN_INFORMATION)
            and not (self.first_games and card.power not in FIRST_GAMES)
            and card.power not in self.left_out
        )


FIRST_OPTIONS = GameOptions(powers=True, mode=DraftMode.QUICK, first_games=True)
"""The options of a new table, for beginners: each player gets one of the gods for first games by lot."""


@lru_cache(maxsize=16)
def powers_allowed(options: GameOptions, players: int) -> tuple[PowerName, ...]:
    """Return the powers for this number of players, or for beside the board, in the order of the rulebook."""
    against = unfit_beside_board if options.fleece else lambda power: unfit(power, players)
    pool = options.pool
    return tuple(card.power for card in CARDS if card.power in pool and against(card.power) is None)


@lru_cache(maxsize=16)
def sets_allowed(options: GameOptions, players: int) -> tuple[tuple[PowerSet, int, Reason | None], ...]:
    """Return each set with the number of its powers that this number of players can play with if the set is in, and why
    there are none."""
    allowed = powers_allowed(replace_fields(options, sets=frozenset(PowerSet)), players)
    counts = Counter(card.group for card in CARDS if card.power in allowed)
    return tuple(
        (group, counts[group], None if counts[group] else _why_none(group, options, players)) for group in PowerSet
    )


def _why_none(group: PowerSet, options: GameOptions, players: int) -> Reason:
    """Return why no power of a set can be played."""
    cards = [card for card in CARDS if card.group is group]
    if all(unfit(card.power, players) is not None for card in cards):
        return Reason.of("table.set_not_for_players", players=players)
    if options.fleece and all(unfit_beside_board(card.power) is not None for card in cards):
        return Reason.of("table.set_not_for_fleece")
    return Reason.of("table.set_left_out")


OptionsJson = dict[str, Json]

RuleValue = bool | int | str | tuple[bool | int | str, ...] | None


class OptionsForm(PlainOptions, frozen=True, forbid_unknown_fields=True):
    """What is chosen for games at this table, as JSON has it; what is missing is as usual."""

    rules: Annotated[
        dict[str, RuleValue],
        Meta(description="The rules that are not as usual, by the names of docs/rules.md."),
    ] = {}

    @property
    def options(self) -> GameOptions:
        """Return the options.

        :raises ValueError: naming a rule that cannot be chosen.
        """
        rules = fields_at({name: _json(value) for name, value in self.rules.items()}, "rules")
        plain = {name: getattr(self, name) for name in PlainOptions.__struct_fields__}
        return GameOptions(**plain, rules=profile_with(rules, LARGE, "rules"))


def options_json(options: GameOptions) -> OptionsJson:
    """Return the options as in the journal and on phones; of the ``rules`` only the unusual values."""
    clock = options.clock
    return {
        "powers": options.powers,
        "mode": options.mode.value,
        "sets": [each.value for each in PowerSet if each in options.sets],
        "open_information": options.open_information,
        "first_games": options.first_games,
        "fleece": options.fleece,
        "confirm": options.confirm.value,
        "clock": None if clock is None else {"minutes": clock.minutes, "increment": clock.increment},
        # An older journal does not have these.
        **({"hints": True} if options.hints else {}),
        **({} if options.talks else {"talks": False}),
        **({"left_out": [card.power for card in CARDS if card.power in options.left_out]} if options.left_out else {}),
        "rules": profile_json(options.rules),
    }


def _json(value: RuleValue) -> Json:
    return list(value) if isinstance(value, tuple) else value


# ---- Settings of the table


LANGUAGE = r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*"


DIMMEST, BRIGHTEST = 10, 100


def is_language(text: str) -> bool:
    """Whether this is a language code, as in HTML."""
    return re.fullmatch(LANGUAGE, text) is not None


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The table's ``name``, which may be empty, the ``language`` of phones that ask for none themselves (as in HTML;
    None is English), the brightness of its lights in percent, and whether its owner was ``greeted``: has seen or
    skipped the setup.

    :raises ValueError: if a name is longer than one line of a phone, a language is no language code, or the brightness
    is out of range.
    """

    name: str = ""
    language: str | None = None
    brightness: int = BRIGHTEST
    greeted: bool = False

    def __post_init__(self) -> None:
        if self.name and clean_name(self.name) != self.name:
            raise ValueError(f"the table's name has at most {NAME_LENGTH} characters, all of which can be shown")
        if self.language is not None and not is_language(self.language):
            raise ValueError(f"{self.language!r} is no code of a language")
        if not DIMMEST <= self.brightness <= BRIGHTEST:
            raise ValueError(f"the brightness is {DIMMEST} to {BRIGHTEST} percent")
