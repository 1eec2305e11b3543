"""The events at the board: steps that were read, buttons, and the state of the reading."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import ClassVar

from common.message import Message
from engine import Game
from engine.actions import Done
from engine.errors import UndoBarred
from engine.reasons import Reason
from hardware.board import Button
from table.session.announced_steps import announced_among, announced_instead, as_announced
from table.session.answers import Refusal
from table.session.board_choice import BoardPresence
from table.session.board_reports import StatusChanged, lacking_for_done, meant_by_done
from table.session.journal_entries import Acted, BoardChanged, Entry, StepUndone, TurnOffered, evolve
from table.session.saved_state import SavedState, steps_to_undo
from table.session.seating import pressed_for_sign
from table.session.session_events import EventOutcome, TableEvent
from table.session.snapshot import AdoptBoard, BoardIssue, BoardMode, BoardView, PuzzleStage
from table.session.table_seats import carried_out
from table.session.table_state import CONNECTED_LINK_STATES, ActionSequence, TableState
from table.session.turns import can_undo, confirmation_entries, own_steps_to_undo
from table.settings.options import Confirm

CARRY_OUT = Message("board.carry_out")
"""The message while it is the table's turn and its steps are unknown: hands did other steps than the announced ones."""


@dataclass(frozen=True, slots=True)
class StepsRead(TableEvent):
    """The board shows that the player to act made these steps."""

    for_puzzle: ClassVar[bool] = True

    actions: ActionSequence

    def handle(self, state: TableState) -> EventOutcome:
        if not state.saved.to_act:
            return EventOutcome(state)
        return EventOutcome.of(state, (Acted(as_announced(state.saved, self.actions)),))


@dataclass(frozen=True, slots=True)
class StepsRevised(TableEvent):
    """The board shows that the last ``back`` steps of this turn were taken back, and these made instead, if there are
    any."""

    for_puzzle: ClassVar[bool] = True

    back: int
    actions: ActionSequence

    def handle(self, state: TableState) -> EventOutcome:
        """Take back and make the steps, all or none."""
        if state.saved.game is None:
            return EventOutcome(state)
        if self.back > steps_to_undo(state.saved):
            raise UndoBarred(Reason.of(Refusal.NOTHING_TO_UNDO))
        entries: list[Entry] = [StepUndone()] * self.back
        undone = reduce(evolve, entries, state.saved)
        carried = () if self.actions else announced_instead(state.saved, undone)
        if carried:
            return EventOutcome.of(state, (Acted(carried),))
        if self.actions:
            entries.append(Acted(as_announced(undone, self.actions)))
        return EventOutcome.of(state, entries)


@dataclass(frozen=True, slots=True)
class QuestionAsked(TableEvent):
    """The board shows pieces that several step sequences explain, and only the player knows which was made."""

    for_puzzle: ClassVar[bool] = True

    choices: tuple[ActionSequence, ...]

    def handle(self, state: TableState) -> EventOutcome:
        if state.saved.to_act is None or self.choices == state.choices:
            return EventOutcome(state)
        if state.saved.table_acts:
            return EventOutcome.of(state, (Acted(announced_among(state.saved, self.choices)),))
        return EventOutcome(replace(state.newer, choices=self.choices, question_version=state.version + 1))


@dataclass(frozen=True, slots=True)
class BoardStatusChanged(TableEvent):
    """The status of the reading has changed."""

    board: BoardView

    def handle(self, state: TableState) -> EventOutcome:
        """Keep an open question while the board still shows it. The position of a puzzle is fixed, and all tables of a
        match have the same one, so none is adopted there."""
        board = self.board
        if board.issue is BoardIssue.STEPS_UNKNOWN and state.at_board.saved.table_acts:
            board = replace(board, message=CARRY_OUT)
        part = state.saved.match
        if state.puzzle is not None or (part is not None and part.current):
            board = replace(board, offers=tuple(each for each in board.offers if not isinstance(each, AdoptBoard)))
        if board == state.board:
            return EventOutcome(state)
        after = replace(state.newer, board=board)
        if board.offers != state.board.offers:
            after = replace(after, recovery_version=after.version)
        if state.choices and board.issue is not BoardIssue.WHICH_STEPS:
            after = replace(after, choices=(), question_version=after.version)
        return EventOutcome(after.with_workers_set_up())


@dataclass(frozen=True, slots=True)
class BoardsSeen(TableEvent):
    """The state of the table's two boards has changed, or the one in use."""

    presence: BoardPresence

    def handle(self, state: TableState) -> EventOutcome:
        if self.presence == state.boards:
            return EventOutcome(state)
        in_use = self.presence.in_use
        changed = () if in_use is state.saved.board else (BoardChanged(in_use),)
        return EventOutcome.of(replace(state.newer, boards=self.presence), changed)


@dataclass(frozen=True, slots=True)
class PiecesFollow(TableEvent):
    """The pieces on the board move by themselves from now on, or hands move all of them."""

    by_themselves: bool

    def handle(self, state: TableState) -> EventOutcome:
        """Skip laying blocks for a puzzle if pieces move by themselves."""
        after = replace(state.newer, pieces_follow=self.by_themselves)
        waits = self.by_themselves and state.puzzle is not None and state.puzzle.stage is PuzzleStage.BLOCKS
        return EventOutcome(after.with_blocks_laid() if waits else after)


@dataclass(frozen=True, slots=True)
class Pressed(TableEvent):
    """A rim button was pressed."""

    for_puzzle: ClassVar[bool] = True

    button: Button

    def handle(self, state: TableState) -> EventOutcome:
        """Handle it as part of a sign, or else in the game."""
        signed = pressed_for_sign(state, self.button)
        if signed is not None:
            return signed
        entries = self._entries(state)
        if entries or self.button is not Button.DONE:
            return EventOutcome.of(state, entries)
        return EventOutcome(replace(state.newer, found=False) if state.found else _with_lacking(state))

    def _entries(self, state: TableState) -> tuple[Entry, ...]:
        saved, game = state.saved, state.saved.game
        if game is None:
            return ()
        if self.button is Button.UNDO:
            return (StepUndone(),) * own_steps_to_undo(saved) if can_undo(saved) else ()
        if saved.confirming is not None:
            return confirmation_entries(saved, state.clock)
        if saved.table_acts:
            return carried_out(state)
        return (Acted((Done(),)),) if Done() in game.legal_actions() else _touch_meant(state, game)


BoardReport = StepsRead | StepsRevised | QuestionAsked | StatusChanged
"""Reports of the reader of a board on a frame (`table.moves.follower.Follower`)."""


def _with_lacking(state: TableState) -> TableState:
    """Return the state in which the board's message says what Done lacked, if there is no other message."""
    saved, board = state.saved, state.board
    says_more = board.message is not None and board.issue is not BoardIssue.NOT_DONE
    if saved.game is None or saved.table_acts or says_more:
        return state
    message = lacking_for_done(saved.game)
    if message is None:
        return state
    return replace(state.newer, board=replace(board, message=message, issue=BoardIssue.NOT_DONE))


def _touch_meant(state: TableState, game: Game) -> tuple[Entry, ...]:
    """Return the outcome of Done after an unclear touch: the touch counts, and the turn is confirmed if it is
    finished."""
    if state.board.issue is not BoardIssue.PERHAPS_BUILT:
        return ()
    build = meant_by_done(game, state.board.doubtful[0])
    if build is None:
        return ()
    after = evolve(state.saved, Acted((build,)))
    confirmed = () if after.confirming is None else confirmation_entries(after, state.clock)
    return (Acted((build,)), *confirmed)


@dataclass(frozen=True, slots=True)
class CameToRest(TableEvent):
    """The last event and its results are handled. Steps that happen by themselves may happen now."""

    for_puzzle: ClassVar[bool] = True

    def handle(self, state: TableState) -> EventOutcome:
        """Confirm the turn, or offer it to the other tables of a match."""
        if _confirms_itself(state):
            return EventOutcome.of(state, confirmation_entries(state.saved, state.clock))
        return EventOutcome.of(
            state, (TurnOffered(),) if state.not_taken is None and _offers_itself(state.saved) else ()
        )


def _confirms_itself(state: TableState) -> bool:
    """Whether the finished turn is confirmed at once: by the options, or since nobody here played; and once the board
    agrees with the game. A turn that other tables did not take waits for a person."""
    saved, board = state.saved, state.board
    by_table = saved.confirming in saved.seating.announced_seats
    if state.not_taken is not None:
        return False
    wanted = by_table or (saved.options.confirm is Confirm.AT_ONCE and saved.confirming is not None)
    waits = state.workshop is not None or state.found
    if not wanted or saved.game is None or (saved.game.outcome is not None and not by_table) or waits:
        return False
    return board.link in CONNECTED_LINK_STATES and board.mode is BoardMode.FOLLOWING and not board.differences


def _offers_itself(saved: SavedState) -> bool:
    """Whether another table has to choose within a turn, and does not have the steps of this one yet."""
    return saved.has_own_steps and not saved.offered and saved.to_act in saved.seating.played_elsewhere
