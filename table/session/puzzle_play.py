"""The puzzle on the board: putting it there and away, setting it up, and playing it.

It is played as a game is: events of hands and phones are handled with the puzzle instead of the game. No entry of it is
written. A finished turn of the player is judged before it counts as confirmed: a right one is answered by the table,
which announces its turn; a wrong one stays, to be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from itertools import takewhile
from typing import ClassVar

from engine.actions import Resign
from hardware.board import Button
from opponent.puzzles import PuzzleVerdict, solved, stored_puzzles
from table.session.answers import Refusal, Refused, forbid, refusal_message, refuse
from table.session.at_board import CameToRest, Pressed
from table.session.command import Command, CommandReceived, Decided
from table.session.game_history import history_of
from table.session.interfaces import PuzzleAnswer
from table.session.journal_entries import Entry, TurnAnnounced, TurnConfirmed
from table.session.puzzle_on_board import SETTING_UP, SOLVER, PuzzleOnBoard, put_on_board
from table.session.saved_state import ARCHIVE_PHASES, need_phase
from table.session.session_events import EventOutcome, GameStore, JudgePuzzle, TableEvent
from table.session.snapshot import PuzzleStage
from table.session.table_seats import TableActs
from table.session.table_state import CONNECTED_LINK_STATES, TableState
from table.session.turns import Act, ConfirmTurn
from table.typed_json import Whole


class PutPuzzle(Command, frozen=True, tag="put_puzzle"):
    """Put the puzzle of this number on the board, in place of any other; before or after a game (players only)."""

    number: Whole

    def prepare(self, games: GameStore | None, has_seat: Callable[[], bool]) -> None:
        """Read the puzzles from their file."""
        del games, has_seat
        stored_puzzles()

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        if not asked.held(state.saved):
            raise forbid(Refusal.NOT_YOUR_SEAT)
        need_phase(state.saved, *ARCHIVE_PHASES)
        if not state.judges:
            raise refuse(Refusal.NOT_NOW)
        if state.board.link not in CONNECTED_LINK_STATES:
            raise refuse(Refusal.BOARD_AWAY)
        puzzles = stored_puzzles()
        if not 0 < self.number <= len(puzzles):
            raise refuse(Refusal.NO_PUZZLE, number=str(self.number))
        puzzle = put_on_board(self.number, puzzles[self.number - 1], state.saved, state.version + 1)
        if puzzle.game.setup.profile.size != state.size:
            raise refuse(Refusal.PUZZLE_NEEDS_MORE_SQUARES)
        still = replace(state.without_puzzle(), showing=None, corner=None, colours=False, hinted=())
        return replace(still, puzzle=puzzle, pieces_follow=False)  # until the board says that they do


class PuzzleCommand(Command, frozen=True):
    """A command about the puzzle that is on the board (players only)."""

    def decide(self, state: TableState, asked: CommandReceived) -> TableState:
        if not asked.held(state.saved):
            raise forbid(Refusal.NOT_YOUR_SEAT)
        if state.puzzle is None:
            raise refuse(Refusal.NOT_NOW)
        return self.after(state, state.puzzle)

    def after(self, state: TableState, puzzle: PuzzleOnBoard) -> TableState:
        """Return the state after it; raises CommandRefused if it is not possible at this stage."""
        raise NotImplementedError


class PutPuzzleAway(PuzzleCommand, frozen=True, tag="put_puzzle_away"):
    """Take the puzzle off the board (players only)."""

    def after(self, state: TableState, puzzle: PuzzleOnBoard) -> TableState:
        """Return the state without the puzzle."""
        del puzzle
        return state.without_puzzle()


class FinishBlocks(PuzzleCommand, frozen=True, tag="finish_blocks"):
    """Say that the blocks of the puzzle on the board are laid, which no sensor sees (players only)."""

    def after(self, state: TableState, puzzle: PuzzleOnBoard) -> TableState:
        """Return the state in which its workers are next."""
        if puzzle.stage is not PuzzleStage.BLOCKS:
            raise refuse(Refusal.NOT_NOW)
        return state.with_blocks_laid()


class GiveUpPuzzle(PuzzleCommand, frozen=True, tag="give_up_puzzle"):
    """Have the solution of the puzzle on the board shown, step by step (players only)."""

    def after(self, state: TableState, puzzle: PuzzleOnBoard) -> TableState:
        """Return the state that shows the solution from the board's present step on."""
        if puzzle.stage in (PuzzleStage.SOLUTION, PuzzleStage.WON):
            raise refuse(Refusal.NOT_NOW)
        steps = history_of(solved(puzzle.puzzle))[1:]
        pairs = zip(puzzle.game.plies, steps, strict=False)  # a wrong turn may have more steps than all of the solution
        agreed = sum(1 for _ in takewhile(lambda pair: pair[0].action == pair[1].action, pairs))
        shown = replace(puzzle, stage=PuzzleStage.SOLUTION, reply=steps, shown=min(agreed, len(steps) - 1), reason=None)
        return replace(state.newer, puzzle=shown)


class ShowReply(PuzzleCommand, frozen=True, tag="show_reply"):
    """Show this step, from 0, of what refutes a wrong turn of the puzzle on the board, or of its solution (players
    only)."""

    step: Whole

    def after(self, state: TableState, puzzle: PuzzleOnBoard) -> TableState:
        """Return the state that shows the step."""
        if not 0 <= self.step < len(puzzle.reply):
            raise refuse(Refusal.NOT_NOW)
        return replace(state.newer, puzzle=replace(puzzle, shown=self.step))


PlainPuzzleCommand = PutPuzzle | PutPuzzleAway | FinishBlocks | GiveUpPuzzle | ShowReply
"""Commands about the puzzle on the board, besides the steps of its turns."""


@dataclass(frozen=True, slots=True)
class PuzzleJudged(TableEvent):
    """The judgement of a turn of the puzzle on the board, which the session asked for."""

    for_puzzle: ClassVar[bool] = True

    asked: JudgePuzzle
    answer: PuzzleAnswer

    def handle(self, state: TableState) -> EventOutcome:
        """Ignore it: its puzzle is no longer on the board."""
        return EventOutcome(state)


def play_puzzle(state: TableState, puzzle: PuzzleOnBoard, event: TableEvent) -> EventOutcome:
    """Return the outcome of an event that belongs to the puzzle; raises as the event does."""
    match event:
        case PuzzleJudged():
            return EventOutcome(_judged(state, puzzle, event))
        case CameToRest() if puzzle.stage is not PuzzleStage.TURNS:
            return EventOutcome(state)
        case Pressed(Button.DONE) if puzzle.stage is not PuzzleStage.TURNS:
            return EventOutcome(_done_pressed(state, puzzle))
        case CommandReceived():
            if _is_refused(puzzle, event):
                return EventOutcome(state, answer=Refused(refusal_message(Refusal.NOT_NOW)))
            held = event.held(state.saved)
            event = replace(event, marks=frozenset({SOLVER}) if held else frozenset(), name=None)
        case TableActs():
            event = replace(event, name=None)  # a puzzle is not archived
        case _:
            pass
    return _played(state, puzzle, event.handle(state.at_board))


def _is_refused(puzzle: PuzzleOnBoard, received: CommandReceived) -> bool:
    """Whether a command about turns cannot be carried out at this stage. A puzzle is put away, never resigned."""
    match received.command:
        case Act(Resign()):
            return True
        case ConfirmTurn():
            return puzzle.stage is not PuzzleStage.TURNS
        case _:
            return puzzle.stage in SETTING_UP


def _done_pressed(state: TableState, puzzle: PuzzleOnBoard) -> TableState:
    """Advance what is shown by a press of the button: from the blocks to the workers, and from step to step of a
    refutation."""
    if puzzle.stage is PuzzleStage.BLOCKS:
        return state.with_blocks_laid()
    if len(puzzle.reply) > 1:
        return replace(state.newer, puzzle=replace(puzzle, shown=(puzzle.shown + 1) % len(puzzle.reply)))
    return state


def _played(state: TableState, puzzle: PuzzleOnBoard, played: EventOutcome) -> EventOutcome:
    """Return the table's outcome of an outcome in the puzzle; a turn that would be confirmed is judged."""
    if TurnConfirmed() in played.entries:
        finished = _with_entries(state, (each for each in played.entries if not isinstance(each, TurnConfirmed)))
        if finished.saved.confirming is puzzle.solver:
            judged = replace(puzzle, saved=finished.saved, stage=PuzzleStage.JUDGING)
            judge = JudgePuzzle(puzzle.number, puzzle.puzzle, judged.steps)
            return EventOutcome(_joined(state, played.state, judged), (), (*played.effects, judge), played.answer)
    now = puzzle if played.state.saved is puzzle.saved else _going_on(replace(puzzle, saved=played.state.saved))
    return EventOutcome(_joined(state, played.state, now), (), played.effects, played.answer)


def _going_on(puzzle: PuzzleOnBoard) -> PuzzleOnBoard:
    """Return the puzzle after a step, or after one was taken back: an earlier judgement no longer counts."""
    if puzzle.stage is PuzzleStage.WON:
        return puzzle
    return replace(puzzle, stage=PuzzleStage.TURNS, reply=(), shown=0, reason=None)


def _judged(state: TableState, puzzle: PuzzleOnBoard, event: PuzzleJudged) -> TableState:
    """Return the state after a judgement; the same one if the turn was taken back meanwhile, or the puzzle put away."""
    asked, answer = event.asked, event.answer
    if puzzle.stage is not PuzzleStage.JUDGING or (asked.number, asked.steps) != (puzzle.number, puzzle.steps):
        return state
    entries: tuple[Entry, ...] = ()
    found = replace(puzzle, stage=PuzzleStage.WRONG, reply=answer.reply, shown=0, reason=answer.reason)
    if answer.verdict is PuzzleVerdict.WON:
        entries, found = (TurnConfirmed(),), replace(puzzle, stage=PuzzleStage.WON, left=answer.left)
    elif answer.verdict is PuzzleVerdict.OPEN:
        announced = tuple(each.action for each in answer.reply if each.action is not None)
        entries = (TurnConfirmed(), TurnAnnounced(announced))
        found = replace(puzzle, stage=PuzzleStage.TURNS, left=answer.left)
    after = _with_entries(state, entries)
    return _joined(state, after.newer, replace(found, saved=after.saved))


def _with_entries(state: TableState, entries: Iterable[Entry]) -> TableState:
    """Return the puzzle's state after these entries."""
    return reduce(TableState.with_entry, entries, state.at_board)


def _joined(state: TableState, after: TableState, puzzle: PuzzleOnBoard) -> TableState:
    """Return the state of the table with this puzzle, and with the parts of the puzzle's state ``after`` an event that
    are the table's, too."""
    if after.version == state.version:
        return state
    joined = replace(
        state,
        version=after.version,
        game_version=after.game_version,
        question_version=after.question_version,
        choices=after.choices,
        board=after.board,
        puzzle=puzzle,
    )
    return joined.with_workers_set_up()
