"""The pieces of a virtual board follow what phones play: with the real board, its sensors and the real reading."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.squares import square
from hardware.hand_actions import Knock, Lift, Put, SetUp, Stack, Tap
from hardware.virtual.virtual_device import VirtualDevice
from table.session.journal_entries import Opened, evolve
from table.session.saved_state import SavedState
from table.session.snapshot import BoardMode, DifferenceKind
from table.session.turns import ConfirmTurn, UndoStep
from tests.engine.cases import game_at, line
from tests.sampling import one_in
from tests.table.runtime.virtual_table import VirtualTable

S = square
PAUSES = (0.0, 40.0, 100.0, 200.0, 400.0, 1500.0)


@pytest.fixture
def table() -> VirtualTable:
    """Two players have placed their workers on a phone."""
    opened = VirtualTable()
    opened.begin()
    opened.set_out()
    return opened


def test_a_whole_turn_on_a_phone_moves_and_builds_at_the_board(table: VirtualTable) -> None:
    assert table.is_set_up()
    for step in ("b2-c3", "c3+b2"):
        table.plays(step)
        table.rest()
        assert table.is_set_up()
    table.does(ConfirmTurn())
    table.rest()
    assert table.device.world.levels[S("b2")] == 1
    assert table.is_set_up()
    assert table.differences == []


def test_undo_moves_worker_and_block_back(table: VirtualTable) -> None:
    table.plays("b2-c3", "c3+b2")
    table.rest()
    table.does(UndoStep())
    table.rest()
    assert table.is_set_up()
    assert not any(table.device.world.levels)
    table.does(UndoStep())
    table.rest()
    assert table.is_set_up()
    assert table.differences == []


def test_taps_in_quick_succession_are_followed_to_the_last_one(table: VirtualTable) -> None:
    steps = table.steps()
    table.plays("b2-c3", "c3+b2")
    table.does(ConfirmTurn())
    table.plays("b4-b3")
    table.does(UndoStep())
    table.plays("d2-d3", "d3+d2")
    table.rest(3000)
    assert table.is_set_up()
    assert (table.steps() - steps, table.differences) == (6, [])


@pytest.mark.parametrize(
    ("seed", "powers"),
    [
        (1, ()),
        (2, ()),
        (3, ("apollo", "minotaur")),
        (4, ("artemis", "charon")),
        (5, ("siren", "urania")),
        (6, ("hades", "theseus")),
        (7, ("medusa", "ares")),
        (8, ("tartarus", "circe")),
        (9, ("hermes", "triton")),
        (10, ("gaea", "poseidon")),
    ],
)
def test_random_games_leave_nothing_to_put_right_and_are_read_as_nothing_else(
    seed: int, powers: tuple[str, ...]
) -> None:
    chance = random.Random(seed)  # noqa: S311 - a game, no secret
    table = VirtualTable(seed)
    table.begin(powers=powers)
    table.rest()
    for _ in range(6):
        before, steps = table.steps(), 5
        table.play_random(chance, steps, PAUSES)
        played = table.game
        table.rest(3000)
        assert table.game is played, "the board was read as another step"
        assert table.steps() - before <= steps
        assert table.is_set_up(), (seed, table.seen.board)
    assert table.differences == []


def test_four_players_share_two_kinds_of_magnets_and_nothing_is_asked() -> None:
    chance = random.Random(4)  # noqa: S311 - a game, no secret
    table = VirtualTable()
    table.begin(4, ("apollo", "minotaur", "athena", "pan"))
    for _ in range(5):
        table.play_random(chance, 4, PAUSES)
        table.rest(3000)
        assert table.is_set_up()


def test_the_next_game_begins_on_an_empty_board(table: VirtualTable) -> None:
    table.plays("b2-c3", "c3+b2")
    other = VirtualTable(device=table.device)
    other.begin()
    other.rest()
    assert other.is_set_up()
    assert not any(other.device.world.levels)


def test_a_game_from_the_journal_is_set_up(table: VirtualTable) -> None:
    table.plays("b2-c3", "c3+b2")
    resumed = VirtualTable(saved=table.saved, device=VirtualDevice(seed=9))
    resumed.rest(1500)
    assert resumed.is_set_up()
    assert resumed.differences == []


def test_a_game_with_complete_towers_from_the_journal_is_read_at_once(table: VirtualTable) -> None:
    position = game_at(line("mortal:b2,d4", "mortal:b4,d2", "b3:4 c4:4 b1:4 c1:4 a1:2 a2:2 d1:1"))
    resumed = VirtualTable(saved=replace(table.saved, game=position), device=VirtualDevice(seed=3))
    resumed.rest(2500)
    assert resumed.is_set_up()


def test_hands_still_play_and_phones_go_on_from_there(table: VirtualTable) -> None:
    table.hands(Lift("blue-1"), Put("blue-1", S("c3")))
    table.hands(Tap("blue-1", S("b2")))
    assert len(table.game.plies) == 6
    table.does(ConfirmTurn())
    table.plays("b4-a4")
    table.rest()
    assert table.is_set_up()
    assert table.differences == []


def test_a_hand_that_plays_right_after_a_phone_is_read(table: VirtualTable) -> None:
    table.plays("b2-c3")
    table.rest(400)
    table.hands(Tap("blue-1", S("b2")))
    assert table.device.look().pieces[0].square == S("c3")
    assert len(table.game.plies) == 6


def test_frames_of_the_board_before_a_step_take_nothing_back_however_late_they_come(table: VirtualTable) -> None:
    late = [table.device.frame() for _ in range(40)]
    table.plays("b2-c3", "c3+b2")
    late += [table.device.frame() for _ in range(40)]
    table.does(ConfirmTurn())
    table.plays("b4-b3")
    late += [table.device.frame() for _ in range(40)]
    played, steps = table.game, table.steps()
    table.late = 3600.0
    for frame in late:
        table.table.runner.handle_event(frame)
        assert (table.game, table.steps(), table.seen.board.differences) == (played, steps, ())
    assert table.is_set_up()


@pytest.mark.parametrize("late", one_in(3, range(16)))
def test_a_rest_of_the_board_before_a_step_that_is_judged_after_it_takes_nothing_back(late: int) -> None:
    """To judge a rest is shared out over frames, and some of them show the pieces where they have been put since."""
    table = VirtualTable()
    table.begin()
    for step in ("@b2", "@d4", "confirm", "@b4", "@d2", "confirm", "b2-c3", "c3+b2"):
        if step == "confirm":
            table.does(ConfirmTurn())
            continue
        before = [table.device.frame() for _ in range(late)]
        table.plays(step)
        for frame in before:
            table.table.runner.handle_event(frame)
        played = table.game
        for _ in range(15):
            table.table.runner.handle_event(table.device.frame())
            assert table.game == played, step


def test_what_hands_have_displaced_on_purpose_stays_until_it_is_put_right(table: VirtualTable) -> None:
    table.hands(Lift("orange-1"), Put("orange-1", S("e5")))
    assert table.seen.board.mode is BoardMode.RESTORE
    table.plays("b2-c3")
    table.rest(3000)
    kinds = {(each.square, each.kind) for each in table.seen.board.differences}
    assert (S("e5"), DifferenceKind.EXTRA) in kinds
    assert (S("c3"), DifferenceKind.MISSING) in kinds
    assert table.device.look().pieces[0].square == S("b2")


def test_a_fallen_worker_stays_where_it_lies(table: VirtualTable) -> None:
    table.hands(Knock("orange-1"))
    table.plays("b2-c3")
    table.rest(3000)
    assert table.device.look().pieces[4].lying


def test_the_board_is_put_right_in_one_act_and_follows_again(table: VirtualTable) -> None:
    table.hands(Lift("orange-1"), Put("orange-1", S("e5")))
    table.plays("b2-c3")
    levels, domes = table.device.world.levels, table.device.world.domes
    workers = ((S("c3"), "blue"), (S("d4"), "blue"), (S("b4"), "orange"), (S("d2"), "orange"))
    table.hands(SetUp(levels, domes, workers))
    assert table.is_set_up()
    table.plays("c3+b2")
    table.rest()
    assert table.is_set_up()


def test_a_wrong_tower_is_right_after_the_next_step(table: VirtualTable) -> None:
    table.hands(Stack(S("a1"), dome=False))
    table.plays("b2-c3")
    table.rest()
    assert table.is_set_up()


def test_by_hand_nothing_moves_and_the_table_leads_the_hands(table: VirtualTable) -> None:
    table.device.follow_game(on=False)
    table.plays("b2-c3")
    table.rest(3000)
    assert table.device.look().pieces[0].square == S("b2")
    assert {each.square for each in table.seen.board.differences} == {S("b2"), S("c3")}
    table.hands(Lift("blue-1"), Put("blue-1", S("c3")))
    assert table.seen.board.mode is BoardMode.FOLLOWING


def test_a_board_that_lies_turned_is_followed_turned() -> None:
    table = VirtualTable(saved=replace(evolve(SavedState(), Opened()), turned=1))
    table.begin()
    table.plays("@b1", "@d4")
    table.rest()
    assert table.device.look().pieces[0].square == S("e2")
    assert (table.seen.board.mode, table.differences) == (BoardMode.FOLLOWING, [])


def test_what_changes_nothing_for_everybody_to_see_moves_no_piece(table: VirtualTable) -> None:
    table.plays("b2-c3", "c3+b2")
    version = table.device.look().version
    table.does(ConfirmTurn())
    assert table.device.look().version == version
