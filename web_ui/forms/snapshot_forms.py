"""Snapshots in JSON, as the stream and the answers to commands send them."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType, convert

from engine.casting.catalogue import PowerSet
from engine.notation.profile_form import profile_json
from engine.seats import Seat
from engine.views import Prompt
from opponent.levels import LevelName
from table.session.board_choice import BoardKind
from table.session.snapshot import (
    BoardsView,
    ClaimView,
    ClockView,
    Corner,
    DraftCardView,
    DraftStep,
    DraftView,
    LogLine,
    Phase,
    PowerVotes,
    SeatView,
    SecretView,
    ShowingView,
    Snapshot,
    TableTurnView,
    TakebackView,
    TurnedAwayView,
)
from table.settings.configuration import HIDDEN, KEYS, ON_THE_PAGE, SECRET, Configured, ValueSource, Wifi, values_of
from table.settings.game_options import ClockRule, Confirm, DraftMode, GameOptions, RuleValue
from table.settings.page_addresses import OwnNetwork
from table.settings.table_settings import TableSettings
from table.typed_json import SquareName, Whole
from web_ui.forms.basic_forms import (
    NAMES,
    AnswerForm,
    KnownPower,
    MessageForm,
    message_form,
    message_or_null,
    name_or_null,
)
from web_ui.forms.board_forms import (
    BoardForm,
    OfferForm,
    RimButton,
    WorkshopForm,
    board_form,
    offer_form,
    workshop_form,
)
from web_ui.forms.command_forms import SettingsForm
from web_ui.forms.game_forms import Memory, ShownAction, ViewForm, WorkerForm, shown_action, view_form, worker_form
from web_ui.forms.match_forms import MatchForm, match_form
from web_ui.forms.puzzle_forms import PuzzleOnBoardForm, puzzle_on_board_form


class DraftCardForm(AnswerForm, frozen=True):
    """A power, why it cannot be taken, what there is to know about it, and what it cannot be offered with."""

    power: KnownPower
    refused: MessageForm | None
    warnings: tuple[MessageForm, ...]
    conflicts: tuple[MessageForm, ...]


class TakenForm(AnswerForm, frozen=True):
    """A seat and its power."""

    seat: Seat
    power: str


class VotesForm(AnswerForm, frozen=True):
    """Who votes for a power, and why it is not on offer though it has as many votes as one that is."""

    power: KnownPower
    seats: tuple[Seat, ...]
    passed_over: MessageForm | None


class DraftForm(AnswerForm, frozen=True):
    """Who chooses which powers. ``taken`` is known to all, ``own`` to this phone; ``chooser`` is the seat for which
    this phone chooses now."""

    stage: DraftStep
    challenger: Seat
    to_act: Seat
    cards: tuple[DraftCardForm, ...]
    taken: tuple[TakenForm, ...]
    starters: tuple[Seat, ...]
    choosing: tuple[Seat, ...]
    chooser: Seat | None
    own: tuple[TakenForm, ...]
    wanted: Whole
    at_once: bool
    gods: Whole
    fleece: bool
    votes: tuple[VotesForm, ...]


def draft_form(draft: DraftView) -> DraftForm:
    """The draft."""
    return DraftForm(
        stage=draft.stage,
        challenger=draft.challenger,
        to_act=draft.to_act,
        cards=tuple(map(_card, draft.cards)),
        taken=tuple(TakenForm(seat, power) for seat, power in draft.taken),
        starters=draft.starters,
        choosing=draft.choosing,
        chooser=draft.chooser,
        own=tuple(TakenForm(seat, power) for seat, power in draft.own),
        wanted=draft.wanted,
        at_once=draft.at_once,
        gods=draft.gods,
        fleece=draft.fleece,
        votes=tuple(map(_votes, draft.votes)),
    )


def _card(card: DraftCardView) -> DraftCardForm:
    warnings, conflicts = (tuple(map(message_form, each)) for each in (card.warnings, card.conflicts))
    return DraftCardForm(card.power, message_or_null(card.refused), warnings, conflicts)


def _votes(votes: PowerVotes) -> VotesForm:
    return VotesForm(votes.power, votes.seats, message_or_null(votes.passed_over))


Milliseconds = Annotated[int, Meta(description="ms")]
ConfigurationKey = Annotated[str, Meta(extra_json_schema={"enum": list(KEYS)})]


class ShownOptions(AnswerForm, frozen=True):
    """What is chosen for games at this table; of the ``rules`` only what is not as usual (docs/rules.md)."""

    powers: bool
    mode: DraftMode
    sets: tuple[PowerSet, ...]
    open_information: bool
    first_games: bool
    fleece: bool
    confirm: Confirm
    clock: ClockRule | None
    hints: bool
    rules: dict[str, RuleValue]


class ClockForm(AnswerForm, frozen=True):
    """The chess clock as it stood ``age`` ms ago; ``left`` is what each seat has."""

    minutes: Whole
    increment: Whole
    left: dict[str, Milliseconds]
    running: Seat | None
    paused: bool
    age: Whole


class LogLineForm(AnswerForm, frozen=True):
    """A line of the log. A secret one has ``instead``, which all others see (null: nothing)."""

    number: Whole
    message: MessageForm
    secret: bool | UnsetType = UNSET
    instead: MessageForm | UnsetType | None = UNSET


class ClaimForm(AnswerForm, frozen=True):
    """Somebody who asks for a seat. The ``code`` answers the claim; touching the ``corners`` one after the other, or
    the ``presses`` at the rim, proves a claim of this phone; the phones of the seats in ``asked`` may answer it."""

    seat: Seat
    name: str
    code: str
    mine: bool
    answers: bool
    corners: tuple[SquareName, ...]
    presses: tuple[RimButton, ...]
    asked: tuple[Seat, ...]


class CornerForm(AnswerForm, frozen=True):
    """The corner that was touched last."""

    touched: SquareName | None


class SecretForm(AnswerForm, frozen=True):
    """What this phone keeps covered."""

    workers: tuple[WorkerForm, ...]
    memory: Memory
    step: bool


class WifiForm(AnswerForm, frozen=True):
    """The network for guests, or the table's own while that is open; for players."""

    name: str
    password: str | None
    own: bool


class ValueForm(AnswerForm, frozen=True):
    """A configured value; ``here``: for a new table, whose host changes it on the page."""

    key: ConfigurationKey
    value: str | int | bool | None
    source: ValueSource
    here: bool


class ConfiguredForm(AnswerForm, frozen=True):
    """What the owner has configured, for the host; ``file`` is what was read."""

    file: str | None
    own_network: Annotated[bool, Meta(description="whether the table opens its own network where it is in no other")]
    values: tuple[ValueForm, ...]


class BoardsForm(AnswerForm, frozen=True):
    """The boards of a table that has two: the one in use, and the one to which players may take their game with
    ``use_board``. ``moved``: the game is to be set up on the one in use. ``troubles`` are those with what is
    plugged in."""

    in_use: BoardKind
    offered: BoardKind | None
    moved: bool
    troubles: tuple[MessageForm, ...]


class TableTurnForm(AnswerForm, frozen=True):
    """What the table does for a seat that it plays: it ``thinks``, or these are its next steps, of which hands are to
    carry out the first (``by_hand``)."""

    seat: Seat
    thinks: bool
    actions: tuple[ShownAction, ...]
    by_hand: bool


class SnapshotForm(AnswerForm, frozen=True):
    """All that a phone shows."""

    version: Whole
    phase: Phase
    seats: tuple[SeatView, ...]
    seats_held: tuple[Seat, ...]
    host: bool
    options: ShownOptions
    powers_needed: bool
    draft: DraftForm | None
    game: ViewForm | None
    prompt: Prompt | None
    confirming: Seat | None
    can_undo: bool
    dark: dict[SquareName, MessageForm]
    choices: tuple[tuple[ShownAction, ...], ...]
    board: BoardForm
    offers: tuple[OfferForm, ...]
    log: tuple[LogLineForm, ...]
    size: Whole
    can_restart: bool
    can_take_back: bool
    takeback: TakebackView | None
    clock: ClockForm | None
    gods: Whole
    obstacle: MessageForm | None
    claims: tuple[ClaimForm, ...]
    turned_away: TurnedAwayView | None
    leader: Seat | None
    host_gone: bool
    found: bool
    settings: SettingsForm
    corner: CornerForm | None
    colours: bool
    kept: str | None
    unkept: MessageForm | None
    showing: ShowingView | None
    unwritten: MessageForm | None
    mended: MessageForm | None
    secret: SecretForm | None
    workshop: WorkshopForm | None
    wifi: WifiForm | None
    configured: ConfiguredForm | None
    names: tuple[str, ...]
    boards: BoardsForm | None
    levels: tuple[LevelName, ...]
    table_turn: TableTurnForm | None
    puzzle: PuzzleOnBoardForm | None
    match: MatchForm | None


def snapshot_form(snapshot: Snapshot) -> SnapshotForm:
    """A snapshot."""
    dark = ((number, reason) for number, reason in enumerate(snapshot.dark) if reason is not None)
    return SnapshotForm(
        version=snapshot.version,
        phase=snapshot.phase,
        seats=snapshot.seats,
        seats_held=snapshot.seats_held,
        host=snapshot.host,
        options=_options(snapshot.options),
        powers_needed=snapshot.powers_needed,
        draft=None if snapshot.draft is None else draft_form(snapshot.draft),
        game=None if snapshot.game is None else view_form(snapshot.game),
        prompt=snapshot.prompt,
        confirming=snapshot.confirming,
        can_undo=snapshot.can_undo,
        dark={NAMES[number]: message_form(reason) for number, reason in dark},
        choices=tuple(tuple(map(shown_action, chain)) for chain in snapshot.choices),
        board=board_form(snapshot.board),
        offers=tuple(map(offer_form, snapshot.offers)),
        log=tuple(map(_log_line, snapshot.log)),
        size=snapshot.size,
        can_restart=snapshot.can_restart,
        can_take_back=snapshot.can_take_back,
        takeback=snapshot.takeback,
        clock=None if snapshot.clock is None else _clock(snapshot.clock),
        gods=snapshot.gods,
        obstacle=message_or_null(snapshot.obstacle),
        claims=tuple(map(_claim, snapshot.claims)),
        turned_away=snapshot.turned_away,
        leader=snapshot.leader,
        host_gone=snapshot.host_gone,
        found=snapshot.found,
        settings=_settings(snapshot.settings),
        corner=None if snapshot.corner is None else _corner(snapshot.corner),
        colours=snapshot.colours,
        kept=snapshot.kept,
        unkept=message_or_null(snapshot.unkept),
        showing=snapshot.showing,
        unwritten=message_or_null(snapshot.unwritten),
        mended=message_or_null(snapshot.mended),
        secret=None if snapshot.secret is None else _secret(snapshot.secret),
        workshop=None if snapshot.workshop is None else workshop_form(snapshot.workshop),
        wifi=None if snapshot.wifi is None else _wifi(snapshot.wifi),
        configured=None if snapshot.configured is None else _configured(snapshot.configured),
        names=snapshot.names,
        boards=None if snapshot.boards is None else _boards(snapshot.boards),
        levels=snapshot.levels,
        table_turn=None if snapshot.table_turn is None else _table_turn(snapshot.table_turn),
        puzzle=puzzle_on_board_form(snapshot.puzzle),
        match=match_form(snapshot.match),
    )


def _table_turn(turn: TableTurnView) -> TableTurnForm:
    return TableTurnForm(turn.seat, turn.thinks, tuple(map(shown_action, turn.actions)), turn.by_hand)


def _boards(boards: BoardsView) -> BoardsForm:
    return BoardsForm(boards.in_use, boards.offered, boards.moved, tuple(map(message_form, boards.troubles)))


@lru_cache(maxsize=64)
def _options(options: GameOptions) -> ShownOptions:
    return ShownOptions(
        options.powers,
        options.mode,
        tuple(each for each in PowerSet if each in options.sets),
        options.open_information,
        options.first_games,
        options.fleece,
        options.confirm,
        options.clock,
        options.hints,
        convert(profile_json(options.rules), dict[str, RuleValue]),
    )


def _clock(clock: ClockView) -> ClockForm:
    return ClockForm(
        minutes=clock.rule.minutes,
        increment=clock.rule.increment,
        left={seat.value: ms for seat, ms in clock.left},
        running=clock.running,
        paused=clock.paused,
        age=max(0, round(1000 * (time.monotonic() - clock.since))),
    )


def _log_line(line: LogLine) -> LogLineForm:
    message = message_form(line.message)
    if not line.secret:
        return LogLineForm(line.number, message)
    return LogLineForm(line.number, message, secret=True, instead=message_or_null(line.instead))


def _claim(claim: ClaimView) -> ClaimForm:
    return ClaimForm(
        seat=claim.seat,
        name=claim.name,
        code=claim.code,
        mine=claim.mine,
        answers=claim.answers,
        corners=tuple(NAMES[corner] for corner in claim.corners),
        presses=tuple(RimButton(press.value) for press in claim.presses),
        asked=claim.asked,
    )


def _settings(settings: TableSettings) -> SettingsForm:
    return SettingsForm(settings.name, settings.language, settings.brightness, settings.greeted)


def _corner(corner: Corner) -> CornerForm:
    return CornerForm(name_or_null(corner.touched))


def _secret(secret: SecretView) -> SecretForm:
    return SecretForm(tuple(map(worker_form, secret.workers)), dict(secret.memory), secret.step)


def _wifi(network: Wifi | OwnNetwork) -> WifiForm:
    return WifiForm(network.name, network.password, own=isinstance(network, OwnNetwork))


def _configured(configured: Configured) -> ConfiguredForm:
    """Every value; of a password only that there is one."""
    return ConfiguredForm(
        file=None if configured.file is None else str(configured.file),
        own_network=configured.own_network is not None,
        values=tuple(
            ValueForm(
                key=key,
                value=HIDDEN if key in SECRET and value is not None else value,
                source=configured.sources[key],
                here=key in ON_THE_PAGE,
            )
            for key, value in values_of(configured.configuration).items()
        ),
    )


class CommandAnswer(AnswerForm, frozen=True):
    """The newest snapshot; and why the command was not carried out, if it was not."""

    snapshot: SnapshotForm
    error: str | UnsetType = UNSET
    message: MessageForm | UnsetType = UNSET
