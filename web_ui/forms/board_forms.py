"""The board in JSON: how it is read, what the workshop does with it, and the virtual one from above."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from calibration.procedure_view import LiveReadings, Task, WorkshopView
from engine.seats import Seat
from hardware.virtual_hands import BoardPicture, PieceSeen
from table.session.snapshot import (
    AdoptBoard,
    BoardDifference,
    BoardMode,
    BoardView,
    DifferenceKind,
    Offer,
    OfferKind,
    TrustGame,
    TurnBoard,
)
from table.typed_json import SquareName, Whole
from web_ui.forms.basic_forms import NAMES, AnswerForm, MessageForm, message_form, message_or_null, name_or_null

Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]


class DifferenceForm(AnswerForm, frozen=True):
    """Where board and game disagree; ``seen`` and ``wanted`` are heights."""

    square: SquareName
    kind: DifferenceKind
    seat: Seat | None
    seen: Whole | None
    wanted: Whole | None


class BoardForm(AnswerForm, frozen=True):
    """The board as it is read. ``link`` is search, open, hello, sync, ready or degraded."""

    link: str
    mode: BoardMode
    lifted: SquareName | None
    differences: tuple[DifferenceForm, ...]
    message: MessageForm | None
    warnings: tuple[MessageForm, ...]


def board_form(board: BoardView) -> BoardForm:
    """The board as it is read."""
    return BoardForm(
        link=board.link,
        mode=board.mode,
        lifted=name_or_null(board.lifted),
        differences=tuple(map(_difference, board.differences)),
        message=message_or_null(board.message),
        warnings=tuple(map(message_form, board.warnings)),
    )


def _difference(found: BoardDifference) -> DifferenceForm:
    return DifferenceForm(NAMES[found.square], found.kind, found.seat, found.seen, found.wanted)


class TrustOffer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=OfferKind.TRUST.value):
    """The pieces stand as the game has them."""


class AdoptOffer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=OfferKind.ADOPT.value):
    """The game takes over what stands."""

    workers: dict[SquareName, Seat]
    heights: dict[SquareName, Whole]


class TurnOffer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=OfferKind.TURN.value):
    """The board is read turned."""

    degrees: Whole


OfferForm = TrustOffer | AdoptOffer | TurnOffer


def offer_form(offer: Offer) -> OfferForm:
    """A way to go on when board and game disagree."""
    match offer:
        case TrustGame():
            return TrustOffer()
        case AdoptBoard(workers, heights):
            return AdoptOffer({NAMES[on]: seat for on, seat in workers}, {NAMES[on]: pieces for on, pieces in heights})
        case TurnBoard(quarters):
            return TurnOffer(90 * quarters)


class WorkshopForm(AnswerForm, frozen=True):
    """What is done in the workshop."""

    task: Task
    step: str
    message: MessageForm
    lit: dict[SquareName, str]
    notes: tuple[MessageForm, ...]
    done: Whole
    total: Whole
    answers: tuple[str, ...]
    names: bool
    expected: SquareName | None
    level: Whole | None
    resumed: Whole
    over: bool


def workshop_form(workshop: WorkshopView) -> WorkshopForm:
    """What is done in the workshop now."""
    return WorkshopForm(
        task=workshop.task,
        step=workshop.step,
        message=message_form(workshop.message),
        lit={NAMES[number]: meaning for number, meaning in workshop.lit},
        notes=tuple(map(message_form, workshop.notes)),
        done=workshop.done,
        total=workshop.total,
        answers=workshop.answers,
        names=workshop.names,
        expected=name_or_null(workshop.expected),
        level=workshop.level,
        resumed=workshop.resumed,
        over=workshop.over,
    )


class ReadingsForm(AnswerForm, frozen=True):
    """What the board measures, in mT; ``fields`` is null while nobody looks."""

    version: Whole
    fields: dict[SquareName, float] | None
    clipped: tuple[SquareName, ...]
    noisy: tuple[SquareName, ...]
    noise: float
    rate: float
    missed: Whole
    button: str | None


def readings_form(readings: LiveReadings) -> ReadingsForm:
    """What the board measures."""
    fields = readings.fields
    return ReadingsForm(
        version=readings.version,
        fields=None if fields is None else {NAMES[number]: round(field, 3) for number, field in enumerate(fields)},
        clipped=tuple(NAMES[number] for number in sorted(readings.clipped)),
        noisy=tuple(NAMES[number] for number in sorted(readings.noisy)),
        noise=round(readings.noise, 4),
        rate=round(readings.rate, 1),
        missed=readings.missed,
        button=readings.button,
    )


class PlaceForm(AnswerForm, frozen=True):
    """A phone near the board, in mm from the middle of a1."""

    x: float
    y: float


class PieceForm(AnswerForm, frozen=True):
    """A worker; its place in mm from the middle of a1."""

    piece: str
    seat: Seat
    square: SquareName | None
    x: float
    y: float
    in_hand: bool
    lying: bool


class BenchForm(AnswerForm, frozen=True):
    """The virtual board from above."""

    may_act: Annotated[bool, Meta(description="whether the hands are this browser's")]
    version: Whole
    size: Whole
    levels: dict[SquareName, Whole]
    domes: tuple[SquareName, ...]
    pieces: tuple[PieceForm, ...]
    lights: dict[SquareName, Colour]
    phone: PlaceForm | None


def virtual_board_form(board: BoardPicture, *, may_act: bool) -> BenchForm:
    """The virtual board from above. ``may_act``: whether the hands are those of the browser that asks."""
    phone = board.phone
    colours = (f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in board.lights)
    return BenchForm(
        may_act=may_act,
        version=board.version,
        size=board.size,
        levels={NAMES[number]: level for number, level in enumerate(board.levels)},
        domes=tuple(NAMES[number] for number, domed in enumerate(board.domes) if domed),
        pieces=tuple(map(_piece, board.pieces)),
        lights=dict(zip(NAMES, colours, strict=True)),
        phone=None if phone is None else PlaceForm(round(phone[0], 1), round(phone[1], 1)),
    )


def _piece(piece: PieceSeen) -> PieceForm:
    return PieceForm(
        piece=piece.piece,
        seat=Seat(piece.seat),
        square=name_or_null(piece.square),
        x=round(piece.x, 1),
        y=round(piece.y, 1),
        in_hand=piece.in_hand,
        lying=piece.lying,
    )


class GestureAnswer(AnswerForm, frozen=True):
    """The virtual board after the gesture."""

    bench: BenchForm
