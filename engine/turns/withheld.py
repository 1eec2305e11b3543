"""What a seat could do with a power of its own that it may not use now: a hero's that is used up, one that somebody
else has the use of, or the one beside the Ram when nobody of its own stood there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.actions import Action, Done, bare, card_named
from engine.effects import Option
from engine.reasons import Reason
from engine.seats import Seat
from engine.state import PowerState, State
from engine.turns.choices import Choice, legal_choices, resolved
from engine.turns.ending import refreshed
from engine.turns.flow import planned
from engine.turns.steps import permitted

MOST_ACTIONS = 24
"""So many actions of a turn are played again; Hermes may walk on for as long as he likes."""


class Withheld(NamedTuple):
    """A power that the seat to act may not use: why, and what would be legal now if it could."""

    reason: Reason
    choices: tuple[Choice, ...]


def withheld(now: State, start: State, actions: Sequence[Action]) -> Iterator[Withheld]:
    """The powers that the seat to act may not use now. ``start`` is the state in which the first choice of this turn
    was due, ``actions`` are those since; all as the seat knows it. Late in a very long turn there are none."""
    step, turn = now.step, now.turn
    if step is None or turn is None or turn.driven or step.seat != turn.seat or len(actions) > MOST_ACTIONS:
        return
    for index, card in enumerate(now.powers):
        power, seat = now.cast.powers[index], step.seat
        if seat in card.holders:
            unused = power.memory_at_start(now.cast, index)
            if power.hero and card.memory != unused:
                fresh = card._replace(memory=unused)
                spent_now = start.powers[index].memory == unused
                state = now.with_power(index, fresh) if spent_now else _replayed(start, index, fresh, actions)
                yield Withheld(Reason.of("hero.spent", power=power.name, holder=seat), _choices(state))
        elif card.owner == seat or (card.owner is None and card.power == now.setup.fleece):
            state = _replayed(start, index, start.powers[index]._replace(holders=(seat,)), actions)
            yield Withheld(_reason(card, seat), _choices(state))


def _reason(card: PowerState, seat: Seat) -> Reason:
    if card.owner is None:
        return Reason.of("ram.away", power=card.power, seat=seat)
    if not card.holders:
        return Reason.of("card.asleep", power=card.power)
    return Reason.of("card.lent", power=card.power, seat=card.holders[0])


def _choices(state: State | None) -> tuple[Choice, ...]:
    return () if state is None else legal_choices(state)


def _replayed(start: State, index: int, card: PowerState, actions: Sequence[Action]) -> State | None:
    """The state after the actions of a turn that began with a card (by index) as given; None if they do not fit."""
    state = refreshed(start.with_power(index, card))
    turn = start.turn
    if turn is not None and start.agenda == planned(start, turn.seat):
        state = state._replace(agenda=planned(state, turn.seat))
    for action in actions:
        found = _option(state, action)
        while found is None:
            decline = _option(state, Done())
            if decline is None:
                return None
            state = resolved(state, decline)
            found = _option(state, action)
        state = resolved(state, found)
    return state if state.outcome is None else None


def _option(state: State, action: Action) -> Option | None:
    plain, card = bare(action), card_named(action)
    return next((each for each in permitted(state) if each.action == plain and card in (None, each.power)), None)
