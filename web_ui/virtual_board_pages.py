"""The page of the virtual board: the board from above, with hands that players move."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from table.session.interfaces import TableApi
from web_ui.callers import BrowserId, HandsAtBoard, plays_virtually, remember_opener, tokens_of
from web_ui.forms.snapshot_forms import lobby_json
from web_ui.forms.virtual_board_forms import GestureAnswer, read_gesture, virtual_board_form
from web_ui.guard import RequestSlots
from web_ui.languages import language_of, names, page_texts, words
from web_ui.packing import json_response, page
from web_ui.public_address import FindAddress, join_address
from web_ui.streams import StreamEventKind, Streams, VirtualBoardStates

GESTURES_EACH, GESTURES = 3, 4
"""The most gestures of one address, and of all, that wait for the hands at the same time. Hands do one at a time; none
takes longer than some three seconds."""
ONLY_WATCHES = "bench.only_watches"
"""The refusal for a browser that may not move the hands."""
NOT_IN_USE = "boards.not_here"
"""The refusal for all browsers while the table plays at its real board."""


def virtual_board_pages(
    table: TableApi,
    theirs: HandsAtBoard,
    streams: Streams,
    join_url: FindAddress | None,
    *,
    has_link: bool = False,
) -> Blueprint:
    """Return the routes of the virtual board. ``theirs`` are the hands and their owners; ``has_link``: the table is
    linked to the board as to a real one."""
    pages = Blueprint("virtual_board", __name__, url_prefix="/board")
    waiting = RequestSlots(GESTURES_EACH, GESTURES)

    @pages.get("")
    def home() -> Response:
        address = join_address(join_url) or ""
        language = language_of(request, table.snapshot(frozenset()).settings.language)
        response = page(
            "board.html",
            language=language,
            languages=names(),
            help=page_texts(language)["help.title"],
            join_address=address,
            has_link=has_link,
            lobby=lobby_json(table.snapshot(tokens_of(request))),
        )
        remember_opener(request, response)
        return response

    @pages.get("/stream")
    def states() -> Response:
        return streams.respond({StreamEventKind.STATE: VirtualBoardStates(theirs, BrowserId.of(request))})

    @pages.post("/hands")
    def act() -> tuple[Response, int]:
        gesture = read_gesture(request.get_json())
        if not theirs.are_of(BrowserId.of(request)):
            why = ONLY_WATCHES if plays_virtually(table.snapshot(frozenset())) else NOT_IN_USE
            return jsonify(error=words(why, {}), message={"key": why, "args": {}}), 403
        try:
            with waiting.place():
                gesture.act(theirs.hands)
        except ValueError as error:
            return jsonify(error=str(error)), 422
        return json_response(GestureAnswer(virtual_board_form(theirs.hands.look(), may_act=True))), 200

    return pages
