"""Triton, sentence by sentence: a move that ends on the edge gives another one."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

WAVES, MORTAL = "triton:b2,e5", "mortal:d4,d2"
POOLS = "charybdis[squares=a2+c3]:d5,d1"

CASES = [
    Leads("from the edge he moves again", line(WAVES, MORTAL), "b2-a2 a2-b3 b3+b4",
        line("triton:b3,e5", MORTAL, "b4:1", 2)),
    Leads("as often as he ends there", line(WAVES, MORTAL), "b2-a2 a2-a1 a1-b1 b1-c2 c2+c1",
        line("triton:c2,e5", MORTAL, "c1:1", 2)),
    Leads("he may stop at once", line(WAVES, MORTAL), "b2-a2 . a2+a1", line("triton:a2,e5", MORTAL, "a1:1", 2)),
    Leads("he may stop later", line(WAVES, MORTAL), "b2-a2 a2-a1 . a1+a2", line("triton:a1,e5", MORTAL, "a2:1", 2)),
    Ask("spaces may repeat", line(WAVES, MORTAL), "b2-a2 a2-a1 a1-a2 a2-a1"),
    Ask("also where he began", line(WAVES, MORTAL), "b2-a2 a2-b2"),
    Ask("at a corner too", line(WAVES, MORTAL), "b2-a1 a1-a2"),
    Ask("inland there is no more", line(WAVES, MORTAL), "b2-c3 c3-c4", "step.other"),
    Ask("nor after coming in from the edge", line(WAVES, MORTAL), "b2-a2 a2-b3 b3-b4", "step.other"),
    Ask("where he began does not matter", line("triton:a2,e5", MORTAL), "a2-b3 b3-b4", "step.other"),
    Ask("the same worker goes on", line(WAVES, MORTAL), "b2-a2 e5-e4", "worker.not_this"),
    Ask("one level up at a time", line(WAVES, MORTAL, "a3:2"), "b2-a2 a2-a3", "move.too_high"),
    Ask("one level up each time", line(WAVES, MORTAL, "a2:1 a3:2"), "b2-a2 a2-a3"),
    Ask("not onto a worker", line(WAVES, "mortal:a3,d2"), "b2-a2 a2-a3", "move.occupied"),
    Wins("the first move may win", line(WAVES, MORTAL, "b2:2 a2:3"), "b2-a2"),
    Wins("a later move may win", line(WAVES, MORTAL, "b2:1 a2:2 a3:3"), "b2-a2 a2-a3"),
    Wins("even the third", line(WAVES, MORTAL, "a2:1 a3:2 b4:3"), "b2-a2 a2-a3 a3-b4"),
    # Other powers
    Ask("Athena bars the way up from the edge as well", line(WAVES, "athena[^]:d4,d2", "a3:1"), "b2-a2 a2-a3",
        "athena.no_climb"),
    Ask("Hades the way down", line(WAVES, "hades:d4,d2", "b2:1 a2:1"), "b2-a2 a2-a3", "hades.no_descent"),
    Ask("the wind is in each move's face", line(WAVES, "aeolus[direction=n]:d4,d2"), "b2-a2 a2-a1", "aeolus.wind"),
    Ask("held by Aphrodite he may walk off to come back", line(WAVES, "aphrodite:c3,d1"), "b2-a2"),
    Ask("but not stay away", line(WAVES, "aphrodite:c3,d1"), "b2-a2 .", "aphrodite.stay_near"),
    Ask("his last move comes back", line(WAVES, "aphrodite:c3,d1"), "b2-a2 a2-b3"),
    Ask("he has to go on when only the second move can climb", line(WAVES, "persephone:d4,d1", "a3:1"), "b2-a2 .",
        "persephone.must_climb"),
    Ask("and may not go where no way up follows", line(WAVES, "persephone:d4,d1", "a3:1"), "b2-c3",
        "persephone.must_climb"),
    Ask("once up he may go down again", line(WAVES, "persephone:d4,d1", "a3:1"), "b2-a2 a2-a3 a3-a4"),
    Ask("Hera denies the win at the edge, and he moves on", line(WAVES, "hera:d4,d2", "b2:2 a2:3"), "b2-a2 a2-a3"),
    Ask("or stops there and builds", line(WAVES, "hera:d4,d2", "b2:2 a2:3"), "b2-a2 . a2+a1"),
    Ask("the Harpies drive him along the edge; he moves on from there", line("triton:b2,e5", "harpies:d4,d2"),
        "b2-b1 b1-c1"),
    Ask("a move that ends inland gives none, though they drive him to the edge",
        line("triton:b2,e5", "harpies:d4,d2"), "b2-b3 b5-a5", "step.other"),
    Ask("a whirlpool at the edge that carries him inland ends it", line(WAVES, POOLS), "b2-a2 c3-c4", "step.other"),
    Ask("one that carries him to the edge does not", line(WAVES, POOLS), "b2-c3 a2-a3"),
    Ask("where the hop is no move the first space counts: at the edge", line(WAVES, POOLS, rules="revised=charybdis"),
        "b2-a2 c3-c4"),
    Ask("or inland", line(WAVES, POOLS, rules="revised=charybdis"), "b2-c3 a2-a3", "step.other"),
    Ask("a table may look at the first space always", line(WAVES, POOLS, rules="hop_ends_on_perimeter=no"),
        "b2-c3 a2-a3", "step.other"),
    Ask("or at the landing always", line(WAVES, POOLS, rules="hop_ends_on_perimeter=yes&revised=charybdis"),
        "b2-c3 a2-a3"),
    Ask("Circe walks on with his power", line("circe:b2,e5", "triton:d4,d2"), "b2-a2 a2-a3"),
    Ask("the robbed Triton does not", line("circe:d4,d2", "triton[holder=blue]:b2,e5", to_move=2), "b2-a2 a2-a3",
        "card.lent"),
    Ask("led by Dionysus his worker makes one move", line("dionysus:b2,e1", "triton:d4,d5", "c3:3"),
        "b2-b3 b3^c3 d4-e4 e4-e5", "step.other"),
    Ask("Clio's coins are in his way", line(WAVES, "clio[squares=a3|left=2]:d4,d2", "a3:1"), "b2-a2 a2-a3",
        "clio.obstructs"),
    Ask("in a team his teammate does not move on", line(WAVES, "apollo:d4,d2", to_move=3, more="pan:/atlas:"),
        "b2-a2 a2-a3", "step.other"),
    Ask("beside the Ram everybody moves on", line("mortal:b2,e5", MORTAL, more="*triton:b3"), "b2-a2 a2-a1"),
    Ask("also once away from it", line("mortal:b2,e5", MORTAL, more="*triton:b3"), "b2-b1 b1-c1 c1-d1"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_triton(case: Ask | Leads | Wins) -> None:
    """The rules say so."""
    check(case)


def test_the_edge_of_a_small_board() -> None:
    """On four by four squares the fourth rank is the edge."""
    check(Ask("", "0000000000000000/1/triton:b3,d1/mortal:c2,a1", "b3-b4 b4-a4"))
    check(Ask("", "0000000000000000/1/triton:b2,d1/mortal:c2,a1", "b2-b3 b3-a3", "step.other"))
