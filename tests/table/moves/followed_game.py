"""A game on the virtual board that the follower reads and plays, and what its intents say."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from threading import Condition
from typing import TypeVar

from engine import Action, Game, Player, PowerName, Seat, Setup, Square, square, square_name
from engine.notation import parse_action
from hardware.board import Frame
from hardware.field_model import FieldModel
from hardware.hand_actions import HandAction, Lift, Put
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from table.moves.follower import Follower
from table.session.at_board import BoardReport, StepsRead
from table.session.board_reports import BoardStatus, StatusChanged
from table.session.snapshot import BoardMode

S = square
AnyGame = TypeVar("AnyGame")


class FollowedGame:
    """A game at the virtual board, whose steps are played as soon as the follower reads them."""

    def __init__(
        self, blue: str = "mortal", orange: str = "mortal", seed: int = 5, board: VirtualDevice | None = None
    ) -> None:
        self.board = board or VirtualDevice(spread=SensorSpread(placement=2.0), seed=seed)
        self.follower = Follower(FieldModel(self.board.geometry), {Seat.BLUE: 1, Seat.ORANGE: -1})
        players = (Player(Seat.BLUE, PowerName(blue), 0), Player(Seat.ORANGE, PowerName(orange), 1))
        self.game = Game.begin(Setup(players))
        self.expect()
        self.seen: list[BoardReport] = []

    def expect(self, *, locked: bool = False) -> None:
        self.follower.expect(self.game, locked=locked)

    def play(self, *actions: str) -> None:
        """StepsRead from the phone."""
        for text in actions:
            self.game = self.game.play(parse_action(text))
        self.expect()

    def hands(self, *actions: HandAction, rest: int = 1600) -> list[BoardReport]:
        """Let hands do this and then rest; what the follower said meanwhile."""
        said: list[BoardReport] = []
        for action in actions:
            self.board.enqueue(action)
        until: int | None = None
        while until is None or self.board.now < until:
            said += self.feed(self.board.frame())
            if self.board.idle and until is None:
                until = self.board.now + rest
        self.seen += said
        return said

    def wait(self, ms: float) -> list[BoardReport]:
        """Let so much time pass, whatever hands do; what the follower said meanwhile."""
        said: list[BoardReport] = []
        until = self.board.now + ms
        while self.board.now < until:
            said += self.feed(self.board.frame())
        return said

    def feed(self, frame: Frame) -> list[BoardReport]:
        said = list(self.follower.feed(frame))
        for intent in said:
            if isinstance(intent, StepsRead):
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


@cache
def _set_out() -> FollowedGame:
    made = FollowedGame()
    made.set_out()
    return made


def set_out_game() -> FollowedGame:
    """A game of two mortals whose workers have been set out, which hands do but once."""
    made = _set_out()
    return copied(made, made.board)


def copied(game: AnyGame, board: VirtualDevice) -> AnyGame:
    """A game at a board, its reading and all pieces as they are now, which can be played on for itself: what hands do
    first takes long, and is the same for many tests."""
    nobody_waits = {id(board._changed): Condition()}  # a lock cannot be copied
    return deepcopy(game, nobody_waits)


def steps(said: list[BoardReport]) -> list[tuple[Action, ...]]:
    return [intent.actions for intent in said if isinstance(intent, StepsRead)]


def actions(*texts: str) -> tuple[Action, ...]:
    return tuple(parse_action(text) for text in texts)


def differences(status: BoardStatus) -> set[tuple[str, str, str]]:
    return {(square_name(Square(each.square)), each.kind.value, str(each.seat)) for each in status.differences}


def modes(said: list[BoardReport]) -> list[BoardMode]:
    return [intent.status.mode for intent in said if isinstance(intent, StatusChanged)]
