"""Finished games on the page: the list, what is counted, one game to step through, its file, and games from elsewhere.

What is made of all games, or of a whole one, is made once and held until the games change."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Final

from flask import Blueprint, Response, abort, jsonify, request
from werkzeug.exceptions import HTTPException

from engine import NotationError
from engine.seats import Seat
from table.session.table_api import TableApi
from table.storage.autosave import SaveError
from table.storage.finished_game import FinishedGame, game_text
from table.storage.game_archive import (
    GAME_SIZE,
    MOST_IMPORTED,
    NAME,
    ArchiveFullError,
    GameArchive,
    KnownGameError,
    NoGameError,
)
from table.storage.game_statistics import statistics_of
from web_ui.callers import tokens_of
from web_ui.forms.archive_forms import games_form, replay_form, statistics_form
from web_ui.guard import MINUTE, RateLimit, RequestSlots
from web_ui.languages import words
from web_ui.packing import CachedBodies, Packed, answer, packed_json

IMPORTS_A_MINUTE: Final = 10
"""How many games a minute one seat may import."""
DETAIL: Final = 300
"""The most characters of a file's error that an answer repeats."""

CREATED: Final = 201
INSUFFICIENT_STORAGE: Final = 507

LISTING: Final = (8, 32)
"""The most requests that wait for a list to be built, of one address and of all; that takes some ms."""
REPLAYING: Final = (2, 4)
"""The most requests that wait for a game to be replayed, likewise; that takes up to some seconds."""
HELD: Final = 2 * 1024 * 1024
"""How many bytes of lists, and of games, stay in memory."""


class InsufficientStorage(HTTPException):
    """The disk cannot read or write the games. Werkzeug has no exception for this status."""

    code = INSUFFICIENT_STORAGE


def game_pages(table: TableApi, archive: GameArchive) -> Blueprint:
    """The routes of finished games. Everybody may look at them; to add one takes a seat at the table."""
    pages = Blueprint("games", __name__)
    lists, counts = CachedBodies(HELD, RequestSlots(*LISTING)), CachedBodies(0, RequestSlots(*LISTING))
    replaying = RequestSlots(*REPLAYING)
    replays = CachedBodies(HELD, replaying)

    @pages.get("/games.json")
    def games() -> Response:
        before = request.args.get("before")
        if before is not None and not NAME.fullmatch(before):
            abort(400, "before is the name of a game")

        def made() -> Packed:
            return packed_json(games_form(archive.listed(before), archive.set_aside))

        return _cached(lists, before or "", made)

    @pages.get("/statistics.json")
    def statistics() -> Response:
        return _cached(
            counts, "", lambda: packed_json(statistics_form(statistics_of(game for _, game in archive.games)))
        )

    @pages.get("/games/<name>.json")
    def game(name: str) -> Response:
        finished = _game(name)

        def made() -> Packed:
            try:
                positions = archive.positions(name)
            except SaveError as error:
                abort(422, str(error))
            return packed_json(replay_form(name, finished, positions))

        return _cached(replays, name, made)

    @pages.get("/games/<name>.record")
    def record(name: str) -> Response:
        finished = _game(name)
        text = game_text(finished.record, finished.names, finished.began, finished.ended)
        saved = {"Content-Disposition": f'attachment; filename="thera-{name}.json"', "Cache-Control": "no-store"}
        return Response(text, mimetype="application/json", headers=saved)

    add_import(pages, table, archive, replaying)

    def _cached(bodies: CachedBodies, name: str, make: Callable[[], Packed]) -> Response:
        """The answer for the present games."""
        try:
            return answer(request, bodies.body(name, archive.edition, make))
        except SaveError as error:
            raise InsufficientStorage(str(error)) from error

    def _game(name: str) -> FinishedGame:
        try:
            return archive.game(name)
        except NoGameError as error:
            abort(404, str(error))
        except SaveError as error:
            raise InsufficientStorage(str(error)) from error

    return pages


def add_import(pages: Blueprint, table: TableApi, archive: GameArchive, replaying: RequestSlots) -> None:
    """Add the route to which files of games are posted; ``replaying`` are those who wait for a game to be played
    again, as each of these is."""
    imports = RateLimit(IMPORTS_A_MINUTE, MINUTE)

    def wait(held: tuple[Seat, ...]) -> float:
        """After how many seconds these seats may import a game; 0: now."""
        return max(imports.wait(seat) for seat in held)

    @pages.post("/games")
    def take_in() -> tuple[Response, int]:
        request.max_content_length = GAME_SIZE
        held = table.snapshot(tokens_of(request)).seats_held
        if not held:
            return _refused("games.seats_only", 403)
        if (seconds := wait(held)) > 0:
            response, status = _refused("games.too_often", 429, most=str(IMPORTS_A_MINUTE))
            response.headers["Retry-After"] = str(ceil(seconds))
            return response, status
        try:
            text = request.get_data().decode()
        except UnicodeDecodeError:
            return _refused("games.no_game", 400, detail="file: this is no text in UTF-8")
        try:
            with replaying.place():
                name = archive.import_game(text)
        except NotationError as error:
            return _refused("games.no_game", 400, detail=_in_short(str(error)))
        except KnownGameError as known:
            return _refused("games.known", 409, game=str(known))
        except ArchiveFullError:
            return _refused("games.full", INSUFFICIENT_STORAGE, most=str(MOST_IMPORTED))
        except SaveError as error:
            return _refused("games.not_kept", INSUFFICIENT_STORAGE, detail=str(error))
        return jsonify({"game": name}), CREATED


def _in_short(text: str) -> str:
    """The text as one short line; it may repeat what was sent."""
    line = " ".join(text.split())
    return line if len(line) <= DETAIL else f"{line[:DETAIL]}..."


def _refused(key: str, status: int, **args: str) -> tuple[Response, int]:
    """Why a game was not imported: a key for the page, and a line of English for other programs."""
    return jsonify(error=words(key, args), message={"key": key, "args": args}), status
