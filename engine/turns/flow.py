"""The course of a game: its setup, the start and the end of turns, losing, and steps that leave no choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.actions import Done
from engine.casting.cast import Cast, holdings
from engine.casting.cast_of_setup import cast_of
from engine.effects import Effect, ExtraTurn, Remember
from engine.events import DemandVoid, NoTurnLeft, PowerChangedHands, TurnBegan
from engine.power import Demand, Holding, Placement, Power
from engine.ram import Ram
from engine.reasons import Reason
from engine.seats import Seat
from engine.secrets import known_to
from engine.setup import TEAM_GAME, Player, Setup
from engine.squares import NO_SQUARES
from engine.state import PowerState, State, Step, StepKind, Turn, Worker
from engine.turns.blockers import why_no_turn_is_left
from engine.turns.changes import Events, apply_effects
from engine.turns.choices import Choice, legal_choices
from engine.turns.ending import lost_by, refreshed, with_wins_at_any_time
from engine.turns.lookahead import LookAhead, legal_options, with_demands
from engine.turns.steps import resolve


def first_state(setup: Setup) -> State:
    """The empty board of a setup, with the setup texts and the placements due.

    Setup texts come in turn order, then the workers: first placers, then in turn order, then last placers, then what
    is decided once everybody has placed (rulings G2). With two teams the first player of each team places its workers.
    """
    cast = cast_of(setup)
    cards = tuple(
        PowerState(power.name, owner, _first_holders(cast, power, owner), power.memory_at_start(cast, index))
        for index, (power, owner) in enumerate(zip(cast.powers, cast.owners, strict=True))
    )
    state = refreshed(State(cast, cast.roles(cards, frozenset(), None), powers=cards))
    return state._replace(agenda=tuple(_setup_steps(state)))


def _first_holders(cast: Cast, power: Power, owner: Seat | None) -> tuple[Seat, ...]:
    if owner is not None:
        return (owner,)
    beside_the_ram = cast.setup.fleece is not None and power.name in (cast.setup.fleece, Ram.name)
    return cast.seats if beside_the_ram else ()


def _setup_steps(state: State) -> Iterator[Step]:
    cast, setup = state.cast, state.setup
    beside = 0 if setup.fleece is None or not setup.profile.rulings.fleece_setup_texts else 1
    fleece = [index for index, owner in enumerate(cast.owners) if owner is None][:beside]
    for player in setup.players:
        for index in _cards_of(cast, player):
            yield from cast.powers[index].before_placing(Holding(state, index, player.seat))
    for placer in sorted(_placers(cast), key=lambda each: _placement(cast, each)):
        workers = max(cast.powers[index].workers for index in _cards_of(cast, placer))
        yield from (Step(StepKind.PLACE, placer.seat) for _ in range(workers))
        marking = [*_cards_of_team(cast, placer.team), *fleece, *_cards_to_take(cast, placer)]
        for power in dict.fromkeys(cast.powers[index].name for index in marking if cast.powers[index].marks_a_worker):
            yield Step(StepKind.CHOOSE, placer.seat, power)
    if setup.fleece is not None:
        first = setup.players[0].seat
        yield Step(StepKind.TOKEN, first, Ram.name)
        for index in fleece:
            yield from cast.powers[index].before_placing(Holding(state, index, first))
    for player in setup.players:
        for index in _cards_of(cast, player):
            yield from cast.powers[index].after_all_placed(Holding(state, index, player.seat))


def _placers(cast: Cast) -> list[Player]:
    return [player for player in cast.setup.players if cast.owner_of_team(player.team) is player]


def _placement(cast: Cast, player: Player) -> int:
    """When a player's team places: first if either of its powers says so, last if one says so and none the other."""
    placements = [cast.powers[index].placement.value for index in _cards_of_team(cast, player.team)]
    return min(placements) if min(placements) < Placement.IN_TURN.value else max(placements)


def _cards_of(cast: Cast, player: Player) -> list[int]:
    return [index for index, owner in enumerate(cast.owners) if owner == player.seat]


def _cards_of_team(cast: Cast, team: int) -> list[int]:
    return [index for index, owner in enumerate(cast.owners) if owner is not None and cast.team(owner) == team]


def _cards_to_take(cast: Cast, player: Player) -> list[int]:
    """The cards of opponents that this player may come to use and that mark a worker (rulings OPEN-17)."""
    taking = any(cast.powers[index].takes_powers for index in _cards_of(cast, player))
    if not taking or not cast.setup.profile.rulings.taken_power_marks_workers:
        return []
    return list(range(len(cast.powers)))


def first_to_move(setup: Setup) -> Seat:
    """Who takes the first turn: the Start Player; with two teams the starting team's second player (rulings G8); with
    the Ram the second to place (rulings G9)."""
    if setup.fleece is not None:
        return setup.players[1].seat
    return setup.players[2 if len(setup.players) == TEAM_GAME else 0].seat


def next_to_move(state: State, seat: Seat) -> Seat:
    """The next seat in turn order that is still in the game."""
    seats = state.cast.seats
    start = seats.index(seat)
    order = (seats[(start + step) % len(seats)] for step in range(1, len(seats) + 1))
    return next(each for each in order if each not in state.eliminated)


def begin_turn(
    state: State, seat: Seat, events: Events = None, extra: Step | None = None, *, resumed: bool = False
) -> State:
    """A seat's turn begins: powers change hands, snapshots are taken, demands are fixed (rulings G3, T0).

    ``extra`` is the first step of an additional turn, in which the seat moves an opponent's worker. A turn that is
    ``resumed`` has already set what the cards remember.
    """
    if events is not None:
        events.append(TurnBegan(seat, driven=extra is not None))
    workers = numbered(state.workers)
    cards = tuple([card if card.notes is None else card._replace(notes=None) for card in state.powers])
    turn = Turn(seat, tuple([worker.square for worker in workers]), driven=extra is not None)
    state = refreshed(state._replace(workers=workers, powers=cards, turn=turn, agenda=()))
    state = with_wins_at_any_time(_with_powers_taken(state, events), events)
    if extra is None:
        for power, holding in holdings(state, Power.start_of_my_turn):
            if holding.is_mine(seat):
                state = apply_effects(state, holding, _due(power.start_of_my_turn(holding), resumed=resumed), events)
    for power, index, holder in state.roles.of(Power.start_of_opponents_turn):
        holding = Holding(state, index, holder)
        if holding.opposes(seat):
            due = _due(power.start_of_opponents_turn(holding), resumed=resumed)
            state = apply_effects(state, holding, due, events)
    state = state._replace(agenda=planned(state, seat) if extra is None else (extra,))
    return _with_known_demands(state, events) if state.roles.of(Power.meets_demand) else state


def _with_powers_taken(state: State, events: Events) -> State:
    if not state.roles.of(Power.take_powers):
        return state
    before = state.powers
    for power, holding in holdings(state, Power.take_powers):
        now = holding._replace(state=state)
        state = apply_effects(state, now, power.take_powers(now), events)
    if events is not None:
        for old, new in zip(before, state.powers, strict=True):
            if old.holders != new.holders:
                events.append(PowerChangedHands(new.power, new.holders))
    return state


def _due(effects: Iterable[Effect], *, resumed: bool) -> Iterable[Effect]:
    return [effect for effect in effects if not isinstance(effect, Remember)] if resumed else effects


def planned(state: State, seat: Seat) -> tuple[Step, ...]:
    """The steps that a turn consists of which begins now."""
    steps: tuple[Step, ...] = (Step(StepKind.MOVE, seat), Step(StepKind.BUILD, seat))
    for power, index, holder in state.roles.of(Power.plan):
        if holder == seat:
            steps = power.plan(Holding(state, index, holder), steps)
    return steps


def _with_known_demands(state: State, events: Events) -> State:
    turn = state.turn
    if turn is None or state.outcome is not None:
        return state
    known = with_demands(known_to(state, turn.seat))
    demands = known.turn.demands if known.turn else ()
    if events is not None:
        for power, holding in holdings(state, Power.meets_demand):
            if (
                power.demand is Demand.IF_POSSIBLE
                and holding.card_index not in demands
                and power.announces_void_demand(holding)
            ):
                events.append(DemandVoid(turn.seat, power.name))
    return state._replace(turn=turn._replace(demands=demands)) if demands else state


class Between(NamedTuple):
    """The game between two turns: the state with nothing of the turn that is over, whose turn that was, and the first
    step of an additional turn if the same seat takes one. Once the game is over, the state in which it ended."""

    state: State
    seat: Seat | None
    extra: Step | None


def close_turn(state: State, events: Events = None) -> Between:
    """The turn, or the setup, is over: what of it still counts. Equal for all turns with the same result."""
    turn, extra = state.turn, None
    if turn is not None and state.outcome is None:
        if state.cast.notes_climbs and not turn.driven and turn.seat not in state.eliminated:
            state = _with_climb_noted(state, turn)
        for index in state.cast.concerned_after_turns:
            if state.powers[index].owner not in state.eliminated:
                holding = Holding(state, index, turn.seat)
                for effect in state.cast.powers[index].after_turn(holding):
                    if isinstance(effect, ExtraTurn):
                        extra = None if turn.seat in state.eliminated else effect.step
                    else:
                        state = apply_effects(state, holding, (effect,), events)
    cards = state.powers
    if any(card.notes is not None for card in cards):
        cards = tuple([card if card.notes is None else card._replace(notes=None) for card in cards])
    resting = State(
        state.cast,
        state.cast.resting,
        state.levels,
        state.domes,
        NO_SQUARES,
        numbered(state.workers),
        cards,
        state.climbed,
        state.eliminated,
        state.resigned,
        state.recycled,
        None,
        (),
        state.outcome,
    )
    return Between(resting, None if turn is None else turn.seat, extra)


@lru_cache(maxsize=1 << 12)
def numbered(workers: tuple[Worker, ...]) -> tuple[Worker, ...]:
    """The workers with new numbers, by team and square."""
    ordered = sorted(workers, key=lambda worker: (worker.team, worker.square))
    return tuple([worker._replace(number=number) for number, worker in enumerate(ordered)])


def _with_climb_noted(state: State, turn: Turn) -> State:
    climbed = state.climbed - {turn.seat}
    if turn.climbed and state.cast.asks_about_climbs(turn.seat):
        climbed |= {turn.seat}
    return state._replace(climbed=climbed)


def open_turn(between: Between, events: Events = None) -> State:
    """The state at the start of the next turn; the last state of a game that is over. An additional turn that nobody
    can take lapses (rulings 18)."""
    return lapsed(_next_turn(between, events), events)


def lapsed(state: State, events: Events = None) -> State:
    """The state at the start of the next turn that can be taken: an additional one that can only be declined lapses."""
    while state.outcome is None and state.turn is not None and state.turn.driven and state.turn.actor is None:
        open_to = choices(state, state.agenda[0], LookAhead())
        if not is_passed_over(state.agenda[0], open_to):
            break
        state = _next_turn(close_turn(resolve(state, open_to[0].option), events), events)
    return state


def _next_turn(between: Between, events: Events) -> State:
    state, seat, extra = between
    for resigned in sorted(state.resigned - state.eliminated):
        if state.outcome is None:
            state = lost_by(state, resigned, Reason.of("lose.resigned", loser=resigned), events)
    if state.outcome is not None:
        return refreshed(state)
    if seat is None:
        return begin_turn(state, first_to_move(state.setup), events)
    return begin_turn(state, next_to_move(state, seat) if extra is None else seat, events, extra)


class Settled(NamedTuple):
    """A state in which somebody has a choice to make, or the game is over: what may be chosen, and what was found out
    about the turn so far."""

    state: State
    choices: tuple[Choice, ...]
    ahead: LookAhead


Stop = Callable[[State], bool]
"""Whether nothing follows the start of a turn as far as it is known."""


def advance(
    state: State, events: Events = None, ahead: LookAhead | None = None, *, stop: Stop | None = None
) -> Settled:
    """Go on until somebody has a choice to make or the game is over: end turns, begin turns, skip optional steps that
    can only be declined, and end the game of a player who cannot go on. ``ahead`` is what is known of this turn. At the
    start of a turn after this one it may be a ``stop``: then nothing is chosen, whether or not that turn can be
    taken."""
    ahead = ahead or LookAhead()
    while state.outcome is None:
        if not state.agenda:
            state, ahead = open_turn(close_turn(state, events), events), LookAhead()
            if stop is not None and state.outcome is None and stop(state):
                break
            continue
        step = state.agenda[0]
        open_to = choices(state, step, ahead)
        if is_passed_over(step, open_to):
            state = resolve(state, open_to[0].option)
        elif open_to:
            return Settled(state, open_to, ahead)
        else:
            state = stuck(state, step, events)
    return Settled(state, (), ahead)


def choices(state: State, step: Step, ahead: LookAhead) -> tuple[Choice, ...]:
    """What the seat of the open step may choose, on what it knows. Who has only turns that secret workers bar tries
    one, or at other tables has none (rulings OPEN-28)."""
    known, turn = known_to(state, step.seat), state.turn
    found = legal_choices(known, ahead)
    begins = known is not state and turn is not None and turn.actor is None
    if begins and state.setup.profile.rulings.secret_workers_make_stuck and not legal_options(state):
        return ()
    return found


def is_passed_over(step: Step, open_to: tuple[Choice, ...]) -> bool:
    """Whether nobody is asked about an optional step, for it can only be declined."""
    return step.optional and len(open_to) == 1 and open_to[0].action == Done()


def stuck(state: State, step: Step, events: Events = None) -> State:
    """A seat cannot go on and loses; what another's interrupt made impossible may lapse (rulings OPEN-26)."""
    turn = state.turn
    begun = turn is not None and turn.actor is not None
    if begun and not state.setup.profile.rulings.interrupted_turn_loses:
        return state._replace(agenda=())
    if events is not None:
        events.append(NoTurnLeft(step.seat, why_no_turn_is_left(known_to(state, step.seat), step.seat)))
    return lost_by(state, step.seat, Reason.of("win.last_standing", loser=step.seat), events)
