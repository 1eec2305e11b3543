"""Builds what is shown of a table state: the snapshot of each phone, and the lights."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

from common.message import Message
from engine import Game
from engine.casting.draft import DraftCard as Card
from engine.seats import PUBLIC, Seat, Viewer
from engine.setup import MORTAL
from engine.squares import SQUARE_COUNT, Square
from engine.state import StepKind
from engine.views import View
from table.session.callers import CallerGroup
from table.session.chess_clock import time_left
from table.session.game_history import ReplayPosition
from table.session.handlers.board_offers import may_take_offer
from table.session.handlers.draft_commands import choosing_seat, choosing_seats
from table.session.handlers.lobby_commands import obstacle_to_begin
from table.session.handlers.takeback_commands import may_take_back, takeback_view
from table.session.handlers.turn_commands import may_restart, may_undo
from table.session.journal_entries import JournalMended
from table.session.power_deal import offer_size
from table.session.power_votes import voters, why_not_offered
from table.session.reading_status import BoardStatus
from table.session.refusals import reason_message
from table.session.saved_state import SavedState
from table.session.seat_claims import Claim, may_answer, sign_corners, sign_presses
from table.session.seating import FEWEST_PLAYERS, TABLE_SEATS
from table.session.snapshot import (
    ClaimView,
    ClockView,
    DraftCardView,
    DraftStep,
    DraftView,
    Phase,
    PowerVotes,
    SeatView,
    SecretView,
    ShowingView,
    Snapshot,
    TurnedAwayView,
)
from table.session.table_state import TableState
from table.settings.configuration import Configured, Wifi
from table.settings.game_options import DraftMode
from table.settings.own_network import OwnNetwork
from table.view.game_log import log_of
from table.view.led_patterns import LightPlan, plan_corners, plan_history, plan_lights, plan_lobby

UNCONFIGURED = Configured()
NOTHING_DARK: tuple[Message | None, ...] = (None,) * SQUARE_COUNT


class DarkReasons:
    """Why squares are dark in one position; computed when a phone first asks. Safe from any thread."""

    def __init__(self, game: Game | None) -> None:
        self.game = game
        self._lock = threading.Lock()
        self._found: tuple[Message | None, ...] | None = None

    def all(self) -> tuple[Message | None, ...]:
        """For each of the 25 squares the reason why it is not among the options of the open step."""
        with self._lock:
            if self._found is None:
                self._found = tuple(self._reason(Square(number)) for number in range(SQUARE_COUNT))
            return self._found

    def _reason(self, square: Square) -> Message | None:
        reason = None if self.game is None else self.game.why_no_option_on(square)
        return None if reason is None else reason_message(reason)


_PhoneRights = tuple[tuple[Seat, ...], tuple[str, ...], TurnedAwayView | None]
"""The seats that a phone holds, the codes of its claims, and the seat that it did not get."""


class Publication:
    """A published table state; a snapshot is built once for all phones that may see the same."""

    def __init__(
        self, state: TableState, before: Publication | None = None, configured: Configured = UNCONFIGURED
    ) -> None:
        self.state = state
        self._configured = configured
        reused = None if before is None or before.dark.game is not state.saved.game else before.dark
        self.dark: DarkReasons = reused or DarkReasons(state.saved.game)
        self.clock = clock_view(state, time.monotonic())
        self._lock = threading.Lock()
        self._built: dict[_PhoneRights, Snapshot] = {}

    def snapshot(self, marks: frozenset[str]) -> Snapshot:
        """The snapshot for a phone with seat tokens of these marks."""
        rights = held, _, away = self._rights(marks)
        with self._lock:
            built = self._built.get(rights)
        if built is not None:
            return built
        # Built outside the lock: the reasons for dark squares take longest, and other phones need not wait for them.
        built = present(self.state, held, self.dark, self.clock)
        built = replace(
            built,
            claims=claim_views(self.state, held, marks),
            turned_away=away,
            wifi=_wifi(self._configured) if held else None,
            configured=self._configured if built.host else None,
        )
        with self._lock:
            return self._built.setdefault(rights, built)

    def _rights(self, marks: frozenset[str]) -> _PhoneRights:
        """Phones with the same seats and the same claims see the same."""
        claiming = tuple(claim.code for claim in self.state.claims if claim.mark in marks)
        away = [TurnedAwayView(each.seat, each.why) for each in self.state.turned_away if each.mark in marks]
        return self.state.saved.seating.held(marks), claiming, away[-1] if away else None


def _wifi(configured: Configured) -> Wifi | OwnNetwork | None:
    """The network for phones: the table's own while it is open, else the one for guests."""
    own = configured.own_network
    return own if own is not None and own.is_open() else configured.configuration.wifi


def claim_views(state: TableState, held: tuple[Seat, ...], marks: frozenset[str]) -> tuple[ClaimView, ...]:
    """The claims that a phone with these seats and marks sees. A phone with a seat sees all of them, the oldest first,
    but those of an address with many claims last, so that they do not push others away; a phone without a seat sees its
    own claims."""
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
    """The seats whose phones listen and may answer a claim."""
    nobody: frozenset[str] = frozenset()
    present = (seat for seat in TABLE_SEATS if seat in state.connected)
    return tuple(seat for seat in present if may_answer(claim, state.saved, state.connected, (seat,), nobody))


def present(state: TableState, held: tuple[Seat, ...], dark: DarkReasons, clock: ClockView | None = None) -> Snapshot:
    """The snapshot of a state for a phone that holds these seats, with this clock, without its claims."""
    saved = state.saved
    asked = saved.to_act in held
    view = _game_view(saved, viewer_of(saved, held))
    return Snapshot(
        version=state.version,
        phase=saved.phase,
        seats=tuple(_seat_view(state, seat) for seat in TABLE_SEATS),
        seats_held=held,
        host=saved.seating.host in held,
        options=saved.options,
        draft=_draft_view(saved, held),
        game=view,
        prompt=None if view is None else view.prompt,
        confirming=saved.confirming,
        can_undo=may_undo(saved, held),
        dark=dark.all() if asked else NOTHING_DARK,
        choices=state.choices if asked else (),
        board=state.board,
        log=() if saved.game is None else log_of(saved.game, viewer_of(saved, held)),
        powers_needed=saved.seating.needs_powers,
        offers=tuple(offer for offer in state.board.offers if may_take_offer(offer, saved, held)),
        size=state.size,
        workshop=state.workshop,
        can_restart=may_restart(saved, held),
        can_take_back=may_take_back(saved, held),
        takeback=takeback_view(saved, state.takeback),
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
        unwritten=None if state.unwritten is None else Message("keeping.full", (("detail", state.unwritten),)),
        mended=_mended(saved.mended) if saved.seating.host in held else None,
        gods=len(saved.options.allowed(max(FEWEST_PLAYERS, len(saved.seating.players)))),
        secret=_secret(saved, viewer_of(saved, held)),
    )


def _mended(mended: JournalMended | None) -> Message | None:
    if mended is None:
        return None
    return Message("keeping.mended", (("file", mended.aside), ("kept", str(mended.kept))))


def _kept(saved: SavedState) -> str | None:
    """The name of the game that is over in the archive; None until it is saved."""
    if saved.phase is not Phase.OVER or any(game.name == saved.name for game in saved.ended):
        return None
    return saved.name


def _showing(showing: ReplayPosition | None) -> ShowingView | None:
    return None if showing is None else ShowingView(showing.game, showing.ply, showing.plies)


def clock_view(state: TableState, since: float) -> ClockView | None:
    """The chess clock; ``since`` is the present time in seconds of `time.monotonic`. None without a clock."""
    saved = state.saved
    rule, game = saved.options.clock, saved.game
    if rule is None or game is None:
        return None
    seats = tuple(player.seat for player in game.setup.players)
    left = time_left(rule, seats, saved.spent, state.clock.used)
    return ClockView(rule, left, state.running, saved.paused, since)


def lights_of(state: TableState) -> LightPlan:
    """The lights of a state, which everybody in the room sees."""
    board, saved = state.board, state.saved
    lifted = None if board.lifted is None else Square(board.lifted)
    shown = (board.differences, board.message, board.offers, board.warnings)
    status = BoardStatus(board.mode, lifted, *shown)
    if state.showing is not None and state.corner is None and not state.colours:
        return plan_history(state.showing.position)
    view = None if saved.game is None else saved.game.view(PUBLIC)
    if view is None:
        if state.corner is not None:
            return plan_corners(state.size)
        asking = bool(state.claims) or state.colours
        return plan_lobby(saved.phase, asking=asking, touched=frozenset(state.touched), size=state.size)
    return plan_lights(view, status, saved.confirming)


def viewer_of(saved: SavedState, held: tuple[Seat, ...]) -> Viewer:
    """The viewer for a phone: of its seats the one that is to act or to confirm, else the first; the public without a
    seat."""
    for seat in (saved.to_act, saved.confirming):
        if seat in held and seat is not None:
            return seat
    return held[0] if held else PUBLIC


def _game_view(saved: SavedState, viewer: Viewer) -> View | None:
    if saved.game is None:
        return None
    view = saved.game.view(viewer)
    if saved.confirming is None:
        return view
    return replace(view, active=saved.confirming, prompt=None, options=())


def _secret(saved: SavedState, viewer: Viewer) -> SecretView | None:
    """What only this viewer sees; there is no step while a turn waits to be confirmed."""
    secret = None if saved.game is None else secret_of(saved.game, viewer)
    return secret if secret is None or saved.confirming is None else replace(secret, step=False)


def _seat_view(state: TableState, seat: Seat) -> SeatView:
    sitter = state.saved.seating.at(seat)
    name = None if sitter is None else sitter.name
    team = state.saved.seating.team(seat)
    return SeatView(seat, name, seat in state.connected, _power_of(state.saved, seat), team)


def _power_of(saved: SavedState, seat: Seat) -> str | None:
    if saved.game is not None:
        powers = {player.seat: player.power for player in saved.game.view(PUBLIC).players}
        power = powers.get(seat)
        return None if power == MORTAL else power
    if saved.draft is not None:
        return next((power for taker, power in saved.draft.taken if taker is seat), None)
    return None


def _draft_view(saved: SavedState, held: tuple[Seat, ...]) -> DraftView | None:
    """The draft as a phone with these seats sees it. Where all choose at once, the choices of the others are hidden
    until all have chosen; votes are open."""
    draft = saved.draft
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
    )


def _votes(saved: SavedState) -> tuple[PowerVotes, ...]:
    """The votes, and their result."""
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


def secret_of(game: Game, viewer: Viewer) -> SecretView | None:
    """The secret part of the view of this viewer; None if everybody sees the same."""
    if viewer == PUBLIC:
        return None
    own, public = game.view(viewer), game.view(PUBLIC)
    workers = tuple(worker for worker in own.workers if worker not in public.workers)
    known = {(player.seat, pair) for player in public.players for pair in player.memory}
    memory = tuple(pair for player in own.players for pair in player.memory if (player.seat, pair) not in known)
    step = own.prompt is not None and own.prompt.seat == viewer and _in_secret(game, own, public)
    return SecretView(workers, memory, step) if workers or memory or step else None


def _in_secret(game: Game, own: View, public: View) -> bool:
    """Whether what is chosen now stays secret: nobody else sees the options, or the token goes on a secret map."""
    prompt = own.prompt
    if prompt is not None and prompt.kind is StepKind.TOKEN:
        cards = zip(game.state.powers, game.state.cast.powers, strict=True)
        return any(power.secret_tokens for card, power in cards if card.power == prompt.power)
    return bool(own.options) and not public.options
