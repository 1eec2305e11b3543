"""Finished games and their reviews in JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, field

from engine.seats import Seat
from table.session.game_history import HistoryPosition
from table.storage.finished_game import Contestant, FinishedGame, time_text
from table.storage.game_archive import ArchivedGame, GameStatistics
from table.storage.game_review import ReviewProgress, StoredTurn
from table.typed_json import Whole
from table.view.snapshot_builder import logged
from web_ui.forms.basic_forms import AnswerForm, LoggedEventForm, MessageForm, logged_event_form, message_or_null
from web_ui.forms.game_forms import ShownAction, ViewForm, shown_action, view_form


class GameForm(AnswerForm, frozen=True):
    """A finished game in short."""

    game: str
    began: str | None
    ended: str | None
    players: tuple[Contestant, ...]
    fleece: str | None
    size: Whole
    winners: tuple[Seat, ...] | None
    reason: MessageForm | None
    turns: Whole
    imported: Annotated[bool, Meta(description="whether it came from elsewhere")]
    counted: Annotated[bool, Meta(description="whether it counts in the statistics")]


class GamesForm(AnswerForm, frozen=True):
    """Some of the finished games, the newest first; ``before`` asks for those that come next, ``count`` is how many
    there are, ``set_aside`` the files that could not be read."""

    games: tuple[GameForm, ...]
    before: str | None
    count: Whole
    set_aside: tuple[str, ...]


class PowerTallyForm(AnswerForm, frozen=True):
    """Games with a power."""

    power: str
    games: Whole
    wins: Whole
    turns: Whole


class PlayerTallyForm(AnswerForm, frozen=True):
    """Games of a player."""

    name: str
    games: Whole
    wins: Whole
    turns: Whole
    powers: tuple[PowerTallyForm, ...]


class StatisticsForm(AnswerForm, frozen=True):
    """What is counted of the finished games; ``others`` is how many players are not listed, who played less."""

    players: tuple[PlayerTallyForm, ...]
    others: Whole
    powers: tuple[PowerTallyForm, ...]


class HistoryPositionForm(AnswerForm, frozen=True):
    """How a game stood after an action."""

    turn: Whole
    seat: Seat | None
    action: ShownAction | None
    log: tuple[LoggedEventForm, ...]
    view: ViewForm


class ReplayForm(AnswerForm, frozen=True):
    """A game to step through."""

    game: GameForm
    positions: tuple[HistoryPositionForm, ...] = field(name="moments")


def games_form(listed: ArchivedGame, set_aside: Iterable[str]) -> GamesForm:
    """Some of the finished games, and the files that could not be read."""
    games = tuple(game_form(name, game) for name, game in listed.games)
    return GamesForm(games, listed.before, listed.count, tuple(set_aside))


def statistics_form(statistics: GameStatistics) -> StatisticsForm:
    """What is counted of the games."""
    return StatisticsForm(
        players=tuple(
            PlayerTallyForm(
                player.name,
                player.tally.games,
                player.tally.wins,
                player.tally.turns,
                tuple(PowerTallyForm(power, each.games, each.wins, each.turns) for power, each in player.powers),
            )
            for player in statistics.players
        ),
        others=statistics.others,
        powers=tuple(PowerTallyForm(power, each.games, each.wins, each.turns) for power, each in statistics.powers),
    )


def game_form(name: str, game: FinishedGame) -> GameForm:
    """A finished game in short."""
    return GameForm(
        game=name,
        began=time_text(game.began),
        ended=time_text(game.ended),
        players=game.players,
        fleece=game.fleece,
        size=game.size,
        winners=game.winners,
        reason=message_or_null(game.reason),
        turns=game.turns,
        imported=game.imported,
        counted=game.counted,
    )


def replay_form(name: str, game: FinishedGame, positions: Iterable[HistoryPosition]) -> ReplayForm:
    """A game, and how it stood after each of its actions."""
    return ReplayForm(game_form(name, game), tuple(map(position_after_form, positions)))


def position_after_form(position: HistoryPosition) -> HistoryPositionForm:
    """How a game stood after one of its actions."""
    return HistoryPositionForm(
        turn=position.turn,
        seat=position.seat,
        action=None if position.action is None else shown_action(position.action),
        log=tuple(logged_event_form(logged(event)) for event in position.events),
        view=view_form(position.view),
    )


# ---- Reviews


Share = Annotated[int, Meta(ge=0, le=1000, description="in how many of a thousand games")]


class ReviewedTurnForm(AnswerForm, frozen=True):
    """A turn. It began after ``ply`` steps of the game; ``shares`` are the games of a thousand that each side would win
    from there, in the order of the sides. ``loss`` is how many of these the turn lost to the player, ``better`` how a
    better turn would have gone on from there, step by step, and ``reason`` what makes that one good; only turns that
    lost much have them."""

    ply: Whole
    turn: Whole
    seat: Seat
    shares: tuple[Share, ...]
    loss: Share
    better: tuple[HistoryPositionForm, ...]
    reason: MessageForm | None


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
            each.ply,
            each.turn,
            each.seat,
            each.shares,
            each.loss,
            better=tuple(map(position_after_form, better)),
            reason=message_or_null(each.reason if better else None),
        )
        for each, better in turns
    )
    return ReviewForm(asked=True, done=len(forms), count=len(forms), paused=False, failed=False, turns=forms)
