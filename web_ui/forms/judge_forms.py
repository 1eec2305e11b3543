"""The judge in JSON: a question and its answer, a position that is set up or shared, and the workers on the board
outside a game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta, Struct

from engine.asked_positions import AskedPosition, most_workers
from engine.casting.cast import Cast
from engine.field_text import FieldKind, field_kinds
from engine.judging import Judgement
from engine.notation.position import PositionCard, Side
from engine.powers import power_named
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL
from engine.state import State, StepKind
from table.session.interfaces import SurveyState, WorkerSurvey
from table.typed_json import SquareName, Whole
from web_ui.forms.basic_forms import NAMES, AnswerForm, MessageForm, name_or_null
from web_ui.forms.game_forms import ShownAction, shown_action

LONGEST_QUESTION, LONGEST_POSITION = 100, 1000
"""Characters."""


class QuestionAskedForm(Struct, frozen=True, forbid_unknown_fields=True):
    """What the judge is asked: ``b2-c3`` whether that may be done and why not, ``b2`` what the worker there can do, or
    why nothing leads there. It is about the game that stands, or a position of its own; there actions may come before
    it, with spaces between (docs/notation.md)."""

    asked: Annotated[str, Meta(max_length=LONGEST_QUESTION)]
    position: Annotated[str, Meta(max_length=LONGEST_POSITION)] | None = None


class JudgementForm(AnswerForm, frozen=True):
    """The answer. ``seat`` is to act, in a step of this ``kind``; ``legal`` says whether the act, or anything there,
    may be done, ``reason`` why not; ``options`` are what may be done, ``dark`` the squares around a worker where it
    can do nothing. ``sections`` are the rulings that explain it."""

    asked: str
    seat: Seat | None
    kind: StepKind | None
    legal: bool
    reason: MessageForm | None
    options: tuple[ShownAction, ...]
    dark: dict[SquareName, MessageForm]
    sections: tuple[str, ...]


def judgement_form(asked: str, judged: Judgement) -> JudgementForm:
    """An answer."""
    return JudgementForm(
        asked=asked,
        seat=judged.seat,
        kind=judged.kind,
        legal=judged.legal,
        reason=None if judged.reason is None else _message(judged.reason),
        options=tuple(map(shown_action, judged.options)),
        dark={NAMES[square]: _message(reason) for square, reason in judged.dark},
        sections=judged.sections,
    )


def _message(reason: Reason) -> MessageForm:
    return MessageForm(reason.key, dict(reason.args))


# ---- Positions


class PositionAskedForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A position to be read: a ``line`` of notation, with the steps of its turn after it (docs/notation.md); null
    asks for that of the game that stands, as everybody knows it."""

    line: Annotated[str, Meta(max_length=LONGEST_POSITION)] | None


class PositionCardForm(AnswerForm, frozen=True):
    """A card: all that it remembers, as text, and of which kind each of these is (a ``corner`` is the south-west one of
    four squares); whether its squares lie on a ``secret`` map; who has the use of it, where that is not its owner."""

    power: str
    memory: dict[str, str]
    kinds: dict[str, FieldKind]
    secret: bool
    holders: tuple[Seat, ...] | None


class PositionSideForm(AnswerForm, frozen=True):
    """A player with workers (in a team of two they stand with the first one), of which there may be ``most``.
    ``climbs`` says whether it matters that the player moved up in the last turn, ``marks`` whether a worker is
    marked."""

    seat: Seat
    cards: tuple[PositionCardForm, ...]
    workers: tuple[SquareName, ...]
    most: Whole
    marks: bool
    marked: tuple[SquareName, ...]
    climbs: bool
    moved_up: bool
    out: bool
    resigned: bool


class PositionForm(AnswerForm, frozen=True):
    """A position. ``line`` and ``steps`` are how it is written; everything else describes what stands after the steps.
    ``rules`` are those that differ from the usual ones, as the line has them. ``seat`` is to act."""

    line: str
    steps: tuple[str, ...]
    size: Whole
    levels: dict[SquareName, Whole]
    domes: tuple[SquareName, ...]
    sides: tuple[PositionSideForm, ...]
    to_move: Seat
    extra: str | None
    fleece: PositionCardForm | None
    ram: SquareName | None
    rules: str
    seat: Seat | None


def position_form(asked: AskedPosition) -> PositionForm:
    """A position that was read."""
    standing, state = asked.standing, asked.game.state
    card = _reader(state.cast)
    _, found, rules = asked.line.partition("/?")
    return PositionForm(
        line=asked.line,
        steps=asked.steps,
        size=standing.size,
        levels=dict(zip(NAMES, standing.levels, strict=True)),
        domes=tuple(NAMES[on] for on in sorted(standing.domes)),
        sides=tuple(_side(side, state, card) for side in standing.sides),
        to_move=standing.to_move,
        extra=standing.extra,
        fleece=None if standing.fleece is None else card(standing.fleece),
        ram=name_or_null(standing.ram),
        rules=rules if found else "",
        seat=asked.game.to_act,
    )


def _reader(cast: Cast) -> Callable[[PositionCard], PositionCardForm]:
    """Return the form of a card; its memory follows from its content when a game begins."""
    starts = {
        power.name: memory
        for index, power in enumerate(cast.powers)
        if (memory := power.memory_at_start(cast, index)) is not None
    }

    def form(card: PositionCard) -> PositionCardForm:
        start = starts.get(card.power)
        kinds = {} if start is None else field_kinds(start)
        secret = card.power != MORTAL and power_named(card.power).secret_tokens
        return PositionCardForm(card.power, dict(card.memory), kinds, secret, card.holders)

    return form


def _side(side: Side, state: State, card: Callable[[PositionCard], PositionCardForm]) -> PositionSideForm:
    return PositionSideForm(
        seat=side.seat,
        cards=tuple(map(card, side.cards)),
        workers=tuple(NAMES[on] for on in side.workers),
        most=most_workers(state, side.seat),
        marks=any(power_named(each.power).marks_a_worker for each in side.cards if each.power != MORTAL),
        marked=tuple(NAMES[on] for on in side.marked),
        climbs=state.cast.asks_about_climbs(side.seat),
        moved_up=side.moved_up,
        out=side.out,
        resigned=side.resigned,
    )


# ---- The workers on the board


class SurveyedWorkerForm(AnswerForm, frozen=True):
    """A worker, one of these ``seats``: the magnets of all of them point the same way. ``level`` is how many blocks it
    stands on (null: that is not certain), ``sure`` whether it stands there at all."""

    square: SquareName
    seats: tuple[Seat, ...]
    level: Whole | None
    sure: bool


class WorkersForm(AnswerForm, frozen=True):
    """The workers on the board; blocks and domes have no magnets. ``disturbed``: something else is measured, too, and
    no worker is sure; ``moving``: hands move, ask again."""

    state: SurveyState
    workers: tuple[SurveyedWorkerForm, ...]


def survey_form(survey: WorkerSurvey) -> WorkersForm:
    """What was read."""
    workers = (SurveyedWorkerForm(NAMES[each.square], each.seats, each.level, each.sure) for each in survey.workers)
    return WorkersForm(survey.state, tuple(workers))
