"""What the page tells of the powers: the facts of each card, and which rulings there are about it and about pairs.

The texts themselves are in the part ``powers`` of the catalogues. Which rulings exist is read off the English keys:
``power.pan.ruling.1`` is about Pan, ``power.pan.against.hades`` about the two, whichever of them is asked for. A text
that is the same for several others is written once, as ``power.circe.meets.hero``; here stands who those others are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import count, takewhile

from common.message import Message
from engine.casting.catalogue import BANNED_PAIRS, CARDS, FIRST_GAMES, IMPOSSIBLE_PAIRS, Card
from engine.setup import PowerName
from web_ui.forms.basic_forms import Json, message_json
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


def rulings_of(power: PowerName, opponents: Iterable[PowerName] = ()) -> tuple[Message, ...]:
    """The rulings about a power, and about it and each of these opponents."""
    keys = (f"power.{power}.ruling.{number}" for number in count(1))
    own = (Message(key) for key in takewhile(catalogue(REFERENCE, "powers").__contains__, keys))
    return (*own, *(ruling for other in opponents for ruling in _pairs().get(frozenset({power, other}), ())))


@cache
def cards_json() -> list[dict[str, Json]]:
    """The facts of all cards in the order of the rulebook, with the keys of their rulings."""
    return [_card_json(card) for card in CARDS]


def _card_json(card: Card) -> dict[str, Json]:
    return {
        "power": card.power,
        "number": card.number,
        "set": card.group,
        "players": list(card.players),
        "timing": list(card.timing),
        "fleece": card.fleece,
        "first_games": card.power in FIRST_GAMES,
        "banned": _partners(card.power, BANNED_PAIRS - IMPOSSIBLE_PAIRS),
        "impossible": _partners(card.power, IMPOSSIBLE_PAIRS),
        "rulings": [message_json(ruling) for ruling in rulings_of(card.power)],
        "against": {
            other.power: [message_json(ruling) for ruling in rulings]
            for other in CARDS
            if (rulings := _pairs().get(frozenset({card.power, other.power})))
        },
    }


def _partners(power: PowerName, pairs: frozenset[frozenset[PowerName]]) -> list[Json]:
    """The other powers of those pairs in which this one is, in the order of the rulebook."""
    return [card.power for card in CARDS if card.power != power and frozenset({power, card.power}) in pairs]


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
