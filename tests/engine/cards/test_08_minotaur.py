"""Minotaur: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

MINOTAUR = line("minotaur:b2,e5", "mortal:c3,a5")
POOLS = "charybdis[squares=c3+e1]"

CASES = [
    Ask("he may push", MINOTAUR, "b2-c3"),
    Ask("he may move as everybody", MINOTAUR, "b2-b3"),
    Ask("a dome leaves no room", line("minotaur:b2,e5", "mortal:c3,a5", "d4:4"), "b2-c3", "minotaur.no_room"),
    Ask("nor does a worker of his", line("minotaur:b2,d4", "mortal:c3,a5"), "b2-c3", "minotaur.no_room"),
    Ask("nor one of theirs", line("minotaur:b2,e5", "mortal:c3,d4"), "b2-c3", "minotaur.no_room"),
    Ask("nobody is pushed off the board", line("minotaur:d4,a1", "mortal:e5,a5"), "d4-e5", "minotaur.edge"),
    Ask("no worker of his own", line("minotaur:b2,c3", "mortal:e1,a5"), "b2-c3", "move.occupied"),
    Ask("no worker of his team", line("atlas:b2,c3", "pan:e1,a5", "", 3, more="minotaur:/demeter:"), "b2-c3",
        "move.occupied"),
    Ask("among three players, any opponent's", line("minotaur:b2,e5", "pan:a5,a4", more="atlas:c3,d1"), "b2-c3"),
    Ask("the height limit stays", line("minotaur:b2,e5", "mortal:c3,a5", "c3:2"), "b2-c3", "move.too_high"),
    Ask("only in his own turn", line("minotaur:b2,e5", "mortal:c3,a5", "", 2), "c3-b2", "move.occupied"),
    Ask("he may build where he came from", MINOTAUR, "b2-c3 c3+b2"),
    Ask("not on the one he pushed", MINOTAUR, "b2-c3 c3+d4", "build.occupied"),
    Leads("the other goes straight back", MINOTAUR, "b2-c3 c3+d3", line("minotaur:c3,e5", "mortal:d4,a5", "d3:1", 2)),
    Leads("to any level, and does not win", line("minotaur:b2,e5", "mortal:c3,a5", "d4:3"), "b2-c3 c3+d3",
          line("minotaur:c3,e5", "mortal:d4,a5", "d4:3 d3:1", 2)),
    Leads("Pan pushed down does not win", line("minotaur:b2,e5", "pan:c3,a5", "b2:1 c3:2"), "b2-c3 c3+d3",
          line("minotaur:c3,e5", "pan:d4,a5", "b2:1 c3:2 d3:1", 2)),
    Wins("he wins by a push", line("minotaur:b2,e5", "mortal:c3,a5", "b2:2 c3:3"), "b2-c3"),
    Ask("a worker on a coin is not there for him", line("minotaur:b2,e5", "clio[squares=c3|left=2]:c3,a5", "c3:1"),
        "b2-c3", "clio.obstructs"),
    Ask("a coin leaves no room", line("minotaur:b2,e5", "clio[squares=d4|left=2]:c3,a5", "d4:1"), "b2-c3",
        "minotaur.no_room"),
    Ask("nor does Talus", line("minotaur:b2,e5", "europa[square=d4]:c3,a5"), "b2-c3", "minotaur.no_room"),
    Ask("nor the Ram", line("mortal:b2,e5", "mortal:c3,a5", more="*minotaur:d4"), "b2-c3", "minotaur.no_room"),
    Ask("beside the Ram he pushes", line("mortal:b2,e5", "mortal:c3,a5", more="*minotaur:b1"), "b2-c3"),
    Ask("Athena binds the mover", line("minotaur:b2,e5", "athena[^]:c3,a5", "c3:1"), "b2-c3", "athena.no_climb"),
    Ask("not the one pushed up", line("minotaur:b2,e5", "athena[^]:c3,a5", "d4:1"), "b2-c3"),
    Ask("beside Aphrodite he may push her worker", line("minotaur:b2,e5", "aphrodite:c3,a5"), "b2-c3"),
    Ask("over the edge Urania pushes nobody",
        line("urania+minotaur:a3,e1", "mortal:e3,a5", rules="edition=original_2007&gods_per_player=2"), "a3-e3",
        "move.occupied"),
    Leads("the pushed worker stops the Harpies' slide", line("minotaur:b2,e1", "harpies:c3,a5"), "b2-c3 c3+d3",
          line("minotaur:e1,c3", "harpies:d4,a5", "d3:1", 2)),
    Leads("a pushed worker does not hop", line("minotaur:b2,e5", "charybdis[squares=d4+e1]:c3,a5"), "b2-c3 c3+d3",
          line("minotaur:c3,e5", "charybdis[squares=d4+e1]:d4,a5", "d3:1", 2)),
    Leads("he does not hop where it stood before", line("minotaur:b2,e5", f"{POOLS}:c3,a5"), "b2-c3 c3+d3",
          line("minotaur:c3,e5", f"{POOLS}:d4,a5", "d3:1", 2)),
    Leads("by the revised text he does", line("minotaur:b2,e5", f"{POOLS}:c3,a5", rules="revised=charybdis"),
          "b2-c3 e1+d1", line("minotaur:e1,e5", f"{POOLS}:d4,a5", "d1:1", 2, rules="revised=charybdis")),
    Leads("not onto a whirlpool that the push fills",
          line("minotaur:b2,e5", "charybdis[squares=c3+d4]:c3,a5", rules="revised=charybdis"), "b2-c3 c3+d3",
          line("minotaur:c3,e5", "charybdis[squares=c3+d4]:d4,a5", "d3:1", 2, rules="revised=charybdis")),
    Wins("who is pushed into the Abyss loses", line("minotaur:b2,e5", "tartarus[square=d4]:c3,a5"), "b2-c3"),
    Leads("Hera denies the win by a push along the edge", line("minotaur:c5,a1", "hera:d5,a5", "c5:2 d5:3"),
          "c5-d5 d5+d4", line("minotaur:a1,d5", "hera:a5,e5", "c5:2 d5:3 d4:1", 2)),
    Leads("a secret worker is pushed in silence", line("minotaur:b2,e5", "hecate:c3,a5"), "b2-c3 c3+d3",
          line("minotaur:c3,e5", "hecate:d4,a5", "d3:1", 2)),
    Leads("without room behind it his turn is over", line("minotaur:b2,e5", "hecate:c3,d4"), "b2-c3",
          line("minotaur:b2,e5", "hecate:c3,d4", "", 2)),
    Ask("Hypnus' sleeper is pushed", line("minotaur:b2,e5", "hypnus:c3,a5", "c3:1"), "b2-c3"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_minotaur(case: Ask | Leads | Wins) -> None:
    check(case)
