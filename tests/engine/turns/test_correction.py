"""Correcting the position: what it takes over, what it leaves, when it is refused, and that it can be taken back."""

from __future__ import annotations

import json
import random

import pytest

from engine import PUBLIC, Build, Game, IllegalAction, Move, Player, PowerName, Seat, Setup, square, square_name
from engine.asked_positions import check_possible
from engine.events import GameEnded, PositionCorrected, TurnBegan
from engine.notation import is_turn_start, parse_action, parse_position, read_record, record_of, state_of
from tests.engine import playing
from tests.sampling import one_in

BLUE, ORANGE = Seat.BLUE, Seat.ORANGE
PLACED = "@b2 @d4 @b4 @d2"


def a_game(steps: str, blue: str = "mortal", orange: str = "mortal") -> Game:
    setup = Setup((Player(BLUE, PowerName(blue), 0), Player(ORANGE, PowerName(orange), 1)))
    game = Game.begin(setup)
    for step in steps.split():
        game = game.play(parse_action(step))
    return game


def at(line: str) -> Game:
    return Game.at(state_of(parse_position(line)))


def corrected(game: Game, listed: str) -> Game:
    return game.after(parse_action(f"correct={listed}"))


def workers(game: Game) -> dict[str, Seat]:
    return {square_name(worker.square): worker.seat for worker in game.view(PUBLIC).workers}


def as_it_stands(game: Game) -> Game:
    return game.corrected((worker.square, worker.seat) for worker in game.seen_workers(PUBLIC))


# What it takes over.


def test_the_same_seat_begins_its_turn_again_on_what_stands() -> None:
    game = a_game(f"{PLACED} b2-c3")
    now = corrected(game, "b3:blue,d4:blue,b4:orange,d2:orange,c1:1,e5:2")
    assert workers(now) == {"b3": BLUE, "d4": BLUE, "b4": ORANGE, "d2": ORANGE}
    assert [now.state.levels[square(name)] for name in ("c1", "e5", "c3")] == [1, 2, 0]
    assert (now.active, now.to_act) == (BLUE, BLUE)
    assert is_turn_start(now.state)
    assert Move(square("d4"), square("d5")) in now.legal_actions()


def test_the_log_reports_it_and_the_turn() -> None:
    now = corrected(a_game(f"{PLACED} b2-c3"), "c3:blue,d4:blue,b4:orange,d1:orange,a1:1")
    changed = tuple(square(name) for name in ("a1", "d1", "d2"))
    assert now.events(PUBLIC)[-2:] == (PositionCorrected(BLUE, changed), TurnBegan(BLUE))


@pytest.mark.parametrize(
    ("before", "pieces", "after"),
    [
        ("3", 4, "4"),
        ("4", 4, "4"),
        ("4", 3, "3"),
        ("B", 2, "B"),  # a dome on one block: the pieces agree, and the dome stays
        ("B", 3, "3"),
        ("0", 3, "3"),
        ("2", 0, "0"),
    ],
)
def test_heights_count_in_pieces(before: str, pieces: int, after: str) -> None:
    game = at(f"{'0' * 24}{before}/1/mortal:b2,d4/mortal:b4,d2")
    now = corrected(game, f"b2:blue,d4:blue,b4:orange,d2:orange,e1:{pieces}")
    assert now.state == at(f"{'0' * 24}{after}/1/mortal:b2,d4/mortal:b4,d2").state


def test_a_worker_that_is_not_listed_is_off_the_board() -> None:
    now = corrected(a_game(PLACED), "b2:blue,b4:orange,d2:orange")
    assert workers(now) == {"b2": BLUE, "b4": ORANGE, "d2": ORANGE}


def test_the_marked_worker_is_the_nearest() -> None:
    """Selene's female worker stays the one that stands where it stood, and else is the one that came from nearer."""
    game = at(f"{'0' * 25}/1/selene[marked=b2]:b2,d4/mortal:b4,d2")
    for listed, marked in (("b2:blue,e5:blue", "b2"), ("b1:blue,d5:blue", "b1"), ("e4:blue,a2:blue", "a2")):
        now = corrected(game, f"{listed},b4:orange,d2:orange")
        assert [square_name(each.square) for each in now.state.workers if each.marked] == [marked]


def test_what_a_card_remembers_stays() -> None:
    """Bellerophon's one flight is used up, and stays so when the turn in which it was used begins again."""
    game = at(f"{'0' * 24}2/1/achilles:e2,a5/mortal:b4,d2")
    now = game.play(parse_action("e2+e3"))
    assert now.state.powers[0].memory != game.state.powers[0].memory
    assert as_it_stands(now).state.powers[0].memory == now.state.powers[0].memory


def test_nobody_wins_by_it() -> None:
    """A worker that is said to stand three blocks high did not move there."""
    game = at(f"{'0' * 24}2/1/mortal:e1,d4/mortal:b4,d2")
    now = corrected(game, "e1:blue,d4:blue,b4:orange,d2:orange,e1:3")
    assert now.outcome is None
    assert not any(isinstance(event, GameEnded) for event in now.events(PUBLIC))


# When it is refused.

HIDDEN = f"{'0' * 25}/1/mortal:b2,d4/hecate:b4,d2"


@pytest.mark.parametrize(
    ("line", "listed", "key"),
    [
        ("plain", "b2:blue,d4:blue,b4:orange,b4:blue", "correct.twice"),
        ("plain", "b2:blue,d4:blue,b4:orange,d2:orange,e5:1,e5:2", "correct.twice"),
        ("plain", "b2:blue,d4:blue,c1:blue,b4:orange", "correct.too_many"),
        ("plain", "b2:blue,d4:blue", "correct.none_left"),
        ("plain", "b2:white,d4:blue,b4:orange", "correct.no_player"),
        ("plain", "b2:blue,d4:blue,b4:orange,d2:orange,b2:4", "correct.domed"),
        (f"{'0' * 16}/1/mortal:a1,d4/mortal:b4,d2", "a1:blue,e4:blue,b4:orange", "board.no_square"),
        (f"{'0' * 24}4/1/mortal:b2,d4/mortal:b4,d2", "e1:blue,d4:blue,b4:orange,d2:orange", "correct.domed"),
        ("plain", "a1:blue,b4:orange,d2:orange,a2:2,b2:2,b1:2", "correct.decides"),
        (HIDDEN, "b1:blue,d4:blue", "correct.hidden"),
        (HIDDEN, "b2:blue,d4:blue,e5:4", "correct.hidden"),
        (HIDDEN, "b4:blue,d4:blue", "correct.hidden"),  # the same answer where she stands
    ],
)
def test_what_cannot_stand_is_refused_with_a_reason(line: str, listed: str, key: str) -> None:
    game = a_game(PLACED) if line == "plain" else at(line)
    with pytest.raises(IllegalAction) as error:
        corrected(game, listed)
    assert error.value.reason.key == key


def test_while_workers_are_placed_and_after_the_end_there_is_nothing_to_correct() -> None:
    with pytest.raises(IllegalAction) as placing:
        as_it_stands(a_game("@b2"))
    assert placing.value.reason.key == "correct.placing"
    with pytest.raises(IllegalAction) as over:
        as_it_stands(a_game(PLACED).resign(BLUE))
    assert over.value.reason.key == "game_over"


def test_where_nobody_can_be_seen_there_is_still_something_to_say() -> None:
    game = Game.begin(playing.pair(PowerName("hecate"), PowerName("hecate")))
    for step in PLACED.split():
        game = game.play(parse_action(step))
    assert corrected(game, "").state == game.state
    assert corrected(game, "e1:2").state.levels[square("e1")] == 2


def test_workers_that_nobody_sees_stay_where_they_are() -> None:
    game = at(HIDDEN)
    now = corrected(game, "d4:blue,a1:2")
    assert now.state.team_squares(1) == game.state.team_squares(1)
    assert workers(now) == {"d4": BLUE}


# Going back, and records.


def test_undo_takes_it_back() -> None:
    game = a_game(f"{PLACED} b2-c3")
    now = corrected(game, "b3:blue,d4:blue,b4:orange,d2:orange")
    assert now.undo() == game


def test_a_game_with_corrections_is_recorded_and_played_again() -> None:
    game = corrected(a_game(f"{PLACED} b2-c3"), "b3:blue,d4:blue,b4:orange,d2:orange,c1:1")
    game = game.play(parse_action("b3-c2")).play(Build(square("c2"), square("c1")))
    record = record_of(game, with_positions=True)
    correction = "b2-c3 correct=d2:orange,b3:blue,b4:orange,d4:blue,c1:1"
    assert record["turns"] == [PLACED, correction, "b3-c2 c2+c1"]
    assert read_record(json.dumps(record)) == game


def test_the_position_before_a_correction_does_not_count_as_repeated() -> None:
    game = a_game(PLACED)
    for _ in range(3):
        game = as_it_stands(game)
    assert game.repetitions == 1


@pytest.mark.parametrize("seed", one_in(4, range(60)))
def test_corrected_to_itself_a_position_changes_nothing_but_the_steps_of_the_turn(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - repeatable chance, no secret
    kinds = (playing.of_three, playing.of_teams, playing.of_fleece, playing.of_2007)
    pairs = list(playing.ordered_pairs())
    setup = chance.choice(kinds)(chance) if seed % 3 == 0 else playing.pair(*chance.choice(pairs), seed=seed)
    for game in playing.walk(setup, seed).steps():
        if game.active is None or game.turn > 12:
            continue
        try:
            now = as_it_stands(game)
        except IllegalAction:
            assert not is_turn_start(game.state)  # begun again, this turn might be one that cannot be finished
            continue
        assert now.active is game.active
        assert (now.state.levels, now.state.domes) == (game.state.levels, game.state.domes)
        assert workers(now) == workers(game)
        if is_turn_start(game.state):
            assert now.state == game.state
        assert now.undo() == game


@pytest.mark.parametrize("token", ["charybdis[squares=c3+e5]", "clio[squares=c3|left=2]"])
def test_where_a_dome_stands_no_token_lies_any_more(token: str) -> None:
    game = at(f"0000000000003000000000000/1/{token}:b2,d4/pan:b4,d2")
    same = "b2:blue,d4:blue,b4:orange,d2:orange"
    for pieces, left in ((2, 1), (4, 0)):
        now = corrected(game, f"{same},c3:{pieces}")
        assert sum(each.square == square("c3") for each in now.view(PUBLIC).tokens) == left
        check_possible(now.state)
