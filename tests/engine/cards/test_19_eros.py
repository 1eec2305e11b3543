"""Eros: the card's sentences, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from engine.notation import parse_action
from engine.reasons import Reason
from engine.setup import Profile, Rulings
from tests.engine.cases import Ask, Leads, Wins, begun, check, legal, line, name

MEET = "b3:1 c4:1"
COUPLE = line("eros:b2,c4", "mortal:e1,a5", MEET)
THREE = "atlas:e2,a1"

CASES = [
    Wins("a move beside the other, both on the first level", COUPLE, "b2-b3"),
    Wins("whichever of the two moves", line("eros:b3,c5", "mortal:e1,a5", MEET), "c5-c4"),
    Wins("from higher up as well", line("eros:b2,c4", "mortal:e1,a5", f"{MEET} b2:2"), "b2-b3"),
    Wins("though they were neighbors before", line("eros:b4,c4", "mortal:e1,a5", f"{MEET} b4:1"), "b4-b3"),
    Wins("he wins as anybody else, too", line("eros:b2,e5", "mortal:e1,a5", "b2:2 b3:3"), "b2-b3"),
    Leads("not on the ground", line("eros:b2,c4", "mortal:e1,a5"), "b2-b3 b3+b2",
          line("eros:b3,c4", "mortal:e1,a5", "b2:1", 2)),
    Leads("not on the second level", line("eros:b2,c4", "mortal:e1,a5", "b2:1 b3:2 c4:2"), "b2-b3 b3+b2",
          line("eros:b3,c4", "mortal:e1,a5", "b2:2 b3:2 c4:2", 2)),
    Leads("not on different levels", line("eros:b2,c4", "mortal:e1,a5", "b3:1"), "b2-b3 b3+b2",
          line("eros:b3,c4", "mortal:e1,a5", "b2:1 b3:1", 2)),
    Leads("not from afar", line("eros:b2,c5", "mortal:e1,a5", "b3:1 c5:1"), "b2-b3 b3+b2",
          line("eros:b3,c5", "mortal:e1,a5", "b2:1 b3:1 c5:1", 2)),
    Leads("not by a build", line("eros:a3,b4", "mortal:e1,e5", "b4:1 a4:1"), "a3-a2 a2+a3",
          line("eros:a2,b4", "mortal:e1,e5", "b4:1 a4:1 a3:1", 2)),
    Leads("a last worker meets nobody", line("eros:b2", "mortal:e1,a5", "b3:1"), "b2-b3 b3+b2",
          line("eros:b3", "mortal:e1,a5", "b2:1 b3:1", 2)),
    Leads("not when an opponent brings them together", line("minotaur:d4,a1", "eros:c4,a4", "b4:1 a4:1 c4:1 d4:1"),
          "d4-c4 c4+c5", line("minotaur:a1,c4", "eros:a4,b4", "b4:1 a4:1 c4:1 d4:1 c5:1", 2)),
    Leads("not by being forced on", line("eros:a2,d2", "harpies:e1,e5", "a2:1 b2:1 c2:1 d2:1"), "a2-b2 c2+c3",
          line("eros:c2,d2", "harpies:e1,e5", "a2:1 b2:1 c2:1 d2:1 c3:1", 2)),
    Wins("the move counts, before the Harpies force him on",
         line("eros:a2,c3", "harpies:e1,e5", "b2:1 c3:1"), "a2-b2"),
    Leads("Hera grants him no meeting at the edge", line("eros:b2,b3", "hera:e1,e5", "a3:1 b3:1"), "b2-a3 a3+a4",
          line("eros:a3,b3", "hera:e1,e5", "a3:1 b3:1 a4:1", 2)),
    Wins("but one inland", line("eros:b2,a3", "hera:e1,e5", "a3:1 b3:1"), "b2-b3"),
    Wins("Moerae win by a meeting in their Fate", line("eros:b2,c4", "moerae[corner=a3]:e1,a5,e5", MEET), "b2-b3",
         "orange"),
    Wins("but not by one beside it", line("eros:b2,c4", "moerae[corner=a1]:e1,a5,e5", MEET), "b2-b3"),
    Wins("who enters the Abyss loses instead", line("eros:b2,c4", "tartarus[square=b3]:e1,a5", MEET), "b2-b3",
         "orange"),
    Ask("Persephone lets him meet only by a climb, if there is one",
        line("eros:b2,c4", "persephone:e1,a5", f"{MEET} b2:1 c2:2"), "b2-b3", "persephone.must_climb"),
    Wins("or if there is none", line("eros:b2,c4", "persephone:e1,a5", f"{MEET} b2:1"), "b2-b3"),
    Wins("or if the table lets other wins excuse it",
         line("eros:b2,c4", "persephone:e1,a5", f"{MEET} b2:1 c2:2", rules="other_wins_excuse=yes"), "b2-b3"),
    Wins("a whirlpool may bring them together", line("eros:b2,d5", "charybdis[squares=b3+d4]:e1,a5", "d4:1 d5:1"),
         "b2-b3"),
    Wins("a revised one, too: as a move up to where it ends",
         line("eros:b2,d5", "charybdis[squares=b3+d4]:e1,a5", "d4:1 d5:1", rules="revised=charybdis"), "b2-b3"),
    Leads("but not where it begins",
          line("eros:b2,c4", "charybdis[squares=b3+e5]:e1,a5", MEET, rules="revised=charybdis"), "b2-b3 e5+e4",
          line("eros:c4,e5", "charybdis[squares=b3+e5]:e1,a5", f"{MEET} e4:1", 2, rules="revised=charybdis")),
    Wins("where a printed one would",
         line("eros:b2,c4", "charybdis[squares=b3+e5]:e1,a5", MEET), "b2-b3"),
    Wins("Circe wins by his text with her workers", line("circe:b2,c4", "eros:e1,a5", MEET), "b2-b3"),
    Leads("and he does not meanwhile", line("circe:e1,e5", "eros[holder=blue]:b2,c4", MEET, 2), "b2-b3 b3+b2",
          line("circe:e1,e5", "eros:b3,c4", f"{MEET} b2:1")),
    Wins("of three players on any level: the ground", line("eros:b2,c4", "pan:e1,a5", more=THREE), "b2-b3"),
    Wins("or the second", line("eros:b2,c4", "pan:e1,a5", "b2:1 b3:2 c4:2", more=THREE), "b2-b3"),
    Leads("but on the same", line("eros:b2,c4", "pan:e1,a5", "b3:1", more=THREE), "b2-b3 b3+b2",
          line("eros:b3,c4", "pan:e1,a5", "b2:1 b3:1", 2, more=THREE)),
    Wins("of three though one is out", line("eros:b2,c4", "pan:e1,a5", more="-atlas:"), "b2-b3"),
    Leads("unless the table looks at those left",
          line("eros:b2,c4", "pan:e1,a5", more="-atlas:", rules="players_left_decide=yes"), "b2-b3 b3+b2",
          line("eros:b3,c4", "pan:e1,a5", "b2:1", 2, more="-atlas:", rules="players_left_decide=yes")),
    Wins("in teams on the first level", line("eros:b2,c4", "pan:e1,a5", MEET, more="atlas:/apollo:"), "b2-b3",
         "blue white"),
    Leads("in teams not on the ground", line("eros:b2,c4", "pan:e1,a5", more="atlas:/apollo:"), "b2-b3 b3+b2",
          line("eros:b3,c4", "pan:e1,a5", "b2:1", 2, more="atlas:/apollo:")),
    Leads("nor in the teammate's turn", line("atlas:b2,c4", "pan:e1,a5", MEET, more="eros:/apollo:"), "b2-b3 b3+b2",
          line("atlas:b3,c4", "pan:e1,a5", f"{MEET} b2:1", 2, more="eros:/apollo:")),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_eros(case: Ask | Leads | Wins) -> None:
    check(case)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("c1", "@a5 @b5 @c5 @d5 @e5"),
        ("a3", "@e1 @e2 @e3 @e4 @e5"),
        ("a1", "@a5 @b5 @c5 @d5 @e5 @e1 @e2 @e3 @e4"),
    ],
    ids=["south", "west", "a corner belongs to two edges"],
)
def test_the_second_worker_goes_to_the_opposite_edge(first: str, second: str) -> None:
    assert legal(begun("eros", "mortal", steps=f"@{first}")) == set(second.split())


def test_the_first_worker_goes_to_any_edge() -> None:
    options = legal(begun("eros", "mortal"))
    assert len(options) == 16
    assert "@c3" not in options
    reason = Reason.of("eros.opposite_edges", square="c3", holder="blue")
    assert begun("eros", "mortal").why_not(parse_action("@c3")) == reason


def test_only_he_is_bound_to_the_edges() -> None:
    assert "@c3" in legal(begun("eros", "mortal", steps="@a1 @a5"))


@pytest.mark.parametrize("binds", [True, False])
def test_a_teammate_keeps_to_the_edges_as_well(binds: bool) -> None:  # noqa: FBT001 - a table's column
    profile = Profile(rulings=Rulings(teammates_placement_binds=binds))
    options = legal(begun("atlas", "pan", "eros", "apollo", profile=profile))
    assert ("@c3" in options) is not binds
