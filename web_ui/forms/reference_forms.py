"""What there is to look up in JSON: the powers with their rulings, the choices in the rules of a game, and the lights.

The texts of the powers are in the part ``powers`` of the catalogues. Which rulings exist is read off the English keys:
``power.pan.ruling.1`` is about Pan, ``power.pan.against.hades`` about the two, whichever of them is asked for. A text
that is the same for several others is written once, as ``power.circe.meets.hero``; here stands who those others are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import StrEnum
from functools import cache
from itertools import count, takewhile
from typing import TypeVar

from msgspec import UNSET, UnsetType

from common.message import Message
from engine.casting.catalogue import BANNED_PAIRS, CARDS, FIRST_GAMES, IMPOSSIBLE_PAIRS, REVISED, Card, PowerSet, Timing
from engine.rulings import Rulings
from engine.seats import Seat
from engine.setup import Bans, Edition, PowerName, Redraw, Supply
from table.settings.game_options import GODS_EACH, INCREMENTS, MINUTES
from table.typed_json import Whole
from table.view.light_legend import LegendLight, light_legend, seat_colours
from web_ui.forms.basic_forms import AnswerForm, KnownPower, MessageForm, message_form
from web_ui.forms.power_diagrams import DiagramForm, diagram_form
from web_ui.languages import REFERENCE, catalogue

SEVERAL: Mapping[str, tuple[str, ...]] = {
    "power.aphrodite.meets.last_move": ("artemis", "triton", "atalanta"),
    "power.aphrodite.meets.removed": ("bia", "medusa", "theseus"),
    "power.charybdis.meets.limits": ("athena", "hades"),
    "power.circe.meets.hero": tuple(card.power for card in CARDS if card.hero),
    "power.clio.meets.coin": (
        *("apollo", "minotaur", "ares", "bia", "charon", "dionysus", "medusa", "siren"),
        *("adonis", "medea", "odysseus", "theseus"),
    ),
    "power.dionysus.meets.own_workers": ("athena", "aphrodite", "limus", "hades", "harpies"),
    "power.gaea.meets.each_dome": ("demeter", "hestia", "morpheus", "poseidon", "heracles", "polyphemus"),
    "power.gaea.meets.stuck": ("terpsichore", "achilles"),
    "power.harpies.meets.each_move": ("artemis", "terpsichore", "atalanta"),
    "power.hecate.meets.unseen": ("dionysus", "nemesis", "siren", "adonis", "medea", "odysseus", "theseus"),
    "power.hera.meets.by_move": ("pan", "eros"),
    "power.hypnus.meets.builds": ("hermes", "selene", "graeae"),
    "power.limus.meets.each_build": (
        *("demeter", "hephaestus", "prometheus", "hestia", "morpheus", "poseidon"),
        "achilles",
    ),
    "power.limus.meets.low_domes": ("atlas", "selene", "heracles", "polyphemus"),
    "power.moerae.meets.taken": ("pan", "eros"),
    "power.persephone.meets.no_way_round": ("siren", "jason"),
    "power.persephone.meets.not_demanded": ("achilles", "atalanta", "bellerophon", "odysseus"),
    "power.tartarus.meets.forced": ("apollo", "minotaur", "charon", "harpies", "nemesis", "siren", "odysseus"),
}
"""Texts about a power and each of several others; the other's name is their argument ``other``."""

REPETITIONS = (0, 2, 3, 4, 5)
"""The occurrences of a position at which the page offers to point it out."""

Choice = bool | int | str | None
"""A value of a rule; None: as the edition or the wording in use has it."""

Word = TypeVar("Word", bound=StrEnum)


class CardForm(AnswerForm, frozen=True):
    """What there is to know about a power; its texts are in the catalogue."""

    power: KnownPower
    number: Whole
    set: PowerSet
    players: tuple[Whole, ...]
    timing: tuple[Timing, ...]
    fleece: bool
    first_games: bool
    banned: tuple[KnownPower, ...]
    impossible: tuple[KnownPower, ...]
    rulings: tuple[MessageForm, ...]
    against: dict[str, tuple[MessageForm, ...]]
    diagram: DiagramForm | UnsetType = UNSET


class CardsForm(AnswerForm, frozen=True):
    """All powers in the order of the rulebook."""

    cards: tuple[CardForm, ...]


class QuestionForm(AnswerForm, frozen=True):
    """A question that no rulebook settles, and its answers. ``usual`` null: as the edition or the wording in use has
    it."""

    name: str
    usual: Choice
    values: tuple[Choice, ...]


class ChoicesForm(AnswerForm, frozen=True):
    """The values of each rule, the usual ones first."""

    edition: tuple[Edition, ...]
    bans: tuple[Bans, ...]
    supply: tuple[Supply, ...]
    gods_per_player: tuple[Whole, ...]
    revised: tuple[KnownPower, ...]
    questions: tuple[QuestionForm, ...]
    minutes: tuple[Whole, ...]
    increment: tuple[Whole, ...]


def cards_form() -> CardsForm:
    """The facts of all cards in the order of the rulebook, with the keys of their rulings."""
    return CardsForm(tuple(map(_card, CARDS)))


def choices_form() -> ChoicesForm:
    """The values of each rule by the names that the options have for them, the usual ones first."""
    return ChoicesForm(
        edition=_usual_first(Edition, Edition.ROXLEY),
        bans=_usual_first(Bans, Bans.WARN),
        supply=_usual_first(Supply, Supply.ADVISORY),
        gods_per_player=GODS_EACH,
        revised=tuple(card.power for card in CARDS if card.power in REVISED),
        questions=(
            QuestionForm("redraw", None, (None, *Redraw)),
            QuestionForm("perimeter_setup", None, (None, True, False)),
            *(_question(field.name) for field in fields(Rulings)),
        ),
        minutes=(MINUTES[0], MINUTES[-1]),
        increment=(INCREMENTS[0], INCREMENTS[-1]),
    )


def _question(name: str) -> QuestionForm:
    usual: Choice = getattr(Rulings(), name)
    match usual:
        case None:
            return QuestionForm(name, usual, (None, True, False))
        case bool():
            return QuestionForm(name, usual, (True, False))
        case _:
            return QuestionForm(name, usual, REPETITIONS)


def _usual_first(words: type[Word], usual: Word) -> tuple[Word, ...]:
    return (usual, *(word for word in words if word is not usual))


def rulings_of(power: PowerName, opponents: Iterable[PowerName] = ()) -> tuple[Message, ...]:
    """The rulings about a power, and about it and each of these opponents."""
    keys = (f"power.{power}.ruling.{number}" for number in count(1))
    own = (Message(key) for key in takewhile(catalogue(REFERENCE, "powers").__contains__, keys))
    return (*own, *(ruling for other in opponents for ruling in _pairs().get(frozenset({power, other}), ())))


def _card(card: Card) -> CardForm:
    against = ((other.power, _pairs().get(frozenset({card.power, other.power}), ())) for other in CARDS)
    return CardForm(
        power=card.power,
        number=card.number,
        set=card.group,
        players=tuple(card.players),
        timing=tuple(card.timing),
        fleece=card.fleece,
        first_games=card.power in FIRST_GAMES,
        banned=_partners(card.power, BANNED_PAIRS - IMPOSSIBLE_PAIRS),
        impossible=_partners(card.power, IMPOSSIBLE_PAIRS),
        rulings=tuple(map(message_form, rulings_of(card.power))),
        against={other: tuple(map(message_form, rulings)) for other, rulings in against if rulings},
        diagram=diagram_form(card.power),
    )


def _partners(power: PowerName, pairs: frozenset[frozenset[PowerName]]) -> tuple[PowerName, ...]:
    """The other powers of those pairs in which this one is, in the order of the rulebook."""
    return tuple(card.power for card in CARDS if card.power != power and frozenset({power, card.power}) in pairs)


@cache
def _pairs() -> Mapping[frozenset[str], tuple[Message, ...]]:
    """The rulings about two powers."""
    found: dict[frozenset[str], tuple[Message, ...]] = {}
    for key in catalogue(REFERENCE, "powers"):
        match key.split("."):
            case [_, power, "against", other]:
                pairs = [(frozenset({power, other}), Message(key))]
            case [_, power, "meets", _]:
                pairs = [(frozenset({power, other}), Message(key, (("other", other),))) for other in SEVERAL[key]]
            case _:
                continue
        for pair, message in pairs:
            found[pair] = (*found.get(pair, ()), message)
    return found


class LightSampleForm(AnswerForm, frozen=True):
    """What a light is like from ``ms`` on: its colour at full strength (null: a player's), and its brightness, of 1."""

    ms: Whole
    colour: str | None
    share: float


class LightForm(AnswerForm, frozen=True):
    """A light over one period of so many ms; 0: it does not change."""

    light: LegendLight
    period: Whole
    samples: tuple[LightSampleForm, ...]


class LightsForm(AnswerForm, frozen=True):
    """What the lights mean and look like, with the colours of the seats."""

    lights: tuple[LightForm, ...]
    seats: dict[Seat, str]


def lights_form() -> LightsForm:
    """The legend of the lights, and the colours of the seats as the board has them."""
    lights = tuple(
        LightForm(
            entry.light,
            entry.period,
            tuple(LightSampleForm(each.ms, each.colour, each.share) for each in entry.samples),
        )
        for entry in light_legend()
    )
    return LightsForm(lights, seat_colours())
