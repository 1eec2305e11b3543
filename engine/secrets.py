"""What a seat knows of a state, and which states it holds for possible. Options are computed from what it knows,
actions carried out on the true state (rulings 39)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

from engine.actions import Action
from engine.casting.cast import holdings
from engine.power import Holding, Power
from engine.seats import Hindsight, Public, Seat, Viewer
from engine.squares import Square, squares
from engine.state import Memory, PowerState, State, Worker


def concealed_workers(state: State, viewer: Viewer) -> tuple[Worker, ...]:
    """The workers whose place this viewer does not know. None once the game is over: then all is shown."""
    if state.outcome is not None:
        return ()
    hidden: list[Worker] = []
    for power, holding in holdings(state, Power.conceals):
        if _is_concealed_from(holding, viewer):
            hidden.extend(worker for worker in state.workers if power.conceals(holding, worker))
    return tuple(hidden)


def _is_concealed_from(holding: Holding, viewer: Viewer) -> bool:
    """Whether a viewer does not know what a holder conceals."""
    match viewer:
        case Public():
            return True
        case Hindsight():
            return False
        case Seat():
            return holding.team != holding.state.cast.team(viewer)


def struck_workers(h: Holding) -> tuple[Worker, ...]:
    """The opponents' workers that a mandatory effect on an area hits: also those that the holder cannot see, unless
    the table decides otherwise (rulings OPEN-29)."""
    unseen = () if h.rulings.area_effects_hit_secret else concealed_workers(h.state, h.seat)
    return tuple(worker for worker in h.opponent_workers if worker not in unseen)


def is_concealed(state: State, team: int, viewer: Viewer) -> bool:
    """Whether what this team's workers do is hidden from a viewer."""
    anyone = Worker(-1, team, Square(0))
    return any(
        power.conceals(holding, anyone)
        for power, holding in holdings(state, Power.conceals)
        if _is_concealed_from(holding, viewer)
    )


def knows_card(state: State, index: int, viewer: Viewer) -> bool:
    """Whether a viewer knows the secret of a card, if it has one."""
    if isinstance(viewer, Seat):
        return state.cast.powers[index].knows(state.powers[index], viewer)
    return isinstance(viewer, Hindsight)


def known_card(state: State, index: int, viewer: Viewer) -> PowerState:
    """A card with what a viewer may know of its memory."""
    card = state.powers[index]
    if card.memory is None or state.outcome is not None or knows_card(state, index, viewer):
        return card
    hidden = state.cast.powers[index].hidden(card)
    return card if hidden == card.memory else card._replace(memory=hidden)


def known_to(state: State, viewer: Viewer) -> State:
    """The state as far as a viewer knows it: the very same value if nothing is hidden from the viewer."""
    if not state.cast.has_secrets:
        return state
    hidden = frozenset(worker.number for worker in concealed_workers(state, viewer))
    cards = tuple(known_card(state, index, viewer) for index in range(len(state.powers)))
    if not hidden and all(known is card for known, card in zip(cards, state.powers, strict=True)):
        return state
    return state._replace(
        workers=tuple(worker for worker in state.workers if worker.number not in hidden), powers=cards
    )


def without_secret_tokens(state: State) -> State:
    """The state as offers heed it: the options of no seat, its owner's neither, show where a secret token lies (rulings
    G4, 43). The very same value if there is none."""
    cast = state.cast
    if not cast.has_secret_tokens or state.outcome is not None:
        return state
    cards = tuple(
        card._replace(memory=power.hidden(card)) if power.secret_tokens else card
        for power, card in zip(cast.powers, state.powers, strict=True)
    )
    return state if cards == state.powers else state._replace(powers=cards)


def has_partial_knowledge(state: State, seat: Seat) -> bool:
    """Whether something that a seat does not know may bear on the turn being taken."""
    if not state.cast.has_secrets:
        return False
    cards = (known_card(state, index, seat) for index in range(len(state.powers)))
    return bool(concealed_workers(state, seat)) or any(
        known is not card and not power.secret_until_drawn
        for known, card, power in zip(cards, state.powers, state.cast.powers, strict=True)
    )


def reveals(state: State, action: Action) -> bool:
    """Whether the seat to act learns something secret by carrying out an action, whatever comes of it."""
    step = state.step
    return step is not None and any(
        power.tests_secret(holding, action)
        for power, holding in holdings(state, Power.tests_secret)
        if holding.opposes(step.seat)
    )


Draw = Callable[[int], int]
"""Chance: a number from 0 to one less than the one given."""


def has_hidden(known: State, seat: Seat) -> bool:
    """Whether something in a game is hidden from a seat."""
    if not known.cast.has_secrets:
        return False
    return bool(_hiding_teams(known, seat)) or any(_is_hidden(known, index, seat) for index in range(len(known.powers)))


def may_bear_on_turns(known: State, seat: Seat) -> bool:
    """Whether something hidden from a seat may decide what comes of a turn, other than which card is drawn after it."""
    cast = known.cast
    return bool(_hiding_teams(known, seat)) or any(
        _is_hidden(known, index, seat) and not power.secret_until_drawn for index, power in enumerate(cast.powers)
    )


def possible_state(known: State, seat: Seat, draw: Draw) -> State:
    """One of the states that a seat holds for possible, all of them as likely as each other.

    ``known`` is the state as the seat knows it: workers that are hidden from it are missing, and so is what cards
    remember in secret. As many hidden workers stand there as were placed.
    """
    state = known
    for team, count in _hiding_teams(known, seat):
        state = _with_workers(state, team, count, draw)
    for index in range(len(known.powers)):
        if _is_hidden(known, index, seat):
            card = state.powers[index]
            state = state.with_power(index, card._replace(memory=_drawn(state, card, draw)))
    return state


def _hiding_teams(known: State, seat: Seat) -> list[tuple[int, int]]:
    """The teams whose workers a seat does not see, each with how many it has."""
    cast = known.cast
    found = {}
    for power, holding in holdings(known, Power.conceals):
        anyone = Worker(-1, holding.team, Square(0))
        if holding.team != cast.team(seat) and power.conceals(holding, anyone):
            found[holding.team] = power.workers
    return sorted(found.items())


def _is_hidden(known: State, index: int, seat: Seat) -> bool:
    power = known.cast.powers[index]
    return (
        type(power).hidden is not Power.hidden
        and known.powers[index].owner not in known.eliminated
        and not knows_card(known, index, seat)
    )


def _with_workers(state: State, team: int, count: int, draw: Draw) -> State:
    free = [square for square in squares(state.size) if state.is_unoccupied(square)]
    workers = [worker for worker in state.workers if worker.team != team]
    number = state.next_number
    for _ in range(min(count, len(free))):
        workers.append(Worker(number, team, free.pop(draw(len(free)))))
        number += 1
    return state._replace(workers=tuple(workers))


def _drawn(state: State, card: PowerState, draw: Draw) -> Memory | None:
    """What a card may remember: a square where none is known, and cards in another order."""
    memory = card.memory
    if memory is None:
        return None
    changes: dict[str, object] = {}
    for each in fields(memory):  # type: ignore[arg-type]  # every memory is a dataclass, see `engine.state.Memory`
        value = getattr(memory, each.name)
        if value is None:
            free = [square for square in squares(state.size) if state.is_unoccupied(square)]
            changes[each.name] = free[draw(len(free))] if free else None
        elif each.name == "draw" and isinstance(value, tuple):
            changes[each.name] = _shuffled(value, draw)
    return replace(memory, **changes) if changes else memory  # type: ignore[type-var]  # the same


def _shuffled(cards: tuple[object, ...], draw: Draw) -> tuple[object, ...]:
    left = list(cards)
    return tuple([left.pop(draw(len(left))) for _ in cards])
