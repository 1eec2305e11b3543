"""Nemesis: the card's sentence, its edges, and the powers that she meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, check, game_at, legal, line, name

TURN = "b2-b1 b1+a1"
NEMESIS = line("nemesis:b2,e1", "mortal:b5,e5")
REVISED = "revised=nemesis"

CASES = [
    Ask("each of hers with each of theirs", NEMESIS, f"{TURN} b1=b5"),
    Ask("crosswise as well", NEMESIS, f"{TURN} b1=e5"),
    Ask("the other one may be first", NEMESIS, f"{TURN} e1=b5"),
    Ask("she may leave it", NEMESIS, f"{TURN} ."),
    Ask("but not after half of it", NEMESIS, f"{TURN} b1=b5 .", "done.not_optional"),
    Ask("who has swapped does not again", NEMESIS, f"{TURN} b1=b5 b5=e5", "nemesis.once"),
    Ask("the other pair has to follow", NEMESIS, f"{TURN} b1=b5 e1=e5"),
    Ask("not if one neighbors one of hers", line("nemesis:b2,e1", "mortal:c2,e5"), f"{TURN} b1=e5", "step.other"),
    Ask("not even beside the one that did not move", line("nemesis:b2,e1", "mortal:b5,d2"), f"{TURN} b1=b5",
        "step.other"),
    Ask("not two of hers", NEMESIS, f"{TURN} b1=e1", "worker.no_opponent"),
    Ask("not two of theirs", NEMESIS, f"{TURN} b5=e5", "worker.not_yours"),
    Ask("not without one of hers", NEMESIS, f"{TURN} c3=e5", "worker.none"),
    Ask("what counts is how it is when the turn ends", line("nemesis:b2,e1", "mortal:c3,e5"), f"{TURN} b1=c3"),
    Ask("not before the build", NEMESIS, "b2-b1 b1=b5", "step.other"),
    Ask("over the edge nobody neighbors", line("nemesis:b2,e1", "urania:b5,e4"), f"{TURN} b1=b5"),
    Ask("not with a worker on a coin", line("nemesis:b2,e1", "clio[squares=b5|left=2]:b5,e5", "b5:1"), f"{TURN} b1=b5",
        "worker.on_token"),
    Ask("who is not there beside her either", line("nemesis:b2,e1", "clio[squares=c2|left=2]:c2,e5", "c2:1"),
        f"{TURN} b1=e5"),
    Ask("three players: one of the opponents", line("nemesis:b2,e1", "pan:b5,e5", more="atlas:b4,e4"),
        f"{TURN} b1=e4"),
    Ask("and not both", line("nemesis:b2,e1", "pan:b5,e5", more="atlas:b4,e4"), f"{TURN} b1=e4 e1=e5",
        "nemesis.one_opponent"),
    Ask("the one beside her is no hindrance for the other",
        line("nemesis:b2,e1", "pan:c2,e5", more="atlas:b4,e4"), f"{TURN} b1=e4"),
    Ask("but cannot be chosen", line("nemesis:b2,e1", "pan:c2,e5", more="atlas:b4,e4"), f"{TURN} b1=e5",
        "nemesis.near"),
    Ask("four players: the other team's, all of them", line("nemesis:b2,e1", "pan:c2,e5", "", 1, more="atlas:/apollo:"),
        f"{TURN} b1=e5", "step.other"),
    Ask("not in her teammate's turn", line("atlas:b2,e1", "pan:b5,e5", "", 1, more="nemesis:/apollo:"),
        f"{TURN} b1=b5", "step.other"),
    Ask("Circe swaps with her power", line("circe:b2,e1", "nemesis:b5,e5"), f"{TURN} b1=b5"),
    Ask("Adonis is obeyed by it, too", line("nemesis:b2,e1", "adonis[used=yes|target=b2]:b5,e5"), "b2-b3"),
    Ask("revised: two against two", line("nemesis:b2,e1", "mortal:b5,e5", rules=REVISED), f"{TURN} b1=b5"),
    Ask("revised: not against one", line("nemesis:b2,e1", "mortal:b5", rules=REVISED), f"{TURN} b1=b5", "step.other"),
    Ask("revised: not with one", line("nemesis:b2", "mortal:b5,e5", rules=REVISED), f"{TURN} b1=b5", "step.other"),
    Ask("revised: not with one of two opponents", line("nemesis:b2,e1", "pan:b5", more="atlas:b4,e4", rules=REVISED),
        f"{TURN} b1=b5", "nemesis.two"),
    Leads("they take each other's spaces", NEMESIS, f"{TURN} b1=b5 e1=e5",
          line("nemesis:b5,e5", "mortal:b1,e1", "a1:1", 2)),
    Leads("crosswise, too", NEMESIS, f"{TURN} b1=e5 e1=b5",
          line("nemesis:b5,e5", "mortal:b1,e1", "a1:1", 2)),
    Leads("of any height, without a win", line("nemesis:b2,e1", "mortal:b5,e5", "b2:1 b1:2 b5:3 e5:3"),
          f"{TURN} b1=b5 e1=e5", line("nemesis:b5,e5", "mortal:b1,e1", "b2:1 b1:2 b5:3 e5:3 a1:1", 2)),
    Leads("one against two is one swap", line("nemesis:b2", "mortal:b5,e5"), f"{TURN} b1=e5",
          line("nemesis:e5", "mortal:b1,b5", "a1:1", 2)),
    Leads("two against one as well", line("nemesis:b2,e1", "mortal:b5"), f"{TURN} e1=b5",
          line("nemesis:b1,b5", "mortal:e1", "a1:1", 2)),
    Leads("of three she picks two", line("nemesis:b2,e1", "jason[workers=0]:b5,d5,e5"), f"{TURN} b1=d5 e1=e5",
          line("nemesis:d5,e5", "jason[workers=0]:b1,e1,b5", "a1:1", 2)),
    Leads("swapped workers have not moved: no whirlpool",
          line("nemesis:b2,e1", "charybdis[squares=a3+b5]:b5,e5"), f"{TURN} b1=b5 e1=e5",
          line("nemesis:b5,e5", "charybdis[squares=a3+b5]:b1,e1", "a1:1", 2)),
    Leads("nobody else has anything of it", line("nemesis:b2,e1", "mortal:b5,e5", "", 2), "b5-b4 b4+a4",
          line("nemesis:b2,e1", "mortal:b4,e5", "a4:1")),
    Leads("with nobody to name there is nothing to ask", line("nemesis:b2,e1", "hecate:b5,e5"), TURN,
          line("nemesis:b1,e1", "hecate:b5,e5", "a1:1", 2)),
    Leads("after it Aphrodite's demand is what it was", line("nemesis:b2,e1", "aphrodite:b5,e5"),
          f"{TURN} b1=b5 e1=e5", line("nemesis:b5,e5", "aphrodite:b1,e1", "a1:1", 2)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_nemesis(case: Ask | Leads) -> None:
    check(case)


def test_all_pairs_are_open_at_first() -> None:
    assert legal(game_at(NEMESIS, TURN)) == {".", "b1=b5", "b1=e5", "e1=b5", "e1=e5"}
