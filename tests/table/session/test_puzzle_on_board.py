"""A puzzle on the board: it is set up, its turns are judged and answered, and the table's own game stays as it is."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.actions import Action, Resign
from engine.squares import Square, square_name
from hardware.board import Button
from table.session.answers import Accepted
from table.session.archive import ShowGame
from table.session.at_board import BoardStatusChanged, CameToRest, PiecesFollow, Pressed, StepsRead, StepsRevised
from table.session.command import Command
from table.session.journal_entries import replay
from table.session.lobby import BeginGame, Rematch
from table.session.puzzle_play import FinishBlocks, GiveUpPuzzle, PutPuzzle, PutPuzzleAway, PuzzleJudged, ShowReply
from table.session.rematch import RematchKind
from table.session.seating import ClaimSeat, PhonesChanged
from table.session.snapshot import (
    AdoptBoard,
    BoardDifference,
    BoardMode,
    BoardView,
    DifferenceKind,
    Phase,
    PuzzleOnBoardView,
    PuzzleStage,
    TrustGame,
)
from table.session.table_seats import TableActs
from table.session.table_setup import ChooseSettings, ShowColours, WatchCorner
from table.session.turns import Act, AskTakeback, ConfirmTurn, RestartTurn, UndoStep
from table.settings.options import Confirm, GameOptions, TableSettings
from table.view.led_patterns import CLEAR_COLOUR, FILL_COLOUR, FLASHES, SEAT_COLOURS, Pattern, lights_of
from tests.table.session.judged_puzzles import judged, number_of_puzzle, puzzle_with, wrong_turn
from tests.table.session.reduced_table import ANN, BEN, EVE, ORANGE, Runner, play_on, playing, refusal, seated

READY = BoardView(link="ready", mode=BoardMode.FOLLOWING, lifted=None, differences=(), message=None)
ONE, TWO = number_of_puzzle(1), number_of_puzzle(2)


def judging(table: Runner) -> Runner:
    """The same table at a board that is read, and with something that judges puzzles."""
    table.state = replace(table.state, judges=True, board=READY)
    return table


def begun(number: int, table: Runner | None = None) -> Runner:
    """A puzzle is on the board of Ann and Ben, and its pieces stand."""
    table = judging(seated() if table is None else table)
    table.do(BEN, PutPuzzle(number))
    if puzzle_of(table).stage is PuzzleStage.BLOCKS:
        table.do(BEN, FinishBlocks())
    assert puzzle_of(table).stage is PuzzleStage.TURNS
    return table


def puzzle_of(table: Runner) -> PuzzleOnBoardView:
    shown = table.seen(ANN).puzzle
    assert shown is not None
    return shown


def reads(table: Runner, steps: tuple[Action, ...]) -> None:
    for step in steps:
        table.feed(StepsRead((step,)))


def takes(table: Runner, steps: tuple[Action, ...]) -> None:
    """Hands take a turn, it is confirmed and judged."""
    reads(table, steps)
    table.do(ANN, ConfirmTurn())
    judge(table)


def judge(table: Runner) -> None:
    assert table.to_judge is not None
    table.feed(PuzzleJudged(table.to_judge, judged(table.to_judge)))


def glows(table: Runner) -> dict[str, tuple[object, Pattern]]:
    return {square_name(glow.square): (glow.colour, glow.pattern) for glow in lights_of(table.state).glows}


# Setting it up.


def test_lights_say_how_many_pieces_go_where_and_then_where_the_workers_go() -> None:
    table = judging(seated())
    table.do(BEN, PutPuzzle(TWO))
    game = table.seen(ANN).game
    assert game is not None
    towers = {
        square_name(Square(at)): level + (Square(at) in game.domes) for at, level in enumerate(game.levels) if level
    }
    assert glows(table) == {at: (FILL_COLOUR, FLASHES[pieces]) for at, pieces in towers.items()}
    missing = tuple(BoardDifference(each.square, DifferenceKind.MISSING, each.seat) for each in game.workers)
    stray = BoardDifference(
        next(iter(set(range(25)) - {each.square for each in game.workers})), DifferenceKind.EXTRA, ORANGE
    )
    table.feed(BoardStatusChanged(replace(READY, mode=BoardMode.RESTORE, differences=(*missing, stray))))
    table.feed(Pressed(Button.DONE))
    assert puzzle_of(table).stage is PuzzleStage.WORKERS
    wanted = {square_name(each.square): (SEAT_COLOURS[each.seat], Pattern.STEADY) for each in game.workers}
    assert glows(table) == {**wanted, square_name(Square(stray.square)): (CLEAR_COLOUR, Pattern.DOUBLE_BLINK)}
    assert (table.seen(ANN).prompt, puzzle_of(table).stage) == (None, PuzzleStage.WORKERS)
    table.feed(BoardStatusChanged(READY))
    assert puzzle_of(table).stage is PuzzleStage.TURNS
    assert table.seen(ANN).prompt is not None


def test_nobody_lays_blocks_where_pieces_move_by_themselves() -> None:
    table = judging(seated())
    table.do(ANN, PutPuzzle(TWO))
    table.feed(PiecesFollow(by_themselves=True))
    assert puzzle_of(table).stage is PuzzleStage.TURNS


def test_nothing_is_played_before_it_stands() -> None:
    table = judging(seated())
    table.do(ANN, PutPuzzle(ONE))
    step = puzzle_with(ONE).solution[0][0]
    assert refusal(table.ask(ANN, Act(step))) == ("table.not_now", False)


def test_everybody_with_a_seat_plays_it_and_others_see_the_lobby() -> None:
    table = begun(ONE)
    for marks in (ANN, BEN):
        seen = table.seen(marks)
        assert seen.phase is Phase.PUZZLE
        assert seen.prompt is not None
        assert seen.seats_held == (seen.prompt.seat,)
    stranger = table.seen(EVE)
    assert (stranger.phase, stranger.game, stranger.seats_held) == (Phase.LOBBY, None, ())
    assert stranger.puzzle == puzzle_of(table)
    step = puzzle_with(ONE).solution[0][0]
    assert refusal(table.ask(EVE, Act(step))) == ("table.not_your_seat", True)


@pytest.mark.parametrize("command", [PutPuzzle(ONE), PutPuzzleAway(), FinishBlocks(), GiveUpPuzzle(), ShowReply(0)])
def test_strangers_do_nothing_with_it(command: Command) -> None:
    table = begun(ONE)
    assert refusal(table.ask(EVE, command)) == ("table.not_your_seat", True)


@pytest.mark.parametrize("number", [0, 10**6])
def test_a_number_without_a_puzzle_is_refused(number: int) -> None:
    assert refusal(judging(seated()).ask(ANN, PutPuzzle(number))) == ("puzzle.none", False)


def test_there_is_none_during_a_game_without_a_board_or_without_a_judge() -> None:
    assert refusal(judging(playing()).ask(ANN, PutPuzzle(ONE))) == ("table.not_now", False)
    away = judging(seated())
    away.feed(BoardStatusChanged(replace(READY, link="search")))
    assert refusal(away.ask(ANN, PutPuzzle(ONE))) == ("table.board_away", False)
    alone = judging(seated())
    alone.state = replace(alone.state, judges=False)
    assert refusal(alone.ask(ANN, PutPuzzle(ONE))) == ("table.not_now", False)
    small = judging(seated())
    small.state = replace(small.state, size=4)
    assert refusal(small.ask(ANN, PutPuzzle(ONE))) == ("puzzle.larger_board", False)


def test_the_board_of_a_puzzle_is_not_adopted() -> None:
    table = begun(ONE)
    table.feed(BoardStatusChanged(replace(READY, mode=BoardMode.RESTORE, offers=(TrustGame(), AdoptBoard(())))))
    assert table.seen(ANN).offers == (TrustGame(),)


# Playing it.


def test_a_puzzle_that_is_won_is_no_finished_game() -> None:
    table, solution = seated(), puzzle_with(TWO).solution
    table.name = "a game that begins"
    begun(TWO, table)
    table.do(ANN, *map(Act, solution[0]), ConfirmTurn())
    judge(table)
    for _ in solution[1]:
        table.feed(TableActs(table.state.game_version, "", "another one"))
    table.feed(CameToRest())
    table.do(ANN, *map(Act, solution[2]), ConfirmTurn())
    judge(table)
    assert puzzle_of(table).stage is PuzzleStage.WON
    assert table.state.at_board.saved.ended == ()


def test_a_win_in_one_is_solved_by_hand() -> None:
    table = begun(ONE)
    takes(table, puzzle_with(ONE).solution[0])
    assert puzzle_of(table).stage is PuzzleStage.WON
    assert {pattern for _, pattern in glows(table).values()} == {Pattern.WAVE}
    assert refusal(table.ask(ANN, UndoStep())) == ("table.not_now", False)


def test_in_a_win_in_two_the_table_announces_the_defence_and_hands_carry_it_out() -> None:
    table, (first, defence, second) = begun(TWO), puzzle_with(TWO).solution
    takes(table, first)
    turn = table.seen(ANN).table_turn
    assert turn is not None
    assert (turn.actions, turn.by_hand, puzzle_of(table).left) == (defence, True, 1)
    assert Pattern.TWO_GAPS in {pattern for _, pattern in glows(table).values()}
    reads(table, defence)
    table.feed(CameToRest())
    assert table.seen(ANN).prompt is not None, "the table's turn needs no confirmation"
    takes(table, second)
    assert puzzle_of(table).stage is PuzzleStage.WON


def test_pieces_that_move_by_themselves_carry_out_the_defence() -> None:
    table, (first, defence, _) = begun(TWO), puzzle_with(TWO).solution
    table.feed(PiecesFollow(by_themselves=True))
    takes(table, first)
    for _ in defence:
        table.feed(TableActs(table.state.game_version, ""))
    table.feed(CameToRest())
    prompt = table.seen(ANN).prompt
    assert prompt is not None
    assert prompt.seat in table.seen(ANN).seats_held


def test_a_wrong_turn_is_refuted_step_by_step_and_taken_back() -> None:
    table, puzzle = begun(TWO), puzzle_with(TWO)
    takes(table, wrong_turn(puzzle))
    seen = puzzle_of(table)
    assert (seen.stage, seen.reason is not None) == (PuzzleStage.WRONG, True)
    assert seen.reply
    assert table.seen(ANN).confirming is None
    shown = {square_name(each) for each in seen.reply[0].touched}
    assert shown <= set(glows(table))
    table.do(BEN, ShowReply(len(seen.reply) - 1))
    assert puzzle_of(table).shown == len(seen.reply) - 1
    table.feed(Pressed(Button.DONE))
    assert puzzle_of(table).shown == 0, "the button goes on, and begins anew behind the last step"
    assert refusal(table.ask(ANN, ShowReply(len(seen.reply)))) == ("table.not_now", False)
    assert refusal(table.ask(ANN, ConfirmTurn())) == ("table.not_now", False)
    table.do(ANN, RestartTurn())
    assert (puzzle_of(table).stage, puzzle_of(table).reply) == (PuzzleStage.TURNS, ())
    takes(table, puzzle.solution[0])
    assert table.seen(ANN).table_turn is not None


def test_who_gives_up_is_shown_the_solution_from_where_the_board_is_and_may_still_play_it() -> None:
    table, puzzle = begun(TWO), puzzle_with(TWO)
    takes(table, puzzle.solution[0])
    reads(table, puzzle.solution[1])
    table.feed(CameToRest())
    table.do(BEN, GiveUpPuzzle())
    seen = puzzle_of(table)
    assert (seen.stage, tuple(each.action for each in seen.reply)) == (
        PuzzleStage.SOLUTION,
        tuple(step for turn in puzzle.solution for step in turn),
    )
    assert seen.reply[seen.shown].action == puzzle.solution[2][0]
    assert table.seen(ANN).prompt is None
    last = seen.reply[-1]
    table.do(BEN, ShowReply(len(seen.reply) - 1))
    assert {square_name(each) for each in last.touched} <= set(glows(table))
    assert refusal(table.ask(ANN, GiveUpPuzzle())) == ("table.not_now", False)
    takes(table, puzzle.solution[2])
    assert puzzle_of(table).stage is PuzzleStage.WON
    assert refusal(table.ask(ANN, GiveUpPuzzle())) == ("table.not_now", False)


def test_without_a_reply_the_rim_says_that_a_turn_was_wrong() -> None:
    table = begun(TWO)
    reads(table, wrong_turn(puzzle_with(TWO)))
    table.do(ANN, ConfirmTurn())
    assert table.to_judge is not None
    table.feed(PuzzleJudged(table.to_judge, replace(judged(table.to_judge), reply=())))
    assert set(glows(table).values()) == {(CLEAR_COLOUR, Pattern.SLOW_BLINK)}
    assert len(glows(table)) == 16


def test_a_judgement_of_a_turn_that_was_taken_back_counts_no_more() -> None:
    table, puzzle = begun(TWO), puzzle_with(TWO)
    reads(table, wrong_turn(puzzle))
    table.feed(Pressed(Button.DONE))
    late = table.to_judge
    assert late is not None
    assert puzzle_of(table).stage is PuzzleStage.JUDGING
    table.feed(Pressed(Button.UNDO))
    assert puzzle_of(table).stage is PuzzleStage.TURNS
    before = table.state
    table.feed(PuzzleJudged(late, judged(late)))
    assert table.state == before
    table.do(ANN, PutPuzzleAway())
    table.feed(PuzzleJudged(late, judged(late)))
    assert table.state.puzzle is None


def test_hands_take_a_step_back_before_it_is_confirmed() -> None:
    table, (first, _, _) = begun(TWO), puzzle_with(TWO).solution
    reads(table, first[:1])
    table.feed(StepsRevised(1, ()))
    takes(table, first)
    assert table.seen(ANN).table_turn is not None


def test_where_turns_confirm_themselves_a_puzzle_is_judged_at_once_and_once() -> None:
    table = seated()
    table.state = replace(table.state, saved=replace(table.state.saved, options=GameOptions(confirm=Confirm.AT_ONCE)))
    table = begun(TWO, table)
    reads(table, wrong_turn(puzzle_with(TWO)))
    table.feed(CameToRest())
    judge(table)
    table.to_judge = None
    table.feed(CameToRest())
    assert (puzzle_of(table).stage, table.to_judge) == (PuzzleStage.WRONG, None)


def test_nobody_gives_up_or_takes_back_what_is_judged() -> None:
    table, solution = begun(TWO), puzzle_with(TWO).solution
    seat = table.seen(ANN).seats_held[0]
    assert refusal(table.ask(ANN, Act(Resign(seat)))) == ("table.not_now", False)
    takes(table, solution[0])
    assert refusal(table.ask(ANN, AskTakeback())) == ("table.not_now", False)
    assert refusal(table.ask(ANN, UndoStep())) == ("table.nothing_to_undo", False)


# What it leaves alone.


def solved_in_between(table: Runner) -> Runner:
    takes(begun(TWO, table), puzzle_with(TWO).solution[0])
    return table


def test_the_journal_has_nothing_of_it() -> None:
    table = seated()
    saved, entries = table.state.saved, len(table.entries)
    solved_in_between(table)
    assert (table.state.saved, len(table.entries)) == (saved, entries)


def test_a_game_that_is_over_is_still_there_with_its_rematch() -> None:
    table = playing()
    play_on(table, random.Random(4))  # noqa: S311 - repeatable chance, no secret
    saved = table.state.saved
    solved_in_between(table)
    assert replay(table.entries) == saved
    table.do(ANN, PutPuzzleAway())
    assert (table.seen(ANN).phase, table.state.saved) == (Phase.OVER, saved)
    table.do(BEN, PutPuzzle(ONE), Rematch(RematchKind.SAME))
    assert table.seen(ANN).phase is Phase.PUZZLE
    table.do(ANN, Rematch(RematchKind.SAME))
    assert (table.seen(ANN).phase, table.state.puzzle) == (Phase.PLACING, None)


def test_a_game_that_begins_ends_it() -> None:
    table = solved_in_between(seated())
    table.do(ANN, BeginGame())
    assert table.state.puzzle is None
    assert table.seen(ANN).phase is Phase.PLACING
    table.act(ANN, "@b2")


def test_another_puzzle_takes_its_place() -> None:
    table = solved_in_between(seated())
    table.do(ANN, PutPuzzle(ONE))
    assert (puzzle_of(table).number, puzzle_of(table).left) == (ONE, 1)


@pytest.mark.parametrize("command", [ShowGame("game", 0), WatchCorner(watching=True), ShowColours(showing=True)])
def test_the_lights_show_nothing_else(command: Command) -> None:
    table = begun(ONE)
    assert refusal(table.ask(ANN, command)) == ("table.not_now", False)


def test_settings_and_seats_go_on_beside_it() -> None:
    table = begun(ONE)
    table.do(ANN, ChooseSettings(TableSettings("Living room", None, 40, greeted=True)))
    assert table.seen(ANN).settings.name == "Living room"
    assert table.state.at_board.saved.settings == table.state.saved.settings
    table.feed(PhonesChanged(table.state.connected | {ORANGE}))
    claim = table.ask(EVE, ClaimSeat(ORANGE, "Eve"), fresh="eve")
    assert isinstance(claim, Accepted)
    assert table.state.claims
    assert table.state.puzzle is not None
    reads(table, puzzle_with(ONE).solution[0])
    assert table.state.claims, "the puzzle's seats are not those of the table"


def test_buttons_and_corners_prove_no_seat_while_it_is_on_the_board() -> None:
    table = begun(ONE)
    table.feed(PhonesChanged(frozenset({ORANGE})))
    table.ask(EVE, ClaimSeat(ORANGE, "Eve"), fresh="eve")
    (claim,) = table.seen(frozenset({"eve"})).claims
    assert (claim.corners, claim.presses) == ((), ())
    assert not table.state.watching


def test_it_gives_way_to_somebody_whose_sign_is_the_only_way_to_a_seat() -> None:
    table = begun(ONE)
    table.feed(PhonesChanged(frozenset()))
    table.ask(EVE, ClaimSeat(ORANGE, "Eve"), fresh="eve")
    (claim,) = table.seen(frozenset({"eve"})).claims
    assert claim.corners
    assert table.state.puzzle is None
