"""Hephaestus: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, check, line, name

HEPHAESTUS = line("hephaestus:b2,e5", "mortal:d5,a5")

CASES = [
    Ask("he may build on his block", HEPHAESTUS, "b2-c2 c2+c3 c2+c3"),
    Ask("only there", HEPHAESTUS, "b2-c2 c2+c3 c2+d3", "hephaestus.same_space"),
    Ask("with the same worker", HEPHAESTUS, "b2-c2 c2+c3 e5+e4", "worker.not_this"),
    Ask("he may decline", HEPHAESTUS, "b2-c2 c2+c3 ."),
    Ask("not a third time", HEPHAESTUS, "b2-c2 c2+c3 c2+c3 c2+c3", "worker.not_yours"),
    Ask("up to the third level", line("hephaestus:b2,e5", "mortal:d5,a5", "c3:1"), "b2-c2 c2+c3 c2+c3"),
    Ask("only in his own turn", line("hephaestus:b2,e5", "mortal:d5,a5", "", 2), "d5-d4 d4+d3 d4+d3",
        "worker.not_yours"),
    Leads("both blocks stand", HEPHAESTUS, "b2-c2 c2+c3 c2+c3", line("hephaestus:c2,e5", "mortal:d5,a5", "c3:2", 2)),
    Leads("no dome second: his turn is over", line("hephaestus:b2,e5", "mortal:d5,a5", "c3:2"), "b2-c2 c2+c3",
          line("hephaestus:c2,e5", "mortal:d5,a5", "c3:3", 2)),
    Leads("nothing on a dome: his turn is over", line("hephaestus:b2,e5", "mortal:d5,a5", "c3:3"), "b2-c2 c2^c3",
          line("hephaestus:c2,e5", "mortal:d5,a5", "c3:4", 2)),
    Ask("Limus' neighborhood is closed to the first", line("hephaestus:b2,e5", "limus:d4,a5"), "b2-c2 c2+c3",
        "limus.barren"),
    Ask("beside it he builds twice", line("hephaestus:b2,e5", "limus:d4,a5"), "b2-c2 c2+b3 c2+b3"),
    Leads("a whirlpool leaves under the first block", line("hephaestus:b2,e5", "charybdis[squares=c3+e1]:d5,a5"),
          "b2-c2 c2+c3 c2+c3", line("hephaestus:c2,e5", "charybdis[squares=e1]:d5,a5", "c3:2", 2)),
    Ask("Circe builds twice with his power", line("circe:b2,e5", "hephaestus[holder=blue]:d5,a5"),
        "b2-c2 c2+c3 c2+c3"),
    Leads("on a secret worker already the first comes to nothing", line("hephaestus:b2,e5", "hecate:c3,a5"),
          "b2-c2 c2+c3", line("hephaestus:c2,e5", "hecate:c3,a5", "", 2)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_hephaestus(case: Ask | Leads) -> None:
    check(case)
