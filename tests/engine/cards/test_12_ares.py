"""Ares: the card's sentences, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, check, line, name

TOWERS = "d3:4 e3:3 d4:A d5:1 e5:2"
WAR = line("ares:b2,e4", "mortal:d5,a5", TOWERS)
TURN = "b2-b3 b3+b4"

CASES = [
    Ask("a block beside the unmoved worker", WAR, f"{TURN} -e3"),
    Ask("at any height", WAR, f"{TURN} -e5"),
    Ask("it is his choice", WAR, f"{TURN} ."),
    Ask("only beside the unmoved worker", WAR, f"{TURN} -b4", "ares.not_beside"),
    Ask("not under a worker", WAR, f"{TURN} -d5", "ares.occupied"),
    Ask("not a dome", WAR, f"{TURN} -d3", "ares.domed"),
    Ask("not what lies under a low dome", WAR, f"{TURN} -d4", "ares.domed"),
    Ask("not the bare ground", line("ares:b2,e4", "mortal:c5,a5", "e5:1"), f"{TURN} -d5", "ares.no_block"),
    Ask("not before the turn is over but for it", WAR, "b2-b3 -e3", "step.other"),
    Ask("the block just built may go", line("ares:b4,e4", "mortal:a5,d1"), "b4-c4 c4+d4 -d4"),
    Ask("not against the wishes of Limus: no build", line("ares:b2,e4", "limus:d3,e1", "e3:1"), f"{TURN} -e3"),
    Ask("not what Talus stands on", line("ares:b2,e4", "europa[square=e3]:a5,d1", TOWERS), f"{TURN} -e3",
        "europa.obstructs"),
    Ask("not from under a coin", line("ares:b2,e4", "clio[squares=e3|left=2]:a5,d1", TOWERS), f"{TURN} -e3",
        "clio.obstructs"),
    Ask("Circe takes blocks with his power", line("circe:b2,e4", "ares[holder=blue]:a5,d1", "e3:1"), f"{TURN} -e3"),
    Ask("of two unmoved workers either will do",
        line("ares+gaea[workers=1]:b2,e4,a1", "pan+atlas:d5,a5", "e3:1 a2:1",
             rules="edition=original_2007&gods_per_player=2"), f"{TURN} -a2"),
    Ask("or neither, if the table wants exactly one",
        line("ares+gaea[workers=1]:b2,e4,a1", "pan+atlas:d5,a5", "e3:1 a2:1",
             rules="edition=original_2007&gods_per_player=2&one_unmoved_only=yes"), f"{TURN} -a2", "step.other"),
    Leads("one block goes, the top one", WAR, f"{TURN} -e3",
          line("ares:b3,e4", "mortal:d5,a5", "b4:1 d3:4 e3:2 d4:A d5:1 e5:2", 2)),
    Leads("without a block nobody asks", line("ares:b2,e4", "mortal:d5,a5"), TURN,
          line("ares:b3,e4", "mortal:d5,a5", "b4:1", 2)),
    Leads("his last worker moved, so none is unmoved", line("ares:b2", "mortal:d5,a5", "a3:1"), TURN,
          line("ares:b3", "mortal:d5,a5", "a3:1 b4:1", 2)),
    Leads("only at the end of his own turn", line("ares:b2,e4", "mortal:d5,a5", "e3:1", 2), "a5-a4 a4+a5",
          line("ares:b2,e4", "mortal:d5,a4", "e3:1 a5:1")),
    Leads("a whirlpool on the block goes back to its card",
          line("ares:b2,e4", "charybdis[squares=a1+e3]:d1,a5", "e3:1"), f"{TURN} -e3",
          line("ares:b3,e4", "charybdis[squares=a1]:d1,a5", "b4:1", 2)),
    Leads("a whirlpool beside it stays",
          line("ares:b2,e4", "charybdis[squares=a1+e5]:d1,a5", "e3:1"), f"{TURN} -e3",
          line("ares:b3,e4", "charybdis[squares=a1+e5]:d1,a5", "b4:1", 2)),
    Leads("a block under one of Hecate's workers stays", line("ares:b2,e4", "hecate:e3,a5", "e3:1"), f"{TURN} -e3",
          line("ares:b3,e4", "hecate:e3,a5", "e3:1 b4:1", 2)),
    Leads("taking a block is no build for Chaos' cards",
          line("ares:b2,e4", "chaos[face_up=pan|draw=atlas]:d1,a5", "e3:1"), f"{TURN} -e3",
          line("ares:b3,e4", "chaos[face_up=pan|draw=atlas]:d1,a5", "b4:1", 2)),
    Leads("the Abyss stays with its space", line("ares:b2,e4", "tartarus[square=e3]:d1,a5", "e3:1"), f"{TURN} -e3",
          line("ares:b3,e4", "tartarus[square=e3]:d1,a5", "b4:1", 2)),
    Leads("a turn that is cut short by Hecate ends without it", line("ares:b2,e4", "hecate:b3,a5", "e3:1"), "b2-b3",
          line("ares:b2,e4", "hecate:b3,a5", "e3:1", 2)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_ares(case: Ask | Leads) -> None:
    check(case)
