"""Apollo: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from engine import Seat
from engine.events import WorkerForced
from tests.engine.cases import Ask, Leads, Wins, check, game_at, line, name

APOLLO = line("apollo:b2,e5", "mortal:c3,a5")
WALL = "a3:4 b1:4 b2:4 b3:4"
POOLS = "charybdis[squares=c3+e1]"

CASES = [
    Ask("he may enter an opponent's space", APOLLO, "b2-c3"),
    Ask("he may move as everybody", APOLLO, "b2-b3"),
    Ask("not his own worker's", line("apollo:b2,b3", "mortal:c3,a5"), "b2-b3", "move.occupied"),
    Ask("not his teammate's", line("atlas:b2,b3", "pan:c3,a5", "", 3, more="apollo:/demeter:"), "b2-b3",
        "move.occupied"),
    Ask("in a team, either opponent's", line("atlas:b2,b3", "pan:c3,a5", "", 3, more="apollo:/demeter:"), "b2-c3"),
    Ask("among three players, any opponent's", line("apollo:b2,e5", "pan:a5,a4", more="atlas:c3,d1"), "b2-c3"),
    Ask("only a neighboring one", line("apollo:b2,e5", "mortal:d4,a5"), "b2-d4", "move.not_neighboring"),
    Ask("only in his own turn", line("apollo:b2,e5", "mortal:c3,a5", "", 2), "c3-b2", "move.occupied"),
    Ask("the height limit stays", line("apollo:b2,e5", "mortal:c3,a5", "c3:2"), "b2-c3", "move.too_high"),
    Ask("he may swap downwards", line("apollo:b2,e5", "mortal:c3,a5", "b2:3"), "b2-c3"),
    Ask("he cannot build on the one he swapped with", APOLLO, "b2-c3 c3+b2", "build.occupied"),
    Ask("no swap after which no build is left", line("apollo:a1,e5", "mortal:a2,e1", WALL), "a1-a2",
        "no_legal_finish_build"),
    Leads("the other goes where he came from", APOLLO, "b2-c3 c3+d3", line("apollo:c3,e5", "mortal:b2,a5", "d3:1", 2)),
    Leads("it may rise to the third level and does not win", line("apollo:b2,e5", "mortal:c3,a5", "b2:3 c3:1"),
          "b2-c3 c3+d3", line("apollo:c3,e5", "mortal:b2,a5", "b2:3 c3:1 d3:1", 2)),
    Leads("being forced down two levels is no win", line("apollo:b2,e5", "pan:c3,a5", "b2:1 c3:2"), "b2-c3 c3+d3",
          line("apollo:c3,e5", "pan:b2,a5", "b2:1 c3:2 d3:1", 2)),
    Wins("he wins by a swap onto the third level", line("apollo:b2,e5", "mortal:c3,a5", "b2:2 c3:3"), "b2-c3"),
    Ask("not with a worker on a coin", line("apollo:b2,e5", "clio[squares=c3|left=2]:c3,a5", "c3:1"), "b2-c3",
        "clio.obstructs"),
    Ask("Athena's climb binds the swap", line("apollo:b2,e5", "athena[^]:c3,a5", "c3:1"), "b2-c3", "athena.no_climb"),
    Leads("but not the one swapped up", line("apollo:b2,e5", "athena[^]:c3,a5", "b2:1"), "b2-c3 c3+d3",
          line("apollo:c3,e5", "athena[^]:b2,a5", "b2:1 d3:1", 2)),
    Ask("Hades binds the mover", line("apollo:b2,e5", "hades:c3,a5", "b2:1"), "b2-c3", "hades.no_descent"),
    Ask("not the one swapped down", line("apollo:b2,e5", "hades:c3,a5", "c3:1"), "b2-c3"),
    Ask("the wind binds the mover", line("apollo:b2,e5", "aeolus[direction=n]:b1,a5"), "b2-b1", "aeolus.wind"),
    Ask("not the one swapped against it", line("apollo:b2,e5", "aeolus[direction=n]:b3,a5"), "b2-b3"),
    Ask("Hypnus' sleeper does not swap", line("apollo:b2,e5", "hypnus:c3,a5", "b2:1 c3:1"), "b2-c3", "hypnus.asleep"),
    Ask("whoever sleeps may be swapped", line("apollo:b2,e5", "hypnus:c3,a5", "c3:1"), "b2-c3"),
    Ask("Persephone asks for the swap if it is the only way up",
        line("apollo:b2,e5", "persephone:c3,a5", "c3:1"), "b2-b3", "persephone.must_climb"),
    Ask("the space he enters is beside Aphrodite's worker", line("apollo:b2,e5", "aphrodite:c3,a5"), "b2-c3"),
    Leads("the Harpies force him on after the swap", line("apollo:b2,e5", "harpies:c3,a5"), "b2-c3 d4+d3",
          line("apollo:d4,e5", "harpies:b2,a5", "d3:1", 2)),
    Leads("onto an occupied whirlpool he does not hop", line("apollo:b2,e5", f"{POOLS}:c3,a5"), "b2-c3 c3+d3",
          line("apollo:c3,e5", f"{POOLS}:b2,a5", "d3:1", 2)),
    Leads("onto a revised one he does", line("apollo:b2,e5", f"{POOLS}:c3,a5", rules="revised=charybdis"),
          "b2-c3 e1+d1", line("apollo:e1,e5", f"{POOLS}:b2,a5", "d1:1", 2, rules="revised=charybdis")),
    Leads("the table may settle it", line("apollo:b2,e5", f"{POOLS}:c3,a5", rules="hop_from_entered_whirlpool=yes"),
          "b2-c3 e1+d1", line("apollo:e1,e5", f"{POOLS}:b2,a5", "d1:1", 2, rules="hop_from_entered_whirlpool=yes")),
    Wins("whom he swaps into the Abyss loses", line("apollo:b2,e5", "tartarus[square=b2]:c3,a5"), "b2-c3"),
    Wins("he loses in the Abyss himself", line("apollo:b2,e5", "tartarus[square=c3]:c3,a5"), "b2-c3", "orange"),
    Leads("Hera denies the win by a swap at the edge", line("apollo:d4,a1", "hera:e5,a5", "d4:2 e5:3"), "d4-e5 e5+e4",
          line("apollo:a1,e5", "hera:d4,a5", "d4:2 e5:3 e4:1", 2)),
    Wins("the Moerae win by his swap", line("apollo:b2,e5", "moerae[corner=c3]:c3,a5,a4", "b2:2 c3:3"), "b2-c3",
         "orange"),
    Leads("a worker that nobody sees is swapped in silence", line("apollo:b2,e5", "hecate:c3,a5"), "b2-c3 c3+d3",
          line("apollo:c3,e5", "hecate:b2,a5", "d3:1", 2)),
    Ask("who has lost the power to Circe cannot swap", line("circe:b2,e5", "apollo[holder=blue]:c3,a5", "", 2),
        "c3-b2", "card.lent"),
    Ask("beside the Ram everybody swaps", line("mortal:b2,e5", "mortal:c3,a5", more="*apollo:b1"), "b2-c3"),
    Ask("away from it nobody does", line("mortal:b2,e5", "mortal:c3,a5", more="*apollo:e1"), "b2-c3", "ram.away"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_apollo(case: Ask | Leads | Wins) -> None:
    check(case)


def test_he_does_not_learn_of_a_secret_swap() -> None:
    game = game_at(line("apollo:b2,e5", "hecate:c3,a5"), "b2-c3")
    assert not any(isinstance(event, WorkerForced) for event in game.events(Seat.BLUE))
    assert any(isinstance(event, WorkerForced) for event in game.events(Seat.ORANGE))
