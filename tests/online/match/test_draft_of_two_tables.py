"""Two tables draft together: the Challenger at one of them, and players who take their powers at the other one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions import Resign
from engine.casting.catalogue import PowerSet
from engine.seats import Seat
from engine.setup import Edition, PowerName, Profile
from opponent.levels import LevelName
from table.session.answers import Refusal
from table.session.command import Command
from table.session.drafting import ChoosePower, DrawLots, NameStartPlayer, OfferPowers
from table.session.lobby import AbandonGame, BeginGame, ChooseOptions, LetTablePlay, Rematch
from table.session.match_play import JoinMatch, LeaveMatch, OpenMatch
from table.session.rematch import RematchKind
from table.session.snapshot import Phase
from table.session.turns import Act
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
    drafting,
    paired,
    play,
    replays,
    settle,
)

ATLAS, PAN = PowerName("atlas"), PowerName("pan")


def does(broker: ListedBroker, tables: list[Family], table: Family, command: Command) -> None:
    table.does(command)
    settle(broker, *tables)


def powers(table: Family) -> dict[Seat, PowerName]:
    return {player.seat: player.powers[0] for player in table.game.setup.players}


def test_each_player_takes_a_power_at_the_own_table(broker: ListedBroker, tmp_path: Path) -> None:
    tables = here, there = drafting(broker, tmp_path)
    assert [table.saved.phase for table in tables] == [Phase.DRAFT, Phase.DRAFT]
    assert there.seen.draft is not None
    assert (there.seen.draft.challenger, there.seen.draft.chooser) == (BLUE, None)
    assert there.refusal(OfferPowers((ATLAS, PAN))) == Refusal.NOT_YOUR_SEAT
    assert here.refusal(OfferPowers((PowerName("hecate"), PAN))) == Refusal.NEEDS_JUDGE
    does(broker, tables, here, OfferPowers((ATLAS, PAN)))
    assert there.seen.draft.chooser is ORANGE
    assert here.refusal(ChoosePower(ATLAS, ORANGE)) == Refusal.NOT_YOUR_SEAT
    does(broker, tables, there, ChoosePower(ATLAS))
    assert there.refusal(NameStartPlayer(ORANGE)) == Refusal.NOT_YOUR_SEAT
    does(broker, tables, here, NameStartPlayer(ORANGE))
    for table in tables:
        assert table.saved.phase is Phase.PLACING
        assert powers(table) == {ORANGE: ATLAS, BLUE: PAN}
        assert table.saved.to_act is ORANGE
    play(broker, tables, turns=6)
    assert are_level(tables)
    assert all(replays(table) for table in tables)


@pytest.mark.parametrize("mode", list(DraftMode))
def test_powers_come_in_every_way(broker: ListedBroker, tmp_path: Path, mode: DraftMode) -> None:
    tables = here, there = drafting(broker, tmp_path, mode)
    draft_out(broker, tables)
    assert here.game.setup == there.game.setup
    assert all(replays(table) for table in tables)
    does(broker, tables, here, Act(Resign(BLUE)))
    assert [table.saved.phase for table in tables] == [Phase.OVER, Phase.OVER]
    does(broker, tables, here, Rematch(RematchKind.DRAFT))
    draft_out(broker, tables)
    assert [table.saved.phase for table in tables] == [Phase.PLACING, Phase.PLACING]
    assert here.game.setup == there.game.setup


def test_four_players_at_three_tables_draft_in_their_order(broker: ListedBroker, tmp_path: Path) -> None:
    tables = paired(broker, tmp_path, ((ORANGE, PURPLE), (WHITE,)))
    tables[0].does(ChooseOptions(GameOptions(powers=True)))
    begin(broker, tables)
    draft_out(broker, tables)
    assert [powers(table) for table in tables[1:]] == [powers(tables[0])] * 2
    assert set(powers(tables[0])) == {BLUE, ORANGE, WHITE, PURPLE}
    play(broker, tables, turns=6)
    assert are_level(tables)


@pytest.mark.parametrize(
    "options",
    [
        GameOptions(powers=True, fleece=True),
        GameOptions(powers=True, rules=Profile(edition=Edition.ORIGINAL_2007)),
        GameOptions(powers=True, rules=Profile(gods_per_player=2)),
        GameOptions(powers=True, sets=frozenset((PowerSet.SIMPLE,))),
    ],
    ids=["Golden Fleece", "all at once", "two powers each", "simple powers"],
)
def test_other_ways_to_play(broker: ListedBroker, tmp_path: Path, options: GameOptions) -> None:
    tables = here, there = paired(broker, tmp_path)
    here.does(ChooseOptions(options))
    begin(broker, tables)
    draft_out(broker, tables)
    assert here.game.setup == there.game.setup
    play(broker, tables, turns=6)
    assert are_level(tables)
    assert all(replays(table) for table in tables)


def test_a_seat_that_the_other_table_plays_itself_takes_a_power_by_lot(broker: ListedBroker, tmp_path: Path) -> None:
    tables = here, there = paired(broker, tmp_path)
    there.does(LetTablePlay(ORANGE, LevelName.CHILD))
    here.does(ChooseOptions(GameOptions(powers=True)))
    begin(broker, tables)
    does(broker, tables, here, OfferPowers((ATLAS, PAN)))
    does(broker, tables, here, NameStartPlayer(BLUE))
    assert set(powers(there).values()) == {ATLAS, PAN}


def test_all_programs_are_killed_at_every_choice(broker: ListedBroker, tmp_path: Path) -> None:
    tables = drafting(broker, tmp_path)
    for actor, command in ((0, OfferPowers((ATLAS, PAN))), (1, ChoosePower(PAN)), (0, NameStartPlayer(BLUE))):
        tables = [table.again() for table in tables]
        settle(broker, *tables)
        assert [table.saved.phase for table in tables] == [Phase.DRAFT, Phase.DRAFT]
        does(broker, tables, tables[actor], command)
        assert all(replays(table) for table in tables)
    assert [powers(table) for table in tables] == [{BLUE: ATLAS, ORANGE: PAN}] * 2


def test_a_choice_that_is_lost_on_its_way_comes_when_the_broker_is_back(broker: ListedBroker, tmp_path: Path) -> None:
    tables = here, there = drafting(broker, tmp_path)
    does(broker, tables, here, OfferPowers((ATLAS, PAN)))
    broker.away = True
    there.does(ChoosePower(PAN))
    settle(broker, *tables)
    assert there.saved.draft == here.saved.draft
    assert there.refusal(ChoosePower(ATLAS)) == Refusal.NOT_AGREED_YET
    there = tables[1] = there.again()
    broker.comes_back()
    settle(broker, *tables)
    assert here.saved.draft is not None
    assert dict(here.saved.draft.chosen) == {BLUE: ATLAS, ORANGE: PAN}
    assert there.saved.draft == here.saved.draft


def test_the_opening_table_may_draw_lots_for_who_does_not_choose_and_no_other_one(
    broker: ListedBroker, tmp_path: Path
) -> None:
    tables = here, there = drafting(broker, tmp_path)
    assert there.refusal(DrawLots()) == Refusal.OPENER_ONLY
    does(broker, tables, here, OfferPowers((ATLAS, PAN)))
    broker.away = True
    there.does(ChoosePower(PAN))
    does(broker, tables, here, DrawLots())
    broker.comes_back()
    settle(broker, *tables)
    assert there.saved.draft == here.saved.draft
    assert here.saved.draft is not None
    assert len(here.saved.draft.chosen) == 2


def test_a_draft_ends_at_all_tables_when_the_opening_one_ends_it(broker: ListedBroker, tmp_path: Path) -> None:
    tables = here, there = drafting(broker, tmp_path)
    does(broker, tables, here, OfferPowers((ATLAS, PAN)))
    assert there.refusal(AbandonGame()) == Refusal.OPENER_ONLY
    does(broker, tables, here, AbandonGame())
    assert [table.saved.phase for table in tables] == [Phase.LOBBY, Phase.LOBBY]
    does(broker, tables, here, BeginGame())
    assert there.saved.draft is not None
    assert there.saved.draft.offered == ()
    draft_out(broker, tables)
    play(broker, tables, turns=4)
    assert are_level(tables)


def test_another_table_comes_for_the_seat_of_one_that_left_after_its_choice(
    broker: ListedBroker, tmp_path: Path
) -> None:
    tables = here, there = drafting(broker, tmp_path)
    does(broker, tables, here, OfferPowers((ATLAS, PAN)))
    does(broker, tables, there, ChoosePower(PAN))
    does(broker, tables, there, LeaveMatch())
    does(broker, tables, here, NameStartPlayer(BLUE))
    assert here.saved.phase is Phase.DRAFT
    does(broker, tables, here, OpenMatch(((ORANGE,),)))
    came = Family.at_home("Turku", 2, broker, tmp_path / "Turku")
    does(broker, [here, came], came, JoinMatch("-".join(here.match.codes[0].words)))
    for table in (here, came):
        assert table.saved.phase is Phase.PLACING
        assert powers(table) == {BLUE: ATLAS, ORANGE: PAN}
    play(broker, [here, came], turns=4)
    assert are_level([here, came])


def test_a_table_with_another_board_does_not_draft(broker: ListedBroker, tmp_path: Path) -> None:
    tables = here, there = paired(broker, tmp_path)
    here.does(ChooseOptions(GameOptions(powers=True)))
    there.table.runner._state = replace(there.table.runner.state, size=4)
    begin(broker, tables)
    assert there.saved.draft is None
    assert there.match.trouble is not None
    assert there.match.trouble.key == "match.other_size"


def test_who_leaves_in_the_middle_of_a_draft_is_in_the_lobby_of_the_own_table(
    broker: ListedBroker, tmp_path: Path
) -> None:
    tables = here, there = drafting(broker, tmp_path)
    does(broker, tables, there, LeaveMatch())
    assert there.saved.phase is Phase.LOBBY
    assert there.saved.match is None
    does(broker, tables, here, AbandonGame())
    assert here.saved.phase is Phase.LOBBY
