"""The virtual board's page: a picture of the board from above that hands can act on. Only with a virtual board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from flask import Blueprint, Response, jsonify, request

from engine.squares import SQUARE_COUNT, Square
from hardware.virtual_hands import REACH, VirtualHands
from table.session.table_api import TableApi
from web_ui.board_rights import BrowserId, HandsAtBoard, remember_opener
from web_ui.encode import bench_json
from web_ui.join_address import FindAddress, join_address
from web_ui.languages import language_of, names, words
from web_ui.limits import AtOnce
from web_ui.packing import page
from web_ui.schema import Fields, MalformedError
from web_ui.streams import Benches, Streams

GESTURES_EACH, GESTURES = 3, 4
"""So many gestures may wait for the hands at once, for one address and for all. Hands do one after another, and none
takes longer than some three seconds."""
ONLY_WATCHES = "bench.only_watches"
"""What a browser is told whose hands these are not."""
BLOCKS = range(4)
"""How many blocks a tower can have."""


class RimButton(StrEnum):
    """The buttons on the rim of the board."""

    DONE = "done"
    UNDO = "undo"


def bench_pages(  # noqa: PLR0913 - the parts of a page
    door: TableApi,
    hands: VirtualHands,
    theirs: HandsAtBoard,
    streams: Streams,
    join_url: FindAddress | None,
    *,
    has_link: bool = False,
) -> Blueprint:
    """The routes of the virtual board. ``theirs`` says whose the hands are, ``has_link``: the table is linked to the
    board as to a real one."""
    pages = Blueprint("bench", __name__, url_prefix="/board")
    waiting = AtOnce(GESTURES_EACH, GESTURES)

    @pages.get("")
    def home() -> Response:
        address = join_address(join_url) or ""
        language = language_of(request, door.snapshot(frozenset()).settings.language)
        response = page("board.html", language=language, languages=names(), join_address=address, has_link=has_link)
        remember_opener(request, response)
        return response

    @pages.get("/stream")
    def states() -> Response:
        return streams.tell(Benches(hands, theirs, BrowserId.of(request)))

    @pages.post("/hands")
    def act() -> tuple[Response, int]:
        gesture = read_gesture(request.get_json())
        if not theirs.are_of(BrowserId.of(request)):
            return jsonify(error=words(ONLY_WATCHES, {}), message={"key": ONLY_WATCHES, "args": {}}), 403
        try:
            with waiting.place():
                gesture(hands)
        except ValueError as error:
            return jsonify(error=str(error)), 422
        return jsonify(bench=bench_json(hands.look(), may_act=True)), 200

    return pages


Gesture = Callable[[VirtualHands], None]


def read_gesture(body: object) -> Gesture:
    """What a hand does: ``{"do": "put", "piece": "blue-1", "square": "c3"}``.

    :raises MalformedError: if it is none of the gestures, or a field does not fit.
    """
    fields = Fields.of(body)
    do = fields.text("do")
    if do not in _GESTURES:
        raise MalformedError(f"do is {do[:40]!r}; allowed are {', '.join(_GESTURES)}")
    return _GESTURES[do](fields)


def _lift(fields: Fields) -> Gesture:
    piece = fields.text("piece")
    return lambda hands: hands.lift(piece)


def _carry(fields: Fields) -> Gesture:
    piece, x, y = fields.text("piece"), fields.number("x", REACH), fields.number("y", REACH)
    return lambda hands: hands.carry(piece, x, y)


def _put(fields: Fields) -> Gesture:
    piece, square = fields.text("piece"), fields.square("square")
    return lambda hands: hands.put(piece, square)


def _tap(fields: Fields) -> Gesture:
    piece, square = fields.text("piece"), fields.square("square")
    return lambda hands: hands.tap(piece, square)


def _put_beside(fields: Fields) -> Gesture:
    piece, x, y = fields.text("piece"), fields.number("x", REACH), fields.number("y", REACH)
    return lambda hands: hands.put_beside(piece, x, y)


def _knock(fields: Fields) -> Gesture:
    piece = fields.text("piece")
    return lambda hands: hands.knock(piece)


def _lay_phone(fields: Fields) -> Gesture:
    x, y = fields.number("x", REACH), fields.number("y", REACH)
    return lambda hands: hands.lay_phone(x, y)


def _take_phone(_: Fields) -> Gesture:
    return lambda hands: hands.take_phone()


def _box(fields: Fields) -> Gesture:
    piece = fields.text("piece")
    return lambda hands: hands.box(piece)


def _stack(fields: Fields) -> Gesture:
    square, dome = fields.square("square"), fields.truth("dome")
    return lambda hands: hands.stack(square, dome)


def _unstack(fields: Fields) -> Gesture:
    square = fields.square("square")
    return lambda hands: hands.unstack(square)


def _arrange(fields: Fields) -> Gesture:
    blocks, domed = fields.numbers("levels", BLOCKS), fields.squares("domes")
    levels = tuple(blocks.get(Square(number), 0) for number in range(SQUARE_COUNT))
    domes = tuple(number in domed for number in range(SQUARE_COUNT))
    return lambda hands: hands.arrange(levels, domes)


def _clear(_: Fields) -> Gesture:
    return lambda hands: hands.clear()


def _press(fields: Fields) -> Gesture:
    button = fields.word("button", RimButton)
    return lambda hands: hands.press(button.value)


_GESTURES: Mapping[str, Callable[[Fields], Gesture]] = {
    "lift": _lift,
    "carry": _carry,
    "put": _put,
    "tap": _tap,
    "put_beside": _put_beside,
    "knock": _knock,
    "lay_phone": _lay_phone,
    "take_phone": _take_phone,
    "box": _box,
    "stack": _stack,
    "unstack": _unstack,
    "arrange": _arrange,
    "clear": _clear,
    "press": _press,
}
