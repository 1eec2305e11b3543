"""All complete turns from a position, and how many there are to a depth (perft)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.actions import Action, Done
from engine.flow import begin_turn, end_turn, lose, next_to_move
from engine.judge import carry_out
from engine.lookahead import LookAhead, legal_options
from engine.secrets import known_to
from engine.state import State, Worker
from engine.turn import is_turn_over


@dataclass(frozen=True, slots=True)
class CompleteTurn:
    """A complete legal turn: its steps, and the position it leads to (at the start of the next turn, or won)."""

    actions: tuple[Action, ...]
    after: State


def complete_turns(state: State) -> tuple[CompleteTurn, ...]:
    """Every position that a complete legal turn leads to, each with one shortest way of steps.

    ``state`` is at the start of a turn. Empty if the player is stuck. Choices of other seats inside the turn are part
    of its steps; steps that can only be declined are not, for a game passes over them.
    """
    ahead = LookAhead()
    ways: dict[State, tuple[Action, ...]] = {state: ()}
    queue = [state]
    found: dict[State, CompleteTurn] = {}
    for node in queue:
        step = node.step
        if step is None:
            continue
        actions = list(dict.fromkeys(option.action for option in legal_options(known_to(node, step.seat), ahead)))
        if not actions and node is not state:
            # What another seat did inside the turn left no way to complete it (rulings OPEN-26).
            lost = _next_position(lose(node, step.seat, []))
            found.setdefault(lost, CompleteTurn(ways[node], lost))
        nothing_to_choose = step.optional and actions == [Done()]
        for action in actions:
            after, _ = carry_out(node, action)
            way = ways[node] if nothing_to_choose else (*ways[node], action)
            if is_turn_over(after):
                end = _next_position(after)
                found.setdefault(end, CompleteTurn(way, end))
            elif after not in ways:
                ways[after] = way
                queue.append(after)
    return tuple(found.values())


def perft(state: State, depth: int) -> int:
    """How many lines of so many complete turns there are; a won game and a stuck player end a line early, the first
    counting once, the second not at all."""
    turns = complete_turns(state)
    if depth <= 1:
        return len(turns)
    return sum(1 if turn.after.outcome else perft(turn.after, depth - 1) for turn in turns)


def _next_position(state: State) -> State:
    if state.outcome is None and state.turn is not None:
        return begin_turn(end_turn(state), next_to_move(state, state.turn.seat))[0]
    ordered = sorted(state.workers, key=lambda worker: (worker.team, worker.square))
    workers = tuple(Worker(number, worker.team, worker.square) for number, worker in enumerate(ordered))
    cards = tuple(replace(card, notes=None) for card in state.powers)
    return replace(state, workers=workers, powers=cards, turn=None, agenda=())
