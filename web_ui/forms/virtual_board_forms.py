"""The virtual board in JSON: gestures of hands, such as ``{"do": "put", "piece": "blue-1", "square": "c3"}``, and the
board from above."""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, Final, get_args

from msgspec import Meta, Struct

from common.json_reader import JsonReader
from engine.seats import Seat
from engine.squares import square
from hardware.board import Button
from hardware.hand_actions import (
    PHONE,
    Carry,
    Knock,
    Lift,
    Press,
    Put,
    PutBeside,
    PutInBox,
    PutStray,
    SetUp,
    Stack,
    TakeStray,
    Tap,
    Unstack,
    phone,
)
from hardware.virtual_hands import REACH, BoardPicture, PieceSeen, VirtualHands
from table.typed_json import SquareName, SquareNames, Whole, read
from web_ui.forms.basic_forms import NAMES, AnswerForm, name_or_null

PieceName = Annotated[str, Meta(description="a piece such as blue-1")]
Millimetres = Annotated[float, Meta(ge=-REACH, le=REACH, description="mm from the middle of a1, east or north")]
Blocks = Annotated[int, Meta(ge=0, le=3)]
Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]


class Gesture(Struct, frozen=True, tag_field="do"):
    """A gesture of hands."""

    def act(self, hands: VirtualHands) -> None:
        """Let these hands do it.

        :raises ValueError: if they cannot.
        """
        self._act(hands)

    @abstractmethod
    def _act(self, hands: VirtualHands) -> None: ...


class LiftGesture(Gesture, frozen=True, tag="lift"):
    """Lift a worker, from the board, from beside it or out of the box."""

    piece: PieceName

    def _act(self, hands: VirtualHands) -> None:
        hands.act(Lift(self.piece))


class CarryGesture(Gesture, frozen=True, tag="carry"):
    """Carry a worker that is in a hand to a place."""

    piece: PieceName
    x: Millimetres
    y: Millimetres

    def _act(self, hands: VirtualHands) -> None:
        hands.act(Carry(self.piece, self.x, self.y))


class PutGesture(Gesture, frozen=True, tag="put"):
    """Put a worker that is in a hand on a square."""

    piece: PieceName
    square: SquareName

    def _act(self, hands: VirtualHands) -> None:
        hands.act(Put(self.piece, square(self.square)))


class TapGesture(Gesture, frozen=True, tag="tap"):
    """Touch a square with a worker that stands on another one, and put it back there."""

    piece: PieceName
    square: SquareName

    def _act(self, hands: VirtualHands) -> None:
        hands.act(Tap(self.piece, square(self.square)))


class PutBesideGesture(Gesture, frozen=True, tag="put_beside"):
    """Put a worker that is in a hand down beside the board."""

    piece: PieceName
    x: Millimetres
    y: Millimetres

    def _act(self, hands: VirtualHands) -> None:
        hands.act(PutBeside(self.piece, self.x, self.y))


class KnockGesture(Gesture, frozen=True, tag="knock"):
    """Knock a worker over."""

    piece: PieceName

    def _act(self, hands: VirtualHands) -> None:
        hands.act(Knock(self.piece))


class LayPhoneGesture(Gesture, frozen=True, tag="lay_phone"):
    """Lay a phone near the board."""

    x: Millimetres
    y: Millimetres

    def _act(self, hands: VirtualHands) -> None:
        hands.act(PutStray(phone(self.x, self.y)))


class TakePhoneGesture(Gesture, frozen=True, tag="take_phone"):
    """Take the phone away."""

    def _act(self, hands: VirtualHands) -> None:
        hands.act(TakeStray(PHONE))


class BoxGesture(Gesture, frozen=True, tag="box"):
    """Put a worker into the box."""

    piece: PieceName

    def _act(self, hands: VirtualHands) -> None:
        hands.act(PutInBox(self.piece))


class StackGesture(Gesture, frozen=True, tag="stack"):
    """Put a block or a dome on a square."""

    square: SquareName
    dome: bool

    def _act(self, hands: VirtualHands) -> None:
        hands.act(Stack(square(self.square), self.dome))


class UnstackGesture(Gesture, frozen=True, tag="unstack"):
    """Take the highest block or dome off a square."""

    square: SquareName

    def _act(self, hands: VirtualHands) -> None:
        hands.act(Unstack(square(self.square)))


class ArrangeGesture(Gesture, frozen=True, tag="arrange"):
    """Arrange all blocks and domes: how many blocks each square has (none where it is missing), and which squares have
    a dome."""

    levels: dict[SquareName, Blocks]
    domes: SquareNames

    def _act(self, hands: VirtualHands) -> None:
        hands.arrange(tuple(self.levels.get(name, 0) for name in NAMES), tuple(name in self.domes for name in NAMES))


class SetUpGesture(Gesture, frozen=True, tag="set_up"):
    """Set up a position: blocks and domes as for "arrange", and which squares have a worker of which seat. All other
    workers are put into the box. The answer does not wait for hands that are busy."""

    levels: dict[SquareName, Blocks]
    domes: SquareNames
    workers: dict[SquareName, Seat]

    def _act(self, hands: VirtualHands) -> None:
        levels = tuple(self.levels.get(name, 0) for name in NAMES)
        standing = tuple(sorted((int(square(name)), seat.value) for name, seat in self.workers.items()))
        hands.set_up(SetUp(levels, tuple(name in self.domes for name in NAMES), standing))


class FollowGesture(Gesture, frozen=True, tag="follow"):
    """Have the pieces follow what is played on phones by themselves (``on``), or move them by hand."""

    on: bool

    def _act(self, hands: VirtualHands) -> None:
        hands.follow_game(on=self.on)


class ClearGesture(Gesture, frozen=True, tag="clear"):
    """Put all workers, blocks and domes into the box."""

    def _act(self, hands: VirtualHands) -> None:
        hands.clear()


class PressGesture(Gesture, frozen=True, tag="press"):
    """Press a button on the rim."""

    button: Button

    def _act(self, hands: VirtualHands) -> None:
        hands.act(Press(self.button))


AnyGesture = (
    LiftGesture
    | CarryGesture
    | PutGesture
    | TapGesture
    | PutBesideGesture
    | KnockGesture
    | LayPhoneGesture
    | TakePhoneGesture
    | BoxGesture
    | StackGesture
    | UnstackGesture
    | ArrangeGesture
    | SetUpGesture
    | FollowGesture
    | ClearGesture
    | PressGesture
)
GESTURE_FORMS: Final = get_args(AnyGesture)
"""The form in which each gesture is sent."""

_GESTURE: Final = JsonReader[AnyGesture](AnyGesture)


def read_gesture(body: object) -> Gesture:
    """Return the gesture in the body of a request.

    :raises MalformedError: if the body does not have this form.
    """
    return read(_GESTURE, body)


class PlaceForm(AnswerForm, frozen=True):
    """A phone near the board, in mm from the middle of a1."""

    x: float
    y: float


class PieceForm(AnswerForm, frozen=True):
    """A worker; its place in mm from the middle of a1."""

    piece: str
    seat: Seat
    square: SquareName | None
    x: float
    y: float
    in_hand: bool
    lying: bool


class BenchForm(AnswerForm, frozen=True):
    """The virtual board from above."""

    may_act: Annotated[bool, Meta(description="whether the hands are this browser's")]
    version: Whole
    size: Whole
    levels: dict[SquareName, Whole]
    domes: tuple[SquareName, ...]
    pieces: tuple[PieceForm, ...]
    lights: dict[SquareName, Colour]
    phone: PlaceForm | None
    follows: Annotated[bool, Meta(description="whether the pieces follow what is played on phones by themselves")]


def virtual_board_form(board: BoardPicture, *, may_act: bool) -> BenchForm:
    """The virtual board from above. ``may_act``: whether the hands are those of the browser that asks."""
    phone = board.phone
    colours = (f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in board.lights)
    return BenchForm(
        may_act=may_act,
        version=board.version,
        size=board.size,
        levels={NAMES[number]: level for number, level in enumerate(board.levels)},
        domes=tuple(NAMES[number] for number, domed in enumerate(board.domes) if domed),
        pieces=tuple(map(_piece, board.pieces)),
        lights=dict(zip(NAMES, colours, strict=True)),
        phone=None if phone is None else PlaceForm(round(phone[0], 1), round(phone[1], 1)),
        follows=board.follows,
    )


def _piece(piece: PieceSeen) -> PieceForm:
    return PieceForm(
        piece=piece.piece,
        seat=Seat(piece.seat),
        square=name_or_null(piece.square),
        x=round(piece.x, 1),
        y=round(piece.y, 1),
        in_hand=piece.in_hand,
        lying=piece.lying,
    )


class GestureAnswer(AnswerForm, frozen=True):
    """The virtual board after the gesture."""

    bench: BenchForm
