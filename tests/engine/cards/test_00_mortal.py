"""The rules without any power: move, build, win, lose."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

MORTAL = line("mortal:b2,e5", "mortal:d5,a5")

CASES = [
    Ask("up one level", line("mortal:b2,e5", "mortal:d5,a5", "c3:1"), "b2-c3"),
    Ask("not up two", line("mortal:b2,e5", "mortal:d5,a5", "c3:2"), "b2-c3", "move.too_high"),
    Ask("down any number", line("mortal:b2,e5", "mortal:d5,a5", "b2:3"), "b2-c3"),
    Ask("only to a neighboring space", MORTAL, "b2-b4", "move.not_neighboring"),
    Ask("not over the edge", MORTAL, "a1-e1", "worker.none"),
    Ask("not into a dome", line("mortal:b2,e5", "mortal:d5,a5", "c3:A"), "b2-c3", "move.domed"),
    Ask("not into a worker's space", line("mortal:b2,e5", "mortal:c3,a5"), "b2-c3", "move.occupied"),
    Ask("not with the other's worker", MORTAL, "d5-d4", "worker.not_yours"),
    Ask("the move is a must", MORTAL, ".", "done.not_optional"),
    Ask("so is the build", MORTAL, "b2-b3 .", "done.not_optional"),
    Ask("no build before the move", MORTAL, "b2+b3", "step.other"),
    Ask("the worker that moved builds", MORTAL, "b2-b3 e5+e4", "worker.not_this"),
    Ask("it may build on the space it left", MORTAL, "b2-b3 b3+b2"),
    Ask("not under itself", MORTAL, "b2-b3 b3+b3", "build.not_neighboring"),
    Ask("only on a neighboring space", MORTAL, "b2-b3 b3+b5", "build.not_neighboring"),
    Ask("a fourth piece is a dome", line("mortal:b2,e5", "mortal:d5,a5", "b4:3"), "b2-b3 b3^b4"),
    Ask("a fourth block is refused", line("mortal:b2,e5", "mortal:d5,a5", "b4:3"), "b2-b3 b3+b4", "build.piece"),
    Ask("a dome on two blocks is refused", line("mortal:b2,e5", "mortal:d5,a5", "b4:2"), "b2-b3 b3^b4", "build.piece"),
    Ask("nothing is built on a dome", line("mortal:b2,e5", "mortal:d5,a5", "b4:4"), "b2-b3 b3^b4", "build.domed"),
    Ask("nobody builds on a worker", line("mortal:b2,e5", "mortal:b4,a5"), "b2-b3 b3+b4", "build.occupied"),
    Leads("a turn is a move and a build", MORTAL, "b2-b3 b3+b4", line("mortal:b3,e5", "mortal:d5,a5", "b4:1", 2)),
    Leads("from the third level to the third is no win", line("mortal:b2,e5", "mortal:d5,a5", "b2:3 b3:3"),
          "b2-b3 b3+b4", line("mortal:b3,e5", "mortal:d5,a5", "b2:3 b3:3 b4:1", 2)),
    Wins("up to the third level wins", line("mortal:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3"),
    Wins("who cannot move loses", line("mortal:a1,e5", "mortal:d3,c3", "a2:2 b1:2 b2:2 d5:2 e4:2 d4:2"), "",
         "orange"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_mortal(case: Ask | Leads | Wins) -> None:
    check(case)
