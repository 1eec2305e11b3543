"""Prometheus: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

PROMETHEUS = line("prometheus:b2,e5", "mortal:d5,a5")
POOLS = "charybdis[squares=c3+e1]:d5,a5"

CASES = [
    Ask("he may build first", PROMETHEUS, "b2+b3"),
    Ask("he need not", PROMETHEUS, "b2-b3"),
    Ask("the same worker moves then", PROMETHEUS, "b2+b3 e5-e4", "worker.not_this"),
    Ask("he does not go up then", line("prometheus:b2,e5", "mortal:d5,a5", "c3:1"), "b2+b3 b2-c3",
        "prometheus.no_climb"),
    Ask("nor onto what he just built", PROMETHEUS, "b2+b3 b2-b3", "prometheus.no_climb"),
    Ask("a block just built may be level with him", line("prometheus:b2,e5", "mortal:d5,a5", "b2:1"), "b2+b3 b2-b3"),
    Ask("he may go down", line("prometheus:b2,e5", "mortal:d5,a5", "b2:2"), "b2+b3 b2-c3"),
    Ask("he builds again after the move", PROMETHEUS, "b2+b3 b2-c2 c2+b3"),
    Ask("he has to", PROMETHEUS, "b2+b3 b2-c2 .", "done.not_optional"),
    Ask("with the same worker", PROMETHEUS, "b2+b3 b2-c2 e5+e4", "worker.not_this"),
    Ask("he has to move", PROMETHEUS, "b2+b3 .", "done.not_optional"),
    Ask("he goes up when he did not build", line("prometheus:b2,e5", "mortal:d5,a5", "c3:1"), "b2-c3"),
    Ask("once before the move", PROMETHEUS, "b2+b3 b2+c3", "step.other"),
    Ask("the first build may be a dome", line("prometheus:b2,e5", "mortal:d5,a5", "b3:3"), "b2^b3 b2-c2"),
    Ask("not the wrong piece", PROMETHEUS, "b2^b3", "step.other"),
    Ask("he must not wall himself in", line("prometheus:a1,e5", "mortal:d5,a5", "a2:1 b1:1"), "a1+b2",
        "no_legal_finish_own"),
    Ask("he may build first where a way is left", line("prometheus:a1,e5", "mortal:d5,a5", "a2:1 b1:1"), "a1+a2"),
    Ask("only in his own turn", line("prometheus:b2,e5", "mortal:d5,a5", "", 2), "d5+d4", "step.other"),
    Leads("twice on the same space", PROMETHEUS, "b2+b3 b2-c2 c2+b3",
          line("prometheus:c2,e5", "mortal:d5,a5", "b3:2", 2)),
    Leads("on different ones", PROMETHEUS, "b2+b3 b2-c2 c2+d2",
          line("prometheus:c2,e5", "mortal:d5,a5", "b3:1 d2:1", 2)),
    Wins("he wins by going up without it", line("prometheus:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3"),
    Ask("Persephone: no build first where a way leads up", line("prometheus:b2,e5", "persephone:d5,a5", "c3:1"),
        "b2+b3", "persephone.must_climb"),
    Ask("not with the other worker either", line("prometheus:b2,e5", "persephone:d5,a5", "c3:1"), "e5+e4",
        "persephone.must_climb"),
    Ask("where none does he may", line("prometheus:b2,e5", "persephone:d5,a5"), "b2+b3"),
    Ask("beside Aphrodite he builds first and stays", line("prometheus:b2,e5", "aphrodite:c3,a5"), "b2+a1 b2-b3"),
    Ask("and may not go", line("prometheus:b2,e5", "aphrodite:c3,a5"), "b2+a2 b2-a1", "aphrodite.stay_near"),
    Ask("Hypnus' sleeper does not build first, for it cannot move", line("prometheus:b2,e5", "hypnus:d5,a5", "b2:1"),
        "b2+b3", "no_legal_finish_by"),
    Ask("Limus' neighborhood is closed to the first build", line("prometheus:b2,e5", "limus:d4,a5"), "b2+c3",
        "limus.barren"),
    Ask("and to the second", line("prometheus:b2,e5", "limus:d4,a5"), "b2+b3 b2-c2 c2+c3", "limus.barren"),
    Ask("after a build no hop upwards", line("prometheus:b2,e5", POOLS, "e1:1"), "b2+b3 b2-c3",
        "hop.barred"),
    Ask("on the level he may hop", line("prometheus:b2,e5", POOLS), "b2+b3 b2-c3"),
    Ask("by the revised text a hop upwards is no move up", line("prometheus:b2,e5", POOLS, "e1:1",
                                                               rules="revised=charybdis"), "b2+b3 b2-c3"),
    Ask("Gaea may place after a dome before the move", line("prometheus:b2,e5", "gaea[workers=2]:d5,a5", "b3:3"),
        "b2^b3 @a2 b2-c2"),
    Wins("whom Gaea walls in loses",
         line("prometheus:a1,e5", "gaea[workers=2]:d5,a5", "a2:3 b2:4"), "a1^a2 @b1", "orange"),
    Leads("or stops there, if the table wants it so",
          line("prometheus:a1,e5", "gaea[workers=2]:d5,a5", "a2:3 b2:4", rules="interrupted_turn_loses=no"),
          "a1^a2 @b1",
          line("prometheus:a1,e5", "gaea[workers=1]:b1,a5,d5", "a2:4 b2:4", 2, rules="interrupted_turn_loses=no")),
    Ask("the wind binds the move", line("prometheus:b2,e5", "aeolus[direction=n]:d5,a5"), "b2+b3 b2-b1",
        "aeolus.wind"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_prometheus(case: Ask | Leads | Wins) -> None:
    check(case)
