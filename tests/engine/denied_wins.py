"""Steps that look like a win and are none, and what players are told."""

from __future__ import annotations

from tests.engine.cases import Refusal, line

DENIED = (
    Refusal(line("mortal:b2,e5", "mortal:d1,a5", "b2:3 b3:3"), "b2-b3", "no climb: it stood on level 3 already"),
    Refusal(line("mortal:b2,e5", "hera:d1,a5", "b2:2 a2:3"), "b2-a2", "the edge, against Hera"),
    Refusal(line("pan:b2,e5", "hera:d1,a5", "b2:2"), "b2-a2", "Pan's way down ends at the edge, against Hera"),
    Refusal(
        line("dionysus:b2,e5", "mortal:d2,a5", "b4:3 d2:2 d3:3"),
        "b2-b3 b3^b4 d2-d3",
        "an additional turn of Dionysus: nobody wins in it",
    ),
    Refusal(line("apollo:b2,e5", "mortal:c3,a5", "b2:3 c3:3"), "b2-c3", "Apollo moved level, and the other was forced"),
    Refusal(line("minotaur:b2,e5", "mortal:c3,a5", "d4:3"), "b2-c3", "the Minotaur's push is no move"),
    Refusal(line("charon:b2,e5", "mortal:b3,a5", "b1:3"), "b3>b1", "Charon's ferry is no move"),
    Refusal(line("siren[direction=n]:b2,e5", "mortal:c3,a5", "c4:3"), "c3>c4", "the Siren's song is no move"),
    Refusal(line("odysseus:b2,e5", "mortal:b3,c5", "a1:3"), "b3>a1", "Odysseus' trick is no move"),
    Refusal(line("zeus:b2,e5", "mortal:d1,a5", "a3:2 b2:1"), "b2-a3 a3+a3", "Zeus is lifted and does not climb"),
    Refusal(
        line("nemesis:b2,e1", "mortal:b5,e5", "e5:3"),
        "b2-b1 b1+a1 b1=b5 e1=e5",
        "Nemesis' exchange is no move: hers",
    ),
    Refusal(
        line("nemesis:b2,e1", "mortal:b5,e5", "e1:3"),
        "b2-b1 b1+a1 b1=b5 e1=e5",
        "Nemesis' exchange is no move: the opponent's",
    ),
    Refusal(
        line("minotaur:b2,e5", "pan:c3,a5", "c3:2 b2:1"),
        "b2-c3",
        "Pan's worker is pushed down and has not moved",
    ),
    Refusal(
        line("medea:b2,e4", "pan:d4,a5", "d4:2", rules="revised=medea"),
        "b2-b3 b3+b4 -d4",
        "Pan's worker drops two levels and has not moved",
    ),
    Refusal(
        line("charon:b2,e5", "eros:b3,c1", "b1:1 c1:1"),
        "b3>b1",
        "Eros' workers come together on the first level by a force",
    ),
    Refusal(line("eros:b2,a1", "hera:e1,e5", "b2:1 a1:1 b1:1"), "b2-b1", "Eros' workers meet at Hera's edge"),
    Refusal(
        line("dionysus:b2,e5", "pan:d2,a1", "b4:3 d2:2"),
        "b2-b3 b3^b4 d2-d1",
        "Pan's worker comes down two levels in an additional turn of Dionysus",
    ),
    Refusal(
        line("dionysus:b2,e5", "chronus:d2,a1", "a5:4 b5:4 c5:4 b4:3 d3:3"),
        "b2-b3 b3^b4 d2-e2 e2^d3",
        "the fifth tower of Chronus, in an additional turn of Dionysus",
    ),
    Refusal(
        line("mortal:b2,e5", "charybdis[squares=b3+d1]:a5,e1", "b2:2 b3:3", rules="revised=charybdis"),
        "b2-b3",
        "the whirlpool on the third level carries it on at once, in the later wording",
    ),
    Refusal(
        line("pan:b2,e5", "charybdis[squares=b3+d1]:a5,e1", "b2:2 b3:2", rules="revised=charybdis"),
        "b2-b3",
        "the way down through the whirlpool is no move of Pan's, in the later wording",
    ),
)
"""Steps after which a worker is where a winner would be."""
