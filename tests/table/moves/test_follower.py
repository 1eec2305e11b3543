"""What hands do at the virtual board means steps of the game, or something to put right, or nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from common.message import Message
from engine import Game, Seat
from engine.notation import parse_position, state_of
from hardware.field_model import FieldModel
from hardware.hand_actions import Carry, Hover, Lift, Pause, Put, PutInBox, Slide, Stack, Tap
from hardware.virtual.ambient import AmbientConditions
from hardware.virtual.journey import HandStyle
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from perception.tracking.tracker import Tracker
from table.moves.follower import Follower
from table.session.at_board import QuestionAsked
from table.session.board_reports import StatusChanged
from table.session.snapshot import BoardMode, DifferenceKind
from tests.engine.cases import NO_TOWERS, line
from tests.table.moves.followed_game import FollowedGame, S, actions, differences, modes, set_out_game, steps
from tests.table.moves.touched_game import MagnetBesideBoard

LIVED_IN = AmbientConditions(earth=0.05, drift=0.02, lights=0.3, ground=0.17)
"""The earth's field, sensors that drift, and the current of the lights."""


@pytest.fixture
def followed() -> FollowedGame:
    return set_out_game()


def test_workers_that_are_set_out_are_placements() -> None:
    followed = FollowedGame()
    assert steps(followed.hands(Lift("blue-1"), Put("blue-1", S("c3")))) == [actions("@c3")]
    assert followed.agrees()


def test_a_worker_of_the_other_seat_is_to_be_cleared_while_one_seat_places() -> None:
    followed = FollowedGame()
    assert steps(followed.hands(Lift("orange-1"), Put("orange-1", S("c3")))) == []
    assert differences(followed.status) == {("c3", "extra", "orange")}
    followed.hands(PutInBox("orange-1"))
    assert followed.agrees()


def test_a_move_is_read_and_the_lifted_worker_shown_before_it_lands(followed: FollowedGame) -> None:
    said = followed.hands(Lift("blue-1"), Pause(400), Put("blue-1", S("b3")))
    assert steps(said) == [actions("b2-b3")]
    first = next(intent for intent in said if isinstance(intent, StatusChanged))
    assert (first.status.mode, first.status.lifted) == (BoardMode.IN_HAND, S("b2"))


def test_a_worker_that_is_put_back_did_nothing(followed: FollowedGame) -> None:
    assert steps(followed.hands(Lift("blue-1"), Pause(900), Put("blue-1", S("b2")))) == []
    assert followed.agrees()


AMONG_TOWERS = {"d5": 3, "a3": 3, "c3": 4, "d3": 4, "c5": 4, "e4": 4}


@pytest.mark.parametrize("seed", [0, 1, 12])
def test_who_thinks_with_a_worker_in_the_hand_is_asked_nothing(seed: int) -> None:
    """A hand carries a worker 25 mm over a dome: one that stood on the dome beside it would have nearly its field."""
    board = VirtualDevice(
        spread=SensorSpread.handmade(3.0, 0.03), seed=seed, style=HandStyle.natural(), surroundings=LIVED_IN
    )
    followed = FollowedGame(board=board)
    followed.set_out()
    towers = " ".join(f"{square}:{height}" for square, height in AMONG_TOWERS.items())
    followed.game = Game.at(state_of(parse_position(line("mortal:b2,d4", "mortal:d2,b4", towers))))
    for square, height in AMONG_TOWERS.items():
        followed.hands(*(Stack(S(square), dome=piece == 3) for piece in range(height)), rest=0)
    followed.expect()
    followed.hands(rest=500)
    said = followed.hands(Lift("blue-2"), Pause(3800), Put("blue-2", S("d4")))
    assert set(modes(said)) == {BoardMode.IN_HAND, BoardMode.FOLLOWING}
    assert followed.agrees()


def test_a_magnet_that_was_measured_is_read_by_its_own_fields() -> None:
    followed = FollowedGame()
    weak = replace(followed.board.geometry, magnet=replace(followed.board.geometry.magnet, remanence=0.15))
    true = FieldModel(followed.board.geometry)
    followed.follower = Follower(FieldModel(weak), {Seat.BLUE: 1, Seat.ORANGE: -1})
    followed.expect()
    assert steps(followed.hands(Lift("blue-1"), Put("blue-1", S("c3")))) == []
    followed.hands(PutInBox("blue-1"))
    followed.follower.read_by(tuple(true.field(0.0, level) for level in range(4)))
    followed.hands(rest=1000)
    assert steps(followed.hands(Lift("blue-1"), Put("blue-1", S("c3")))) == [actions("@c3")]


def test_a_slide_over_two_squares_is_read_where_it_ends(followed: FollowedGame) -> None:
    followed.hands(Slide("blue-1", (S("b3"), S("a2"))))
    assert steps(followed.seen)[-1] == actions("b2-a2")


def test_a_tap_of_the_moved_worker_is_a_build_before_or_after_the_block_stands(followed: FollowedGame) -> None:
    followed.hands(Lift("blue-1"), Put("blue-1", S("b3")))
    assert steps(followed.hands(Tap("blue-1", S("a3")), Stack(S("a3"), dome=False))) == [actions("b3+a3")]
    followed.hands(Lift("orange-1"), Put("orange-1", S("d3")))
    assert steps(followed.hands(Stack(S("e3"), dome=False), Tap("orange-1", S("e3")))) == [actions("d3+e3")]


@pytest.mark.parametrize("level", range(3))
@pytest.mark.parametrize("brief", [90, 140])
def test_a_touch_that_is_too_brief_to_be_read_is_asked_about_at_once(
    followed: FollowedGame, level: int, brief: int
) -> None:
    tower = f"a3:{level}" if level else NO_TOWERS
    followed.game = Game.at(state_of(parse_position(line("mortal:b2,d4", "mortal:d2,b4", tower))))
    followed.expect()
    followed.hands(*(Stack(S("a3"), dome=False),) * level)
    assert steps(followed.hands(Lift("blue-1"), Put("blue-1", S("b3")))) == [actions("b2-b3")]
    touch = (Lift("blue-1"), Hover("blue-1", S("a3"), 0.0, brief), Put("blue-1", S("b3")))
    built = steps(followed.hands(*touch, rest=500)) == [actions("b3+a3")]
    asked = followed.status.message
    assert built or asked == Message("board.touch_unsure", (("square", "a3"),))


def test_a_worker_that_stays_where_it_may_only_build_is_to_go_back(followed: FollowedGame) -> None:
    followed.hands(Lift("blue-1"), Put("blue-1", S("b3")))
    said = followed.hands(Lift("blue-1"), Put("blue-1", S("a3")), rest=1600)
    assert steps(said) == []
    assert followed.status.mode is BoardMode.IN_HAND
    followed.hands(rest=2500)
    assert differences(followed.status) == {("a3", "extra", "blue"), ("b3", "missing", "blue")}


def test_an_illegal_move_says_why_and_ends_when_the_worker_is_back(followed: FollowedGame) -> None:
    said = followed.hands(Lift("blue-1"), Put("blue-1", S("e5")))
    assert steps(said) == []
    assert followed.status.mode is BoardMode.RESTORE
    assert differences(followed.status) == {("e5", "extra", "blue"), ("b2", "missing", "blue")}
    assert followed.status.message is not None
    assert followed.status.message.key == "move.not_neighboring"
    followed.hands(Lift("blue-1"), Put("blue-1", S("b2")))
    assert followed.agrees()


def test_an_illegal_place_can_be_left_for_a_legal_one(followed: FollowedGame) -> None:
    followed.hands(Lift("blue-1"), Put("blue-1", S("e5")))
    assert steps(followed.hands(Lift("blue-1"), Put("blue-1", S("c3")))) == [actions("b2-c3")]


def test_the_other_seats_worker_is_not_to_be_moved(followed: FollowedGame) -> None:
    followed.hands(Lift("orange-1"), Put("orange-1", S("d3")))
    assert followed.status.message is not None
    assert followed.status.message.key == "worker.not_yours"


def test_nothing_is_played_while_a_turn_waits_to_be_confirmed(followed: FollowedGame) -> None:
    followed.expect(locked=True)
    assert steps(followed.hands(Lift("blue-1"), Put("blue-1", S("b3")))) == []
    assert followed.status.message is not None
    assert followed.status.message.key == "board.locked"


def test_after_an_undo_the_piece_on_the_board_is_not_played_again(followed: FollowedGame) -> None:
    followed.hands(Lift("blue-1"), Put("blue-1", S("b3")))
    followed.game = followed.game.undo()
    followed.expect()
    assert steps(followed.hands(rest=1000)) == []
    assert differences(followed.status) == {("b3", "extra", "blue"), ("b2", "missing", "blue")}
    assert steps(followed.hands(Lift("blue-1"), Put("blue-1", S("b2")))) == []
    assert followed.agrees()
    assert steps(followed.hands(Lift("blue-1"), Put("blue-1", S("b3")))) == [actions("b2-b3")]


def test_a_build_that_is_undone_before_the_next_frame_leaves_no_worker_in_a_hand(followed: FollowedGame) -> None:
    followed.hands(Lift("blue-1"), Put("blue-1", S("b3")))
    followed.board.enqueue(Tap("blue-1", S("c3")))
    while not steps(list(followed.follower.feed(followed.board.frame()))):
        pass
    followed.expect()  # the game is again where it was
    said = followed.hands(Lift("blue-1"), Hover("blue-1", S("a3"), 18.0, 1200.0), Put("blue-1", S("b3")))
    assert BoardMode.IN_HAND in {each.status.mode for each in said if isinstance(each, StatusChanged)}
    assert steps(said) == []
    assert followed.agrees()
    assert steps(followed.hands(Tap("blue-1", S("c3")))) == [actions("b3+c3")]


def test_a_move_that_is_undone_before_the_next_frame_is_not_played_again(followed: FollowedGame) -> None:
    for action in (Lift("blue-1"), Put("blue-1", S("b3"))):
        followed.board.enqueue(action)
    while not steps(list(followed.follower.feed(followed.board.frame()))):
        pass
    followed.expect()
    assert steps(followed.hands(rest=1000)) == []
    assert differences(followed.status) == {("b3", "extra", "blue"), ("b2", "missing", "blue")}


def test_a_step_from_the_phone_leads_the_pieces_there(followed: FollowedGame) -> None:
    followed.play("b2-b3")
    followed.hands(rest=600)
    assert differences(followed.status) == {("b2", "extra", "blue"), ("b3", "missing", "blue")}
    assert steps(followed.hands(Lift("blue-1"), Put("blue-1", S("b3")))) == []
    assert followed.agrees()


def test_pieces_are_led_to_where_the_game_is_though_no_frame_came_between_its_steps(followed: FollowedGame) -> None:
    followed.play("b2-b3")
    followed.play("b3+b2")
    followed.play("d2-d1")
    followed.hands(rest=600)
    moved = {("b2", "extra", "blue"), ("b3", "missing", "blue"), ("d2", "extra", "orange"), ("d1", "missing", "orange")}
    assert differences(followed.status) == moved
    followed.hands(Lift("blue-1"), Put("blue-1", S("b3")), Lift("orange-1"), Put("orange-1", S("d1")))
    assert followed.agrees()


def test_two_lifted_workers_are_no_move_until_they_stand(followed: FollowedGame) -> None:
    followed.hands(Lift("blue-1"), Carry("blue-1", 0.0, 0.0), Lift("orange-1"), rest=800)
    assert followed.status.mode is BoardMode.IN_HAND
    followed.hands(Put("orange-1", S("d2")), Put("blue-1", S("c3")))
    assert steps(followed.seen)[-1] == actions("b2-c3")


@pytest.mark.parametrize("order", ["own first", "other first"])
def test_apollo_swaps_in_any_order(order: str) -> None:
    followed = FollowedGame("apollo")
    followed.set_out(orange=("b3", "e5"))
    own, other = (Lift("blue-1"), Lift("orange-1")), (Put("orange-1", S("b2")), Put("blue-1", S("b3")))
    if order == "other first":
        own, other = own[::-1], other[::-1]
    assert steps(followed.hands(*own, *other)) == [actions("b2-b3")]


def test_minotaur_pushes_even_when_the_other_goes_first() -> None:
    followed = FollowedGame("minotaur")
    followed.set_out(orange=("b3", "e5"))
    push = (Lift("orange-1"), Put("orange-1", S("b4")), Pause(800), Lift("blue-1"), Put("blue-1", S("b3")))
    assert steps(followed.hands(*push)) == [actions("b2-b3")]


def test_hermes_walks_far_in_one_carry() -> None:
    followed = FollowedGame("hermes")
    followed.set_out()
    (read,) = steps(followed.hands(Lift("blue-1"), Put("blue-1", S("a5"))))
    assert len(read) == 3
    assert any(worker.square == S("a5") for worker in followed.game.view(Seat.BLUE).workers)


def test_where_a_put_may_be_a_touch_it_is_given_time() -> None:
    """Prometheus may build before he moves: put on a square he may move to and build on."""
    followed = FollowedGame("prometheus")
    followed.set_out()
    assert steps(followed.hands(Tap("blue-1", S("b3")))) == [actions("b2+b3")]
    other = FollowedGame("prometheus")
    other.set_out()
    said = other.hands(Lift("blue-1"), Put("blue-1", S("b3")), rest=900)
    assert steps(said) == []
    assert steps(other.hands(rest=600)) == [actions("b2-b3")]


def test_artemis_builds_with_a_tap_instead_of_moving_again() -> None:
    followed = FollowedGame("artemis")
    followed.set_out()
    followed.hands(Lift("blue-1"), Put("blue-1", S("b3")))
    assert steps(followed.hands(Tap("blue-1", S("a4")))) == [actions(".", "b3+a4")]


def test_block_or_dome_is_asked_of_atlas() -> None:
    followed = FollowedGame("atlas")
    followed.set_out()
    followed.hands(Lift("blue-1"), Put("blue-1", S("b3")))
    said = followed.hands(Tap("blue-1", S("a3")))
    (asked,) = [intent for intent in said if isinstance(intent, QuestionAsked)]
    assert set(asked.choices) == {actions("b3+a3"), actions("b3^a3")}
    assert steps(said) == []


def test_a_game_is_found_again_as_it_stands(followed: FollowedGame) -> None:
    """A resume: the same pieces, a new follower that knows nothing."""
    followed.follower = Follower(FieldModel(followed.board.geometry), {Seat.BLUE: 1, Seat.ORANGE: -1})
    followed.expect()
    followed.hands(rest=600)
    assert followed.agrees()
    assert steps(followed.hands(Lift("blue-1"), Put("blue-1", S("b3")))) == [actions("b2-b3")]


def test_pieces_that_were_moved_in_the_meantime_are_led_back(followed: FollowedGame) -> None:
    followed.board.enqueue(Lift("blue-1"))
    followed.board.enqueue(Put("blue-1", S("b3")))
    while not followed.board.idle:
        followed.board.frame()
    followed.follower.restart()
    said = followed.hands(rest=1500)
    assert steps(said) == []
    assert differences(followed.status) == {("b3", "extra", "blue"), ("b2", "missing", "blue")}


@pytest.mark.parametrize(
    ("square", "done", "wrong"),
    [
        ("b3", ["b2-b3"], set()),
        ("e5", [], {("e5", "extra", "blue"), ("b2", "missing", "blue")}),
    ],
)
def test_a_step_that_was_finished_while_the_board_was_lost_counts(
    followed: FollowedGame, square: str, done: list[str], wrong: set[tuple[str, str, str]]
) -> None:
    followed.hands(Lift("blue-1"))
    followed.board.enqueue(Put("blue-1", S(square)))
    while not followed.board.idle:
        followed.board.frame()
    followed.follower.reconnect()
    said = followed.hands(rest=2500)
    assert steps(said) == [actions(each) for each in done]
    assert differences(followed.status) == wrong


def test_worker_of_the_wrong_seat_on_a_square_is_told_apart(followed: FollowedGame) -> None:
    followed.hands(Lift("blue-1"), Lift("orange-1"), Put("blue-1", S("d2")), Put("orange-1", S("b2")), rest=4000)
    kinds = {each.kind for each in followed.status.differences}
    assert kinds == {DifferenceKind.WRONG_SEAT}


def test_a_game_that_is_over_asks_nothing_of_the_pieces(followed: FollowedGame) -> None:
    followed.follower.expect(None, locked=True)
    assert followed.hands(PutInBox("blue-1")) == []


def at(position: str, **pieces: str) -> FollowedGame:
    """The game at a position, its workers set up: ``blue_1="a1"``."""
    followed = FollowedGame()
    followed.game = Game.at(state_of(parse_position(position)))
    followed.expect()
    for piece, name in pieces.items():
        followed.hands(Lift(piece.replace("_", "-")), Put(piece.replace("_", "-"), S(name)))
    assert followed.agrees()
    return followed


def test_what_the_phone_decides_about_workers_is_asked_of_the_hands() -> None:
    """Nemesis' workers change places with others on the phone: the pieces have to follow."""
    followed = at(
        "0000000000000000000000000/1/nemesis:a1,a2/mortal:d4,e4", blue_1="a1", blue_2="a2", orange_1="d4", orange_2="e4"
    )
    followed.hands(Lift("blue-1"), Put("blue-1", S("b1")))
    followed.hands(Tap("blue-1", S("c1")))
    followed.play("b1=d4")
    followed.hands(Pause(10))
    assert differences(followed.status) == {("b1", "wrong_seat", "blue"), ("d4", "wrong_seat", "orange")}
    followed.hands(Lift("blue-1"), Lift("orange-1"), Put("blue-1", S("d4")), Put("orange-1", S("b1")))
    assert followed.agrees()


def test_a_worker_that_hands_force_is_read_like_a_move() -> None:
    followed = at(
        "0000000000000000000000000/1/charon:b2,e1/mortal:b3,e5", blue_1="b2", blue_2="e1", orange_1="b3", orange_2="e5"
    )
    assert steps(followed.hands(Lift("orange-1"), Put("orange-1", S("b1")))) == [actions("b3>b1")]
    assert followed.agrees()


@pytest.mark.parametrize("is_judging", [False, True])
def test_nobody_is_asked_while_the_reading_is_still_being_judged(
    followed: FollowedGame, monkeypatch: pytest.MonkeyPatch, *, is_judging: bool
) -> None:
    """A question that the next moment answers disturbs for nothing; but nobody waits for ever."""
    monkeypatch.setattr(Tracker, "is_judging", property(lambda _: is_judging))
    watch = MagnetBesideBoard(20.0, -60.0, "west", 0.3, 0.9, along=100.0, height=60.0)
    followed.hands(watch.coming(followed.board.geometry), rest=1800)
    assert (followed.status.mode is BoardMode.UNSURE) is not is_judging
    followed.hands(rest=1200)
    assert followed.status.mode is BoardMode.UNSURE
