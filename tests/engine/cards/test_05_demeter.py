"""Demeter: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

DEMETER = line("demeter:b2,e5", "mortal:d5,a5")

CASES = [
    Ask("she may build again elsewhere", DEMETER, "b2-c2 c2+c3 c2+d3"),
    Ask("not there again", DEMETER, "b2-c2 c2+c3 c2+c3", "demeter.other_space"),
    Ask("nor a dome there", line("demeter:b2,e5", "mortal:d5,a5", "c3:2"), "b2-c2 c2+c3 c2^c3", "demeter.other_space"),
    Ask("she may decline", DEMETER, "b2-c2 c2+c3 ."),
    Ask("the first build is a must", DEMETER, "b2-c2 .", "done.not_optional"),
    Ask("the second may be a dome", line("demeter:b2,e5", "mortal:d5,a5", "d3:3"), "b2-c2 c2+c3 c2^d3"),
    Ask("so may the first", line("demeter:b2,e5", "mortal:d5,a5", "c3:3"), "b2-c2 c2^c3 c2+d3"),
    Ask("the second keeps the order of pieces", DEMETER, "b2-c2 c2+c3 c2^d3", "build.piece"),
    Ask("the same worker builds", DEMETER, "b2-c2 c2+c3 e5+e4", "worker.not_this"),
    Ask("not a third time", DEMETER, "b2-c2 c2+c3 c2+d3 c2+b3", "worker.not_yours"),
    Ask("only in her own turn", line("demeter:b2,e5", "mortal:d5,a5", "", 2), "d5-d4 d4+d3 d4+c3", "worker.not_yours"),
    Leads("both pieces stand", DEMETER, "b2-c2 c2+c3 c2+d3", line("demeter:c2,e5", "mortal:d5,a5", "c3:1 d3:1", 2)),
    Leads("where only one space is left her turn is over",
          line("demeter:a1,e5", "mortal:d5,a5", "a3:4 b1:4 b2:4 b3:4"), "a1-a2 a2+a1",
          line("demeter:a2,e5", "mortal:d5,a5", "a1:1 a3:4 b1:4 b2:4 b3:4", 2)),
    Ask("Gaea may place between the builds", line("demeter:b2,e5", "gaea[workers=2]:d5,a5", "c3:3"),
        "b2-c2 c2^c3 @d3 c2+d2"),
    Ask("where Gaea's worker stands is no second build", line("demeter:b2,e5", "gaea[workers=2]:d5,a5", "c3:3"),
        "b2-c2 c2^c3 @d3 c2+d3", "build.occupied"),
    Ask("Gaea may place after the second as well", line("demeter:b2,e5", "gaea[workers=2]:d5,a5", "c3:3 d3:3"),
        "b2-c2 c2^c3 @b4 c2^d3 @e4"),
    Ask("Limus' neighborhood is closed to the first", line("demeter:b2,e5", "limus:d4,a5"), "b2-c2 c2+c3",
        "limus.barren"),
    Ask("and to the second", line("demeter:b2,e5", "limus:d4,a5"), "b2-c2 c2+b3 c2+c3", "limus.barren"),
    Wins("two domes in a turn count for Chronus",
         line("demeter:b2,e5", "chronus:d5,a5", "a1:4 a2:4 a3:4 c3:3 d3:3"), "b2-c2 c2^c3 c2^d3", "orange"),
    Leads("and are two towers for Dionysus",
          line("demeter+dionysus:b2,e5", "mortal:d5,a5", "c3:3 d3:3",
               rules="edition=original_2007&gods_per_player=2"), "b2-c2 c2^c3 c2^d3",
          line("demeter+dionysus[owed=blue]:c2,e5", "mortal:d5,a5", "c3:4 d3:4", "1+dionysus",
               rules="edition=original_2007&gods_per_player=2")),
    Leads("the second comes to nothing on a secret worker, the first stands",
          line("demeter:b2,e5", "hecate:d3,a5"), "b2-c2 c2+c3 c2+d3", line("demeter:c2,e5", "hecate:d3,a5", "c3:1", 2)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_demeter(case: Ask | Leads | Wins) -> None:
    check(case)
