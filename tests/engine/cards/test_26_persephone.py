"""Persephone: the card's sentence, its edges, and the powers that she meets."""

from __future__ import annotations

import pytest

from engine.events import DemandVoid
from tests.engine.cases import Ask, Leads, Wins, check, game_at, line, name

SPRING = "persephone:d5,a5"
MUST = "persephone.must_climb"
HIGHER = line("mortal:b2,e5", SPRING, "c3:1")
POOLS = "charybdis[squares=b3+c4]:a1,e1"
LOVE = "aphrodite:c3,a5"

CASES = [
    Ask("whoever can must go up", HIGHER, "b2-b3", MUST),
    Ask("going up is what she asks", HIGHER, "b2-c3"),
    Ask("the other worker may not stay down either", HIGHER, "e5-e4", MUST),
    Ask("which worker goes up is free", line("mortal:b2,e5", SPRING, "c3:1 e4:1"), "e5-e4"),
    Ask("nobody has to who cannot", line("mortal:b2,e5", SPRING, "c3:2"), "b2-b3"),
    Ask("a way up too high is none", line("mortal:b2,e5", SPRING, "c3:2"), "b2-c3", "move.too_high"),
    Ask("she herself is free", line("persephone:b2,e5", "mortal:d5,a5", "c3:1"), "b2-b3"),
    Ask("a move up after which nobody could build is none",
        line("mortal:b1", "limus:c1,a1", "b2:1 c3:4 d1:4 a3:1"), "b1-b2"),
    Ask("Artemis may go up second", line("artemis:b2,e5", SPRING, "d2:1"), "b2-c2"),
    Ask("Artemis then must", line("artemis:b2,e5", SPRING, "d2:1"), "b2-c2 .", MUST),
    Ask("Artemis may go up and down", line("artemis:b2,e5", SPRING, "c2:1"), "b2-c2 c2-d2"),
    Ask("Artemis may not go where she cannot go up any more", line("artemis:b2,e5", SPRING, "d2:1"), "b2-a1", MUST),
    Ask("Apollo must swap when that is the only way up", line("apollo:b2,e5", "persephone:c3,a5", "c3:1"), "b2-b3",
        MUST),
    Ask("the Minotaur must push", line("minotaur:b2,e5", "persephone:c3,a5", "c3:1"), "b2-b3", MUST),
    Ask("Charon must make room", line("charon:b2,e5", "persephone:c3,a5", "c3:1"), "b2-b3", MUST),
    Ask("and may then go up", line("charon:b2,e5", "persephone:c3,a5", "c3:1"), "c3>a1 b2-c3"),
    Ask("to be lifted is no move up", line("zeus:b2,e5", SPRING, "c3:1"), "b2-b3", MUST),
    Ask("Triton must go on", line("triton:b1,e5", SPRING, "d2:1"), "b1-c1 .", MUST),
    Ask("Triton may stop once he was up", line("triton:b1,e5", SPRING, "c1:1"), "b1-c1 ."),
    Ask("one of Terpsichore's two moves is enough", line("terpsichore:b2,e5", SPRING, "c3:1"), "b2-c3 e5-e4"),
    Ask("but one has to be", line("terpsichore:b2,e5", SPRING, "c3:1"), "e5-e4 b2-b3", MUST),
    Ask("Pan's jump down is no way out", line("pan:b2,e5", SPRING, "b2:2 e4:1"), "b2-b3", MUST),
    Ask("unless the table lets him win", line("pan:b2,e5", SPRING, "b2:2 e4:1", rules="other_wins_excuse=yes"),
        "b2-b3"),
    Ask("which lets nobody off who does not win",
        line("pan:b2,e5", SPRING, "b2:1 e4:1", rules="other_wins_excuse=yes"), "b2-b3", MUST),
    Ask("nor does a win make possible what is not",
        line("pan:b2,e5", SPRING, "b2:2", rules="other_wins_excuse=yes"), "e5-e4"),
    Ask("Eros may not win on the level", line("eros:b2,d3", SPRING, "b2:1 c2:1 d3:1 e3:2"), "b2-c2", MUST),
    Ask("Prometheus may not build first", line("prometheus:b2,e5", SPRING, "c3:1"), "b2+b3", MUST),
    Ask("Prometheus may where nobody can go up", line("prometheus:b2,e5", SPRING), "b2+b3"),
    Ask("Hermes may not stand still", line("hermes:b2,e5", SPRING, "c3:1"), ".", MUST),
    Ask("Hermes may not walk on the level", line("hermes:b2,e5", SPRING, "c3:1"), "b2-b3", MUST),
    Ask("the Siren has to take her normal turn", line("siren[direction=n]:b2,e5", "persephone:d3,a5", "c3:1"),
        "d3>d4", MUST),
    Ask("the Siren may sing where nobody can go up", line("siren[direction=n]:b2,e5", "persephone:d3,a5"), "d3>d4"),
    Ask("Jason may not place", line("jason:b2,e5", SPRING, "c3:1"), "@a1", MUST),
    Ask("Jason may place where nobody can go up", line("jason:b2,e5", SPRING), "@a1"),
    Ask("revised Jason may place one that goes up",
        line("jason:b2,e5", SPRING, "c3:1 b1:1", rules="revised=jason"), "@a1 a1-b1"),
    Ask("and then has to", line("jason:b2,e5", SPRING, "c3:1 b1:1", rules="revised=jason"), "@a1 a1-a2", MUST),
    Ask("not one that cannot", line("jason:b2,e5", SPRING, "c3:1", rules="revised=jason"), "@e1", MUST),
    Ask("nobody has to use a hero's power: Bellerophon", line("bellerophon:b2,e5", SPRING, "b3:2"), "b2-c2"),
    Ask("two levels up are up", line("bellerophon:b2,e5", SPRING, "b3:2 c3:1"), "b2-b3"),
    Ask("nobody has to use a hero's power: Atalanta", line("atalanta:b2,e5", SPRING, "d2:1"), "b2-c2 ."),
    Ask("once she uses it she must, if she can", line("atalanta:b2,e5", SPRING, "d2:1"), "b2-c2 c2-c1 .", MUST),
    Ask("Achilles' first build is no way out", line("achilles:b2,e5", SPRING, "c3:1"), "b2+b3 b2-a1", MUST),
    Ask("he goes up after it", line("achilles:b2,e5", SPRING, "c3:1"), "b2+b3 b2-b3"),
    Ask("once he uses it he must, if he can", line("achilles:b2,e5", SPRING), "b2+b3 b2-a1", MUST),
    Ask("and is not asked to use it", line("achilles:b2,e5", SPRING), "b2-a1"),
    Ask("Odysseus' force is not asked for",
        line("odysseus:b2,e5", "persephone:c3,d1", "c3:1"), "b2-b3"),
    Ask("nor a way out", line("odysseus:b2,e5", "persephone:c2,d1", "c3:1"), "c2>a1 b2-b3", MUST),
    Ask("a whirlpool that leads up is a way up", line("pan:b2,d1", SPRING, "c4:1", more=POOLS), "b2-b3"),
    Ask("which has to be taken", line("pan:b2,d1", SPRING, "c4:1", more=POOLS), "b2-c2", MUST),
    Ask("a revised one is none", line("pan:b2,d1", SPRING, "c4:1", more=POOLS, rules="revised=charybdis"), "b2-c2"),
    Ask("a teammate's Athena makes it impossible",
        line("apollo:b2,e5", SPRING, "c3:1", more="pan:/athena[^]:"), "b2-b3"),
    Ask("her own teammate is free", line("apollo:d4,e5", "persephone:b2,a5", "c3:1", 4, more="pan:/atlas:"), "b2-b3"),
    Ask("beside Aphrodite both are met if they can be",
        line("apollo:b2,e5", "persephone:c3,a5", "b3:1 a1:1", more="pan:/aphrodite:"), "b2-b3"),
    Ask("and not only one of them", line("apollo:b2,e5", "persephone:c3,a5", "b3:1 a1:1", more="pan:/aphrodite:"),
        "b2-a1", "aphrodite.stay_near"),
    Ask("else Aphrodite's must goes first",
        line("apollo:b2,e5", "persephone:c3,a5", "a1:1", more="pan:/aphrodite:"), "b2-b3"),
    Ask("any opponent of three must", line("pan:b2,e5", "atlas:d1,e1", "c3:1", more=SPRING), "b2-b3", MUST),
    Ask("in an additional turn too", line("dionysus:b2,e5", "persephone:d3,a5", "d4:1", "1+dionysus"), "d3-c3", MUST),
    Ask("which may still be declined", line("dionysus:b2,e5", "persephone:d3,a5", "d4:1", "1+dionysus"), "."),
    Ask("beside the Ram the opponent has her power",
        line("mortal:b2,e5", "mortal:d5,a5", "c3:1") + "/*persephone:d4", "b2-b3", MUST),
    Ask("beside the Ram it does not bind its holder",
        line("mortal:b2,e5", "mortal:d5,a5", "c3:1") + "/*persephone:a2", "b2-b3"),
    Leads("going up she is content", HIGHER, "b2-c3 c3+b2", line("mortal:c3,e5", SPRING, "c3:1 b2:1", 2)),
    Wins("a move up to the third level is one", line("mortal:b2,e5", SPRING, "b2:2 b3:3 e4:1"), "b2-b3"),
    Wins("Pan's jump wins where nobody can go up", line("pan:b2,e5", SPRING, "b2:2"), "b2-b3"),
    Wins("Pan's jump wins where the table has it so",
         line("pan:b2,e5", SPRING, "b2:2 e4:1", rules="other_wins_excuse=yes"), "b2-b3"),
    Wins("Eros' level move, too",
         line("eros:b2,d3", SPRING, "b2:1 c2:1 d3:1 e3:2", rules="other_wins_excuse=yes"), "b2-c2"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_persephone(case: Ask | Leads | Wins) -> None:
    check(case)


def test_nobody_learns_that_nothing_is_demanded() -> None:
    events = game_at(line("persephone:b2,e5", "mortal:d5,a5"), "b2-b3 b3+b4").plies[-1].events
    assert not any(isinstance(event, DemandVoid) for event in events)
