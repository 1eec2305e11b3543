"""One step of a turn: which options a rule text offers, which are forbidden, and what carrying one out does.

The order inside a step follows rulings 3 (T3, T4): forces that make room, the move, notes, the win test, the mover's
effects, the opponents' effects, further steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from engine.actions import Action, Build, Done, Move, Piece, Place
from engine.cast import holdings
from engine.effects import BuiltPiece, Effect, Force, Grant, HandOver, Moved, Note, Option, Remember
from engine.events import Built, Event, GameEnded, StepDeclined, WorkerForced, WorkerMoved, WorkerPlaced
from engine.mortal import BASE
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL, PowerName
from engine.squares import Square
from engine.state import State, Step, Turn, Worker
from engine.views import Outcome


def offered(state: State, step: Step) -> Iterator[Option]:
    """All options that the base rules and the actor's powers put forward, forbidden or not."""
    yield from BASE.offer(_base_holding(state, step.seat), step)
    for power, holding in holdings(state, Power.offer):
        if holding.seat == step.seat:
            yield from power.offer(holding, step)


def objection(state: State, step: Step, option: Option) -> Reason | None:
    """The first reason against an option: the base rules', then the powers'."""
    reason = BASE.forbid(_base_holding(state, step.seat), step, option)
    if reason is not None:
        return reason
    for power, holding in holdings(state, Power.forbid):
        reason = power.forbid(holding, step, option)
        if reason is not None:
            return reason
    return None


def permitted(state: State) -> Iterator[Option]:
    """The options of the open step that nothing forbids. Whether the turn can still be completed is not asked."""
    step = state.step
    if step is None:
        return
    base = _base_holding(state, step.seat)
    forbidding = holdings(state, Power.forbid)
    for option in offered(state, step):
        if BASE.forbid(base, step, option) is None and all(
            power.forbid(holding, step, option) is None for power, holding in forbidding
        ):
            yield option


def resolve(state: State, option: Option) -> tuple[State, tuple[Event, ...]]:
    """The state after an option of the open step was carried out, and what happened."""
    step = state.agenda[0]
    events: list[Event] = []
    after = state.evolve(agenda=(*option.then, *state.agenda[1:]))
    match option.action:
        case Move(worker=origin, to=to):
            after = _move(after, step, option, (origin, to), events)
        case Build(on=on, piece=piece):
            after = _build(after, step, option, (on, piece), events)
        case Place(square=square):
            after = _place(after, step, square, events)
        case Done():
            if step.power != MORTAL:
                events.append(StepDeclined(step.seat, step.power))
        case _ as never:
            assert_never(never)
    if option.effects:
        after = apply_effects(after, _offering(after, step, option), option.effects, events)
    if not after.agenda and after.outcome is None and after.turn is not None and not after.turn.ending:
        after = replace(after, turn=replace(after.turn, ending=True))
        for power, holding in holdings(after, Power.end_of_turn):
            if holding.seat == step.seat:
                after = apply_effects(after, holding, power.end_of_turn(holding), events)
    return after, tuple(events)


def is_turn_over(state: State) -> bool:
    """Whether nothing is left to do in the turn, because it is complete or because the game ended in it."""
    return state.outcome is not None or not state.agenda


def _offering(state: State, step: Step, option: Option) -> Holding:
    """The power whose text offered an option, as the actor holds it."""
    for power, holding in holdings(state, Power.offer):
        if power.name == option.power and holding.seat == step.seat:
            return holding
    raise LookupError(f"{step.seat} does not hold {option.power}")


def _base_holding(state: State, seat: Seat) -> Holding:
    return Holding(state, -1, seat)


def _move(state: State, step: Step, option: Option, way: tuple[Square, Square], events: list[Event]) -> State:
    origin, to = way
    turn = state.turn
    if option.worker is None or turn is None:
        raise LookupError("a move needs a worker and a turn")
    relocated = {option.worker: to, **dict(option.forced)}
    for number, square in option.forced:
        victim = state.worker(number)
        owner = state.cast.owner_of_team(victim.team).seat
        events.append(WorkerForced(owner, victim.square, square, option.power))
    moved = Moved(step.seat, option.worker, origin, to, state.levels[origin], state.levels[to], step)
    workers = tuple(
        Worker(w.number, w.team, relocated[w.number]) if w.number in relocated else w for w in state.workers
    )
    turn = Turn(
        seat=turn.seat,
        starts=turn.starts,
        actor=option.worker,
        moved=turn.moved | {option.worker},
        climbed=turn.climbed or (moved.rise > 0 and state.cast.notes_climbs),
        demands=turn.demands,
    )
    state = state.evolve(workers=workers, turn=turn)
    events.append(WorkerMoved(step.seat, origin, to, moved.from_level, moved.to_level))
    for power, holding in holdings(state, Power.witness_move):
        state = apply_effects(state, holding, power.witness_move(replace(holding, state=state), moved), events)
    reason = _win_by(state, moved)
    if reason is not None:
        return won_by(state, step.seat, reason, events)
    for power, holding in holdings(state, Power.after_move):
        state = apply_effects(state, holding, power.after_move(replace(holding, state=state), moved), events)
    return state


def _win_by(state: State, moved: Moved) -> Reason | None:
    reason = BASE.wins(_base_holding(state, moved.seat), moved)
    if reason is not None:
        return reason
    for power, holding in holdings(state, Power.wins):
        if holding.is_mine(moved.seat):
            reason = power.wins(holding, moved)
            if reason is not None:
                return reason
    return None


def won_by(state: State, seat: Seat, reason: Reason, events: list[Event]) -> State:
    """The state with the game won by a seat and its team; appends the event."""
    team = state.cast.team(seat)
    winners = tuple(each for each in state.cast.seats if state.cast.team(each) == team)
    events.append(GameEnded(winners, reason))
    return replace(state, outcome=Outcome(winners, reason))


def _build(state: State, step: Step, option: Option, what: tuple[Square, Piece], events: list[Event]) -> State:
    on, piece = what
    if option.worker is None or state.turn is None:
        raise LookupError("a build needs a worker and a turn")
    level = state.levels[on]
    built = BuiltPiece(step.seat, option.worker, on, piece, level, step)
    if piece is Piece.DOME:
        state = state.evolve(domes=state.domes | {on})
    else:
        state = state.evolve(levels=(*state.levels[:on], level + 1, *state.levels[on + 1 :]))
    if state.turn is not None and state.turn.actor is None:
        state = replace(state, turn=replace(state.turn, actor=option.worker))
    events.append(Built(step.seat, on, piece, level))
    for power, holding in holdings(state, Power.after_build):
        state = apply_effects(state, holding, power.after_build(replace(holding, state=state), built), events)
    return state


def _place(state: State, step: Step, square: Square, events: list[Event]) -> State:
    number = 1 + max((worker.number for worker in state.workers), default=-1)
    state = replace(state, workers=(*state.workers, Worker(number, state.cast.team(step.seat), square)))
    events.append(WorkerPlaced(step.seat, square))
    return state


def apply_effects(state: State, holding: Holding, effects: Iterable[Effect], events: list[Event]) -> State:
    """Carry out the effects of one power; the steps it grants come before the rest of the agenda, in their order."""
    grants: list[Step] = []
    for effect in effects:
        match effect:
            case Grant(step=step):
                grants.append(step)
            case Force(worker=number, to=to):
                state = _force(state, number, to, state.powers[holding.index].power, events)
            case Remember(memory=memory):
                state = state.with_power(holding.index, replace(state.powers[holding.index], memory=memory))
            case Note(notes=notes):
                state = state.with_power(holding.index, replace(state.powers[holding.index], notes=notes))
            case HandOver(index=index, holders=holders):
                state = state.with_power(index, replace(state.powers[index], holders=holders))
            case _ as never:
                assert_never(never)
    return state.evolve(agenda=(*grants, *state.agenda)) if grants else state


def _force(state: State, number: int, to: Square, power: PowerName, events: list[Event]) -> State:
    worker = state.worker(number)
    owner = state.cast.owner_of_team(worker.team).seat
    events.append(WorkerForced(owner, worker.square, to, power))
    return state.with_worker_at(number, to)


def reasons_against(state: State, action: Action) -> tuple[Reason, ...] | None:
    """The objections to each option that carries this action; an empty tuple if one is permitted, None if no text
    offers the action at all."""
    step = state.step
    if step is None:
        return None
    found: list[Reason] = []
    some = False
    for option in offered(state, step):
        if option.action == action:
            some = True
            reason = objection(state, step, option)
            if reason is None:
                return ()
            found.append(reason)
    return tuple(found) if some else None
