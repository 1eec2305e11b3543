"""Whole Swiss tournaments with results by chance: each player is paired once a round, nobody meets another twice while
that can be avoided, and nobody is free twice before everybody was."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.numbers import seeded
from online.club.pairings import SwissPlayer, beginning, swiss_round
from online.club.tournament import Tournament, evolve, next_round
from online.club.tournament_entries import (
    PairingSystem,
    PlayerEntered,
    PlayerWithdrew,
    ResultEntered,
    ResultSource,
    TournamentBegan,
)


def begun(count: int, rounds: int, chance: Random) -> Tournament:
    tournament = evolve(None, TournamentBegan("", PairingSystem.SWISS, rounds))
    for number in range(count):
        tournament = evolve(tournament, PlayerEntered(f"P{number}", chance.randrange(10**6)))
    return tournament


def decided(tournament: Tournament, chance: Random) -> Tournament:
    number = len(tournament.rounds) - 1
    for game, paired in enumerate(tournament.rounds[-1].games):
        winner = chance.choice((paired.first, paired.second))
        tournament = evolve(tournament, ResultEntered(number, game, winner, ResultSource.ORGANISER))
    return tournament


def can_be_fresh(names: list[str], met: set[frozenset[str]]) -> bool:
    """Whether these can be paired without a repeated meeting; tries everything."""
    if not names:
        return True
    first, *others = names
    return any(
        frozenset((first, other)) not in met and can_be_fresh([each for each in others if each != other], met)
        for other in others
    )


@given(st.integers(2, 9), st.integers(1, 8), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_each_round_of_a_tournament_keeps_what_is_promised(count: int, rounds: int, chance: Random) -> None:
    tournament = begun(count, rounds, chance)
    met: set[frozenset[str]] = set()
    free: Counter[str] = Counter()
    for _ in range(rounds):
        tournament = evolve(tournament, next_round(tournament))
        paired = tournament.rounds[-1]
        names = [name for game in paired.games for name in (game.first, game.second)] + list(paired.free)
        assert sorted(names) == sorted(each.name for each in tournament.entrants), "each once"
        assert len(paired.free) == count % 2
        assert all(free[name] == min(free[each.name] for each in tournament.entrants) for name in paired.free)
        again = [game for game in paired.games if frozenset((game.first, game.second)) in met]
        if again:
            left = [name for name in names if name not in paired.free]
            assert not can_be_fresh(left, met), "a repeated meeting could have been avoided"
        met |= {frozenset((game.first, game.second)) for game in paired.games}
        free.update(paired.free)
        tournament = decided(tournament, chance)


@pytest.mark.parametrize("count", [39, 40])
def test_forty_players_meet_nobody_twice_in_nine_rounds(count: int) -> None:
    chance = seeded("forty players")
    tournament = begun(count, 9, chance)
    for _ in range(9):
        tournament = decided(evolve(tournament, next_round(tournament)), chance)
    pairs = [frozenset((game.first, game.second)) for each in tournament.rounds for game in each.games]
    assert len(pairs) == len(set(pairs)) == 9 * (count // 2)
    free = [name for each in tournament.rounds for name in each.free]
    assert len(free) == len(set(free))


def test_players_with_as_many_points_meet_upper_half_against_lower_half() -> None:
    players = [SwissPlayer(name, points) for name, points in zip("ABCDEFGH", (1, 1, 1, 1, 0, 0, 0, 0), strict=True)]
    pairs = {frozenset(pair) for pair in swiss_round(players).pairs}
    assert pairs == {frozenset(pair) for pair in ("AC", "BD", "EG", "FH")}


def test_who_began_fewer_games_begins() -> None:
    ann, bo = SwissPlayer("Ann", surplus=1), SwissPlayer("Bo", surplus=0)
    assert beginning(ann, bo) == beginning(bo, ann) == ("Bo", "Ann")
    fresh, lately = SwissPlayer("Ann"), SwissPlayer("Bo", began_last=True)
    assert beginning(fresh, lately) == beginning(lately, fresh) == ("Ann", "Bo")


def test_a_late_player_and_one_who_leaves_are_in_the_right_rounds() -> None:
    chance = seeded("a late player")
    tournament = decided(evolve(started := begun(4, 5, chance), next_round(started)), chance)
    tournament = evolve(evolve(tournament, PlayerEntered("Late", 5)), PlayerWithdrew("P0"))
    tournament = evolve(tournament, next_round(tournament))
    assert tournament.rounds[-1].names == {"Late", "P1", "P2", "P3"}
    assert "P0" in {each.name for each in tournament.standings()}


def test_one_player_makes_no_round() -> None:
    with pytest.raises(ValueError, match="two players"):
        swiss_round([SwissPlayer("Ann")])


def test_three_who_have_all_met_meet_again_rather_than_wait() -> None:
    everybody = {name: {other: 1 for other in "ABCD" if other != name} for name in "ABCD"}
    players = [SwissPlayer(name, met=everybody[name]) for name in "ABCD"]
    pairs = swiss_round(players).pairs
    assert sorted(name for pair in pairs for name in pair) == list("ABCD")
    assert len(list(combinations(pairs, 2))) == 1
