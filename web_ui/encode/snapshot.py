"""Snapshots as JSON."""

from __future__ import annotations

import time
from dataclasses import asdict

from engine.squares import Square, square_name
from engine.views import Prompt
from table.session.snapshot import (
    AdoptBoard,
    BoardView,
    ClockView,
    DraftView,
    LogLine,
    Offer,
    OfferKind,
    SeatView,
    SecretView,
    Snapshot,
    TakebackView,
    TrustGame,
    TurnBoard,
)
from table.settings.configuration import Wifi
from table.settings.game_options import options_json
from table.settings.own_network import OwnNetwork
from web_ui.encode.configured import configured_json
from web_ui.encode.door import claim_json, corner_json, settings_json, turned_away_json
from web_ui.encode.view import view_json, worker_json
from web_ui.encode.workshop import workshop_json
from web_ui.forms.action_forms import action_json
from web_ui.forms.json_values import Json, message_json


def snapshot_json(snapshot: Snapshot) -> dict[str, Json]:
    """The whole snapshot, as the stream sends it."""
    return {
        "version": snapshot.version,
        "phase": snapshot.phase.value,
        "seats": [_seat(seat) for seat in snapshot.seats],
        "seats_held": [seat.value for seat in snapshot.seats_held],
        "host": snapshot.host,
        "options": {**options_json(snapshot.options)},
        "powers_needed": snapshot.powers_needed,
        "draft": None if snapshot.draft is None else _draft(snapshot.draft),
        "game": None if snapshot.game is None else view_json(snapshot.game),
        "prompt": None if snapshot.prompt is None else _prompt(snapshot.prompt),
        "confirming": snapshot.confirming,
        "can_undo": snapshot.can_undo,
        "dark": {
            square_name(Square(number)): message_json(reason)
            for number, reason in enumerate(snapshot.dark)
            if reason is not None
        },
        "choices": [[action_json(action) for action in chain] for chain in snapshot.choices],
        "board": _board(snapshot.board),
        "offers": [_offer(offer) for offer in snapshot.offers],
        "log": [_log_line(line) for line in snapshot.log],
        "size": snapshot.size,
        "can_restart": snapshot.can_restart,
        "can_take_back": snapshot.can_take_back,
        "takeback": None if snapshot.takeback is None else _takeback(snapshot.takeback),
        "clock": None if snapshot.clock is None else _clock(snapshot.clock),
        "gods": snapshot.gods,
        "obstacle": None if snapshot.obstacle is None else message_json(snapshot.obstacle),
        "claims": [claim_json(claim) for claim in snapshot.claims],
        "turned_away": turned_away_json(snapshot.turned_away),
        "leader": None if snapshot.leader is None else snapshot.leader.value,
        "host_gone": snapshot.host_gone,
        "found": snapshot.found,
        "settings": settings_json(snapshot.settings),
        "corner": corner_json(snapshot.corner),
        "colours": snapshot.colours,
        "kept": snapshot.kept,
        "unkept": None if snapshot.unkept is None else message_json(snapshot.unkept),
        "showing": None if snapshot.showing is None else asdict(snapshot.showing),
        "unwritten": None if snapshot.unwritten is None else message_json(snapshot.unwritten),
        "mended": None if snapshot.mended is None else message_json(snapshot.mended),
        "secret": None if snapshot.secret is None else _secret(snapshot.secret),
        "workshop": None if snapshot.workshop is None else workshop_json(snapshot.workshop),
        "wifi": None if snapshot.wifi is None else _wifi(snapshot.wifi),
        "configured": None if snapshot.configured is None else configured_json(snapshot.configured),
    }


def _wifi(network: Wifi | OwnNetwork) -> dict[str, Json]:
    return {"name": network.name, "password": network.password, "own": isinstance(network, OwnNetwork)}


def _seat(seat: SeatView) -> dict[str, Json]:
    return {
        "seat": seat.seat.value,
        "name": seat.name,
        "connected": seat.connected,
        "power": seat.power,
        "team": seat.team,
    }


def _takeback(wish: TakebackView) -> dict[str, Json]:
    return {
        "asker": wish.asker.value,
        "missing": [seat.value for seat in wish.missing],
        "refused": None if wish.refused is None else wish.refused.value,
    }


def _clock(clock: ClockView) -> dict[str, Json]:
    """The clock as it stood ``age`` ms ago."""
    return {
        "minutes": clock.rule.minutes,
        "increment": clock.rule.increment,
        "left": {seat.value: ms for seat, ms in clock.left},
        "running": None if clock.running is None else clock.running.value,
        "paused": clock.paused,
        "age": max(0, round(1000 * (time.monotonic() - clock.since))),
    }


def _draft(draft: DraftView) -> dict[str, Json]:
    return {
        "stage": draft.stage.value,
        "challenger": draft.challenger.value,
        "to_act": draft.to_act.value,
        "cards": [
            {
                "power": card.power,
                "refused": None if card.refused is None else message_json(card.refused),
                "warnings": [message_json(warning) for warning in card.warnings],
                "conflicts": [message_json(conflict) for conflict in card.conflicts],
            }
            for card in draft.cards
        ],
        "taken": [{"seat": seat.value, "power": power} for seat, power in draft.taken],
        "starters": [seat.value for seat in draft.starters],
        "choosing": [seat.value for seat in draft.choosing],
        "chooser": None if draft.chooser is None else draft.chooser.value,
        "own": [{"seat": seat.value, "power": power} for seat, power in draft.own],
        "wanted": draft.wanted,
        "at_once": draft.at_once,
        "gods": draft.gods,
        "fleece": draft.fleece,
        "votes": [
            {
                "power": votes.power,
                "seats": [seat.value for seat in votes.seats],
                "passed_over": None if votes.passed_over is None else message_json(votes.passed_over),
            }
            for votes in draft.votes
        ],
    }


def _prompt(prompt: Prompt) -> dict[str, Json]:
    return {
        "seat": prompt.seat.value,
        "kind": prompt.kind.value,
        "power": prompt.power,
        "optional": prompt.optional,
    }


def _board(board: BoardView) -> dict[str, Json]:
    return {
        "link": board.link,
        "mode": board.mode.value,
        "lifted": None if board.lifted is None else square_name(Square(board.lifted)),
        "differences": [
            {
                "square": square_name(Square(difference.square)),
                "kind": difference.kind.value,
                "seat": None if difference.seat is None else difference.seat.value,
                "seen": difference.seen,
                "wanted": difference.wanted,
            }
            for difference in board.differences
        ],
        "message": None if board.message is None else message_json(board.message),
        "warnings": [message_json(warning) for warning in board.warnings],
    }


def _offer(offer: Offer) -> dict[str, Json]:
    match offer:
        case TrustGame():
            return {"kind": OfferKind.TRUST.value}
        case AdoptBoard(workers, heights):
            return {
                "kind": OfferKind.ADOPT.value,
                "workers": {square_name(Square(on)): seat.value for on, seat in workers},
                "heights": {square_name(Square(on)): pieces for on, pieces in heights},
            }
        case TurnBoard(quarters):
            return {"kind": OfferKind.TURN.value, "degrees": 90 * quarters}


def _log_line(line: LogLine) -> dict[str, Json]:
    told: dict[str, Json] = {"number": line.number, "message": message_json(line.message)}
    if not line.secret:
        return told
    return {**told, "secret": True, "instead": None if line.instead is None else message_json(line.instead)}


def _secret(secret: SecretView) -> dict[str, Json]:
    """What this phone keeps covered: workers, what cards remember, and whether the open step is a secret one."""
    return {
        "workers": [worker_json(worker) for worker in secret.workers],
        "memory": dict(secret.memory),
        "step": secret.step,
    }
