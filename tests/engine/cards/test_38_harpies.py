"""Harpies: the card's sentence, its edges, and the powers that they meet."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, game_at, line, name

WINDS = "harpies:d5,a5"
NORTH = "b2-b3 b5+c5"
POOLS = "charybdis[squares=c2+c4]"

CASES = [
    Leads("who moved is forced on to the edge", line("mortal:b2,e5", WINDS), NORTH,
          line("mortal:b5,e5", WINDS, "c5:1", 2)),
    Leads("not onto a higher space", line("mortal:b2,e5", WINDS, "b5:1"), "b2-b3 b4+c5",
          line("mortal:b4,e5", WINDS, "b5:1 c5:1", 2)),
    Leads("down, and then not up again", line("mortal:b2,e5", WINDS, "b3:1 b5:1"), "b2-b3 b4+c4",
          line("mortal:b4,e5", WINDS, "b3:1 b5:1 c4:1", 2)),
    Leads("along one level high above", line("mortal:b2,e5", WINDS, "b2:2 b3:2 b4:2 b5:3"), "b2-b3 b4+c4",
          line("mortal:b4,e5", WINDS, "b2:2 b3:2 b4:2 b5:3 c4:1", 2)),
    Leads("not into a worker", line("mortal:b2,e5", "harpies:b5,a5"), "b2-b3 b4+c4",
          line("mortal:b4,e5", "harpies:b5,a5", "c4:1", 2)),
    Leads("not into one's own either", line("mortal:b2,b5", "harpies:e5,a5"), "b2-b3 b4+c4",
          line("mortal:b4,b5", "harpies:e5,a5", "c4:1", 2)),
    Leads("not onto a dome", line("mortal:b2,e5", WINDS, "b5:A"), "b2-b3 b4+c4",
          line("mortal:b4,e5", WINDS, "b5:A c4:1", 2)),
    Leads("along the diagonal of the move", line("mortal:b2,e1", WINDS), "b2-c3 e5+e4",
          line("mortal:e5,e1", WINDS, "e4:1", 2)),
    Leads("their own workers stay where they went", line("harpies:b2,e5", "mortal:d5,a5"), "b2-b3 b3+b4",
          line("harpies:b3,e5", "mortal:d5,a5", "b4:1", 2)),
    Ask("who was forced builds from where it stopped", line("mortal:b2,e5", WINDS), NORTH),
    Ask("not from where it went", line("mortal:b2,e5", WINDS), "b2-b3 b3+c3", "worker.none"),
    Ask("Artemis moves on from where she stopped", line("artemis:b2,e5", WINDS), "b2-b3 b5-c5"),
    Ask("not back to where she began", line("artemis:b2,e5", WINDS, "b4:1"), "b2-b3 b3-b2", "artemis.not_back"),
    Leads("but may be forced back there", line("artemis:b2,e5", WINDS, "b1:A b4:1"), "b2-b3 b3-a3 a3+a2",
          line("artemis:a3,e5", WINDS, "b1:A b4:1 a2:1", 2)),
    Leads("each of her moves is followed by it", line("artemis:b2,e1", WINDS), "b2-b3 b5-c4 e2+e3",
          line("artemis:e1,e2", WINDS, "e3:1", 2)),
    Leads("Apollo is forced on, not whom he swapped", line("apollo:b2,e5", "harpies:b3,a5"), "b2-b3 b5+c5",
          line("apollo:b5,e5", "harpies:b2,a5", "c5:1", 2)),
    Leads("the Minotaur is stopped by the one he pushed", line("minotaur:b2,e5", "harpies:b3,a5"), "b2-b3 b3+c3",
          line("minotaur:b3,e5", "harpies:b4,a5", "c3:1", 2)),
    Ask("Prometheus may build the wall that stops him", line("prometheus:b2,e5", WINDS),
        "b2+b3 b2-a2 a2+a1"),
    Leads("and is stopped by it", line("prometheus:b2,e5", "harpies:d5,a5", "b3:1"), "b2+b3 b2-a2 a2+b1",
          line("prometheus:a2,e5", "harpies:d5,a5", "b3:2 b1:1", 2)),
    Leads("all of Terpsichore's moves, each at once", line("terpsichore:b2,c1", WINDS),
          "b2-b3 c1-c2 b5+a4 c5+c4", line("terpsichore:b5,c5", WINDS, "a4:1 c4:1", 2)),
    Leads("Hermes goes on from where he stopped", line("hermes:b2,e5", WINDS, "c4:1"), "b2-b3 b5-c5 . c5+b5",
          line("hermes:c5,e5", WINDS, "c4:1 b5:1", 2)),
    Leads("a slide down does not end a level turn of Hermes'", line("hermes:b2,e5", WINDS, "b2:1 b3:1"),
          "b2-b3 b5-c5 . c5+b5", line("hermes:c5,e5", WINDS, "b2:1 b3:1 b5:1", 2)),
    Ask("Triton moves again for the edge that he stepped on, not for the one he came to",
        line("triton:b2,e5", WINDS), "b2-b3 b5-c5", "step.other"),
    Ask("a step along the edge is one", line("triton:b1,e5", WINDS), "b1-c1 e1-e2"),
    Ask("they do not follow a placed worker", line("jason:b2,e5", WINDS), "@a1 a1+a2"),
    Leads("but one that moves", line("jason:b2,e5", WINDS, rules="revised=jason"), "@a1 a1-a2 a4+b4",
          line("jason[workers=0]:a4,b2,e5", WINDS, "b4:1", 2, rules="revised=jason")),
    Leads("they do not follow a force", line("siren[direction=e]:b2,e5", "harpies:b3,a5"), "b3>c3 .",
          line("siren[direction=e]:b2,e5", "harpies:c3,a5", "", 2)),
    Leads("a step over the edge goes on in its direction", line("urania:b5,e1", WINDS, "b3:1"), "b5-b1 b2+a2",
          line("urania:b2,e1", WINDS, "a2:1 b3:1", 2)),
    Leads("all the way back, if nothing is in it", line("urania:c1,e2", "harpies:d4,a3"), "c1-c5 c1+c2",
          line("urania:c1,e2", "harpies:d4,a3", "c2:1", 2)),
    Leads("which ends at the edge, for a force does not go over it", line("urania:a2,e5", WINDS), "a2-a1 a1+b1",
          line("urania:a1,e5", WINDS, "b1:1", 2)),
    Leads("a coin obstructs others", line("pan:b2,e5", "clio[squares=b5|left=2]:c1,d1", "", more=WINDS), "b2-b3 b4+c4",
          line("pan:b4,e5", "clio[squares=b5|left=2]:c1,d1", "c4:1", 2, more=WINDS)),
    Leads("not Clio's own workers", line("clio[squares=b5|left=0]:b2,e5", WINDS), NORTH,
          line("clio[squares=b5|left=0]:b5,e5", WINDS, "c5:1", 2)),
    Leads("Talus obstructs", line("europa[square=b5]:b2,e5", WINDS), "b2-b3 b4+c4 .",
          line("europa[square=b5]:b4,e5", WINDS, "c4:1", 2)),
    Leads("the Ram obstructs", line("mortal:b2,e5", "mortal:d5,a4") + "/*harpies:b5", "b2-b3 b4+c4",
          line("mortal:b4,e5", "mortal:d5,a4", "c4:1", 2) + "/*harpies:b5"),
    Leads("without a worker beside the Ram nobody is forced", line("mortal:b2,e5", "mortal:d5,a1") + "/*harpies:b5",
          "b2-b3 b3+c4", line("mortal:b3,e5", "mortal:d5,a1", "c4:1", 2) + "/*harpies:b5"),
    Leads("a whirlpool first, then on from the other", line(f"{POOLS}:b2,e5", "harpies:d5,a5"), "b2-c2 e4+e3",
          line(f"{POOLS}:e4,e5", "harpies:d5,a5", "e3:1", 2)),
    Leads("sliding over a whirlpool does not carry on", line(f"{POOLS}:a2,e5", WINDS), "a2-b2 e2+e3",
          line(f"{POOLS}:e2,e5", WINDS, "e3:1", 2)),
    Leads("any opponent's worker of three players", line("pan:b2,e5", "atlas:c1,d1", more=WINDS), NORTH,
          line("pan:b5,e5", "atlas:c1,d1", "c5:1", 2, more=WINDS)),
    Leads("in a game of teams both opponents'", line("pan:b2,e5", "atlas:d5,a5", "", 3, more="apollo:/harpies:"), NORTH,
          line("pan:b5,e5", "atlas:d5,a5", "c5:1", 4, more="apollo:/harpies:")),
    Leads("but not their teammate's turn", line("pan:d5,a5", "atlas:b2,e5", "", 2, more="apollo:/harpies:"),
          "b2-b3 b3+c3", line("pan:d5,a5", "atlas:b3,e5", "c3:1", 3, more="apollo:/harpies:")),
    Leads("nor the other teammate's", line("pan:d5,a5", "harpies:b2,e5", "", 4, more="apollo:/atlas:"),
          "b2-b3 b3+c3", line("pan:d5,a5", "harpies:b3,e5", "c3:1", more="apollo:/atlas:")),
    Leads("their teammate's worker, driven by Dionysus, does not slide either",
          line("pan:b2,e5", "dionysus:c1,d1", "", "2+dionysus", more="harpies:/atlas:"), "b2-b3 b3+c3",
          line("pan:b3,e5", "dionysus:c1,d1", "c3:1", 3, more="harpies:/atlas:")),
    Leads("nor does an opponent's worker that their teammate drives",
          line("harpies:d5,a5", "pan:b2,e5", "", "3+dionysus", more="dionysus:/atlas:"), "b2-b3 b3+c3",
          line("harpies:d5,a5", "pan:b3,e5", "c3:1", 4, more="dionysus:/atlas:")),
    Leads("a teammate's worker stops the slide as any other does",
          line("pan:b2,d2", "atlas:b5,a1", more="apollo:/harpies:"), "b2-b3 b4+c4",
          line("pan:b4,d2", "atlas:b5,a1", "c4:1", 2, more="apollo:/harpies:")),
    Leads("their own worker, driven by Dionysus, does not slide",
          line("dionysus:c1,d1", "harpies:b2,e5", "", "1+dionysus"), "b2-b3 b3+c3",
          line("dionysus:c1,d1", "harpies:b3,e5", "c3:1", 2)),
    Leads("a third player's, driven by Dionysus, does",
          line("dionysus:c1,d1", "pan:b2,e5", "", "1+dionysus", more=WINDS), NORTH,
          line("dionysus:c1,d1", "pan:b5,e5", "c5:1", 2, more=WINDS)),
    Leads("a secret worker slides on the map", line("hecate:b2,e5", WINDS), NORTH,
          line("hecate:b5,e5", WINDS, "c5:1", 2)),
    Ask("Aphrodite looks at the move's own end",
        line("apollo:b2,e5", "aphrodite:c3,a1", "", 3, more="pan:/harpies:"), "b2-b3"),
    Ask("not at where the slide leads", line("apollo:b2,e5", "aphrodite:c1,a1", "", 3, more="pan:/harpies:"), "b2-b3",
        "aphrodite.stay_near"),
    Wins("a move up to the third level wins before the slide", line("mortal:b2,e5", WINDS, "b2:2 b3:3"), "b2-b3"),
    Wins("Pan's jump wins before the slide", line("pan:b2,e5", WINDS, "b2:2"), "b2-b3"),
    Wins("Eros' meeting wins before the slide", line("eros:b2,c4", WINDS, "b3:1 c4:1 b2:1"), "b2-b3"),
    Wins("each space slid into is entered: the Abyss", line("tartarus[square=b4]:b2,e5", WINDS), "b2-b3", "orange"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_harpies(case: Ask | Leads | Wins) -> None:
    check(case)


@pytest.mark.parametrize(
    "position",
    [line("mortal:b2,e5", WINDS, "b2:2 b3:2 b4:2"), line("eros:b1,b5", WINDS, "b1:1 b2:1 b3:1 b4:1 b5:1")],
    ids=["to the third level", "to the other worker"],
)
def test_the_slide_never_wins(position: str) -> None:
    step = "b2-b3" if "mortal" in position else "b1-b2"
    assert game_at(position, step).outcome is None
