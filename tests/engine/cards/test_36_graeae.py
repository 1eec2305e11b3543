"""The Graeae, sentence by sentence: three workers, and any of them builds."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, begun, check, legal, line, name

HAGS, MORTAL = "graeae:b2,e1,e5", "mortal:d3,a5"
LATER = "revised=graeae"

CASES = [
    Leads("the one that moved may build", line(HAGS, MORTAL), "b2-b3 b3+b4",
        line("graeae:b3,e1,e5", MORTAL, "b4:1", 2)),
    Leads("or another", line(HAGS, MORTAL), "b2-b3 e1+e2", line("graeae:b3,e1,e5", MORTAL, "e2:1", 2)),
    Leads("or the third", line(HAGS, MORTAL), "b2-b3 e5+e4", line("graeae:b3,e1,e5", MORTAL, "e4:1", 2)),
    Ask("only beside the builder", line(HAGS, MORTAL), "b2-b3 e5+c4", "build.not_neighboring"),
    Ask("the ordinary piece", line(HAGS, MORTAL), "b2-b3 e5^e4", "build.piece"),
    Ask("a dome on three blocks", line(HAGS, MORTAL, "e4:3"), "b2-b3 e5^e4"),
    Ask("not on a worker", line(HAGS, "mortal:e4,a5"), "b2-b3 e5+e4", "build.occupied"),
    Ask("not by an opponent's worker", line(HAGS, MORTAL), "b2-b3 d3+d2", "worker.not_yours"),
    Ask("there is one build", line(HAGS, MORTAL), "b2-b3 e5+e4 e1+e2", "worker.not_yours"),
    Ask("it cannot be left out", line(HAGS, MORTAL), "b2-b3 .", "done.not_optional"),
    Ask("not before the move", line(HAGS, MORTAL), "e5+e4", "step.other"),
    Wins("a move up wins as ever", line(HAGS, MORTAL, "b2:2 b3:3"), "b2-b3"),
    Leads("a last worker builds itself", line("graeae:b2", MORTAL), "b2-b3 b3+b4",
        line("graeae:b3", MORTAL, "b4:1", 2)),
    # The later wording
    Ask("revised: not the one that moved", line(HAGS, MORTAL, rules=LATER), "b2-b3 b3+b4", "graeae.moved"),
    Leads("revised: one of the others", line(HAGS, MORTAL, rules=LATER), "b2-b3 e1+e2",
        line("graeae:b3,e1,e5", MORTAL, "e2:1", 2, rules=LATER)),
    Wins("revised: a last worker has nobody to build", line("graeae:b2", MORTAL, rules=LATER), "", "orange"),
    Ask("revised: it may still win", line("graeae:b2", MORTAL, "b2:2 b3:3", rules=LATER), "b2-b3"),
    Ask("revised: but must", line("graeae:b2", MORTAL, "b2:2 b3:3", rules=LATER), "b2-a2", "no_legal_finish_own"),
    # Other powers
    Ask("of three Hypnus lets the highest sleep", line(HAGS, "hypnus:d3,a5", "b2:1"), "b2-b3", "hypnus.asleep"),
    Ask("not one of two on top", line(HAGS, "hypnus:d3,a5", "b2:1 e1:1"), "b2-b3"),
    Ask("asleep it may build", line(HAGS, "hypnus:d3,a5", "b2:1"), "e1-e2 b2+b3"),
    Ask("Limus bars builds by whichever worker", line(HAGS, "limus:d3,a1"), "b2-b3 e5+e4", "limus.barren"),
    Ask("a worker may go where only others can build", line("graeae:b1,d5,e5", "limus:b3,c1"), "b1-a1"),
    Ask("and they build", line("graeae:b1,d5,e5", "limus:b3,c1"), "b1-a1 e5+e4"),
    Ask("Gaea sees the dome of any of them", line(HAGS, "gaea[workers=2]:d3,a5", "e4:3"), "b2-b3 e5^e4 @d4"),
    Ask("Clio's coins are as domes", line(HAGS, "clio[squares=e4|left=2]:d3,a5", "e4:1"), "b2-b3 e5+e4",
        "clio.obstructs"),
    Leads("on a secret worker a build comes to nothing", line(HAGS, "hecate:e4,a5"), "b2-b3 e5+e4",
        line("graeae:b3,e1,e5", "hecate:e4,a5", to_move=2)),
    Ask("Circe picks among her two", line("circe:b2,e1", "graeae:d3,a5,c5"), "b2-b3 e1+e2"),
    Ask("revised: the one that did not move", line("circe:b2,e1", "graeae:d3,a5,c5", rules=LATER), "b2-b3 b3+b4",
        "graeae.moved"),
    Ask("three that neighbor each other keep it", line("circe:b2,e1", "graeae:d3,d4,e4"), "b2-b3 e1+e2",
        "worker.not_this"),
    Ask("three in a row do not", line("circe:b2,e1", "graeae:c4,d4,e4"), "b2-b3 e1+e2"),
    Ask("on some tables they do", line("circe:b2,e1", "graeae:c4,d4,e4", rules="all_must_stand_together=no"),
        "b2-b3 e1+e2", "worker.not_this"),
    Ask("the robbed Graeae build with the mover", line("circe:d3,a5", "graeae[holder=blue]:b2,e1,e5", to_move=2),
        "b2-b3 e1+e2", "card.lent"),
    Ask("led by Dionysus the one that moved builds", line("dionysus:b2,e1", "graeae:d4,a5,e5", "c3:3"),
        "b2-b3 b3^c3 d4-d5 e5+e4", "worker.not_this"),
    Ask("the Harpies drive the mover, others build where they are", line(HAGS, "harpies:d3,a5"), "b2-b3 e1+e2"),
    Ask("a third player plays against them as ever", line("pan:b2,e1", "graeae:c4,e5,d1", more="atlas:a5,d3"),
        "b2-b3 e1+e2", "worker.not_this"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_graeae(case: Ask | Leads | Wins) -> None:
    """The rules say so."""
    check(case)


def test_they_place_three_workers() -> None:
    """Before the next player places two."""
    assert begun("graeae", "mortal", steps="@b2 @e1").to_act == "blue"
    assert begun("graeae", "mortal", steps="@b2 @e1 @e5").to_act == "orange"
    assert "b2-b3" in legal(begun("graeae", "mortal", steps="@b2 @e1 @e5 @d3 @a5"))
