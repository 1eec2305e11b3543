"""Explains why an action or a square is not among the legal ones, also by powers that the seat may not use now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engine.actions import (
    Action,
    Build,
    Done,
    Force,
    Move,
    Piece,
    Place,
    Recycle,
    TakeBlock,
    bare,
    card_named,
    squares_of,
    target_of,
)
from engine.casting.cast import holdings, not_own, on_token
from engine.effects import Option
from engine.mortal import natural_piece
from engine.power import Power
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL
from engine.squares import BITS, STRIDE, Square, are_neighbors, square_name, squares
from engine.state import PowerState, State, Step, StepKind, Worker
from engine.turns.blockers import blockers, named, without
from engine.turns.choices import Choice, candidates, chosen, legal_choices, resolved
from engine.turns.ending import refreshed
from engine.turns.flow import planned
from engine.turns.steps import objection, offered, permitted, resolve

# ---- Explanations


@dataclass(frozen=True)
class Explainer:
    """Explains one state; ``state`` is what the seat to act knows, ``choices`` are its choices, ``start`` is the state
    in which the first choice of this turn was due, and ``actions`` are the actions since."""

    state: State
    choices: tuple[Choice, ...]
    start: State
    actions: tuple[Action, ...]

    def why_not(self, action: Action) -> Reason | None:
        """Return the reason why an action is not legal now; None if it is."""
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
                # Of reasons with equal weight the later one says more: it concerns an offer of a power beyond the base
                # rules.
                if found is None or _weight(against) >= _weight(found):
                    found = against
        if found is None and card is not None and any(option.action == plain for option in self._offered):
            return Reason.of("card.not_this", power=card)
        found = (
            found
            or _off_board(self.state, plain)
            or self._by_text(step, plain)
            or _not_offered(self.state, step, plain, self._offered)
        )
        return found if _weight(found) == _PRECISE else self._withheld(action) or found

    def why_no_option_on(self, square: Square) -> Reason | None:
        """Return the most specific reason why no legal action of the open step leads to a square; None if one does."""
        step = self.state.step
        if step is None:
            return Reason.of("game_over")
        if any(target_of(choice.action) == square for choice in self.choices):
            return None
        reasons = [reason for action in self._leading_to(square) if (reason := self.why_not(action)) is not None]
        reasons += [each.reason for each in self._withheld_powers if _leads_to(each.choices, square)]
        return max(reasons, key=_weight, default=Reason.of("step.other", asked=step.kind))

    def _by_text(self, step: Step, action: Action) -> Reason | None:
        """Return the reason of a power of the seat to act against an action that its text does not offer."""
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
    def _withheld_powers(self) -> tuple[Withheld, ...]:
        return tuple(withheld(self.state, self.start, self.actions))

    def _withheld(self, action: Action) -> Reason | None:
        """Return the reason that an action needs a power which the seat may not use now; None if that does not help."""
        return next((each.reason for each in self._withheld_powers if self._is_among(each.choices, action)), None)

    def _is_among(self, choices: tuple[Choice, ...], action: Action) -> bool:
        return chosen(choices, action) is not None or bool(candidates(self.state, choices, action))

    @cached_property
    def _freed(self) -> dict[frozenset[int], tuple[Choice, ...]]:
        """The choices without the powers on some cards (by index), as far as they were requested."""
        return {}

    def _without(self, state: State) -> tuple[Choice, ...]:
        """Return what would be legal in a state that lacks some powers."""
        held = frozenset(role.card_index for role in state.roles.everyone)
        if held not in self._freed:
            self._freed[held] = legal_choices(state)
        return self._freed[held]

    def _no_finish(self, action: Action, option: Option) -> Reason:
        """Return the demand or prohibition that prevents the completion of the turn after an otherwise permitted
        action; or the reason of the base rules."""
        against = blockers(self.state, lambda freed: self._is_among(self._without(freed), action))
        if not against:
            return self._no_way_on(action, resolve(self.state, option))
        turn = self.state.turn
        if len(against) == 1 and turn is not None and against[0].card_index in turn.demands:
            return Reason.of(against[0].power.demand_reason, holder=against[0].seat)
        return Reason.of("no_legal_finish_by", causes=named(against))

    def _no_way_on(self, action: Action, after: State) -> Reason:
        """Return what is missing after an action by the base rules and the actor's own powers: a square to build on,
        what one of those powers allows or demands, or a piece in the box."""
        if _has_no_room_to_build(after):
            return Reason.of("no_legal_finish_build")
        for role in self.state.roles.of(Power.forbid):
            freed = without(self.state, (role.card_index,))
            if role.seat == self.state.agenda[0].seat and self._is_among(self._without(freed), action):
                return Reason.of("no_legal_finish_own", power=role.power.name)
        asking = next((step.power for step in after.agenda if step.power != MORTAL), None)
        if asking is not None:
            return Reason.of("no_legal_finish_own", power=asking)
        due = after.step is not None and after.step.kind is StepKind.BUILD and not permitted(after)
        return Reason.of("no_legal_finish_stock" if due else "no_legal_finish")

    def _leading_to(self, square: Square) -> Iterable[Action]:
        """Return the actions that a player may mean by pointing at a square."""
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


def _leads_to(choices: tuple[Choice, ...], square: Square) -> bool:
    return any(target_of(choice.action) == square for choice in choices)


def _has_no_room_to_build(state: State) -> bool:
    """Whether a build is due and all squares for it are occupied."""
    step = state.step
    if step is None or step.kind is not StepKind.BUILD:
        return False
    builds = (option.action for option in offered(state, step) if isinstance(option.action, Build))
    return not any(state.is_unoccupied(build.on) for build in builds)


def _builder(state: State, step: Step) -> int | None:
    """Return the worker that will build (by number), if it is determined."""
    return state.turn.actor if step.worker is None and state.turn else step.worker


def _may_act(state: State, step: Step, worker: Worker) -> bool:
    """Whether the open step concerns a worker: an own one, or in an additional turn a nameable opponent's."""
    is_own = worker.team == state.cast.team(step.seat)
    if state.turn is None or not state.turn.driven:
        return is_own
    return not is_own and not state.obstacles & BITS[worker.square]


def _off_board(state: State, action: Action) -> Reason | None:
    if state.size == STRIDE:
        return None
    on_board = squares(state.size)
    off = next((each for each in squares_of(action) if each not in on_board), None)
    return None if off is None else Reason.of("board.no_square", square=square_name(off))


def _not_offered(state: State, step: Step, action: Action, offers: tuple[Option, ...]) -> Reason:
    if isinstance(action, Done):
        return Reason.of("done.not_optional")
    if isinstance(action, Recycle) and step.kind is StepKind.RECYCLE:
        return Reason.of("recycle.no_tower", square=square_name(action.square))
    if not isinstance(action, Move | Build):
        return Reason.of("step.other", asked=step.kind)
    worker = state.worker_on(action.worker)
    if worker is None:
        return Reason.of("worker.none", square=square_name(action.worker))
    driven = state.turn is not None and state.turn.driven
    against = None if driven else not_own(state, state.cast.team(step.seat), action.worker)
    if against is not None:
        return against
    if step.kind is not (StepKind.MOVE if isinstance(action, Move) else StepKind.BUILD):
        return Reason.of("step.other", asked=step.kind)
    own = [each for each in offers if each.worker == worker.number and type(each.action) is type(action)]
    if not own:
        barred = on_token(state, worker, step.power) if driven else None
        return barred or _others_are_due(state, step, worker, offers)
    if isinstance(action, Move):
        return Reason.of("move.not_neighboring", square=square_name(action.to))
    pieces = {each.action.piece for each in own if isinstance(each.action, Build) and each.action.on == action.on}
    if not pieces:
        return Reason.of("build.not_neighboring", square=square_name(action.on))
    natural = natural_piece(state, action.on)
    piece = natural if natural in pieces else Piece.DOME
    return Reason.of("build.piece", square=square_name(action.on), piece=piece)


def _others_are_due(state: State, step: Step, worker: Worker, offers: tuple[Option, ...]) -> Reason:
    """Return the reason that a worker has no step now, with the workers that have one."""
    due = {each.worker for each in offers}
    names = sorted(square_name(each.square) for each in state.workers if each.number in due)
    if not names:
        return Reason.of("step.other", asked=step.kind)
    return Reason.of("worker.not_this", square=square_name(worker.square), workers=",".join(names))


_PRECISE = 2


def _weight(reason: Reason) -> int:
    if reason.key.endswith("not_neighboring"):
        return 0
    if reason.key.startswith(("move.", "build.", "place.", "worker.", "step.")):
        return 1
    return _PRECISE


# ---- Withheld powers
#
# A seat may not use one of its powers now if it is a spent hero's, another seat has its use, or it lies beside the Ram
# and none of the seat's workers was there.


MOST_ACTIONS = 24
"""The actions of a turn that are played again; Hermes may walk on as long as he likes."""


class Withheld(NamedTuple):
    """A power that the seat to act may not use: the reason, and what would be legal now with it."""

    reason: Reason
    choices: tuple[Choice, ...]


def withheld(now: State, start: State, actions: Sequence[Action]) -> Iterator[Withheld]:
    """Return the powers that the seat to act may not use now. ``start`` is the state in which the first choice of this
    turn was due, and ``actions`` are the actions since, all as the seat knows it. None late in a very long turn."""
    step, turn = now.step, now.turn
    if step is None or turn is None or turn.driven or step.seat != turn.seat or len(actions) > MOST_ACTIONS:
        return
    for index, card in enumerate(now.powers):
        power, seat = now.cast.powers[index], step.seat
        if seat in card.holders:
            unused = power.memory_at_start(now.cast, index)
            if power.hero and card.memory != unused:
                fresh = card._replace(memory=unused)
                spent_now = start.powers[index].memory == unused
                state = now.with_power(index, fresh) if spent_now else _replayed(start, index, fresh, actions)
                yield Withheld(Reason.of("hero.spent", power=power.name, holder=seat), _choices(state))
        elif card.owner == seat or (card.owner is None and card.power == now.setup.fleece):
            state = _replayed(start, index, start.powers[index]._replace(holders=(seat,)), actions)
            yield Withheld(_reason(card, seat), _choices(state))


def _reason(card: PowerState, seat: Seat) -> Reason:
    if card.owner is None:
        return Reason.of("ram.away", power=card.power, seat=seat)
    if not card.holders:
        return Reason.of("card.asleep", power=card.power)
    return Reason.of("card.lent", power=card.power, seat=card.holders[0])


def _choices(state: State | None) -> tuple[Choice, ...]:
    return () if state is None else legal_choices(state)


def _replayed(start: State, index: int, card: PowerState, actions: Sequence[Action]) -> State | None:
    """Return the state after the actions of a turn that began with this card (by index); None if they do not fit."""
    state = refreshed(start.with_power(index, card))
    turn = start.turn
    if turn is not None and start.agenda == planned(start, turn.seat):
        state = state._replace(agenda=planned(state, turn.seat))
    for action in actions:
        found = _option(state, action)
        while found is None:
            decline = _option(state, Done())
            if decline is None:
                return None
            state = resolved(state, decline)
            found = _option(state, action)
        state = resolved(state, found)
    return state if state.outcome is None else None


def _option(state: State, action: Action) -> Option | None:
    plain, card = bare(action), card_named(action)
    return next((each for each in permitted(state) if each.action == plain and card in (None, each.power)), None)
