"""From turn to turn: the setup, the start and the end of turns, losing, and steps that leave no choice."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Done
from engine.cast import Cast, holdings
from engine.events import Event, PowerChangedHands, TurnBegan
from engine.lookahead import legal_actions, legal_options, with_demands
from engine.power import Power
from engine.powers import power_named
from engine.reasons import Reason
from engine.seats import Seat
from engine.secrets import known_to
from engine.setup import Setup
from engine.state import PowerState, State, Step, Turn, Worker
from engine.turn import apply_effects, resolve, won_by
from engine.views import StepKind


def first_state(setup: Setup) -> State:
    """The empty board of a setup, with the placements due: first placers, then in turn order, then last placers.

    With two teams the first player of each team places its workers (rulebook, 4-player game).
    """
    cast = Cast(setup, tuple(power_named(player.power) for player in setup.players))
    cards = tuple(
        PowerState(player.power, player.seat, (player.seat,), power.memory_at_start())
        for player, power in zip(setup.players, cast.powers, strict=True)
    )
    placers = [
        (power.placement.value, order, player.seat, power.workers)
        for order, (player, power) in enumerate(zip(setup.players, cast.powers, strict=True))
        if cast.owner_of_team(player.team) is player
    ]
    agenda = tuple(Step(StepKind.PLACE, seat) for _, _, seat, count in sorted(placers) for _ in range(count))
    return State(cast, powers=cards, agenda=agenda)


def first_to_move(setup: Setup) -> Seat:
    """Who takes the first turn: the Start Player; with two teams the starting team's second player (rulings 8)."""
    return setup.players[2 if len(setup.players) == 4 else 0].seat


def next_to_move(state: State, seat: Seat) -> Seat:
    """The next seat in turn order that is still in the game."""
    seats = state.cast.seats
    start = seats.index(seat)
    order = (seats[(start + step) % len(seats)] for step in range(1, len(seats) + 1))
    return next(each for each in order if each not in state.eliminated)


def begin_turn(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    """A seat's turn begins: powers change hands, snapshots are taken, demands are fixed (rulings 3, T0)."""
    events: list[Event] = [TurnBegan(seat)]
    ordered = sorted(state.workers, key=lambda worker: (worker.team, worker.square))
    workers = tuple(Worker(number, worker.team, worker.square) for number, worker in enumerate(ordered))
    state = replace(
        state,
        workers=workers,
        powers=tuple(card if card.notes is None else replace(card, notes=None) for card in state.powers),
        turn=Turn(seat, tuple(worker.square for worker in workers)),
        agenda=(Step(StepKind.MOVE, seat), Step(StepKind.BUILD, seat)),
    )
    for power, holding in holdings(state, Power.take_powers):
        if holding.is_mine(seat):
            before = state.powers
            state = apply_effects(state, holding, power.take_powers(holding), events)
            events.extend(
                PowerChangedHands(new.power, new.holders[0])
                for old, new in zip(before, state.powers, strict=True)
                if old.holders != new.holders and new.holders
            )
    for power, holding in holdings(state, Power.start_of_opponents_turn):
        if holding.opposes(seat):
            state = apply_effects(state, holding, power.start_of_opponents_turn(replace(holding, state=state)), events)
    known = with_demands(known_to(state, seat))
    if known.turn is not None and known.turn.demands and state.turn is not None:
        state = replace(state, turn=replace(state.turn, demands=known.turn.demands))
    return state, tuple(events)


def end_turn(state: State) -> State:
    """The turn is over: what is remembered of it beyond its end."""
    turn = state.turn
    if turn is None:
        return state
    climbed = state.climbed - {turn.seat}
    if turn.climbed and state.cast.asks_about_climbs(turn.seat):
        climbed |= {turn.seat}
    return replace(state, climbed=climbed)


def advance(state: State) -> tuple[State, tuple[Event, ...]]:
    """Go on until somebody has a choice to make or the game is over: end turns, begin turns, skip optional steps that
    can only be declined, and end the game of a player who cannot go on."""
    events: list[Event] = []
    while state.outcome is None:
        if not state.agenda:
            seat = first_to_move(state.setup) if state.turn is None else next_to_move(state, state.turn.seat)
            state, began = begin_turn(end_turn(state), seat)
            events.extend(began)
            continue
        step = state.agenda[0]
        known = known_to(state, step.seat)
        legal = legal_actions(known)
        if legal == (Done(),) and step.optional:
            option = next(option for option in legal_options(known) if option.action == Done())
            state, _ = resolve(state, option)
        elif not legal:
            state = lose(state, step.seat, events)
        else:
            break
    return state, tuple(events)


def lose(state: State, seat: Seat, events: list[Event]) -> State:
    """A seat cannot complete its turn and loses, with its team. Its workers and card leave; the buildings stay."""
    team = state.cast.team(seat)
    out = frozenset(each for each in state.cast.seats if state.cast.team(each) == team)
    eliminated = state.eliminated | out
    left = [each for each in state.cast.seats if each not in eliminated]
    reason = Reason.of("win.last_standing", loser=seat)
    if len({state.cast.team(each) for each in left}) == 1:
        return won_by(state, left[0], reason, events)
    return replace(
        state,
        eliminated=eliminated,
        workers=tuple(worker for worker in state.workers if worker.team != team),
        climbed=state.climbed - out,
        agenda=(),
    )
