"""Hades, sentence by sentence: opponents' workers do not move down."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

HADES = "hades:d4,d1"

CASES = [
    Ask("nobody moves down", line("mortal:b2,e5", HADES, "b2:1"), "b2-b3", "hades.no_descent"),
    Ask("nor down two levels", line("mortal:b2,e5", HADES, "b2:2"), "b2-b3", "hades.no_descent"),
    Ask("nor from the third to the second", line("mortal:b2,e5", HADES, "b2:3 b3:2"), "b2-b3", "hades.no_descent"),
    Ask("along is free", line("mortal:b2,e5", HADES, "b2:1 b3:1"), "b2-b3"),
    Ask("up is free", line("mortal:b2,e5", HADES, "b2:1 b3:2"), "b2-b3"),
    Ask("the other worker, on the ground, is free", line("mortal:b2,e5", HADES, "b2:1"), "e5-e4"),
    Wins("moving up wins as ever", line("mortal:b2,e5", HADES, "b2:2 b3:3"), "b2-b3"),
    Ask("Hades himself moves down", line("hades:b2,e5", "mortal:d4,d1", "b2:1"), "b2-b3"),
    Ask("builds below are free", line("mortal:b2,e5", HADES, "b2:1 b3:1"), "b2-b3 b3+b4"),
    Wins("who could only move down loses", line("mortal:b2", HADES, "b2:1"), "", "orange"),
    # Other powers
    Ask("Artemis' second move neither", line("artemis:b2,e5", HADES, "b3:1 c4:1"), "b2-b3 b3-b4", "hades.no_descent"),
    Ask("nor her first, to come up again", line("artemis:b2,e5", HADES, "b2:1 b4:1"), "b2-b3", "hades.no_descent"),
    Ask("Pan does not jump", line("pan:b2,e5", HADES, "b2:2"), "b2-b3", "hades.no_descent"),
    Wins("Pan wins by climbing only", line("pan:b2,e5", HADES, "b2:2 b3:3"), "b2-b3"),
    Ask("Hermes walks on his level", line("hermes:b2,e5", HADES, "b2:1 b3:1"), "b2-b3 b3-b2"),
    Ask("Hermes does not move down in an ordinary turn", line("hermes:b2,e5", HADES, "b2:1"), "b2-b3",
        "hades.no_descent"),
    Ask("Triton's every move counts", line("triton:b2,e5", HADES, "a2:1 a3:1"), "b2-a2 a2-a1", "hades.no_descent"),
    Ask("Urania does not step down over the edge", line("urania:b5,e4", HADES, "b5:1"), "b5-b1", "hades.no_descent"),
    Ask("Apollo does not move down", line("apollo:b2,e5", "hades:b3,d1", "b2:1"), "b2-b3", "hades.no_descent"),
    Leads("Apollo's partner is forced down", line("apollo:b2,e5", "hades:b3,d1", "b3:1"), "b2-b3 b3+b4",
        line("apollo:b3,e5", "hades:d1,b2", "b3:1 b4:1", 2)),
    Leads("the Minotaur pushes down", line("minotaur:b2,e5", "hades:b3,d1", "b2:1 b3:1"), "b2-b3 b3+c3",
        line("minotaur:b3,e5", "hades:d1,b4", "b2:1 b3:1 c3:1", 2)),
    Leads("Charon ferries down", line("charon:b2,e5", "hades:b3,d1", "b3:1"), "b3>b1 b2-b3 b3+b4",
        line("charon:b3,e5", "hades:b1,d1", "b3:1 b4:1", 2)),
    Leads("his opponents' workers may be forced down by others",
        line("apollo:b2,e5", "pan:b3,e1", "b3:1", more="hades:d4,d1"), "b2-b3 b3+b4",
        line("apollo:b3,e5", "pan:e1,b2", "b3:1 b4:1", 2, more="hades:d1,d4")),
    Ask("he binds every opponent", line("apollo:b2,e5", "pan:b3,e1", "b3:1", 2, more="hades:d4,d1"), "b3-b4",
        "hades.no_descent"),
    Ask("both of the other team", line("pan:b2,e5", "hades:d4,d1", "b2:1", 3, more="apollo:/atlas:"), "b2-b3",
        "hades.no_descent"),
    Ask("not his teammate", line("hades:b2,e5", "pan:d4,d1", "b2:1", 3, more="apollo:/atlas:"), "b2-b3"),
    Ask("his own worker that Dionysus leads is free", line("dionysus:b2,e1", "hades:d4,a5", "c3:3 d4:1"),
        "b2-b3 b3^c3 d4-d5"),
    Ask("another's that Dionysus leads is not",
        line("dionysus:b2,e1", "pan:d4,a5", "c3:3 d4:1", more="hades:a1,e5"), "b2-b3 b3^c3 d4-d5", "hades.no_descent"),
    Ask("Circe with his power keeps his workers up", line("circe:d4,d1", "hades[holder=blue]:b2,e5", "b2:1", 2),
        "b2-b3",
        "hades.no_descent"),
    Ask("and herself moves down", line("circe:b2,e5", "hades:d4,a1", "b2:1"), "b2-b3"),
    Ask("while he has it she does not", line("circe:b2,e5", "hades:d4,d5", "b2:1"), "b2-b3", "hades.no_descent"),
    Ask("a step whose whirlpool leads down is none",
        line("charybdis[squares=c3+d2]:b2,e5", "hades:d4,a1", "b2:1 c3:1"), "b2-c3", "hop.barred"),
    Ask("revised: it may",
        line("charybdis[squares=c3+d2]:b2,e5", "hades:d4,a1", "b2:1 c3:1", rules="revised=charybdis"),
        "b2-c3 d2+d3"),
    Ask("Hecate obeys in secret", line("hecate:b2,e5", HADES, "b2:1"), "b2-b3", "hades.no_descent"),
    Ask("a face-up Pan does not jump either",
        line("chaos[face_up=pan|draw=atlas|discards=-]:b2,e5", HADES, "b2:2"), "b2-b3", "hades.no_descent"),
    Ask("who alone has it binds the other", line("mortal:b2,e4", "mortal:d4,d1", "b2:1", more="*hades:c5"), "b2-b3",
        "hades.no_descent"),
    Ask("who has it too is bound as well", line("mortal:b4,e1", "mortal:d4,d1", "b4:1", more="*hades:c5"), "b4-b3",
        "hades.no_descent"),
    Ask("away from the Ram nobody is", line("mortal:b2,e5", "mortal:d4,d1", "b2:1", more="*hades:a5"), "b2-b3"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_hades(case: Ask | Leads | Wins) -> None:
    """The rules say so."""
    check(case)
