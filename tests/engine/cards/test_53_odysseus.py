"""Odysseus: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

ODYSSEUS = line("odysseus:b2,d4", "mortal:c3,e3")
WALLS = "c3:2 c4:2 c5:2 d3:2 d5:2 e3:2 e4:2 e5:2"

CASES = [
    Ask("a neighbor goes to a corner", ODYSSEUS, "c3>a1"),
    Ask("to any", ODYSSEUS, "c3>e5"),
    Ask("he need not", ODYSSEUS, "b2-b3"),
    Ask("another as well", ODYSSEUS, "c3>a1 e3>e5"),
    Ask("each once", ODYSSEUS, "c3>a1 a1>e5", "odysseus.once"),
    Ask("two not into one corner", ODYSSEUS, "c3>a1 e3>a1", "odysseus.occupied"),
    Ask("only to corners", ODYSSEUS, "c3>c2", "odysseus.corner"),
    Ask("not to the corner where it stands", line("odysseus:b2,d4", "mortal:e5,d1"), "e5>e5", "odysseus.corner"),
    Ask("only neighbors of his", line("odysseus:b2,d4", "mortal:c3,d1"), "d1>a1", "odysseus.not_beside"),
    Ask("beside any of his", line("odysseus:b2,d4", "mortal:e5,d1"), "e5>a1"),
    Ask("from a corner to another", line("odysseus:b2,d4", "mortal:e5,d1"), "e5>e1"),
    Ask("not his own", ODYSSEUS, "b2>a1", "worker.no_opponent"),
    Ask("not into a worker", line("odysseus:a1,d4", "mortal:c3,b1"), "c3>a1", "odysseus.occupied"),
    Ask("not into a dome", line("odysseus:b2,d4", "mortal:c3,e3", "a1:A"), "c3>a1", "odysseus.occupied"),
    Ask("at any height", line("odysseus:b2,d4", "mortal:c3,e3", "a1:3"), "c3>a1"),
    Ask("into a corner that the one before left", line("odysseus:b2,d4", "mortal:a1,e3"), "a1>e1 e3>a1"),
    Ask("not after the move", ODYSSEUS, "b2-b3 c3>a1", "step.other"),
    Ask("once in the game", line("odysseus[used=yes]:b2,d4", "mortal:c3,e3"), "c3>a1", "hero.spent"),
    Ask("who neighbors is settled before the first goes",
        line("odysseus:b2,d4", "mortal:c3,e1"), "c3>a1 e1>e5", "odysseus.not_beside"),
    Ask("the turn goes on as any", ODYSSEUS, "c3>a1 b2-c3 c3+b2"),
    Ask("the move is a must", ODYSSEUS, "c3>a1 .", "done.not_optional"),
    Ask("what he clears he may enter", line("odysseus:b2", "mortal:a2,e5", "a1:2 b1:2 c1:2 a3:2 b3:2 c3:2 c2:2"),
        "a2>a5 b2-a2"),
    Leads("with the first it is used", ODYSSEUS, "c3>a1 b2-b3 b3+b4",
          line("odysseus[used=yes]:b3,d4", "mortal:a1,e3", "b4:1", 2)),
    Leads("without it is not", ODYSSEUS, "b2-b3 b3+b4", line("odysseus:b3,d4", "mortal:c3,e3", "b4:1", 2)),
    Leads("a force to the third level is no win", line("odysseus:b2,d4", "mortal:c3,e3", "a1:3"),
          "c3>a1 b2-b3 b3+b4", line("odysseus[used=yes]:b3,d4", "mortal:a1,e3", "a1:3 b4:1", 2)),
    Leads("Pan does not win by it", line("odysseus:b2,d4", "pan:c3,e3", "c3:3"), "c3>a1 b2-b3 b3+b4",
          line("odysseus[used=yes]:b3,d4", "pan:a1,e3", "c3:3 b4:1", 2)),
    Ask("it may be his only way to a turn", line("odysseus:a1", "mortal:b2,e5", "a2:2 b1:2"), "b2>e1 a1-b2"),
    Ask("without the power that is no turn", line("odysseus:a1", "mortal:b2,e5", "a2:2 b1:2"), "a1-b2",
        "move.occupied"),
    Ask("a worker on a coin is not there for him",
        line("odysseus:b2,d4", "clio[squares=c3|left=2]:c3,e3", "c3:1"), "c3>a1", "worker.on_token"),
    Ask("a coin in the corner leaves no room",
        line("odysseus:b2,d4", "clio[squares=a1|left=2]:c3,e3", "a1:1"), "c3>a1", "odysseus.occupied"),
    Ask("nor does Talus", line("odysseus:b2,d4", "europa[square=a1]:c3,e3"), "c3>a1", "odysseus.occupied"),
    Wins("into the Abyss, and its player loses", line("odysseus:b2,d4", "tartarus[square=a1]:c3,e3"), "c3>a1"),
    Leads("onto a whirlpool without a hop", line("odysseus:b2,d4", "charybdis[squares=a1+c5]:c3,e3"),
          "c3>a1 b2-b3 b3+b4", line("odysseus[used=yes]:b3,d4", "charybdis[squares=a1+c5]:a1,e3", "b4:1", 2)),
    Leads("the Harpies' own do not slide", line("odysseus:b2,d4", "harpies:c3,e3"), "c3>a1 d4-d5 d5+d4",
          line("odysseus[used=yes]:b2,d5", "harpies:a1,e3", "d4:1", 2)),
    Ask("who was bound to Aphrodite before stays bound", line("odysseus:b2,e5", "aphrodite:c3,a5"), "c3>e1 b2-c3",
        "aphrodite.stay_near"),
    Ask("and finds her where she is now", line("odysseus:b2,e5", "aphrodite:c3,e3"), "c3>a1 b2-a2"),
    Ask("who slept before sleeps on", line("odysseus:b2,e5", "hypnus:c3,a5", "b2:1"), "c3>e1 b2-c3", "hypnus.asleep"),
    Ask("Persephone does not ask for its use", line("odysseus:b2,e5", "persephone:c3,a5", "c3:1"), "b2-b3"),
    Ask("but once it is used for the move up that it opens",
        line("odysseus:b2,e5", "persephone:c3,a5", "c3:1"), "c3>e1 b2-b3", "persephone.must_climb"),
    Ask("it is no way out either: a way up stays a must",
        line("odysseus:b2,e4", "persephone:d5,a5", "e5:1 a1:0"), "d5>e5", "persephone.must_climb"),
    Ask("Athena's climb bars no force up", line("odysseus:b2,d4", "athena[^]:c3,e3", "a1:3"), "c3>a1"),
    Ask("secret workers cannot be named", line("odysseus:b2,d4", "hecate:c3,e3"), "c3>a1", "worker.no_opponent"),
    Ask("Circe cannot use it", line("circe:b2,d4", "odysseus:c3,e1"), "c3>a1", "step.other"),
    Ask("Adonis does not ask for its use",
        line("odysseus:b1,d4", "adonis[used=yes|target=d4]:a2,e1", WALLS), "b1-c1"),
    Ask("without it the word to him is void",
        line("odysseus:b1,d4", "adonis[used=yes|target=d4]:a2,e1", WALLS), "b1-c1 c1+c2"),
    Ask("once it is used the word counts where it can be kept",
        line("odysseus:b1,d4", "adonis[used=yes|target=d4]:a2,a1", WALLS), "a2>e5 a1>e1 b1-c1 c1+c2"),
    Ask("and then has to be", line("odysseus:b1,d4", "adonis[used=yes|target=d4]:a2,a1", WALLS), "a2>a5 b1-c1",
        "adonis.come_near"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_odysseus(case: Ask | Leads | Wins) -> None:
    check(case)
