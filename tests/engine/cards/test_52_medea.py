"""Medea: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, check, line, name

FOES = "mortal:d4,d5"
MEDEA = line("medea:b2,e4", FOES, "d4:2 d5:1 a5:2")
TURN = "b2-b3 b3+b4"
AFTER = "b4:1 a5:2"
NOW = "revised=medea"
REVISED = line("medea:b2,e4", FOES, "d4:2 d5:1 a5:2", rules=NOW)
TWO_GODS = "edition=original_2007&gods_per_player=2"

CASES = [
    Ask("a block from under a worker beside her unmoved one", MEDEA, f"{TURN} -d4"),
    Ask("and another", MEDEA, f"{TURN} -d4 -d5"),
    Ask("each once", MEDEA, f"{TURN} -d4 -d4", "medea.once"),
    Ask("she may stop", MEDEA, f"{TURN} -d4 ."),
    Ask("or leave it", MEDEA, f"{TURN} ."),
    Ask("not from under nobody", line("medea:b2,e4", FOES, "e5:1 d4:1"), f"{TURN} -e5", "medea.no_worker"),
    Ask("not from the ground", line("medea:b2,e4", FOES, "d5:1"), f"{TURN} -d4", "medea.no_worker"),
    Ask("not beside the worker that moved", line("medea:b2,e4", "mortal:a2,d5", "a2:1 d5:1"), f"{TURN} -a2",
        "medea.not_beside"),
    Ask("not before the turn is done", MEDEA, "b2-b3 -d4", "step.other"),
    Ask("her own worker that moved may be the one", line("medea:d2,e4", "mortal:a1,a5", "d3:1"),
        "d2-d3 d3+c3 -d3"),
    Ask("not the unmoved one itself", line("medea:b2,e4", FOES, "e4:1 d4:1"), f"{TURN} -e4", "medea.not_beside"),
    Ask("once in the game", line("medea[used=yes]:b2,e4", FOES, "d4:2"), f"{TURN} -d4", "step.other"),
    Leads("they drop one level", MEDEA, f"{TURN} -d4 -d5",
          line("medea[used=yes]:b3,e4", FOES, f"d4:1 {AFTER}", 2)),
    Leads("with the first it is used", MEDEA, f"{TURN} -d4 .",
          line("medea[used=yes]:b3,e4", FOES, f"d4:1 d5:1 {AFTER}", 2)),
    Leads("without it is not", MEDEA, f"{TURN} .", line("medea:b3,e4", FOES, f"d4:2 d5:1 {AFTER}", 2)),
    Leads("without an unmoved worker nobody asks", line("medea:b2", FOES, "d4:2"), TURN,
          line("medea:b3", FOES, "b4:1 d4:2", 2)),
    Leads("with nobody above the ground neither", line("medea:b2,e4", FOES), TURN,
          line("medea:b3,e4", FOES, "b4:1", 2)),
    Leads("a token beneath goes as well", line("medea:b2,e4", "charybdis[squares=c1+d4]:d4,d5", "d4:2"),
          f"{TURN} -d4", line("medea[used=yes]:b3,e4", "charybdis[squares=c1]:d4,d5", "d4:1 b4:1", 2)),
    Leads("to drop two levels is no win", line("medea:b2,e4", "pan:d4,a5", "d4:2", rules=NOW), f"{TURN} -d4",
          line("medea[used=yes]:b3,e4", "pan:d4,a5", "b4:1", 2, rules=NOW)),
    Ask("forced down past Hades", line("medea:b2,e4", "hades:d4,d5", "d4:2"), f"{TURN} -d4"),
    Ask("not from under a coin", line("medea:b2,e4", "clio[squares=d4|left=2]:d4,d5", "d4:2 d5:1"), f"{TURN} -d4",
        "worker.on_token"),
    Ask("from under Clio's other worker", line("medea:b2,e4", "clio[squares=d4|left=2]:d4,d5", "d4:2 d5:1"),
        f"{TURN} -d5"),
    Ask("a sleeping worker is unmoved", line("medea:b2,e4", "hypnus:d4,a5", "e4:1 d4:1"), f"{TURN} -d4"),
    Ask("Limus has no say", line("medea:b2,e4", "limus:d4,d5", "d4:2"), f"{TURN} -d4"),
    Leads("secret workers cannot be named", line("medea:b2,e4", "hecate:d4,d5", "d4:2 d5:1"), TURN,
          line("medea:b3,e4", "hecate:d4,d5", "d4:2 d5:1 b4:1", 2)),
    Ask("her own can", line("medea:d2,e4", "hecate:a1,a5", "d3:1"), "d2-d3 d3+c3 -d3"),
    Leads("in the Abyss nobody enters by dropping", line("medea:b2,e4", "tartarus[square=d4]:d4,d5", "d4:2"),
          f"{TURN} -d4", line("medea[used=yes]:b3,e4", "tartarus[square=d4]:d4,d5", "d4:1 b4:1", 2)),
    Ask("beside any of several unmoved ones",
        line("medea+gaea[workers=1]:b2,e4,a1", "pan+atlas:d4,a2", "a2:1 d4:1", rules=TWO_GODS), f"{TURN} -a2"),
    Leads("or beside none, if the table wants exactly one",
          line("medea+gaea[workers=1]:b2,e4,a1", "pan+atlas:d4,a2", "a2:1 d4:1",
               rules=f"{TWO_GODS}&one_unmoved_only=yes"), TURN,
          line("medea+gaea[workers=1]:b3,e4,a1", "pan+atlas:d4,a2", "a2:1 b4:1 d4:1", 2,
               rules=f"{TWO_GODS}&one_unmoved_only=yes")),
    Leads("Circe cannot use it", line("circe:b2,e4", "medea:d4,a1", "d4:1"), TURN,
          line("circe:b3,e4", "medea:a1,d4", "d4:1 b4:1", 2)),
    # Revised: all the blocks under one.
    Ask("revised: beside any of hers", line("medea:b2,e4", "mortal:a2,d5", "a2:1 d5:1", rules=NOW), f"{TURN} -a2"),
    Leads("revised: it drops to the ground", REVISED, f"{TURN} -d4",
          line("medea[used=yes]:b3,e4", FOES, f"d5:1 {AFTER}", 2, rules=NOW)),
    Ask("revised: one only", REVISED, f"{TURN} -d4 -d5", "step.other"),
    Ask("revised: she may leave it", REVISED, f"{TURN} ."),
    Ask("revised: the last worker may do it", line("medea:c4", FOES, "d4:2", rules=NOW), "c4-c3 c3+c2 -d4"),
    Ask("revised: one of hers may be the one", line("medea:d3,e4", FOES, "e4:1", rules=NOW), "d3-d2 d2+c2 -e4",
        "step.other"),
    Ask("revised: beside the other of hers", line("medea:d2,e4", FOES, "e4:1", rules=NOW), "d2-d3 d3+c2 -e4"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_medea(case: Ask | Leads) -> None:
    check(case)
