"""Tartarus: the card's sentences, their edges, and the powers that he meets."""

from __future__ import annotations

import pytest

from engine import PUBLIC, Game, Seat, UndoBarred
from engine.casting.setup_checks import possible_starters
from engine.setup import PowerName, Rulings
from engine.views import View
from tests.engine.cases import Ask, Leads, Wins, begun, check, game_at, legal, line, name

PIT = "tartarus[square=c3]:d5,a5"
ENTERS = line("mortal:b2,e5", PIT)

CASES = [
    Wins("who moves into the Abyss loses", ENTERS, "b2-c3", "orange"),
    Wins("he himself as well", line("tartarus[square=c3]:b2,e5", "mortal:d5,a5"), "b2-c3", "orange"),
    Wins("nobody wins by entering it", line("mortal:b2,e5", PIT, "b2:2 c3:3"), "b2-c3", "orange"),
    Wins("nor by jumping into it", line("pan:b2,e5", PIT, "b2:2"), "b2-c3", "orange"),
    Wins("nor by a meeting in it", line("eros:b2,d3", PIT, "c3:1 d3:1"), "b2-c3", "orange"),
    Wins("however high it has grown", line("mortal:b2,e5", PIT, "b2:1 c3:2"), "b2-c3", "orange"),
    Wins("the first of two moves", line("artemis:b2,e5", PIT), "b2-c3", "orange"),
    Wins("the second of two moves", line("artemis:b2,e5", PIT), "b2-b3 b3-c3", "orange"),
    Wins("a worker swapped into it", line("apollo:b2,e5", "tartarus[square=a1]:d5,a5"), "b2-a1", "orange"),
    Wins("a worker pushed into it loses for its player",
         line("minotaur:b2,e5", "tartarus[square=d2]:c2,a5"), "b2-c2"),
    Wins("a worker forced into it, too", line("charon:c3,e5", "tartarus[square=d3]:b3,a5"), "b3>d3"),
    Wins("or lured", line("siren[direction=n]:b2,e5", "tartarus[square=a4]:a3,d1"), "a3>a4"),
    Wins("or sent to a corner", line("odysseus:b2,e5", "tartarus[square=a1]:b3,d1"), "b3>a1"),
    Wins("a placed one", line("jason:b2,e5", "tartarus[square=a1]:d5,a5"), "@a1", "orange"),
    Wins("one that a whirlpool brings there",
         line("charybdis[squares=b3+c3]:b2,e5", "tartarus[square=c3]:d5,a5"), "b2-b3", "orange"),
    Wins("one that steps on it to be carried on",
         line("charybdis[squares=b3+c3]:b2,e5", "tartarus[square=b3]:d5,a5"), "b2-b3", "orange"),
    Wins("one that is driven there: its player", line("dionysus:b2,e5", "tartarus[square=c3]:d4,a5", "", "1+dionysus"),
         "d4-c3"),
    Leads("or nobody, at another table",
          line("dionysus:b2,e5", "tartarus[square=c3]:d4,a5", "", "1+dionysus", rules="abyss_spares_extra_turns=yes"),
          "d4-c3 c3+c4",
          line("dionysus:b2,e5", "tartarus[square=c3]:c3,a5", "c4:1", 2, rules="abyss_spares_extra_turns=yes")),
    Leads("a piece on it is nothing", ENTERS, "b2-b3 b3+c3", line("mortal:b3,e5", PIT, "c3:1", 2)),
    Leads("under a dome it sleeps", line("atlas:b2,e5", PIT), "b2-b3 b3^c3", line("atlas:b3,e5", PIT, "c3:A", 2)),
    Leads("taking a block from it does not move it", line("ares:b2,d4", "tartarus[square=c3]:d5,a5", "c3:1"),
          "b2-b1 b1+a1 -c3", line("ares:b1,d4", "tartarus[square=c3]:d5,a5", "a1:1", 2)),
    Ask("his Abyss is no warning to others", ENTERS, "b2-c3"),
    Ask("nor does he know it from his options", line("tartarus[square=c3]:b2,e5", "mortal:d5,a5"), "b2-c3"),
    Ask("a dome there bars the way as any", line("mortal:b2,e5", PIT, "c3:A"), "b2-c3", "move.domed"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_tartarus(case: Ask | Leads | Wins) -> None:
    check(case)


@pytest.mark.parametrize("step", ["b2-c3", "b2-b3"], ids=["into it", "elsewhere"])
def test_a_move_cannot_be_taken_back(step: str) -> None:
    with pytest.raises(UndoBarred):
        game_at(ENTERS, step).undo()


def test_a_build_can() -> None:
    game = game_at(ENTERS, "b2-b3 b3+c3")
    assert legal(game.undo()) == legal(game_at(ENTERS, "b2-b3"))


def test_he_places_first_and_digs_once_all_have_placed() -> None:
    game = begun("mortal", "tartarus")
    assert game.to_act is Seat.ORANGE
    game = begun("mortal", "tartarus", steps="@a1 @b1")
    assert game.to_act is Seat.BLUE
    game = begun("mortal", "tartarus", steps="@a1 @b1 @c1 @d1")
    assert (game.to_act, len(legal(game)), game.active) == (Seat.ORANGE, 21, None)
    assert not legal(game) & {"*a1", "*b1", "*c1", "*d1"}


def views(game: Game) -> list[View]:
    return [game.view(Seat.BLUE), game.view(Seat.ORANGE), game.view(PUBLIC)]


def test_nobody_else_knows_where_it_is() -> None:
    game = begun("mortal", "tartarus", steps="@a1 @b1 @c1 @d1 *c3")
    seen = [dict(view.players[1].memory)["square"] for view in views(game)]
    assert seen == ["-", "c3", "-"]
    assert game.view(PUBLIC).tokens == ()


def test_beside_bia_he_places_second() -> None:
    assert begun("tartarus", "bia").to_act is Seat.ORANGE


def test_beside_hecate_he_digs_where_he_sees_nobody() -> None:
    game = begun("tartarus", "hecate", steps="@a1 @b1 @c1 @d1")
    assert (game.to_act, len(legal(game))) == (Seat.BLUE, 23)


def test_who_places_first_starts() -> None:
    hands: dict[Seat, tuple[PowerName, ...]] = {Seat.BLUE: (PowerName("pan"),), Seat.ORANGE: (PowerName("tartarus"),)}
    assert possible_starters((Seat.BLUE, Seat.ORANGE), hands, Rulings()) == (Seat.ORANGE,)
    free = Rulings(placement_fixes_starter=False)
    assert possible_starters((Seat.BLUE, Seat.ORANGE), hands, free) == (Seat.BLUE, Seat.ORANGE)
