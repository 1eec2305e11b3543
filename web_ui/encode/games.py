"""Finished games as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from table.session.game_history import HistoryPosition
from table.storage.finished_game import Contestant, FinishedGame, time_text
from table.storage.game_archive import ArchivedGame
from table.storage.game_statistics import GameStatistics, Tally
from table.view.game_log import log_lines
from web_ui.encode.view import view_json
from web_ui.forms.action_forms import action_json
from web_ui.forms.json_values import Json, message_json


def games_json(listed: ArchivedGame, set_aside: Iterable[str]) -> dict[str, Json]:
    """Some of the finished games, how the next ones are asked for, how many there are, and the files that could not be
    read."""
    return {
        "games": [game_json(name, game) for name, game in listed.games],
        "before": listed.before,
        "count": listed.count,
        "set_aside": list(set_aside),
    }


def statistics_json(statistics: GameStatistics) -> dict[str, Json]:
    """What is counted of the games."""
    return {
        "players": [
            {
                "name": player.name,
                **_tally(player.tally),
                "powers": [{"power": power, **_tally(tally)} for power, tally in player.powers],
            }
            for player in statistics.players
        ],
        "others": statistics.others,
        "powers": [{"power": power, **_tally(tally)} for power, tally in statistics.powers],
    }


def game_json(name: str, game: FinishedGame) -> dict[str, Json]:
    """A finished game in short."""
    return {
        "game": name,
        "began": time_text(game.began),
        "ended": time_text(game.ended),
        "players": [_player(player) for player in game.players],
        "fleece": game.fleece,
        "size": game.size,
        "winners": None if game.winners is None else [seat.value for seat in game.winners],
        "reason": None if game.reason is None else message_json(game.reason),
        "turns": game.turns,
        "imported": game.imported,
        "counted": game.counted,
    }


def moments_json(moments: Iterable[HistoryPosition]) -> list[Json]:
    """How a game stood after each of its actions, and what had happened."""
    return [_moment(moment) for moment in moments]


def _moment(moment: HistoryPosition) -> dict[str, Json]:
    return {
        "turn": moment.turn,
        "seat": None if moment.seat is None else moment.seat.value,
        "action": None if moment.action is None else action_json(moment.action),
        "log": [message_json(line.message) for line in log_lines(moment.events)],
        "view": view_json(moment.view),
    }


def _player(player: Contestant) -> dict[str, Json]:
    return {"seat": player.seat.value, "name": player.name, "powers": list(player.powers), "team": player.team}


def _tally(tally: Tally) -> dict[str, Json]:
    return {"games": tally.games, "wins": tally.wins, "turns": tally.turns}
