"""The board in JSON: its reading, and the workshop."""

from __future__ import annotations

from msgspec import Struct

from engine.seats import Seat
from hardware.sensor_layout import Axis
from perception.calibration.procedure import LiveReadings, LoadReadings, ProcedureAnswer, Task, WorkshopView
from table.session.snapshot import (
    AdoptBoard,
    BoardDifference,
    BoardIssue,
    BoardMode,
    BoardView,
    DifferenceKind,
    Offer,
    OfferKind,
    TrustGame,
    TurnBoard,
)
from table.typed_json import SquareName, Whole
from web_ui.forms.basic_forms import (
    NAMES,
    AnswerForm,
    MessageForm,
    form_of,
    message_form,
    message_or_null,
    name_or_null,
)


class DifferenceForm(AnswerForm, frozen=True):
    """Where board and game disagree. ``seat``: whose worker is missing, or stands or lies there (null: not known);
    ``seen`` and ``wanted`` are heights in pieces, of a tower that is too low or too high."""

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
    issue: BoardIssue | None
    warnings: tuple[MessageForm, ...]
    weighs: bool


def board_form(board: BoardView) -> BoardForm:
    """The board as it is read."""
    return form_of(
        BoardForm,
        board,
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


class MassesForm(AnswerForm, frozen=True):
    """The least and the largest mass in g that may be named."""

    least: float
    most: float


class WorkshopForm(AnswerForm, frozen=True):
    """What is done in the workshop: ``message`` says what to do, ``answers`` are those that may be sent now, ``names``
    whether a square may be named, ``masses`` which masses in g (null: none). ``expected`` is the square that should be
    named or touched, ``level`` on how many blocks a worker is to stand there; ``stores``: the answer ``next`` stores
    something. ``done`` of ``total`` steps are done, ``resumed`` of them before a break. At ``over`` nothing more is
    asked. docs/http.md has the steps."""

    task: Task
    step: str
    message: MessageForm
    lit: dict[SquareName, str]
    notes: tuple[MessageForm, ...]
    done: Whole
    total: Whole
    answers: tuple[ProcedureAnswer, ...]
    names: bool
    masses: MassesForm | None
    expected: SquareName | None
    level: Whole | None
    stores: bool
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
        answers=tuple(map(ProcedureAnswer, workshop.answers)),
        names=workshop.names,
        masses=None if workshop.masses is None else MassesForm(*workshop.masses),
        expected=name_or_null(workshop.expected),
        level=workshop.level,
        stores=workshop.stores,
        resumed=workshop.resumed,
        over=workshop.over,
    )


class FurtherForm(AnswerForm, frozen=True):
    """What a sensor outside the squares measures along its axes, in mT. ``clipped``: one axis is at the end of its
    range."""

    axes: tuple[Axis, ...]
    fields: tuple[float, ...]
    clipped: bool


class CentreForm(AnswerForm, frozen=True):
    """A place in mm east and north of the middle of a1."""

    east: float
    north: float


class LoadsForm(AnswerForm, frozen=True):
    """What the scale measures: the ``loads`` of its cells and their ``sum``, by how much it has ``changed`` since the
    look began, all in g, and where the centre of that change is. ``near`` is the square there."""

    loads: tuple[float, ...]
    sum: float
    changed: float | None
    centre: CentreForm | None
    near: SquareName | None


class ReadingsForm(AnswerForm, frozen=True):
    """What the board measures, in mT; ``fields`` is null while nobody looks, ``scale`` on a board without one."""

    version: Whole
    fields: dict[SquareName, float] | None
    clipped: tuple[SquareName, ...]
    noisy: tuple[SquareName, ...]
    noise: float
    rate: float
    missed: Whole
    button: str | None
    further: tuple[FurtherForm, ...]
    scale: LoadsForm | None


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
        further=tuple(
            FurtherForm(each.axes, tuple(round(field, 3) for field in each.fields), each.clipped)
            for each in readings.further
        ),
        scale=None if readings.scale is None else _loads_form(readings.scale),
    )


def _loads_form(scale: LoadReadings) -> LoadsForm:
    return LoadsForm(
        loads=tuple(round(load, 2) for load in scale.loads),
        sum=round(sum(scale.loads), 2),
        changed=None if scale.change is None else round(scale.change, 2),
        centre=None if scale.centre is None else CentreForm(*(round(each, 1) for each in scale.centre)),
        near=name_or_null(scale.square),
    )
