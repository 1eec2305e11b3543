"""Charon: the card's sentences, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

FERRY = line("charon:b2,e5", "mortal:b3,a5")
OVER = "b3>b1"

CASES = [
    Ask("a neighboring worker goes straight across", FERRY, OVER),
    Ask("along a diagonal, too", line("charon:b2,e5", "mortal:c3,a5"), "c3>a1"),
    Ask("it is his choice", FERRY, "b2-c2"),
    Ask("before the move only", FERRY, "b2-c3 b3>d3", "step.other"),
    Ask("only to the other side", FERRY, "b3>a1", "charon.only_across"),
    Ask("only a neighbor", line("charon:b2,e5", "mortal:b4,a5"), "b4>b1", "charon.not_beside"),
    Ask("only an opponent's", line("charon:b2,b3", "mortal:e4,a5"), "b3>b1", "step.other"),
    Ask("not onto a worker", line("charon:b2,b1", "mortal:b3,a5"), OVER, "charon.no_room"),
    Ask("not onto a dome", line("charon:b2,e5", "mortal:b3,a5", "b1:4"), OVER, "charon.no_room"),
    Ask("not off the board", line("charon:b1,e5", "mortal:b2,a5"), "b2>b1", "charon.only_across"),
    Ask("at any height", line("charon:b2,e5", "mortal:b3,a5", "b1:3"), OVER),
    Ask("onto the space that was left", FERRY, f"{OVER} b2-b3"),
    Ask("the worker across which it went has to move", FERRY, f"{OVER} e5-e4", "worker.not_this"),
    Ask("and cannot stay", FERRY, f"{OVER} .", "done.not_optional"),
    Ask("once in a turn", line("charon:b2,e5", "mortal:b3,a3"), f"{OVER} a3>c1", "step.other"),
    Ask("and it builds", FERRY, f"{OVER} b2-b3 b3+b2"),
    Ask("not if it is left without a move",
        line("charon:b2,e5", "mortal:b3,a5", "a1:2 a2:2 a3:2 c1:2 c2:2 c3:2 b3:2"), OVER, "no_legal_finish_own"),
    Ask("not onto Talus", line("charon:b2,e5", "europa[square=b1]:b3,a5"), OVER, "charon.no_room"),
    Ask("not onto a coin", line("charon:b2,e5", "clio[squares=b1|left=2]:b3,a5", "b1:1"), OVER, "charon.no_room"),
    Ask("nobody who stands on a coin", line("charon:b2,e5", "clio[squares=b3|left=2]:b3,a5", "b3:1"), OVER,
        "worker.on_token"),
    Ask("not onto the Ram", line("mortal:b2,e5", "mortal:b3,a5") + "/*charon:b1", OVER, "charon.no_room"),
    Ask("whoever is beside the Ram ferries", line("mortal:b2,e5", "mortal:b3,a5") + "/*charon:c1", OVER),
    Ask("Circe ferries with his power", line("circe:b2,e5", "charon[holder=blue]:b3,a5"), OVER),
    Ask("any opponent's of several", line("charon:b2,e5", "pan:a5,a4", more="atlas:b3,e1"), OVER),
    Ask("none of the team's own", line("charon:b2,b3", "pan:a5,a4", more="atlas:/apollo:"),
        OVER, "step.other"),
    Ask("the sleeping worker may be the one that is ferried", line("charon:b2,e5", "hypnus:b3,a5", "b3:2"), OVER),
    Ask("but not the one that has to move then", line("charon:b2,e5", "hypnus:b3,a5", "b2:1"), OVER,
        "no_legal_finish_by"),
    Ask("if only that makes a climb possible, Persephone asks for it",
        line("charon:b2,e5", "persephone:b3,a5", "b3:1"), "b2-c2", "persephone.must_climb"),
    Ask("then he may ferry and climb", line("charon:b2,e5", "persephone:b3,a5", "b3:1"), f"{OVER} b2-b3"),
    Ask("a bound worker ends beside her workers as they stand by then",
        line("charon:b2,e5", "aphrodite:b3,a5"), f"{OVER} b2-c2"),
    Ask("not as they stood before", line("charon:b2,e5", "aphrodite:b3,a5"), f"{OVER} b2-b3",
        "aphrodite.stay_near"),
    Ask("Athena does not keep anybody from being ferried up",
        line("charon:b2,e5", "athena[^]:b3,a5", "b1:2"), OVER),
    Ask("nor Hades from being ferried down", line("charon:b2,e5", "hades:b3,a5", "b3:2"), OVER),
    Leads("a ferried worker wins nothing on the third level",
          line("charon:b2,e5", "mortal:b3,a5", "b3:2 b1:3"), f"{OVER} b2-c2 c2+c3",
          line("charon:c2,e5", "mortal:b1,a5", "b3:2 b1:3 c3:1", 2)),
    Leads("nor by coming down as Pan", line("charon:b2,e5", "pan:b3,a5", "b3:2"), f"{OVER} b2-c2 c2+c3",
          line("charon:c2,e5", "pan:b1,a5", "b3:2 c3:1", 2)),
    Leads("no whirlpool carries it on",
          line("charon:b2,e5", "charybdis[squares=b1+d4]:b3,a5"), f"{OVER} b2-c2 c2+c3",
          line("charon:c2,e5", "charybdis[squares=b1+d4]:b1,a5", "c3:1", 2)),
    Leads("he is slid after his move, not before", line("charon:b2,e5", "harpies:b3,a5"), f"{OVER} b2-c2 e2+e3",
          line("charon:e2,e5", "harpies:b1,a5", "e3:1", 2)),
    Ask("Hecate's workers cannot be named", line("charon:b2,e5", "hecate:b3,a5"), OVER, "step.other"),
    Wins("who enters the Abyss has lost, ferried or not",
         line("charon:b2,e5", "tartarus[square=b1]:b3,a5"), OVER),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_charon(case: Ask | Leads | Wins) -> None:
    check(case)
