"""Pan: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, game_at, line, name

TWO_GODS = "edition=original_2007&gods_per_player=2"
POOLS = "charybdis[squares=c3+e1]:d5,a5"

CASES = [
    Wins("down from 2 to 0", line("pan:b2,e5", "mortal:d5,a5", "b2:2"), "b2-b3"),
    Wins("down from 3 to 1", line("pan:b2,e5", "mortal:d5,a5", "b2:3 b3:1"), "b2-b3"),
    Wins("down from 3 to 0", line("pan:b2,e5", "mortal:d5,a5", "b2:3"), "b2-b3"),
    Wins("up as everybody", line("pan:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3"),
    Leads("one level down is no win", line("pan:b2,e5", "mortal:d5,a5", "b2:1"), "b2-b3 b3+b4",
          line("pan:b3,e5", "mortal:d5,a5", "b2:1 b4:1", 2)),
    Leads("two moves down one level each are none",
          line("pan+artemis:b2,e5", "mortal:d5,a5", "b2:2 b3:1", rules=TWO_GODS), "b2-b3 b3-b4 b4+b5",
          line("pan+artemis:b4,e5", "mortal:d5,a5", "b2:2 b3:1 b5:1", 2, rules=TWO_GODS)),
    Leads("nobody else wins so", line("pan:b2,e5", "mortal:d5,a5", "d5:2", 2), "d5-d4 d4+d3",
          line("pan:b2,e5", "mortal:a5,d4", "d5:2 d3:1")),
    Leads("nor his teammate", line("pan:b2,e5", "atlas:d5,a5", "b2:2", 3, more="demeter:/hermes:"), "b2-b3 b3+b4 .",
          line("pan:b3,e5", "atlas:d5,a5", "b2:2 b4:1", 4, more="demeter:/hermes:")),
    Leads("being pushed down is no move", line("minotaur:b2,e5", "pan:c3,a5", "b2:1 c3:2"), "b2-c3 c3+d3",
          line("minotaur:c3,e5", "pan:d4,a5", "b2:1 c3:2 d3:1", 2)),
    Leads("nor is being forced on", line("pan:b2,e5", "harpies:d5,a5", "b2:2 b3:1"), "b2-b3 b5+c5",
          line("pan:b5,e5", "harpies:d5,a5", "b2:2 b3:1 c5:1", 2)),
    Wins("the win comes before the slide", line("pan:b2,e5", "harpies:d5,a5", "b2:2"), "b2-b3"),
    Leads("driven by an opponent he does not win", line("dionysus:b2,e5", "pan:d4,a5", "d4:2", "1+dionysus"),
          "d4-d3 d3+d2", line("dionysus:b2,e5", "pan:d3,a5", "d4:2 d2:1", 2)),
    Ask("against Hades there is no way down", line("pan:b2,e5", "hades:d5,a5", "b2:2"), "b2-b3", "hades.no_descent"),
    Leads("Hera denies the win at the edge", line("pan:b2,e5", "hera:d5,a5", "b2:2"), "b2-b1 b1+c1",
          line("pan:b1,e5", "hera:d5,a5", "b2:2 c1:1", 2)),
    Wins("not in the middle", line("pan:b2,e5", "hera:d5,a5", "b2:2"), "b2-b3"),
    Wins("the Moerae take it", line("pan:b2,e5", "moerae[corner=b3]:d5,a5,a4", "b2:2"), "b2-b3", "orange"),
    Wins("in the Abyss he loses", line("pan:b2,e5", "tartarus[square=b3]:d5,a5", "b2:2"), "b2-b3", "orange"),
    Wins("a hop down two levels wins", line("pan:b2,e5", POOLS, "b2:2 c3:2"), "b2-c3"),
    Wins("so does the first half", line("pan:b2,e5", POOLS, "b2:2 e1:2"), "b2-c3"),
    Leads("by the revised text no hop down does", line("pan:b2,e5", POOLS, "b2:2 c3:2", rules="revised=charybdis"),
          "b2-c3 e1+d1", line("pan:e1,e5", POOLS, "b2:2 c3:2 d1:1", 2, rules="revised=charybdis")),
    Leads("nor the first half", line("pan:b2,e5", POOLS, "b2:2 e1:2", rules="revised=charybdis"),
          "b2-c3 e1+d1", line("pan:e1,e5", POOLS, "b2:2 e1:2 d1:1", 2, rules="revised=charybdis")),
    Wins("the table may settle it", line("pan:b2,e5", POOLS, "b2:2 c3:2", rules="revised=charybdis&hop_is_move=yes"),
         "b2-c3"),
    Ask("Persephone: no jump down while a way leads up", line("pan:b2,e5", "persephone:d5,a5", "b2:2 e4:1"), "b2-b3",
        "persephone.must_climb"),
    Wins("the table may let winners off",
         line("pan:b2,e5", "persephone:d5,a5", "b2:2 e4:1", rules="other_wins_excuse=yes"), "b2-b3"),
    Wins("where none does it wins", line("pan:b2,e5", "persephone:d5,a5", "b2:2"), "b2-b3"),
    Wins("Circe wins with his power", line("circe:b2,e5", "pan:d5,a5", "b2:2"), "b2-b3"),
    Leads("without it he does not", line("circe:d5,a5", "pan[holder=blue]:b2,e5", "b2:2", 2), "b2-b3 b3+b4",
          line("circe:d5,a5", "pan[holder=blue]:b3,e5", "b2:2 b4:1")),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_pan(case: Ask | Leads | Wins) -> None:
    check(case)


def test_the_reason_names_him() -> None:
    outcome = game_at(line("pan:b2,e5", "mortal:d5,a5", "b2:2"), "b2-b3").outcome
    assert outcome is not None
    assert outcome.reason.key == "pan.win"
