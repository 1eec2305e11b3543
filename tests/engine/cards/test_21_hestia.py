"""Hestia: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

HOME = line("hestia:b2,e5", "mortal:d5,a1")
FIRST = "b2-b3 b3+b4"

CASES = [
    Ask("a second build inland", HOME, f"{FIRST} b3+c3"),
    Ask("it is her choice", HOME, f"{FIRST} ."),
    Ask("not at the edge", HOME, f"{FIRST} b3+a3", "hestia.not_perimeter"),
    Ask("the first build may be there", HOME, "b2-b3 b3+a3"),
    Ask("and the second then inland", HOME, "b2-b3 b3+a3 b3+b2"),
    Ask("the same space again", HOME, f"{FIRST} b3+b4"),
    Ask("not the same space at the edge", HOME, "b2-b3 b3+a3 b3+a3", "hestia.not_perimeter"),
    Ask("by the same worker", HOME, f"{FIRST} e5+d4", "worker.not_this"),
    Ask("one additional time", HOME, f"{FIRST} b3+c3 b3+c4", "worker.not_yours"),
    Ask("a dome as well", line("hestia:b2,e5", "mortal:d5,a1", "c3:3"), f"{FIRST} b3^c3"),
    Ask("no dome on less", HOME, f"{FIRST} b3^c3", "build.piece"),
    Ask("the dome on the block just built", line("hestia:b2,e5", "mortal:d5,a1", "b4:2"), f"{FIRST} b3^b4"),
    Ask("not on a worker", line("hestia:b2,e5", "mortal:c3,a1"), f"{FIRST} b3+c3", "build.occupied"),
    Ask("not on a dome", line("hestia:b2,e5", "mortal:d5,a1", "c3:4"), f"{FIRST} b3^c3", "build.domed"),
    Ask("nobody else builds twice", line("mortal:b2,e5", "hestia:d5,a1"), f"{FIRST} b3+c3", "worker.not_yours"),
    Ask("Limus bars the second as any", line("hestia:b2,e5", "limus:d3,a1"), f"{FIRST} b3+c3", "limus.barren"),
    Ask("Gaea answers before the second build", line("hestia:b2,e5", "gaea[workers=2]:d5,a1", "b4:3"),
        "b2-b3 b3^b4 @c3 b3+c3", "build.occupied"),
    Ask("and after the second again", line("hestia:b2,e5", "gaea[workers=2]:d5,a1", "b4:3 c3:3"),
        "b2-b3 b3^b4 @a4 b3^c3 @d3"),
    Ask("Circe builds twice with her power", line("circe:b2,e5", "hestia[holder=blue]:d5,a1"), f"{FIRST} b3+c3"),
    Ask("beside the Ram who is near does", line("mortal:b2,e5", "mortal:d5,a1") + "/*hestia:c1", f"{FIRST} b3+c3"),
    Ask("but not on the Ram", line("mortal:b2,e5", "mortal:d5,a1") + "/*hestia:c2", f"{FIRST} b3+c2", "ram.obstructs"),
    Leads("both builds stand", HOME, f"{FIRST} b3+c3", line("hestia:b3,e5", "mortal:d5,a1", "b4:1 c3:1", 2)),
    Leads("one will do", HOME, f"{FIRST} .", line("hestia:b3,e5", "mortal:d5,a1", "b4:1", 2)),
    Leads("where nothing can be built inland nobody asks",
          line("hestia:a5,e5", "mortal:b3,a1", "b4:4"), "a5-a4 a4+a5",
          line("hestia:a4,e5", "mortal:a1,b3", "b4:4 a5:1", 2)),
    Leads("her second build meets one of Hecate's workers", line("hestia:b2,e5", "hecate:c3,a1"), f"{FIRST} b3+c3",
          line("hestia:b3,e5", "hecate:c3,a1", "b4:1", 2)),
    Wins("Chronus wins by her second dome", line("hestia:b2,e5", "chronus:d5,a2", "a1:4 b1:4 c1:4 b4:3 c3:3 d1:4"),
         "b2-b3 b3+a3 b3^c3", "orange"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_hestia(case: Ask | Leads | Wins) -> None:
    check(case)
