"""What the table tells: snapshots, answers, and everything else that can be looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from calibration.procedure_view import Task
from engine.actions import Piece
from engine.catalogue import PowerSet, Timing
from engine.seats import HINDSIGHT, PUBLIC, Seat
from engine.squares import Direction
from engine.views import StepKind
from table.session.snapshot import BoardMode, ClaimEnd, DifferenceKind, DraftStep, OfferKind, Phase
from table.settings.configuration import KEYS, ValueSource
from web_ui.forms.action_forms import ACTION_KINDS
from web_ui.forms.gesture_forms import RimButton
from web_ui.interface.shapes import (
    NUMBER,
    POWER,
    SEAT,
    SQUARE,
    TEXT,
    TRUTH,
    WHOLE,
    Shape,
    by_name,
    by_square,
    listed,
    named,
    or_null,
    told,
    word,
)

MESSAGE: Final = named("Message")
_SEAT_OR_NOT: Final = or_null(SEAT)
_SQUARE_OR_NOT: Final = or_null(SQUARE)
_MILLISECONDS: Final[Shape] = {"type": "integer", "description": "ms"}

_ACTION: Final[Shape] = {
    "type": "object",
    "description": "An action of the game, in the form in which it is asked for; null where it has none of it.",
    "properties": {
        "kind": word([*(kind.tag for kind in ACTION_KINDS), "correct"]),
        "worker": _SQUARE_OR_NOT,
        "square": _SQUARE_OR_NOT,
        "piece": or_null(word(Piece)),
        "direction": or_null(word(Direction)),
        "power": TEXT,
        "seat": SEAT,
        "by": TEXT,
    },
    "required": ["kind", "worker", "square", "piece"],
    "additionalProperties": False,
}

_WORKER: Final = told("A worker that this viewer sees.", seat=SEAT, square=SQUARE, marked=TRUTH)
_MEMORY: Final = {**by_name(TEXT), "description": "what cards remember, as far as this viewer may know it"}

_VIEW: Final = told(
    "The game as this viewer may see it.",
    viewer=word([*Seat, PUBLIC, HINDSIGHT]),
    size=WHOLE,
    levels=by_square(WHOLE),
    domes=listed(SQUARE),
    workers=listed(named("Worker")),
    tokens=listed(told("A token.", power=POWER, square=SQUARE)),
    players=listed(
        told(
            "A player of the game; ``hidden`` is how many workers stand where this viewer cannot see them.",
            seat=SEAT,
            team=WHOLE,
            power=TEXT,
            second=TEXT,
            uses=listed(TEXT),
            memory=_MEMORY,
            reserve=WHOLE,
            hidden=WHOLE,
            eliminated=TRUTH,
        )
    ),
    beside=listed(told("A card beside the board.", power=POWER, holders=listed(SEAT), memory=_MEMORY)),
    stock=told("Pieces left.", blocks=listed({"type": "integer"}), domes={"type": "integer"}),
    active=_SEAT_OR_NOT,
    driven=TRUTH,
    options=listed(named("Action")),
    outcome=or_null(told("The end.", winners=listed(SEAT), reason=MESSAGE)),
)

_DRAFT: Final = told(
    "Who chooses which powers; ``chooser`` is the seat for which this phone chooses now.",
    stage=word(DraftStep),
    challenger=SEAT,
    to_act=SEAT,
    cards=listed(
        told(
            "A power, why it cannot be taken, what there is to know beforehand, and what it cannot be offered with.",
            power=POWER,
            refused=or_null(MESSAGE),
            warnings=listed(MESSAGE),
            conflicts=listed(MESSAGE),
        )
    ),
    taken=listed(told("Who has what.", seat=SEAT, power=TEXT)),
    starters=listed(SEAT),
    choosing=listed(SEAT),
    chooser=_SEAT_OR_NOT,
    own=listed(told("What this phone's seats have.", seat=SEAT, power=TEXT)),
    wanted=WHOLE,
    at_once=TRUTH,
    gods=WHOLE,
    fleece=TRUTH,
    votes=listed(
        told(
            "Who votes for a power, and why it is not on offer though it has as many votes as one that is.",
            power=POWER,
            seats=listed(SEAT),
            passed_over=or_null(MESSAGE),
        )
    ),
)

_BOARD: Final = told(
    "The board as it is read.",
    link={**TEXT, "description": "search, open, hello, sync, ready or degraded"},
    mode=word(BoardMode),
    lifted=_SQUARE_OR_NOT,
    differences=listed(
        told(
            "Where board and game disagree; ``seen`` and ``wanted`` are heights.",
            square=SQUARE,
            kind=word(DifferenceKind),
            seat=_SEAT_OR_NOT,
            seen=or_null(WHOLE),
            wanted=or_null(WHOLE),
        )
    ),
    message=or_null(MESSAGE),
    warnings=listed(MESSAGE),
)

_OFFER: Final[Shape] = {
    "oneOf": [
        told("The pieces stand as the game has them.", kind={"const": OfferKind.TRUST.value}),
        told(
            "The game takes over what stands.",
            kind={"const": OfferKind.ADOPT.value},
            workers=by_square(SEAT),
            heights=by_square(WHOLE),
        ),
        told("The board is read turned.", kind={"const": OfferKind.TURN.value}, degrees=WHOLE),
    ]
}

_LOG_LINE: Final[Shape] = {
    **told("A line of the log; others have ``instead`` of a secret one.", number=WHOLE, message=MESSAGE),
    "properties": {"number": WHOLE, "message": MESSAGE, "secret": TRUTH, "instead": or_null(MESSAGE)},
}

_WORKSHOP: Final = told(
    "What is done in the workshop.",
    task=word(Task),
    step=TEXT,
    message=MESSAGE,
    lit=by_square(TEXT),
    notes=listed(MESSAGE),
    done=WHOLE,
    total=WHOLE,
    answers=listed(TEXT),
    names=TRUTH,
    expected=_SQUARE_OR_NOT,
    level=or_null(WHOLE),
    resumed=WHOLE,
    over=TRUTH,
)

_CONFIGURED: Final = told(
    "What the owner has configured, for the host; ``file`` is what was read.",
    file=or_null(TEXT),
    own_network={**TRUTH, "description": "whether the table opens a network of its own where it is in no other"},
    values=listed(
        told(
            "A value; ``here``: for a new table, whose host changes it on the page.",
            key=word(KEYS),
            value={"type": ["string", "integer", "null"]},
            source=word(ValueSource),
            here=TRUTH,
        )
    ),
)

_WIFI: Final = told(
    "The network for guests, or the table's own while that is open; for those who sit.",
    name=TEXT,
    password=or_null(TEXT),
    own=TRUTH,
)

_SNAPSHOT: Final = told(
    "All that a phone shows.",
    version=WHOLE,
    phase=word(Phase),
    seats=listed(
        told("A seat.", seat=SEAT, name=or_null(TEXT), connected=TRUTH, power=or_null(TEXT), team=or_null(WHOLE))
    ),
    seats_held=listed(SEAT),
    host=TRUTH,
    options=named("OptionsForm"),
    powers_needed=TRUTH,
    draft=or_null(_DRAFT),
    game=or_null(named("View")),
    prompt=or_null(
        told("The open step: who is asked for what.", seat=SEAT, kind=word(StepKind), power=TEXT, optional=TRUTH)
    ),
    confirming=_SEAT_OR_NOT,
    can_undo=TRUTH,
    dark=by_square(MESSAGE),
    choices=listed(listed(named("Action"))),
    board=_BOARD,
    offers=listed(_OFFER),
    log=listed(_LOG_LINE),
    size=WHOLE,
    can_restart=TRUTH,
    can_take_back=TRUTH,
    takeback=or_null(told("A wish to take a turn back.", asker=SEAT, missing=listed(SEAT), refused=_SEAT_OR_NOT)),
    clock=or_null(
        told(
            "The chess clock as it stood ``age`` ms ago.",
            minutes=WHOLE,
            increment=WHOLE,
            left=by_name(_MILLISECONDS),
            running=_SEAT_OR_NOT,
            paused=TRUTH,
            age=WHOLE,
        )
    ),
    gods=WHOLE,
    obstacle=or_null(MESSAGE),
    claims=listed(
        told(
            "Somebody who asks for a seat; by ``code`` it is answered.",
            seat=SEAT,
            name=TEXT,
            code=TEXT,
            mine=TRUTH,
            answers=TRUTH,
            corners={**listed(SQUARE), "description": "to be touched one after the other, to prove it"},
            presses={**listed(word(RimButton)), "description": "to be done at the rim, to prove it"},
            asked={**listed(SEAT), "description": "whose phones may say yes or no"},
        )
    ),
    turned_away=or_null(told("The seat that this phone did not get.", seat=SEAT, why=word(ClaimEnd))),
    leader=_SEAT_OR_NOT,
    host_gone=TRUTH,
    found=TRUTH,
    settings=named("SettingsForm"),
    corner=or_null(told("The corner that was touched last.", touched=_SQUARE_OR_NOT)),
    colours=TRUTH,
    kept=or_null(TEXT),
    unkept=or_null(MESSAGE),
    showing=or_null(told("The finished game on the lights.", game=TEXT, ply=WHOLE, plies=WHOLE)),
    unwritten=or_null(MESSAGE),
    mended=or_null(MESSAGE),
    secret=or_null(told("What this phone keeps covered.", workers=listed(named("Worker")), memory=_MEMORY, step=TRUTH)),
    workshop=or_null(_WORKSHOP),
    wifi=or_null(_WIFI),
    configured=or_null(_CONFIGURED),
)

_READINGS: Final = told(
    "What the board measures, in mT; null while nobody looks.",
    version=WHOLE,
    fields=or_null(by_square(NUMBER)),
    clipped=listed(SQUARE),
    noisy=listed(SQUARE),
    noise=NUMBER,
    rate=NUMBER,
    missed=WHOLE,
    button=or_null(TEXT),
)

_BENCH: Final = told(
    "The virtual board from above.",
    may_act={**TRUTH, "description": "whether the hands are this browser's"},
    version=WHOLE,
    size=WHOLE,
    levels=by_square(WHOLE),
    domes=listed(SQUARE),
    pieces=listed(
        told(
            "A worker; places in mm from the middle of a1.",
            piece=TEXT,
            seat=SEAT,
            square=_SQUARE_OR_NOT,
            x=NUMBER,
            y=NUMBER,
            in_hand=TRUTH,
            lying=TRUTH,
        )
    ),
    lights=by_square({"type": "string", "pattern": "^#[0-9a-f]{6}$"}),
    phone=or_null(told("A phone near the board.", x=NUMBER, y=NUMBER)),
)

_CARDS: Final = told(
    "All powers in the order of the rulebook.",
    cards=listed(
        told(
            "What is to know of a power; its texts are in the catalogue.",
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
)

_CHOICES: Final = told(
    "The values of each rule, those that are usual first.",
    edition=listed(TEXT),
    bans=listed(TEXT),
    supply=listed(TEXT),
    gods_per_player=listed(WHOLE),
    revised=listed(POWER),
    questions=listed(told("What no rulebook settles.", name=TEXT, usual={}, values=listed({}))),
    minutes=listed(WHOLE),
    increment=listed(WHOLE),
)

SCHEMAS: Final[Mapping[str, Shape]] = {
    "Message": told("A key of the catalogue, and its arguments.", key=TEXT, args=by_name(TEXT)),
    "Action": _ACTION,
    "Worker": _WORKER,
    "View": _VIEW,
    "Snapshot": _SNAPSHOT,
    "Answer": {
        "type": "object",
        "description": "What came of a command: the newest snapshot, and where it was not carried out why not.",
        "properties": {"snapshot": named("Snapshot"), "error": TEXT, "message": MESSAGE},
        "required": ["snapshot"],
        "additionalProperties": False,
    },
    "Error": {
        "type": "object",
        "description": "What is wrong, in one line.",
        "properties": {"error": TEXT, "message": MESSAGE},
        "required": ["error"],
        "additionalProperties": False,
    },
    "Readings": _READINGS,
    "Bench": _BENCH,
    "Cards": _CARDS,
    "Choices": _CHOICES,
}
