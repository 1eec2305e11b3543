"""The course of a game: its setup, the start and end of turns, losing, and steps without a choice; corrections of the
position; and games that are told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import permutations
from typing import NamedTuple

from engine.actions import Correct, Done
from engine.casting.cast import Cast, holdings
from engine.casting.setup_checks import cast_of
from engine.effects import Effect, ExtraTurn, Remember
from engine.errors import IllegalAction
from engine.events import CardDrawn, DemandVoid, Event, NoTurnLeft, PositionCorrected, PowerChangedHands, TurnBegan
from engine.power import Demand, Holding, Placement, Power
from engine.ram import Ram
from engine.reasons import Reason
from engine.seats import PUBLIC, Seat, Viewer
from engine.secrets import concealed_workers, is_concealed, known_to
from engine.setup import TEAM_GAME, Player, PowerName, Setup
from engine.squares import BITS, NO_SQUARES, STRIDE, Mask, Square, square_name, squares, squares_in
from engine.state import PowerState, State, Step, StepKind, Turn, Worker
from engine.turns.blockers import why_no_turn_is_left
from engine.turns.changes import Events, apply_effects, clear
from engine.turns.choices import Choice, legal_choices
from engine.turns.ending import lost_by, refreshed, with_wins_at_any_time
from engine.turns.lookahead import LookAhead, legal_options, with_demands
from engine.turns.steps import resolve


def first_state(setup: Setup) -> State:
    """Return the empty board of a setup, with the setup texts and the placements due.

    Setup texts come in turn order, then the workers: first placers, then in turn order, then last placers, then the
    decisions after all placements (rulings G2). With two teams the first player of each team places its workers.
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
    """Return when a player's team places: first if any power says so, else last if one does."""
    placements = [cast.powers[index].placement.value for index in _cards_of_team(cast, player.team)]
    return min(placements) if min(placements) < Placement.IN_TURN.value else max(placements)


def _cards_of(cast: Cast, player: Player) -> list[int]:
    return [index for index, owner in enumerate(cast.owners) if owner == player.seat]


def _cards_of_team(cast: Cast, team: int) -> list[int]:
    return [index for index, owner in enumerate(cast.owners) if owner is not None and cast.team(owner) == team]


def _cards_to_take(cast: Cast, player: Player) -> list[int]:
    """Return the cards of opponents that this player may come to use and that mark a worker (rulings OPEN-17)."""
    taking = any(cast.powers[index].takes_powers for index in _cards_of(cast, player))
    if not taking or not cast.setup.profile.rulings.taken_power_marks_workers:
        return []
    return list(range(len(cast.powers)))


def first_to_move(setup: Setup) -> Seat:
    """Return the seat with the first turn: the Start Player; with two teams the starting team's second player (rulings
    G8); with the Ram the second to place (rulings G9)."""
    if setup.fleece is not None:
        return setup.players[1].seat
    return setup.players[2 if len(setup.players) == TEAM_GAME else 0].seat


def next_to_move(state: State, seat: Seat) -> Seat:
    """Return the next seat in turn order that is still in the game."""
    seats = state.cast.seats
    start = seats.index(seat)
    order = (seats[(start + step) % len(seats)] for step in range(1, len(seats) + 1))
    return next(each for each in order if each not in state.eliminated)


def begin_turn(
    state: State, seat: Seat, events: Events = None, extra: Step | None = None, *, resumed: bool = False
) -> State:
    """Begin a seat's turn: powers change hands, snapshots are taken, demands are fixed (rulings G3, T0).

    ``extra`` is the first step of an additional turn, in which the seat moves an opponent's worker. A turn that is
    ``resumed`` has already set the memories of the cards.
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
    """Return the steps of a turn that begins now."""
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
    """The game between two turns: the state without anything of the finished turn, the seat of that turn, and the first
    step of an additional turn if the same seat takes one. Once the game is over, the state in which it ended."""

    state: State
    seat: Seat | None
    extra: Step | None


def close_turn(state: State, events: Events = None) -> Between:
    """Close the turn, or the setup; returns what still counts of it. Equal for all turns with the same result."""
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
    """Return the workers with new numbers, by team and square."""
    ordered = sorted(workers, key=lambda worker: (worker.team, worker.square))
    return tuple([worker._replace(number=number) for number, worker in enumerate(ordered)])


def _with_climb_noted(state: State, turn: Turn) -> State:
    climbed = state.climbed - {turn.seat}
    if turn.climbed and state.cast.asks_about_climbs(turn.seat):
        climbed |= {turn.seat}
    return state._replace(climbed=climbed)


def open_turn(between: Between, events: Events = None) -> State:
    """Return the state at the start of the next turn, or the last state of a finished game. An additional turn that is
    impossible lapses (rulings 18)."""
    return lapsed(_next_turn(between, events), events)


def lapsed(state: State, events: Events = None) -> State:
    """Return the state at the start of the next possible turn: an additional one that can only be declined lapses."""
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
    """A state in which a seat has a choice, or the game is over: the choices, and what is known of the turn so far."""

    state: State
    choices: tuple[Choice, ...]
    ahead: LookAhead


Stop = Callable[[State], bool]
"""Whether, at the start of a turn, nothing more is known to follow."""


def advance(
    state: State, events: Events = None, ahead: LookAhead | None = None, *, stop: Stop | None = None
) -> Settled:
    """Go on until a seat has a choice or the game is over: end turns, begin turns, skip optional steps that can only be
    declined, and end the game of a player who cannot go on. ``ahead`` is what is known of this turn. At the start of a
    later turn ``stop`` may end this: then nothing is chosen, whether or not that turn is possible."""
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


def taken_up(state: State) -> State:
    """Return the state at the start of a turn as a game goes on from it: a player without a possible turn has lost, and
    the next player's turn begins. The steps that a game would skip are still due."""
    if state.outcome is not None or state.step is None:
        return state
    if not state.cast.has_secrets and LookAhead().can_finish(state):
        return state
    after = advance(state).state
    return state if after.outcome is None and after.turn == state.turn else after


def choices(state: State, step: Step, ahead: LookAhead) -> tuple[Choice, ...]:
    """Return the choices of the seat of the open step, by its knowledge. A player whose only turns are barred by secret
    workers tries one, or at other tables has none (rulings OPEN-28)."""
    known, turn = known_to(state, step.seat), state.turn
    found = legal_choices(known, ahead)
    begins = known is not state and turn is not None and turn.actor is None
    if begins and state.setup.profile.rulings.secret_workers_make_stuck and not legal_options(state):
        return ()
    return found


def is_passed_over(step: Step, open_to: tuple[Choice, ...]) -> bool:
    """Whether an optional step is skipped, since it can only be declined."""
    return step.optional and len(open_to) == 1 and open_to[0].action == Done()


def stuck(state: State, step: Step, events: Events = None) -> State:
    """Return the state after a seat that cannot go on has lost; what another's interrupt made impossible may lapse
    (rulings OPEN-26)."""
    turn = state.turn
    begun = turn is not None and turn.actor is not None
    if begun and not state.setup.profile.rulings.interrupted_turn_loses:
        return state._replace(agenda=())
    if events is not None:
        events.append(NoTurnLeft(step.seat, why_no_turn_is_left(known_to(state, step.seat), step.seat)))
    return lost_by(state, step.seat, Reason.of("win.last_standing", loser=step.seat), events)


# ---- Corrections
#
# A correction sets the position to the board, and the turn begins again. The rules consider how a position was reached;
# players who knocked a tower over, or notice an hour later that they forgot a block, want to continue from the board. A
# correction moves no worker and builds nothing: no power reacts to it, and no seat wins or loses by it.


HIGHEST = 4
"""The most pieces on a square: three blocks and a dome."""


def corrected(state: State, correction: Correct, seat: Seat, extra: Step | None, events: list[Event]) -> State:
    """Return the state at the start of a turn of ``seat``, with the workers and heights of a correction.

    Concealed workers stay; so do tokens, except under a new dome, and the memories of cards. Only the steps of the turn
    are forgotten. ``extra`` is the first step of the turn, if it is an additional one.

    :raises IllegalAction: if such a position cannot stand.
    """
    _check_squares(state, correction)
    levels, domes = _built(state, correction)
    workers = _standing(state, correction)
    _check_fit(state, workers, domes)
    events.append(PositionCorrected(seat, _changed(state, levels, domes, workers)))
    after = state._replace(levels=levels, domes=domes, workers=workers)
    for on in squares_in(Mask(domes & ~state.domes)):
        after = clear(after, on, events)
    return begin_turn(after, seat, events, extra, resumed=True)


def refused(reason: Reason) -> IllegalAction:
    """Make the refusal of a correction."""
    return IllegalAction(f"the position cannot be corrected: {reason}", reason)


def _check_squares(state: State, correction: Correct) -> None:
    for named in ([on for on, _ in correction.workers], [on for on, _ in correction.heights]):
        for on in named:
            if on not in squares(state.size):
                raise refused(Reason.of("board.no_square", square=square_name(on)))
            if named.count(on) > 1:
                raise refused(Reason.of("correct.twice", square=square_name(on)))


def _built(state: State, correction: Correct) -> tuple[tuple[int, ...], Mask]:
    """Return levels and domes. The board does not show which pieces are domes: the topmost of four is one, and a dome
    of the game stays."""
    levels, domes = list(state.levels), int(state.domes)
    for on, pieces in correction.heights:
        if not 0 <= pieces <= HIGHEST:
            raise refused(Reason.of("correct.height", square=square_name(on), pieces=pieces))
        domed = bool(state.domes & BITS[on])
        if pieces != state.levels[on] + domed:
            levels[on] = min(pieces, HIGHEST - 1)
            domes = domes | BITS[on] if pieces == HIGHEST else domes & ~BITS[on]
    return tuple(levels), Mask(domes)


def _standing(state: State, correction: Correct) -> tuple[Worker, ...]:
    """Return all workers: the concealed ones, and each team's workers in the correction."""
    hidden = concealed_workers(state, PUBLIC)
    workers = list(hidden)
    for seat in sorted({seat for _, seat in correction.workers}):
        if seat not in state.cast.seats:
            raise refused(Reason.of("correct.no_player", seat=seat))
    for team in sorted({state.cast.team(seat) for seat in state.cast.seats}):
        owner = state.cast.owner_of_team(team).seat
        before = [worker for worker in state.workers if worker.team == team and worker not in hidden]
        listed = [on for on, seat in correction.workers if state.cast.team(seat) == team]
        if len(listed) > len(before):
            raise refused(Reason.of("correct.too_many", seat=owner, workers=len(before)))
        if before and not listed:
            raise refused(Reason.of("correct.none_left", seat=owner))
        workers += _matched(before, listed)
    return tuple(workers)


def _matched(before: list[Worker], listed: list[Square]) -> Iterable[Worker]:
    """Return the workers on their corrected squares: those in place stay, the others come from the nearest."""
    same = [worker for worker in before if worker.square in listed]
    others = [worker for worker in before if worker.square not in listed]
    free = sorted(on for on in listed if on not in {worker.square for worker in same})

    def total_distance(movers: tuple[Worker, ...]) -> int:
        return sum(_distance(worker.square, on) for worker, on in zip(movers, free, strict=True))

    nearest = min(permutations(sorted(others), len(free)), key=total_distance)
    return [*same, *(worker._replace(square=on) for worker, on in zip(nearest, free, strict=True))]


def _distance(one: Square, other: Square) -> int:
    """Return the square of the distance between the middles of two squares, in squares."""
    (ranks, files), (other_ranks, other_files) = divmod(one, STRIDE), divmod(other, STRIDE)
    return (ranks - other_ranks) ** 2 + (files - other_files) ** 2


def _check_fit(state: State, workers: tuple[Worker, ...], domes: Mask) -> None:
    """Check that workers and pieces can stand together. A correction must not reveal hidden workers."""
    hidden = concealed_workers(state, PUBLIC)
    before = {worker.square for worker in state.workers if worker not in hidden}
    come = {worker.square for worker in workers if worker not in hidden} - before
    if hidden and (come or domes & ~state.domes):
        raise refused(Reason.of("correct.hidden"))
    for worker in workers:
        closed = (domes | state.obstacles) if worker.square in come else domes
        if closed & BITS[worker.square]:
            raise refused(Reason.of("correct.domed", square=square_name(worker.square)))


def _changed(state: State, levels: tuple[int, ...], domes: Mask, workers: tuple[Worker, ...]) -> tuple[Square, ...]:
    """Return the squares that the correction changes."""
    before = {(worker.square, worker.team) for worker in state.workers}
    after = {(worker.square, worker.team) for worker in workers}
    moved = {on for on, _ in before ^ after}
    built = {on for on in squares(state.size) if levels[on] != state.levels[on] or (domes ^ state.domes) & BITS[on]}
    return tuple(sorted(moved | built))


# ---- Told games
#
# What follows after an action in a told game. If the order of a deck is unknown, the drawn cards are told. Until then
# the face-up card stays, and no seat has a choice, since the next player's options depend on the card. If the next
# player's workers are not known, neither is whether they can move: nothing follows the start of that turn, whose result
# is told.


class ToldSettled(NamedTuple):
    """The result of a told game, and the number of drawn cards that are not known yet."""

    settled: Settled
    awaited: int


def advance_as_told(
    state: State, viewer: Viewer, told: Sequence[PowerName], events: list[Event], ahead: LookAhead | None
) -> ToldSettled:
    """Go on as `engine.turns.flow.advance` does, by what ``viewer`` knows; ``told`` are the cards that are drawn at the
    end of this turn, one of each deck in the order of the cards that have one.

    :raises ValueError: if another number of cards is drawn now, or one of them is not in its deck.
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
    """Return the cards with decks that are drawn from."""
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
    """Return the state in which the told cards, or the face-up ones, are drawn next."""
    for number, index in enumerate(decks):
        card, power = state.powers[index], state.cast.powers[index]
        drawn = told[number] if told else power.lends(card)
        if drawn is not None:
            state = state.with_power(index, card._replace(memory=power.about_to_draw(card, drawn)))
    return state
