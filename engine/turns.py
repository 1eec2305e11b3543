"""All complete turns from a position, and how many there are to a depth (perft)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from engine.actions import Action, Done
from engine.ending import refreshed
from engine.flow import next_turn, stuck
from engine.judge import carry_out
from engine.lookahead import LookAhead, legal_options
from engine.secrets import known_to
from engine.state import State
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
    return _one_way_each(state, _edges(state))


def every_turn(state: State) -> tuple[CompleteTurn, ...]:
    """Every complete legal turn, also where several lead to one position.

    Where a power lets workers walk in circles there is no end of turns: then as ``complete_turns``.
    """
    edges = _edges(state)
    try:
        TopologicalSorter({node: [edge.to for edge in out] for node, out in edges.items()}).prepare()
    except CycleError:
        return _one_way_each(state, edges)
    return tuple(_ways(state, edges, ()))


def perft(state: State, depth: int) -> int:
    """How many lines of so many complete turns there are; a won game and a stuck player end a line early, the first
    counting once, the second not at all."""
    turns = complete_turns(state)
    if depth <= 1:
        return len(turns)
    return sum(1 if turn.after.outcome else perft(turn.after, depth - 1) for turn in turns)


def _next_position(state: State) -> State:
    if state.outcome is None:
        return next_turn(state)
    ordered = sorted(state.workers, key=lambda worker: (worker.team, worker.square))
    workers = tuple([worker._replace(number=number) for number, worker in enumerate(ordered)])
    cards = tuple([card if card.notes is None else card._replace(notes=None) for card in state.powers])
    return refreshed(state._replace(workers=workers, powers=cards, turn=None, agenda=()))


@dataclass(frozen=True, slots=True)
class _Edge:
    """A step inside a turn: the actions to write for it (none where there was nothing to choose), where it leads, and
    whether the turn is over there."""

    actions: tuple[Action, ...]
    to: State
    ends: bool


def _edges(state: State) -> dict[State, list[_Edge]]:
    """The steps from every state of the turn that ``state`` begins, nearest states first."""
    ahead = LookAhead()
    edges: dict[State, list[_Edge]] = {state: []}
    queue = [state]
    for node in queue:
        step = node.step
        if step is None:
            continue
        actions = list(dict.fromkeys(option.action for option in legal_options(known_to(node, step.seat), ahead)))
        if not actions and node is not state:
            # What another seat did inside the turn left no way to complete it (rulings OPEN-26).
            edges[node].append(_Edge((), _next_position(stuck(node, step)), ends=True))
        nothing_to_choose = step.optional and actions == [Done()]
        for action in actions:
            after = carry_out(node, action)
            ends = is_turn_over(after)
            to = _next_position(after) if ends else after
            edges[node].append(_Edge(() if nothing_to_choose else (action,), to, ends))
            if not ends and to not in edges:
                edges[to] = []
                queue.append(to)
    return edges


def _one_way_each(state: State, edges: dict[State, list[_Edge]]) -> tuple[CompleteTurn, ...]:
    ways: dict[State, tuple[Action, ...]] = {state: ()}
    found: dict[State, CompleteTurn] = {}
    for node, out in edges.items():
        for edge in out:
            way = (*ways[node], *edge.actions)
            if edge.ends:
                found.setdefault(edge.to, CompleteTurn(way, edge.to))
            else:
                ways.setdefault(edge.to, way)
    return tuple(found.values())


def _ways(node: State, edges: dict[State, list[_Edge]], way: tuple[Action, ...]) -> Iterator[CompleteTurn]:
    for edge in edges[node]:
        if edge.ends:
            yield CompleteTurn((*way, *edge.actions), edge.to)
        else:
            yield from _ways(edge.to, edges, (*way, *edge.actions))
