"""What the rules cost: ``python -m benchmarks.rules_speed`` (``--games N`` sets how many games of the matrix).

- The lights: the time of ``legal_actions`` after each action of random games over all ordered pairs of powers.
- Whole turns: listing those of the base game, and listing them with every position they lead to, beside a plain
  list-of-turns engine written for the comparison.
- Memory: a game of 200 moves with everything that undo needs.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
import tracemalloc
from array import array

from benchmarks.plain_turns import PlainBoard
from benchmarks.yardstick import loop_figure, rate
from engine import Game, PowerName, State, complete_turns
from engine.notation import parse_position, state_of
from engine.secrets import known_to
from engine.squares import STRIDE, squares
from engine.turns.choices import legal_actions
from engine.turns.turn_enumeration import turn_list
from tests.engine.playing import ordered_pairs, pair, walk

OPENING = "0000000000000000000000000/1/mortal:b3,d3/mortal:c4,c2"
MOVES_KEPT = 200
MOST_TURNS = 60


class Costs:
    """What many calls cost (ms), and the dearest of them. Plain numbers, so that keeping them costs the measured code
    no garbage collection."""

    def __init__(self) -> None:
        self._all = array("d")
        self._worst = 0.0
        self._worst_of = ""

    def add(self, seconds: float, what: str) -> None:
        """Note one call."""
        cost = seconds * 1e3
        self._all.append(cost)
        if cost > self._worst:
            self._worst, self._worst_of = cost, what

    def __str__(self) -> str:
        ordered = sorted(self._all)
        count = len(ordered)
        return (
            f"{count} calls, median {ordered[count // 2]:.3f} ms, p99 {ordered[count * 99 // 100]:.2f} ms, "
            f"p99.9 {ordered[count * 999 // 1000]:.2f} ms, worst {self._worst:.1f} ms ({self._worst_of})"
        )


def positions_of_play(count: int = 60) -> list[State]:
    """Positions of the base game as random play brings them about."""
    found: list[State] = []
    seed = 0
    while len(found) < count:
        for game in walk(pair(PowerName("mortal"), PowerName("mortal")), f"base-{seed}").steps():
            turn = game.state.turn
            if turn is not None and turn.actor is None and game.turn % 3 == 0:
                found.append(game.state)
        seed += 1
    return found[:count]


def plain_board(state: State) -> PlainBoard:
    """The same position for the plain engine."""
    heights = [[0] * STRIDE for _ in range(STRIDE)]
    for square in squares():
        heights[square // STRIDE][square % STRIDE] = 4 if state.is_domed(square) else state.levels[square]
    workers = [[divmod(square, STRIDE) for square in state.team_squares(team)] for team in (0, 1)]
    return PlainBoard(heights, workers)


def time_lights(games: int) -> tuple[Costs, Costs]:
    """The cost of ``legal_actions`` after each action: asked of the position alone, and as a game that goes on asks it
    (the action carried out, turns changed, and what was found out before remembered).

    Time on the processor, so that other programs on the machine do not count."""
    alone, in_game = Costs(), Costs()
    pairs = list(ordered_pairs())
    random.Random(1).shuffle(pairs)  # noqa: S311 - repeatable chance, no secret
    for one, other in pairs[:games]:
        what = f"{one} against {other}"
        game = Game.begin(pair(one, other))
        chance = random.Random(what)  # noqa: S311 - repeatable chance, no secret
        while game.outcome is None and game.turn <= MOST_TURNS and game.to_act is not None:
            known = known_to(game.state, game.to_act)
            start = time.thread_time()
            legal_actions(known)
            alone.add(time.thread_time() - start, what)
            action = chance.choice(game.legal_actions())
            start = time.thread_time()
            game = game.play(action)
            game.legal_actions()
            in_game.add(time.thread_time() - start, what)
    return alone, in_game


def show_turns() -> None:
    """Our listings beside those of the plain engine, in one run."""
    states = positions_of_play()
    boards = [plain_board(state) for state in states]
    players = [state.cast.team(state.turn.seat) if state.turn else 0 for state in states]
    both = list(zip(boards, players, strict=True))
    for state, (board, player) in zip(states, both, strict=True):
        if len(turn_list(state)) != len(board.turns(player)):
            raise ValueError(f"the two engines differ on {state}")

    def plain_positions() -> int:
        return sum(len([board.after(player, turn) for turn in board.turns(player)]) for board, player in both)

    plain = rate(lambda: sum(len(board.turns(player)) for board, player in both))
    ours = rate(lambda: sum(len(turn_list(state)) for state in states))
    print(f"turns listed, base game: {ours / 1e6:.2f} M/s; plain list {plain / 1e6:.3f} M/s; ratio {ours / plain:.1f}")
    plain = rate(plain_positions)
    ours = rate(lambda: sum(len(complete_turns(state)) for state in states))
    print(
        f"turns with positions, general path: {ours / 1e6:.3f} M/s; plain copies {plain / 1e6:.3f} M/s;"
        f" ratio {ours / plain:.2f}"
    )
    opening = state_of(parse_position(OPENING))
    replies = [turn.after for turn in complete_turns(opening)]
    ours = rate(lambda: sum(len(complete_turns(state)) for state in replies))
    print(f"the same from the opening, one turn deep: {ours / 1e6:.3f} M/s")


def show_memory() -> None:
    """The longest random game that is easily found, replayed move by move under the eyes of tracemalloc."""
    setup = pair(PowerName("aphrodite"), PowerName("hermes"))
    played = walk(setup, "long")
    actions = [game.plies[-1].action for game in played.steps() if game.plies]
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    game = Game.begin(setup)
    for action in actions[:MOVES_KEPT]:
        game = game.play(action)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"memory: {len(game.plies)} actions with their history, {(after - before) / 1e6:.2f} MB")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    every = len(list(ordered_pairs()))
    parser.add_argument(
        "--games", type=int, default=600, help=f"games of the matrix to time ({every} are one of each pair)"
    )
    games = parser.parse_args().games
    print(f"machine: {loop_figure():.1f} M loop turns a second")
    gc.collect()
    gc.freeze()
    alone, in_game = time_lights(games)
    print(f"legal_actions, asked of a position alone: {alone}")
    print(f"an action played, and legal_actions after it: {in_game}")
    show_turns()
    show_memory()


if __name__ == "__main__":
    main()
