"""The routes of a phone: its page, the stream, commands, texts and the QR code to join."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache
from math import ceil

import segno
from flask import Blueprint, Response, abort, request
from msgspec import UNSET, UnsetType
from segno.helpers import make_wifi_data

from table.session.answers import Accepted, Caller, Refused, Stale
from table.session.interfaces import TableApi, Tokens
from table.session.seating import ClaimSeat
from table.view.link_view import LinkView
from web_ui.callers import SEATS, BrowserId, HandsAtBoard, origin_of, remember_token, tokens_of
from web_ui.forms.basic_forms import MessageForm, message_form
from web_ui.forms.command_forms import read_request
from web_ui.forms.snapshot_forms import CommandAnswer, lobby_json, snapshot_form
from web_ui.guard import CLAIMS_A_MINUTE, MINUTE, RateLimit, RequestSlots
from web_ui.languages import language_of, names, page_texts, words
from web_ui.packing import json_response, page
from web_ui.public_address import FindAddress, join_address
from web_ui.streams import Measured, Snapshots, StreamEventKind, Streams, StreamSource, VirtualBoardStates

NOBODY: Tokens = frozenset()
RENEWING = frozenset({"phone.states", "phone.command"})
"""The routes that a phone requests during play, and whose answers are not cached."""

CODES = 8
"""The most QR codes in memory: a table has two."""

COMMANDS_EACH, COMMANDS = 8, 64
"""The most commands of one address, and of all, that wait for the table at the same time. A phone sends one at a
time."""


def phone_pages(  # noqa: PLR0915 - each route is a few statements
    table: TableApi,
    streams: Streams,
    join_url: FindAddress | None,
    *,
    hands: HandsAtBoard | None = None,
    link: Callable[[], LinkView] | None = None,
) -> Blueprint:
    """Return the routes of the phone. ``join_url`` finds the address for the QR code; if it is None, it is the address
    the page was opened with. ``hands`` are those at the virtual board, with their owners, if there is such a board.
    ``link`` gives the state of the link to the board, if there is one."""
    pages = Blueprint("phone", __name__)
    claims = RateLimit(CLAIMS_A_MINUTE, MINUTE)
    waiting = RequestSlots(COMMANDS_EACH, COMMANDS)
    besides: dict[str, Callable[[], StreamSource]] = {StreamEventKind.READINGS: lambda: Measured(table)}
    if hands is not None:
        besides[StreamEventKind.BOARD] = lambda: VirtualBoardStates(hands, BrowserId.of(request))

    @pages.after_request
    def renewed(response: Response) -> Response:
        """Renew the tokens of a phone, which holds its seat as long as it comes again."""
        if request.endpoint in RENEWING and "Set-Cookie" not in response.headers:
            SEATS.renew(request, response, lambda: bool(table.snapshot(tokens_of(request)).seats_held))
        return response

    @pages.get("/")
    @pages.get("/j")
    def home() -> Response:
        language = language_of(request, table.snapshot(NOBODY).settings.language)
        return page(
            "phone.html",
            language=language,
            languages=names(),
            virtual_board=page_texts(language)["bench.title"],
            help=page_texts(language)["help.title"],
            join_address=join_address(join_url) or "",
            has_virtual_board=hands is not None,
            has_link=link is not None,
            lobby=lobby_json(table.snapshot(tokens_of(request))),
        )

    @pages.get("/link.json")
    def board_link() -> Response:
        if link is None:
            abort(404, "this table has no link to a board")
        response = json_response(link())
        response.headers["Cache-Control"] = "no-store"
        return response

    @pages.get("/stream")
    def states() -> Response:
        more = dict.fromkeys(request.args.get("with", "").replace(",", " ").split())
        if unknown := [kind for kind in more if kind not in besides]:
            allowed = ", ".join(besides)
            abort(
                400, f"with: no events {unknown[0]!r} come with this table's stream; {allowed} do, with commas between"
            )
        sources: dict[StreamEventKind, StreamSource] = {StreamEventKind.STATE: Snapshots(table, tokens_of(request))}
        return streams.respond(sources | {StreamEventKind(kind): besides[kind]() for kind in more})

    @pages.get("/workshop")
    def workshop() -> Response:
        onward = Response(status=303, headers={"Location": "./#workshop"})
        del onward.headers["Content-Type"]  # nothing is in it
        return onward

    @pages.get("/readings")
    def readings() -> Response:
        return streams.respond({StreamEventKind.STATE: Measured(table)})

    @pages.post("/command")
    def command() -> tuple[Response, int]:
        version, given = read_request(request.get_json())
        tokens = tokens_of(request)
        origin, claims_seat = origin_of(request), isinstance(given, ClaimSeat)
        if claims_seat and (seconds := claims.wait(origin.address)) > 0:
            response = _answer(table, tokens, error=words("error.too_often", {}), message=_TOO_OFTEN)
            response.headers["Retry-After"] = str(ceil(seconds))
            return response, 429
        caller = Caller(origin, hands=hands is not None and hands.prove(BrowserId.of(request)))
        with waiting.place():
            answered = table.submit(tokens, version, given, caller)
        if claims_seat and not isinstance(answered, Accepted):
            claims.take_back(origin.address)
        match answered:
            case Accepted(token=token):
                if token is None:
                    return _answer(table, tokens), 200
                response = _answer(table, tokens | {token})
                remember_token(request, response, token)
                return response, 200
            case Stale():
                return _answer(table, tokens, error=words("error.stale", {})), 409
            case Refused(message, forbidden):
                error = words(message.key, dict(message.args))
                return _answer(table, tokens, error=error, message=message_form(message)), 403 if forbidden else 422

    @pages.get("/join.svg")
    def join_code() -> Response:
        address = join_address(join_url)
        if address is None:
            abort(404, "this computer is not connected to a network in which a phone could open the table")
        return _code(address)

    @pages.get("/wifi.svg")
    def wifi_code() -> Response:
        network = table.snapshot(tokens_of(request)).wifi
        if network is None:
            abort(404, "there is no network for guests, or this phone has no seat")
        kind = "nopass" if network.password is None else "WPA"
        return _code(make_wifi_data(network.name, network.password, kind))

    @pages.get("/match-code.svg")
    def match_code() -> Response:
        match = table.snapshot(tokens_of(request)).match
        codes = () if match is None else match.codes
        code = next((each for each in codes if request.args.get("of", each.words[0]) == each.words[0]), None)
        if code is None:
            abort(404, "there is no such code of a match, or this phone is not the host's")
        return _code(code.scanned)

    return pages


def _code(content: str) -> Response:
    """Return a QR code as a drawing."""
    return Response(_drawn(content), mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


@lru_cache(CODES)
def _drawn(content: str) -> bytes:
    drawing = io.BytesIO()
    code = segno.make(content, error="m", micro=False)
    code.save(drawing, kind="svg", scale=8, border=4, dark="#0b2545", light="#ffffff", xmldecl=False)
    return drawing.getvalue()


_TOO_OFTEN = MessageForm("error.too_often", {})


def _answer(
    table: TableApi, tokens: frozenset[str], *, error: str | UnsetType = UNSET, message: MessageForm | UnsetType = UNSET
) -> Response:
    return json_response(CommandAnswer(snapshot_form(table.snapshot(tokens)), error, message))
