"""The draft in JSON."""

from __future__ import annotations

from engine.seats import Seat
from table.session.snapshot import DraftCardView, DraftStep, DraftView, PowerVotes
from table.typed_json import Whole
from web_ui.forms.basic_forms import AnswerForm, KnownPower, MessageForm, message_form, message_or_null


class DraftCardForm(AnswerForm, frozen=True):
    """A power, why it cannot be taken, what there is to know about it, and what it cannot be offered with."""

    power: KnownPower
    refused: MessageForm | None
    warnings: tuple[MessageForm, ...]
    conflicts: tuple[MessageForm, ...]


class TakenForm(AnswerForm, frozen=True):
    """A seat and its power."""

    seat: Seat
    power: str


class VotesForm(AnswerForm, frozen=True):
    """Who votes for a power, and why it is not on offer though it has as many votes as one that is."""

    power: KnownPower
    seats: tuple[Seat, ...]
    passed_over: MessageForm | None


class DraftForm(AnswerForm, frozen=True):
    """Who chooses which powers. ``taken`` is known to all, ``own`` to this phone; ``chooser`` is the seat for which
    this phone chooses now."""

    stage: DraftStep
    challenger: Seat
    to_act: Seat
    cards: tuple[DraftCardForm, ...]
    taken: tuple[TakenForm, ...]
    starters: tuple[Seat, ...]
    choosing: tuple[Seat, ...]
    chooser: Seat | None
    own: tuple[TakenForm, ...]
    wanted: Whole
    at_once: bool
    gods: Whole
    fleece: bool
    votes: tuple[VotesForm, ...]


def draft_form(draft: DraftView) -> DraftForm:
    """The draft."""
    return DraftForm(
        stage=draft.stage,
        challenger=draft.challenger,
        to_act=draft.to_act,
        cards=tuple(map(_card, draft.cards)),
        taken=tuple(TakenForm(seat, power) for seat, power in draft.taken),
        starters=draft.starters,
        choosing=draft.choosing,
        chooser=draft.chooser,
        own=tuple(TakenForm(seat, power) for seat, power in draft.own),
        wanted=draft.wanted,
        at_once=draft.at_once,
        gods=draft.gods,
        fleece=draft.fleece,
        votes=tuple(map(_votes, draft.votes)),
    )


def _card(card: DraftCardView) -> DraftCardForm:
    warnings, conflicts = (tuple(map(message_form, each)) for each in (card.warnings, card.conflicts))
    return DraftCardForm(card.power, message_or_null(card.refused), warnings, conflicts)


def _votes(votes: PowerVotes) -> VotesForm:
    return VotesForm(votes.power, votes.seats, message_or_null(votes.passed_over))
