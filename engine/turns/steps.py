"""One step of a turn: the options that rule texts offer, those that are forbidden, and the result of carrying one out.

The order inside a step follows rulings G3 (T3, T4): forces that make room, the move, what it enters, notes, the win
test, the mover's effects, the opponents' effects, further steps.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import (
    Build,
    Choose,
    Correct,
    Done,
    Force,
    Move,
    Piece,
    Place,
    Point,
    PutToken,
    Recycle,
    RemoveWorker,
    Resign,
    Swap,
    TakeBlock,
    Unseen,
    Use,
)
from engine.casting.cast import Cast, holdings
from engine.effects import BuiltPiece, Clause, Moved, Onward, Option
from engine.events import (
    DirectionSet,
    Event,
    StepDeclined,
    TokenPlaced,
    TowerRecycled,
    WinDenied,
    WorkerChosen,
    WorkerMoved,
    WorkerPlaced,
)
from engine.mortal import BASE
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL
from engine.squares import BITS, Mask, Square, direction_of, square_name
from engine.state import State, Step, StepKind, Turn, Worker
from engine.turns.changes import (
    Events,
    apply_effects,
    conclude,
    concluded_by,
    enter,
    granted_in_order,
    put_piece,
    relocated,
)
from engine.turns.ending import told_of_led_worker, told_of_way, won_by

_ANY_HEIGHT = frozenset({Clause.HEIGHT})


def offered(state: State, step: Step) -> Iterator[Option]:
    """Generate all options of the base rules and the actor's powers, forbidden or not."""
    yield from BASE.offer(_base_holding(state, step.seat), step)
    for power, holding in holdings(state, Power.offer):
        if _is_asked(power, holding, step):
            yield from power.offer(holding, step)


def objection(state: State, step: Step, option: Option) -> Reason | None:
    """Return the first reason against an option: the base rules', then the powers'."""
    reason = BASE.forbid(_base_holding(state, step.seat), step, option)
    if reason is not None:
        return reason
    for power, holding in holdings(state, Power.forbid):
        reason = power.forbid(holding, step, option)
        if reason is not None:
            return reason.held_by(holding.seat)
    return _way_on_objection(state, step, option)


def permitted(state: State) -> list[Option]:
    """Return the options of the open step that nothing forbids. The rest of the turn is not checked."""
    step = state.step
    if step is None:
        return []
    base = _base_holding(state, step.seat)
    found = list(BASE.permitted(base, step))
    for power, holding in holdings(state, Power.offer):
        if _is_asked(power, holding, step):
            found += [each for each in power.offer(holding, step) if BASE.forbid(base, step, each) is None]
    forbidding = holdings(state, Power.forbid)
    if forbidding and step.kind is not StepKind.TOKEN:
        forbidding = [each for each in forbidding if not each[0].forbids_tokens_only]
    if not forbidding and not state.roles.of(Power.onward):
        return found
    return [
        each
        for each in found
        if all(power.forbid(holding, step, each) is None for power, holding in forbidding)
        and _way_on_objection(state, step, each) is None
    ]


def _way_on_objection(state: State, step: Step, option: Option) -> Reason | None:
    """Return the reason against a move because of the square to which the worker would be carried on."""
    move = option.action
    if not isinstance(move, Move) or option.hop:
        return None
    onward = _onward_from(state, move, option.forced)
    if onward is None or not onward.obeys_limits or (onward.counts and _ends_game(state, step, option, move)):
        return None
    hop = Option(Move(move.to, onward.to), option.worker, waives=_ANY_HEIGHT, hop=True)
    origin_seen = state if option.worker is None else state.with_worker_at(option.worker, move.to)
    reason = objection(origin_seen, step, hop)
    if reason is None:
        return None
    return Reason.of("hop.barred", **{**dict(reason.args), "to": square_name(onward.to), "reason": reason.key})


def _ends_game(state: State, step: Step, option: Option, move: Move) -> bool:
    """Whether a move by itself wins the game, for its player or for one that steals the win: nothing carries it on then
    (rulings OPEN-25)."""
    if option.worker is None:
        raise LookupError("a move needs a worker")
    moved = _first_half(state, step, option.worker, move, goes_on=True)
    after = _arrive(relocated(state, option.forced, option.power, None), moved, None)
    return _win_test(after, moved, None).outcome is not None


def _onward_from(state: State, move: Move, forced: tuple[tuple[int, Square], ...]) -> Onward | None:
    """Return where a move carries a worker on, if anywhere; not to a square that a worker was forced to for it."""
    for power, holding in holdings(state, Power.onward):
        onward = power.onward(holding, move.worker, move.to)
        if onward is not None and all(square != onward.to for _, square in forced):
            return onward
    return None


def resolve(state: State, option: Option, events: Events = None) -> State:
    """Return the state after an option of the open step was carried out; the events are appended to ``events``."""
    step = state.agenda[0]
    rest = option.then if option.instead else option.then + state.agenda[1:]
    action = option.action
    if isinstance(action, Build):
        if option.worker is None:
            raise LookupError("a build needs a worker")
        if events is None and state.roles.ignore_builds and not option.effects and state.turn is not None:
            return _quiet_build(state, option.worker, action, rest)
        built = BuiltPiece(step.seat, option.worker, action.on, action.piece, state.levels[action.on], step)
        after = put_piece(state, built, rest, events)
    elif isinstance(action, Move) and events is None and rest and _is_quiet_move(state, option, action):
        return _quiet_move(state, option, action.to, rest)
    else:
        after = _other_than_build(state.with_agenda(rest), step, option, events)
    if events is not None:
        events.extend(_action_events(step, option))
    if option.effects:
        after = apply_effects(after, _offering(after, step, option), option.effects, events)
    return after if after.agenda or after.outcome is not None else conclude(after, events)


def _quiet_build(state: State, worker: int, build: Build, rest: tuple[Step, ...]) -> State:
    """Return the state after a build that nothing follows from, the most frequent case of the look-ahead."""
    on, levels, turn = build.on, state.levels, state.turn
    if turn is not None and turn.actor is None:
        turn = turn._replace(actor=worker)
    if build.piece is Piece.DOME:
        return state.with_piece(levels, Mask(state.domes | BITS[on]), turn, rest)
    return state.with_piece((*levels[:on], levels[on] + 1, *levels[on + 1 :]), state.domes, turn, rest)


def _is_quiet_move(state: State, option: Option, move: Move) -> bool:
    """Whether a move only changes the worker's square."""
    if option.forced or option.effects or not state.roles.ignore_moves or state.turn is None or state.turn.driven:
        return False
    return state.levels[move.to] < 3 or state.levels[move.worker] == 3


def _quiet_move(state: State, option: Option, to: Square, rest: tuple[Step, ...]) -> State:
    """Return the state after a move that nothing follows from."""
    number, cast = option.worker, state.cast
    turn = state.turn
    if turn is None or number is None:
        raise LookupError("a move needs a worker and a turn")
    workers, origin = [], to
    for worker in state.workers:
        if worker.number == number:
            origin = worker.square
            workers.append(Worker(number, worker.team, to, worker.marked))
        else:
            workers.append(worker)
    turn = _turn_after_move(turn, number, cast.notes_climbs and state.levels[to] > state.levels[origin], cast)
    return state.with_move(tuple(workers), turn, rest)


def _other_than_build(after: State, step: Step, option: Option, events: Events) -> State:
    action = option.action
    if isinstance(action, Move):
        after = _move(after, step, option, action, events)
    elif isinstance(action, Place):
        after = _place(after, step, action.square, events)
    elif isinstance(action, Recycle):
        after = after.with_level(action.square, 0)._replace(recycled=after.recycled + 1)
    elif isinstance(action, Use):
        after = concluded_by(after, _concluding(after, step, action), events)
    elif option.forced:
        after = relocated(after, option.forced, option.power, events)
        after = enter(after, [number for number, _ in option.forced], events)
    return after


def is_turn_over(state: State) -> bool:
    """Whether the turn has no steps left, because it is complete or because the game ended in it."""
    return state.outcome is not None or not state.agenda


def _is_asked(power: Power, holding: Holding, step: Step) -> bool:
    """Whether a power may add to a step: its holder's; in an additional turn only steps that it granted itself."""
    return holding.seat == step.seat and (not _is_driven(holding.state) or power.name == step.power)


def _is_driven(state: State) -> bool:
    return state.turn is not None and state.turn.driven


def _concluding(state: State, step: Step, action: Use) -> Holding:
    for power, holding in holdings(state, Power.end_of_turn):
        if (
            power.name == action.power
            and holding.seat == step.seat
            and holding.card_index not in holding.turn.concluded
        ):
            return holding
    raise LookupError(f"{step.seat} has no effect of {action.power} due")


def _offering(state: State, step: Step, option: Option) -> Holding:
    """Return the power whose text offered an option, as the actor holds it."""
    if option.power == MORTAL:
        return _base_holding(state, step.seat)
    for power, holding in holdings(state, Power.offer):
        if power.name == option.power and holding.seat == step.seat:
            return holding
    raise LookupError(f"{step.seat} does not hold {option.power}")


def _base_holding(state: State, seat: Seat) -> Holding:
    return Holding(state, -1, seat)


def _first_half(state: State, step: Step, number: int, move: Move, *, goes_on: bool) -> Moved:
    """Return a worker's move in answer to a step, up to where it may be carried on."""
    direction = direction_of(move.worker, move.to, state.size)
    if direction is None:
        raise LookupError(f"no step leads from {move.worker} to {move.to}")
    low, high = state.levels[move.worker], state.levels[move.to]
    return Moved(step.seat, number, move.worker, move.to, low, high, step, direction, goes_on=goes_on)


def _move(state: State, step: Step, option: Option, move: Move, events: Events) -> State:
    number, turn = option.worker, state.turn
    if number is None or turn is None:
        raise LookupError("a move needs a worker and a turn")
    onward = _onward_from(state, move, option.forced) if state.roles.of(Power.onward) else None
    if option.forced:
        state = relocated(state, option.forced, option.power, events)
    moved = _first_half(state, step, number, move, goes_on=onward is not None)
    state = _arrive(state, moved, events)
    state = enter(state, (*(each for each, _ in option.forced), number), events)
    if state.outcome is None:
        state = _follow_up(state, moved, events, may_win=onward is None or onward.counts)
    landed = moved
    if onward is not None and state.outcome is None:
        landed = moved._replace(
            origin=move.to,
            to=onward.to,
            from_level=moved.to_level,
            to_level=state.levels[onward.to],
            hop=True,
            goes_on=False,
            counts=onward.counts,
        )
        state = enter(_arrive(state, landed, events), (number,), events)
        if state.outcome is None:
            state = _follow_up(state, landed, events, may_win=True)
    due = len(state.agenda)
    for power, index, seat in state.roles.of(Power.further_steps):
        if state.outcome is None and seat == step.seat and not turn.driven:
            holding = Holding(state, index, seat)
            state = apply_effects(state, holding, power.further_steps(holding, moved, landed), events)
    state = granted_in_order(state, len(state.agenda) - due, step.seat)
    if turn.driven and state.outcome is None:
        # The move of an additional turn may be declined, so its build is only due now.
        state = state.with_agenda((*state.agenda, Step(StepKind.BUILD, step.seat, step.power)))
    return state


def _arrive(state: State, moved: Moved, events: Events) -> State:
    """Return the state with a worker on the next square of its move."""
    turn, cast, number = state.turn, state.cast, moved.worker
    if turn is None:
        raise LookupError("a move needs a turn")
    workers = tuple([w._replace(square=moved.to) if w.number == number else w for w in state.workers])
    turn = _turn_after_move(turn, number, cast.notes_climbs and moved.rise > 0 and moved.counts, cast)
    if events is not None:
        events.append(WorkerMoved(moved.seat, moved.origin, moved.to, moved.from_level, moved.to_level))
    return state.with_move(workers, turn, state.agenda)


def _turn_after_move(turn: Turn, number: int, climbed: bool, cast: Cast) -> Turn:  # noqa: FBT001 - a plain fact
    return Turn(
        turn.seat,
        turn.starts,
        number,
        turn.moved | {number} if cast.notes_movers else turn.moved,
        turn.climbed or climbed,
        turn.domed,
        turn.towers,
        turn.demands,
        turn.concluded,
        turn.driven,
    )


def _follow_up(state: State, moved: Moved, events: Events, *, may_win: bool) -> State:
    """Return the state after what follows from a worker's arrival: notes, the win test, effects on workers."""
    for power, index, seat in state.roles.of(Power.note_move):
        holding = Holding(state, index, seat)
        state = apply_effects(state, holding, power.note_move(holding, moved), events)
    if may_win:
        state = _win_test(state, moved, events)
    elif events is not None:
        events += told_of_way(state, moved)
    for power, index, seat in state.roles.of(Power.after_move):
        if state.outcome is None:
            holding = Holding(state, index, seat)
            state = apply_effects(state, holding, power.after_move(holding, moved), events)
    return state


def _win_test(state: State, moved: Moved, events: Events) -> State:
    """Return the state with the game won, denied or stolen by a move; unchanged if it wins nothing (rulings G5)."""
    if events is not None and not moved.counts and moved.rise < 0:
        events += told_of_way(state, moved)
    if not moved.counts:
        # The later wording of a hop: arriving on the third level wins as a move up by one would.
        moved = moved._replace(from_level=moved.to_level - 1)
    reason = _win_by(state, moved)
    if reason is None:
        if events is not None and moved.to_level == 3:
            events.append(WinDenied(moved.seat, moved.to, Reason.of("win.not_up", square=square_name(moved.to))))
        elif events is not None and _is_driven(state):
            events += told_of_led_worker(state, moved)
        return state
    denied = _denial(state, moved)
    if denied is None or state.setup.profile.rulings.blocked_win_is_stolen:
        team = state.worker(moved.worker).team
        for power, holding in holdings(state, Power.steals_win):
            is_opponents = holding.opposes(moved.seat) and holding.team != team
            stolen = power.steals_win(holding, moved) if is_opponents else None
            if stolen is not None:
                return won_by(state, holding.seat, stolen, events)
    if denied is None:
        return won_by(state, moved.seat, reason, events)
    if events is not None:
        events.append(WinDenied(moved.seat, moved.to, denied))
    return state


def _denial(state: State, moved: Moved) -> Reason | None:
    """Return why a winning move does not win: in an additional turn none does, and some powers deny opponents' wins."""
    square = square_name(moved.to)
    if _is_driven(state):
        return Reason.of("win.driven", square=square)
    for power, holding in holdings(state, Power.denies_win):
        if holding.opposes(moved.seat) and power.denies_win(holding, moved):
            return Reason.of(f"{power.name}.denies_win", square=square, holder=holding.seat)
    return None


def _win_by(state: State, moved: Moved) -> Reason | None:
    """Return why a move wins, if it is not denied. A text about the holder's own workers does not apply to one that is
    moved in an additional turn."""
    reason = BASE.wins(_base_holding(state, moved.seat), moved)
    if reason is not None or _is_driven(state):
        return reason
    for power, index, seat in state.roles.of(Power.wins):
        if seat == moved.seat:
            reason = power.wins(Holding(state, index, seat), moved)
            if reason is not None:
                return reason
    return None


def _place(state: State, step: Step, square: Square, events: Events) -> State:
    number = state.next_number
    state = state._replace(workers=(*state.workers, Worker(number, state.cast.team(step.seat), square)))
    if events is not None:
        events.append(WorkerPlaced(step.seat, square))
    return enter(state, (number,), events)


def _action_events(step: Step, option: Option) -> tuple[Event, ...]:
    """Return the events of a carried out option, other than those of moves, builds, forces and effects."""
    power = option.power if option.power != MORTAL else step.power
    match option.action:
        case Done():
            return (StepDeclined(step.seat, power),) if power != MORTAL else ()
        case PutToken(square=square):
            return (TokenPlaced(step.seat, power, square),)
        case Point(direction=direction):
            return (DirectionSet(step.seat, power, direction),)
        case Choose(worker=worker):
            return (WorkerChosen(step.seat, power, worker),)
        case Recycle(square=square):
            return (TowerRecycled(step.seat, square),)
        case Place() | Move() | Build() | Force() | Swap() | RemoveWorker() | TakeBlock() | Use():
            return ()
        case Resign() | Correct() | Unseen():
            return ()
