"""Positions as JSON."""

from __future__ import annotations

from engine.squares import Square, square_name
from engine.views import Outcome, SeenCard, SeenPlayer, SeenWorker, Stock, View
from web_ui.forms.action_forms import action_json
from web_ui.forms.json_values import Json, square_names


def view_json(view: View) -> dict[str, Json]:
    """A position as its viewer may see it."""
    return {
        "viewer": view.viewer.value,
        "size": view.size,
        "levels": {square_name(Square(number)): level for number, level in enumerate(view.levels)},
        "domes": square_names(sorted(view.domes)),
        "workers": [worker_json(worker) for worker in view.workers],
        "tokens": [{"power": token.power, "square": square_name(token.square)} for token in view.tokens],
        "players": [_player(player) for player in view.players],
        "beside": [_beside(card) for card in view.beside],
        "stock": _stock(view.stock),
        "active": view.active,
        "driven": view.driven,
        "options": [action_json(action) for action in view.options],
        "outcome": None if view.outcome is None else _outcome(view.outcome),
    }


def worker_json(worker: SeenWorker) -> dict[str, Json]:
    """A worker that is seen."""
    return {"seat": worker.seat.value, "square": square_name(worker.square), "marked": worker.marked}


def _beside(card: SeenCard) -> dict[str, Json]:
    return {"power": card.power, "holders": [seat.value for seat in card.holders], "memory": dict(card.memory)}


def _stock(stock: Stock) -> dict[str, Json]:
    return {"blocks": list(stock.blocks), "domes": stock.domes}


def _player(player: SeenPlayer) -> dict[str, Json]:
    return {
        "seat": player.seat.value,
        "team": player.team,
        "power": player.power,
        "second": player.second,
        "uses": list(player.uses),
        "memory": dict(player.memory),
        "reserve": player.reserve,
        "hidden": player.hidden,
        "eliminated": player.eliminated,
    }


def _outcome(outcome: Outcome) -> dict[str, Json]:
    reason: dict[str, Json] = {"key": outcome.reason.key, "args": dict(outcome.reason.args)}
    return {"winners": [seat.value for seat in outcome.winners], "reason": reason}
