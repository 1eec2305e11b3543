"""What phones send: the commands, the actions of the game, and the gestures at the virtual board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from calibration.procedure import ProcedureAnswer
from calibration.procedure_view import Task
from engine.actions import Piece
from engine.catalogue import PowerSet
from engine.squares import Direction
from hardware.virtual_hands import REACH
from table.session.rematch import RematchKind
from table.session.snapshot import OfferKind
from table.settings.game_options import INCREMENTS, MINUTES, Confirm, DraftMode
from table.settings.table_settings import BRIGHTEST, DIMMEST
from web_ui.interface.shapes import (
    NUMBER,
    SEAT,
    SQUARE,
    TEXT,
    TRUTH,
    WHOLE,
    Shape,
    asked,
    by_square,
    kind_of,
    listed,
    named,
    one_of,
    or_null,
    told,
    word,
)
from web_ui.schema import MOST_DELETED, MOST_POWERS, NAME_LENGTH
from web_ui.virtual_board_pages import BLOCKS, RimButton

NAME: Shape = {
    "type": "string",
    "minLength": 1,
    "description": f"1 to {NAME_LENGTH} printable characters once its white space is put in order",
}

BY: Final[Shape] = {
    "type": "string",
    "description": "the card, where two of a player's cards offer the same with different results; mortal: by none",
}


def _offered(about: str, /, **fields: Shape) -> Shape:
    """What a rule text offers: its card may be named."""
    return {**asked(about, **fields), "properties": {**fields, "by": BY}}


ACTIONS: Final[Mapping[str, Shape]] = {
    "place": _offered("Put a worker on a square.", square=SQUARE),
    "move": _offered("Move a worker.", worker=SQUARE, square=SQUARE),
    "build": _offered("Let a worker build.", worker=SQUARE, square=SQUARE, piece=word(Piece)),
    "force": _offered("Force a worker to a square.", worker=SQUARE, square=SQUARE),
    "swap": _offered("Let a worker and the one on the square change places.", worker=SQUARE, square=SQUARE),
    "remove": _offered("Take a worker out of the game.", square=SQUARE),
    "take": _offered("Take a block off the board.", square=SQUARE),
    "token": _offered("Put a token on a square, or choose a square in secret.", square=SQUARE),
    "point": _offered("Turn the direction token; null: take it back to its card.", direction=or_null(word(Direction))),
    "choose": _offered("Name the worker on a square.", square=SQUARE),
    "recycle": _offered("Take the tower on a square back to the supply.", square=SQUARE),
    "use": asked("Let this power of yours go first.", power=TEXT),
    "done": _offered("Decline the optional step that is open."),
    "resign": asked("Give the game up.", seat=SEAT),
}
"""The actions of the game by their kinds."""

OPTION_FIELDS: Final[Mapping[str, Shape]] = {
    "powers": TRUTH,
    "mode": word(DraftMode),
    "sets": {**listed(word(PowerSet)), "minItems": 1},
    "open_information": TRUTH,
    "first_games": TRUTH,
    "fleece": TRUTH,
    "confirm": word(Confirm),
    "clock": or_null(
        told(
            "Minutes for each player, and seconds that each gets with every turn.",
            minutes={"type": "integer", "minimum": MINUTES[0], "maximum": MINUTES[-1]},
            increment={"type": "integer", "minimum": INCREMENTS[0], "maximum": INCREMENTS[-1]},
        )
    ),
    "rules": {
        "type": "object",
        "description": "What is not as usual of the rules, by the names of docs/rules.md.",
        "additionalProperties": {"type": ["string", "boolean", "integer", "array", "null"]},
    },
}

OPTIONS: Final[Shape] = {
    "type": "object",
    "description": "What is chosen for games at this table; what is not told is as usual.",
    "properties": OPTION_FIELDS,
    "additionalProperties": False,
}

SETTINGS: Final = asked(
    "How the table is set up.",
    name={**TEXT, "description": f"empty, or as a player's name: at most {NAME_LENGTH} characters"},
    language=or_null({"type": "string", "pattern": "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"}),
    brightness={"type": "integer", "minimum": DIMMEST, "maximum": BRIGHTEST, "description": "percent"},
    greeted={**TRUTH, "description": "whether the first steps were seen, or left out"},
)

_POWERS: Final[Shape] = {**listed(TEXT), "maxItems": MOST_POWERS}

COMMANDS: Final[Mapping[str, Shape]] = {
    "claim_seat": asked("Ask for a seat; the cookie of the answer is worth it once proved.", seat=SEAT, name=NAME),
    "withdraw_claim": asked("Ask for the seat no more.", seat=SEAT),
    "answer_claim": asked("Say whether somebody who asks with this code is at the table.", code=TEXT, accept=TRUTH),
    "leave_seat": asked("Stand up; before a game only.", seat=SEAT),
    "choose_options": asked("Choose the options of games (host).", options=named("Options")),
    "hand_host": asked("Let somebody else lead the table (host), or go on as host oneself.", seat=SEAT),
    "choose_settings": asked("Set the table up (host).", settings=named("Settings")),
    "watch_corner": asked("Look for the corner a1: touch it on the board (host).", watching=TRUTH),
    "show_colours": asked("Light the seats' colours as in games, or no longer (host).", showing=TRUTH),
    "begin_game": asked("Begin a game, or the draft before it (host)."),
    "vote_for_powers": asked(
        "Vote for the powers to be on offer, anew; done: that is all.", seat=SEAT, powers=_POWERS, done=TRUTH
    ),
    "count_votes": asked("Count the votes as they stand, and wait for nobody (host)."),
    "draw_lots": asked("Let the lot decide what the draft waits for, and wait for nobody (host)."),
    "offer_powers": asked("Offer these powers (the Challenger).", powers=_POWERS),
    "choose_power": {
        **asked("Choose one of the offered powers.", power=TEXT),
        "properties": {"power": TEXT, "seat": {**SEAT, "description": "for which of this phone's seats"}},
    },
    "name_start_player": asked("Say who starts (the Challenger).", seat=SEAT),
    "act": asked("Do a step of the game.", action=named("ActionAsked")),
    "choose_reading": asked("Say which of the snapshot's choices was meant.", index=WHOLE),
    "take_offer": asked("Take a way out that is offered.", offer=word(OfferKind)),
    "undo_step": asked("Take back the last step of the turn."),
    "restart_turn": asked("Take back all steps of the turn that can be."),
    "confirm_turn": asked("Let the finished turn stand."),
    "ask_takeback": asked("Ask the others to take back the last turn that stands."),
    "answer_takeback": asked("Agree to that, or not; who asked may say no and withdraws it.", agree=TRUTH),
    "pause_clock": asked("Let the chess clock stand or run.", paused=TRUTH),
    "rematch": asked("Play again, after a game.", again=word(RematchKind)),
    "abandon_game": asked("Give up the game or the draft for all (host)."),
    "resume_game": asked("Go on with the game that was found at the start."),
    "dismiss_mending": asked("Show no longer that the journal was damaged (host)."),
    "open_workshop": asked("Take the board into the workshop (host).", task=word(Task), anew=TRUTH),
    "answer_workshop": asked("Answer what the workshop asks.", answer=word(ProcedureAnswer)),
    "name_square": asked("Name the square that the workshop asks for.", square=SQUARE),
    "close_workshop": asked("Give the board back to the game."),
    "show_game": asked("Show a finished game on the lights, after so many actions.", game=TEXT, ply=WHOLE),
    "stop_showing": asked("Show it no more."),
    "delete_games": asked("Delete finished games (host).", games={**listed(TEXT), "maxItems": MOST_DELETED}),
    "count_game": asked("Let a finished game count in the statistics, or not (host).", game=TEXT, counted=TRUTH),
}
"""The commands by their kinds."""

_PIECE: Final[Shape] = {**TEXT, "description": "such as blue-1"}
_MILLIMETRES: Final[Shape] = {
    **NUMBER,
    "minimum": -REACH,
    "maximum": REACH,
    "description": "mm from the middle of a1, east or north; hands reach no further",
}

GESTURES: Final[Mapping[str, Shape]] = {
    "lift": asked("Take a worker into the hand.", piece=_PIECE),
    "carry": asked("Carry it there.", piece=_PIECE, x=_MILLIMETRES, y=_MILLIMETRES),
    "put": asked("Put it down on a square.", piece=_PIECE, square=SQUARE),
    "tap": asked("Touch a square with it.", piece=_PIECE, square=SQUARE),
    "put_beside": asked("Put it down beside the board.", piece=_PIECE, x=_MILLIMETRES, y=_MILLIMETRES),
    "knock": asked("Knock it over.", piece=_PIECE),
    "lay_phone": asked("Lay a phone near the board.", x=_MILLIMETRES, y=_MILLIMETRES),
    "take_phone": asked("Take the phone away."),
    "box": asked("Put it into the box.", piece=_PIECE),
    "stack": asked("Put a block or a dome on a square.", square=SQUARE, dome=TRUTH),
    "unstack": asked("Take the highest piece off a square.", square=SQUARE),
    "arrange": asked(
        "Make the wood so: how many blocks each square has, and which have a dome.",
        levels=by_square({**WHOLE, "maximum": BLOCKS[-1], "description": "blocks; none where nothing is told"}),
        domes=listed(SQUARE),
    ),
    "clear": asked("Put all workers and all wood into the box."),
    "press": asked("Press a button on the rim.", button=word(RimButton)),
}
"""What hands do at the virtual board."""

SCHEMAS: Final[Mapping[str, Shape]] = {
    "Request": asked("A command about the version that the phone shows.", version=WHOLE, command=named("Command")),
    "Command": one_of(COMMANDS),
    "ActionAsked": one_of(ACTIONS),
    "Options": OPTIONS,
    "Settings": SETTINGS,
    "Gesture": {"oneOf": [kind_of(do, shape, "do") for do, shape in GESTURES.items()]},
}
