"""Artemis: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

ARTEMIS = line("artemis:b2,e5", "mortal:d5,a5")
POOLS = "charybdis[squares=c3+e1]"

CASES = [
    Ask("she may move again", ARTEMIS, "b2-c2 c2-d2"),
    Ask("she may decline", ARTEMIS, "b2-c2 ."),
    Ask("not back", ARTEMIS, "b2-c2 c2-b2", "artemis.not_back"),
    Ask("the same worker", ARTEMIS, "b2-c2 e5-e4", "worker.not_this"),
    Ask("not a third time", ARTEMIS, "b2-c2 c2-d2 d2-e2", "step.other"),
    Ask("she builds after the last move", ARTEMIS, "b2-c2 c2-d2 d2+e2"),
    Ask("she may build on the space she left", ARTEMIS, "b2-c2 . c2+b2"),
    Ask("she climbs one level each time", line("artemis:b2,e5", "mortal:d5,a5", "c2:1 d2:2"), "b2-c2 c2-d2"),
    Ask("the second move keeps the limit", line("artemis:b2,e5", "mortal:d5,a5", "d2:2"), "b2-c2 c2-d2",
        "move.too_high"),
    Ask("nobody else moves again", line("artemis:b2,e5", "mortal:d5,a5", "", 2), "d5-d4 d4-d3", "step.other"),
    Wins("she wins with the first move", line("artemis:b2,e5", "mortal:d5,a5", "b2:2 c2:3"), "b2-c2"),
    Wins("she wins with the second move", line("artemis:b2,e5", "mortal:d5,a5", "b2:1 c2:2 d2:3"), "b2-c2 c2-d2"),
    Leads("up, and down again from the third level", line("artemis:b2,e5", "mortal:d5,a5", "b2:3 c2:3 d2:2"),
          "b2-c2 c2-d2 d2+e2", line("artemis:d2,e5", "mortal:d5,a5", "b2:3 c2:3 d2:2 e2:1", 2)),
    Ask("Athena binds the first move", line("artemis:b2,e5", "athena[^]:d5,a5", "c2:1"), "b2-c2", "athena.no_climb"),
    Ask("Athena binds the second move", line("artemis:b2,e5", "athena[^]:d5,a5", "d2:1"), "b2-c2 c2-d2",
        "athena.no_climb"),
    Ask("Hades binds the second move", line("artemis:b2,e5", "hades:d5,a5", "b2:1 c2:1 c3:1"), "b2-c2 c2-d2",
        "hades.no_descent"),
    Ask("the wind binds the second move", line("artemis:b2,e5", "aeolus[direction=n]:d5,a5"), "b2-c2 c2-c1",
        "aeolus.wind"),
    Ask("the Harpies force her on, and she moves from there", line("artemis:b2,e5", "harpies:a5,a4"), "b2-b3 b5-c5"),
    Leads("they force her on after each of the moves", line("artemis:b2,e5", "harpies:a5,a4"), "b2-b3 b5-c4 e2+e1",
          line("artemis:e2,e5", "harpies:a5,a4", "e1:1", 2)),
    Ask("stopped by one of them beside where she began, she may not return",
        line("artemis:b2,e5", "harpies:d2,a1"), "b2-c2 c2-b2", "artemis.not_back"),
    Leads("they may force her back there", line("artemis:b2,e5", "harpies:d1,e1", "b1:4"), "b2-b3 b5-b4 b2+b3",
          line("artemis:b2,e5", "harpies:d1,e1", "b1:4 b3:1", 2)),
    Ask("a hop uses up no move", line("artemis:b2,e5", f"{POOLS}:d5,a5"), "b2-c3 e1-d1"),
    Ask("a second move may hop as well", line("artemis:b2,e5", f"{POOLS}:d5,a5"), "b2-c2 c2-c3 e1+d1"),
    Ask("a hop may end where she began",
        line("artemis:c3,e5", "charybdis[squares=c3+e1]:d5,a5"), "c3-d2 d2-e1"),
    Ask("Persephone lets her go up second", line("artemis:b2,e5", "persephone:d5,a5", "d2:1"), "b2-c2"),
    Ask("Persephone then asks for it", line("artemis:b2,e5", "persephone:d5,a5", "d2:1"), "b2-c2 .",
        "persephone.must_climb"),
    Ask("the first move must leave a way up", line("artemis:b2,e5", "persephone:d5,a5", "d2:1"), "b2-a2",
        "persephone.must_climb"),
    Ask("up and down again is enough for her", line("artemis:b2,e5", "persephone:d5,a5", "c2:1"), "b2-c2 c2-d2"),
    Ask("down and up again is, too", line("artemis:b2,e5", "persephone:d5,a5", "b2:1 d2:1"), "b2-c2 c2-d2"),
    Ask("beside Aphrodite she may go away to come back", line("artemis:b2,e5", "aphrodite:c3,a5"), "b2-a2"),
    Ask("but not stop away", line("artemis:b2,e5", "aphrodite:c3,a5"), "b2-a2 .", "aphrodite.stay_near"),
    Ask("her last move comes back", line("artemis:b2,e5", "aphrodite:c3,a5"), "b2-a2 a2-b3"),
    Ask("nor go so far that she cannot come back", line("artemis:b2,e5", "aphrodite:c3,a5"), "b2-a1",
        "aphrodite.stay_near"),
    Ask("Hypnus' sleeper makes neither move", line("artemis:b2,e5", "hypnus:d5,a5", "b2:1"), "b2-c2", "hypnus.asleep"),
    Wins("the Moerae win by her second move", line("artemis:b2,e5", "moerae[corner=d2]:d5,a5,a4", "b2:1 c2:2 d2:3"),
         "b2-c2 c2-d2", "orange"),
    Wins("a win before the chosen spaces is hers", line("artemis:b2,e5", "moerae[corner=d2]:d5,a5,a4", "b2:2 c2:3"),
         "b2-c2"),
    Leads("Hera denies only the win at the edge", line("artemis:b2,e5", "hera:d5,a5", "b2:2 a2:3"), "b2-a2 . a2+a1",
          line("artemis:a2,e5", "hera:d5,a5", "b2:2 a2:3 a1:1", 2)),
    Leads("a secret worker ends her turn, what came before stands", line("artemis:b2,e5", "hecate:d2,a5"),
          "b2-c2 c2-d2", line("artemis:c2,e5", "hecate:d2,a5", "", 2)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_artemis(case: Ask | Leads | Wins) -> None:
    check(case)
