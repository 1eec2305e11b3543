"""Everybody meets everybody once, with one free round each where their number is odd."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from online.club.pairings import round_robin
from online.club.tournament import Tournament, TournamentRefused, entered, evolve, next_round
from online.club.tournament_entries import (
    PairingSystem,
    PlayerEntered,
    PlayerWithdrew,
    ResultEntered,
    ResultSource,
    TournamentBegan,
)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 9, 20, 21])
def test_everybody_meets_everybody_once(count: int) -> None:
    names = [f"P{number}" for number in range(count)]
    rounds = round_robin(names)
    assert len(rounds) == count - 1 + count % 2
    pairs = [frozenset(pair) for each in rounds for pair in each.pairs]
    assert Counter(pairs) == Counter(map(frozenset, combinations(names, 2)))
    for each in rounds:
        playing = [name for pair in each.pairs for name in pair] + ([] if each.free is None else [each.free])
        assert sorted(playing) == sorted(names)
    assert Counter(each.free for each in rounds if each.free) == Counter(names if count % 2 else ())


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 9, 20, 21])
def test_nobody_begins_much_more_often_than_not(count: int) -> None:
    names = [f"P{number}" for number in range(count)]
    surplus: Counter[str] = Counter()
    for each in round_robin(names):
        for first, second in each.pairs:
            surplus[first] += 1
            surplus[second] -= 1
    assert {abs(surplus[name]) for name in names} <= {0, 1}


def everybody(*names: str) -> Tournament:
    tournament = evolve(None, TournamentBegan("", PairingSystem.ROUND_ROBIN, 1))
    for lot, name in enumerate(names):
        tournament = evolve(tournament, PlayerEntered(name, lot))
    return tournament


def played(tournament: Tournament) -> Tournament:
    tournament = evolve(tournament, next_round(tournament))
    number = len(tournament.rounds) - 1
    for game, paired in enumerate(tournament.rounds[-1].games):
        tournament = evolve(tournament, ResultEntered(number, game, paired.first, ResultSource.ORGANISER))
    return tournament


def test_who_was_to_meet_somebody_that_withdrew_is_free() -> None:
    tournament = evolve(played(everybody("Ann", "Bo", "Cleo", "Dan")), PlayerWithdrew("Dan"))
    while not tournament.over:
        tournament = played(tournament)
    assert len(tournament.rounds) == 3
    assert all(len(each.free) == 1 and len(each.games) == 1 for each in tournament.rounds[1:])
    met = [frozenset((game.first, game.second)) for each in tournament.rounds for game in each.games]
    assert len(met) == len(set(met))


def test_nobody_enters_after_the_first_round() -> None:
    tournament = played(everybody("Ann", "Bo", "Cleo"))
    with pytest.raises(TournamentRefused, match="late"):
        entered(tournament, "Dan", 4)
