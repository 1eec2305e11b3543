"""The review of a finished game: who stood better after each turn, and better turns where much was lost."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, abort, request
from werkzeug.exceptions import TooManyRequests

from engine import NotationError
from table.session.game_history import HistoryPosition
from table.storage.autosave import SaveError
from table.storage.game_archive import GameArchive, NoGameError
from table.storage.game_review import (
    Reviewer,
    ReviewProgress,
    StoredReview,
    StoredTurn,
    TooManyReviews,
    better_positions,
)
from web_ui.forms.review_forms import progress_form, review_form
from web_ui.game_pages import InsufficientStorage
from web_ui.guard import RequestSlots
from web_ui.packing import CachedBodies, Packed, answer, json_response, packed_json

MUCH: Final = 150
"""A turn that loses so many of a thousand games is a turning point."""
MOST_POINTS: Final = 6
"""So many are shown, those that lost most."""

ASKING: Final = (1, 2)
"""The most requests that wait for a game to be replayed, of one address and of all."""
HELD: Final = 512 * 1024
RETRY: Final = 30
"""After how many seconds to ask again where too many reviews wait."""


def review_pages(archive: GameArchive, reviewer: Reviewer) -> Blueprint:
    """The routes. Everybody may look at a review, and ask for one: a few wait at a time."""
    pages = Blueprint("reviews", __name__)
    bodies = CachedBodies(HELD, RequestSlots(*ASKING))

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
    """The turns, and for those that lost most the positions of the better ones."""
    losses = sorted((turn for turn in review.turns if turn.loss >= MUCH and turn.better), key=lambda turn: -turn.loss)
    shown = {turn.ply for turn in losses[:MOST_POINTS]}
    try:
        game = archive.game(name).game()
    except (SaveError, NotationError) as error:
        abort(422, str(error))
    return [(turn, better_positions(game, turn) if turn.ply in shown else ()) for turn in review.turns]
