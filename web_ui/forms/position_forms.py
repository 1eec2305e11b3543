"""A position that is set up or shared, in JSON: what stands, what the cards remember, and what may be changed of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta, Struct

from engine.asked_positions import AskedPosition, most_workers
from engine.casting.cast import Cast
from engine.field_text import FieldKind, field_kinds
from engine.notation.position import PositionCard, Side
from engine.powers import power_named
from engine.seats import Seat
from engine.setup import MORTAL
from engine.state import State
from table.typed_json import SquareName, Whole
from web_ui.forms.basic_forms import NAMES, AnswerForm, name_or_null
from web_ui.forms.judge_forms import LONGEST_POSITION


class PositionAskedForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A position to be read: a ``line`` of notation, with the steps of its turn after it (docs/notation.md); null
    asks for that of the game that stands, as everybody knows it."""

    line: Annotated[str, Meta(max_length=LONGEST_POSITION)] | None


class PositionCardForm(AnswerForm, frozen=True):
    """A card: all that it remembers, as text, and of which kind each of these is; who has the use of it, where that is
    not its owner."""

    power: str
    memory: dict[str, str]
    kinds: dict[str, FieldKind]
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
    """Makes the form of a card; what it can remember follows from what it holds when a game begins."""
    starts = {
        power.name: memory
        for index, power in enumerate(cast.powers)
        if (memory := power.memory_at_start(cast, index)) is not None
    }

    def form(card: PositionCard) -> PositionCardForm:
        start = starts.get(card.power)
        kinds = {} if start is None else field_kinds(start)
        return PositionCardForm(card.power, dict(card.memory), kinds, card.holders)

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
