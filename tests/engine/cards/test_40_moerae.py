"""Moerae: the card's sentences, their edges, and the powers that they meet."""

from __future__ import annotations

import pytest

from engine import PUBLIC, Game, Seat
from engine.events import ActedInSecret, TokenPlaced
from engine.setup import Profile
from engine.views import View
from tests.engine.cases import Ask, Leads, Wins, begun, check, game_at, legal, line, name

FATE = "moerae[corner=b2]:d4,d5,a5"
CLIMB = "b2:2 b3:3"

CASES = [
    Wins("an opponent's win there is theirs", line("mortal:b1,e5", FATE, "b1:2 b2:3"), "b1-b2", "orange"),
    Wins("on any of the four spaces: west", line("mortal:b2,e5", FATE, CLIMB), "b2-b3", "orange"),
    Wins("south-east", line("mortal:c1,e5", FATE, "c1:2 c2:3"), "c1-c2", "orange"),
    Wins("north-east", line("mortal:b2,e5", FATE, "b2:2 c3:3"), "b2-c3", "orange"),
    Wins("not beside them", line("mortal:b2,e5", FATE, "b2:2 a3:3"), "b2-a3"),
    Wins("not above them", line("mortal:c3,e5", FATE, "c3:2 c4:3"), "c3-c4"),
    Wins("not right of them", line("mortal:c3,e5", FATE, "c3:2 d3:3"), "c3-d3"),
    Wins("leaving them is no matter", line("mortal:b2,e5", FATE, "b2:2 b1:3"), "b2-b1"),
    Wins("their own win there is an ordinary one", line("moerae[corner=b2]:b2,d5,a5", "mortal:d1,e1", CLIMB), "b2-b3"),
    Wins("Pan's way of winning is stolen, too", line("pan:b2,e5", FATE, "b2:2"), "b2-b3", "orange"),
    Wins("and Eros'", line("eros:b1,c4", FATE, "b3:1 c4:1 b2:1"), "b1-b2 b2+a1 d4-d3 d3+e3 b2-b3", "orange"),
    Wins("the second move of Artemis", line("artemis:a1,e5", FATE, "a1:2 a2:2 b3:3"), "a1-a2 a2-b3", "orange"),
    Wins("a swap that wins", line("apollo:b1,e5", "moerae[corner=b2]:b2,d5,a5", "b1:2 b2:3"), "b1-b2", "orange"),
    Wins("two levels up by Bellerophon", line("bellerophon:b1,e5", FATE, "b1:1 b2:3"), "b1-b2", "orange"),
    Wins("over the edge by Urania", line("urania:b5,e2", "moerae[corner=b1]:d4,d5,a4", "b5:2 b1:3"), "b5-b1", "orange"),
    Wins("a whirlpool that leads there",
         line("charybdis[squares=a1+c3]:b1,e5", FATE, "a1:2 b1:2 c3:3"), "b1-a1", "orange"),
    Wins("a win on the first whirlpool is judged there",
         line("charybdis[squares=a1+c3]:b1,e5", FATE, "a1:3 b1:2 c3:2"), "b1-a1"),
    Wins("not by towers: Chronus", line("chronus:b1,e5", FATE, "a3:4 a4:4 b5:4 c5:4 b3:3"), "b1-b2 b2^b3"),
    Wins("not by outlasting the others", line("mortal:a1,b1", FATE, "a2:2 b2:2 c1:2 c2:2"), "", "orange"),
    Wins("with three players they win alone",
         line("pan:b2,e5", "atlas:d1,e1", CLIMB, more="moerae[corner=b2]:d4,d5,a5"), "b2-b3", "white"),
    Wins("they win before the Abyss, for nobody wins by entering it",
         line("tartarus[square=b3]:b2,e5", FATE, CLIMB), "b2-b3", "orange"),
    Wins("the thief wins by the four, whom Circe robbed of them",
         line("circe:d1,e1", "moerae[corner=b2|holder=blue]:b2,d5,a5", CLIMB, 2), "b2-b3"),
    Wins("not where the table counts only their own choice",
         line("circe:d1,e1", "moerae[corner=b2|holder=blue]:b2,d5,a5", CLIMB, 2, rules="taken_fate_counts=no"),
         "b2-b3", "orange"),
    Wins("while robbed they steal nothing", line("circe:b2,e1", "moerae[corner=b2]:d3,d5,a5", CLIMB), "b2-b3"),
    Leads("a visit that wins nothing means nothing", line("mortal:b1,e5", FATE), "b1-b2 b2+b3",
          line("mortal:b2,e5", FATE, "b3:1", 2)),
    Leads("to be forced there means nothing", line("siren[direction=n]:a1,e1", "moerae[corner=b2]:b1,d5,a5", "b2:3"),
          "b1>b2", line("siren[direction=n]:a1,e1", "moerae[corner=b2]:b2,d5,a5", "b2:3", 2)),
    Leads("a win that is denied is not theirs",
          line("dionysus:c1,d1", "moerae[corner=b2]:b2,d5,a5", CLIMB, "1+dionysus"), "b2-b3 b3+a3",
          line("dionysus:c1,d1", "moerae[corner=b2]:b3,d5,a5", "b2:2 b3:3 a3:1", 2)),
    Leads("Hera's denial either", line("pan:b1,e5", "hera:d1,e1", "b1:2 a1:3", more="moerae[corner=a1]:d4,d5,a5"),
          "b1-a1 a1+a2", line("pan:a1,e5", "hera:d1,e1", "b1:2 a1:3 a2:1", 2, more="moerae[corner=a1]:d4,d5,a5")),
    Wins("unless the table has it so",
         line("pan:b1,e5", "hera:d1,e1", "b1:2 a1:3", more="moerae[corner=a1]:d4,d5,a5",
              rules="blocked_win_is_stolen=yes"), "b1-a1", "white"),
    Leads("three at a level, none by a build", line("mortal:b1,e5", FATE, "b2:2"), "b1-a1 a1+b2",
          line("mortal:a1,e5", FATE, "b2:3", 2)),
    Ask("all three of their workers may move", line(FATE, "mortal:d1,e1"), "a5-a4"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_moerae(case: Ask | Leads | Wins) -> None:
    check(case)


def test_they_choose_before_they_place_and_place_three() -> None:
    game = begun("mortal", "moerae")
    assert (game.to_act, len(legal(game))) == (Seat.ORANGE, 16)
    assert not legal(game) & {"*e1", "*a5", "*e5"}
    game = begun("mortal", "moerae", steps="*d4 @a1 @b1 @c1 @d1")
    assert (game.to_act, game.active) == (Seat.ORANGE, None)


def test_on_a_small_board_there_are_nine_choices() -> None:
    assert len(legal(begun("mortal", "moerae", profile=Profile(size=4)))) == 9


def views(game: Game) -> list[View]:
    return [game.view(Seat.BLUE), game.view(Seat.ORANGE), game.view(PUBLIC)]


def test_nobody_else_knows_the_four_spaces() -> None:
    game = begun("mortal", "moerae", steps="*b2 @a1 @b1 @c1 @d1 @e1")
    seen = [dict(view.players[1].memory)["corner"] for view in views(game)]
    assert seen == ["-", "b2", "-"]
    assert isinstance(game.events(PUBLIC)[0], ActedInSecret)
    assert isinstance(game.events(Seat.ORANGE)[0], TokenPlaced)


def test_the_thief_does_not_learn_them() -> None:
    game = game_at(line("circe:b2,e1", "moerae[corner=b2]:d3,d5,a5"))
    assert dict(game.view(Seat.BLUE).players[1].memory)["corner"] == "-"


def test_once_they_win_the_spaces_are_shown() -> None:
    game = game_at(line("mortal:b2,e5", FATE, CLIMB), "b2-b3")
    assert dict(game.view(PUBLIC).players[1].memory)["corner"] == "b2"
