"""The choices of an open step: legal by the seat's knowledge, carried out on the true state (rulings 39).

A player chooses an option, which a power offers; an action is its written form.

If two of a player's cards offer the same action with different results, the action names its card (``by``), and each is
a separate choice. If the results are equal, or only one of them leads to a complete turn, there is one choice and no
card is named.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.actions import Action, Done, bare, by_card, card_named, target_of
from engine.effects import Option
from engine.events import ActionCancelled
from engine.secrets import known_to, without_secret_tokens
from engine.setup import PowerName
from engine.state import State
from engine.turns.changes import Events, conclude
from engine.turns.lookahead import LookAhead, legal_options, uses_hero, with_demands
from engine.turns.steps import permitted, resolve


class Choice(NamedTuple):
    """A choice of the open step: its action, its option, and other cards whose text has the same result."""

    action: Action
    option: Option
    others: tuple[PowerName, ...] = ()


def legal_choices(state: State, ahead: LookAhead | None = None) -> tuple[Choice, ...]:
    """Return the beginnings of complete legal turns, in the order of offers; ``state`` is as the seat to act knows it.
    Its knowledge of secret tokens changes nothing."""
    state = without_secret_tokens(state)
    return distinct_choices(state, legal_options(state, ahead))


def legal_actions(state: State, ahead: LookAhead | None = None) -> tuple[Action, ...]:
    """Return the legal actions of the open step, each once, in the order of offers."""
    return tuple([choice.action for choice in legal_choices(state, ahead)])


def distinct_choices(state: State, options: list[Option]) -> tuple[Choice, ...]:
    """Return the choices between options of the open step."""
    if len({option.action for option in options}) == len(options):
        return tuple([Choice(option.action, option) for option in options])
    alike: dict[Action, list[Option]] = {}
    for option in options:
        alike.setdefault(option.action, []).append(option)
    found: list[Choice] = []
    for action, same in alike.items():
        found += _choices_of_action(state, action, same)
    return tuple(found)


def _choices_of_action(state: State, action: Action, options: list[Option]) -> list[Choice]:
    """Return the choices between options of one action, one for each result."""
    if len(options) == 1:
        return [Choice(action, options[0])]
    results: dict[State, list[Option]] = {}
    for option in options:
        results.setdefault(resolved(state, option), []).append(option)
    choices = []
    for same in results.values():
        named = action if len(results) == 1 else by_card(action, same[0].power)
        choices.append(Choice(named, same[0], tuple([option.power for option in same[1:]])))
    return choices


def chosen(choices: tuple[Choice, ...], action: Action) -> Choice | None:
    """Return the choice of an action, if any. A card may be named if its text offers the action."""
    card = card_named(action)
    for choice in choices:
        if choice.action == action:
            return choice
        if card is not None and card in (choice.option.power, *choice.others) and bare(choice.action) == bare(action):
            return choice
    return None


def candidates(state: State, choices: tuple[Choice, ...], action: Action) -> list[Choice]:
    """Return the choices that an action without a card may mean; those that use no hero's power come first."""
    if card_named(action) is not None:
        return []
    found = [choice for choice in choices if choice.action != action and bare(choice.action) == action]
    return sorted(found, key=lambda choice: uses_hero(state, choice.option))


def actions_after_done(state: State, choices: tuple[Choice, ...]) -> tuple[Action, ...]:
    """Return the actions of the seat to act after it declines the open step; empty if it may not."""
    found: dict[Action, None] = {}
    for choice in choices:
        if state.step is not None and isinstance(choice.action, Done):
            after = resolve(state, choice.option)
            if after.step and after.step.seat == state.step.seat:
                found.update(dict.fromkeys(legal_actions(after)))
    return tuple(found)


def carry_out(state: State, option: Option, events: Events = None) -> State:
    """Return the state after an option that is legal by the knowledge of the seat to act; appends to ``events``.

    If the true state forbids it, the action is cancelled: in the seat's own turn with the rest of the turn, as an
    interrupt alone, and the interrupted turn goes on to its end. If another power of the seat allows the same action,
    that one is used.
    """
    allowed = _truly_permitted(state, option)
    if allowed is not None:
        return resolved(state, allowed, events)
    step, turn = state.agenda[0], state.turn
    if events is not None:
        shown = state.setup.profile.rulings.conflict_space_shown
        events.append(ActionCancelled(step.seat, target_of(option.action) if shown else None))
    if turn is None or state.cast.team(step.seat) != state.cast.team(turn.seat):
        after = state._replace(agenda=state.agenda[1:])
        return after if after.agenda else conclude(after, events)
    return state._replace(agenda=())


def _truly_permitted(state: State, option: Option) -> Option | None:
    """Return the option that carries out the choice: the same one, or if the true state forbids that, the same action
    by another power, but never by a hero's (rulings 39)."""
    if not state.cast.has_secrets:
        return option
    same = [each for each in permitted(state) if each.action == option.action]
    chosen = (each for each in same if each.power == option.power)
    others = (each for each in same if each.power not in state.cast.heroes)
    return next(chosen, None) or next(others, None)


def resolved(state: State, option: Option, events: Events = None) -> State:
    """Return the state after an option that the true state allows; a hero's power renews the demands."""
    after = resolve(state, option, events)
    return _with_renewed_demands(after) if uses_hero(state, option) else after


def _with_renewed_demands(state: State) -> State:
    """Return the state with its "if possible" demands tested again, after the use of a hero's power (rulings G10)."""
    turn, step = state.turn, state.step
    if turn is None or step is None:
        return state
    known = with_demands(known_to(state, step.seat), LookAhead(excused=False))
    demands = known.turn.demands if known.turn else ()
    earlier = tuple(index for index in turn.demands if index not in demands)
    return state._replace(turn=turn._replace(demands=(*earlier, *demands)))
