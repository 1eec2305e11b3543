"""Puzzles at a virtual board, through fields and reading: hands carry everything, or the pieces follow the phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

import pytest

from common.atomic_files import write_whole
from engine import PUBLIC, Game
from engine.actions import Action, Build, Move
from engine.seats import Seat
from hardware.board import BoardEvent, Button
from hardware.board_file import BoardFile
from hardware.field_model import Measured
from hardware.hand_actions import Clear, HandAction, Lift, Press, Put, Stack, Tap, Unstack
from opponent.puzzles import LONGEST, stored_puzzles
from table.runtime.seat_thinker import AnswersAtOnce, SeatThinker
from table.runtime.trace_events import FieldsMeasured, Recorder, TraceEvent, TraceSource
from table.session.journal_entries import Entry, replay
from table.session.lobby import BeginGame
from table.session.puzzle_play import FinishBlocks, PutPuzzle, PutPuzzleAway
from table.session.snapshot import BoardMode, Phase, PuzzleStage, Snapshot
from table.session.turns import Act, ConfirmTurn, RestartTurn
from table.storage.puzzle_streak import PuzzleStreakStore
from table.traces import RecordedOutcome, ReplayItem, replay_trace
from table.view.led_patterns import lights_of
from tests.table.runtime.virtual_table import SEATS, VirtualTable
from tests.table.session.judged_puzzles import ThinkingHere, number_of_puzzle, puzzle_with, wrong_turn
from tests.table.session.sitting_down import sit_still
from thera.puzzle_service import PuzzleJudge, number_of
from thera.table_assembly import make_reader

TWO = number_of_puzzle(2)
MONDAY = date(2026, 11, 23)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PuzzleJudge]:
    """Judges in the test's thread, on a day on which the puzzle is that of the day."""
    streaks = PuzzleStreakStore(tmp_path, write_whole)
    count = len(stored_puzzles())
    days = (date.fromordinal(MONDAY.toordinal() + number) for number in range(count))
    day = next(each for each in days if number_of(each, count) == TWO)
    made = PuzzleJudge(streaks, thinking=ThinkingHere, today=lambda: day)
    yield made
    made.close()


def table_with(service: PuzzleJudge, *, moves_pieces: bool, recorder: Recorder | None = None) -> VirtualTable:
    """Two sit at a table in its lobby."""
    thinker = SeatThinker(AnswersAtOnce(), pace=0.1, judge=lambda asked, tell: tell(service.judgement(asked)))
    table = VirtualTable(thinker=thinker, recorder=recorder, moves_pieces=moves_pieces)
    for seat in SEATS[:2]:
        table.tokens |= sit_still(table.table, seat)
    table.rest(1500)
    return table


def stage(seen: Snapshot) -> PuzzleStage | None:
    return None if seen.puzzle is None else seen.puzzle.stage


def stands_as(table: VirtualTable) -> bool:
    """Whether the pieces stand as in the puzzle, and are read so."""
    view, seen = table.device.look(), table.seen
    assert seen.game is not None
    standing = {(piece.square, piece.seat) for piece in view.pieces if piece.square is not None}
    return (
        standing == {(worker.square, worker.seat.value) for worker in seen.game.workers}
        and table.device.world.levels == tuple(seen.game.levels)
        and {square for square, domed in enumerate(table.device.world.domes) if domed} == seen.game.domes
        and seen.board.mode is BoardMode.FOLLOWING
        and not seen.board.differences
    )


def by_phone(table: VirtualTable, turn: Sequence[Action]) -> None:
    for step in turn:
        table.does(Act(step))
        table.rest(1500)
    table.does(ConfirmTurn())
    table.rest(5000)


@pytest.mark.parametrize("turns", range(1, LONGEST + 1))
def test_pieces_that_follow_stand_at_once_and_carry_out_the_answers(service: PuzzleJudge, turns: int) -> None:
    table, number = table_with(service, moves_pieces=True), number_of_puzzle(turns)
    table.does(PutPuzzle(number))
    table.rest(3000)
    assert stage(table.seen) is PuzzleStage.TURNS
    assert stands_as(table)
    for turn in puzzle_with(number).solution[::2]:
        by_phone(table, turn)
        assert stands_as(table)
    assert stage(table.seen) is PuzzleStage.WON
    assert table.differences == []


class Hands:
    """Hands that carry the pieces of the virtual board."""

    def __init__(self, table: VirtualTable) -> None:
        self._table = table
        self._at: dict[int, str] = {}

    def lay(self) -> None:
        """All blocks and domes of the puzzle."""
        view = Game.at(puzzle_with(TWO).start()).view(PUBLIC)
        pieces: list[HandAction] = []
        for square, level in enumerate(view.levels):
            pieces += [Stack(square, dome=False)] * level
            pieces += [Stack(square, dome=True)] * (square in view.domes)
        self._table.hands(*pieces)

    def place(self) -> None:
        """All workers, one after the other."""
        seen = self._table.seen.game
        assert seen is not None
        count = dict.fromkeys(Seat, 0)
        for worker in seen.workers:
            count[worker.seat] += 1
            self._carry(f"{worker.seat.value}-{count[worker.seat]}", worker.square)

    def take(self, turn: Sequence[Action]) -> None:
        """A turn: a worker goes, and touches the square where it builds; then the piece is laid."""
        for step in turn:
            match step:
                case Move(worker=start, to=to):
                    self._carry(self._at.pop(start), to)
                case Build(worker=worker, on=on):
                    self._table.hands(Tap(self._at[worker], on))
                    self._table.hands(Stack(on, dome=self._table.device.world.levels[on] == 3))

    def put_back(self, turn: Sequence[Action]) -> None:
        """The worker and the piece of a turn go back."""
        for step in reversed(turn):
            match step:
                case Move(worker=start, to=to):
                    self._carry(self._at.pop(to), start)
                case Build(on=on):
                    self._table.hands(Unstack(on))

    def _carry(self, worker: str, to: int) -> None:
        self._table.hands(Lift(worker), Put(worker, to))
        self._at[to] = worker


def test_hands_set_it_up_are_shown_why_a_turn_is_wrong_and_solve_it(service: PuzzleJudge) -> None:
    table, puzzle = table_with(service, moves_pieces=False), puzzle_with(TWO)
    hands, wrong = Hands(table), wrong_turn(puzzle)
    table.does(PutPuzzle(TWO))
    hands.lay()
    assert stage(table.seen) is PuzzleStage.BLOCKS
    table.does(FinishBlocks())
    hands.place()
    assert stage(table.seen) is PuzzleStage.TURNS
    hands.take(wrong)
    table.does(ConfirmTurn())
    table.rest()
    assert stage(table.seen) is PuzzleStage.WRONG
    table.does(RestartTurn())
    hands.put_back(wrong)
    assert stands_as(table)
    first, defence, last = puzzle.solution
    hands.take(first)
    table.does(ConfirmTurn())
    table.rest()
    assert table.seen.table_turn is not None
    assert table.seen.table_turn.actions == defence
    hands.take(defence)
    hands.take(last)
    table.does(ConfirmTurn())
    table.rest()
    assert stage(table.seen) is PuzzleStage.WON
    assert service.overview().is_solved
    assert service.overview().days == 1


def test_the_journal_has_only_the_table_and_a_restart_begins_there(service: PuzzleJudge) -> None:
    table = table_with(service, moves_pieces=True)
    before = tuple(table.journal.entries)
    table.does(PutPuzzle(TWO))
    table.rest(3000)
    by_phone(table, puzzle_with(TWO).solution[0])
    assert tuple(table.journal.entries) == before
    again = VirtualTable(saved=replay(before), device=table.device)
    again.tokens = table.tokens
    assert (again.seen.phase, again.seen.puzzle) == (Phase.LOBBY, None)


def test_a_game_that_begins_takes_the_pieces_off(service: PuzzleJudge) -> None:
    table = table_with(service, moves_pieces=True)
    table.does(PutPuzzle(TWO))
    table.rest(3000)
    table.does(BeginGame())
    table.rest(3000)
    assert table.seen.puzzle is None
    assert table.is_set_up()
    assert not any(table.device.world.levels)
    table.plays("@b2", "@d4")
    table.rest()
    assert table.is_set_up()


def test_a_puzzle_that_is_put_away_leaves_the_lobby_as_it_was(service: PuzzleJudge) -> None:
    table = table_with(service, moves_pieces=True)
    before = table.saved
    table.does(PutPuzzle(TWO))
    table.rest(3000)
    table.does(PutPuzzleAway())
    table.rest()
    assert (table.seen.phase, table.saved) == (Phase.LOBBY, before)
    table.does(PutPuzzle(number_of_puzzle(1)))
    table.rest(3000)
    assert stands_as(table)


class ListedTrace:
    """A recorder whose trace is a list."""

    def __init__(self) -> None:
        self.items: list[ReplayItem] = []

    def event_received(self, event: BoardEvent) -> None:
        self.items.append(event)

    def entry_written(self, entry: Entry, source: TraceSource) -> None:
        self.items.append(RecordedOutcome(entry, source))

    def trusted(self) -> None:
        self.items.append(TraceEvent.TRUSTED)

    def renewed(self) -> None:
        self.items.append(TraceEvent.RENEWED)

    def measured(self, fields: Measured) -> None:
        self.items.append(FieldsMeasured(fields))


def test_a_trace_in_which_a_puzzle_was_on_the_board_replays_the_game_after_it(service: PuzzleJudge) -> None:
    trace = ListedTrace()
    table = table_with(service, moves_pieces=False, recorder=trace)
    start, hands = table.saved, Hands(table)
    trace.items.clear()
    table.does(PutPuzzle(TWO))
    hands.lay()
    table.hands(Press(Button.DONE))
    hands.place()
    hands.take(puzzle_with(TWO).solution[0])
    table.hands(Press(Button.UNDO), Press(Button.DONE))
    table.does(PutPuzzleAway())
    table.hands(Clear())
    table.does(BeginGame())
    for worker, square in (("blue-1", 6), ("blue-2", 18)):
        table.hands(Lift(worker), Put(worker, square))
    table.hands(Press(Button.DONE))
    assert len(table.game.plies) == 2
    reader = make_reader(BoardFile(geometry=table.device.geometry))
    replayed = replay_trace(start, trace.items, reader, lights_of)
    assert replayed.difference is None
    assert replayed.frames > 0
