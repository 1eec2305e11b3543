"""The schemas of what there is to look up: the powers, and the choices in the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.casting.catalogue import PowerSet, Timing
from web_ui.interface.shapes import POWER, TEXT, TRUTH, WHOLE, Shape, by_name, listed, named, told, word

MESSAGE: Final = named("MessageForm")

SCHEMAS: Final[Mapping[str, Shape]] = {
    "Cards": told(
        "All powers in the order of the rulebook.",
        cards=listed(
            told(
                "What there is to know about a power; its texts are in the catalogue.",
                power=POWER,
                number=WHOLE,
                set=word(PowerSet),
                players=listed(WHOLE),
                timing=listed(word(Timing)),
                fleece=TRUTH,
                first_games=TRUTH,
                banned=listed(POWER),
                impossible=listed(POWER),
                rulings=listed(MESSAGE),
                against=by_name(listed(MESSAGE)),
            )
        ),
    ),
    "Choices": told(
        "The values of each rule, the usual ones first.",
        edition=listed(TEXT),
        bans=listed(TEXT),
        supply=listed(TEXT),
        gods_per_player=listed(WHOLE),
        revised=listed(POWER),
        questions=listed(told("What no rulebook settles.", name=TEXT, usual={}, values=listed({}))),
        minutes=listed(WHOLE),
        increment=listed(WHOLE),
    ),
}
