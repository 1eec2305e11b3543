"""Why not: the reason why an action, or a square, is not among the legal ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from engine.actions import Action, Build, Done, Force, Move, Place, TakeBlock, bare, card_named, target_of
from engine.casting.cast import Role, holdings
from engine.effects import Option
from engine.mortal import natural_piece
from engine.power import Power
from engine.reasons import Reason
from engine.squares import BITS, Square, are_neighbors, square_name
from engine.state import NOBODY, State, Step, StepKind, Worker
from engine.turns.blockers import blockers, cannot_build, named
from engine.turns.choices import Choice, candidates, chosen, legal_choices
from engine.turns.steps import objection, offered, resolve


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
                    return self._no_finish(action, option)
                # Of equal weight the later one says more: it is about what a power offers beyond the base rules.
                if found is None or _weight(against) >= _weight(found):
                    found = against
        found = found or self._by_text(step, plain) or _not_offered(self.state, step, plain, self._offered)
        return found if _weight(found) == _PRECISE else self._spent(action) or found

    def why_no_option_on(self, square: Square) -> Reason | None:
        """The most specific reason why no legal action of the open step leads to a square; None if one does."""
        step = self.state.step
        if step is None:
            return Reason.of("game_over")
        if any(target_of(choice.action) == square for choice in self.choices):
            return None
        reasons = [reason for action in self._leading_to(square) if (reason := self.why_not(action)) is not None]
        reasons += [_spent_reason(hero) for hero, choices in self._unspent if _leads_to(choices, square)]
        return max(reasons, key=_weight, default=Reason.of("step.other", asked=step.kind))

    def _by_text(self, step: Step, action: Action) -> Reason | None:
        """What a power of the seat to act says of an action that its text does not offer."""
        for power, holding in holdings(self.state, Power.why_not_offered):
            if holding.seat == step.seat:
                reason = power.why_not_offered(holding, step, action)
                if reason is not None:
                    return reason.held_by(holding.seat)
        return None

    @cached_property
    def _offered(self) -> tuple[Option, ...]:
        return tuple(offered(self.state, self.state.agenda[0]))

    @cached_property
    def _unspent(self) -> tuple[tuple[Role, tuple[Choice, ...]], ...]:
        """For each hero of the seat to act that is used up, what would be legal if it were not."""
        state, step = self.state, self.state.agenda[0]
        found = []
        for role in state.roles.everyone:
            card = state.powers[role.card_index]
            unused = role.power.memory_at_start(state.cast, role.card_index)
            if role.power.hero and role.seat == step.seat and card.memory != unused:
                found.append((role, legal_choices(state.with_power(role.card_index, card._replace(memory=unused)))))
        return tuple(found)

    def _spent(self, action: Action) -> Reason | None:
        """That an action would need a hero's power once more; None if it would not be legal then either."""
        for hero, choices in self._unspent:
            if self._is_among(choices, action):
                return _spent_reason(hero)
        return None

    def _is_among(self, choices: tuple[Choice, ...], action: Action) -> bool:
        return chosen(choices, action) is not None or bool(candidates(self.state, choices, action))

    @cached_property
    def _freed(self) -> dict[frozenset[int], tuple[Choice, ...]]:
        """What would be legal without the powers on some cards (by index), as far as anybody asked."""
        return {}

    def _without(self, state: State) -> tuple[Choice, ...]:
        """What would be legal in a state that lacks some powers."""
        held = frozenset(role.card_index for role in state.roles.everyone)
        if held not in self._freed:
            self._freed[held] = legal_choices(state)
        return self._freed[held]

    def _no_finish(self, action: Action, option: Option) -> Reason:
        """Which demand or prohibition keeps the turn from being completed after an otherwise permitted action; or that
        the base rules do."""
        against = blockers(self.state, lambda freed: self._is_among(self._without(freed), action))
        if not against:
            builds = not cannot_build(resolve(self.state, option))
            return Reason.of("no_legal_finish" if builds else "no_legal_finish_build")
        turn = self.state.turn
        if len(against) == 1 and turn is not None and against[0].card_index in turn.demands:
            return Reason.of(against[0].power.demand_reason, holder=against[0].seat)
        return Reason.of("no_legal_finish_by", causes=named(against))

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
        if step.kind is StepKind.FORCE:
            theirs = [each for each in state.workers if each.team != state.cast.team(step.seat)]
            return [Force(each.square, square) for each in theirs if are_neighbors(each.square, square)]
        if step.kind is StepKind.TAKE:
            return [TakeBlock(square)]
        return [Place(square)] if step.kind is StepKind.PLACE else []


def _spent_reason(hero: Role) -> Reason:
    return Reason.of("hero.spent", power=hero.power.name, holder=hero.seat)


def _leads_to(choices: tuple[Choice, ...], square: Square) -> bool:
    return any(target_of(choice.action) == square for choice in choices)


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
    if worker is None:
        return Reason.of("worker.none", square=square_name(action.worker))
    if not _may_act(state, step, worker):
        seat = state.cast.owner_of_team(worker.team).seat
        return Reason.of("worker.not_yours", square=square_name(action.worker), seat=seat)
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


_PRECISE = 2


def _weight(reason: Reason) -> int:
    if reason.key.endswith("not_neighboring"):
        return 0
    if reason.key.startswith(("move.", "build.", "place.", "worker.", "step.")):
        return 1
    return _PRECISE
