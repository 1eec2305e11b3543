"""Poseidon, sentence by sentence: up to three builds by the worker that stayed on the ground."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

SEA, MORTAL = "poseidon:b2,e1", "mortal:d5,a5"
TURN = "b2-b3 b3+b4"
TWO = "gods_per_player=2"

CASES = [
    Leads("three builds", line(SEA, MORTAL), f"{TURN} e1+e2 e1+d2 e1+d1",
        line("poseidon:b3,e1", MORTAL, "b4:1 e2:1 d2:1 d1:1", 2)),
    Leads("on the same space", line(SEA, MORTAL), f"{TURN} e1+e2 e1+e2 e1+e2",
        line("poseidon:b3,e1", MORTAL, "b4:1 e2:3", 2)),
    Leads("two builds", line(SEA, MORTAL), f"{TURN} e1+e2 e1+e2 .", line("poseidon:b3,e1", MORTAL, "b4:1 e2:2", 2)),
    Leads("one build", line(SEA, MORTAL), f"{TURN} e1+e2 .", line("poseidon:b3,e1", MORTAL, "b4:1 e2:1", 2)),
    Leads("none", line(SEA, MORTAL), f"{TURN} .", line("poseidon:b3,e1", MORTAL, "b4:1", 2)),
    Leads("not from a block", line(SEA, MORTAL, "e1:1"), TURN, line("poseidon:b3,e1", MORTAL, "e1:1 b4:1", 2)),
    Leads("whatever the mover stands on", line(SEA, MORTAL, "b3:1"), f"{TURN} e1+e2 .",
        line("poseidon:b3,e1", MORTAL, "b3:1 b4:1 e2:1", 2)),
    Leads("nor does the mover build from the ground", line("poseidon:b2", MORTAL), TURN,
        line("poseidon:b3", MORTAL, "b4:1", 2)),
    Ask("only the worker that stayed", line(SEA, MORTAL), f"{TURN} b3+c4", "worker.not_this"),
    Ask("the turn's own build is not left out for it", line(SEA, MORTAL), "b2-b3 e1+e2", "worker.not_this"),
    Ask("each is an ordinary build", line(SEA, MORTAL), f"{TURN} e1^e2", "build.piece"),
    Ask("a dome on three blocks", line(SEA, MORTAL, "e2:3"), f"{TURN} e1^e2"),
    Ask("nothing on a dome", line(SEA, MORTAL, "e2:3"), f"{TURN} e1^e2 e1^e2", "build.domed"),
    Ask("nothing on a worker", line(SEA, "mortal:e2,a5"), f"{TURN} e1+e2", "build.occupied"),
    Ask("only beside itself", line(SEA, MORTAL), f"{TURN} e1+e3", "build.not_neighboring"),
    Ask("where the mover began, if it is near", line("poseidon:d2,e1", MORTAL), "d2-d3 d3+d4 e1+d2"),
    Wins("a win ends the game before", line(SEA, MORTAL, "b2:2 b3:3"), "b2-b3"),
    # Several unmoved workers
    Ask("of several one on the ground builds", line("poseidon+graeae:b2,e1,e5", "mortal:d3,a5", rules=TWO),
        f"{TURN} e5+e4"),
    Ask("the same one builds on", line("poseidon+graeae:b2,e1,e5", "mortal:d3,a5", rules=TWO), f"{TURN} e5+e4 e5+d4"),
    Ask("not another", line("poseidon+graeae:b2,e1,e5", "mortal:d3,a5", rules=TWO), f"{TURN} e5+e4 e1+e2",
        "worker.not_this"),
    Ask("one that stands higher does not", line("poseidon+graeae:b2,e1,e5", "mortal:d3,a5", "e1:1", rules=TWO),
        f"{TURN} e1+e2", "worker.not_this"),
    Leads("a table may want exactly one",
        line("poseidon+graeae:b2,e1,e5", "mortal:d3,a5", rules=f"{TWO}&one_unmoved_only=yes"), TURN,
        line("poseidon+graeae:b3,e1,e5", "mortal:d3,a5", "b4:1", 2, rules=f"{TWO}&one_unmoved_only=yes")),
    # Other powers
    Ask("Limus bars each of them", line(SEA, "limus:d3,e5"), f"{TURN} e1+e2", "limus.barren"),
    Ask("but not a dome that completes a tower", line(SEA, "limus:d3,e5", "e2:3"), f"{TURN} e1^e2"),
    Ask("Gaea comes between", line(SEA, "gaea[workers=2]:d5,a5", "e2:3"), f"{TURN} e1^e2 @d1"),
    Ask("and may stand in the way", line(SEA, "gaea[workers=2]:d5,a5", "e2:3"), f"{TURN} e1^e2 @d1 e1+d1",
        "build.occupied"),
    Leads("what became impossible is left out", line(SEA, "gaea[workers=1]:d2,d1", "e2:3"), f"{TURN} e1^e2 @d3",
        line("poseidon:b3,e1", "gaea[workers=0]:d2,d1,d3", "b4:1 e2:4", 2)),
    Ask("Clio's coins are as domes", line(SEA, "clio[squares=e2|left=2]:d5,a5", "e2:1"), f"{TURN} e1+e2",
        "clio.obstructs"),
    Ask("Talus too", line(SEA, "europa[square=e2]:d5,a5"), f"{TURN} e1+e2", "europa.obstructs"),
    Ask("Circe builds with her own worker that stayed", line("circe:b2,e1", "poseidon:d5,a5"), f"{TURN} e1+e2"),
    Leads("the robbed Poseidon does not", line("circe:d5,a5", "poseidon[holder=blue]:b2,e1", to_move=2), TURN,
        line("circe:a5,d5", "poseidon[holder=blue]:b3,e1", "b4:1")),
    Leads("a worker of his that Dionysus leads leaves no other to build",
        line("dionysus:b2,e1", "poseidon:d5,a5", "c3:3"), "b2-b3 b3^c3 a5-a4 a4+a5",
        line("dionysus[owed=-]:b3,e1", "poseidon:a4,d5", "c3:4 a5:1", 2)),
    Leads("on a secret worker the build comes to nothing, and the rest with it", line(SEA, "hecate:e2,a5"),
        f"{TURN} e1+d2 e1+e2", line("poseidon:b3,e1", "hecate:e2,a5", "b4:1 d2:1", 2)),
    Leads("his domes change the card of Chaos",
        line(SEA, "chaos[face_up=pan|draw=atlas|discards=-]:d5,a5", "e2:3"), f"{TURN} e1^e2 .",
        line("poseidon:b3,e1", "chaos[face_up=atlas|draw=-|discards=pan]:d5,a5", "b4:1 e2:4", 2)),
    Wins("his dome may be the fifth tower of Chronus", line(SEA, "chronus:d5,a5", "a1:4 b1:4 c1:4 d1:4 e2:3"),
        f"{TURN} e1^e2", "orange"),
    Ask("in a team the worker that a teammate moved has not moved in his turn",
        line(SEA, "apollo:d5,a5", more="pan:/atlas:"), f"{TURN} e1+e2"),
    Leads("his teammate has no such builds", line(SEA, "apollo:d5,a5", to_move=3, more="pan:/atlas:"), TURN,
        line("poseidon:b3,e1", "apollo:d5,a5", "b4:1", 4, more="pan:/atlas:")),
    Ask("beside the Ram everybody builds so", line("mortal:b2,e1", MORTAL, more="*poseidon:a1"), f"{TURN} e1+e2"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_poseidon(case: Ask | Leads | Wins) -> None:
    """The rules say so."""
    check(case)
