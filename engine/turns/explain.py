"""Why not: the reason why an action, or a square, is not among the legal ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from engine.actions import Action, Build, Done, Move, Place, bare, card_named, target_of
from engine.effects import Option
from engine.mortal import natural_piece
from engine.reasons import Reason
from engine.squares import BITS, Square, are_neighbors, square_name
from engine.state import NOBODY, State, Step, StepKind, Turn, Worker
from engine.turns.choices import Choice, candidates, chosen, legal_choices
from engine.turns.steps import objection, offered


@dataclass(frozen=True)
class Explainer:
    """Explains one state; ``state`` is what the seat to act knows, ``choices`` what it may choose."""

    state: State
    choices: tuple[Choice, ...]

    def why_not(self, action: Action) -> Reason | None:
        """The reason why an action is not legal now; None if it is."""
        step = self.state.step
        if step is None:
            return Reason.of("game_over")
        if chosen(self.choices, action) is not None:
            return None
        if candidates(self.state, self.choices, action):
            return Reason.of("card.which")
        found: Reason | None = None
        plain, card = bare(action), card_named(action)
        for option in self._offered:
            if option.action == plain and card in (None, option.power):
                against = objection(self.state, step, option)
                if against is None:
                    return self._no_finish(action)
                # Of equal weight the later one says more: it is about what a power offers beyond the base rules.
                if found is None or _weight(against) >= _weight(found):
                    found = against
        return found or _not_offered(self.state, step, plain, self._offered)

    def why_no_option_on(self, square: Square) -> Reason | None:
        """The most specific reason why no legal action of the open step leads to a square; None if one does."""
        step = self.state.step
        if step is None:
            return Reason.of("game_over")
        if any(target_of(choice.action) == square for choice in self.choices):
            return None
        reasons = [reason for action in self._leading_to(square) if (reason := self.why_not(action)) is not None]
        return max(reasons, key=_weight, default=Reason.of("step.other", asked=step.kind))

    @cached_property
    def _offered(self) -> tuple[Option, ...]:
        return tuple(offered(self.state, self.state.agenda[0]))

    @cached_property
    def _freed(self) -> tuple[tuple[int, tuple[Choice, ...]], ...]:
        """For each demand that binds the turn, what would be legal without it."""
        turn = self.state.turn
        if turn is None:
            return ()
        return tuple(
            (index, legal_choices(self.state._replace(turn=turn._replace(demands=_without(turn, index)))))
            for index in turn.demands
        )

    def _no_finish(self, action: Action) -> Reason:
        """Which demand an otherwise permitted action breaks; or that no turn can be completed after it."""
        for index, choices in self._freed:
            if chosen(choices, action) is not None or candidates(self.state, choices, action):
                return Reason.of(self.state.cast.powers[index].demand_reason)
        return Reason.of("no_legal_finish")

    def _leading_to(self, square: Square) -> Iterable[Action]:
        """The actions that a player might mean by pointing at a square."""
        offers = [option.action for option in self._offered if target_of(option.action) == square]
        if offers:
            return dict.fromkeys(offers)
        state, step = self.state, self.state.agenda[0]
        mine = [each for each in state.workers if _may_act(state, step, each) and each.square != square]
        if step.kind is StepKind.MOVE:
            return [Move(each.square, square) for each in mine if step.worker in (None, each.number)]
        if step.kind is StepKind.BUILD:
            builders = [each for each in mine if each.number == _builder(state, step)]
            return [Build(each.square, square, natural_piece(state, square)) for each in builders]
        return [Place(square)] if step.kind is StepKind.PLACE else []


def _without(turn: Turn, index: int) -> tuple[int, ...]:
    return tuple(demand for demand in turn.demands if demand != index)


def _builder(state: State, step: Step) -> int | None:
    """The worker that is to build (by number), if it is settled which."""
    return state.turn.actor if step.worker is None and state.turn else step.worker


def _may_act(state: State, step: Step, worker: Worker) -> bool:
    """Whether a worker is one of those that the open step is about: the own ones, or in an additional turn those of
    opponents that may be named."""
    is_own = worker.team == state.cast.team(step.seat)
    if state.turn is None or not state.turn.driven:
        return is_own
    return not is_own and not state.obstacles & BITS[worker.square]


def _not_offered(state: State, step: Step, action: Action, offers: tuple[Option, ...]) -> Reason:
    if isinstance(action, Done):
        return Reason.of("done.not_optional")
    if not isinstance(action, Move | Build):
        return Reason.of("step.other", asked=step.kind)
    worker = state.worker_on(action.worker)
    if worker is None or not _may_act(state, step, worker):
        return Reason.of("worker.not_yours", square=square_name(action.worker))
    if isinstance(action, Move):
        if step.kind is not StepKind.MOVE:
            return Reason.of("step.other", asked=step.kind)
        if step.worker not in (None, worker.number):
            return Reason.of("worker.not_this", square=square_name(action.worker))
        return Reason.of("move.not_neighboring", square=square_name(action.to))
    if step.kind is not StepKind.BUILD:
        return Reason.of("step.other", asked=step.kind)
    near, natural = are_neighbors(action.worker, action.on), natural_piece(state, action.on)
    builds = any(option.worker == worker.number and isinstance(option.action, Build) for option in offers)
    if not builds or (near and action.piece is natural):
        if step.worker == NOBODY:
            return Reason.of("step.other", asked=step.kind)
        return Reason.of("worker.not_this", square=square_name(action.worker))
    if not near:
        return Reason.of("build.not_neighboring", square=square_name(action.on))
    return Reason.of("build.piece", square=square_name(action.on), piece=natural)


def _weight(reason: Reason) -> int:
    if reason.key.endswith("not_neighboring"):
        return 0
    if reason.key.startswith(("move.", "build.", "place.", "worker.", "step.")):
        return 1
    return 2
