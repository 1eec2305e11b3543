"""Dionysus: the card's sentences, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from engine import PUBLIC
from tests.engine.cases import Ask, Leads, Wins, check, game_at, line, name

DOME = "b2-b3 b3^b4"
WINE = line("dionysus:b2,e5", "mortal:d2,a1", "b4:3")

CASES = [
    Ask("after a Complete Tower he moves an opponent's worker", WINE, f"{DOME} d2-d3"),
    Ask("either of them", WINE, f"{DOME} a1-a2"),
    Ask("none of his own", WINE, f"{DOME} e5-e4", "worker.not_yours"),
    Ask("he need not", WINE, f"{DOME} ."),
    Ask("the worker that moved builds", WINE, f"{DOME} d2-d3 d3+d4"),
    Ask("it has to build", WINE, f"{DOME} d2-d3 .", "done.not_optional"),
    Ask("and none of his own does", WINE, f"{DOME} d2-d3 b3+b2", "worker.not_yours"),
    Ask("the height limit holds", line("dionysus:b2,e5", "mortal:d2,a1", "b4:3 d3:2"), f"{DOME} d2-d3",
        "move.too_high"),
    Leads("not after a block", line("dionysus:b2,e5", "mortal:d2,a1", "b4:2"), "b2-b3 b3+b4",
          line("dionysus:b3,e5", "mortal:d2,a1", "b4:3", 2)),
    Ask("any opponent's of several", line("dionysus:b2,e5", "pan:d2,a1", "b4:3", more="atlas:d5,a5"), f"{DOME} d5-d4"),
    Ask("nobody who stands on a coin",
        line("dionysus:b2,e5", "clio[squares=d2|left=2]:d2,a1", "b4:3 d2:1"), f"{DOME} d2-d3", "worker.not_yours"),
    Ask("coins are domes to those he leads",
        line("dionysus:b2,e5", "clio[squares=d3|left=2]:d2,a1", "b4:3 d3:1"), f"{DOME} d2-d3", "move.domed"),
    Ask("its player's power is of no use to the worker: Apollo",
        line("dionysus:b2,c3", "apollo:d3,a1", "b4:3"), f"{DOME} d3-c3", "move.occupied"),
    Ask("Artemis", line("dionysus:b2,e5", "artemis:d2,a1", "b4:3"), f"{DOME} d2-d3 d3-d4", "step.other"),
    Ask("Atlas", line("dionysus:b2,e5", "atlas:d2,a1", "b4:3"), f"{DOME} d2-d3 d3^d4", "build.piece"),
    Ask("Athena does not bind her own", line("dionysus:b2,e5", "athena[^]:d2,a1", "b4:3 d3:1"), f"{DOME} d2-d3"),
    Ask("nor Hades his", line("dionysus:b2,e5", "hades:d2,a1", "b4:3 d2:1"), f"{DOME} d2-d3"),
    Ask("nor Limus hers", line("dionysus:b2,e5", "limus:d1,a1", "b4:3"), f"{DOME} d1-d2 d2+c1"),
    Ask("but the powers of third players do: Athena",
        line("dionysus:b2,e5", "pan:d2,a1", "b4:3 d3:1", more="athena[^]:d5,a5"), f"{DOME} d2-d3", "athena.no_climb"),
    Ask("Hades", line("dionysus:b2,e5", "pan:d2,a1", "b4:3 d2:1", more="hades:d5,a5"), f"{DOME} d2-d3",
        "hades.no_descent"),
    Ask("Limus", line("dionysus:b2,e5", "pan:d2,a1", "b4:3", more="limus:d5,a5"), f"{DOME} d2-d3 d3+d4",
        "limus.barren"),
    Ask("Hypnus lets none of them sleep, but Dionysus' own",
        line("dionysus:b2,e5", "pan:d2,a1", "b4:3 d2:1", more="hypnus:d5,a5"), f"{DOME} d2-d3"),
    Ask("not even his own, which is not led", line("dionysus:b2,e5", "hypnus:d2,a1", "b4:3 d2:1"), f"{DOME} d2-d3"),
    Ask("the wind blows for all", line("dionysus:b2,a3", "aeolus[direction=s]:d2,a1", "b4:3"),
        "a3-b3 b3^b4 d2-d3", "aeolus.wind"),
    Ask("nobody stands where Talus does", line("dionysus:b2,e5", "europa[square=d3]:d2,a1", "b4:3"), f"{DOME} d2-d3",
        "move.domed"),
    Ask("Persephone asks for a climb if there is one", line("dionysus:b2,e5", "persephone:d2,a1", "b4:3 d3:1"),
        f"{DOME} a1-a2", "persephone.must_climb"),
    Ask("but the turn need not be taken", line("dionysus:b2,e5", "persephone:d2,a1", "b4:3 d3:1"), f"{DOME} ."),
    Ask("Circe leads others with his power",
        line("circe:b2,e5", "dionysus[holder=blue]:d2,a1", "b4:3"), f"{DOME} d2-d3"),
    Leads("a turn more, then the next player's", WINE, f"{DOME} d2-d3 d3+d4",
          line("dionysus:b3,e5", "mortal:d3,a1", "b4:4 d4:1", 2)),
    Leads("it may be declined", WINE, f"{DOME} .", line("dionysus:b3,e5", "mortal:d2,a1", "b4:4", 2)),
    Leads("two towers, two turns",
          line("dionysus[owed=blue]:b2,e5", "mortal:d2,a1", "b4:3"), f"{DOME} d2-d3 d3+d4 d3-d2 d2+d3",
          line("dionysus:b3,e5", "mortal:d2,a1", "b4:4 d3:1 d4:1", 2)),
    Leads("the worker's tower is his as well: turns follow on each other",
          line("dionysus:b2,e5", "mortal:d2,a1", "b4:3 d4:3"), f"{DOME} d2-d3 d3^d4 a1-a2 a2+a1",
          line("dionysus:b3,e5", "mortal:d3,a2", "b4:4 d4:4 a1:1", 2)),
    Leads("nobody wins: the worker just stands on the third level",
          line("dionysus:b2,e5", "mortal:d2,a1", "b4:3 d2:2 d3:3"), f"{DOME} d2-d3 d3+d4",
          line("dionysus:b3,e5", "mortal:d3,a1", "b4:4 d2:2 d3:3 d4:1", 2)),
    Leads("not by going down as Pan, either",
          line("dionysus:b2,e5", "pan:d2,a1", "b4:3 d2:2"), f"{DOME} d2-d3 d3+d4",
          line("dionysus:b3,e5", "pan:d3,a1", "b4:4 d2:2 d4:1", 2)),
    Leads("not by meeting as Eros",
          line("dionysus:b2,e5", "eros:d2,d4", "b4:3 d2:1 d3:1 d4:1"), f"{DOME} d4-d3 d3+d4",
          line("dionysus:b3,e5", "eros:d2,d3", "b4:4 d2:1 d3:1 d4:2", 2)),
    Leads("no tower of the opponent's own turn counts",
          line("dionysus:e5,e1", "mortal:b2,a5", "b4:3", 2), DOME,
          line("dionysus:e5,e1", "mortal:b3,a5", "b4:4")),
    Leads("nor a dome on low ground", line("dionysus+atlas:b2,e5", "pan+hermes:d2,a1",
          rules="edition=original_2007&gods_per_player=2"), DOME,
          line("dionysus+atlas:b3,e5", "pan+hermes:d2,a1", "b4:A", 2, rules="edition=original_2007&gods_per_player=2")),
    Leads("nobody to lead: nobody asks", line("dionysus:b2,e5", "hecate:d2,a1", "b4:3"), DOME,
          line("dionysus:b3,e5", "hecate:d2,a1", "b4:4", 2)),
    Leads("none that can complete a turn: nobody asks",
          line("dionysus:b2,c4", "apollo:a1,b1", "b2:1 a2:2 c1:2 c2:2 d5:3"), "c4-c5 c5^d5",
          line("dionysus:b2,c5", "apollo:a1,b1", "b2:1 a2:2 c1:2 c2:2 d5:4", 2)),
    Leads("her driven worker lays no coin",
          line("dionysus:b2,e5", "clio:d2,a1", "b4:3"), f"{DOME} d2-d3 d3+d4",
          line("dionysus:b3,e5", "clio:d3,a1", "b4:4 d4:1", 2)),
    Leads("Harpies do not slide their own",
          line("dionysus:b2,b3", "harpies:d2,a1", "c4:3 e2:1 d3:1"), "b3-c3 c3^c4 d2-d3 d3+d2",
          line("dionysus:b2,c3", "harpies:d3,a1", "c4:4 d2:1 e2:1 d3:1", 2)),
    Leads("whirlpools carry those he leads",
          line("dionysus:b2,e5", "charybdis[squares=a5+d3]:d2,a1", "b4:3"), f"{DOME} d2-d3 a5+a4",
          line("dionysus:b3,e5", "charybdis[squares=a5+d3]:a1,a5", "b4:4 a4:1", 2)),
    Leads("each turn counts for Chaos by itself",
          line("dionysus:b2,e5", "chaos[face_up=pan|draw=atlas+hermes]:d2,a1", "b4:3 d4:3"),
          f"{DOME} d2-d3 d3^d4 .",
          line("dionysus:b3,e5", "chaos[face_up=hermes|draw=-|discards=pan+atlas]:d3,a1", "b4:4 d4:4", 2)),
    Wins("who is led into the Abyss has lost", line("dionysus:b2,e5", "tartarus[square=d3]:d2,a1", "b4:3"),
         f"{DOME} d2-d3"),
    Leads("unless the table spares it",
          line("dionysus:b2,e5", "tartarus[square=d3]:d2,a1", "b4:3", rules="abyss_spares_extra_turns=yes"),
          f"{DOME} d2-d3 d3+d4",
          line("dionysus:b3,e5", "tartarus[square=d3]:d3,a1", "b4:4 d4:1", 2, rules="abyss_spares_extra_turns=yes")),
    Leads("Moerae cannot win by it", line("dionysus:b2,e5", "moerae[corner=d3]:d2,a1,c1", "b4:3 d2:2 d3:3"),
          f"{DOME} d2-d3 d3+d4",
          line("dionysus:b3,e5", "moerae[corner=d3]:d3,a1,c1", "b4:4 d2:2 d3:3 d4:1", 2)),
    Leads("Circe has it until her next turn",
          line("circe:b2,e5", "dionysus[holder=blue]:d2,c4", "b4:3"), f"{DOME} d2-c3 c3+c2",
          line("circe:b3,e5", "dionysus[holder=blue]:c3,c4", "b4:4 c2:1", 2)),
    Leads("a turn owed to her is hers though the power has gone back by then",
          line("circe:b2,e5", "dionysus[holder=blue|owed=blue]:d2,c4", "b4:3"), f"{DOME} d2-c3 c3+c2 c3-d3 d3+d2",
          line("circe:b3,e5", "dionysus:c4,d3", "b4:4 c2:1 d2:1", 2)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_dionysus(case: Ask | Leads | Wins) -> None:
    check(case)


def test_an_additional_turn_is_told_as_one() -> None:
    assert not game_at(WINE).view(PUBLIC).driven
    assert game_at(WINE, DOME).view(PUBLIC).driven
