"""Finished games on the page: the list with what is counted, one game to step through, its file, and games from
elsewhere."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, abort, jsonify, request

from engine import NotationError
from table.archive import GAME_SIZE, Archive, KnownGameError, NoGameError
from table.door import Door
from table.keeping import KeepingError
from table.kept_game import KeptGame, kept_text
from table.statistics import statistics_of
from web_ui.encode import Json
from web_ui.encode.games import game_json, games_json, moments_json
from web_ui.languages import words
from web_ui.tokens import tokens_of

CREATED: Final = 201
INSUFFICIENT_STORAGE: Final = 507


def game_pages(door: Door, archive: Archive) -> Blueprint:
    """The routes of finished games. Everybody may look at them; to add one takes a seat at the table."""
    pages = Blueprint("games", __name__)

    @pages.get("/games.json")
    def games() -> Response:
        try:
            kept = archive.games
        except KeepingError as error:
            abort(INSUFFICIENT_STORAGE, str(error))
        return _fresh(games_json(kept, statistics_of(game for _, game in kept), archive.set_aside))

    @pages.get("/games/<name>.json")
    def game(name: str) -> Response:
        kept = _game(name)
        try:
            moments = archive.moments(name)
        except KeepingError as error:
            abort(422, str(error))
        return _fresh({"game": game_json(name, kept), "moments": moments_json(moments)})

    @pages.get("/games/<name>.record")
    def record(name: str) -> Response:
        kept = _game(name)
        text = kept_text(kept.record, kept.names, kept.began, kept.ended)
        saved = {"Content-Disposition": f'attachment; filename="thera-{name}.json"', "Cache-Control": "no-store"}
        return Response(text, mimetype="application/json", headers=saved)

    @pages.post("/games")
    def take_in() -> tuple[Response, int]:
        request.max_content_length = GAME_SIZE
        if not door.snapshot(tokens_of(request)).seats_held:
            return _refused("games.seats_only", 403)
        try:
            text = request.get_data().decode()
        except UnicodeDecodeError:
            return _refused("games.no_game", 400, detail="file: this is no text in UTF-8")
        try:
            name = archive.take_in(text)
        except NotationError as error:
            return _refused("games.no_game", 400, detail=" ".join(str(error).split()))
        except KnownGameError as known:
            return _refused("games.known", 409, game=str(known))
        except KeepingError as error:
            return _refused("games.not_kept", INSUFFICIENT_STORAGE, detail=str(error))
        return jsonify({"game": name}), CREATED

    def _game(name: str) -> KeptGame:
        try:
            return archive.game(name)
        except NoGameError as error:
            abort(404, str(error))

    return pages


def _fresh(content: Json) -> Response:
    """JSON that may be another one at any time."""
    response = jsonify(content)
    response.headers["Cache-Control"] = "no-store"
    return response


def _refused(key: str, status: int, **args: str) -> tuple[Response, int]:
    """Why a game is not taken in: a key for the page, and a line for whoever reads it without."""
    return jsonify(error=words(key, args), message={"key": key, "args": args}), status
