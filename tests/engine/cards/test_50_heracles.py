"""Heracles: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

HERACLES = line("heracles:b2,e4", "mortal:d1,a5")
USED = line("heracles[used=yes]:b2,e4", "mortal:d1,a5")
TURN = "b2-b3 b3+b4"
NOW = "revised=heracles"
REVISED = line("heracles:b2,e4", "mortal:d1,a5", rules=NOW)
WALLED = "a3:4 b1:4 b2:4 b3:4"

CASES = [
    Ask("a dome by the worker that moved", HERACLES, f"{TURN} b3^b2"),
    Ask("or by the other", HERACLES, f"{TURN} e4^e5"),
    Ask("by both in turn, as often as he likes", HERACLES, f"{TURN} b3^b2 e4^e5 b3^a2 e4^d5"),
    Ask("none at all", HERACLES, f"{TURN} ."),
    Ask("he may stop", HERACLES, f"{TURN} b3^b2 ."),
    Ask("on any height", line("heracles:b2,e4", "mortal:d1,a5", "b2:0 e5:2"), f"{TURN} e4^e5"),
    Ask("on three blocks as well", line("heracles:b2,e4", "mortal:d1,a5", "e5:3"), f"{TURN} e4^e5"),
    Ask("on the block just built", HERACLES, f"{TURN} b3^b4"),
    Ask("no block", HERACLES, f"{TURN} b3+b2", "build.piece"),
    Ask("not on a dome", line("heracles:b2,e4", "mortal:d1,a5", "e5:A"), f"{TURN} e4^e5", "build.domed"),
    Ask("not under a worker", line("heracles:b2,e4", "mortal:d1,d5"), f"{TURN} e4^d5", "build.occupied"),
    Ask("only beside the worker that builds it", HERACLES, f"{TURN} b3^d5", "build.not_neighboring"),
    Ask("not before the normal build", HERACLES, "b2-b3 b3^b4", "build.piece"),
    Ask("once in the game", USED, f"{TURN} b3^b2", "worker.not_yours"),
    Leads("with the first dome it is used", HERACLES, f"{TURN} b3^b2 .",
          line("heracles[used=yes]:b3,e4", "mortal:d1,a5", "b4:1 b2:A", 2)),
    Leads("with none it is not", HERACLES, f"{TURN} .", line("heracles:b3,e4", "mortal:d1,a5", "b4:1", 2)),
    Leads("once used his turns are plain", USED, TURN,
          line("heracles[used=yes]:b3,e4", "mortal:d1,a5", "b4:1", 2)),
    Leads("a low dome keeps the blocks below", line("heracles:b2,e4", "mortal:d1,a5", "e5:2"), f"{TURN} e4^e5 .",
          line("heracles[used=yes]:b3,e4", "mortal:d1,a5", "b4:1 e5:C", 2)),
    Ask("the last worker left does it alone", line("heracles:b2", "mortal:d1,a5"), f"{TURN} b3^b2 b3^a2"),
    Ask("Limus' neighborhood is closed", line("heracles:b2,e4", "limus:d1,c4"), "b2-b1 b1+a1 e4^d5",
        "limus.barren"),
    Ask("but for a Complete Tower", line("heracles:b2,e4", "limus:d1,c4", "d5:3"), "b2-b1 b1+a1 e4^d5"),
    Ask("the revised Limus suffers any dome", line("heracles:b2,e4", "limus:d1,c4", rules="revised=limus"),
        "b2-b1 b1+a1 e4^d5"),
    Ask("Gaea may place after each", line("heracles:b2,e4", "gaea[workers=2]:d1,a5"), f"{TURN} b3^b2 @a2 e4^e5 @d5 ."),
    Ask("where Gaea's worker came is no dome", line("heracles:b2,e4", "gaea[workers=2]:d1,a5"),
        f"{TURN} b3^b2 @a2 b3^a2", "build.occupied"),
    Wins("the fifth Complete Tower is Chronus' win",
         line("heracles:b2,e4", "chronus:d1,a5", "a1:4 b1:4 c1:4 e1:4 e5:3"), f"{TURN} e4^e5", "orange"),
    Leads("low domes are none for Chronus", line("heracles:b2,e4", "chronus:d1,a5", "a1:4 b1:4 c1:4 e1:4 e5:2"),
          f"{TURN} e4^e5 .",
          line("heracles[used=yes]:b3,e4", "chronus:d1,a5", "a1:4 b1:4 c1:4 e1:4 b4:1 e5:C", 2)),
    Leads("they change the card of Chaos once", line("heracles:b2,e4", "chaos[face_up=pan|draw=atlas+hermes]:d1,a5"),
          f"{TURN} e4^e5 e4^d5 .",
          line("heracles[used=yes]:b3,e4", "chaos[face_up=atlas|draw=hermes|discards=pan]:d1,a5",
               "b4:1 e5:A d5:A", 2)),
    Leads("a whirlpool leaves under a dome", line("heracles:b2,e4", "charybdis[squares=c1+e5]:d1,a5"),
          f"{TURN} e4^e5 .",
          line("heracles[used=yes]:b3,e4", "charybdis[squares=c1]:d1,a5", "b4:1 e5:A", 2)),
    Ask("a coin is a dome already", line("heracles:b2,e4", "clio[squares=e5|left=2]:d1,a5", "e5:1"), f"{TURN} e4^e5",
        "clio.obstructs"),
    Ask("so is Talus", line("heracles:b2,e4", "europa[square=e5]:d1,a5"), f"{TURN} e4^e5", "europa.obstructs"),
    Leads("on a secret worker the first is not even spent", line("heracles:b2,e4", "hecate:e5,a5"), f"{TURN} e4^e5",
          line("heracles:b3,e4", "hecate:e5,a5", "b4:1", 2)),
    Leads("the second is, the first stands", line("heracles:b2,e4", "hecate:e5,a5"), f"{TURN} e4^d5 e4^e5",
          line("heracles[used=yes]:b3,e4", "hecate:e5,a5", "b4:1 d5:A", 2)),
    Leads("Circe cannot use it", line("circe:b2,e4", "heracles:d1,a5"), TURN,
          line("circe:b3,e4", "heracles:d1,a5", "b4:1", 2)),
    Ask("nor does its owner lose it to Circe", line("circe:a5,d1", "heracles:b2,e4", "", 2), f"{TURN} e4^e5"),
    Ask("unless the table has it so", line("circe:a5,d1", "heracles[holder=-]:b2,e4", "", 2,
                                          rules="unusable_powers_sleep=yes"), f"{TURN} e4^e5", "worker.not_yours"),
    # Revised: in place of the normal build.
    Ask("revised: in place of the build", REVISED, "b2-b3 e4^e5"),
    Ask("revised: on any height", REVISED, "b2-b3 b3^b4 b3^b2"),
    Ask("revised: none at all", REVISED, "b2-b3 ."),
    Ask("revised: the normal build is still there", REVISED, "b2-b3 b3+b4"),
    Leads("revised: with it the power stays", REVISED, "b2-b3 b3+b4",
          line("heracles:b3,e4", "mortal:d1,a5", "b4:1", 2, rules=NOW)),
    Leads("revised: to build nothing uses it", REVISED, "b2-b3 .",
          line("heracles[used=yes]:b3,e4", "mortal:d1,a5", "", 2, rules=NOW)),
    Leads("revised: domes use it", REVISED, "b2-b3 e4^e5 b3^b4 .",
          line("heracles[used=yes]:b3,e4", "mortal:d1,a5", "b4:A e5:A", 2, rules=NOW)),
    Leads("revised: a normal dome alone does not", line("heracles:b2,e4", "mortal:d1,a5", "b4:3", rules=NOW),
          "b2-b3 b3^b4 .", line("heracles:b3,e4", "mortal:d1,a5", "b4:4", 2, rules=NOW)),
    Leads("revised: as the first of more it does", line("heracles:b2,e4", "mortal:d1,a5", "b4:3", rules=NOW),
          "b2-b3 b3^b4 e4^e5 .",
          line("heracles[used=yes]:b3,e4", "mortal:d1,a5", "b4:4 e5:A", 2, rules=NOW)),
    Ask("revised: used, the build is a must again", line("heracles[used=yes]:b2,e4", "mortal:d1,a5", rules=NOW),
        "b2-b3 .", "done.not_optional"),
    Wins("without a legal build there is no printed turn",
         line("heracles:a1", "limus:b2,d4"), "", "orange"),
    Leads("revised: it saves a turn without a legal build",
          line("heracles:a1", "limus:b2,d4", rules=NOW), "a1-b1 .",
          line("heracles[used=yes]:b1", "limus:b2,d4", "", 2, rules=NOW)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_heracles(case: Ask | Leads | Wins) -> None:
    check(case)
