"""Atlas: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

ATLAS = line("atlas:b2,e5", "mortal:d5,a5")
POOLS = "charybdis[squares=c3+e1]:d5,a5"
CHAOS = "chaos[face_up=pan|draw=hermes|discards=-]:d5,a5"

CASES = [
    Ask("he domes the ground", ATLAS, "b2-c2 c2^c3"),
    Ask("one block", line("atlas:b2,e5", "mortal:d5,a5", "c3:1"), "b2-c2 c2^c3"),
    Ask("two blocks", line("atlas:b2,e5", "mortal:d5,a5", "c3:2"), "b2-c2 c2^c3"),
    Ask("three as everybody", line("atlas:b2,e5", "mortal:d5,a5", "c3:3"), "b2-c2 c2^c3"),
    Ask("he may build a block as everybody", ATLAS, "b2-c2 c2+c3"),
    Ask("no fourth block", line("atlas:b2,e5", "mortal:d5,a5", "c3:3"), "b2-c2 c2+c3", "build.piece"),
    Ask("no dome on a dome", line("atlas:b2,e5", "mortal:d5,a5", "c3:A"), "b2-c2 c2^c3", "build.domed"),
    Ask("no dome on a worker", line("atlas:b2,e5", "mortal:c3,a5"), "b2-c2 c2^c3", "build.occupied"),
    Ask("only beside the worker that moved", ATLAS, "b2-c2 c2^e2", "build.not_neighboring"),
    Ask("with the worker that moved", ATLAS, "b2-c2 e5^e4", "worker.not_this"),
    Ask("one build only", ATLAS, "b2-c2 c2^c3 c2^d3", "worker.not_yours"),
    Ask("only in his own turn", line("atlas:b2,e5", "mortal:d5,a5", "", 2), "d5-d4 d4^d3", "build.piece"),
    Leads("the dome leaves the blocks below", line("atlas:b2,e5", "mortal:d5,a5", "c3:1"), "b2-c2 c2^c3",
          line("atlas:c2,e5", "mortal:d5,a5", "c3:B", 2)),
    Leads("a low dome is no Complete Tower",
          line("atlas:b2,e5", "chronus:d5,a5", "a1:4 a2:4 a3:4 e1:4 c3:2"), "b2-c2 c2^c3",
          line("atlas:c2,e5", "chronus:d5,a5", "a1:4 a2:4 a3:4 e1:4 c3:C", 2)),
    Wins("one on three blocks is", line("atlas:b2,e5", "chronus:d5,a5", "a1:4 a2:4 a3:4 e1:4 c3:3"), "b2-c2 c2^c3",
         "orange"),
    Leads("a token there leaves", line("atlas:b2,e5", POOLS), "b2-c2 c2^c3",
          line("atlas:c2,e5", "charybdis[squares=e1]:d5,a5", "c3:A", 2)),
    Ask("next to Limus' worker no dome on the ground", line("atlas:b2,e5", "limus:d4,a5"), "b2-c2 c2^c3",
        "limus.barren"),
    Ask("nor on two blocks", line("atlas:b2,e5", "limus:d4,a5", "c3:2"), "b2-c2 c2^c3", "limus.barren"),
    Ask("but one that makes a Complete Tower", line("atlas:b2,e5", "limus:d4,a5", "c3:3"), "b2-c2 c2^c3"),
    Ask("the revised Limus suffers any dome", line("atlas:b2,e5", "limus:d4,a5", rules="revised=limus"), "b2-c2 c2^c3"),
    Ask("but no block", line("atlas:b2,e5", "limus:d4,a5", rules="revised=limus"), "b2-c2 c2+c3", "limus.only_domes"),
    Leads("a low dome changes the card of Chaos", line("atlas:b2,e5", CHAOS), "b2-c2 c2^c3",
          line("atlas:c2,e5", "chaos[face_up=hermes|draw=-|discards=pan]:d5,a5", "c3:A", 2)),
    Leads("not where a Complete Tower has to be", line("atlas:b2,e5", CHAOS, rules="redraw=complete_tower"),
          "b2-c2 c2^c3", line("atlas:c2,e5", CHAOS, "c3:A", 2, rules="redraw=complete_tower")),
    Leads("nor in the Spin Master rules", line("atlas:b2,e5", CHAOS, rules="edition=spin_master"),
          "b2-c2 c2^c3", line("atlas:c2,e5", CHAOS, "c3:A", 2, rules="edition=spin_master")),
    Ask("Gaea may place beside a low dome", line("atlas:b2,e5", "gaea[workers=2]:d5,a5"), "b2-c2 c2^c3 @c4"),
    Leads("for Clio a dome puts no coin down", line("clio[left=3]+atlas:b2,e5", "mortal:d5,a5",
                                                  rules="edition=original_2007&gods_per_player=2"), "b2-c2 c2^c3",
          line("clio[left=3]+atlas:c2,e5", "mortal:d5,a5", "c3:A", 2,
               rules="edition=original_2007&gods_per_player=2")),
    Leads("where a secret worker stands nothing is built", line("atlas:b2,e5", "hecate:c3,a5"), "b2-c2 c2^c3",
          line("atlas:c2,e5", "hecate:c3,a5", "", 2)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_atlas(case: Ask | Leads | Wins) -> None:
    check(case)
