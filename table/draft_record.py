"""A draft as JSON has it: in the journal of a table, and in the log of a match between tables."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from engine.casting.catalogue import CARDS
from engine.casting.draft import Draft
from engine.notation.profile_form import profile_fields, profile_with
from engine.seats import Seat
from engine.setup import PowerName
from table.setup_form import ShortText

MOST_POWERS: Final = len(CARDS)


class PowerTaken(Struct, frozen=True):
    """A seat has taken a power (`mortal`: it goes without)."""

    seat: Seat
    power: PowerName


class DraftRecord(Struct, frozen=True, omit_defaults=True):
    """A draft with all choices so far. ``seats`` sit clockwise; ``pool``: only these powers can be offered (left out:
    all); ``starter``: who places first (left out: nobody was named yet). Of the rules ``profile`` has those that differ
    from the usual ones, as in a position on one line."""

    seats: Annotated[tuple[Seat, ...], Meta(min_length=2, max_length=len(Seat))]
    challenger: Seat
    size: Annotated[int, Meta(ge=4, le=5)] = 5
    fleece: bool = False
    pool: Annotated[tuple[PowerName, ...], Meta(max_length=MOST_POWERS)] | None = None
    profile: Annotated[tuple[tuple[ShortText, ShortText], ...], Meta(max_length=64)] = ()
    offered: Annotated[tuple[PowerName, ...], Meta(max_length=MOST_POWERS)] = ()
    chosen: Annotated[tuple[PowerTaken, ...], Meta(max_length=2 * len(Seat))] = ()
    starter: Seat | None = None


def draft_record(draft: Draft) -> DraftRecord:
    """A draft as a record."""
    return DraftRecord(
        draft.seats,
        draft.challenger,
        draft.profile.size,
        draft.fleece,
        None if draft.pool is None else tuple(card.power for card in CARDS if card.power in draft.pool),
        tuple(profile_fields(draft.profile)),
        draft.offered,
        tuple(PowerTaken(seat, power) for seat, power in draft.chosen),
        draft.starter,
    )


def draft_in(record: DraftRecord) -> Draft:
    """The draft that a record describes, with all its choices made again.

    :raises NotationError: for a rule that is none.
    :raises InvalidSetup: if so many players have no draft of this kind.
    :raises DraftError: for a choice that the draft did not allow.
    :raises ValueError: for a seat that is named twice, seats among which there is no such Challenger, a power without
        a card to draft from, or choices in another order than theirs.
    """
    if len(set(record.seats)) < len(record.seats):
        raise ValueError(f"a seat is named twice: {', '.join(record.seats)}")
    profile = profile_with(record.profile, record.size, "draft: profile")
    pool = None if record.pool is None else frozenset(record.pool)
    without_card = sorted((pool or frozenset()) - {card.power for card in CARDS})
    if without_card:
        raise ValueError(f"what the draft is from has no card: {', '.join(without_card)}")
    draft = Draft.begin(record.seats, record.challenger, profile, fleece=record.fleece, pool=pool)
    if record.offered:
        draft = draft.offer(record.offered)
    for number, taken in enumerate(record.chosen):
        if number == len(draft.chosen):  # the last power has gone to the Challenger by itself
            draft = draft.choose(taken.power, taken.seat)
    if tuple((taken.seat, taken.power) for taken in record.chosen) != draft.chosen:
        raise ValueError("the choices of the draft are not in their order, or one is missing")
    return draft if record.starter is None else draft.name_start_player(record.starter)
