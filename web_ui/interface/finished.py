"""What the table tells of finished games, and of the link to its board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from web_ui.interface.shapes import (
    NUMBER,
    SEAT,
    TEXT,
    TRUTH,
    WHOLE,
    Shape,
    listed,
    named,
    or_null,
    told,
)

_TALLY: Final[Mapping[str, Shape]] = {"games": WHOLE, "wins": WHOLE, "turns": WHOLE}

_GAME: Final = told(
    "A finished game in short.",
    game=TEXT,
    began=or_null(TEXT),
    ended=or_null(TEXT),
    players=listed(told("Who played.", seat=SEAT, name=or_null(TEXT), powers=listed(TEXT), team=or_null(WHOLE))),
    fleece=or_null(TEXT),
    size=WHOLE,
    winners=or_null(listed(SEAT)),
    reason=or_null(named("Message")),
    turns=WHOLE,
    imported={**TRUTH, "description": "whether it came from elsewhere"},
    counted={**TRUTH, "description": "whether it counts in the statistics"},
)

_GAMES: Final = told(
    "Some of the finished games, the newest first; ``before`` asks for those that come next, ``count`` is how many"
    " there are, ``set_aside`` the files that could not be read.",
    games=listed(named("Game")),
    before=or_null(TEXT),
    count=WHOLE,
    set_aside=listed(TEXT),
)

_STATISTICS: Final = told(
    "What is counted of the finished games; ``others`` is how many players are not listed, who played less.",
    players=listed(told("A player.", name=TEXT, powers=listed(told("With a power.", power=TEXT, **_TALLY)), **_TALLY)),
    others=WHOLE,
    powers=listed(told("A power.", power=TEXT, **_TALLY)),
)

_MOMENTS: Final = told(
    "A game to step through.",
    game=named("Game"),
    moments=listed(
        told(
            "How it stood after an action.",
            turn=WHOLE,
            seat=or_null(SEAT),
            action=or_null(named("Action")),
            log=listed(named("Message")),
            view=named("View"),
        )
    ),
)

_LINK: Final = told(
    "How the link to the board stands, what the board said last of itself (null: nothing yet), and what was counted.",
    state=TEXT,
    detail=TEXT,
    place=TEXT,
    name=or_null(TEXT),
    unique_id=or_null(TEXT),
    firmware=or_null(TEXT),
    boots=or_null(WHOLE),
    protocol=or_null(TEXT),
    revision=or_null(WHOLE),
    faults=listed(TEXT),
    abilities=listed(TEXT),
    calibration_stored=or_null(TRUTH),
    wiring_stored=or_null(TRUTH),
    frames=WHOLE,
    missed=WHOLE,
    broken=WHOLE,
    repeated=WHOLE,
    reconnects=WHOLE,
    board_broken=WHOLE,
    board_dropped=WHOLE,
    round_trip_ms=or_null(NUMBER),
)

SCHEMAS: Final[Mapping[str, Shape]] = {
    "Game": _GAME,
    "Games": _GAMES,
    "Statistics": _STATISTICS,
    "Moments": _MOMENTS,
    "Link": _LINK,
}
