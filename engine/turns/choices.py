"""What may be chosen. A player chooses an option, what one rule text offers; an action is how that is written.

Where two of a player's cards offer the same action and it comes to something else with each, the action names its card
(``by``), and each is a choice of its own. Where it comes to the same, or only one of them leads to a complete turn,
there is one choice and no card is named.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.actions import Action, Done, bare, by_card, card_named
from engine.effects import Option
from engine.judge import resolved
from engine.setup import PowerName
from engine.state import State
from engine.turns.lookahead import LookAhead, is_heroic, legal_options
from engine.turns.steps import resolve


class Choice(NamedTuple):
    """One thing that the open step lets a seat do: how it is written, the option that is carried out, and other cards
    whose text comes to the same."""

    action: Action
    option: Option
    others: tuple[PowerName, ...] = ()


def legal_choices(state: State, ahead: LookAhead | None = None) -> tuple[Choice, ...]:
    """What begins a complete legal turn, in the order of its offer; ``state`` is as the seat to act knows it."""
    return told_apart(state, legal_options(state, ahead))


def legal_actions(state: State, ahead: LookAhead | None = None) -> tuple[Action, ...]:
    """The legal actions of the open step, each once, in the order of their offer."""
    return tuple([choice.action for choice in legal_choices(state, ahead)])


def told_apart(state: State, options: list[Option]) -> tuple[Choice, ...]:
    """The choices between options of the open step."""
    if len({option.action for option in options}) == len(options):
        return tuple([Choice(option.action, option) for option in options])
    alike: dict[Action, list[Option]] = {}
    for option in options:
        alike.setdefault(option.action, []).append(option)
    found: list[Choice] = []
    for action, same in alike.items():
        found += _between(state, action, same)
    return tuple(found)


def _between(state: State, action: Action, options: list[Option]) -> list[Choice]:
    """The choices between options of one action: one for each thing that it comes to."""
    if len(options) == 1:
        return [Choice(action, options[0])]
    results: dict[State, list[Option]] = {}
    for option in options:
        results.setdefault(resolved(state, option), []).append(option)
    choices = []
    for same in results.values():
        told = action if len(results) == 1 else by_card(action, same[0].power)
        choices.append(Choice(told, same[0], tuple([option.power for option in same[1:]])))
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
    return sorted(found, key=lambda choice: is_heroic(state, choice.option))


def actions_after_done(state: State, choices: tuple[Choice, ...]) -> tuple[Action, ...]:
    """What the seat to act may do next if it declines the open step; empty if it may not, or another seat is next."""
    found: dict[Action, None] = {}
    for choice in choices:
        if state.step is not None and isinstance(choice.action, Done):
            after = resolve(state, choice.option)
            if after.step and after.step.seat == state.step.seat:
                found.update(dict.fromkeys(legal_actions(after)))
    return tuple(found)
