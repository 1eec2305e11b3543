"""What there is to choose from in the rules of a game, for the page that shows it."""

from __future__ import annotations

from dataclasses import fields
from functools import cache

from engine.casting.catalogue import CARDS, REVISED
from engine.rulings import Rulings
from engine.setup import Bans, Edition, Redraw, Supply
from table.settings.game_options import GODS_EACH, INCREMENTS, MINUTES
from web_ui.forms.basic_forms import Json

REPETITIONS = (0, 2, 3, 4, 5)
"""The occurrences of a position at which the page offers to point it out."""


@cache
def choices_json() -> dict[str, Json]:
    """The values of each rule with those that are usual first, by the names that the options have for them.

    ``questions`` are what no rulebook settles, with the value of each that is usual (null: as the edition or the
    wording in use has it).
    """
    return {
        "edition": _usual_first(Edition, Edition.ROXLEY),
        "bans": _usual_first(Bans, Bans.WARN),
        "supply": _usual_first(Supply, Supply.ADVISORY),
        "gods_per_player": list(GODS_EACH),
        "revised": [card.power for card in CARDS if card.power in REVISED],
        "questions": [
            {"name": "redraw", "usual": None, "values": [None, *Redraw]},
            {"name": "perimeter_setup", "usual": None, "values": [None, True, False]},
            *(_question(field.name) for field in fields(Rulings)),
        ],
        "minutes": [MINUTES[0], MINUTES[-1]],
        "increment": [INCREMENTS[0], INCREMENTS[-1]],
    }


def _question(name: str) -> dict[str, Json]:
    usual: Json = getattr(Rulings(), name)
    match usual:
        case None:
            return {"name": name, "usual": usual, "values": [None, True, False]}
        case bool():
            return {"name": name, "usual": usual, "values": [True, False]}
        case _:
            return {"name": name, "usual": usual, "values": list(REPETITIONS)}


def _usual_first(words: type[Bans | Edition | Supply], usual: Bans | Edition | Supply) -> list[Json]:
    return [usual.value, *(word.value for word in words if word is not usual)]
