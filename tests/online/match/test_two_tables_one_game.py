"""Two tables play one game: pairing, turns that come from the other table, takebacks, giving up, programs that end."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.message import Message
from engine.actions import Place, Resign
from engine.powers import power_named
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import square
from opponent.levels import LevelName
from table.session.answers import Refusal, Refused
from table.session.drafting import OfferPowers
from table.session.lobby import AbandonGame, BeginGame, ChooseOptions, LetTablePlay, Rematch
from table.session.match_play import JoinMatch, LeaveMatch, OpenMatch, RevokeTable, TurnNotAgreed
from table.session.rematch import RematchKind
from table.session.seating import ClaimSeat
from table.session.snapshot import Phase
from table.session.turns import Act, AnswerTakeback, AskTakeback, ConfirmTurn, UndoStep
from table.settings.options import DraftMode, GameOptions
from tests.online.match.families import (
    BLUE,
    ORANGE,
    PURPLE,
    WHITE,
    Family,
    ListedBroker,
    are_level,
    begin,
    draft_out,
    paired,
    play,
    replays,
    settle,
)


def playing(broker: ListedBroker, folder: Path, turns: int = 4) -> list[Family]:
    tables = paired(broker, folder)
    begin(broker, tables)
    play(broker, tables, turns=turns)
    return tables


# ---- pairing ----


def test_the_code_of_one_table_lets_the_other_in_and_both_show_the_same_words(
    broker: ListedBroker, tmp_path: Path
) -> None:
    here, there = paired(broker, tmp_path)
    assert here.match.codes == ()
    assert [table.title for table in here.match.tables] == ["Oslo", "Bergen"]
    assert here.match.tables == tuple(table if table.number else here.match.tables[0] for table in here.match.tables)
    assert here.match.tables[1].words == there.match.tables[0].words != ()
    assert {seat.seat: (seat.name, seat.table) for seat in here.seen.seats if seat.name is not None} == {
        BLUE: ("Player at Oslo", None),
        ORANGE: ("Player at Bergen", "Bergen"),
    }
    assert {seat.seat: (seat.name, seat.table) for seat in there.seen.seats if seat.name is not None} == {
        BLUE: ("Player at Oslo", "Oslo"),
        ORANGE: ("Player at Bergen", None),
    }, "who sat on blue there has the seat that is played there"
    assert there.own == (ORANGE,)


def test_only_the_host_sees_the_code(broker: ListedBroker, tmp_path: Path) -> None:
    table = Family.at_home("Oslo", 0, broker, tmp_path)
    table.does(OpenMatch(((ORANGE,),)))
    table.passes(0.0)
    assert len(table.match.codes) == 1
    shown = table.table.snapshot(frozenset()).match
    assert shown is not None
    assert shown.codes == ()


def test_a_mistyped_code_is_named(broker: ListedBroker, tmp_path: Path) -> None:
    table = Family.at_home("Oslo", 0, broker, tmp_path)
    assert table.refusal(JoinMatch("lusab babad")) == Refusal.WRONG_CODE
    assert table.refusal(OpenMatch(((BLUE,),))) == Refusal.SEAT_TAKEN
    assert table.refusal(OpenMatch(((ORANGE,), (ORANGE,)))) == Refusal.NOT_NOW


def test_no_game_begins_before_all_tables_came_and_only_the_first_table_begins_it(
    broker: ListedBroker, tmp_path: Path
) -> None:
    table = Family.at_home("Oslo", 0, broker, tmp_path / "one")
    table.does(OpenMatch(((ORANGE,),)))
    table.passes(0.0)
    assert table.refusal(BeginGame()) == Refusal.NOT_ALL_CAME
    here, there = paired(ListedBroker(), tmp_path / "two")
    assert there.refusal(BeginGame()) == Refusal.OPENER_ONLY
    begin(here.broker, [here, there])
    assert there.saved.phase is Phase.PLACING


def test_a_seat_of_another_table_is_not_to_be_had_here(broker: ListedBroker, tmp_path: Path) -> None:
    here, there = paired(broker, tmp_path)
    assert here.refusal(ClaimSeat(ORANGE, "Eve")) == Refusal.PLAYED_ELSEWHERE
    assert there.refusal(ClaimSeat(WHITE, "Eve")) == Refusal.PLAYED_ELSEWHERE
    assert not isinstance(here.table.runner.answer(here.tokens, here.seen.version, ClaimSeat(WHITE, "Cleo")), Refused)


def test_whoever_waits_to_be_let_in_can_stop_that(broker: ListedBroker, tmp_path: Path) -> None:
    here, there = (Family.at_home(name, n, broker, tmp_path / name) for n, name in enumerate(("Oslo", "Bergen")))
    here.does(OpenMatch(((ORANGE,),)))
    here.passes(0.0)
    broker.away = True
    there.does(JoinMatch("-".join(here.match.codes[0].words)))
    there.passes(0.0)
    assert there.match.joining
    there.does(LeaveMatch())
    there.passes(0.0)
    assert not there.match.joining
    assert there.match.here is None


# ---- the game ----


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_the_same_at_both_tables(broker: ListedBroker, tmp_path: Path, seed: int) -> None:
    tables = paired(broker, tmp_path)
    begin(broker, tables)
    play(broker, tables, seed=seed)
    assert [table.saved.phase for table in tables] == [Phase.OVER, Phase.OVER]
    assert are_level(tables)
    assert all(replays(table) for table in tables)
    here, there = tables
    here.does(Rematch(RematchKind.SWAPPED))
    settle(broker, *tables)
    assert [table.saved.phase for table in tables] == [Phase.PLACING, Phase.PLACING]
    play(broker, tables, turns=6, seed=seed)
    assert are_level([here, there])


def test_a_turn_that_came_is_announced_and_one_that_goes_waits_until_it_is_agreed(
    broker: ListedBroker, tmp_path: Path
) -> None:
    here, there = playing(broker, tmp_path)
    actor, other = (here, there) if here.saved.to_act in here.own else (there, here)
    while actor.saved.confirming is None:
        actor.acts(lambda game: game.legal_actions()[0])
    broker.away = True
    actor.does(ConfirmTurn())
    actor.passes(0.0)
    if actor is there:
        assert actor.match.offered
        assert actor.refusal(UndoStep()) == Refusal.NOT_AGREED_YET
        assert actor.refusal(ConfirmTurn()) == Refusal.NOT_AGREED_YET
    broker.away = False
    for _ in range(60):
        settle(broker, here, there)
        for table in (here, there):
            table.passes(1.0)
        if are_level([here, there]):
            break
    assert are_level([here, there])
    assert not actor.match.offered
    turn = other.table.snapshot(frozenset())
    assert turn.confirming is None


@pytest.mark.parametrize("acting", [0, 1], ids=["the deciding table's turn", "the joined table's turn"])
def test_a_turn_comes_at_once_when_the_broker_is_back_after_ten_minutes(
    broker: ListedBroker, tmp_path: Path, acting: int
) -> None:
    tables = playing(broker, tmp_path)
    actor = tables[acting]
    if actor.saved.to_act not in actor.own:
        play(broker, list(tables), turns=actor.game.turn + 1)
    while actor.saved.confirming is None:
        actor.acts(lambda game: game.legal_actions()[0])
    broker.away = True
    actor.does(ConfirmTurn())
    for _ in range(600):
        for table in tables:
            table.passes(1.0)
    assert not are_level(list(tables))
    broker.comes_back()
    waited = actor.now
    settle(broker, *tables)
    assert are_level(list(tables))
    assert actor.now - waited < 2.0


def test_a_table_that_asked_to_join_while_the_broker_was_away_is_in_as_soon_as_it_is_back(
    broker: ListedBroker, tmp_path: Path
) -> None:
    here, there = (Family.at_home(name, n, broker, tmp_path / name) for n, name in enumerate(("Oslo", "Bergen")))
    here.does(OpenMatch(((ORANGE,),)))
    here.passes(0.0)
    broker.away = True
    there.does(JoinMatch("-".join(here.match.codes[0].words)))
    for _ in range(200):
        there.passes(1.0)
    assert there.match.joining
    broker.comes_back()
    settle(broker, here, there)
    assert not there.match.joining
    assert there.own == (ORANGE,)


def test_who_acts_before_the_match_has_the_game_loses_nothing(broker: ListedBroker, tmp_path: Path) -> None:
    tables = here, there = paired(broker, tmp_path)
    here.does(BeginGame(), Act(Place(square("c3"))), Act(Place(square("d3"))), ConfirmTurn())
    assert here.match.offered
    settle(broker, *tables)
    assert are_level(list(tables))
    assert len(there.game.plies) == 2
    assert all(replays(table) for table in tables)
    play(broker, list(tables), turns=4)
    assert are_level(list(tables))


def test_four_players_at_three_tables(broker: ListedBroker, tmp_path: Path) -> None:
    tables = paired(broker, tmp_path, ((ORANGE, PURPLE), (WHITE,)))
    tables[0].does(ChooseOptions(GameOptions(powers=True, mode=DraftMode.DEALT)))
    begin(broker, tables)
    draft_out(broker, tables)
    assert [len(table.game.setup.players) for table in tables] == [4, 4, 4]
    play(broker, tables, turns=8)
    assert are_level(tables)


@pytest.mark.parametrize("power", ["gaea", "aphrodite", "circe", "triton"])
def test_games_with_powers_that_ask_the_other_player(broker: ListedBroker, tmp_path: Path, power: str) -> None:
    assert power_named(PowerName(power))
    tables = paired(broker, tmp_path)
    here = tables[0]
    here.does(ChooseOptions(GameOptions(powers=True)))
    begin(broker, tables)
    here.does(OfferPowers((PowerName(power), PowerName("atlas"))))
    settle(broker, *tables)
    draft_out(broker, tables)
    play(broker, list(tables), turns=30)
    assert are_level(list(tables))
    assert all(replays(table) for table in tables)


def test_the_table_can_play_a_seat_of_a_match(broker: ListedBroker, tmp_path: Path) -> None:
    tables = here, there = paired(broker, tmp_path)
    there.does(LetTablePlay(ORANGE, LevelName.CHILD))
    begin(broker, list(tables))
    for _ in range(200):
        if here.saved.game is not None and here.game.turn >= 6 and here.saved.confirming is None:
            break
        here.acts(lambda game: game.legal_actions()[0])
        settle(broker, *tables)
    assert here.game.turn >= 6
    assert are_level(list(tables))


def test_a_turn_that_the_others_do_not_take_is_open_again_and_the_page_says_why(
    broker: ListedBroker, tmp_path: Path
) -> None:
    here, there = playing(broker, tmp_path)
    if here.saved.to_act is BLUE:
        play(broker, [here, there], turns=here.game.turn + 1)
    while there.saved.confirming is None:
        there.acts(lambda game: game.legal_actions()[0])
    broker.away = True
    there.does(ConfirmTurn())
    there.passes(0.0)
    assert there.match.offered
    there.table.runner.feed(TurnNotAgreed(Message("match.not_taken", (("detail", "a reason"),))))
    assert there.saved.confirming is ORANGE
    assert not there.match.offered
    assert there.match.refused is not None
    assert there.match.refused.args == (("detail", "a reason"),)
    there.does(UndoStep())
    assert there.saved.to_act is ORANGE
    assert there.match.refused is None


# ---- taking back, giving up ----


def test_a_turn_is_taken_back_when_people_at_both_tables_agree(broker: ListedBroker, tmp_path: Path) -> None:
    tables = here, there = playing(broker, tmp_path)
    plies = len(here.game.plies)
    there.does(AskTakeback())
    settle(broker, *tables)
    assert there.seen.takeback is not None
    assert there.seen.takeback.missing == (BLUE,)
    assert here.seen.takeback is not None
    assert (here.seen.takeback.asker, here.seen.takeback.missing) == (ORANGE, (BLUE,))
    here.agrees()
    settle(broker, *tables)
    assert are_level(list(tables))
    assert len(here.game.plies) < plies
    assert here.seen.takeback is None
    assert there.seen.takeback is None
    play(broker, list(tables), turns=8)
    assert are_level(list(tables))


def test_a_takeback_that_the_other_table_refuses_does_not_happen(broker: ListedBroker, tmp_path: Path) -> None:
    tables = here, there = playing(broker, tmp_path)
    plies = here.game.plies
    here.does(AskTakeback())
    settle(broker, *tables)
    there.does(AnswerTakeback(agree=False))
    settle(broker, *tables)
    assert here.seen.takeback is not None
    assert here.seen.takeback.refused is ORANGE
    assert there.seen.takeback is None
    assert here.game.plies == there.game.plies == plies
    here.does(AnswerTakeback(agree=False))
    play(broker, list(tables), turns=6)
    assert are_level(list(tables))


@pytest.mark.parametrize("who", [BLUE, ORANGE])
def test_giving_up_ends_the_game_at_both_tables(broker: ListedBroker, tmp_path: Path, who: Seat) -> None:
    tables = playing(broker, tmp_path)
    table = next(each for each in tables if who in each.own)
    table.does(Act(Resign(who)))
    settle(broker, *tables)
    assert [each.saved.phase for each in tables] == [Phase.OVER, Phase.OVER]
    assert are_level(tables)


def test_giving_up_in_the_middle_of_a_turn(broker: ListedBroker, tmp_path: Path) -> None:
    tables = playing(broker, tmp_path)
    table = next(each for each in tables if each.saved.to_act in each.own)
    table.acts(lambda game: game.legal_actions()[0])
    table.does(Act(Resign(table.own[0])))
    settle(broker, *tables)
    assert [each.saved.phase for each in tables] == [Phase.OVER, Phase.OVER]
    assert are_level(tables)


# ---- leaving ----


def test_a_game_of_the_match_is_not_ended_by_one_table_alone(broker: ListedBroker, tmp_path: Path) -> None:
    here, _ = playing(broker, tmp_path)
    assert here.refusal(AbandonGame()) == Refusal.GAME_GOES_ON


def test_who_leaves_has_its_lobby_back_and_the_other_table_is_told(broker: ListedBroker, tmp_path: Path) -> None:
    here, there = playing(broker, tmp_path)
    here.does(LeaveMatch())
    settle(broker, here, there)
    assert here.saved.phase is Phase.LOBBY
    assert here.saved.match is None
    assert not list((tmp_path / "Oslo" / "matches").iterdir()), "nobody needs the keys of this match any more"
    assert there.match.trouble is not None
    assert there.match.trouble.key == "match.closed"
    there.does(LeaveMatch())
    settle(broker, here, there)
    assert there.saved.phase is Phase.LOBBY
    assert there.own == (ORANGE,)


def test_a_table_whose_seats_are_taken_away_plays_no_more_and_another_one_goes_on(
    broker: ListedBroker, tmp_path: Path
) -> None:
    here, there = playing(broker, tmp_path)
    plies = here.game.plies
    here.does(RevokeTable(1))
    settle(broker, here, there)
    assert there.match.trouble is not None
    assert there.match.trouble.key == "match.revoked"
    here.does(OpenMatch(((ORANGE,),)))
    here.passes(0.0)
    third = Family.at_home("Turku", 2, broker, tmp_path / "Turku")
    third.does(JoinMatch("-".join(here.match.codes[0].words)))
    for _ in range(12):
        settle(broker, here, third)
    assert third.game.plies == plies
    play(broker, [here, third], turns=8)
    assert are_level([here, third])


# ---- programs that end, and files that are set back ----


@pytest.mark.parametrize("which", [0, 1])
def test_a_program_that_is_killed_at_any_step_goes_on(broker: ListedBroker, tmp_path: Path, which: int) -> None:
    tables = paired(broker, tmp_path)
    begin(broker, tables)
    for _ in range(60):
        if all(table.game.turn >= 5 for table in tables):
            break
        for table in tables:
            table.acts(lambda game: game.legal_actions()[0])
            table.passes(0.0)
        killed = tables[which]
        killed.control.close()
        tables[which] = killed.again()
        for _ in range(4):
            settle(broker, *tables)
            for table in tables:
                table.passes(30.0)
    assert all(table.game.turn >= 5 for table in tables)
    assert are_level(tables)


def test_a_table_whose_journal_is_older_than_the_match_catches_up(broker: ListedBroker, tmp_path: Path) -> None:
    here, there = playing(broker, tmp_path)
    entries = list(there.journal.entries)
    play(broker, [here, there], turns=8)
    there.control.close()
    there.journal.entries[:] = entries
    back = there.again()
    for _ in range(12):
        settle(broker, here, back)
    assert are_level([here, back])


def test_a_match_whose_file_is_gone_is_named_and_can_be_left(broker: ListedBroker, tmp_path: Path) -> None:
    _, there = playing(broker, tmp_path)
    there.control.close()
    for file in (tmp_path / "Bergen" / "matches").iterdir():
        file.unlink()
    back = there.again()
    back.passes(0.0)
    assert back.match.trouble is not None
    assert back.match.trouble.key == "match.no_file"
    back.does(LeaveMatch())
    back.passes(0.0)
    assert back.saved.phase is Phase.LOBBY


def test_the_key_and_the_match_are_for_their_owner_only(broker: ListedBroker, tmp_path: Path) -> None:
    paired(broker, tmp_path)
    files = [tmp_path / "Oslo" / "match-key", *(tmp_path / "Oslo" / "matches").iterdir()]
    assert [oct(file.stat().st_mode & 0o777) for file in files] == ["0o600", "0o600"]
