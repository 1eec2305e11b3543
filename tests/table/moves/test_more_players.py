"""Three and four players at the virtual board. Blue and White have magnets of one kind, so that what is seen has to be
understood by the game."""

from __future__ import annotations

from functools import cache

from common.message import Message
from engine import Action, Game, Player, PowerName, Seat, Setup, square
from engine.notation import parse_action
from hardware.field_model import FieldModel
from hardware.hand_actions import HandAction, Lift, Pause, Put, PutInBox, Tap
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import FOUR_SEATS
from table.moves.follower import Follower
from table.session.at_board import BoardReport, QuestionAsked, StepsRead, StepsRevised
from table.session.board_reports import FOLLOWING, BoardStatus
from table.session.snapshot import BoardMode
from tests.table.moves.followed_game import copied

S = square
BLUE, ORANGE, WHITE, PURPLE = Seat.BLUE, Seat.ORANGE, Seat.WHITE, Seat.PURPLE
POLES = {BLUE: 1, ORANGE: -1, WHITE: 1, PURPLE: -1}
HOMES = {"blue-1": "b2", "blue-2": "d4", "orange-1": "c1", "orange-2": "c5", "white-1": "a5", "white-2": "e2"}


class FollowedPartyGame:
    """A game of several at the virtual board, whose steps are played as soon as the follower reads them."""

    def __init__(self, *powers: str, white: str, seats: tuple[Seat, ...]) -> None:
        self.board = VirtualDevice(spread=SensorSpread(placement=2.0), seed=5, workers=FOUR_SEATS)
        self.follower = Follower(FieldModel(self.board.geometry), POLES)
        sides = 2 if len(powers) == 4 else len(powers)
        players = tuple(Player(seats[place], PowerName(power), place % sides) for place, power in enumerate(powers))
        self.game = Game.begin(Setup(players))
        self.expect()
        self.said: list[BoardReport] = []
        homes = {**HOMES, "white-1": white}
        for piece in [f"{seat}-{number}" for seat in seats[:sides] for number in (1, 2)]:
            self.hands(Lift(piece), Put(piece, S(homes[piece])), rest=700)
        assert self.game.turn == 1
        self.said.clear()

    def expect(self) -> None:
        undoable = 0
        for ply in reversed(self.game.plies):
            if ply.begins_turn or ply.seat is not self.game.to_act:
                break
            undoable += 1
        self.follower.expect(self.game, locked=False, undoable=undoable)

    def play(self, *steps: str) -> None:
        """StepsRead from the phone."""
        for step in steps:
            self.game = self.game.play(parse_action(step))
        self.expect()

    def resign(self, seat: Seat) -> None:
        self.game = self.game.resign(seat)
        self.expect()

    def hands(self, *actions: HandAction, rest: int = 1600) -> tuple[Action, ...]:
        """Let hands do this and then rest; the steps that were read meanwhile."""
        for action in actions:
            self.board.enqueue(action)
        read: list[Action] = []
        until: int | None = None
        while until is None or self.board.now < until:
            read += self.feed()
            if self.board.idle and until is None:
                until = self.board.now + rest
        return tuple(read)

    def feed(self) -> tuple[Action, ...]:
        read: tuple[Action, ...] = ()
        for intent in self.follower.feed(self.board.frame()):
            self.said.append(intent)
            if isinstance(intent, StepsRevised):
                for _ in range(intent.back):
                    self.game = self.game.undo()
            if isinstance(intent, StepsRead | StepsRevised):
                read += intent.actions
                for action in intent.actions:
                    self.game = self.game.play(action)
                self.expect()
        return read

    @property
    def status(self) -> BoardStatus:
        return self.follower.status

    def agrees(self) -> bool:
        """Whether the table says that all pieces stand right."""
        return self.status.mode is BoardMode.FOLLOWING

    def wrong(self) -> set[str]:
        """What is to be put right: ``blue extra b2``."""
        return {f"{each.seat} {each.kind.value} {name(each.square)}" for each in self.status.differences}


def name(number: int) -> str:
    return "abcde"[number % 5] + str(number // 5 + 1)


def steps(*texts: str) -> tuple[Action, ...]:
    return tuple(parse_action(text) for text in texts)


@cache
def _party_game(*powers: str, white: str, seats: tuple[Seat, ...]) -> FollowedPartyGame:
    return FollowedPartyGame(*powers, white=white, seats=seats)


def party_game(*powers: str, white: str = "a5", seats: tuple[Seat, ...] = tuple(Seat)) -> FollowedPartyGame:
    """One whose workers have been set out, which hands do but once."""
    made = _party_game(*powers, white=white, seats=seats)
    return copied(made, made.board)


def test_three_play_a_round_with_their_hands() -> None:
    followed = party_game("pan", "atlas", "minotaur")
    assert followed.hands(Lift("blue-1"), Put("blue-1", S("b3"))) == steps("b2-b3")
    assert followed.hands(Tap("blue-1", S("c3"))) == steps("b3+c3")
    assert followed.hands(Lift("orange-1"), Put("orange-1", S("c2"))) == steps("c1-c2")
    followed.play("c2+d2")
    assert followed.game.to_act is WHITE
    assert followed.hands(Lift("white-1"), Put("white-1", S("b5"))) == steps("a5-b5")
    assert followed.hands(Tap("white-1", S("b4"))) == steps("b5+b4")
    assert followed.game.to_act is BLUE
    assert followed.agrees()


def test_a_worker_of_like_polarity_that_moves_out_of_turn_is_not_taken_for_a_step() -> None:
    followed = party_game("pan", "atlas", "minotaur")
    assert followed.hands(Lift("white-1"), Put("white-1", S("b5"))) == ()
    assert followed.wrong() == {"white missing a5", "white extra b5"}
    assert followed.hands(Lift("white-1"), Put("white-1", S("a5"))) == ()
    assert followed.agrees()


def test_a_move_counts_while_another_s_like_worker_is_in_a_hand_once_that_is_back() -> None:
    followed = party_game("pan", "atlas", "minotaur")
    followed.hands(Lift("white-1"), Lift("blue-1"), Put("blue-1", S("b3")), rest=600)
    followed.hands(Put("white-1", S("a5")))
    assert followed.game.plies[-1].action == parse_action("b2-b3")
    assert followed.agrees()


def test_like_workers_of_two_seats_put_back_exchanged_are_the_same_to_the_game() -> None:
    """Nobody can see it but the players; what the game believes goes on by who may move."""
    followed = party_game("pan", "atlas", "minotaur")
    away = Lift("blue-1"), Lift("white-1"), Put("blue-1", S("a5")), Put("white-1", S("b2"))
    assert followed.hands(*away) == ()
    assert followed.agrees()
    assert followed.hands(Lift("white-1"), Put("white-1", S("b3"))) == steps("b2-b3")
    assert (S("b3"), BLUE) in {(worker.square, worker.seat) for worker in followed.game.view(BLUE).workers}


def test_two_may_sit_opposite_each_other_with_like_workers() -> None:
    followed = party_game("pan", "atlas", seats=(BLUE, WHITE))
    assert followed.hands(Lift("white-1"), Put("white-1", S("b5"))) == ()
    assert followed.wrong() == {"white missing a5", "white extra b5"}
    followed.hands(Lift("white-1"), Put("white-1", S("a5")))
    assert followed.hands(Lift("blue-1"), Put("blue-1", S("b3"))) == steps("b2-b3")
    assert followed.hands(Tap("blue-1", S("b4"))) == steps("b3+b4")
    assert followed.hands(Lift("white-1"), Put("white-1", S("b5"))) == steps("a5-b5")


def swap(followed: FollowedPartyGame) -> None:
    """Blue's worker and White's change places, each in a hand of its own."""
    both = Lift("blue-1"), Lift("white-1"), Pause(300), Put("blue-1", S("b3")), Put("white-1", S("b2"))
    assert followed.hands(*both) == ()


def test_whether_apollo_has_changed_places_with_a_like_worker_the_phone_asks() -> None:
    followed = party_game("apollo", "atlas", "pan", white="b3")
    swap(followed)
    assert followed.status.message == Message("board.which")
    question = followed.said[-2]
    assert question == QuestionAsked((steps("b2-b3"),))
    followed.play("b2-b3")
    followed.hands(Pause(100), rest=100)
    assert followed.status == FOLLOWING
    assert followed.hands(Tap("blue-1", S("b4"))) == steps("b3+b4")


def test_who_only_put_them_back_plays_on_without_an_answer() -> None:
    followed = party_game("apollo", "atlas", "pan", white="b3")
    swap(followed)
    swap_back = Lift("blue-1"), Lift("white-1"), Pause(300), Put("blue-1", S("b2")), Put("white-1", S("b3"))
    assert followed.hands(*swap_back) == ()
    assert followed.hands(Lift("blue-1"), Put("blue-1", S("a2"))) == steps("b2-a2")
    assert followed.agrees()


def test_workers_that_were_lifted_one_after_the_other_changed_no_places() -> None:
    followed = party_game("apollo", "atlas", "pan", white="b3")
    for piece, home in (("blue-1", "b2"), ("white-1", "b3")):
        assert followed.hands(Lift(piece), Pause(300), Put(piece, S(home))) == ()
    assert not any(isinstance(intent, QuestionAsked) for intent in followed.said)


def test_a_leap_over_a_like_worker_is_no_push() -> None:
    """Blue's worker leaps from b2 to b4 over White's on b3, which stays: it would look as if it had been pushed."""
    followed = party_game("minotaur", "atlas", "pan", white="b3")
    assert followed.hands(Lift("blue-1"), Put("blue-1", S("b4"))) == ()
    assert followed.wrong() == {"blue missing b2", "blue extra b4"}
    followed.hands(Lift("blue-1"), Put("blue-1", S("b2")))
    assert followed.agrees()


def test_a_minotaur_pushes_a_like_worker_in_any_order() -> None:
    """The pushed worker goes first, then the other one; both kinds of magnets are the same."""
    followed = party_game("minotaur", "atlas", "pan")
    followed.play("b2-b3", "b3+b2", "c1-d1", "d1+c1", "a5-b4", "b4+a5")
    followed.hands(Lift("blue-1"), Put("blue-1", S("b3")))
    followed.hands(Lift("orange-1"), Put("orange-1", S("d1")))
    followed.hands(Lift("white-1"), Put("white-1", S("b4")))
    assert followed.agrees()
    followed.hands(Lift("white-1"), Put("white-1", S("b5")), Lift("blue-1"), Put("blue-1", S("b4")))
    assert followed.game.plies[-1].action == parse_action("b3-b4")
    assert followed.agrees()


def test_the_workers_of_who_is_out_are_to_be_taken_off_and_play_goes_on() -> None:
    followed = party_game("pan", "atlas", "minotaur")
    followed.resign(BLUE)
    followed.hands(Pause(100), rest=3000)
    assert followed.wrong() == {"blue extra b2", "blue extra d4"}
    followed.hands(Lift("blue-1"), PutInBox("blue-1"))
    assert followed.wrong() == {"blue extra d4"}
    followed.hands(Lift("blue-2"), PutInBox("blue-2"))
    assert followed.agrees()
    assert followed.hands(Lift("orange-1"), Put("orange-1", S("d1"))) == steps("c1-d1")


def test_who_is_out_stays_out_while_a_like_player_has_the_turn() -> None:
    """Orange is out of it here; White has the turn while Blue's workers still stand."""
    followed = party_game("pan", "atlas", "minotaur")
    followed.play("b2-b3", "b3+b2", "c1-c2", "c2+c3")
    followed.hands(Lift("blue-1"), Put("blue-1", S("b3")))
    followed.hands(Lift("orange-1"), Put("orange-1", S("c2")))
    assert followed.game.to_act is WHITE
    followed.play("a5-a4", "a4+a5")
    followed.hands(Lift("white-1"), Put("white-1", S("a4")))
    followed.resign(BLUE)
    followed.play("c2-d3", "d3+c2")
    followed.hands(Lift("orange-1"), Put("orange-1", S("d3")))
    assert followed.game.to_act is WHITE
    assert followed.wrong() == {"blue extra b3", "blue extra d4"}


def test_a_team_moves_the_workers_that_both_share() -> None:
    followed = party_game("pan", "atlas", "minotaur", "demeter")
    assert followed.game.to_act is WHITE
    followed.hands(Lift("blue-1"), Pause(500), rest=0)
    assert (followed.status.mode, followed.status.lifted) == (BoardMode.IN_HAND, S("b2"))
    assert followed.hands(Put("blue-1", S("b3"))) == steps("b2-b3")
    assert followed.hands(Tap("blue-1", S("b4"))) == steps("b3+b4")
    assert followed.game.to_act is PURPLE
    assert followed.hands(Lift("orange-2"), Put("orange-2", S("d5"))) == steps("c5-d5")
    assert not any(isinstance(intent, QuestionAsked) for intent in followed.said)
