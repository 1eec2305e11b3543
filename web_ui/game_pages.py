"""Finished games on the page: the list, what is counted, one game to step through, its file, and games from elsewhere.

What is made of all games, or of a whole one, is made once and held until the games change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flask import Blueprint, Response, abort, request
from werkzeug.exceptions import HTTPException

from table.session.table_api import TableApi
from table.storage.autosave import SaveError
from table.storage.finished_game import FinishedGame, game_text
from table.storage.game_archive import NAME, GameArchive, NoGameError
from table.storage.game_statistics import statistics_of
from web_ui.cached_bodies import CachedBodies
from web_ui.forms.archive_forms import games_form, replay_form, statistics_form
from web_ui.game_imports import INSUFFICIENT_STORAGE, add_import
from web_ui.limits import AtOnce
from web_ui.packing import Packed, answer, packed_json

LISTING: Final = (8, 32)
"""So many may wait for a list that is still to be made, of one address and of all; that takes some ms."""
REPLAYING: Final = (2, 4)
"""So many may wait for a game that is played again, likewise; that takes up to some seconds."""
HELD: Final = 2 * 1024 * 1024
"""Bytes of lists, and of games, that are held."""


class InsufficientStorage(HTTPException):
    """No disk gives the games. Werkzeug has none of this kind."""

    code = INSUFFICIENT_STORAGE


def game_pages(door: TableApi, archive: GameArchive) -> Blueprint:
    """The routes of finished games. Everybody may look at them; to add one takes a seat at the table."""
    pages = Blueprint("games", __name__)
    lists, counts = CachedBodies(HELD, AtOnce(*LISTING)), CachedBodies(0, AtOnce(*LISTING))
    replaying = AtOnce(*REPLAYING)
    replays = CachedBodies(HELD, replaying)

    @pages.get("/games.json")
    def games() -> Response:
        before = request.args.get("before")
        if before is not None and not NAME.fullmatch(before):
            abort(400, "before is the name of a game")

        def made() -> Packed:
            return packed_json(games_form(archive.listed(before), archive.set_aside))

        return _told(lists, before or "", made)

    @pages.get("/statistics.json")
    def statistics() -> Response:
        return _told(counts, "", lambda: packed_json(statistics_form(statistics_of(game for _, game in archive.games))))

    @pages.get("/games/<name>.json")
    def game(name: str) -> Response:
        kept = _game(name)

        def made() -> Packed:
            try:
                moments = archive.positions(name)
            except SaveError as error:
                abort(422, str(error))
            return packed_json(replay_form(name, kept, moments))

        return _told(replays, name, made)

    @pages.get("/games/<name>.record")
    def record(name: str) -> Response:
        kept = _game(name)
        text = game_text(kept.record, kept.names, kept.began, kept.ended)
        saved = {"Content-Disposition": f'attachment; filename="thera-{name}.json"', "Cache-Control": "no-store"}
        return Response(text, mimetype="application/json", headers=saved)

    add_import(pages, door, archive, replaying)

    def _told(bodies: CachedBodies, name: str, make: Callable[[], Packed]) -> Response:
        """The answer that is made of the games as they are now."""
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
