"""Snapshots in JSON, as the stream and the answers to commands send them."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType, convert

from engine.casting.catalogue import CARDS, PowerSet
from engine.notation.checks import profile_json
from engine.seats import Seat
from engine.views import Prompt
from hardware.board import Button
from opponent.levels import LevelName
from table.session.board_choice import BoardKind
from table.session.match_part import MatchCodeView, MatchTableView, MatchView
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
    RemarkView,
    RematchView,
    SeatView,
    SecretView,
    ShowingView,
    Snapshot,
    TableTurnView,
    TakebackView,
    TurnedAwayView,
)
from table.settings.configuration import HIDDEN, KEYS, ON_THE_PAGE, SECRET, Configured, ValueSource, Wifi, values_of
from table.settings.options import ClockRule, Confirm, DraftMode, GameOptions, RuleValue, TableSettings
from table.settings.page_addresses import OwnNetwork
from table.typed_json import SquareName, Whole
from web_ui.forms.basic_forms import (
    NAMES,
    AnswerForm,
    KnownPower,
    LoggedEventForm,
    MessageForm,
    form_of,
    logged_event_form,
    message_form,
    message_or_null,
    name_or_null,
)
from web_ui.forms.board_forms import (
    BoardForm,
    OfferForm,
    WorkshopForm,
    board_form,
    offer_form,
    workshop_form,
)
from web_ui.forms.command_forms import SettingsForm
from web_ui.forms.game_forms import Memory, ShownAction, ViewForm, WorkerForm, shown_action, view_form, worker_form
from web_ui.forms.puzzle_forms import PuzzleOnBoardForm, puzzle_on_board_form

# ---- The match


class MatchForm(AnswerForm, frozen=True):
    """The match: the number of this table (null: it is in none), the tables, the codes (for the host), whether this
    table waits to be let in, why nothing more is played, whether the turn waits until all tables have it (``offered``),
    and why they did not take the last one. ``able``: there is a broker, without which there is no match."""

    here: Whole | None
    tables: tuple[MatchTableView, ...]
    codes: tuple[MatchCodeView, ...]
    joining: bool
    trouble: MessageForm | None
    offered: bool
    refused: MessageForm | None
    able: bool


def match_form(match: MatchView | None) -> MatchForm | None:
    """Return the match of a snapshot, if there is one."""
    if match is None:
        return None
    return form_of(MatchForm, match, trouble=message_or_null(match.trouble), refused=message_or_null(match.refused))


# ---- The snapshot


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
    this phone chooses now. ``picked`` is what the Challenger has picked so far; ``beginners``: no game with powers was
    finished at this table."""

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
    picked: tuple[KnownPower, ...]
    beginners: bool


def draft_form(draft: DraftView) -> DraftForm:
    """The draft."""
    return form_of(
        DraftForm,
        draft,
        cards=tuple(map(_card, draft.cards)),
        taken=tuple(TakenForm(seat, power) for seat, power in draft.taken),
        own=tuple(TakenForm(seat, power) for seat, power in draft.own),
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
    talks: bool
    left_out: tuple[KnownPower, ...]
    rules: dict[str, RuleValue]


class SetForm(AnswerForm, frozen=True):
    """A set of powers: the number of them that the seated players can play with if it is chosen, and why there are
    none."""

    group: PowerSet
    count: Whole
    none: MessageForm | None


class ClockForm(AnswerForm, frozen=True):
    """The chess clock as it stood ``age`` ms ago; ``left`` is what each seat has."""

    minutes: Whole
    increment: Whole
    left: dict[str, Milliseconds]
    running: Seat | None
    paused: bool
    age: Whole


class LogLineForm(LoggedEventForm, frozen=True):
    """A line of the log. A secret one has ``instead``, which all others see (null: nothing)."""

    number: Whole
    secret: bool | UnsetType = UNSET
    instead: LoggedEventForm | UnsetType | None = UNSET


class ClaimForm(AnswerForm, frozen=True):
    """Somebody who asks for a seat. The ``code`` answers the claim. A claim of this phone (``mine``) is proved by
    touching the ``corners`` one after the other or by the ``presses`` at the rim, whichever is done first; what is
    empty does not count now. The phones of the seats in ``asked`` may answer it."""

    seat: Seat
    name: str
    code: str
    mine: bool
    answers: bool
    corners: tuple[SquareName, ...]
    presses: tuple[Button, ...]
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


class RemarkForm(AnswerForm, frozen=True):
    """What the table says as the player of a seat, until the next turn is over."""

    seat: Seat
    message: MessageForm


class SnapshotForm(AnswerForm, frozen=True):
    """All that a phone shows. ``kept`` is the name of the stored game that is over; null until it is stored, and
    after a game that was abandoned, which is not."""

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
    rematch: RematchView | None
    clock: ClockForm | None
    gods: Whole
    sets: tuple[SetForm, ...]
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
    remark: RemarkForm | None
    puzzle: PuzzleOnBoardForm | None
    match: MatchForm | None


def lobby_json(snapshot: Snapshot) -> str:
    """Return a snapshot of the lobby as JSON for a page, which then shows it without another request. It is empty in
    all other phases: a game may have secrets, and a browser may store the page."""
    if snapshot.phase is not Phase.LOBBY:
        return ""
    return msgspec.json.encode(snapshot_form(snapshot)).decode().replace("<", "\\u003c")


def snapshot_form(snapshot: Snapshot) -> SnapshotForm:
    """A snapshot."""
    dark = ((number, reason) for number, reason in enumerate(snapshot.dark) if reason is not None)
    return form_of(
        SnapshotForm,
        snapshot,
        options=_options(snapshot.options),
        draft=None if snapshot.draft is None else draft_form(snapshot.draft),
        game=None if snapshot.game is None else view_form(snapshot.game),
        dark={NAMES[number]: message_form(reason) for number, reason in dark},
        choices=tuple(tuple(map(shown_action, chain)) for chain in snapshot.choices),
        board=board_form(snapshot.board),
        offers=tuple(map(offer_form, snapshot.offers)),
        log=tuple(map(_log_line, snapshot.log)),
        clock=None if snapshot.clock is None else _clock(snapshot.clock),
        sets=tuple(form_of(SetForm, each, none=message_or_null(each.none)) for each in snapshot.sets),
        obstacle=message_or_null(snapshot.obstacle),
        claims=tuple(map(_claim, snapshot.claims)),
        settings=_settings(snapshot.settings),
        corner=None if snapshot.corner is None else _corner(snapshot.corner),
        unkept=message_or_null(snapshot.unkept),
        unwritten=message_or_null(snapshot.unwritten),
        mended=message_or_null(snapshot.mended),
        secret=None if snapshot.secret is None else _secret(snapshot.secret),
        workshop=None if snapshot.workshop is None else workshop_form(snapshot.workshop),
        wifi=None if snapshot.wifi is None else _wifi(snapshot.wifi),
        configured=None if snapshot.configured is None else _configured(snapshot.configured),
        boards=None if snapshot.boards is None else _boards(snapshot.boards),
        table_turn=None if snapshot.table_turn is None else _table_turn(snapshot.table_turn),
        remark=None if snapshot.remark is None else _remark(snapshot.remark),
        puzzle=puzzle_on_board_form(snapshot.puzzle),
        match=match_form(snapshot.match),
    )


def _remark(remark: RemarkView) -> RemarkForm:
    return RemarkForm(remark.seat, message_form(remark.message))


def _table_turn(turn: TableTurnView) -> TableTurnForm:
    return form_of(TableTurnForm, turn, actions=tuple(map(shown_action, turn.actions)))


def _boards(boards: BoardsView) -> BoardsForm:
    return form_of(BoardsForm, boards, troubles=tuple(map(message_form, boards.troubles)))


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
        options.talks,
        tuple(card.power for card in CARDS if card.power in options.left_out),
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
    event = logged_event_form(line.event)
    if not line.secret:
        return LogLineForm(event.kind, event.message, line.number)
    instead = None if line.instead is None else logged_event_form(line.instead)
    return LogLineForm(event.kind, event.message, line.number, secret=True, instead=instead)


def _claim(claim: ClaimView) -> ClaimForm:
    return form_of(ClaimForm, claim, corners=tuple(NAMES[corner] for corner in claim.corners))


def _settings(settings: TableSettings) -> SettingsForm:
    return SettingsForm(settings.name, settings.language, settings.brightness, settings.greeted)


def _corner(corner: Corner) -> CornerForm:
    return CornerForm(name_or_null(corner.touched))


def _secret(secret: SecretView) -> SecretForm:
    return SecretForm(tuple(map(worker_form, secret.workers)), dict(secret.memory), secret.step)


def _wifi(network: Wifi | OwnNetwork) -> WifiForm:
    return WifiForm(network.name, network.password, own=isinstance(network, OwnNetwork))


def _configured(configured: Configured) -> ConfiguredForm:
    """Return all values; a password is hidden."""
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
