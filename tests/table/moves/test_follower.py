"""What hands do at the virtual board means steps of the game, or something to put right, or nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import Action, Game, Player, PowerName, Seat, Setup, Square, square, square_name
from engine.notation import parse_action, parse_position, state_of
from hardware.board import Frame
from hardware.field_model import FieldModel
from hardware.virtual import Lift, Pause, Put, SensorSpread, Slide, Stack, Tap, VirtualBoard
from hardware.virtual.motion import Action as HandAction
from hardware.virtual.motion import Carry, PutInBox
from table.moves.follower import Follower
from table.session.reading_status import AskWhich, BoardStatus, Intent, StatusChanged, Steps
from table.session.snapshot import BoardMode, DifferenceKind

S = square


class Evening:
    """A game at the virtual board, whose steps are played as soon as the follower reads them."""

    def __init__(self, blue: str = "mortal", orange: str = "mortal", seed: int = 5) -> None:
        self.board = VirtualBoard(spread=SensorSpread(placement=2.0), seed=seed)
        self.follower = Follower(FieldModel(self.board.geometry), {Seat.BLUE: 1, Seat.ORANGE: -1})
        players = (Player(Seat.BLUE, PowerName(blue), 0), Player(Seat.ORANGE, PowerName(orange), 1))
        self.game = Game.begin(Setup(players))
        self.expect()
        self.seen: list[Intent] = []

    def expect(self, *, locked: bool = False) -> None:
        self.follower.expect(self.game, locked=locked)

    def play(self, *actions: str) -> None:
        """Steps from the phone."""
        for text in actions:
            self.game = self.game.play(parse_action(text))
        self.expect()

    def hands(self, *actions: HandAction, rest: int = 1600) -> list[Intent]:
        """Let hands do this and then rest; what the follower said meanwhile."""
        said: list[Intent] = []
        for action in actions:
            self.board.enqueue(action)
        until: int | None = None
        while until is None or self.board.now < until:
            said += self.feed(self.board.frame())
            if self.board.idle and until is None:
                until = self.board.now + rest
        self.seen += said
        return said

    def feed(self, frame: Frame) -> list[Intent]:
        said = list(self.follower.feed(frame))
        for intent in said:
            if isinstance(intent, Steps):
                for action in intent.actions:
                    self.game = self.game.play(action)
                self.expect()
        return said

    def set_out(self, blue: tuple[str, str] = ("b2", "d4"), orange: tuple[str, str] = ("d2", "b4")) -> None:
        for piece, name in zip(("blue-1", "blue-2", "orange-1", "orange-2"), (*blue, *orange), strict=True):
            self.hands(Lift(piece), Put(piece, S(name)), rest=700)
        assert self.game.turn == 1

    @property
    def status(self) -> BoardStatus:
        return self.follower.status

    def agrees(self) -> bool:
        """Whether the table says that all pieces stand right."""
        return self.status.mode is BoardMode.FOLLOWING


def steps(said: list[Intent]) -> list[tuple[Action, ...]]:
    return [intent.actions for intent in said if isinstance(intent, Steps)]


def actions(*texts: str) -> tuple[Action, ...]:
    return tuple(parse_action(text) for text in texts)


def differences(status: BoardStatus) -> set[tuple[str, str, str]]:
    return {(square_name(Square(each.square)), each.kind.value, str(each.seat)) for each in status.differences}


def modes(said: list[Intent]) -> list[BoardMode]:
    return [intent.status.mode for intent in said if isinstance(intent, StatusChanged)]


@pytest.fixture
def evening() -> Evening:
    made = Evening()
    made.set_out()
    return made


def test_workers_that_are_set_out_are_placements() -> None:
    evening = Evening()
    assert steps(evening.hands(Lift("blue-1"), Put("blue-1", S("c3")))) == [actions("@c3")]
    assert evening.agrees()


def test_a_worker_of_the_other_seat_is_to_be_cleared_while_one_seat_places() -> None:
    evening = Evening()
    assert steps(evening.hands(Lift("orange-1"), Put("orange-1", S("c3")))) == []
    assert differences(evening.status) == {("c3", "extra", "orange")}
    evening.hands(PutInBox("orange-1"))
    assert evening.agrees()


def test_a_move_is_read_and_the_lifted_worker_shown_before_it_lands(evening: Evening) -> None:
    said = evening.hands(Lift("blue-1"), Pause(400), Put("blue-1", S("b3")))
    assert steps(said) == [actions("b2-b3")]
    first = next(intent for intent in said if isinstance(intent, StatusChanged))
    assert (first.status.mode, first.status.lifted) == (BoardMode.IN_HAND, S("b2"))


def test_a_worker_that_is_put_back_did_nothing(evening: Evening) -> None:
    assert steps(evening.hands(Lift("blue-1"), Pause(900), Put("blue-1", S("b2")))) == []
    assert evening.agrees()


def test_a_magnet_that_was_measured_is_read_by_its_own_fields() -> None:
    evening = Evening()
    weak = replace(evening.board.geometry, magnet=replace(evening.board.geometry.magnet, remanence=0.15))
    true = FieldModel(evening.board.geometry)
    evening.follower = Follower(FieldModel(weak), {Seat.BLUE: 1, Seat.ORANGE: -1})
    evening.expect()
    assert steps(evening.hands(Lift("blue-1"), Put("blue-1", S("c3")))) == []
    evening.hands(PutInBox("blue-1"))
    evening.follower.read_by(tuple(true.field(0.0, level) for level in range(4)))
    evening.hands(rest=1000)
    assert steps(evening.hands(Lift("blue-1"), Put("blue-1", S("c3")))) == [actions("@c3")]


def test_a_slide_over_two_squares_is_read_where_it_ends(evening: Evening) -> None:
    evening.hands(Slide("blue-1", (S("b3"), S("a2"))))
    assert steps(evening.seen)[-1] == actions("b2-a2")


def test_a_tap_of_the_moved_worker_is_a_build_before_or_after_the_block_stands(evening: Evening) -> None:
    evening.hands(Lift("blue-1"), Put("blue-1", S("b3")))
    assert steps(evening.hands(Tap("blue-1", S("a3")), Stack(S("a3"), dome=False))) == [actions("b3+a3")]
    evening.hands(Lift("orange-1"), Put("orange-1", S("d3")))
    assert steps(evening.hands(Stack(S("e3"), dome=False), Tap("orange-1", S("e3")))) == [actions("d3+e3")]


def test_a_worker_that_stays_where_it_may_only_build_is_to_go_back(evening: Evening) -> None:
    evening.hands(Lift("blue-1"), Put("blue-1", S("b3")))
    said = evening.hands(Lift("blue-1"), Put("blue-1", S("a3")), rest=1600)
    assert steps(said) == []
    assert evening.status.mode is BoardMode.IN_HAND
    evening.hands(rest=2500)
    assert differences(evening.status) == {("a3", "extra", "blue"), ("b3", "missing", "blue")}


def test_an_illegal_move_says_why_and_ends_when_the_worker_is_back(evening: Evening) -> None:
    said = evening.hands(Lift("blue-1"), Put("blue-1", S("e5")))
    assert steps(said) == []
    assert evening.status.mode is BoardMode.RESTORE
    assert differences(evening.status) == {("e5", "extra", "blue"), ("b2", "missing", "blue")}
    assert evening.status.message is not None
    assert evening.status.message.key == "move.not_neighboring"
    evening.hands(Lift("blue-1"), Put("blue-1", S("b2")))
    assert evening.agrees()


def test_an_illegal_place_can_be_left_for_a_legal_one(evening: Evening) -> None:
    evening.hands(Lift("blue-1"), Put("blue-1", S("e5")))
    assert steps(evening.hands(Lift("blue-1"), Put("blue-1", S("c3")))) == [actions("b2-c3")]


def test_the_other_seats_worker_is_not_to_be_moved(evening: Evening) -> None:
    evening.hands(Lift("orange-1"), Put("orange-1", S("d3")))
    assert evening.status.message is not None
    assert evening.status.message.key == "worker.not_yours"


def test_nothing_is_played_while_a_turn_waits_to_be_confirmed(evening: Evening) -> None:
    evening.expect(locked=True)
    assert steps(evening.hands(Lift("blue-1"), Put("blue-1", S("b3")))) == []
    assert evening.status.message is not None
    assert evening.status.message.key == "board.locked"


def test_after_an_undo_the_piece_on_the_board_is_not_played_again(evening: Evening) -> None:
    evening.hands(Lift("blue-1"), Put("blue-1", S("b3")))
    evening.game = evening.game.undo()
    evening.expect()
    assert steps(evening.hands(rest=1000)) == []
    assert differences(evening.status) == {("b3", "extra", "blue"), ("b2", "missing", "blue")}
    assert steps(evening.hands(Lift("blue-1"), Put("blue-1", S("b2")))) == []
    assert evening.agrees()
    assert steps(evening.hands(Lift("blue-1"), Put("blue-1", S("b3")))) == [actions("b2-b3")]


def test_a_step_from_the_phone_leads_the_pieces_there(evening: Evening) -> None:
    evening.play("b2-b3")
    evening.hands(rest=600)
    assert differences(evening.status) == {("b2", "extra", "blue"), ("b3", "missing", "blue")}
    assert steps(evening.hands(Lift("blue-1"), Put("blue-1", S("b3")))) == []
    assert evening.agrees()


def test_two_lifted_workers_are_no_move_until_they_stand(evening: Evening) -> None:
    evening.hands(Lift("blue-1"), Carry("blue-1", 0.0, 0.0), Lift("orange-1"), rest=800)
    assert evening.status.mode is BoardMode.IN_HAND
    evening.hands(Put("orange-1", S("d2")), Put("blue-1", S("c3")))
    assert steps(evening.seen)[-1] == actions("b2-c3")


@pytest.mark.parametrize("order", ["own first", "other first"])
def test_apollo_swaps_in_any_order(order: str) -> None:
    evening = Evening("apollo")
    evening.set_out(orange=("b3", "e5"))
    own, other = (Lift("blue-1"), Lift("orange-1")), (Put("orange-1", S("b2")), Put("blue-1", S("b3")))
    if order == "other first":
        own, other = own[::-1], other[::-1]
    assert steps(evening.hands(*own, *other)) == [actions("b2-b3")]


def test_minotaur_pushes_even_when_the_other_goes_first() -> None:
    evening = Evening("minotaur")
    evening.set_out(orange=("b3", "e5"))
    push = (Lift("orange-1"), Put("orange-1", S("b4")), Pause(800), Lift("blue-1"), Put("blue-1", S("b3")))
    assert steps(evening.hands(*push)) == [actions("b2-b3")]


def test_hermes_walks_far_in_one_carry() -> None:
    evening = Evening("hermes")
    evening.set_out()
    (read,) = steps(evening.hands(Lift("blue-1"), Put("blue-1", S("a5"))))
    assert len(read) == 3
    assert any(worker.square == S("a5") for worker in evening.game.view(Seat.BLUE).workers)


def test_where_a_put_may_be_a_touch_it_is_given_time() -> None:
    """Prometheus may build before he moves: put on a square he may move to and build on."""
    evening = Evening("prometheus")
    evening.set_out()
    assert steps(evening.hands(Tap("blue-1", S("b3")))) == [actions("b2+b3")]
    other = Evening("prometheus")
    other.set_out()
    said = other.hands(Lift("blue-1"), Put("blue-1", S("b3")), rest=900)
    assert steps(said) == []
    assert steps(other.hands(rest=600)) == [actions("b2-b3")]


def test_artemis_builds_with_a_tap_instead_of_moving_again() -> None:
    evening = Evening("artemis")
    evening.set_out()
    evening.hands(Lift("blue-1"), Put("blue-1", S("b3")))
    assert steps(evening.hands(Tap("blue-1", S("a4")))) == [actions(".", "b3+a4")]


def test_block_or_dome_is_asked_of_atlas() -> None:
    evening = Evening("atlas")
    evening.set_out()
    evening.hands(Lift("blue-1"), Put("blue-1", S("b3")))
    said = evening.hands(Tap("blue-1", S("a3")))
    (asked,) = [intent for intent in said if isinstance(intent, AskWhich)]
    assert set(asked.choices) == {actions("b3+a3"), actions("b3^a3")}
    assert steps(said) == []


def test_a_game_is_found_again_as_it_stands(evening: Evening) -> None:
    """A resume: the same pieces, a new follower that knows nothing."""
    evening.follower = Follower(FieldModel(evening.board.geometry), {Seat.BLUE: 1, Seat.ORANGE: -1})
    evening.expect()
    evening.hands(rest=600)
    assert evening.agrees()
    assert steps(evening.hands(Lift("blue-1"), Put("blue-1", S("b3")))) == [actions("b2-b3")]


def test_pieces_that_were_moved_in_the_meantime_are_led_back(evening: Evening) -> None:
    evening.board.enqueue(Lift("blue-1"))
    evening.board.enqueue(Put("blue-1", S("b3")))
    while not evening.board.idle:
        evening.board.frame()
    evening.follower.restart()
    said = evening.hands(rest=1500)
    assert steps(said) == []
    assert differences(evening.status) == {("b3", "extra", "blue"), ("b2", "missing", "blue")}


@pytest.mark.parametrize(
    ("square", "done", "wrong"),
    [
        ("b3", ["b2-b3"], set()),
        ("e5", [], {("e5", "extra", "blue"), ("b2", "missing", "blue")}),
    ],
)
def test_a_step_that_was_finished_while_the_board_was_lost_counts(
    evening: Evening, square: str, done: list[str], wrong: set[tuple[str, str, str]]
) -> None:
    evening.hands(Lift("blue-1"))
    evening.board.enqueue(Put("blue-1", S(square)))
    while not evening.board.idle:
        evening.board.frame()
    evening.follower.reconnect()
    said = evening.hands(rest=2500)
    assert steps(said) == [actions(each) for each in done]
    assert differences(evening.status) == wrong


def test_worker_of_the_wrong_seat_on_a_square_is_told_apart(evening: Evening) -> None:
    evening.hands(Lift("blue-1"), Lift("orange-1"), Put("blue-1", S("d2")), Put("orange-1", S("b2")), rest=4000)
    kinds = {each.kind for each in evening.status.differences}
    assert kinds == {DifferenceKind.WRONG_SEAT}


def test_a_game_that_is_over_asks_nothing_of_the_pieces(evening: Evening) -> None:
    evening.follower.expect(None, locked=True)
    assert evening.hands(PutInBox("blue-1")) == []


def at(position: str, **pieces: str) -> Evening:
    """The evening at a position, its workers set up: ``blue_1="a1"``."""
    evening = Evening()
    evening.game = Game.at(state_of(parse_position(position)))
    evening.expect()
    for piece, name in pieces.items():
        evening.hands(Lift(piece.replace("_", "-")), Put(piece.replace("_", "-"), S(name)))
    assert evening.agrees()
    return evening


def test_what_the_phone_decides_about_workers_is_asked_of_the_hands() -> None:
    """Nemesis' workers change places with others on the phone: the pieces have to follow."""
    evening = at(
        "0000000000000000000000000/1/nemesis:a1,a2/mortal:d4,e4", blue_1="a1", blue_2="a2", orange_1="d4", orange_2="e4"
    )
    evening.hands(Lift("blue-1"), Put("blue-1", S("b1")))
    evening.hands(Tap("blue-1", S("c1")))
    evening.play("b1=d4")
    evening.hands(Pause(10))
    assert differences(evening.status) == {("b1", "wrong_seat", "blue"), ("d4", "wrong_seat", "orange")}
    evening.hands(Lift("blue-1"), Lift("orange-1"), Put("blue-1", S("d4")), Put("orange-1", S("b1")))
    assert evening.agrees()


def test_a_worker_that_hands_force_is_read_like_a_move() -> None:
    evening = at(
        "0000000000000000000000000/1/charon:b2,e1/mortal:b3,e5", blue_1="b2", blue_2="e1", orange_1="b3", orange_2="e5"
    )
    assert steps(evening.hands(Lift("orange-1"), Put("orange-1", S("b1")))) == [actions("b3>b1")]
    assert evening.agrees()
