"""Why not: the reason why an action, or a square, is not among the legal ones."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Action, Build, Done, Move, Place
from engine.lookahead import legal_options
from engine.mortal import natural_piece
from engine.reasons import Reason
from engine.squares import Square, are_neighbors, square_name
from engine.state import State, Step
from engine.turn import objection, offered
from engine.views import StepKind


def why_not(state: State, action: Action) -> Reason | None:
    """The reason why an action is not legal now; None if it is. ``state`` is what the seat to act knows."""
    step = state.step
    if step is None:
        return Reason.of("game_over")
    if any(option.action == action for option in legal_options(state)):
        return None
    found: Reason | None = None
    for option in offered(state, step):
        if option.action == action:
            against = objection(state, step, option)
            if against is None:
                return _no_finish(state, option.action)
            # Of equal weight the later one tells more: it is about what a power offers beyond the base rules.
            if found is None or _weight(against) >= _weight(found):
                found = against
    return found or _not_offered(state, step, action)


def _no_finish(state: State, action: Action) -> Reason:
    """Which demand an otherwise permitted action breaks; or that no turn can be completed after it."""
    turn = state.turn
    if turn is None:
        return Reason.of("no_legal_finish")
    for index in turn.demands:
        rest = tuple(other for other in turn.demands if other != index)
        freed = replace(state, turn=replace(turn, demands=rest))
        if any(option.action == action for option in legal_options(freed)):
            return Reason.of(state.cast.powers[index].demand_reason)
    return Reason.of("no_legal_finish")


def _not_offered(state: State, step: Step, action: Action) -> Reason:
    team = state.cast.team(step.seat)
    if isinstance(action, Done):
        return Reason.of("done.not_optional")
    if isinstance(action, Place):
        return Reason.of("step.other", asked=step.kind)
    worker = state.worker_on(action.worker)
    if worker is None or worker.team != team:
        return Reason.of("worker.not_yours", square=square_name(action.worker))
    if isinstance(action, Move):
        if step.kind is not StepKind.MOVE:
            return Reason.of("step.other", asked=step.kind)
        if step.worker not in (None, worker.number):
            return Reason.of("worker.not_this", square=square_name(action.worker))
        return Reason.of("move.not_neighboring", square=square_name(action.to))
    if step.kind is not StepKind.BUILD:
        return Reason.of("step.other", asked=step.kind)
    builder = state.turn.actor if step.worker is None and state.turn else step.worker
    if worker.number != builder:
        return Reason.of("worker.not_this", square=square_name(action.worker))
    if not are_neighbors(action.worker, action.on):
        return Reason.of("build.not_neighboring", square=square_name(action.on))
    return Reason.of("build.piece", square=square_name(action.on), piece=natural_piece(state, action.on))


def why_dark(state: State, square: Square) -> Reason | None:
    """The most telling reason why no legal action of the open step leads to a square; None if one does."""
    step = state.step
    if step is None:
        return Reason.of("game_over")
    if any(target_of(option.action) == square for option in legal_options(state)):
        return None
    reasons = [why_not(state, action) for action in _candidates(state, step, square)]
    told = [reason for reason in reasons if reason is not None]
    return max(told, key=_weight, default=Reason.of("step.other", asked=step.kind))


def target_of(action: Action) -> Square | None:
    """The square that an action leads to: where the worker goes, or what is built on."""
    match action:
        case Move(to=to):
            return to
        case Build(on=on):
            return on
        case Place(square=square):
            return square
        case Done():
            return None


def _candidates(state: State, step: Step, square: Square) -> list[Action]:
    offers = [option.action for option in offered(state, step) if target_of(option.action) == square]
    if offers:
        return offers
    team = state.cast.team(step.seat)
    builder = state.turn.actor if step.worker is None and state.turn else step.worker
    mine = [worker for worker in state.workers if worker.team == team and worker.square != square]
    if step.kind is StepKind.MOVE:
        return [Move(each.square, square) for each in mine if step.worker in (None, each.number)]
    if step.kind is StepKind.BUILD:
        chosen = [each for each in mine if each.number == builder]
        return [Build(each.square, square, natural_piece(state, square)) for each in chosen]
    return [Place(square)]


def _weight(reason: Reason) -> int:
    if reason.key.endswith("not_neighboring"):
        return 0
    if reason.key.startswith(("move.", "build.", "place.", "worker.", "step.")):
        return 1
    return 2
