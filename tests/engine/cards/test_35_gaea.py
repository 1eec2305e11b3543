"""Gaea: the card's sentences, its edges, and the powers that she meets."""

from __future__ import annotations

import pytest

from engine import Seat
from tests.engine.cases import Ask, Leads, Wins, begun, check, game_at, legal, line, name

DOME = "b2-c2 c2^b3"
GAEA = "gaea[workers=2]:d5,a5"
BUILDER = line("mortal:b2,e5", GAEA, "b3:3 a4:1")
HEMMED = line("prometheus:a1,e5", "gaea[workers=2]:c5,c4", "a2:3 b1:3 d5:4 d4:4 e4:4")
TOWERS = "b1:4 c1:4 d1:4 e1:4 d2:4 e2:4 e3:4 e4:4 a3:4 a4:4 b4:4 c4:4 d4:4"

CASES = [
    Ask("she answers a dome on the ground beside it", BUILDER, f"{DOME} @a2"),
    Ask("not farther away", BUILDER, f"{DOME} @e1", "gaea.near"),
    Ask("not on a block", BUILDER, f"{DOME} @a4", "gaea.ground"),
    Ask("not on a worker", BUILDER, f"{DOME} @c2", "place.occupied"),
    Ask("not on a dome", line("mortal:b2,e5", GAEA, "b3:3 c3:A"), f"{DOME} @c3", "place.domed"),
    Ask("not on the dome itself", line("atlas:b2,e5", GAEA), f"{DOME} @b3", "place.domed"),
    Ask("she may decline", BUILDER, f"{DOME} ."),
    Ask("only she answers", BUILDER, f"{DOME} e5-e4", "worker.not_yours"),
    Ask("she steps in before Demeter's second build", line("demeter:b2,e5", GAEA, "b3:3"), f"{DOME} @c3 c2+c3",
        "build.occupied"),
    Ask("after which Demeter goes on", line("demeter:b2,e5", GAEA, "b3:3"), f"{DOME} @c3 c2+d3"),
    Ask("a second dome is a second chance", line("demeter:b2,e5", GAEA, "b3:3 c3:3"), f"{DOME} @a2 c2^c3 @d3"),
    Ask("one for each dome", line("demeter:b2,e5", GAEA, "b3:3 c3:3"), f"{DOME} @a2 @a3", "step.other"),
    Ask("after the last worker nobody asks", line("demeter:b2,e5", "gaea[workers=1]:d5,a5", "b3:3 c3:3"),
        f"{DOME} @a2 c2^c3 @d3", "step.other"),
    Ask("a new worker may be led in her next turn", BUILDER, f"{DOME} @a2 a2-a3"),
    Ask("she answers her own dome", line("gaea[workers=2]:b2,e5", "mortal:d5,a5", "b3:3"), f"{DOME} @a2"),
    Ask("a dome on low ground", line("atlas:b2,e5", GAEA), f"{DOME} @a2"),
    Ask("a dome of Selene's female", line("selene[marked=b2]:b2,e5", GAEA), "e5-e4 b2^b3 @a2"),
    Ask("the first dome of Polyphemus", line("polyphemus:b2,e5", GAEA), "b2-c2 c2+c1 c2^e1 @d1"),
    Ask("and his second", line("polyphemus:b2,e5", GAEA), "b2-c2 c2+c1 c2^e1 @d1 c2^a1 @a2"),
    Ask("where she stands he cannot build then", line("polyphemus:b2,e5", GAEA), "b2-c2 c2+c1 c2^e1 @d1 c2^d1",
        "build.occupied"),
    Ask("each dome of Heracles", line("heracles:b2,e5", GAEA), "b2-c2 c2+c1 e5^e4 @e3 c2^b3 @a2"),
    Ask("Morpheus' dome before his next piece", line("morpheus[pieces=2]:b2,e5", GAEA, "b3:3"), f"{DOME} @c3 c2+c3",
        "build.occupied"),
    Ask("Poseidon's worker may find a worker in its way",
        line("poseidon:b2,e1", GAEA, "d1:3"), "b2-c2 c2+b3 e1^d1 @d2 e1+d2", "build.occupied"),
    Ask("a block asks nobody", line("mortal:b2,e5", "gaea[workers=2]:d5,a5"), "b2-c2 c2+b3 @a2", "step.other"),
    Ask("Talus bars a space", line("europa[square=a2]:b2,e5", GAEA, "b3:3"), f"{DOME} @a2", "europa.obstructs"),
    Ask("a whirlpool does not", line("charybdis[squares=a2+d1]:b2,e5", GAEA, "b3:3"), f"{DOME} @a2"),
    Ask("any dome of three players", line("pan:b2,e5", "atlas:c5,b5", "b3:3", more=GAEA), f"{DOME} @a2"),
    Ask("a dome in an additional turn", line("dionysus:a1,e1", "gaea[workers=2]:c4,c5", "d3:3", "1+dionysus"),
        "c4-c3 c3^d3 @d4"),
    Leads("the worker comes from her card", BUILDER, f"{DOME} @a2",
          line("mortal:c2,e5", "gaea[workers=1]:d5,a5,a2", "b3:4 a4:1", 2)),
    Leads("a declined chance leaves it there", BUILDER, f"{DOME} .",
          line("mortal:c2,e5", GAEA, "b3:4 a4:1", 2)),
    Leads("an empty card asks nobody", line("mortal:b2,e5", "gaea[workers=0]:d5,a5,e1,d1", "b3:3"), DOME,
          line("mortal:c2,e5", "gaea[workers=0]:d5,a5,e1,d1", "b3:4", 2)),
    Leads("without ground beside the dome nobody asks",
          line("mortal:b2,e5", GAEA, "a5:1 a4:3 b4:1 b5:1 b3:1 a3:1 c4:1"), "b2-b3 b3^a4",
          line("mortal:b3,e5", GAEA, "a5:1 a4:4 b4:1 b5:1 b3:1 a3:1 c4:1", 2)),
    Leads("she may place and build no more in her own turn",
          line("gaea[workers=2]:b2,e5", "mortal:d5,a5", "b3:3"), f"{DOME} @a2",
          line("gaea[workers=1]:a2,c2,e5", "mortal:d5,a5", "b3:4", 2)),
    Leads("a placed worker is not carried on by a whirlpool",
          line("charybdis[squares=a2+d1]:b2,e5", GAEA, "b3:3"), f"{DOME} @a2",
          line("charybdis[squares=a2+d1]:c2,e5", "gaea[workers=1]:a2,d5,a5", "b3:4", 2)),
    Leads("nor blown on by the Harpies", line("harpies:b2,e5", GAEA, "b3:3"), f"{DOME} @a4",
          line("harpies:c2,e5", "gaea[workers=1]:a4,d5,a5", "b3:4", 2)),
    Leads("a dome in place of a tower that goes back to the supply is not built",
          line("mortal:b2,e5", GAEA, f"a1:4 c3:2 {TOWERS}", rules="supply=physical"), "b2-c2 c2+c3 %a1",
          line("mortal:c2,e5", GAEA, f"a1:A c3:3 {TOWERS}", 2, rules="supply=physical&recycled=1")),
    Leads("her placement onto a secret worker comes to nothing",
          line("hecate:b2,a2", GAEA, "b3:3"), f"{DOME} @a2",
          line("hecate:c2,a2", GAEA, "b3:4", 2)),
    Leads("what a builder owes after her placement lapses, at another table",
          f"{HEMMED}/?interrupted_turn_loses=no", "a1^a2 @b2",
          line("prometheus:a1,e5", "gaea[workers=1]:c5,c4,b2", "a2:4 b1:3 d5:4 d4:4 e4:4", 2,
               rules="interrupted_turn_loses=no")),
    Leads("what is optional lapses at any table",
          line("demeter:b2,e5", "gaea[workers=2]:c5,c4", "a2:3 b1:4"), "b2-a1 a1^a2 @b2",
          line("demeter:a1,e5", "gaea[workers=1]:c5,c4,b2", "a2:4 b1:4", 2)),
    Leads("she may come in where the builder came from", line("mortal:b2,e5", GAEA, "b3:3"), f"{DOME} @b2",
          line("mortal:c2,e5", "gaea[workers=1]:b2,d5,a5", "b3:4", 2)),
    Wins("hemmed in before his move Prometheus loses", HEMMED, "a1^a2 @b2", "orange"),
    Wins("barred from her second build Terpsichore loses",
         line("terpsichore:b3,e2", "gaea[workers=2]:a5,b5", "d3:3 d1:4 d2:4"), "b3-c3 e2-e1 c3^d3 @e2", "orange"),
    Wins("her worker is lost in the Abyss, and she with it",
         line("tartarus[square=a2]:b2,e5", GAEA, "b3:3"), f"{DOME} @a2"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_gaea(case: Ask | Leads | Wins) -> None:
    check(case)


def test_two_workers_wait_on_her_card() -> None:
    game = begun("gaea", "mortal", steps="@a1 @b1")
    assert game.to_act is Seat.ORANGE
    assert game.view(Seat.ORANGE).players[0].reserve == 2


def test_she_may_place_on_all_the_free_ground_beside_the_dome() -> None:
    game = game_at(BUILDER, DOME)
    assert game.to_act is Seat.ORANGE
    assert legal(game) == {".", "@a2", "@a3", "@b2", "@b4", "@c3", "@c4"}
