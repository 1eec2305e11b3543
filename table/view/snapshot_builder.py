"""Builds the snapshot of a table state, with the log of the game, for one viewer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import lru_cache
from typing import Final, get_args

from common.message import Message
from engine import Game
from engine.casting.draft import DraftCard as Card
from engine.events import (
    ActionCancelled,
    DirectionSet,
    Event,
    GameEnded,
    NoTurnLeft,
    PlayerEliminated,
    PositionCorrected,
    PowerChangedHands,
    TurnBegan,
    WinDenied,
)
from engine.reasons import Reason
from engine.seats import PUBLIC, Seat, Viewer
from engine.secrets import is_concealed
from engine.setup import MORTAL
from engine.squares import SQUARE_COUNT, Square, square_name
from engine.state import StepKind
from engine.views import View, visible_event
from opponent.levels import LevelName
from table.session.announced_steps import is_done_by_hand, next_announced, shown_steps
from table.session.answers import CallerGroup, reason_message
from table.session.chess_clock import time_left
from table.session.drafting import choosing_seat, choosing_seats, drawn_first
from table.session.game_history import ReplayPosition
from table.session.lobby import obstacle_to_begin, rematch_view
from table.session.match_part import MatchView
from table.session.power_deal import offer_size, voters, why_not_offered
from table.session.puzzle_on_board import SETTING_UP, PuzzleOnBoard
from table.session.saved_state import FEWEST_PLAYERS, TABLE_SEATS, Mending, SavedState
from table.session.seat_claims import Claim, may_answer, sign_corners, sign_presses
from table.session.snapshot import (
    BoardsView,
    ClaimView,
    ClockView,
    DraftCardView,
    DraftStep,
    DraftView,
    EventKind,
    LoggedEvent,
    LogLine,
    Phase,
    PowerVotes,
    PuzzleOnBoardView,
    PuzzleStage,
    SeatView,
    SecretView,
    SetView,
    ShowingView,
    Snapshot,
    TableTurnView,
)
from table.session.table_state import TableState
from table.session.turns import may_restart, may_take_back, may_take_offer, may_undo, takeback_view
from table.settings.options import DraftMode, GameOptions, powers_allowed, sets_allowed
from table.view.remarks import remark_of

DarkReasons = tuple[Message | None, ...]
NOTHING_DARK: DarkReasons = (None,) * SQUARE_COUNT


def dark_reasons(game: Game | None) -> DarkReasons:
    """Return why squares are dark: for each of the 25 squares the reason why it is not among the options of the open
    step."""
    return NOTHING_DARK if game is None else tuple(_dark_reason(game, Square(at)) for at in range(SQUARE_COUNT))


def _dark_reason(game: Game, square: Square) -> Message | None:
    reason = game.why_no_option_on(square)
    return None if reason is None else reason_message(reason)


def claim_views(state: TableState, held: tuple[Seat, ...], marks: frozenset[str]) -> tuple[ClaimView, ...]:
    """Return the claims that a phone with these seats and marks sees. A phone with a seat sees all of them, the oldest
    first, but those of an address with many claims last, so that they do not push others away; a phone without a seat
    sees its own claims."""
    if not state.claims:
        return ()
    groups = CallerGroup.of(state.claims)
    in_order = sorted(state.claims, key=lambda claim: (groups.size(claim.origin), claim.since))
    return tuple(_claim_view(state, claim, held, marks) for claim in in_order if held or claim.mark in marks)


def _claim_view(state: TableState, claim: Claim, held: tuple[Seat, ...], marks: frozenset[str]) -> ClaimView:
    mine = claim.mark in marks
    return ClaimView(
        claim.seat,
        claim.name,
        claim.code,
        mine,
        answers=may_answer(claim, state.saved, state.connected, held, marks),
        corners=sign_corners(claim.sign, state.size) if mine and state.signed_by_touch else (),
        presses=sign_presses(claim.sign) if mine and state.signed_by_press else (),
        asked=_asked(claim, state),
    )


def _asked(claim: Claim, state: TableState) -> tuple[Seat, ...]:
    """Return the seats whose phones listen and may answer a claim."""
    nobody: frozenset[str] = frozenset()
    present = (seat for seat in TABLE_SEATS if seat in state.connected)
    return tuple(seat for seat in present if may_answer(claim, state.saved, state.connected, (seat,), nobody))


def present(
    state: TableState, held: tuple[Seat, ...], dark: Callable[[], DarkReasons], clock: ClockView | None = None
) -> Snapshot:
    """Return the snapshot of a state for a phone that holds these seats, with this clock, without its claims. ``dark``
    gives the reasons for dark squares; it is called only for a phone that has to act."""
    saved, players = state.saved, max(FEWEST_PLAYERS, len(state.saved.seating.players))
    own_seats = saved.seating.played_by_people(held)
    game, viewer, asked = saved.game, viewer_of(saved, own_seats), saved.to_act in own_seats
    public = None if game is None else game.view(PUBLIC)
    own = public if game is None or viewer == PUBLIC else game.view(viewer)
    shown = own if own is None or saved.confirming is None else _between_turns(own, saved.confirming)
    return Snapshot(
        version=state.version,
        phase=saved.phase,
        seats=tuple(_seat_view(state, seat, public) for seat in TABLE_SEATS),
        seats_held=own_seats,
        host=saved.seating.host in held,
        options=saved.options,
        draft=_draft_view(state, own_seats),
        game=shown,
        prompt=None if shown is None else shown.prompt,
        confirming=saved.confirming,
        can_undo=may_undo(saved, own_seats),
        dark=dark() if asked else NOTHING_DARK,
        choices=state.choices if asked else (),
        board=state.board,
        log=() if game is None else log_of(game, viewer),
        powers_needed=saved.seating.needs_powers,
        offers=tuple(offer for offer in state.board.offers if may_take_offer(offer, saved, held)),
        size=state.size,
        workshop=state.workshop,
        can_restart=may_restart(saved, own_seats),
        can_take_back=may_take_back(saved, own_seats),
        takeback=takeback_view(saved, state.takeback),
        rematch=rematch_view(state.rematch),
        clock=clock,
        obstacle=obstacle_to_begin(saved, state.size) if saved.phase is Phase.LOBBY else None,
        leader=saved.seating.host,
        host_gone=state.host_gone,
        found=state.found,
        settings=saved.settings,
        corner=state.corner,
        colours=state.colours,
        kept=_kept(saved),
        unkept=None if state.unkept is None else Message("games.not_kept", (("detail", state.unkept),)),
        showing=_showing(state.showing),
        unwritten=_unwritten(state),
        mended=_mended(saved.mended) if saved.seating.host in held else None,
        gods=len(powers_allowed(saved.options_played, players)),
        sets=_sets(saved.options_played, players),
        secret=_secret(saved, own, public),
        known=None if game is None else known_game(game, viewer),
        names=saved.names if saved.phase is Phase.LOBBY else (),
        boards=_boards_view(state),
        levels=tuple(LevelName) if state.thinks and saved.phase is Phase.LOBBY and saved.seating.host in held else (),
        table_turn=_table_turn(state),
        remark=remark_of(saved),
        match=_match_view(state, host=saved.seating.host in held),
    )


def _unwritten(state: TableState) -> Message | None:
    """Return why the journal, or the match with other tables, cannot be stored now."""
    why = state.unwritten or state.match.unwritten
    return None if why is None else Message("storage.full", (("detail", why),))


def _match_view(state: TableState, *, host: bool) -> MatchView | None:
    """Return the match; None for a table that is in none and could open none. Only the host sees codes."""
    status, part = state.match, state.saved.match
    if not status.able and part is None:
        return None
    return MatchView(
        here=None if part is None else part.seats.here,
        tables=status.tables,
        codes=status.codes if host else (),
        joining=status.joining,
        trouble=status.trouble,
        offered=state.saved.offered,
        refused=state.not_taken,
        able=status.able,
    )


def _table_turn(state: TableState) -> TableTurnView | None:
    saved = state.saved
    seat, game = saved.to_act, saved.game
    if seat is None or game is None or not saved.table_acts or saved.phase is Phase.OVER:
        return None
    step = next_announced(saved)
    by_hand = step is not None and not state.pieces_follow and is_done_by_hand(game, step)
    return TableTurnView(seat, step is None, shown_steps(saved), by_hand)


def _boards_view(state: TableState) -> BoardsView | None:
    boards = state.boards
    if boards is None:
        return None
    return BoardsView(boards.in_use, state.offered_board, state.moved and state.found, boards.troubles)


def _mended(mended: Mending | None) -> Message | None:
    if mended is None:
        return None
    return Message("storage.mended", (("file", mended.aside), ("kept", str(mended.kept))))


def _kept(saved: SavedState) -> str | None:
    """Return the archive's name for the game that is over; None until it is saved."""
    if saved.phase is not Phase.OVER or any(game.name == saved.name for game in saved.ended):
        return None
    return saved.name


def _showing(showing: ReplayPosition | None) -> ShowingView | None:
    return None if showing is None else ShowingView(showing.game, showing.ply, showing.plies, showing.better)


def clock_view(state: TableState, since: float) -> ClockView | None:
    """Return the chess clock; ``since`` is the time of this state in seconds of `time.monotonic`. None without a
    clock."""
    saved = state.saved
    rule, game = saved.options.clock, saved.game
    if rule is None or game is None:
        return None
    seats = tuple(player.seat for player in game.setup.players)
    left = time_left(rule, seats, saved.spent, state.clock.used)
    return ClockView(rule, left, state.running, saved.paused, since)


def viewer_of(saved: SavedState, held: tuple[Seat, ...]) -> Viewer:
    """Return the viewer for a phone: of its seats the one to act or to confirm, else the first; the public without a
    seat."""
    for seat in (saved.to_act, saved.confirming):
        if seat in held and seat is not None:
            return seat
    return held[0] if held else PUBLIC


def known_game(game: Game, viewer: Viewer) -> Game | None:
    """Return the game as a viewer knows it, to ask what the seat to act may do; None if that is secret to the
    viewer."""
    seat = game.to_act
    if seat is None or seat == viewer or game.is_open:
        return game
    if is_concealed(game.state, game.state.cast.team(seat), viewer):
        return None
    return game.as_known_to(viewer)


def _between_turns(view: View, confirming: Seat) -> View:
    """Return the view while this seat's turn waits to be confirmed: nothing else can be done."""
    return replace(view, active=confirming, prompt=None, options=(), wins=())


def _secret(saved: SavedState, own: View | None, public: View | None) -> SecretView | None:
    """Return the secrets of this viewer; there is no step while a turn waits to be confirmed."""
    if saved.game is None or own is None or public is None:
        return None
    secret = secret_of(saved.game, own, public)
    return secret if secret is None or saved.confirming is None else replace(secret, step=False)


def _seat_view(state: TableState, seat: Seat, public: View | None) -> SeatView:
    sitter = state.saved.seating.at(seat)
    name = None if sitter is None else sitter.name
    team = state.saved.seating.team(seat)
    level = None if sitter is None else sitter.level
    table = None if sitter is None or sitter.far is None else sitter.far.title
    power, adapts = _power_of(state.saved, seat, public), sitter is not None and sitter.rung is not None
    return SeatView(seat, name, seat in state.connected, power, team, level, table, adapts)


def _power_of(saved: SavedState, seat: Seat, public: View | None) -> str | None:
    if public is not None:
        power = next((player.power for player in public.players if player.seat is seat), None)
        return None if power == MORTAL else power
    if saved.draft is not None:
        return next((power for taker, power in saved.draft.taken if taker is seat), None)
    return None


def _draft_view(state: TableState, held: tuple[Seat, ...]) -> DraftView | None:
    """Return the draft as a phone with these seats sees it. If all choose at once, the choices of the others are hidden
    until all have chosen; votes are open."""
    saved, draft = state.saved, state.saved.draft
    if draft is None:
        return None
    own = choosing_seat(saved, held)
    return DraftView(
        stage=DraftStep.VOTE if saved.voting else DraftStep(draft.stage.value),
        challenger=draft.challenger,
        to_act=draft.to_act,
        cards=tuple(_card(card) for card in draft.cards(own)),
        taken=tuple((seat, str(power)) for seat, power in draft.taken),
        starters=draft.starters,
        choosing=choosing_seats(saved),
        chooser=own,
        own=tuple((seat, str(power)) for seat, power in draft.chosen if seat in held),
        wanted=offer_size(draft, DraftMode.VOTE) if saved.voting else draft.wanted,
        at_once=draft.simultaneous,
        gods=draft.profile.gods_per_player,
        fleece=draft.fleece,
        votes=_votes(saved),
        picked=state.picked,
        beginners=bool(drawn_first(saved)),
    )


@lru_cache(maxsize=16)
def _sets(options: GameOptions, players: int) -> tuple[SetView, ...]:
    told = sets_allowed(options, players)
    return tuple(SetView(group, count, None if none is None else reason_message(none)) for group, count, none in told)


def _votes(saved: SavedState) -> tuple[PowerVotes, ...]:
    """Return the votes and their result."""
    if saved.draft is None:
        return ()
    found: list[PowerVotes] = []
    for power, seats in voters(saved.draft, saved.votes):
        against = why_not_offered(saved.draft, saved.votes, power)
        found.append(PowerVotes(power, seats, None if against is None else reason_message(against)))
    return tuple(found)


def _card(card: Card) -> DraftCardView:
    refused = None if card.refused is None else reason_message(card.refused)
    warnings, conflicts = (tuple(map(reason_message, reasons)) for reasons in (card.warnings, card.conflicts))
    return DraftCardView(card.power, refused, warnings, conflicts)


def secret_of(game: Game, own: View, public: View) -> SecretView | None:
    """Return the secret part of a viewer's own view; None if everybody sees the same."""
    if own.viewer == PUBLIC or game.is_open:
        return None
    workers = tuple(worker for worker in own.workers if worker not in public.workers)
    known = {(player.seat, pair) for player in public.players for pair in player.memory}
    memory = tuple(pair for player in own.players for pair in player.memory if (player.seat, pair) not in known)
    step = own.prompt is not None and own.prompt.seat == own.viewer and _in_secret(game, own, public)
    return SecretView(workers, memory, step) if workers or memory or step else None


def _in_secret(game: Game, own: View, public: View) -> bool:
    """Whether the present choice stays secret: only this viewer sees the options, or the token goes on a secret map."""
    prompt = own.prompt
    if prompt is not None and prompt.kind is StepKind.TOKEN:
        cards = zip(game.state.powers, game.state.cast.powers, strict=True)
        return any(power.secret_tokens for card, power in cards if card.power == prompt.power)
    return bool(own.options) and not public.options


def log_of(game: Game, viewer: Viewer) -> tuple[LogLine, ...]:
    """Return all events that this viewer may know, numbered from 1. Secret ones are marked, with the public line
    instead. Once the game is over, everybody sees everything."""
    if game.is_open:
        events = (event for ply in game.plies for event in ply.events)
        return tuple(LogLine(number, logged(event)) for number, event in enumerate(events, start=1))
    lines: list[LogLine] = []
    for ply in game.plies:
        for event in ply.events:
            own = visible_event(event, ply.before, viewer)
            if own is None:
                continue
            shared = visible_event(event, ply.before, PUBLIC)
            instead = None if shared is None or shared == own else logged(shared)
            lines.append(LogLine(len(lines) + 1, logged(own), shared != own, instead))
    return tuple(lines)


def logged(event: Event) -> LoggedEvent:
    """Return an event as the log tells it.

    The key of its message is ``log.`` with the kind (``log.worker_moved``, ``log.built``, ``log.turn_began``), the
    arguments are the fields of the event: squares by their names, several with commas, a reason by its key, its own
    arguments beside it. If a field is empty the key says so (``log.action_cancelled_somewhere``).
    """
    kind = _KINDS[type(event)]
    args = tuple((part.name, _argument(part.name, getattr(event, part.name))) for part in fields(event))
    if isinstance(event, GameEnded | NoTurnLeft | PlayerEliminated | WinDenied):
        args = (*args, *event.reason.args)
    return LoggedEvent(kind, Message(f"log.{kind}{_variant(event)}", args))


_KINDS: Final = {
    each: EventKind("".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in each.__name__)[1:])
    for each in get_args(Event)
}
"""The kind of each type of event."""


def _variant(event: Event) -> str:
    """Return the ending of the key if an event has another text."""
    match event:
        case PowerChangedHands(seats=()):
            return "_to_nobody"
        case ActionCancelled(square=None):
            return "_somewhere"
        case DirectionSet(direction=None):
            return "_back"
        case TurnBegan(driven=True):
            return "_driven"
        case PositionCorrected(squares=()):
            return "_nowhere"
        case _:
            return ""


def _argument(name: str, value: object) -> str:
    if name == "squares" and isinstance(value, tuple):
        return ",".join(square_name(each) for each in value)
    if isinstance(value, tuple):
        return ",".join(str(each) for each in value)
    if name in ("square", "origin", "to") and isinstance(value, int):
        return square_name(Square(value))
    return value.key if isinstance(value, Reason) else str(value)


WITHOUT_STEPS: Final = (*SETTING_UP, PuzzleStage.SOLUTION)
"""The stages in which a phone offers no steps: it shows the setup, or the solution."""


def present_at_board(
    state: TableState, held: tuple[Seat, ...], dark: Callable[[], DarkReasons], clock: ClockView | None = None
) -> Snapshot:
    """Return a snapshot as `present` does, with the puzzle instead of the game for a phone with a seat: its player
    plays the seat that has to win. ``dark`` is for the game or puzzle at the board."""
    puzzle = state.puzzle
    if puzzle is None:
        return present(state, held, dark, clock)
    table = replace(present(state, held, dark, clock), puzzle=_view(puzzle))
    if not held:
        return table
    played = present(state.at_board, (puzzle.solver,), dark)
    if puzzle.stage in WITHOUT_STEPS and played.game is not None:
        played = replace(
            played,
            game=replace(played.game, options=(), wins=()),
            prompt=None,
            can_undo=puzzle.stage is PuzzleStage.SOLUTION and played.can_undo,
        )
    return replace(
        table,
        phase=Phase.PUZZLE,
        seats=played.seats,
        seats_held=played.seats_held,
        game=played.game,
        prompt=played.prompt,
        confirming=played.confirming if puzzle.stage is PuzzleStage.TURNS else None,
        can_undo=played.can_undo,
        dark=played.dark,
        choices=played.choices,
        log=played.log,
        can_restart=played.can_restart,
        known=played.known,
        remark=None,
        table_turn=played.table_turn,
    )


def _view(puzzle: PuzzleOnBoard) -> PuzzleOnBoardView:
    given = puzzle.puzzle
    said = (puzzle.reply, puzzle.shown, puzzle.reason)
    return PuzzleOnBoardView(puzzle.number, given.turns, given.grade, puzzle.stage, puzzle.left, *said)
