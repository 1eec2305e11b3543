"""What follows after an action in a game that somebody is told.

Where the order of a deck is not known, it is told which cards were drawn. Until then the card that lies face up stays
there, and nobody has a choice: what the next player may do depends on the card. Where the next player's workers are
not known, neither is whether they can move: nothing follows the start of that turn, whose result is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from engine.events import CardDrawn, Event
from engine.seats import Viewer
from engine.secrets import is_concealed
from engine.setup import PowerName
from engine.state import State
from engine.turns.flow import Settled, advance
from engine.turns.lookahead import LookAhead


class ToldSettled(NamedTuple):
    """What a game comes to as far as it is told, and how many cards were drawn of which it is not told yet."""

    settled: Settled
    awaited: int


def advance_as_told(
    state: State, viewer: Viewer, told: Sequence[PowerName], events: list[Event], ahead: LookAhead | None
) -> ToldSettled:
    """Go on as `engine.turns.flow.advance` does, as far as ``viewer`` knows what follows; ``told`` are the cards that
    are drawn at the end of this turn, one of each deck in the order of the cards that have one.

    :raises ValueError: if so many cards are not drawn now, or one of them is not in its deck.
    """
    decks = _decks(state)
    if not decks:
        if told:
            raise ValueError(f"no card is drawn in this game, but {', '.join(told)} is told")
        return ToldSettled(advance(state, events, ahead, stop=partial(_is_unseen, viewer)), 0)
    _check(state, decks, told)
    happened: list[Event] = []
    drawing = _drawing(state, decks, told)
    settled = advance(drawing, happened, ahead)
    count = sum(isinstance(event, CardDrawn) for event in happened)
    if told and count != len(told):
        raise ValueError(f"{len(told)} card(s) are told, but {count} are drawn")
    if count and not told:
        happened = []
        settled = advance(drawing, happened, ahead, stop=lambda _: True)
        happened = [event for event in happened if not isinstance(event, CardDrawn)]
    events += happened
    after = settled.state
    for number, index in enumerate(decks):
        before = state.powers[index]
        memory = state.cast.powers[index].having_drawn(before, told[number]) if told else before.memory
        after = after.with_power(index, after.powers[index]._replace(memory=memory))
    return ToldSettled(settled._replace(state=after), 0 if told else count)


def _is_unseen(viewer: Viewer, state: State) -> bool:
    """Whether a viewer cannot know what the seat to act may do."""
    return is_concealed(state, state.cast.team(state.agenda[0].seat), viewer)


def _decks(state: State) -> tuple[int, ...]:
    """The cards from whose decks is drawn."""
    return tuple(
        index
        for index, card in enumerate(state.powers)
        if card.owner not in state.eliminated and state.cast.powers[index].drawable(card)
    )


def _check(state: State, decks: tuple[int, ...], told: Sequence[PowerName]) -> None:
    if told and len(told) != len(decks):
        raise ValueError(f"{len(told)} card(s) are told for {len(decks)} deck(s): {', '.join(told)}")
    for index, card in zip(decks, told, strict=False):
        there = state.cast.powers[index].drawable(state.powers[index])
        if card not in there:
            raise ValueError(f"{card} cannot be drawn; the deck has {', '.join(sorted(there))}")


def _drawing(state: State, decks: tuple[int, ...], told: Sequence[PowerName]) -> State:
    """The state in which the cards that are told, or those that lie face up, are drawn next."""
    for number, index in enumerate(decks):
        card, power = state.powers[index], state.cast.powers[index]
        drawn = told[number] if told else power.lends(card)
        if drawn is not None:
            state = state.with_power(index, card._replace(memory=power.about_to_draw(card, drawn)))
    return state
