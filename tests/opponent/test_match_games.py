"""Games of a match: what is hidden from one of the two stays as it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from engine.setup import MORTAL, PowerName
from engine.state import State
from opponent.levels import LevelName, next_rung
from opponent.match import Answer, MatchPlayer, matched, played_game, player_of, random_start
from tools.benchmarks.opponent_adapts import adapted_games


@dataclass
class Watched:
    """A player whose positions are kept."""

    player: MatchPlayer
    states: list[State] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.player.name

    def choose(self, state: State, seed: int) -> Answer:
        self.states.append(state)
        return self.player.choose(state, seed)


@pytest.mark.parametrize("first_begins", [True, False])
def test_workers_that_one_player_does_not_see_stay_on_the_board(*, first_begins: bool) -> None:
    powers = (PowerName("hecate"), MORTAL)
    players = Watched(player_of("nodes:60")), Watched(player_of("nodes:60"))
    game = played_game(random_start(powers, 3), powers, players, first_begins=first_begins, seed=3)
    seen = [state for each in players for state in each.states]
    assert game.turns > 3
    assert {len(state.workers) for state in seen} == {4}


def test_a_child_mostly_loses_to_who_climbs_and_takes_wins_in_one() -> None:
    """And stops none: whoever has just learned the game can win its first games."""
    games = list(matched(player_of("child"), player_of("simple:climbs"), (MORTAL, MORTAL), 12))
    assert sum(game.score for game in games) <= 0.3 * len(games)


def test_a_child_plays_better_than_chance() -> None:
    games = list(matched(player_of("child"), player_of("simple:wins"), (MORTAL, MORTAL), 6))
    assert sum(game.score for game in games) >= 0.7 * len(games)


@pytest.mark.parametrize("name", ["simple:wins", "simple:climbs"])
def test_a_table_that_adapts_wins_some_games_and_loses_some_against_beginners(name: str) -> None:
    games = adapted_games(player_of(name), 16, LevelName.BEGINNER)
    later = games[6:]
    assert 0.2 <= sum(game.score for game in later) / len(later) <= 0.8
    assert all(after.rung == next_rung(before.rung, won=before.score == 1) for before, after in pairwise(games))
