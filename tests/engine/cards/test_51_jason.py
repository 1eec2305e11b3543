"""Jason: the card's sentences, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from engine import Seat
from tests.engine.cases import Ask, Leads, Wins, begun, check, legal, line, name

JASON = line("jason:b2,e5", "mortal:d4,a5")
NOW = "revised=jason"
REVISED = line("jason:b2,e5", "mortal:d4,a5", rules=NOW)

CASES = [
    Ask("the spare worker comes on a free space at the edge", JASON, "@e1"),
    Ask("a corner or not", JASON, "@c1"),
    Ask("he may take his normal turn", JASON, "b2-b3"),
    Ask("not inside", JASON, "@c3", "jason.perimeter"),
    Ask("not on a block", line("jason:b2,e5", "mortal:d4,a5", "e1:1"), "@e1", "jason.ground"),
    Ask("not on a dome", line("jason:b2,e5", "mortal:d4,a5", "e1:A"), "@e1", "place.domed"),
    Ask("not on a worker", JASON, "@a5", "place.occupied"),
    Ask("not after a move", JASON, "b2-b3 @e1", "step.other"),
    Ask("once", line("jason[workers=0]:b2,e5,c1", "mortal:d4,a5"), "@e1", "hero.spent"),
    Ask("it builds", JASON, "@e1 e1+e2"),
    Ask("that is a must", JASON, "@e1 .", "done.not_optional"),
    Ask("no other worker does", JASON, "@e1 b2+b3", "worker.not_this"),
    Ask("it does not move in that turn", JASON, "@e1 e1-e2", "step.other"),
    Ask("not where it could not build", line("jason:b2,e5", "mortal:d4,a5", "d1:4 d2:4 e2:4"), "@e1",
        "no_legal_finish_build"),
    Leads("then the turn is over", JASON, "@e1 e1+e2",
          line("jason[workers=0]:b2,e1,e5", "mortal:d4,a5", "e2:1", 2)),
    Ask("later it is a worker like the others", line("jason[workers=0]:b2,e5,e1", "mortal:d4,a5"), "e1-e2 e2+e1"),
    Leads("it may save a turn without a move", line("jason:a1", "mortal:d4,a5", "a2:2 b1:2 b2:2"), "@e1 e1+e2",
          line("jason[workers=0]:a1,e1", "mortal:d4,a5", "a2:2 b1:2 b2:2 e2:1", 2)),
    Leads("or without a worker", line("jason:", "mortal:d4,a5"), "@e1 e1+e2",
          line("jason[workers=0]:e1", "mortal:d4,a5", "e2:1", 2)),
    Wins("once used nothing saves", line("jason[workers=0]:a1", "mortal:d4,a5", "a2:2 b1:2 b2:2"), "", "orange"),
    Ask("it stands against the wind", line("jason:b2,e5", "aeolus[direction=n]:d4,a5"), "@e1 e1+e2"),
    Leads("the Harpies do not force it on", line("jason:b2,e5", "harpies:d4,a5"), "@e1 e1+e2",
          line("jason[workers=0]:b2,e1,e5", "harpies:d4,a5", "e2:1", 2)),
    Leads("it does not hop", line("jason:b2,e5", "charybdis[squares=c3+e1]:d4,a5"), "@e1 e1+e2",
          line("jason[workers=0]:b2,e1,e5", "charybdis[squares=c3+e1]:d4,a5", "e2:1", 2)),
    Ask("Aphrodite's bound workers stay where they are", line("jason:b2,e5", "aphrodite:c3,a5"), "@e1"),
    Ask("Athena's climb is no matter", line("jason:b2,e5", "athena[^]:d4,a5"), "@e1"),
    Ask("Persephone wants a move up if there is one", line("jason:b2,e5", "persephone:d4,a5", "c3:1"), "@e1",
        "persephone.must_climb"),
    Ask("if there is none he may", line("jason:b2,e5", "persephone:d4,a5"), "@e1"),
    Wins("on the Abyss it loses", line("jason:b2,e5", "tartarus[square=e1]:d4,a5"), "@e1", "orange"),
    Ask("Limus' neighborhood is closed to its build", line("jason:b2,e5", "limus:d3,a5"), "@e1 e1+e2",
        "limus.barren"),
    Ask("Talus is in the way", line("jason:b2,e5", "europa[square=e1]:d4,a5"), "@e1", "europa.obstructs"),
    Leads("on a secret worker it comes to nothing and is not spent", line("jason:b2,e5", "hecate:e1,a5"), "@e1",
          line("jason:b2,e5", "hecate:e1,a5", "", 2)),
    Ask("of three workers Hypnus lets the highest sleep",
        line("jason[workers=0]:b2,e5,c1", "hypnus:d4,a5", "c1:1 b2:0"), "c1-c2", "hypnus.asleep"),
    Ask("two of them at the top stay awake", line("jason[workers=0]:b2,e5,c1", "hypnus:d4,a5", "c1:1 b2:1"), "c1-c2"),
    Ask("Gaea may place beside its dome", line("jason:b2,e5", "gaea[workers=2]:d4,a5", "e2:3"), "@e1 e1^e2 @d1"),
    Ask("Circe cannot place it", line("circe:d4,a5", "jason:b2,e5"), "@e1", "step.other"),
    Ask("its owner can", line("circe:d4,a5", "jason:b2,e5", "", 2), "@e1"),
    # Revised: it places, moves and builds.
    Ask("revised: it moves", REVISED, "@e1 e1-e2"),
    Ask("revised: that is a must", REVISED, "@e1 e1+e2", "step.other"),
    Ask("revised: no other worker does", REVISED, "@e1 b2-b3", "worker.not_this"),
    Ask("revised: it builds then", REVISED, "@e1 e1-e2 e2+e1"),
    Leads("revised: then the turn is over", REVISED, "@e1 e1-e2 e2+e1",
          line("jason[workers=0]:b2,e2,e5", "mortal:d4,a5", "e1:1", 2, rules=NOW)),
    Leads("revised: its move is a real one", line("jason:b2,e5", "harpies:d4,a5", rules=NOW), "@e1 e1-e2 e4+d3",
          line("jason[workers=0]:b2,e4,e5", "harpies:d4,a5", "d3:1", 2, rules=NOW)),
    Ask("revised: not where it could not move", line("jason:b2,e5", "mortal:d4,a5", "d1:2 d2:2 e2:2", rules=NOW),
        "@e1", "no_legal_finish_own"),
    Ask("revised: Persephone: not without a way up", line("jason:b2,e5", "persephone:d4,a5", "c3:1", rules=NOW), "@e1",
        "persephone.must_climb"),
    Ask("revised: with one it may", line("jason:b2,e5", "persephone:d4,a5", "c3:1 e2:1", rules=NOW), "@e1 e1-e2"),
    Ask("revised: and has to", line("jason:b2,e5", "persephone:d4,a5", "c3:1 e2:1", rules=NOW), "@e1 e1-d1",
        "persephone.must_climb"),
    Ask("revised: a way up by the power alone is not asked for",
        line("jason:b2,e5", "persephone:d4,a5", "e2:1", rules=NOW), "b2-b3"),
    Ask("revised: but once it is used", line("jason:b2,e5", "persephone:d4,a5", "e2:1", rules=NOW), "@e1 e1-d1",
        "persephone.must_climb"),
    Ask("revised: the placed worker began nowhere, so Aphrodite does not bind it",
        line("jason:b2,e5", "aphrodite:d2,a5", rules=NOW), "@e1 e1-e2"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_jason(case: Ask | Leads | Wins) -> None:
    check(case)


def test_two_workers_are_placed_in_the_setup() -> None:
    game = begun("jason", "mortal", steps="@a1 @b1 @e5 @d5")
    assert game.active is Seat.BLUE
    assert "@e1" in legal(game)
