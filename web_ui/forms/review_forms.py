"""The review of a finished game in JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from engine.seats import Seat
from table.session.game_history import HistoryPosition
from table.storage.game_review import ReviewProgress, StoredTurn
from table.typed_json import Whole
from web_ui.forms.archive_forms import HistoryPositionForm, position_after_form
from web_ui.forms.basic_forms import AnswerForm

Share = Annotated[int, Meta(ge=0, le=1000, description="in how many of a thousand games")]


class ReviewedTurnForm(AnswerForm, frozen=True):
    """A turn. It began after ``ply`` steps of the game; ``shares`` are the games of a thousand that each side would win
    from there, in the order of the sides. ``loss`` is how many of these the turn lost to the player, ``better`` how a
    better turn would have gone on from there, step by step; only turns that lost much have it."""

    ply: Whole
    turn: Whole
    seat: Seat
    shares: tuple[Share, ...]
    loss: Share
    better: tuple[HistoryPositionForm, ...]


class ReviewForm(AnswerForm, frozen=True):
    """The review of a game, or how far it is: ``turns`` once it is there; else whether it was ``asked`` for, how many
    turns of how many are ``done``, whether it is ``paused`` while somebody plays, and whether it ``failed``."""

    asked: bool
    done: Whole
    count: Whole
    paused: bool
    failed: bool
    turns: tuple[ReviewedTurnForm, ...] | None


def progress_form(progress: ReviewProgress) -> ReviewForm:
    """A review that is not there yet."""
    return ReviewForm(progress.asked, progress.done, progress.turns, progress.paused, progress.failed, None)


def review_form(turns: Iterable[tuple[StoredTurn, tuple[HistoryPosition, ...]]]) -> ReviewForm:
    """A review: its turns, each with the positions of the better one."""
    forms = tuple(
        ReviewedTurnForm(
            each.ply, each.turn, each.seat, each.shares, each.loss, tuple(map(position_after_form, better))
        )
        for each, better in turns
    )
    return ReviewForm(asked=True, done=len(forms), count=len(forms), paused=False, failed=False, turns=forms)
