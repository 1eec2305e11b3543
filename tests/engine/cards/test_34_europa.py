"""Europa and Talus, sentence by sentence: a guardian that bars its space to everybody."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

MORTAL = "mortal:d5,a5"
HOME = "europa[square=-]:b2,e1"


def europa(square: str, workers: str = "d4,d1") -> str:
    return f"europa[square={square}]:{workers}"


CASES = [
    # Talus goes
    Leads("Talus comes from the card", line(HOME, MORTAL), "b2-b3 b3+b4 *c3",
        line(europa("c3", "b3,e1"), MORTAL, "b4:1", 2)),
    Leads("it goes from where it stood", line(europa("e4", "b2,e1"), MORTAL), "b2-b3 b3+b4 *c3",
        line(europa("c3", "b3,e1"), MORTAL, "b4:1", 2)),
    Leads("or stays", line(europa("e4", "b2,e1"), MORTAL), "b2-b3 b3+b4 .",
        line(europa("e4", "b3,e1"), MORTAL, "b4:1", 2)),
    Leads("or stays on the card", line(HOME, MORTAL), "b2-b3 b3+b4 .", line(europa("-", "b3,e1"), MORTAL, "b4:1", 2)),
    Ask("onto the block just built", line(HOME, MORTAL), "b2-b3 b3+b4 *b4"),
    Ask("onto the space just left", line(HOME, MORTAL), "b2-b3 b3+b4 *b2"),
    Ask("at any height", line(HOME, MORTAL, "c3:3"), "b2-b3 b3+b4 *c3"),
    Ask("only beside the worker that moved", line(HOME, MORTAL), "b2-b3 b3+b4 *b1", "europa.near"),
    Ask("not beside the other", line(HOME, MORTAL), "b2-b3 b3+b4 *e2", "europa.near"),
    Ask("not under that worker itself", line(HOME, MORTAL), "b2-b3 b3+b4 *b3", "europa.near"),
    Ask("not under a worker", line(HOME, "mortal:c3,a5"), "b2-b3 b3+b4 *c3", "token.occupied"),
    Ask("not on a dome", line(HOME, MORTAL, "c3:4"), "b2-b3 b3+b4 *c3", "token.domed"),
    Ask("not on a whirlpool", line(HOME, "charybdis[squares=c3]:d5,a5"), "b2-b3 b3+b4 *c3", "token.on_token"),
    Ask("not before the build", line(HOME, MORTAL), "b2-b3 *c3", "step.other"),
    Wins("a win comes before", line(HOME, MORTAL, "b2:2 b3:3"), "b2-b3"),
    # Its space is as if domed
    Ask("an opponent does not move there", line("mortal:b2,e5", europa("b3")), "b2-b3", "europa.obstructs"),
    Ask("nor build there", line("mortal:b2,e5", europa("b4")), "b2-b3 b3+b4", "europa.obstructs"),
    Ask("Europa does not move there either", line(europa("b3", "b2,e1"), MORTAL), "b2-b3", "europa.obstructs"),
    Ask("nor build there", line(europa("b4", "b2,e1"), MORTAL), "b2-b3 b3+b4", "europa.obstructs"),
    Ask("nor put a dome there", line("mortal:b2,e5", europa("b4"), "b4:3"), "b2-b3 b3^b4", "europa.obstructs"),
    Ask("nobody wins there", line("mortal:b2,e5", europa("b3"), "b2:2 b3:3"), "b2-b3", "europa.obstructs"),
    Ask("a third player does not move there", line("pan:b2,e5", europa("b3"), more="atlas:a1,e1"), "b2-b3",
        "europa.obstructs"),
    Ask("nor does her teammate", line(europa("b3", "b2,e1"), "apollo:d5,a5", to_move=3, more="pan:/atlas:"), "b2-b3",
        "europa.obstructs"),
    Wins("who cannot move for it loses", line("mortal:a1", europa("a2"), "b1:2 b2:2"), "", "orange"),
    Leads("it is no Complete Tower", line(europa("a3", "b2,e1"), "chronus:d4,d5", "b3:3 a1:4 b1:4 c1:4 d1:4"),
        "b2-a2 a2+b2 *b3", line(europa("b3", "a2,e1"), "chronus:d4,d5", "b3:3 a1:4 b1:4 c1:4 d1:4 b2:1", 2)),
    # Other powers
    Ask("the Minotaur pushes nobody there", line("minotaur:b2,e5", europa("b4", "b3,d1")), "b2-b3", "minotaur.no_room"),
    Ask("Charon ferries nobody there", line("charon:b2,e5", europa("b1", "b3,d1")), "b3>b1", "charon.no_room"),
    Ask("Gaea brings nobody in there", line("gaea[workers=2]:b2,e5", europa("a4"), "b4:3"), "b2-b3 b3^b4 @a4",
        "europa.obstructs"),
    Ask("Ares takes no block from under it", line("ares:b2,e1", europa("e2", "d4,a5"), "e2:1 d1:1"), "b2-b3 b3+b4 -e2",
        "europa.obstructs"),
    Leads("who the Harpies drive stops before it", line(europa("b5", "b2,e1"), "harpies:d4,d5"), "b2-b3 b4+a4 .",
        line(europa("b5", "b4,e1"), "harpies:d4,d5", "a4:1", 2)),
    Ask("it goes beside where they drove her worker", line(HOME, "harpies:d4,d5"), "b2-b3 b5+a4 *c5"),
    Ask("not beside where the move itself ended", line(HOME, "harpies:d4,d5"), "b2-b3 b5+a4 *c3", "europa.near"),
    Ask("a whirlpool does not carry her worker there, for none lies there",
        line(HOME, "charybdis[squares=b3+d1]:d4,d5"), "b2-b3 d1+d2 *c2"),
    Leads("on a secret worker it comes to nothing", line(HOME, "hecate:c3,a5"), "b2-b3 b3+b4 *c3",
        line(europa("-", "b3,e1"), "hecate:c3,a5", "b4:1", 2)),
    Leads("Circe puts it beside the worker that she moved", line("circe:b2,e1", europa("-", "d4,a5")),
        "b2-b3 b3+b4 *c3",
        line("circe:b3,e1", "europa[square=c3|holder=blue]:d4,a5", "b4:1", 2)),
    Leads("the robbed Europa does not", line("circe:d4,a5", "europa[square=c5|holder=blue]:b2,e1", to_move=2),
        "b2-b3 b3+b4", line("circe:d4,a5", "europa[square=c5|holder=blue]:b3,e1", "b4:1")),
    Ask("it bars her too meanwhile", line("circe:d4,a5", "europa[square=b3|holder=blue]:b2,e1", to_move=2), "b2-b3",
        "europa.obstructs"),
    Ask("it bars the worker that Dionysus leads", line("dionysus:b2,e1", europa("d5", "d4,a5"), "c3:3"),
        "b2-b3 b3^c3 d4-d5", "europa.obstructs"),
    Leads("led by Dionysus nobody puts it elsewhere", line("dionysus:b2,e1", europa("d5", "d4,a5"), "c3:3"),
        "b2-b3 b3^c3 d4-e4 e4+e5", line("dionysus[owed=-]:b3,e1", europa("d5", "e4,a5"), "c3:4 e5:1", 2)),
    Ask("neighbors are the ordinary ones, for Urania's worker too",
        line("europa[square=-]+urania:b2,e1", MORTAL, rules="gods_per_player=2"), "b2-a2 a2+b2 *e2", "europa.near"),
    Ask("over the edge her worker moved: it goes beside where it is",
        line("europa[square=-]+urania:a2,e1", MORTAL, rules="gods_per_player=2"), "a2-e2 e2+e3 *d2"),
    Ask("with her it goes", line("pan:b2,e5", "-europa:", more="atlas:a1,e1"), "b2-b3"),
    Leads("in a team it goes in her own turn", line(HOME, "apollo:d5,a5", more="pan:/atlas:"), "b2-b3 b3+b4 *c3",
        line(europa("c3", "b3,e1"), "apollo:d5,a5", "b4:1", 2, more="pan:/atlas:")),
    Leads("not in her teammate's", line(HOME, "apollo:d5,a5", to_move=3, more="pan:/atlas:"), "b2-b3 b3+b4",
        line(europa("-", "b3,e1"), "apollo:d5,a5", "b4:1", 4, more="pan:/atlas:")),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_europa(case: Ask | Leads | Wins) -> None:
    """The rules say so."""
    check(case)
