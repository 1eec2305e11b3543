"""Plays the table's own seats: finds their next decision, and makes the entries for it. For a seat of another table it
carries out announced steps, and chooses by lot in the draft."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from engine import Game, IllegalAction
from engine.actions import Action
from engine.casting.draft import DraftStage
from engine.seats import Seat
from engine.secrets import known_to
from engine.state import State
from opponent.levels import Level
from table.session.announced_steps import is_done_by_hand, next_announced
from table.session.answers import Refusal, forbid, refuse
from table.session.command import Command, CommandReceived, Decided
from table.session.drafting import (
    VoteForPowers,
    choose_by_lot,
    choosing_seats,
    deal,
    drawn_first,
    starter_by_lot,
)
from table.session.journal_entries import Acted, DraftChoice, Entry, TurnAnnounced
from table.session.power_deal import random_number
from table.session.saved_state import SavedState, need_phase
from table.session.session_events import AnswerNow, EventOutcome, TableEvent
from table.session.snapshot import Phase
from table.session.table_state import ActionSequence, TableState
from table.session.turns import confirmation_entries
from table.settings.options import DraftMode


@dataclass(frozen=True, slots=True)
class ThinkTask:
    """A turn or a single choice needs thought: ``known`` is the state as the seat knows it."""

    seat: Seat
    level: Level
    known: State


@dataclass(frozen=True, slots=True)
class StepTask:
    """The next announced step is due. ``by_hand``: hands carry it out if pieces do not move by themselves."""

    by_hand: bool


@dataclass(frozen=True, slots=True)
class DraftTask:
    """A seat of the table has to vote, or to choose in the draft."""


TableTask = ThinkTask | StepTask | DraftTask


class PlayNow(Command, frozen=True, tag="play_now"):
    """Have the table play at once (players only): it thinks no longer about its turn, and its announced steps count as
    done without waiting for hands."""

    for_puzzle: ClassVar[bool] = True

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        """Return the announced steps, the confirmation of the table's turn, or the order to use the best turn found."""
        saved = state.saved
        need_phase(saved, Phase.PLACING, Phase.PLAYING)
        if not asked.held(saved):
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


@dataclass(frozen=True, slots=True)
class TurnDecided(TableEvent):
    """The table's next steps for a seat that it plays, after thinking about this version of the game."""

    for_puzzle: ClassVar[bool] = True
    by_phone: ClassVar[bool] = True

    version: int
    actions: ActionSequence

    def handle(self, state: TableState) -> EventOutcome:
        """Announce the turn as far as its steps are legal. It always has a step: thinking never stops a game."""
        game = state.saved.game
        if self.version != state.game_version or not isinstance(table_task(state), ThinkTask) or game is None:
            return EventOutcome(state)
        return EventOutcome.of(state, (TurnAnnounced(legal_part(game, self.actions) or game.legal_actions()[:1]),))


@dataclass(frozen=True, slots=True)
class TableActs(TableEvent):
    """The table's own act at this version of the game is due: its next step, or its part in the draft. There ``fresh``
    seeds random numbers, and ``name`` is the name of a game that begins with it."""

    for_puzzle: ClassVar[bool] = True
    by_phone: ClassVar[bool] = True

    version: int
    fresh: str
    name: str | None = None

    def handle(self, state: TableState) -> EventOutcome:
        return EventOutcome.of(state, self._entries(state) if self.version == state.game_version else (), self.name)

    def _entries(self, state: TableState) -> Iterable[Entry]:
        match table_task(state):
            case StepTask():
                return (Acted(state.saved.announced[:1]),)
            case DraftTask():
                return _draft_entries(state.saved, _drafting(state.saved), self.fresh)
            case _:
                return ()


def table_task(state: TableState) -> TableTask | None:
    """Return the present decision of the seats that the table plays, if there is one."""
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
    level = player.level_of_turn(state.game_version)
    if level is None:
        return None  # a person plays, or another table
    return ThinkTask(player.seat, level, known_to(game.state, player.seat))


def legal_part(game: Game, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return these steps up to the first that the seat to act does not expect to be legal."""
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


def carried_out(state: TableState) -> tuple[Entry, ...]:
    """Return the entry of the announced step that a player reports as done, if the pieces do not move by themselves."""
    match table_task(state):
        case StepTask(by_hand=True) if not state.pieces_follow:
            return (Acted(state.saved.announced[:1]),)
        case _:
            return ()


def _drafting(saved: SavedState) -> tuple[Seat, ...]:
    """Return the seats without a person here that have to choose in the draft now. In the draft of a match each table
    chooses for its own, and all have to know the choices."""
    return () if saved.drafting_apart else _due_of(saved, saved.seating.announced_seats)


def choices_of_table(saved: SavedState, fresh: str) -> tuple[DraftChoice, ...]:
    """Return the table's choices by lot in the draft of a match, for the seats that it plays."""
    due = _draft_entries(saved, _due_of(saved, saved.seating.played_by_table), fresh)
    return tuple(each for each in due if isinstance(each, DraftChoice))


def _due_of(saved: SavedState, table: frozenset[Seat]) -> tuple[Seat, ...]:
    """Return the seats of these that have to choose in the draft now."""
    draft = saved.draft
    if draft is None:
        return ()
    challenges = saved.voting or draft.stage is DraftStage.CHOOSE
    due: Iterable[Seat] = choosing_seats(saved) if challenges else (draft.challenger,)
    return tuple(seat for seat in due if seat in table)


def _draft_entries(saved: SavedState, seats: tuple[Seat, ...], fresh: str) -> Iterable[Entry]:
    """Return the choices for these seats. The table chooses by lot and votes for no powers, so that people's votes
    win."""
    draft = saved.draft
    if draft is None or not seats:
        return ()
    if saved.voting:
        return VoteForPowers(seats[0], (), done=True).entries(saved, seats, fresh)
    match draft.stage:
        case DraftStage.OFFER:
            return deal(draft, DraftMode.DEALT, random_number(fresh, "deal"), drawn_first(saved)) or ()
        case DraftStage.CHOOSE:
            return choose_by_lot(draft, random_number(fresh, "choice"), seats)
        case _:
            return (starter_by_lot(draft, fresh),)
