"""Selene, sentence by sentence: a dome by the female worker instead of the build."""

from __future__ import annotations

import pytest

from engine import Seat
from engine.setup import Profile, Rulings
from tests.engine.cases import Ask, Leads, Wins, begun, check, legal, line, name

MOON, MORTAL = "selene[marked=e1]:b2,e1", "mortal:d5,a5"

CASES = [
    Leads("the other moved, she puts a dome on the ground", line(MOON, MORTAL), "b2-b3 e1^e2",
        line("selene[marked=e1]:b3,e1", MORTAL, "e2:A", 2)),
    Leads("on one block", line(MOON, MORTAL, "e2:1"), "b2-b3 e1^e2",
        line("selene[marked=e1]:b3,e1", MORTAL, "e2:B", 2)),
    Leads("on two", line(MOON, MORTAL, "e2:2"), "b2-b3 e1^e2", line("selene[marked=e1]:b3,e1", MORTAL, "e2:C", 2)),
    Leads("on three", line(MOON, MORTAL, "e2:3"), "b2-b3 e1^e2", line("selene[marked=e1]:b3,e1", MORTAL, "e2:4", 2)),
    Leads("instead of it the one that moved builds", line(MOON, MORTAL), "b2-b3 b3+b4",
        line("selene[marked=e1]:b3,e1", MORTAL, "b4:1", 2)),
    Leads("if she moved she builds a dome from there", line(MOON, MORTAL), "e1-e2 e2^e3",
        line("selene[marked=e2]:b2,e2", MORTAL, "e3:A", 2)),
    Leads("or an ordinary block", line(MOON, MORTAL), "e1-e2 e2+e3",
        line("selene[marked=e2]:b2,e2", MORTAL, "e3:1", 2)),
    Ask("the other puts no early domes", line(MOON, MORTAL), "b2-b3 b3^b4", "build.piece"),
    Ask("nor does he when she moved", line(MOON, MORTAL), "e1-e2 b2^b3", "worker.not_this"),
    Ask("she puts no block when the other moved", line(MOON, MORTAL), "b2-b3 e1+e2", "build.piece"),
    Ask("her dome stands beside her", line(MOON, MORTAL), "b2-b3 e1^c3", "build.not_neighboring"),
    Ask("not on a worker", line(MOON, "mortal:e2,a5"), "b2-b3 e1^e2", "build.occupied"),
    Ask("not on a dome", line(MOON, MORTAL, "e2:4"), "b2-b3 e1^e2", "build.domed"),
    Ask("where the mover came from", line("selene[marked=e1]:e2,e1", MORTAL), "e2-e3 e1^e2"),
    Ask("without her the power is gone", line("selene:b2", MORTAL), "b2-b3 b3^b4", "build.piece"),
    # Other powers
    Ask("asleep she can do it", line(MOON, "hypnus:d5,a5", "e1:1"), "b2-b3 e1^e2"),
    Ask("but not move", line(MOON, "hypnus:d5,a5", "e1:1"), "e1-e2", "hypnus.asleep"),
    Ask("beside Limus no early dome", line(MOON, "limus:d3,a5"), "b2-b3 e1^e2", "limus.barren"),
    Ask("but one that completes a tower", line(MOON, "limus:d3,a5", "e2:3"), "b2-b3 e1^e2"),
    Ask("by the revised wording any dome", line(MOON, "limus:d3,a5", rules="revised=limus"), "b2-b3 e1^e2"),
    Ask("who moves where nothing can be built relies on her", line("selene[marked=e5]:b1,e5", "limus:b3,c1"), "b1-a1"),
    Ask("then only she builds", line("selene[marked=e5]:b1,e5", "limus:b3,c1"), "b1-a1 a1+a2", "limus.barren"),
    Ask("and she does", line("selene[marked=e5]:b1,e5", "limus:b3,c1"), "b1-a1 e5^e4"),
    Ask("without her that move is none", line("mortal:b1,e5", "limus:b3,c1"), "b1-a1", "no_legal_finish_by"),
    Ask("each low dome is a chance for Gaea", line(MOON, "gaea[workers=2]:d5,a5"), "b2-b3 e1^e2 @d1"),
    Leads("a low dome changes the card of Chaos", line(MOON, "chaos[face_up=pan|draw=atlas|discards=-]:d5,a5"),
        "b2-b3 e1^e2", line("selene[marked=e1]:b3,e1", "chaos[face_up=atlas|draw=-|discards=pan]:d5,a5", "e2:A", 2)),
    Leads("not in the later edition",
        line(MOON, "chaos[face_up=pan|draw=atlas|discards=-]:d5,a5", rules="edition=spin_master"), "b2-b3 e1^e2",
        line("selene[marked=e1]:b3,e1", "chaos[face_up=pan|draw=atlas|discards=-]:d5,a5", "e2:A", 2,
            rules="edition=spin_master")),
    Leads("a low dome is no tower for Chronus", line(MOON, "chronus:d5,a5", "a1:4 b1:4 c1:4 d1:4 e2:2"), "b2-b3 e1^e2",
        line("selene[marked=e1]:b3,e1", "chronus:d5,a5", "a1:4 b1:4 c1:4 d1:4 e2:C", 2)),
    Wins("a high one is", line(MOON, "chronus:d5,a5", "a1:4 b1:4 c1:4 d1:4 e2:3"), "b2-b3 e1^e2", "orange"),
    Ask("Circe's own female worker does it", line("circe[marked=e1]:b2,e1", "selene[marked=d5]:d5,a5"), "b2-b3 e1^e2"),
    Ask("not her other", line("circe[marked=e1]:b2,e1", "selene[marked=d5]:d5,a5"), "b2-b3 b3^b4", "build.piece"),
    Ask("the robbed Selene has none", line("circe:d5,a5", "selene[holder=blue|marked=e1]:b2,e1", to_move=2),
        "b2-b3 e1^e2", "card.lent"),
    Ask("led by Dionysus she builds by the common rules", line("dionysus:b2,e1", "selene[marked=d5]:d5,a5", "c3:3"),
        "b2-b3 b3^c3 d5-d4 d4^d5", "build.piece"),
    Ask("Clio's coins are as domes", line(MOON, "clio[squares=e2|left=2]:d5,a5", "e2:1"), "b2-b3 e1^e2",
        "clio.obstructs"),
    Ask("Talus too", line(MOON, "europa[square=e2]:d5,a5"), "b2-b3 e1^e2", "europa.obstructs"),
    Leads("a whirlpool beneath her dome goes back", line(MOON, "charybdis[squares=c3+e2]:d5,a5"), "b2-b3 e1^e2",
        line("selene[marked=e1]:b3,e1", "charybdis[squares=c3]:d5,a5", "e2:A", 2)),
    Leads("on a secret worker her dome comes to nothing", line(MOON, "hecate:e2,a5"), "b2-b3 e1^e2",
        line("selene[marked=e1]:b3,e1", "hecate:e2,a5", "", 2)),
    # Teams, and the Ram
    Ask("in a team it is the team's female worker", line(MOON, "apollo:d5,a5", more="pan:/atlas:"), "b2-b3 e1^e2"),
    Ask("the second of a team has it with the team's workers",
        line("pan[marked=e1]:b2,e1", "apollo:d5,a5", to_move=3, more="selene:/atlas:"), "b2-b3 e1^e2"),
    Ask("the teammate has not", line(MOON, "apollo:d5,a5", to_move=3, more="pan:/atlas:"), "b2-b3 e1^e2",
        "worker.not_this"),
    Ask("beside the Ram it is one's own female worker",
        line("mortal[marked=e1]:b2,e1", "mortal[marked=a5]:d5,a5", more="*selene:a1"), "b2-b3 e1^e2"),
    Ask("away from it there is none", line("mortal[marked=e1]:b2,e1", "mortal[marked=a5]:d5,a5", more="*selene:e5"),
        "b2-b3 e1^e2", "ram.away"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_selene(case: Ask | Leads | Wins) -> None:
    """The rules say so."""
    check(case)


def test_setup_says_which_is_the_female_worker() -> None:
    """She is chosen once both stand, before the others place."""
    game = begun("selene", "mortal", steps="@b2 @e1")
    assert legal(game) == {"?b2", "?e1"}
    game = begun("selene", "mortal", steps="@b2 @e1 ?e1 @d5 @a5")
    assert {worker.square for worker in game.view(Seat.BLUE).workers if worker.marked} == {4}


def test_circe_distinguishes_her_own_against_selene() -> None:
    """Whoever may come to use the power chooses as well, unless the table leaves it out."""
    assert legal(begun("circe", "selene", steps="@b2 @e1")) == {"?b2", "?e1"}
    strict = Profile(rulings=Rulings(taken_power_marks_workers=False))
    assert "@d5" in legal(begun("circe", "selene", steps="@b2 @e1", profile=strict))


def test_beside_the_ram_both_players_choose() -> None:
    """Either may come to have the power."""
    assert legal(begun("mortal", "mortal", steps="@b2 @e1", fleece="selene")) == {"?b2", "?e1"}
    assert legal(begun("mortal", "mortal", steps="@b2 @e1 ?b2 @d5 @a5", fleece="selene")) == {"?d5", "?a5"}
