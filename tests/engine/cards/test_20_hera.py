"""Hera: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from engine import PUBLIC
from engine.events import ActedInSecret
from tests.engine.cases import Ask, Leads, Wins, check, game_at, line, name

EDGE = "b2:2 a3:3"
INLAND = "b2:2 b3:3"
REVISED = "revised=charybdis"

CASES = [
    Leads("a climb at the edge does not win", line("mortal:b2,e5", "hera:e1,d1", EDGE), "b2-a3 a3+a4",
          line("mortal:a3,e5", "hera:e1,d1", f"{EDGE} a4:1", 2)),
    Leads("a corner lies at the edge", line("mortal:b2,e5", "hera:e1,d1", "b2:2 a1:3"), "b2-a1 a1+a2",
          line("mortal:a1,e5", "hera:e1,d1", "b2:2 a1:3 a2:1", 2)),
    Leads("nor does going on along the top to the inside", line("mortal:a3,e5", "hera:e1,d1", "a3:3 b3:3"),
          "a3-b3 b3+b4", line("mortal:b3,e5", "hera:e1,d1", "a3:3 b3:3 b4:1", 2)),
    Wins("a climb inland does", line("mortal:b2,e5", "hera:e1,d1", INLAND), "b2-b3"),
    Wins("from the edge inland, too", line("mortal:a3,e5", "hera:e1,d1", "a3:2 b3:3"), "a3-b3"),
    Wins("she herself wins at the edge", line("hera:b2,e5", "mortal:e1,d1", EDGE), "b2-a3"),
    Ask("the move is legal", line("mortal:b2,e5", "hera:e1,d1", EDGE), "b2-a3"),
    Ask("and asks for a build", line("mortal:b2,e5", "hera:e1,d1", EDGE), "b2-a3 .", "done.not_optional"),
    Leads("Pan does not win there either", line("pan:b2,e5", "hera:e1,d1", "b2:2"), "b2-a3 a3+a4",
          line("pan:a3,e5", "hera:e1,d1", "b2:2 a4:1", 2)),
    Wins("but inland", line("pan:b2,e5", "hera:e1,d1", "b2:2"), "b2-b3"),
    Leads("Artemis' first move at the edge does not", line("artemis:b2,e5", "hera:e1,d1", EDGE), "b2-a3 . a3+a4",
          line("artemis:a3,e5", "hera:e1,d1", f"{EDGE} a4:1", 2)),
    Wins("but a second one inland, after a step down", line("artemis:a3,e5", "hera:e1,d1", "a3:3 b3:2 c3:3"),
         "a3-b3 b3-c3"),
    Leads("a step across the edge ends there", line("urania:a2,d4", "hera:d1,b4", "a2:2 e2:3"), "a2-e2 e2+e3",
          line("urania:e2,d4", "hera:d1,b4", "a2:2 e2:3 e3:1", 2)),
    Leads("Apollo does not win by taking a place there", line("apollo:b2,e5", "hera:a3,d1", EDGE), "b2-a3 a3+a4",
          line("apollo:a3,e5", "hera:d1,b2", f"{EDGE} a4:1", 2)),
    Wins("Chronus wins by what stands", line("chronus:b2,e5", "hera:e1,d1", "a5:4 b5:4 c5:4 d5:4 a4:3"), "b2-b3 b3^a4"),
    Leads("Moerae gain nothing by what she denies: third players",
          line("pan:b2,e5", "hera:e1,d1", EDGE, more="moerae[corner=a3]:d5,c5,b5"), "b2-a3 a3+a4",
          line("pan:a3,e5", "hera:e1,d1", f"{EDGE} a4:1", 2, more="moerae[corner=a3]:d5,c5,b5")),
    Wins("unless the table lets them",
         line("pan:b2,e5", "hera:e1,d1", EDGE, more="moerae[corner=a3]:d5,c5,b5", rules="blocked_win_is_stolen=yes"),
         "b2-a3", "white"),
    Wins("the first half of a way through whirlpools by its space: inland wins",
         line("mortal:b2,e5", "charybdis[squares=a5+b3]:e1,d1", INLAND), "b2-b3"),
    Leads("a whirlpool's second half by its own space: at the edge it does not",
          line("pan:b2,e5", "hera:e1,d1", "a5:3", more="charybdis[squares=b3+a5]:d5,c1"), "b2-b3 a5+a4",
          line("pan:a5,e5", "hera:e1,d1", "a4:1 a5:3", 2, more="charybdis[squares=b3+a5]:d5,c1")),
    Wins("inland it does, though the first is at the edge",
         line("pan:b2,e5", "hera:e1,d1", "d3:3", more="charybdis[squares=a3+d3]:d5,c1"), "b2-a3"),
    Leads("a revised one at the edge does not",
          line("pan:b2,e5", "hera:e1,d1", "a5:3", more="charybdis[squares=b3+a5]:d5,c1", rules=REVISED),
          "b2-b3 a5+a4",
          line("pan:a5,e5", "hera:e1,d1", "a4:1 a5:3", 2, more="charybdis[squares=b3+a5]:d5,c1", rules=REVISED)),
    Leads("what third players do at the edge wins nothing",
          line("pan:b2,e5", "atlas:c5,d5", EDGE, more="hera:e1,d1"), "b2-a3 a3+a4",
          line("pan:a3,e5", "atlas:c5,d5", f"{EDGE} a4:1", 2, more="hera:e1,d1")),
    Wins("her teammate wins at the edge", line("atlas:b2,e5", "pan:e1,d1", EDGE, more="hera:/apollo:"), "b2-a3",
         "blue white"),
    Leads("Circe uses her power", line("hera[holder=orange]:b2,e5", "circe:e1,d2", EDGE), "b2-a3 a3+a4",
          line("hera[holder=orange]:a3,e5", "circe:e1,d2", f"{EDGE} a4:1", 2)),
    Leads("beside the Ram she works for who is near, in others' turns",
          line("mortal:b2,e5", "mortal:d2,d1", EDGE) + "/*hera:e1", "b2-a3 a3+a4",
          line("mortal:a3,e5", "mortal:d2,d1", f"{EDGE} a4:1", 2) + "/*hera:e1"),
    Wins("and not for who is not", line("mortal:b2,e5", "mortal:c5,d5", EDGE) + "/*hera:e1", "b2-a3"),
    Leads("Hecate does not win at the edge, either", line("hecate:b2,e5", "hera:e1,d1", EDGE), "b2-a3 a3+a4",
          line("hecate:a3,e5", "hera:e1,d1", f"{EDGE} a4:1", 2)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_hera(case: Ask | Leads | Wins) -> None:
    check(case)


def test_a_denied_win_does_not_betray_hecate() -> None:
    game = game_at(line("hecate:b2,e5", "hera:e1,d1", EDGE), "b2-a3")
    assert [type(event) for event in game.events(PUBLIC)] == [ActedInSecret]
