"""Polyphemus: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

POLYPHEMUS = line("polyphemus:b2,e4", "mortal:d1,a5")
TURN = "b2-b3 b3+b4"

CASES = [
    Ask("a dome anywhere", POLYPHEMUS, f"{TURN} b3^e1"),
    Ask("and a second", POLYPHEMUS, f"{TURN} b3^e1 b3^e2"),
    Ask("no third", POLYPHEMUS, f"{TURN} b3^e1 b3^e2 b3^e3", "worker.not_yours"),
    Ask("one is enough", POLYPHEMUS, f"{TURN} b3^e1 ."),
    Ask("so is none", POLYPHEMUS, f"{TURN} ."),
    Ask("on any height", line("polyphemus:b2,e4", "mortal:d1,a5", "e1:2"), f"{TURN} b3^e1"),
    Ask("on three blocks as well", line("polyphemus:b2,e4", "mortal:d1,a5", "e1:3"), f"{TURN} b3^e1"),
    Ask("on the block just built", POLYPHEMUS, f"{TURN} b3^b4"),
    Ask("two different spaces", POLYPHEMUS, f"{TURN} b3^e1 b3^e1", "build.domed"),
    Ask("no block", POLYPHEMUS, f"{TURN} b3+e1", "build.piece"),
    Ask("not on a dome", line("polyphemus:b2,e4", "mortal:d1,a5", "e1:A"), f"{TURN} b3^e1", "build.domed"),
    Ask("not on a worker", POLYPHEMUS, f"{TURN} b3^a5", "build.occupied"),
    Ask("not on himself", POLYPHEMUS, f"{TURN} b3^b3", "build.occupied"),
    Ask("by the worker that built", POLYPHEMUS, f"{TURN} e4^e5", "worker.not_this"),
    Ask("not before the normal build", POLYPHEMUS, "b2-b3 b3^e1", "build.not_neighboring"),
    Leads("with the first it is used", POLYPHEMUS, f"{TURN} b3^e1 .",
          line("polyphemus[used=yes]:b3,e4", "mortal:d1,a5", "b4:1 e1:A", 2)),
    Leads("both stand", POLYPHEMUS, f"{TURN} b3^e1 b3^b4",
          line("polyphemus[used=yes]:b3,e4", "mortal:d1,a5", "b4:B e1:A", 2)),
    Leads("without it is not", POLYPHEMUS, f"{TURN} .", line("polyphemus:b3,e4", "mortal:d1,a5", "b4:1", 2)),
    Leads("once used his turns are plain", line("polyphemus[used=yes]:b2,e4", "mortal:d1,a5"), TURN,
          line("polyphemus[used=yes]:b3,e4", "mortal:d1,a5", "b4:1", 2)),
    Ask("Limus' neighborhood is closed", line("polyphemus:b2,e4", "limus:d1,a5"), f"{TURN[:5]} b3+b2 b3^e1",
        "limus.barren"),
    Ask("but for a Complete Tower", line("polyphemus:b2,e4", "limus:d1,a5", "e1:3"), f"{TURN[:5]} b3+b2 b3^e1"),
    Ask("the revised Limus suffers any dome", line("polyphemus:b2,e4", "limus:d1,a5", rules="revised=limus"),
        f"{TURN[:5]} b3+b2 b3^e1"),
    Ask("elsewhere he builds", line("polyphemus:b2,e4", "limus:d1,a5"), f"{TURN[:5]} b3+b2 b3^e3"),
    Ask("Gaea may place after each", line("polyphemus:b2,e4", "gaea[workers=2]:d1,a5"), f"{TURN} b3^e1 @e2 b3^c1 @b1"),
    Ask("where Gaea's worker came is no dome", line("polyphemus:b2,e4", "gaea[workers=2]:d1,a5"),
        f"{TURN} b3^e1 @e2 b3^e2", "build.occupied"),
    Wins("the fifth Complete Tower is Chronus' win",
         line("polyphemus:b2,e4", "chronus:d1,a5", "a1:4 b1:4 c1:4 e1:4 e5:3"), f"{TURN} b3^e5", "orange"),
    Leads("low domes are none for Chronus", line("polyphemus:b2,e4", "chronus:d1,a5", "a1:4 b1:4 c1:4 e1:4 e5:2"),
          f"{TURN} b3^e5 .",
          line("polyphemus[used=yes]:b3,e4", "chronus:d1,a5", "a1:4 b1:4 c1:4 e1:4 b4:1 e5:C", 2)),
    Leads("they change the card of Chaos once", line("polyphemus:b2,e4", "chaos[face_up=pan|draw=atlas+hermes]:d1,a5"),
          f"{TURN} b3^e1 b3^e2",
          line("polyphemus[used=yes]:b3,e4", "chaos[face_up=atlas|draw=hermes|discards=pan]:d1,a5",
               "b4:1 e1:A e2:A", 2)),
    Leads("a whirlpool leaves under a dome", line("polyphemus:b2,e4", "charybdis[squares=c1+e1]:d1,a5"),
          f"{TURN} b3^e1 .",
          line("polyphemus[used=yes]:b3,e4", "charybdis[squares=c1]:d1,a5", "b4:1 e1:A", 2)),
    Ask("a coin is a dome already", line("polyphemus:b2,e4", "clio[squares=e1|left=2]:d1,a5", "e1:1"), f"{TURN} b3^e1",
        "clio.obstructs"),
    Ask("so is Talus", line("polyphemus:b2,e4", "europa[square=e1]:d1,a5"), f"{TURN} b3^e1", "europa.obstructs"),
    Leads("on a secret worker the first is not even spent", line("polyphemus:b2,e4", "hecate:e1,a5"), f"{TURN} b3^e1",
          line("polyphemus:b3,e4", "hecate:e1,a5", "b4:1", 2)),
    Leads("after the first the power is spent", line("polyphemus:b2,e4", "hecate:e1,a5"), f"{TURN} b3^e2 b3^e1",
          line("polyphemus[used=yes]:b3,e4", "hecate:e1,a5", "b4:1 e2:A", 2)),
    Leads("Circe cannot use it", line("circe:b2,e4", "polyphemus:d1,a5"), TURN,
          line("circe:b3,e4", "polyphemus:d1,a5", "b4:1", 2)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_polyphemus(case: Ask | Leads | Wins) -> None:
    check(case)
