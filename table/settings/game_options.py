"""What the host chooses before a game, and its JSON form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

from engine.catalogue import CARDS, FIRST_GAMES, HIDDEN_INFORMATION, REVISED, PowerSet, unfit, unfit_beside_board
from engine.field_text import Json
from engine.notation.checks import told_at
from engine.notation.rules import profile_json, profile_with
from engine.setup import Edition, PowerName, Profile

MINUTES = range(1, 61)
"""How many minutes a player's clock can begin with."""
INCREMENTS = range(61)
"""How many seconds a player can get for each turn."""
GODS_EACH = (1, 2)
"""How many powers each player can have, where powers are played with."""
LARGE = 5
"""How many squares a side the usual board has."""


class OptionError(ValueError):
    """Something that cannot be chosen; the message names it and says what is allowed."""


class DraftMode(StrEnum):
    """How the players come by their powers: the Challenger chooses what is on offer; the players vote for it; the table
    deals it; or the table gives each player a power by lot."""

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
    """A chess clock: minutes for each player, and seconds that each gets with every turn that stands."""

    minutes: int
    increment: int = 0

    def __post_init__(self) -> None:
        if self.minutes not in MINUTES:
            raise OptionError(f"a clock of {self.minutes} minutes; allowed are {MINUTES[0]} to {MINUTES[-1]}")
        if self.increment not in INCREMENTS:
            raise OptionError(f"{self.increment} seconds a turn; allowed are {INCREMENTS[0]} to {INCREMENTS[-1]}")


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The table's options.

    ``powers``: whether two play with powers; more always do, whatever it says. ``mode`` says how they are come by, the
    powers of the ``sets`` are in; ``open_information`` leaves out those with secrets, ``first_games`` all but some
    that are understood at a glance. ``fleece`` is the Golden Fleece variant. ``clock`` None: without one. ``rules`` is
    the rule profile, but for the size, which is that of the board.

    :raises OptionError: naming what cannot be chosen.
    """

    powers: bool = False
    mode: DraftMode = DraftMode.FULL
    sets: frozenset[PowerSet] = frozenset(PowerSet)
    open_information: bool = False
    first_games: bool = False
    fleece: bool = False
    confirm: Confirm = Confirm.ASK
    clock: ClockRule | None = None
    rules: Profile = field(default_factory=Profile)

    def __post_init__(self) -> None:
        if not self.sets:
            raise OptionError(f"no set of powers; there are {', '.join(PowerSet)}")
        rules = self.rules
        if rules.size != LARGE:
            raise OptionError("the board itself says how large it is")
        if rules.gods_per_player not in GODS_EACH:
            raise OptionError(f"{rules.gods_per_player} powers for each player; allowed are 1 and 2")
        if rules.same_power_allowed is not None:
            raise OptionError("whether two players may have the same power is as the edition has it")
        unknown = sorted(rules.revised - REVISED)
        if unknown:
            revised = ", ".join(sorted(REVISED))
            raise OptionError(f"no revised text of {', '.join(unknown)}; there are those of {revised}")

    def profile(self, size: int) -> Profile:
        """The rules on a board of ``size`` squares a side: four are an option of the 2007 edition."""
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
        )

    def allowed(self, players: int) -> tuple[PowerName, ...]:
        """The powers that so many players may have, or the table beside the board, in the order of the rulebook."""
        against = unfit_beside_board if self.fleece else lambda power: unfit(power, players)
        return tuple(card.power for card in CARDS if card.power in self.pool and against(card.power) is None)


OptionsJson = dict[str, Json]


def options_json(options: GameOptions) -> OptionsJson:
    """The options as the journal and the phones have them; of the ``rules`` only what is not as usual."""
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
        "rules": profile_json(options.rules),
    }


def read_options(fields: Mapping[str, object]) -> GameOptions:
    """The options of a JSON object; one that is not told is as usual.

    :raises ValueError: naming what does not fit, an OptionError or one of the rule profile's notation.
    """
    usual = options_json(GameOptions())
    unknown = sorted(fields.keys() - usual.keys())
    if unknown:
        raise OptionError(f"no such option: {', '.join(unknown)}; there are {', '.join(usual)}")
    given = {**usual, **fields}
    rules = given["rules"]
    if not isinstance(rules, dict):
        raise OptionError("rules is no object")
    return GameOptions(
        powers=_truth(given, "powers"),
        mode=_word(given, "mode", DraftMode),
        sets=frozenset(_words(given, "sets", PowerSet)),
        open_information=_truth(given, "open_information"),
        first_games=_truth(given, "first_games"),
        fleece=_truth(given, "fleece"),
        confirm=_word(given, "confirm", Confirm),
        clock=_clock(given["clock"]),
        rules=profile_with(told_at(rules, "rules"), LARGE, "rules"),
    )


def _truth(given: Mapping[str, object], name: str) -> bool:
    value = given[name]
    if not isinstance(value, bool):
        raise OptionError(f"{name} is neither true nor false")
    return value


Word = TypeVar("Word", bound=StrEnum)


def _word(given: Mapping[str, object], name: str, words: type[Word]) -> Word:
    return _one(given[name], name, words)


def _words(given: Mapping[str, object], name: str, words: type[Word]) -> Iterable[Word]:
    value = given[name]
    if not isinstance(value, list):
        raise OptionError(f"{name} is no list")
    return (_one(each, name, words) for each in value)


def _one(value: object, name: str, words: type[Word]) -> Word:
    if not isinstance(value, str) or value not in list(words):
        raise OptionError(f"{name}: {value!r}; allowed are {', '.join(words)}")
    return words(value)


def _clock(value: object) -> ClockRule | None:
    if value is None:
        return None
    if not isinstance(value, dict) or value.keys() != {"minutes", "increment"}:
        raise OptionError("clock is neither null nor an object with minutes and increment")
    minutes, increment = value["minutes"], value["increment"]
    if type(minutes) is not int or type(increment) is not int:
        raise OptionError("minutes and increment of the clock must be whole numbers")
    return ClockRule(minutes, increment)
