"""Positions in JSON, as their viewer may see them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.seats import HINDSIGHT, PUBLIC, Seat
from engine.state import Outcome
from engine.supply import Stock
from engine.views import SeenCard, SeenPlayer, SeenWorker, View
from table.typed_json import SquareName, Whole
from web_ui.forms.action_forms import ShownAction, shown_action
from web_ui.forms.basic_forms import NAMES, AnswerForm, KnownPower, MessageForm

ViewerName = Annotated[str, Meta(extra_json_schema={"enum": [*Seat, PUBLIC, HINDSIGHT]})]
Memory = Annotated[dict[str, str], Meta(description="what cards remember, as far as this viewer may know it")]


class WorkerForm(AnswerForm, frozen=True):
    """A worker that this viewer sees."""

    seat: Seat
    square: SquareName
    marked: bool


class TokenForm(AnswerForm, frozen=True):
    """A token."""

    power: KnownPower
    square: SquareName


class PlayerForm(AnswerForm, frozen=True):
    """A player of the game; ``hidden`` is how many workers stand where this viewer cannot see them."""

    seat: Seat
    team: Whole
    power: str
    second: str
    uses: tuple[str, ...]
    memory: Memory
    reserve: Whole
    hidden: Whole
    eliminated: bool


class CardBesideForm(AnswerForm, frozen=True):
    """A card beside the board."""

    power: KnownPower
    holders: tuple[Seat, ...]
    memory: Memory


class OutcomeForm(AnswerForm, frozen=True):
    """The end of a game."""

    winners: tuple[Seat, ...]
    reason: MessageForm


class ViewForm(AnswerForm, frozen=True):
    """The game as this viewer may see it."""

    viewer: ViewerName
    size: Whole
    levels: dict[SquareName, Whole]
    domes: tuple[SquareName, ...]
    workers: tuple[WorkerForm, ...]
    tokens: tuple[TokenForm, ...]
    players: tuple[PlayerForm, ...]
    beside: tuple[CardBesideForm, ...]
    stock: Stock
    active: Seat | None
    driven: bool
    options: tuple[ShownAction, ...]
    outcome: OutcomeForm | None


def view_form(view: View) -> ViewForm:
    """A position."""
    return ViewForm(
        viewer=view.viewer,
        size=view.size,
        levels=dict(zip(NAMES, view.levels, strict=True)),
        domes=tuple(NAMES[on] for on in sorted(view.domes)),
        workers=tuple(map(worker_form, view.workers)),
        tokens=tuple(TokenForm(token.power, NAMES[token.square]) for token in view.tokens),
        players=tuple(map(_player, view.players)),
        beside=tuple(map(_beside, view.beside)),
        stock=view.stock,
        active=view.active,
        driven=view.driven,
        options=tuple(map(shown_action, view.options)),
        outcome=None if view.outcome is None else _outcome(view.outcome),
    )


def worker_form(worker: SeenWorker) -> WorkerForm:
    """A worker that is seen."""
    return WorkerForm(worker.seat, NAMES[worker.square], worker.marked)


def _player(player: SeenPlayer) -> PlayerForm:
    return PlayerForm(
        seat=player.seat,
        team=player.team,
        power=player.power,
        second=player.second,
        uses=player.uses,
        memory=dict(player.memory),
        reserve=player.reserve,
        hidden=player.hidden,
        eliminated=player.eliminated,
    )


def _beside(card: SeenCard) -> CardBesideForm:
    return CardBesideForm(card.power, card.holders, dict(card.memory))


def _outcome(outcome: Outcome) -> OutcomeForm:
    return OutcomeForm(outcome.winners, MessageForm(outcome.reason.key, dict(outcome.reason.args)))
