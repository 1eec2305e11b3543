"""Every puzzle has a single turn to begin with that wins in time against every defence, and is solved by it."""

from __future__ import annotations

from itertools import islice

import pytest

from engine.errors import NotationError
from engine.game import Game
from engine.notation import parse_position, parse_turn, state_of
from engine.seats import Seat
from engine.state import State
from engine.turns.flow import open_turn
from engine.turns.successors import Successor, successors
from engine.turns.turn_enumeration import turn_list
from engine.turns.winning import has_won
from opponent.budget import Allowance, Budget
from opponent.forced_wins import PlainProof, Proof, RulesProof, proof_for, refutation, winning_turns
from opponent.puzzle_making import made_puzzles
from opponent.puzzles import Puzzle, PuzzleVerdict, attempted, parse_puzzle, puzzle_text, solved, stored_puzzles
from tests.engine.cases import line

PUZZLES = stored_puzzles()
SAMPLE = {turns: [puzzle for puzzle in PUZZLES if puzzle.turns == turns][::step] for turns, step in ((1, 30), (2, 60))}
TWO = line("mortal:b2,e5", "mortal:d5,a5", "b2:2 b3:3 c3:3")
STUCK = line("mortal:b3,e5", "mortal:a1,a2", "b1:4 b2:2 a3:2 b3:1")
"""Orange can only go to b2 or a3 once nothing more is built: neither is one step up."""


def budget() -> Budget:
    return Budget(Allowance(nodes=1_000_000))


def by_rules(state: State) -> RulesProof:
    return RulesProof(state.agenda[0].seat, budget())


def won_by_hand(puzzle: Puzzle) -> set[object]:
    """What stands after each of all legal turns that wins at once, each played step by step."""
    start, found = puzzle.start(), set[object]()
    seat = start.agenda[0].seat
    for turn in turn_list(start):
        game = Game.at(start)
        for action in turn:
            game = game.play(action)
        if game.outcome is not None and seat in game.outcome.winners:
            state = game.state
            workers = tuple(sorted((worker.team, worker.square) for worker in state.workers))
            found.add((state.levels, state.domes, workers))
    return found


def ends(turns: list[Successor]) -> set[object]:
    return {(turn.end.state.levels, turn.end.state.domes, turn.end.state.workers) for turn in turns}


def test_there_are_puzzles_of_each_length_with_gods_and_without_and_none_twice() -> None:
    assert len({puzzle.line for puzzle in PUZZLES}) == len(PUZZLES)
    assert {(puzzle.turns, puzzle.has_gods) for puzzle in PUZZLES} == {
        (turns, gods) for turns in (1, 2, 3) for gods in (True, False)
    }


@pytest.mark.parametrize("puzzle", SAMPLE[1], ids=lambda puzzle: puzzle.line)
def test_of_all_legal_turns_one_wins_at_once(puzzle: Puzzle) -> None:
    assert len(won_by_hand(puzzle)) == 1


@pytest.mark.slow
def test_of_all_legal_turns_one_wins_at_once_in_every_win_in_one() -> None:
    assert [puzzle.line for puzzle in PUZZLES if puzzle.turns == 1 and len(won_by_hand(puzzle)) != 1] == []


@pytest.mark.parametrize("puzzle", SAMPLE[2], ids=lambda puzzle: puzzle.line)
def test_by_the_rules_alone_one_turn_wins_in_two(puzzle: Puzzle) -> None:
    check_single(puzzle)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("turns", [2, 3])
def test_by_the_rules_alone_one_turn_wins_in_more(turns: int) -> None:
    for puzzle in [puzzle for puzzle in PUZZLES if puzzle.turns == turns][:: 12 if turns == 2 else 60]:
        check_single(puzzle)


def check_single(puzzle: Puzzle) -> None:
    start = puzzle.start()
    proof = by_rules(start)
    assert winning_turns(start, puzzle.turns - 1, proof) == []
    (turn,) = winning_turns(start, puzzle.turns, proof)
    game = Game.at(start)
    for action in puzzle.solution[0]:
        game = game.play(action)
    assert turn.after == game.state


@pytest.mark.parametrize("puzzle", PUZZLES[::7], ids=lambda puzzle: puzzle.line)
def test_the_solution_solves_it_and_written_and_read_it_is_the_same(puzzle: Puzzle) -> None:
    own = [action for turn in puzzle.solution[::2] for action in turn]
    attempt = attempted(puzzle, own)
    assert attempt.verdict is PuzzleVerdict.WON
    assert attempt.game.state == solved(puzzle).state
    assert parse_puzzle(puzzle_text(puzzle)) == puzzle


def test_an_attempt_goes_on_after_a_right_turn_with_the_best_defence_and_ends_with_a_wrong_one() -> None:
    puzzle = next(each for each in PUZZLES if each.turns == 2)
    first, defence, _ = puzzle.solution
    begun = attempted(puzzle, first[:1])
    assert (begun.verdict, begun.left, begun.kept) == (PuzzleVerdict.OPEN, 2, 0)
    right = attempted(puzzle, first)
    assert (right.verdict, right.left, right.kept) == (PuzzleVerdict.OPEN, 1, len(first))
    assert tuple(ply.action for ply in right.game.plies[-right.answered :]) == defence
    start = puzzle.start()
    other = next(turn for turn in successors(start) if turn.after != winning_turns(start, 2, by_rules(start))[0].after)
    wrong = attempted(puzzle, other.actions)
    assert (wrong.verdict, wrong.left, wrong.kept) == (PuzzleVerdict.WRONG, 1, 0)


def test_two_orders_of_the_same_builds_are_one_solution_and_two_squares_are_two() -> None:
    state = state_of(parse_position(TWO))
    assert len(winning_turns(state, 1, by_rules(state))) == 2
    one = state_of(parse_position(line("demeter:b2,e5", "mortal:d5,a5", "b2:2 b3:3")))
    assert len(winning_turns(one, 1, by_rules(one))) == 1


def test_to_leave_the_other_player_no_turn_wins() -> None:
    state = state_of(parse_position(STUCK))
    for proof in (by_rules(state), proof_for(state, Seat.BLUE, budget())):
        won = winning_turns(state, 1, proof)
        assert won
        assert all(has_won(Game.at(turn.after).state, Seat.BLUE) for turn in won)


OPEN_BOARD = "0200002000000000000100122/1/pan:c1,e1/hermes:d2,b4"
"""By the rules alone, the proof on a board with so much room takes a minute."""
PROVED_TWICE = [
    pytest.param(each, marks=[pytest.mark.slow] if each.line.startswith(OPEN_BOARD) else [], id=each.line)
    for each in [each for each in PUZZLES if each.turns == 2][::160]
]


@pytest.mark.parametrize("puzzle", PROVED_TWICE)
def test_the_quick_proof_finds_the_same_turns_as_the_rules(puzzle: Puzzle) -> None:
    start = puzzle.start()
    for state in (start, *(open_turn(turn.end) for turn in islice(successors(start), 3, 12, 4))):
        if state.outcome is not None:
            continue
        quick: Proof = PlainProof(state, state.agenda[0].seat, budget())
        assert ends(winning_turns(state, 2, quick)) == ends(winning_turns(state, 2, by_rules(state)))


def test_a_wrong_turn_is_refuted_by_one_after_which_the_player_does_not_win_in_time() -> None:
    puzzle = next(each for each in PUZZLES if each.turns == 2)
    start = puzzle.start()
    seat, proof = start.agenda[0].seat, by_rules(start)
    wrong = [turn for turn in successors(start) if not proof.wins_by(turn.end, 1)]
    for turn in wrong[:4]:
        answer = refutation(turn.after, 1, proof_for(start, seat, budget()))
        assert answer is not None
        assert not has_won(answer.after, seat)
        assert answer.after.outcome is not None or not by_rules(start).wins_within(answer.end, 1)
    (right,) = winning_turns(start, 2, proof)
    assert refutation(right.after, 1, proof) is None


def test_the_same_count_and_seed_make_the_same_puzzles() -> None:
    assert [puzzle_text(each) for each in made_puzzles(1, 4)] == [puzzle_text(each) for each in made_puzzles(1, 4)]


@pytest.mark.parametrize("text", ["", "1\t1\t0/1", "4\t1\tx\ta1-a2", "2\t1\tx\ta1-a2", "1\t1\tx\tz9"])
def test_a_line_that_is_no_puzzle_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_puzzle(text)


def test_a_turn_in_writing_is_read() -> None:
    assert parse_puzzle("1\t3\tsome position\tb2-b3").solution == (parse_turn("b2-b3"),)
