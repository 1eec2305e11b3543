"""What an organiser may do and what not, where results come from, and how players stand."""

from __future__ import annotations

import csv

import pytest

from online.club.tournament import (
    Tournament,
    TournamentRefused,
    begun,
    cancelled,
    entered,
    evolve,
    next_round,
    result,
    result_of_table,
    standings_csv,
    withdrew,
)
from online.club.tournament_entries import (
    PairingSystem,
    PlayerEntered,
    RoundPaired,
    TournamentBegan,
    read_tournament_entry,
    tournament_entry_text,
)


def with_players(*names: str, rounds: int = 3) -> Tournament:
    tournament = evolve(None, TournamentBegan("Friday", PairingSystem.SWISS, rounds))
    for lot, name in enumerate(names):
        tournament = evolve(tournament, PlayerEntered(name, lot))
    return tournament


def paired(*names: str) -> Tournament:
    """The first of these meets the second, the third the fourth."""
    pairs = tuple(zip(names[::2], names[1::2], strict=True))
    return evolve(with_players(*names), RoundPaired(pairs, ()))


def refusal(failing: pytest.ExceptionInfo[TournamentRefused]) -> str:
    return failing.value.message.key


def test_names_are_cleaned_and_nobody_plays_twice() -> None:
    tournament = with_players("Ann")
    assert entered(tournament, "  Bo  van   Dam ", 3) == PlayerEntered("Bo van Dam", 3)
    for name, key in (("ANN", "twice"), ("", "name"), ("x" * 25, "name"), ("a\x07", "name")):
        with pytest.raises(TournamentRefused) as failing:
            entered(tournament, name, 3)
        assert refusal(failing) == f"club.refused.{key}"


def test_who_withdrew_before_playing_is_no_player_and_may_come_back() -> None:
    tournament = with_players("Ann", "Bo")
    gone = evolve(tournament, withdrew(tournament, "ann"))
    assert [each.name for each in gone.entrants] == ["Bo"]
    with pytest.raises(TournamentRefused):
        withdrew(gone, "Ann")
    played = paired("Ann", "Bo")
    away = evolve(played, withdrew(played, "Ann"))
    assert [each.withdrawn for each in away.entrants] == [True, False]
    back = evolve(away, entered(away, "ann", 9))
    assert [(each.name, each.withdrawn) for each in back.entrants] == [("Ann", False), ("Bo", False)]


def test_a_round_is_paired_when_the_one_before_is_decided() -> None:
    with pytest.raises(TournamentRefused) as failing:
        next_round(with_players("Ann"))
    assert refusal(failing) == "club.refused.few"
    tournament = paired("Ann", "Bo")
    with pytest.raises(TournamentRefused) as failing:
        next_round(tournament)
    assert refusal(failing) == "club.refused.undecided"
    decided = evolve(tournament, result(tournament, 0, 0, "Bo"))
    assert next_round(decided).pairs == (("Bo", "Ann"),), "who did not begin begins"


def test_no_more_rounds_than_planned() -> None:
    tournament = with_players("Ann", "Bo", rounds=1)
    tournament = evolve(tournament, next_round(tournament))
    tournament = evolve(tournament, result(tournament, 0, 0, "Ann"))
    assert tournament.over
    with pytest.raises(TournamentRefused) as failing:
        next_round(tournament)
    assert refusal(failing) == "club.refused.over"


def test_a_round_is_cancelled_as_long_as_nothing_is_decided() -> None:
    tournament = paired("Ann", "Bo", "Cleo", "Dan")
    assert evolve(tournament, cancelled(tournament)).rounds == ()
    decided = evolve(tournament, result(tournament, 0, 1, "Dan"))
    with pytest.raises(TournamentRefused):
        cancelled(decided)
    again = evolve(decided, result(decided, 0, 1, None))
    assert evolve(again, cancelled(again)).rounds == ()


@pytest.mark.parametrize(("number", "game", "winner"), [(1, 0, "Ann"), (0, 1, "Ann"), (0, 0, "Cleo")])
def test_a_result_is_of_a_game_and_of_one_who_plays_it(number: int, game: int, winner: str) -> None:
    with pytest.raises(TournamentRefused):
        result(paired("Ann", "Bo"), number, game, winner)


def test_a_game_at_any_table_decides_the_game_of_these_two() -> None:
    tournament = paired("Ann", "Bo", "Cleo", "Dan")
    found = result_of_table(tournament, {"dan ": True, "CLEO": False})
    assert found is not None
    assert (found.round, found.game, found.winner) == (0, 1, "Dan")
    decided = evolve(tournament, found)
    assert result_of_table(decided, {"Dan": False, "Cleo": True}) is None, "they have played it"
    assert result_of_table(tournament, {"Ann": True, "Cleo": False}) is None, "they do not meet"
    assert result_of_table(tournament, {"Ann": True, "Bo": True}) is None
    assert result_of_table(tournament, {"Ann": True, "Bo": False, "Dan": False}) is None
    assert result_of_table(tournament, {}) is None
    assert result_of_table(with_players("Ann", "Bo"), {"Ann": True, "Bo": False}) is None


def test_standings_count_points_then_those_of_opponents_then_of_the_beaten() -> None:
    tournament = paired("Ann", "Bo", "Cleo", "Dan")
    for game, winner in enumerate(("Ann", "Cleo")):
        tournament = evolve(tournament, result(tournament, 0, game, winner))
    tournament = evolve(tournament, RoundPaired((("Ann", "Cleo"), ("Bo", "Dan")), ()))
    for game, winner in enumerate(("Ann", "Bo")):
        tournament = evolve(tournament, result(tournament, 1, game, winner))
    rows = [(row.place, row.name, row.points, row.opponents, row.beaten) for row in tournament.standings()]
    assert rows == [(1, "Ann", 2, 2, 2), (2, "Bo", 1, 2, 0), (2, "Cleo", 1, 2, 0), (4, "Dan", 0, 2, 0)]


def test_a_free_round_is_a_point() -> None:
    tournament = evolve(with_players("Ann", "Bo", "Cleo"), RoundPaired((("Ann", "Bo"),), ("Cleo",)))
    assert next((row.place, row.name, row.points) for row in tournament.standings()) == (1, "Cleo", 1)


def test_the_file_of_the_standings_has_no_formula() -> None:
    rows = list(csv.reader(standings_csv(with_players("=1+1", "Ann, Bo").standings()).splitlines()))
    assert [row[1] for row in rows] == ["name", "'=1+1", "Ann, Bo"]


def test_entries_are_read_as_they_were_written() -> None:
    tournament = paired("Ann", "Bo")
    entries = (begun(" Friday ", PairingSystem.SWISS, 5), result(tournament, 0, 0, "Ann"), cancelled(tournament))
    assert entries[0].title == "Friday"
    assert [read_tournament_entry(tournament_entry_text(each)) for each in entries] == list(entries)
