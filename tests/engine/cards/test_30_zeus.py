"""Zeus, sentence by sentence: a block under himself."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

SKY, MORTAL = "zeus:b2,e5", "mortal:d4,d2"

CASES = [
    Leads("a block under the builder", line(SKY, MORTAL), "b2-b3 b3+b3", line("zeus:b3,e5", MORTAL, "b3:1", 2)),
    Leads("from the first level", line(SKY, MORTAL, "b3:1"), "b2-b3 b3+b3", line("zeus:b3,e5", MORTAL, "b3:2", 2)),
    Leads("to the third without winning", line(SKY, MORTAL, "b2:1 b3:2"), "b2-b3 b3+b3",
        line("zeus:b3,e5", MORTAL, "b2:1 b3:3", 2)),
    Leads("nor by walking on along the third", line(SKY, MORTAL, "b2:3 b3:3"), "b2-b3 b3+b4",
        line("zeus:b3,e5", MORTAL, "b2:3 b3:3 b4:1", 2)),
    Leads("an ordinary build instead", line(SKY, MORTAL), "b2-b3 b3+b2", line("zeus:b3,e5", MORTAL, "b2:1", 2)),
    Ask("not from the third level", line(SKY, MORTAL, "b2:3 b3:3"), "b2-b3 b3+b3", "zeus.only_blocks"),
    Ask("no dome over himself", line(SKY, MORTAL, "b2:3 b3:3"), "b2-b3 b3^b3", "zeus.only_blocks"),
    Ask("nor on the ground", line(SKY, MORTAL), "b2-b3 b3^b3", "build.piece"),
    Ask("not under the other worker", line(SKY, MORTAL), "b2-b3 e5+e5", "worker.not_this"),
    Ask("not under a neighbor", line("zeus:b2,c3", MORTAL), "b2-b3 b3+c3", "build.occupied"),
    Ask("not under an opponent", line(SKY, "mortal:b4,d2"), "b2-b3 b3+b4", "build.occupied"),
    Ask("not before the move", line(SKY, MORTAL), "b2+b2", "step.other"),
    Ask("others cannot", line("mortal:b2,e5", "zeus:d4,d2"), "b2-b3 b3+b3", "build.not_neighboring"),
    Wins("a move up wins as ever", line(SKY, MORTAL, "b2:2 b3:3"), "b2-b3"),
    Wins("lifted to the second he may step up later", line(SKY, MORTAL, "b3:1 b4:3"), "b2-b3 b3+b3 d4-e4 e4+e3 b3-b4"),
    Ask("lifted to the third he wins no more by staying on it", line(SKY, MORTAL, "b2:1 b3:2 b4:3"),
        "b2-b3 b3+b3 d4-e4 e4+e3 b3-b4 b4+a4"),
    # Other powers
    Ask("Limus beside him bars his own space", line(SKY, "limus:c3,d1"), "b2-a3 a3+a3"),
    Ask("where it neighbors hers", line(SKY, "limus:b4,d1"), "b2-a3 a3+a3", "limus.barren"),
    Ask("he is saved where nothing else can be built", line("zeus:b2,e5", "limus:c4,c1", "a2:4 a3:4 b3:4 c3:4 c2:4"),
        "b2-a1"),
    Leads("a whirlpool beneath him goes back", line(SKY, "charybdis[squares=b3]:d4,d2"), "b2-b3 b3+b3",
        line("zeus:b3,e5", "charybdis[squares=-]:d4,d2", "b3:1", 2)),
    Leads("the worker that a whirlpool carried on builds where it is",
        line(SKY, "charybdis[squares=b3+d5]:d3,d2"), "b2-b3 d5+d5",
        line("zeus:d5,e5", "charybdis[squares=b3]:d3,d2", "d5:1", 2)),
    Ask("by then he may be the highest, and Hypnus lets him sleep", line(SKY, "hypnus:d4,d2"),
        "b2-b3 b3+b3 d4-e4 e4+e3 b3-b4", "hypnus.asleep"),
    Ask("before he was not", line(SKY, "hypnus:d4,d2"), "b2-b3 b3+b3 d4-e4 e4+e3 e5-d5"),
    Leads("being lifted is no move up for Athena", line("athena+zeus:b2,e5", MORTAL, rules="gods_per_player=2"),
        "b2-b3 b3+b3", line("athena+zeus:b3,e5", MORTAL, "b3:1", 2, rules="gods_per_player=2")),
    Ask("nor for Persephone", line(SKY, "persephone:d4,d2", "c3:1"), "b2-b3", "persephone.must_climb"),
    Ask("where nobody could climb he need not", line(SKY, "persephone:d4,d2"), "b2-b3 b3+b3"),
    Ask("the Harpies drive him first; he builds where he then is", line(SKY, "harpies:d4,d2"), "b2-b3 b5+b5"),
    Ask("Circe lifts herself", line("circe:b2,e5", "zeus:d4,d2"), "b2-b3 b3+b3"),
    Ask("the robbed Zeus does not", line("circe:d4,d2", "zeus[holder=blue]:b2,e5", to_move=2), "b2-b3 b3+b3",
        "card.lent"),
    Ask("nor does his worker that Dionysus leads", line("dionysus:b2,e1", "zeus:d4,d5", "c3:3"),
        "b2-b3 b3^c3 d4-e4 e4+e4", "build.not_neighboring"),
    Leads("no dome, so Gaea gets no worker in", line(SKY, "gaea[workers=2]:d4,d2", "b2:1 b3:2"), "b2-b3 b3+b3",
        line("zeus:b3,e5", "gaea[workers=2]:d4,d2", "b2:1 b3:3", 2)),
    Leads("in his own turn a coin of his is nothing, and gives way to the next",
        line("clio[squares=b3|left=2]+zeus:b2,e5", MORTAL, "b3:1", rules="gods_per_player=2"), "b2-b3 b3+b3",
        line("clio[squares=b3|left=1]+zeus:b3,e5", MORTAL, "b3:2", 2, rules="gods_per_player=2")),
    Wins("in the Abyss nobody is left to be lifted", line(SKY, "tartarus[square=b3]:d4,d2"), "b2-b3", "orange"),
    Ask("in a team his teammate cannot", line(SKY, "apollo:d4,d2", to_move=3, more="pan:/atlas:"), "b2-b3 b3+b3",
        "build.not_neighboring"),
    Ask("beside the Ram everybody can", line("mortal:b2,e5", MORTAL, more="*zeus:a1"), "b2-b3 b3+b3"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_zeus(case: Ask | Leads | Wins) -> None:
    """The rules say so."""
    check(case)
