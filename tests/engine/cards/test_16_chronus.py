"""Chronus: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

FOUR = "a1:4 b1:4 c1:4 d1:4"
NEARLY = f"{FOUR} b4:3"
DOME = "b2-b3 b3^b4"
EMPTY_BOX = f"{FOUR} e1:3 a2:3 b2:3 c2:3 d2:3 e2:3 a3:3 b3:3 c3:3 d3:3 e3:2"
PHYSICAL = "supply=physical"

CASES = [
    Wins("the fifth Complete Tower wins", line("chronus:b2,e5", "mortal:d5,a5", NEARLY), DOME),
    Wins("also if an opponent completes it", line("mortal:b2,e5", "chronus:d5,a5", NEARLY), DOME, "orange"),
    Wins("more than five will do", line("chronus:b2,e5", "mortal:d5,a5", f"{NEARLY} e1:4"), ""),
    Wins("he wins as anybody else, too", line("chronus:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3"),
    Wins("whoever holds his power wins by five", line("circe:b2,e5", "chronus[holder=blue]:d5,a5", NEARLY), DOME),
    Wins("a dome from the end of the turn counts",
         line("chronus:b2,e5", "poseidon:b3,e1", "a1:4 b1:4 c1:4 d3:4 e4:1 d2:3", 2), "b3-b4 b4+b5 e1^d2",
         "blue"),
    Leads("four do not win", line("chronus:b2,e5", "mortal:d5,a5", "a1:4 b1:4 c1:4 b4:3"), DOME,
          line("chronus:b3,e5", "mortal:d5,a5", "a1:4 b1:4 c1:4 b4:4", 2)),
    Leads("a dome on low ground completes no tower", line("atlas:b2,e5", "chronus:d5,a5", FOUR), DOME,
          line("atlas:b3,e5", "chronus:d5,a5", f"{FOUR} b4:A", 2)),
    Leads("nor do those that stand with low domes", line("chronus:b2,e5", "atlas:d5,a5", "a1:4 b1:4 c1:4 d1:C b4:3"),
          DOME, line("chronus:b3,e5", "atlas:d5,a5", "a1:4 b1:4 c1:4 d1:C b4:4", 2)),
    Leads("a tower without dome is not complete", line("chronus:b2,e5", "mortal:d5,a5", f"{FOUR} b4:2"), "b2-b3 b3+b4",
          line("chronus:b3,e5", "mortal:d5,a5", f"{FOUR} b4:3", 2)),
    Leads("what Hecate's worker keeps from being built never counted",
          line("chronus:b2,e5", "hecate:b4,a5", NEARLY), DOME, line("chronus:b3,e5", "hecate:b4,a5", NEARLY, 2)),
    Ask("the fifth tower's dome is not asked for", line("chronus:b2,e5", "mortal:d5,a5", NEARLY), "b2-b3 b3+b2"),
    Wins("in an additional turn nobody wins; then the next turn does it",
         line("dionysus:b2,e5", "chronus:a3,d5", "a1:4 b1:4 c1:4 b4:3 a5:3"), f"{DOME} a3-a4 a4^a5 .", "orange"),
    Wins("Dionysus' own tower is the fifth", line("dionysus:b2,e5", "chronus:a3,d5", NEARLY), DOME, "orange"),
    Wins("even by a tower that Chronus himself completes",
         line("circe:a5,e1", "chronus[holder=blue]:b2,e5", NEARLY, 2), DOME),
    Leads("a tower that goes back to the box is gone",
          line("chronus:d4,a5", "mortal:c5,e5", EMPTY_BOX, rules=PHYSICAL), "d4-e4 e4+e3 %a1",
          line("chronus:e4,a5", "mortal:c5,e5", EMPTY_BOX.replace("a1:4", "a1:A").replace("e3:2", "e3:3"), 2,
               rules=f"{PHYSICAL}&recycled=1")),
    Wins("unless the table counts it on",
         line("chronus:b2,e5", "mortal:d5,a5", "a1:4 b1:4 c1:4 b4:3",
              rules="recycled_towers_count=yes&recycled=1"), DOME),
    Leads("which it does not as a rule",
          line("chronus:b2,e5", "mortal:d5,a5", "a1:4 b1:4 c1:4 b4:3", rules="recycled=1"), DOME,
          line("chronus:b3,e5", "mortal:d5,a5", "a1:4 b1:4 c1:4 b4:4", 2, rules="recycled=1")),
    Leads("a declined additional turn is over", line("dionysus:b2,e5", "chronus:a3,d5", "a1:4 b1:4 b4:3"), f"{DOME} .",
          line("dionysus:b3,e5", "chronus:a3,d5", "a1:4 b1:4 b4:4", 2)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_chronus(case: Ask | Leads | Wins) -> None:
    check(case)
