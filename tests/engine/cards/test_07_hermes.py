"""Hermes: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

HERMES = line("hermes:b2,d4", "mortal:a5,e1")
POOLS = "charybdis[squares=c3+e3]:a5,e1"

CASES = [
    Ask("he need not move at all", HERMES, "."),
    Ask("either worker builds without a move", HERMES, ". d4+d5"),
    Ask("the other, too", HERMES, ". b2+b3"),
    Ask("not an opponent's", HERMES, ". a5+a4", "worker.not_yours"),
    Ask("the build is a must", HERMES, ". .", "done.not_optional"),
    Ask("he walks on", HERMES, "b2-b3 b3-c3"),
    Ask("and back again", HERMES, "b2-b3 b3-b2"),
    Ask("with his workers in turn", HERMES, "b2-b3 d4-d3 b3-b2"),
    Ask("he may stop", HERMES, "b2-b3 b3-c3 ."),
    Ask("the unmoved worker may build", HERMES, "b2-b3 . d4+d5"),
    Ask("so may the one that moved", HERMES, "b2-b3 . b3+b4"),
    Ask("level after the first step", line("hermes:b2,d4", "mortal:a5,e1", "b4:1"), "b2-b3 b3-b4", "hermes.level"),
    Ask("no way down either", line("hermes:b2,d4", "mortal:a5,e1", "b2:1 b3:1"), "b2-b3 b3-b4", "hermes.level"),
    Ask("the other worker stays on its own level", line("hermes:b2,d4", "mortal:a5,e1", "d4:1"), "b2-b3 d4-d3",
        "hermes.level"),
    Ask("which need not be the same", line("hermes:b2,d4", "mortal:a5,e1", "d4:1 d3:1"), "b2-b3 d4-d3"),
    Ask("he may go up once as everybody", line("hermes:b2,d4", "mortal:a5,e1", "c3:1"), "b2-c3"),
    Ask("then he does not walk on", line("hermes:b2,d4", "mortal:a5,e1", "c3:1"), "b2-c3 c3-c2", "step.other"),
    Ask("after going up the mover builds", line("hermes:b2,d4", "mortal:a5,e1", "c3:1"), "b2-c3 d4+d5",
        "worker.not_this"),
    Ask("after going down the mover builds", line("hermes:b2,d4", "mortal:a5,e1", "b2:1"), "b2-b3 d4+d5",
        "worker.not_this"),
    Ask("only in his own turn", line("hermes:b2,d4", "mortal:a5,e1", "", 2), ".", "done.not_optional"),
    Ask("on the third level he walks without winning", line("hermes:b2,d4", "mortal:a5,e1", "b2:3 b3:3"),
        "b2-b3 b3-b2"),
    Leads("a turn without a move", HERMES, ". d4+d5", line("hermes:b2,d4", "mortal:a5,e1", "d5:1", 2)),
    Leads("who cannot move still builds", line("hermes:a1", "mortal:a5,e1", "a2:2 b1:2 b2:2"), ". a1+a2",
          line("hermes:a1", "mortal:a5,e1", "a2:3 b1:2 b2:2", 2)),
    Wins("he wins by going up", line("hermes:b2,d4", "mortal:a5,e1", "b2:2 c3:3"), "b2-c3"),
    Ask("Persephone: not to move is no turn where a way leads up", line("hermes:b2,d4", "persephone:a5,e1", "c3:1"),
        ".", "persephone.must_climb"),
    Ask("nor to walk on the level", line("hermes:b2,d4", "persephone:a5,e1", "c3:1"), "b2-b3",
        "persephone.must_climb"),
    Ask("where none does he stands as he likes", line("hermes:b2,d4", "persephone:a5,e1", "c3:2"), "."),
    Ask("bound by Aphrodite he may wander off", line("hermes:b2,d1", "aphrodite:c3,a5"), "b2-a1"),
    Ask("but not stay away", line("hermes:b2,d1", "aphrodite:c3,a5"), "b2-a1 .", "aphrodite.stay_near"),
    Ask("he comes back", line("hermes:b2,d1", "aphrodite:c3,a5"), "b2-a1 a1-b2 ."),
    Ask("his other worker is free", line("hermes:b2,d1", "aphrodite:c3,a5"), "d1-e1 ."),
    Ask("a bound worker that stands still is, too", line("hermes:b2,d1", "aphrodite:c3,a5"), ". d1+e1"),
    Ask("Hypnus' sleeper does not walk", line("hermes:b2,d4", "hypnus:a5,e1", "b2:1 b3:1"), "b2-b3", "hypnus.asleep"),
    Ask("but may build", line("hermes:b2,d4", "hypnus:a5,e1", "b2:1 b3:1"), ". b2+c2"),
    Leads("a lone sleeper has turns", line("hermes:b2", "hypnus:a5,e1"), ". b2+b3",
          line("hermes:b2", "hypnus:a5,e1", "b3:1", 2)),
    Ask("the wind is against a later step", line("hermes:b2,d4", "aeolus[direction=n]:a5,e1"), "b2-b3 b3-b2",
        "aeolus.wind"),
    Ask("Athena's climb leaves level steps", line("hermes:b2,d4", "athena[^]:a5,e1"), "b2-b3 b3-b4"),
    Ask("so does Hades", line("hermes:b2,d4", "hades:a5,e1"), "b2-b3 b3-b4"),
    Ask("the Harpies force him on after a step, he walks on from there",
        line("hermes:b2,d4", "harpies:a5,e1"), "b2-c2 e2-e3"),
    Ask("the step decides if it was level, not the slide", line("hermes:b2,d4", "harpies:a5,e1", "b2:1 c2:1"),
        "b2-c2 d4-d3"),
    Ask("he hops between whirlpools of one height and walks on", line("hermes:b2,d4", POOLS), "b2-c3 e3-e2"),
    Ask("a hop upwards ends the walk", line("hermes:b2,d4", POOLS, "e3:1 e2:1"), "b2-c3 e3-e2", "step.other"),
    Ask("an uneven hop is no later step", line("hermes:b2,d4", POOLS, "e3:1"), "b2-c2 c2-c3", "hop.barred"),
    Ask("unless the table lets it be", line("hermes:b2,d4", POOLS, "e3:1", rules="uneven_hop_in_level_turn=yes"),
        "b2-c2 c2-c3"),
    Leads("in a level turn Hecate's secret worker ends the walk", line("hermes:b2,d4", "hecate:b4,e1"), "b2-b3 b3-b4",
          line("hermes:b3,d4", "hecate:b4,e1", "", 2)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_hermes(case: Ask | Leads | Wins) -> None:
    check(case)
