"""The variants: three players, two teams, the Golden Fleece, the edition of 2007, pieces that run out, giving up.

Each case says what the rulebook or the ruling says; see ``docs/rules.md``.
"""

from __future__ import annotations

import pytest

from engine import Game, IllegalAction, Player, PowerName, Profile, Seat, Setup, square
from engine.events import PlayerEliminated, PositionRepeated, PowerChangedHands
from engine.notation import parse_action
from engine.seats import PUBLIC
from engine.setup import MORTAL, Edition, Rulings
from engine.supply import stock
from tests.engine.cases import Ask, Leads, Wins, begun, check, game_at, legal, line, name

PHYSICAL = "supply=physical"
SCARCE = "supply=physical&supply_can_run_dry=yes"

FIRST_LEVEL_USED = "a1:1 b1:1 c1:1 d1:1 e1:1 a2:1 b2:1 c2:1 d2:1 e2:1 a3:1 b3:1 c3:1 d3:1 e3:1 a4:1 b4:1 c4:1 d4:1"
"""19 blocks of the first size; with the three below all 22 are on the board."""


@pytest.mark.parametrize(
    "case",
    [
        Wins(
            "the last of three players wins",
            line("apollo:a1,b1", "-pan:", "a2:4 b2:4 c2:4 c1:4", to_move=1, more="atlas:e5,e4"),
            "",
            "white",
        ),
        Ask(
            "a player who is out is passed over",
            line("apollo:a1,b1", "-pan:", "", to_move=1, more="atlas:e5,e4"),
            "a1-a2 a2+a1 e5-d5",
        ),
        Ask(
            "with three players an opponent's prohibition holds until the holder's next turn",
            line("athena[^]:a1,b1", "pan:c1,c2", "d3:1", to_move=3, more="atlas:d4,e5"),
            "d4-d3",
            "athena.no_climb",
        ),
        Ask(
            "what a player who is out forbade is over",
            line("-athena:", "pan:c1,c2", "d3:1", to_move=3, more="atlas:d4,e5"),
            "d4-d3",
        ),
    ],
    ids=name,
)
def test_three_players(case: Ask | Leads | Wins) -> None:
    check(case)


def test_whoever_is_stuck_leaves_and_the_buildings_stay() -> None:
    position = line("apollo:e5,e4", "pan:a1,b1", "a2:4 b2:4 c2:4 c1:4", to_move=1, more="europa[square=e1]:c5,c4")
    game = game_at(position, "e4-e3 e3+e2")
    assert Seat.ORANGE in game.state.eliminated
    assert game.to_act is Seat.WHITE
    assert len(game.view(PUBLIC).workers) == 4
    assert game.view(PUBLIC).domes == {square(each) for each in ("a2", "b2", "c2", "c1")}
    assert any(isinstance(event, PlayerEliminated) for event in game.events(PUBLIC))


def test_tokens_of_whoever_leaves_leave_too() -> None:
    position = line("apollo:e5,e4", "europa[square=e2]:a1,b1", "a2:4 b2:4 c2:4 c1:4", to_move=1, more="pan:c5,c4")
    assert "e4-e3" in legal(game_at(position))
    game = game_at(position, "e4-e3 e3+d3")
    assert game.view(PUBLIC).tokens == ()
    assert not game.state.obstacles


def test_teams_place_first_and_their_second_players_begin() -> None:
    game = begun("apollo", "pan", "athena", "atlas", steps="@a1 @b1 @e5 @d5")
    assert game.active is Seat.WHITE
    game = game.play(parse_action("a1-a2")).play(parse_action("a2+a1"))
    assert game.active is Seat.PURPLE
    game = game.play(parse_action("e5-e4")).play(parse_action("e4+e5"))
    assert game.active is Seat.BLUE
    assert "b1-c1" in legal(game)


@pytest.mark.parametrize(
    "case",
    [
        Ask(
            "a power is its player's only: the teammate swaps with nobody",
            line("apollo:a1,b1", "pan:a2,e5", to_move=3, more="athena:/atlas:"),
            "a1-a2",
            "move.occupied",
        ),
        Ask(
            "its player uses it with the team's workers",
            line("apollo:a1,b1", "pan:a2,e5", to_move=1, more="athena:/atlas:"),
            "a1-a2",
        ),
        Ask(
            "a prohibition binds both opponents",
            line("athena[^]:a1,b1", "pan:d4,e5", "d3:1", to_move=4, more="apollo:/atlas:"),
            "d4-d3",
            "athena.no_climb",
        ),
        Ask(
            "and no teammate",
            line("athena[^]:a1,b1", "pan:d4,e5", "a2:1", to_move=3, more="apollo:/atlas:"),
            "a1-a2",
        ),
        Wins(
            "a team wins together",
            line("apollo:a1,b1", "pan:d4,e5", "a1:2 a2:3", to_move=3, more="athena:/atlas:"),
            "a1-a2",
            "blue white",
        ),
        Ask(
            "the teammate's way to win is nobody's but his",
            line("pan:a1,b1", "apollo:d4,e5", "a1:2", to_move=3, more="athena:/atlas:"),
            "a1-a2 a2+a1",
        ),
    ],
    ids=name,
)
def test_two_teams(case: Ask | Leads | Wins) -> None:
    check(case)


@pytest.mark.parametrize(
    "case",
    [
        Ask(
            "whoever neighbors the Ram has the power",
            "0000000000000000000000000/1/mortal:b2,e5/mortal:b3,e1/*apollo:c3",
            "b2-b3",
        ),
        Ask(
            "nobody else has it",
            "0000000000000000000000000/1/mortal:b2,e5/mortal:b3,e1/*apollo:a5",
            "b2-b3",
            "ram.away",
        ),
        Ask(
            "moving away from the Ram changes nothing before the turn is over",
            "0000000000000000000000000/1/mortal:b2,e5/mortal:b4,e1/*demeter:c3",
            "b2-a1 a1+a2 a1+b1",
        ),
        Ask(
            "powers of opponents' turns work for whoever stands by and is not on the move",
            "0000000000000000000000000/1/mortal:a1,e5/mortal:b4,e1/*limus:c3",
            "a1-a2 a2+a3",
            "limus.barren",
        ),
        Ask(
            "nobody moves where the Ram stands",
            "0000000000000000000000000/1/mortal:b2,e5/mortal:b4,e1/*pan:c3",
            "b2-c3",
            "ram.obstructs",
        ),
        Ask(
            "nobody builds where the Ram stands",
            "0000000000000000000000000/1/mortal:b1,e5/mortal:b4,e1/*pan:c3",
            "b1-b2 b2+c3",
            "ram.obstructs",
        ),
        Ask(
            "on some tables the Ram is no obstacle",
            "0000000000000000000000000/1/mortal:b2,e5/mortal:b4,e1/*pan:c3/?ram_blocks=no",
            "b2-c3",
        ),
    ],
    ids=name,
)
def test_golden_fleece(case: Ask | Leads | Wins) -> None:
    check(case)


def test_the_first_placer_sets_the_ram_down_and_the_second_begins() -> None:
    game = begun("mortal", "mortal", steps="@a1 @b1 @e5 @d5", fleece="apollo")
    assert game.to_act is Seat.BLUE
    assert game.why_not(parse_action("*a1")) is not None
    game = game.play(parse_action("*c5"))
    assert game.active is Seat.ORANGE
    assert [token.square for token in game.view(PUBLIC).tokens] == [square("c5")]
    changes = [event for event in game.events(PUBLIC) if isinstance(event, PowerChangedHands)]
    assert changes == [PowerChangedHands(PowerName("apollo"), (Seat.ORANGE,))]


def test_beside_the_ram_setup_texts_come_last() -> None:
    game = begun("mortal", "mortal", steps="@a1 @b1 @e5 @d5 *c3", fleece="siren")
    assert (game.to_act, game.active) == (Seat.BLUE, None)
    assert "~ne" in legal(game)
    quiet = Profile(rulings=Rulings(fleece_setup_texts=False))
    assert begun("mortal", "mortal", steps="@a1 @b1 @e5 @d5 *c3", fleece="siren", profile=quiet).active is Seat.ORANGE


def test_everybody_sees_the_card_beside_the_ram_and_who_has_its_use() -> None:
    shown = game_at("0000000000000000000000000/1/mortal:b2,e5/mortal:d5,e1/*apollo:c3").view(PUBLIC)
    assert [(card.power, card.holders) for card in shown.beside] == [("apollo", (Seat.BLUE,))]
    assert [player.uses for player in shown.players] == [("mortal", "apollo"), ("mortal",)]
    nobody = game_at("0000000000000000000000000/1/mortal:a1,e5/mortal:d5,e1/*apollo:c3").view(PUBLIC)
    assert [(card.power, card.holders) for card in nobody.beside] == [("apollo", ())]


OWNER_ORDERS = "0000000000000000/1/ares+europa:a1,d4/mortal:a4,c4/?edition=original_2007&gods_per_player=2"


def test_the_owner_of_two_gods_orders_what_they_do_at_the_same_time() -> None:
    game = game_at(OWNER_ORDERS, "a1-a2 a2+a1")
    assert legal(game) == {"!ares", "!europa"}
    game = game.play(parse_action("!europa"))
    assert "*a3" in legal(game)
    game = game.play(parse_action("*a3"))
    assert game.active is Seat.ORANGE or "." in legal(game)


def test_elsewhere_the_cards_order_them() -> None:
    game = game_at(f"{OWNER_ORDERS}&owner_orders_effects=no", "a1-a2 a2+a1")
    assert "*b1" in legal(game)


def test_both_may_follow_the_same_god_and_one_may_have_none() -> None:
    profile = Profile(size=4, edition=Edition.ORIGINAL_2007, gods_per_player=2, same_power_allowed=True)
    same = (Player(Seat.BLUE, PowerName("pan"), 0, PowerName("apollo")), Player(Seat.ORANGE, PowerName("pan"), 1))
    assert Game.begin(Setup(same, profile)).to_act is Seat.BLUE
    handicap = (Player(Seat.BLUE, PowerName("pan"), 0), Player(Seat.ORANGE, MORTAL, 1))
    assert Game.begin(Setup(handicap, profile)).to_act is Seat.BLUE


def test_each_of_two_like_powers_minds_its_own() -> None:
    position = "0000000000000000000000000/1/morpheus[pieces=3]:a1,b1/morpheus[pieces=1]:e5,e4/?same_power_allowed=yes"
    game = game_at(position, "a1-a2 a2+a1 a2+a1 .")
    memories = [dict(player.memory)["pieces"] for player in game.view(PUBLIC).players]
    assert memories == ["1", "2"]


def test_a_block_that_is_not_in_the_box_takes_a_tower_off_the_board() -> None:
    position = line("mortal:b2,c3", "mortal:d4,d3", f"{FIRST_LEVEL_USED} e4:1 a5:4 b5:4", rules=PHYSICAL)
    game = game_at(position, "b2-a2 a2+a1")
    assert game.active is Seat.ORANGE, "blocks of the second size are left"
    game = game_at(position, "c3-c4 c4+c5")
    assert game.to_act is Seat.BLUE
    assert legal(game) == {"%a5", "%b5"}
    game = game.play(parse_action("%a5"))
    assert game.active is Seat.ORANGE
    assert (game.state.levels[square("a5")], game.state.is_domed(square("a5"))) == (0, True)
    assert game.state.complete_towers == 1
    assert stock(game.state).blocks[0] == 0


@pytest.mark.parametrize(
    "case",
    [
        Ask(
            "with no tower to take the supply has no end",
            line("mortal:b2,c3", "mortal:d4,d3", f"{FIRST_LEVEL_USED} e4:1 a5:1 b5:1", rules=PHYSICAL),
            "c3-c4 c4+c5",
        ),
        Ask(
            "or, on some tables, the block cannot be built",
            line("mortal:b2,c3", "mortal:d4,d3", f"{FIRST_LEVEL_USED} e4:1 a5:1 b5:1", rules=SCARCE),
            "c3-c4 c4+c5",
            "build.out_of_stock",
        ),
        Ask(
            "where pieces are only counted nobody has to take one off",
            line("mortal:b2,c3", "mortal:d4,d3", f"{FIRST_LEVEL_USED} e4:1 a5:4 b5:4"),
            "c3-c4 c4+c5 d4-e5",
        ),
    ],
    ids=name,
)
def test_supply(case: Ask | Leads | Wins) -> None:
    check(case)


def test_on_some_tables_the_opponent_picks_the_tower() -> None:
    position = line("mortal:b2,c3", "mortal:d4,d3", f"{FIRST_LEVEL_USED} e4:1 a5:4 b5:4", rules=PHYSICAL)
    assert game_at(f"{position}&opponent_recycles=yes", "c3-c4 c4+c5").to_act is Seat.ORANGE


def test_tiles_of_2007_are_alike_and_a_tower_gives_its_platform_too() -> None:
    rules = f"{PHYSICAL}&edition=original_2007"
    towers = " ".join(f"{file}{rank}:2" for file in "abcde" for rank in "12345")
    towers = towers.replace("a5:2", "a5:4").replace("b5:2", "b5:1")
    position = line("mortal:b2,c3", "mortal:d4,d3", towers, rules=rules)
    before = stock(game_at(position).state)
    assert before.blocks == (0,)
    game = game_at(position, "c3-c4 c4+b5 %a5")
    assert stock(game.state).blocks == (75 - 24 - 50 + 3 - 1,)
    assert game.state.is_domed(square("a5"))


def test_who_resigns_loses_at_once_or_once_the_turn_is_over() -> None:
    game = game_at(line("mortal:a1,b1", "mortal:e5,d5"))
    assert game.resign(Seat.ORANGE).outcome is not None
    three = game_at(line("apollo:a1,b1", "pan:c1,c2", more="atlas:e5,e4"))
    waiting = three.resign(Seat.WHITE)
    assert waiting.outcome is None
    assert waiting.active is Seat.BLUE
    after = waiting.play(parse_action("a1-a2")).play(parse_action("a2+a1"))
    assert Seat.WHITE in after.state.eliminated
    assert after.active is Seat.ORANGE
    with pytest.raises(IllegalAction):
        after.resign(Seat.WHITE)


def test_a_position_that_comes_back_is_counted() -> None:
    """Turns that take back what they build go round in a circle."""
    start = line("ares:a1,c1", "ares:e5,c5", rules="same_power_allowed=yes")
    circle = "a1-a2 a2+b1 -b1 e5-e4 e4+d5 -d5 a2-a1 a1+b1 -b1 e4-e5 e5+d5 -d5"
    assert game_at(start).repetitions == 1
    assert game_at(start, "a1-a2 a2+b1 -b1").repetitions == 1
    assert game_at(start, circle).repetitions == 2
    third = game_at(start, f"{circle} {circle}")
    assert third.repetitions == 3
    assert third.events(PUBLIC)[-1] == PositionRepeated(3)
    assert not any(isinstance(event, PositionRepeated) for event in third.undo().events(PUBLIC))
    never = game_at(f"{start}&repetitions_reported=0", f"{circle} {circle}")
    assert not any(isinstance(event, PositionRepeated) for event in never.events(PUBLIC))
