"""A seat of the table that adapts: weaker after a win, stronger after a loss, and so after a restart as well."""

from __future__ import annotations

import pytest

from engine import Seat
from engine.actions import Resign
from opponent.levels import LADDER, LEVELS, LevelName, next_rung, rung_of
from table.runtime.seat_thinker import AnswersAtOnce, SeatThinker
from table.session.journal_entries import Acted, GameNamed, Opened, RematchAgreed, TablePlays, evolve, replay
from table.session.lobby import BeginGame, ChooseOptions, LetTablePlay, Rematch
from table.session.rematch import RematchKind
from table.session.saved_state import SavedState
from table.session.snapshot import Phase
from table.session.turns import Act
from table.settings.options import GameOptions
from table.storage.entry_format import entry_text, parse_entry
from table.storage.journal import shortened
from tests.table.runtime.virtual_table import VirtualTable
from tests.table.session.sitting_down import sit_still

BLUE, ORANGE = Seat.BLUE, Seat.ORANGE


def begun(level: LevelName, *, adapts: bool = True) -> VirtualTable:
    """Somebody on blue against the table on orange."""
    table = VirtualTable(thinker=SeatThinker(AnswersAtOnce(), pace=0.1))
    table.tokens |= sit_still(table.table, BLUE, "Ann")
    table.does(LetTablePlay(ORANGE, level, adapts), ChooseOptions(GameOptions(powers=False)), BeginGame())
    return table


def lost_by(saved: SavedState, *losers: Seat) -> list[int | None]:
    """The table's place on the ladder after each of these games."""
    rungs: list[int | None] = []
    for loser in losers:
        saved = evolve(saved, Acted((Resign(loser),)))
        assert saved.phase is Phase.OVER
        before = saved.seating.at(ORANGE)
        saved = evolve(saved, again())
        after = saved.seating.at(ORANGE)
        assert before is not None
        assert after is not None
        assert before.level is not None, "the level of a game is the one that it was played at, to its end"
        rungs.append(after.rung)
    return rungs


def again() -> RematchAgreed:
    return RematchAgreed(RematchKind.SAME)


def test_it_goes_down_after_a_win_and_up_after_a_loss() -> None:
    saved, first = begun(LevelName.BEGINNER).saved, rung_of(LevelName.BEGINNER)
    assert lost_by(saved, BLUE, BLUE, ORANGE, ORANGE, ORANGE) == [first - 1, first - 2, first - 1, first, first + 1]


def test_without_adapting_it_plays_as_before() -> None:
    assert lost_by(begun(LevelName.BEGINNER, adapts=False).saved, BLUE, ORANGE) == [None, None]


@pytest.mark.parametrize(
    ("rung", "won", "after"), [(0, True, 0), (len(LADDER) - 1, False, len(LADDER) - 1), (3, True, 2)]
)
def test_the_ladder_has_two_ends(rung: int, won: bool, after: int) -> None:  # noqa: FBT001 - a case of the table above
    assert next_rung(rung, won=won) == after


def test_halfway_between_two_levels_some_turns_are_played_as_each_of_them() -> None:
    between = LADDER[rung_of(LevelName.CASUAL) + 1]
    played = [between.level_of_turn(seed).name for seed in range(40)]
    assert set(played) == {LevelName.CASUAL, LevelName.REGULAR}
    assert played == [between.level_of_turn(seed).name for seed in range(40)]
    assert [LADDER[rung_of(name)].level_of_turn(7) for name in LEVELS] == list(LEVELS.values())


def test_people_see_the_level_of_this_game_and_that_it_adapts() -> None:
    table = begun(LevelName.CHILD)
    table.does(Act(Resign(BLUE)))
    seat = next(each for each in table.seen.seats if each.seat is ORANGE)
    assert (seat.level, seat.adapts) == (LevelName.CHILD, True)
    table.does(Rematch(RematchKind.LOBBY))
    player = table.saved.seating.at(ORANGE)
    assert player is not None
    assert player.rung == rung_of(LevelName.CHILD) - 1
    table.does(LetTablePlay(ORANGE, LevelName.EXPERT))
    assert [each.adapts for each in table.seen.seats if each.seat is ORANGE] == [False]


@pytest.mark.parametrize(
    ("watching", "names", "levels"),
    [
        (False, ((BLUE, "Ann"),), ((ORANGE, LevelName.CHILD),)),
        (True, (), ((BLUE, LevelName.EXPERT), (ORANGE, LevelName.CHILD))),
    ],
)
def test_the_archive_learns_the_levels_and_counts_no_game_for_a_host_who_watched(
    watching: bool,  # noqa: FBT001 - a case of the table above
    names: tuple[tuple[Seat, str], ...],
    levels: tuple[tuple[Seat, LevelName], ...],
) -> None:
    saved = begun(LevelName.CHILD).saved
    if watching:
        saved = evolve(saved, TablePlays(BLUE, LevelName.EXPERT))
    (ended,) = evolve(evolve(saved, GameNamed("a game")), Acted((Resign(BLUE),))).ended
    assert (ended.players, ended.levels) == (names, levels)


def test_what_it_has_learned_survives_a_restart_and_a_journal_that_is_compacted() -> None:
    table = begun(LevelName.CASUAL)
    table.does(Act(Resign(BLUE)), Rematch(RematchKind.LOBBY))
    entries = [parse_entry(entry_text(entry)) for entry in (Opened(), *table.journal.entries)]
    player = replay(entries).seating.at(ORANGE)
    assert player is not None
    assert player.rung == rung_of(LevelName.CASUAL) - 1
    saved = replay(entries)
    few = shortened(saved)
    assert few is not None
    assert replay(few).seating == saved.seating


def test_a_journal_names_no_place_on_the_ladder_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="no rung 99"):
        evolve(SavedState(), TablePlays(ORANGE, LevelName.CHILD, 99))
