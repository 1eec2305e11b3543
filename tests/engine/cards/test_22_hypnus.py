"""Hypnus: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

NIGHT = line("mortal:b2,e5", "hypnus:d1,a5", "b2:1")
SLEEPS = "hypnus.asleep"
LONE = "lone_worker_sleeps=no"

CASES = [
    Ask("the highest worker cannot move", NIGHT, "b2-b3", SLEEPS),
    Ask("the other moves", NIGHT, "e5-e4"),
    Ask("and builds", NIGHT, "e5-e4 e4+e5"),
    Ask("with two on top nobody sleeps", line("mortal:b2,e5", "hypnus:d1,a5", "b2:1 e5:1"), "b2-b3"),
    Ask("on the ground neither", line("mortal:b2,e5", "hypnus:d1,a5"), "b2-b3"),
    Ask("his own workers are awake", line("hypnus:b2,e5", "mortal:d1,a5", "b2:1"), "b2-b3"),
    Ask("heights of other players' workers are no matter", line("mortal:b2,e5", "hypnus:d1,a5", "b2:1 d1:2"), "b2-b3",
        SLEEPS),
    Ask("it cannot win in its sleep", line("mortal:b2,e5", "hypnus:d1,a5", "b2:2 b3:3"), "b2-b3", SLEEPS),
    Ask("of three the highest sleeps", line("graeae:b2,e5,c4", "hypnus:d1,a5", "b2:2 c4:1"), "b2-b3", SLEEPS),
    Ask("the others do not", line("graeae:b2,e5,c4", "hypnus:d1,a5", "b2:2 c4:1"), "c4-c3"),
    Ask("of three with two on top nobody does", line("graeae:b2,e5,c4", "hypnus:d1,a5", "b2:2 c4:2"), "c4-c3"),
    Ask("asleep it may build: the Graeae", line("graeae:b2,e5,c4", "hypnus:d1,a5", "b2:2"), "c4-c3 b2+b3"),
    Ask("Selene's dome", line("selene[marked=b2]:b2,e5", "hypnus:d1,a5", "b2:2"), "e5-e4 b2^b3"),
    Ask("Hermes' build without a move", line("hermes:b2,e5", "hypnus:d1,a5", "b2:2"), ". b2+b3"),
    Ask("but it does not walk", line("hermes:b2,e5", "hypnus:d1,a5", "b2:1 b3:1"), "e5-e4 b2-b3", SLEEPS),
    Ask("Prometheus builds nothing before a move that it cannot make",
        line("prometheus:b2,e5", "hypnus:d1,a5", "b2:1"), "b2+b3", "no_legal_finish_by"),
    Ask("Apollo asleep takes no place", line("apollo:b2,e5", "hypnus:c3,a5", "b2:1"), "b2-c3", SLEEPS),
    Ask("Circe who has just taken the power does not sleep",
        line("circe:b2,e5", "hypnus:d1,a5", "b2:1"), "b2-b3"),
    Ask("but its owner does by it", line("circe:b2,e5", "hypnus[holder=blue]:d1,a5", "d1:1", 2), "d1-d2", SLEEPS),
    Ask("Circe sleeps when the two stand together", line("circe:b2,e5", "hypnus:d1,e1", "b2:1"), "b2-b3", SLEEPS),
    Ask("Siren's turn needs no mover", line("siren[direction=n]:b2", "hypnus:d1,a3", "b2:1"), "d1>d2"),
    Ask("Jason's neither", line("jason[workers=1]:b2", "hypnus:d1,a3", "b2:1"), "@e5"),
    Ask("each of several players is compared by itself",
        line("pan:b2,e5", "atlas:c4,c5", "b2:1 c4:3 c5:3", more="hypnus:d1,a5"), "b2-b3", SLEEPS),
    Ask("of a team the one both share", line("pan:b2,e5", "atlas:c4,c5", "b2:1", 3, more="apollo:/hypnus:"), "b2-b3",
        SLEEPS),
    Ask("not of his own team", line("pan:b2,e5", "atlas:c4,c5", "b2:1", more="hypnus:/apollo:"), "b2-b3"),
    Ask("Hecate's higher worker sleeps in secret", line("hecate:b2,e5", "hypnus:d1,a5", "b2:1"), "b2-b3", SLEEPS),
    Ask("beside the Ram he sends others to sleep", line("mortal:b2,e5", "mortal:d1,a5", "b2:1") + "/*hypnus:c1",
        "b2-b3", SLEEPS),
    Ask("and nobody from afar", line("mortal:b2,e5", "mortal:d1,a5", "b2:1") + "/*hypnus:a1", "b2-b3"),
    Ask("a single worker is awake if the table wants it so", line("mortal:b2", "hypnus:d1,a5", rules=LONE), "b2-b3"),
    Ask("Persephone cannot ask for what it cannot do",
        line("pan:b2,e5", "hypnus:d1,a5", "b2:1 b3:2", 1, more="atlas:/persephone:"), "e5-e4"),
    Leads("it may be forced", line("minotaur:c2,e5", "hypnus:b2,a5", "b2:1 c2:1 e5:1"), "c2-b2 b2+b3",
          line("minotaur:b2,e5", "hypnus:a2,a5", "b2:1 c2:1 e5:1 b3:1", 2)),
    Wins("a single worker sleeps, so its player cannot move", line("mortal:b2", "hypnus:d1,a5"), "", "orange"),
    Wins("a sleeper and one without a way are no turn",
         line("mortal:b2,a5", "hypnus:d1,e1", "b2:1 a4:2 b4:2 b5:2"), "", "orange"),
    Wins("Terpsichore loses where one of hers sleeps", line("terpsichore:b2,e5", "hypnus:d1,a5", "b2:1"), "",
         "orange"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_hypnus(case: Ask | Leads | Wins) -> None:
    check(case)
