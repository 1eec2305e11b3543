"""Computes what a seat knows of a state, and which states are possible for it. Options are computed from its knowledge;
actions are carried out on the true state (rulings 39)."""

from __future__ import annotations

from engine.actions import Action
from engine.casting.cast import holdings
from engine.power import Draw, Holding, Power
from engine.seats import Hindsight, Public, Seat, Viewer
from engine.squares import Square, squares
from engine.state import PowerState, State, Worker


def concealed_workers(state: State, viewer: Viewer) -> tuple[Worker, ...]:
    """Return the workers whose places this viewer does not know. After the end of the game all are shown."""
    if state.outcome is not None:
        return ()
    hidden: list[Worker] = []
    for power, holding in holdings(state, Power.conceals):
        if _is_concealed_from(holding, viewer):
            hidden.extend(worker for worker in state.workers if power.conceals(holding, worker))
    return tuple(hidden)


def _is_concealed_from(holding: Holding, viewer: Viewer) -> bool:
    """Whether a viewer does not know a worker that a holder conceals."""
    match viewer:
        case Public():
            return True
        case Hindsight():
            return False
        case Seat():
            return holding.team != holding.state.cast.team(viewer)


def struck_workers(h: Holding) -> tuple[Worker, ...]:
    """Return the opponents' workers that a mandatory effect on an area hits, including those that the holder cannot
    see, unless the table decides otherwise (rulings OPEN-29)."""
    unseen = () if h.rulings.area_effects_hit_secret else concealed_workers(h.state, h.seat)
    return tuple(worker for worker in h.opponent_workers if worker not in unseen)


def is_concealed(state: State, team: int, viewer: Viewer) -> bool:
    """Whether the actions of this team's workers are hidden from a viewer."""
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
    """Return a card with the part of its memory that a viewer may know."""
    card = state.powers[index]
    if card.memory is None or state.outcome is not None or knows_card(state, index, viewer):
        return card
    hidden = state.cast.powers[index].hidden(card)
    return card if hidden == card.memory else card._replace(memory=hidden)


def known_to(state: State, viewer: Viewer) -> State:
    """Return the state as a viewer knows it: the same object if nothing is hidden from the viewer."""
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
    """Return the state on which offers are based: no seat's options, not even the owner's, show where a secret token
    lies (rulings G4, 43). It is the same object if there is no such token."""
    cast = state.cast
    if not cast.has_secret_tokens or state.outcome is not None:
        return state
    cards = tuple(
        card._replace(memory=power.hidden(card)) if power.secret_tokens else card
        for power, card in zip(cast.powers, state.powers, strict=True)
    )
    return state if cards == state.powers else state._replace(powers=cards)


def has_partial_knowledge(state: State, seat: Seat) -> bool:
    """Whether something that a seat does not know may affect the present turn."""
    if not state.cast.has_secrets:
        return False
    cards = (known_card(state, index, seat) for index in range(len(state.powers)))
    return bool(concealed_workers(state, seat)) or any(
        known is not card and not power.secret_until_drawn
        for known, card, power in zip(cards, state.powers, state.cast.powers, strict=True)
    )


def reveals(state: State, action: Action) -> bool:
    """Whether the seat to act learns a secret by an action, whatever its result."""
    step = state.step
    return step is not None and any(
        power.tests_secret(holding, action)
        for power, holding in holdings(state, Power.tests_secret)
        if holding.opposes(step.seat)
    )


def has_hidden(known: State, seat: Seat) -> bool:
    """Whether something in a game is hidden from a seat."""
    if not known.cast.has_secrets:
        return False
    return bool(_hiding_teams(known, seat)) or any(_is_hidden(known, index, seat) for index in range(len(known.powers)))


def may_bear_on_turns(known: State, seat: Seat) -> bool:
    """Whether something hidden from a seat may decide the result of a turn, except for the card drawn after it."""
    cast = known.cast
    return bool(_hiding_teams(known, seat)) or any(
        _is_hidden(known, index, seat) and not power.secret_until_drawn for index, power in enumerate(cast.powers)
    )


def possible_state(known: State, seat: Seat, draw: Draw) -> State:
    """Draw one of the states that are possible for a seat, all equally likely.

    ``known`` is the state as the seat knows it: hidden workers and the secret memory of cards are missing. The result
    has as many hidden workers as were placed.
    """
    state = known
    for team, count in _hiding_teams(known, seat):
        state = _with_workers(state, team, count, draw)
    for index in range(len(known.powers)):
        if _is_hidden(known, index, seat):
            card = state.powers[index]
            supposed = known.cast.powers[index].supposed(Holding(state, index, card.owner or seat), draw)
            state = state.with_power(index, card._replace(memory=supposed))
    return state


def _hiding_teams(known: State, seat: Seat) -> list[tuple[int, int]]:
    """Return the teams whose workers a seat does not see, each with the number of its hidden workers."""
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
