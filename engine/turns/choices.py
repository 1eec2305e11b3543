"""What may be chosen, and how it is carried out: legal on what the seat knows, decided on the true state (rulings 39).

A player chooses an option, which a power offers; an action is how that is written.

Where two of a player's cards offer the same action and it comes to something else with each, the action names its card
(``by``), and each is a choice of its own. Where it comes to the same, or only one of them leads to a complete turn,
there is one choice and no card is named.
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
    """One thing that the open step lets a seat do: how it is written, the option that is carried out, and other cards
    whose text comes to the same."""

    action: Action
    option: Option
    others: tuple[PowerName, ...] = ()


def legal_choices(state: State, ahead: LookAhead | None = None) -> tuple[Choice, ...]:
    """What begins a complete legal turn, in the order of its offer; ``state`` is as the seat to act knows it. What it
    knows of secret tokens changes nothing."""
    state = without_secret_tokens(state)
    return distinct_choices(state, legal_options(state, ahead))


def legal_actions(state: State, ahead: LookAhead | None = None) -> tuple[Action, ...]:
    """The legal actions of the open step, each once, in the order of their offer."""
    return tuple([choice.action for choice in legal_choices(state, ahead)])


def distinct_choices(state: State, options: list[Option]) -> tuple[Choice, ...]:
    """The choices between options of the open step."""
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
    """The choices between options of one action: one for each thing that it comes to."""
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
    """The choice that an action stands for, if any. A card may be named where it need not be, if its text offers
    that."""
    card = card_named(action)
    for choice in choices:
        if choice.action == action:
            return choice
        if card is not None and card in (choice.option.power, *choice.others) and bare(choice.action) == bare(action):
            return choice
    return None


def candidates(state: State, choices: tuple[Choice, ...], action: Action) -> list[Choice]:
    """The choices between which an action that names no card leaves open which is meant; first those that use no hero's
    power."""
    if card_named(action) is not None:
        return []
    found = [choice for choice in choices if choice.action != action and bare(choice.action) == action]
    return sorted(found, key=lambda choice: uses_hero(state, choice.option))


def actions_after_done(state: State, choices: tuple[Choice, ...]) -> tuple[Action, ...]:
    """What the seat to act may do next if it declines the open step; empty if it may not, or another seat is next."""
    found: dict[Action, None] = {}
    for choice in choices:
        if state.step is not None and isinstance(choice.action, Done):
            after = resolve(state, choice.option)
            if after.step and after.step.seat == state.step.seat:
                found.update(dict.fromkeys(legal_actions(after)))
    return tuple(found)


def carry_out(state: State, option: Option, events: Events = None) -> State:
    """The state after an option that is legal as far as the seat to act knows; what happened goes to ``events``.

    Where the true state forbids it, the action is cancelled: on the seat's own turn with the rest of the turn, as an
    interrupt alone, and the turn that it broke into goes on to its end. Another power of the seat may allow the same
    action; then that one is used.
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
    """The option that carries out what was chosen: the very one, or if the true state forbids that, the same
    action by another power, but never by a hero's (rulings 39)."""
    if not state.cast.has_secrets:
        return option
    same = [each for each in permitted(state) if each.action == option.action]
    chosen = (each for each in same if each.power == option.power)
    others = (each for each in same if each.power not in state.cast.heroes)
    return next(chosen, None) or next(others, None)


def resolved(state: State, option: Option, events: Events = None) -> State:
    """The state after an option that the true state allows; a hero's power renews the demands."""
    after = resolve(state, option, events)
    return _with_renewed_demands(after) if uses_hero(state, option) else after


def _with_renewed_demands(state: State) -> State:
    """Once a hero's power is used, what is asked "if possible" is tested again from there (rulings G10)."""
    turn, step = state.turn, state.step
    if turn is None or step is None:
        return state
    known = with_demands(known_to(state, step.seat), LookAhead(excused=False))
    demands = known.turn.demands if known.turn else ()
    earlier = tuple(index for index in turn.demands if index not in demands)
    return state._replace(turn=turn._replace(demands=(*earlier, *demands)))
