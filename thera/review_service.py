"""Reviews the finished games of a table in the background: one at a time, at the lowest priority, and never while
somebody plays."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from engine import Game, NotationError
from engine.notation import turn_text
from opponent.process import Closed, ThinkingFailed, ThinkingProcess
from opponent.review import TurnReview, review, turns_to_review
from table.session.interfaces import TableApi
from table.session.session_events import SaveError
from table.session.snapshot import Phase
from table.storage.finished_game import FinishedGame
from table.storage.game_archive import GameArchive
from table.storage.game_review import VERSION, ReviewProgress, StoredReview, StoredTurn, TooManyReviews, mark_of
from thera.hint_service import reason_message

MOST_WAITING: Final = 8
LOOK_AGAIN: Final = 5.0
"""The most seconds until a closing table is noticed."""

IDLE: Final = (Phase.LOBBY, Phase.OVER)
"""The phases in which nobody plays."""

NOBODY: Final[frozenset[str]] = frozenset()

log = logging.getLogger(__name__)


class ReviewService:
    """Computes reviews in a separate thread. Between two turns it waits while a game is in progress. The process that
    thinks runs only during a review."""

    def __init__(
        self, table: TableApi, games: GameArchive, thinking: Callable[[], ThinkingProcess] = ThinkingProcess
    ) -> None:
        self._table = table
        self._games = games
        self._thinking = thinking
        self._changed = threading.Condition()
        self._waiting: OrderedDict[str, ReviewProgress] = OrderedDict()
        self._failed: set[str] = set()
        self._process: ThinkingProcess | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="reviews", daemon=True)

    def start(self) -> None:
        """Review the newest game, if it has no review, and each game that is saved from now on."""
        self._games.saved = self._ask_quietly
        self._thread.start()

    def close(self) -> None:
        """Stop. An unfinished review starts again next time. May be called again."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if (process := self._process) is not None:
            process.close()
        if self._thread.is_alive():
            self._thread.join(2 * LOOK_AGAIN)

    def review_of(self, name: str) -> StoredReview | ReviewProgress:
        """The review of a game, or its progress.

        :raises NoGameError: if there is no such game.
        """
        found = self._games.reviews.load(name, self._games.game(name))
        if found is not None:
            return found
        with self._changed:
            return self._waiting.get(name) or ReviewProgress(failed=name in self._failed)

    def ask(self, name: str) -> None:
        """Review a game, unless it has a review.

        :raises NoGameError: if there is no such game.
        :raises TooManyReviews: if too many games wait.
        """
        if self._games.reviews.load(name, self._games.game(name)) is None:
            self._add(name)

    def _add(self, name: str) -> None:
        with self._changed:
            if name in self._waiting or self._closed:
                return
            if len(self._waiting) >= MOST_WAITING:
                raise TooManyReviews
            self._failed.discard(name)
            self._waiting[name] = ReviewProgress(asked=True)
            self._changed.notify_all()

    def _ask_quietly(self, name: str) -> None:
        with suppress(TooManyReviews):
            self._add(name)

    def _run(self) -> None:
        self._ask_for_newest()
        while (name := self._next()) is not None:
            try:
                self._review(name, self._games.game(name))
            except (SaveError, NotationError, ThinkingFailed, OSError, ValueError) as error:
                log.warning("the game %s cannot be reviewed: %s", name, error)
                with self._changed:
                    self._failed.add(name)
            except Closed:
                return
            finally:
                with self._changed:
                    self._waiting.pop(name, None)

    def _ask_for_newest(self) -> None:
        """Review the last game if a power cut came before its review was complete."""
        try:
            newest = self._games.listed().games[:1]
        except SaveError as error:
            log.warning("no game is reviewed: %s", error)
            return
        for name, game in newest:
            if not game.imported and self._games.reviews.load(name, game) is None:
                self._ask_quietly(name)

    def _next(self) -> str | None:
        """Wait for the next game; None at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._waiting)
            return None if self._closed else next(iter(self._waiting))

    def _review(self, name: str, finished: FinishedGame) -> None:
        self._wait_until_idle(name, ReviewProgress(asked=True))
        game = finished.game()
        if game.state.turn is None and game.outcome is None:
            raise ValueError("it has no turns")
        turns = self._thought_through(name, game)
        if turns is not None:
            self._games.reviews.save(name, StoredReview(VERSION, mark_of(finished), turns))

    def _thought_through(self, name: str, game: Game) -> tuple[StoredTurn, ...] | None:
        """The turns of a review; None if this closes first."""
        count = turns_to_review(game)
        process = self._process = self._thinking()
        try:
            turns: list[StoredTurn] = []
            for turn in review(game, process):
                turns.append(_stored(turn))
                if not self._wait_until_idle(name, ReviewProgress(asked=True, done=len(turns), turns=count)):
                    return None
            return tuple(turns)
        finally:
            process.close()
            self._process = None

    def _wait_until_idle(self, name: str, progress: ReviewProgress) -> bool:
        """Wait while somebody plays; False if the table closes."""
        snapshot = self._table.snapshot(NOBODY)
        while not (self._closed or self._table.closed):
            paused = snapshot.phase not in IDLE
            with self._changed:
                self._waiting[name] = replace(progress, paused=paused)
            if not paused:
                return True
            snapshot = self._table.wait(NOBODY, snapshot.version, LOOK_AGAIN) or snapshot
        return False


def _stored(turn: TurnReview) -> StoredTurn:
    reason = None if turn.reason is None else reason_message(turn.reason)
    return StoredTurn(turn.ply, turn.turn, turn.seat, turn.shares, turn.loss, turn_text(turn.better), reason)
