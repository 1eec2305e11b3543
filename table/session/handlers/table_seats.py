"""What the table does for the seats that it plays: what is asked of them now, and the entries that come of it. For a
seat of another table it carries out what was announced, and chooses by lot in the draft."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine import Game, IllegalAction
from engine.actions import Action
from engine.casting.draft import DraftStage
from engine.seats import Seat
from engine.secrets import known_to
from engine.state import State
from opponent.levels import LevelName
from table.session.announced_steps import is_done_by_hand, next_announced
from table.session.commands import NameStartPlayer, VoteForPowers
from table.session.handlers.setup_commands import choosing_seats, handle_draft_command, handle_vote_command
from table.session.handlers.turn_commands import confirmation_entries
from table.session.journal_entries import Acted, Entry, TurnAnnounced
from table.session.power_deal import choose_by_lot, deal, random_number
from table.session.saved_state import SavedState, need_phase
from table.session.session_events import AnswerNow
from table.session.snapshot import Phase
from table.session.table_api import Refusal, forbid, refuse
from table.session.table_state import TableState
from table.settings.game_options import DraftMode


@dataclass(frozen=True, slots=True)
class ThinkTask:
    """A turn, or a single choice, is to be thought about: ``known`` is the state as the seat knows it."""

    seat: Seat
    level: LevelName
    known: State


@dataclass(frozen=True, slots=True)
class StepTask:
    """The next announced step is due; ``by_hand``: hands carry it out where pieces do not move by themselves."""

    by_hand: bool


@dataclass(frozen=True, slots=True)
class DraftTask:
    """A seat of the table is to vote, or to choose in the draft."""


TableTask = ThinkTask | StepTask | DraftTask


def table_task(state: TableState) -> TableTask | None:
    """What is asked of the seats that the table plays now; None: nothing."""
    saved = state.saved
    if not saved.seating.announced_seats or state.workshop is not None or state.found or state.unwritten is not None:
        return None
    if saved.draft is not None:
        return DraftTask() if _drafting(saved) else None
    seat, game = saved.to_act, saved.game
    player = None if seat is None else saved.seating.at(seat)
    if game is None or player is None or saved.phase is Phase.OVER:
        return None
    step = next_announced(saved)
    if step is not None:
        return StepTask(is_done_by_hand(game, step))
    if player.level is None:
        return None  # a person plays, or another table
    return ThinkTask(player.seat, player.level, known_to(game.state, player.seat))


def turn_announced(state: TableState, actions: tuple[Action, ...]) -> tuple[Entry, ...]:
    """The entry of a turn that was thought about, as far as its steps are legal. It always has a step: thinking never
    stops a game."""
    game = state.saved.game
    if not isinstance(table_task(state), ThinkTask) or game is None:
        return ()
    return (TurnAnnounced(legal_part(game, actions) or game.legal_actions()[:1]),)


def legal_part(game: Game, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """These steps up to the first that the seat to act does not expect to be legal."""
    seat, legal = game.to_act, list[Action]()
    known = game if seat is None else game.as_known_to(seat)
    for action in actions:
        if known.to_act is not seat:
            break
        try:
            named = known.meant(action)
            known = known.play(named)
        except IllegalAction:
            break
        legal.append(named)
    return tuple(legal)


def table_entries(state: TableState, fresh: str) -> tuple[Entry, ...]:
    """The entries of what the table does by itself now: the next announced step, or its part in the draft."""
    match table_task(state):
        case StepTask():
            return (Acted(state.saved.announced[:1]),)
        case DraftTask():
            return tuple(_draft_entries(state.saved, _drafting(state.saved), fresh))
        case _:
            return ()


def carried_out(state: TableState) -> tuple[Entry, ...]:
    """The entry of the announced step that hands say they have done, where the pieces do not move by themselves."""
    match table_task(state):
        case StepTask(by_hand=True) if not state.pieces_follow:
            return (Acted(state.saved.announced[:1]),)
        case _:
            return ()


def play_now(state: TableState, held: tuple[Seat, ...]) -> tuple[Entry, ...] | AnswerNow:
    """The result of asking the table to play at once: its announced steps, the confirmation of its turn, or the order
    to say what it has found.

    :raises CommandRefused: if the table has nothing to do, or this phone has no seat.
    """
    saved = state.saved
    need_phase(saved, Phase.PLACING, Phase.PLAYING)
    if not held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    if saved.confirming is not None and saved.confirming in saved.seating.announced_seats:
        return confirmation_entries(saved, state.clock)
    match table_task(state):
        case ThinkTask():
            return AnswerNow()
        case StepTask() if saved.game is not None:
            return (Acted(legal_part(saved.game, saved.announced)),)
        case _:
            raise refuse(Refusal.NOT_NOW)


def _drafting(saved: SavedState) -> tuple[Seat, ...]:
    """The seats for which nobody here plays that are to choose in the draft now. In the draft of a match each table
    chooses for its own, and all have to know that."""
    return () if saved.drafting_apart else _due_of(saved, saved.seating.announced_seats)


def choices_of_table(saved: SavedState, fresh: str) -> tuple[Entry, ...]:
    """What the table itself chooses by lot in the draft of a match, for the seats that it plays."""
    return tuple(_draft_entries(saved, _due_of(saved, saved.seating.played_by_table), fresh))


def _due_of(saved: SavedState, table: frozenset[Seat]) -> tuple[Seat, ...]:
    """Those of these seats that are to choose in the draft now."""
    draft = saved.draft
    if draft is None:
        return ()
    challenges = saved.voting or draft.stage is DraftStage.CHOOSE
    due: Iterable[Seat] = choosing_seats(saved) if challenges else (draft.challenger,)
    return tuple(seat for seat in due if seat in table)


def _draft_entries(saved: SavedState, seats: tuple[Seat, ...], fresh: str) -> Iterable[Entry]:
    """The choices for these seats. The table votes for no powers, so that those that people vote for win, and chooses
    by lot."""
    draft = saved.draft
    if draft is None or not seats:
        return ()
    if saved.voting:
        return handle_vote_command(saved, seats, VoteForPowers(seats[0], (), done=True), fresh)
    match draft.stage:
        case DraftStage.OFFER:
            return deal(draft, DraftMode.DEALT, random_number(fresh, "deal")) or ()
        case DraftStage.CHOOSE:
            return choose_by_lot(draft, random_number(fresh, "choice"), seats)
        case _:
            starter = draft.starters[random_number(fresh, "start") % len(draft.starters)]
            return (handle_draft_command(saved, seats, NameStartPlayer(starter), fresh),)
