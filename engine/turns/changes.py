"""Applies effects to a state: workers are relocated and removed, pieces put and taken, cards change hands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.actions import Piece
from engine.casting.cast import holdings
from engine.effects import (
    Act,
    Announce,
    BuiltPiece,
    Effect,
    ExtraTurn,
    Grant,
    HandOver,
    Lose,
    Mark,
    Note,
    PutBlock,
    Relocate,
    Remember,
    Remove,
    TakeBlocks,
)
from engine.events import BlockTaken, Built, Event, WorkerForced, WorkerRemoved
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import BITS, Mask, Square
from engine.state import PowerState, State, Step, StepKind
from engine.supply import is_short_of, recyclable
from engine.turns.ending import (
    lost_by,
    refreshed,
    told_of_drop,
    told_of_force,
    told_of_lift,
    told_of_towers,
    with_wins_at_any_time,
)

Events = list[Event] | None
"""The list to which events are appended; None where they are not needed, as in the look-ahead."""


def apply_effects(  # noqa: PLR0912 - one branch for each effect of the closed union
    state: State, holding: Holding, effects: Iterable[Effect], events: Events
) -> State:
    """Carry out the effects of one power; the steps it grants come before the rest of the agenda, in their order."""
    grants: list[Step] = []
    index = holding.card_index
    for effect in effects:
        if state.outcome is not None:
            break
        match effect:
            case Grant(step=step):
                grants.append(step)
            case Note(notes=notes):
                state = state.with_power(index, state.powers[index]._replace(notes=notes))
            case Remember(memory=memory):
                state = _remember(state, index, state.powers[index]._replace(memory=memory))
            case Relocate(worker=number, to=to):
                state = enter(relocated(state, ((number, to),), state.powers[index].power, events), (number,), events)
            case Remove(worker=number):
                state = removed(state, number, state.powers[index].power, events)
            case PutBlock(worker=number, on=on):
                step = Step(StepKind.BUILD, holding.seat, state.powers[index].power, worker=number)
                built = BuiltPiece(holding.seat, number, on, Piece.BLOCK, state.levels[on], step)
                state = put_piece(state, built, state.agenda, events)
            case TakeBlocks(square=square, count=count):
                state = take_blocks(state, holding, square, count, events)
            case Act(worker=number):
                if state.turn is not None:
                    state = state._replace(turn=state.turn._replace(actor=number))
            case Mark(worker=number):
                marked = (w._replace(marked=True) if w.number == number else w for w in state.workers)
                state = state._replace(workers=tuple(marked))
            case HandOver(index=other, holders=holders):
                handed = refreshed(state.with_power(other, state.powers[other]._replace(holders=holders)))
                state = with_wins_at_any_time(_with_earlier_climbs_forgotten(state, handed), events)
            case Announce(event=event):
                if events is not None:
                    events.append(event)
            case Lose(seat=seat, reason=reason):
                state = lost_by(state, seat, reason, events)
            case ExtraTurn():
                raise ValueError("an additional turn comes after a turn, not within one")
            case _ as never:
                assert_never(never)
    return state.with_agenda((*grants, *state.agenda)) if grants else state


def _remember(state: State, index: int, card: PowerState) -> State:
    state = state.with_power(index, card)
    power = type(state.cast.powers[index])
    if power.obstructs is not Power.obstructs or power.lends is not Power.lends:
        state = _with_earlier_climbs_forgotten(state, refreshed(state))
    return state


def _with_earlier_climbs_forgotten(before: State, after: State) -> State:
    """Return the state without the moves up before a power that asks for them came to a seat, if the table wants it so
    (rulings OPEN-11)."""
    if after.setup.profile.rulings.climbs_count_before_power or not after.climbed:
        return after
    had, have = ({role.seat for role in each.roles.everyone if role.power.recalls_climbs} for each in (before, after))
    return after._replace(climbed=after.climbed - (have - had))


def relocated(state: State, places: tuple[tuple[int, Square], ...], power: PowerName, events: Events) -> State:
    """Return the state with workers (by number) forced to squares, all at once."""
    goal = dict(places)
    workers = tuple(w._replace(square=goal[w.number]) if w.number in goal else w for w in state.workers)
    after = state._replace(workers=workers)
    if events is not None:
        for number, to in places:
            worker = state.worker(number)
            seat = state.cast.owner_of_team(worker.team).seat
            events.append(WorkerForced(seat, worker.square, to, power))
            events += told_of_force(state, after, number, power)
    return after


def enter(state: State, numbers: Iterable[int], events: Events) -> State:
    """Return the state after the effects on workers that have just come to their squares, in this order."""
    watching = holdings(state, Power.loses_by_entering)
    if not watching:
        return state
    for number in numbers:
        worker = state.worker(number)
        for power, holding in watching:
            reason = power.loses_by_entering(holding, worker)
            if reason is not None:
                return lost_by(state, state.cast.owner_of_team(worker.team).seat, reason, events)
    return state


def removed(state: State, number: int, power: PowerName, events: Events) -> State:
    """Return the state with a worker taken out of the game."""
    worker = state.worker(number)
    owner = state.cast.owner_of_team(worker.team).seat
    if events is not None:
        events.append(WorkerRemoved(owner, worker.square, power))
    state = state._replace(workers=tuple(each for each in state.workers if each.number != number))
    if state.setup.profile.rulings.lost_without_workers and not state.team_squares(worker.team):
        state = lost_by(state, owner, Reason.of("lose.no_workers", loser=owner), events)
    return state


def put_piece(state: State, built: BuiltPiece, agenda: tuple[Step, ...], events: Events) -> State:
    """Return the state with a piece built, and everything that follows: tokens leave, towers are counted, others react.
    ``agenda`` has the steps that were due after the build before any reaction."""
    on, level, before = built.on, built.level, state
    turn, levels = state.turn, state.levels
    if turn is not None:
        if state.cast.notes_domes and built.piece is Piece.DOME:
            turn = turn._replace(domed=True, towers=turn.towers + built.completes_tower)
        if turn.actor is None:
            turn = turn._replace(actor=built.worker)
    if built.piece is Piece.DOME:
        state = state.with_piece(levels, Mask(state.domes | BITS[on]), turn, agenda)
    else:
        state = state.with_piece((*levels[:on], level + 1, *levels[on + 1 :]), state.domes, turn, agenda)
    if events is not None:
        events.append(Built(built.seat, on, built.piece, level))
        lifted = state.worker_on(on)
        if lifted is not None:
            events += told_of_lift(before, state, lifted.number)
    if state.roles.ignore_builds:
        return state
    state = clear(state, on, events)
    for power, index, seat in state.roles.of(Power.after_build):
        holding = Holding(state, index, seat)
        state = apply_effects(state, holding, power.after_build(holding, built), events)
    state = granted_in_order(state, len(state.agenda) - len(agenda), built.seat)
    if state.cast.counts_pieces and built.piece is Piece.BLOCK and is_short_of(state, level + 1) and recyclable(state):
        state = state.with_agenda((Step(StepKind.RECYCLE, _recycler(state, built)), *state.agenda))
    if events is not None:
        events += told_of_towers(state, built)
    return with_wins_at_any_time(state, events)


def granted_in_order(state: State, granted: int, actor: Seat) -> State:
    """Return the state with the steps that several powers have just granted in their order, independent of the order of
    the cards: workers that a build brings are placed before the actor goes on, and the actor's own steps come before
    those of others (rulings G3, T4); and a god's steps come before those that would spend a hero's power."""
    if granted < 2:
        return state
    heroes = state.cast.heroes
    steps = sorted(
        state.agenda[:granted],
        key=lambda step: (step.kind is not StepKind.PLACE, step.seat != actor, step.power in heroes),
    )
    return state.with_agenda((*steps, *state.agenda[granted:]))


def _recycler(state: State, built: BuiltPiece) -> Seat:
    if not state.setup.profile.rulings.opponent_recycles:
        return built.seat
    seats = state.cast.seats
    start = seats.index(built.seat)
    order = (seats[(start + away) % len(seats)] for away in range(1, len(seats)))
    team = state.cast.team(built.seat)
    return next(each for each in order if each not in state.eliminated and state.cast.team(each) != team)


def take_blocks(state: State, holding: Holding, square: Square, count: int, events: Events) -> State:
    """Return the state with blocks taken off a square; tokens there leave, a worker there drops."""
    after, level = state.with_level(square, state.levels[square] - count), state.levels[square]
    if events is not None:
        events.append(BlockTaken(holding.seat, square, level - count, holding.card.power))
        dropped = state.worker_on(square)
        if dropped is not None:
            events += told_of_drop(state, after, dropped.number)
    return with_wins_at_any_time(clear(after, square, events), events)


def clear(state: State, square: Square, events: Events) -> State:
    """Return the state after a piece was put on a square or taken from it: the tokens there leave."""
    for power, index, seat in state.roles.of(Power.token_square_changed):
        holding = Holding(state, index, seat)
        state = apply_effects(state, holding, power.token_square_changed(holding, square), events)
    return state


def conclude(state: State, events: Events) -> State:
    """Apply the effects at the end of the turn, once nothing else is due, in the order of the owner's choice if two
    powers have one (rulings OPEN-10)."""
    if not state.roles.of(Power.end_of_turn):
        return state
    while not state.agenda and state.outcome is None and state.turn is not None and not state.turn.driven:
        turn = state.turn
        due = [
            (power, holding)
            for power, holding in holdings(state, Power.end_of_turn)
            if holding.seat == turn.seat and holding.card_index not in turn.concluded
        ]
        if not due:
            break
        if len(due) > 1 and state.setup.profile.rulings.owner_orders_effects:
            return state._replace(agenda=(Step(StepKind.ORDER, turn.seat),))
        state = concluded_by(state, due[0][1], events)
    return state


def concluded_by(state: State, holding: Holding, events: Events) -> State:
    """Return the state after one power's effect at the end of the turn."""
    turn = holding.turn
    state = state._replace(turn=turn._replace(concluded=turn.concluded | {holding.card_index}))
    holding = holding._replace(state=state)
    return apply_effects(state, holding, state.cast.powers[holding.card_index].end_of_turn(holding), events)
