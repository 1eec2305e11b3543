"""Finished games on the page: the list, statistics, one game to step through with its review, its file, and games from
elsewhere.

Whatever needs all games, or a whole one, is made once and held until the games change.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Final

from flask import Blueprint, Response, abort, jsonify, request
from werkzeug.exceptions import HTTPException, TooManyRequests

from engine import NotationError
from engine.seats import Seat
from table.session.game_history import HistoryPosition
from table.session.interfaces import TableApi
from table.session.session_events import SaveError
from table.storage.finished_game import FinishedGame, game_text
from table.storage.game_archive import (
    GAME_SIZE,
    MOST_IMPORTED,
    NAME,
    ArchiveFullError,
    GameArchive,
    KnownGameError,
    NoGameError,
    statistics_of,
)
from table.storage.game_review import (
    Reviewer,
    ReviewProgress,
    StoredReview,
    StoredTurn,
    TooManyReviews,
    better_positions,
)
from web_ui.callers import tokens_of
from web_ui.forms.archive_forms import games_form, progress_form, replay_form, review_form, statistics_form
from web_ui.guard import MINUTE, RateLimit, RequestSlots
from web_ui.languages import words
from web_ui.packing import CachedBodies, Packed, answer, json_response, packed_json

IMPORTS_A_MINUTE: Final = 10
"""The games a minute that one seat may import."""
DETAIL: Final = 300
"""The most characters of a file's error that an answer repeats."""

CREATED: Final = 201
INSUFFICIENT_STORAGE: Final = 507

LISTING: Final = (8, 32)
"""The most requests of one address, and of all, that wait for a list, which takes some ms."""
REPLAYING: Final = (2, 4)
"""The most requests, likewise, that wait for the replay of a game, which takes up to some seconds."""
HELD: Final = 2 * 1024 * 1024
"""The most bytes of lists, and of games, that stay in memory."""


class InsufficientStorage(HTTPException):
    """The disk cannot read or write the games. Werkzeug has no exception for this status."""

    code = INSUFFICIENT_STORAGE


def game_pages(table: TableApi, archive: GameArchive) -> Blueprint:
    """Return the routes of finished games. Everybody may look at them; adding one takes a seat at the table."""
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
        """Return the answer for the present games."""
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
    """Add the route to which files of games are posted; ``replaying`` limits the waiting replays, of which each of
    these is one."""
    imports = RateLimit(IMPORTS_A_MINUTE, MINUTE)

    def wait(held: tuple[Seat, ...]) -> float:
        """Return the seconds until these seats may import a game; 0 if they may now."""
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
    """Return the text as one short line; it may repeat sent text."""
    line = " ".join(text.split())
    return line if len(line) <= DETAIL else f"{line[:DETAIL]}..."


def _refused(key: str, status: int, **args: str) -> tuple[Response, int]:
    """Return why a game was not imported: a key for the page, and a line of English for other programs."""
    return jsonify(error=words(key, args), message={"key": key, "args": args}), status


# ---- Reviews


MUCH: Final = 150
"""The loss, in games of a thousand, that makes a turn a turning point."""
MOST_POINTS: Final = 6
"""The most turning points that are shown, those that lost most."""

ASKING: Final = (1, 2)
"""The most requests of one address, and of all, that wait for the replay of a game."""
REVIEWS_HELD: Final = 512 * 1024
RETRY: Final = 30
"""The seconds after which to ask again if too many reviews wait."""


def review_pages(archive: GameArchive, reviewer: Reviewer) -> Blueprint:
    """Return the routes of reviews. Everybody may look at a review, and request one: a few wait at a time."""
    pages = Blueprint("reviews", __name__)
    bodies = CachedBodies(REVIEWS_HELD, RequestSlots(*ASKING))

    @pages.get("/games/<name>/review.json")
    def review(name: str) -> Response:
        found = _found(name)
        if isinstance(found, ReviewProgress):
            return _fresh(found)

        def made() -> Packed:
            return packed_json(review_form(_with_better(archive, name, found)))

        return answer(request, bodies.body(name, archive.edition, made))

    @pages.post("/games/<name>/review")
    def ask(name: str) -> Response:
        try:
            reviewer.ask(name)
        except NoGameError as error:
            abort(404, str(error))
        except TooManyReviews as error:
            raise TooManyRequests("other games are reviewed first; ask again later", retry_after=RETRY) from error
        except SaveError as error:
            raise InsufficientStorage(str(error)) from error
        found = _found(name)
        return _fresh(found if isinstance(found, ReviewProgress) else ReviewProgress(asked=True))

    def _found(name: str) -> StoredReview | ReviewProgress:
        try:
            return reviewer.review_of(name)
        except NoGameError as error:
            abort(404, str(error))
        except SaveError as error:
            raise InsufficientStorage(str(error)) from error

    return pages


def _fresh(progress: ReviewProgress) -> Response:
    response = json_response(progress_form(progress))
    response.headers["Cache-Control"] = "no-store"
    return response


def _with_better(
    archive: GameArchive, name: str, review: StoredReview
) -> list[tuple[StoredTurn, tuple[HistoryPosition, ...]]]:
    """Return the turns, and for those that lost most the positions of better turns."""
    losses = sorted((turn for turn in review.turns if turn.loss >= MUCH and turn.better), key=lambda turn: -turn.loss)
    shown = {turn.ply for turn in losses[:MOST_POINTS]}
    try:
        game = archive.game(name).game()
    except (SaveError, NotationError) as error:
        abort(422, str(error))
    return [(turn, better_positions(game, turn) if turn.ply in shown else ()) for turn in review.turns]
