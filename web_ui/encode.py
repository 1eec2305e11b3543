"""Snapshots and bench views as JSON, with squares by their names. Pure functions; the scripts read what they give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.actions import (
    Action,
    Build,
    Choose,
    Correct,
    Done,
    Force,
    Move,
    Place,
    Point,
    PutToken,
    Recycle,
    RemoveWorker,
    Resign,
    Swap,
    TakeBlock,
    Use,
)
from engine.squares import Square, square_name
from engine.views import Outcome, Prompt, SeenCard, SeenPlayer, SeenWorker, Stock, View
from table.hands import BenchView, PieceView
from table.snapshot import (
    AdoptBoard,
    BoardView,
    DraftView,
    LogLine,
    Message,
    Offer,
    OfferKind,
    Readings,
    SeatView,
    Snapshot,
    TrustGame,
    TurnBoard,
    WorkshopView,
)

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]


def snapshot_json(snapshot: Snapshot) -> dict[str, Json]:
    """The whole snapshot, as the stream sends it."""
    return {
        "version": snapshot.version,
        "phase": snapshot.phase.value,
        "seats": [_seat(seat) for seat in snapshot.seats],
        "seats_held": [seat.value for seat in snapshot.seats_held],
        "host": snapshot.host,
        "powers": snapshot.powers,
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
        "workshop": None if snapshot.workshop is None else _workshop(snapshot.workshop),
    }


def readings_json(readings: Readings) -> dict[str, Json]:
    """What the board measures, mT by square; ``fields`` is null while nobody looks at it."""
    fields = readings.fields
    return {
        "version": readings.version,
        "fields": None if fields is None else {_name(number): round(field, 3) for number, field in enumerate(fields)},
        "clipped": [_name(number) for number in sorted(readings.clipped)],
        "noisy": [_name(number) for number in sorted(readings.noisy)],
        "noise": round(readings.noise, 4),
        "rate": round(readings.rate, 1),
        "missed": readings.missed,
        "button": readings.button,
    }


def view_json(view: View) -> dict[str, Json]:
    """A position as its viewer may see it."""
    return {
        "viewer": view.viewer.value,
        "size": view.size,
        "levels": {square_name(Square(number)): level for number, level in enumerate(view.levels)},
        "domes": _names(sorted(view.domes)),
        "workers": [_worker(worker) for worker in view.workers],
        "tokens": [{"power": token.power, "square": square_name(token.square)} for token in view.tokens],
        "players": [_player(player) for player in view.players],
        "beside": [_beside(card) for card in view.beside],
        "stock": _stock(view.stock),
        "active": view.active,
        "driven": view.driven,
        "options": [action_json(action) for action in view.options],
        "outcome": None if view.outcome is None else _outcome(view.outcome),
    }


def action_json(action: Action) -> dict[str, Json]:
    """An action in the form that ``schema.read_action`` reads: ``worker`` is the worker that acts or is acted with,
    ``square`` where to (with a swap where the other one stands), ``piece`` what is built; null if it has none.
    ``direction``, ``power`` and ``seat`` are there where the action has them.
    """
    match action:
        case Place(square=on):
            return _action("place", square=on)
        case Move(worker=worker, to=to):
            return _action("move", worker, to)
        case Build(worker=worker, on=on, piece=piece):
            return _action("build", worker, on, piece=piece.value)
        case Force(worker=worker, to=to):
            return _action("force", worker, to)
        case Swap(mine=mine, theirs=theirs):
            return _action("swap", mine, theirs)
        case RemoveWorker(square=on):
            return _action("remove", square=on)
        case TakeBlock(square=on):
            return _action("take", square=on)
        case PutToken(square=on):
            return _action("token", square=on)
        case Choose(worker=on):
            return _action("choose", square=on)
        case Recycle(square=on):
            return _action("recycle", square=on)
        case _:
            return _plain_action(action)


def _plain_action(action: Point | Use | Done | Resign | Correct) -> dict[str, Json]:
    """An action that concerns no square."""
    match action:
        case Point(direction=direction):
            return _action("point", direction=direction)
        case Use(power=power):
            return _action("use", power=power)
        case Done():
            return _action("done")
        case Resign(seat=seat):
            return _action("resign", seat=seat.value)
        case Correct():
            return _action("correct")


def message_json(message: Message) -> dict[str, Json]:
    """A key and its arguments."""
    return {"key": message.key, "args": dict(message.args)}


def bench_json(bench: BenchView) -> dict[str, Json]:
    """The virtual board from above; lights as ``#rrggbb``, places in mm from the centre of a1."""
    return {
        "version": bench.version,
        "size": bench.size,
        "levels": {square_name(Square(number)): level for number, level in enumerate(bench.levels)},
        "domes": [square_name(Square(number)) for number, domed in enumerate(bench.domes) if domed],
        "pieces": [_piece(piece) for piece in bench.pieces],
        "lights": {
            square_name(Square(number)): f"#{red:02x}{green:02x}{blue:02x}"
            for number, (red, green, blue) in enumerate(bench.lights)
        },
        "phone": None if bench.phone is None else {"x": round(bench.phone[0], 1), "y": round(bench.phone[1], 1)},
    }


def _action(
    kind: str,
    worker: Square | None = None,
    square: Square | None = None,
    piece: str | None = None,
    **more: str | None,
) -> dict[str, Json]:
    return {
        "kind": kind,
        "worker": None if worker is None else square_name(worker),
        "square": None if square is None else square_name(square),
        "piece": piece,
        **more,
    }


def _names(squares: Iterable[Square]) -> list[str]:
    return [square_name(of) for of in squares]


def _seat(seat: SeatView) -> dict[str, Json]:
    return {
        "seat": seat.seat.value,
        "name": seat.name,
        "connected": seat.connected,
        "power": seat.power,
        "team": seat.team,
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
            }
            for card in draft.cards
        ],
        "taken": [{"seat": seat.value, "power": power} for seat, power in draft.taken],
        "starters": [seat.value for seat in draft.starters],
    }


def _worker(worker: SeenWorker) -> dict[str, Json]:
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


def _prompt(prompt: Prompt) -> dict[str, Json]:
    return {
        "seat": prompt.seat.value,
        "kind": prompt.kind.value,
        "power": prompt.power,
        "optional": prompt.optional,
    }


def _outcome(outcome: Outcome) -> dict[str, Json]:
    reason: dict[str, Json] = {"key": outcome.reason.key, "args": dict(outcome.reason.args)}
    return {"winners": [seat.value for seat in outcome.winners], "reason": reason}


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


def _workshop(workshop: WorkshopView) -> dict[str, Json]:
    return {
        "task": workshop.task.value,
        "step": workshop.step,
        "message": message_json(workshop.message),
        "lit": {_name(number): meaning for number, meaning in workshop.lit},
        "notes": [message_json(note) for note in workshop.notes],
        "done": workshop.done,
        "total": workshop.total,
        "answers": list(workshop.answers),
        "names": workshop.names,
        "expected": None if workshop.expected is None else _name(workshop.expected),
        "level": workshop.level,
        "resumed": workshop.resumed,
        "over": workshop.over,
    }


def _name(number: int) -> str:
    return square_name(Square(number))


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
    return {"number": line.number, "message": message_json(line.message)}


def _piece(piece: PieceView) -> dict[str, Json]:
    return {
        "piece": piece.piece,
        "seat": piece.seat,
        "square": None if piece.square is None else square_name(Square(piece.square)),
        "x": round(piece.x, 1),
        "y": round(piece.y, 1),
        "in_hand": piece.in_hand,
        "lying": piece.lying,
    }
