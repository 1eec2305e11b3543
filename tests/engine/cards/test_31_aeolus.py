"""Aeolus, sentence by sentence: nobody moves straight into the wind."""

from __future__ import annotations

import pytest

from engine.setup import PowerName, Profile
from tests.engine.cases import Ask, Leads, Wins, begun, check, legal, line, name

WIND = "aeolus[direction=n]:d4,d1"
CALM = "aeolus[direction=-]:b2,e5"
LATER = "revised=aeolus"

CASES = [
    Ask("nobody moves against the wind", line("mortal:b3,e5", WIND), "b3-b2", "aeolus.wind"),
    Ask("aslant to one side is free", line("mortal:b3,e5", WIND), "b3-a2"),
    Ask("and to the other", line("mortal:b3,e5", WIND), "b3-c2"),
    Ask("across is free", line("mortal:b3,e5", WIND), "b3-c3"),
    Ask("with the wind is free", line("mortal:b3,e5", WIND), "b3-b4"),
    Ask("a wind to the north-east bars south-west", line("mortal:b3,e5", "aeolus[direction=ne]:d4,d1"), "b3-a2",
        "aeolus.wind"),
    Ask("and no other way", line("mortal:b3,e5", "aeolus[direction=ne]:d4,d1"), "b3-b2"),
    Ask("it binds Aeolus too", line("aeolus[direction=n]:b3,e5", "mortal:d4,d1"), "b3-b2", "aeolus.wind"),
    Ask("into the wind nobody wins either", line("mortal:b3,e5", WIND, "b3:2 b2:3"), "b3-b2", "aeolus.wind"),
    Ask("builds are free", line("mortal:b3,e5", WIND), "b3-b4 b4+b3"),
    Leads("he may turn it when his turn ends", line("aeolus[direction=n]:b2,e5", "mortal:d4,d1"), "b2-b3 b3+b4 ~se",
        line("aeolus[direction=se]:b3,e5", "mortal:d4,d1", "b4:1", 2)),
    Leads("or leave it", line("aeolus[direction=n]:b2,e5", "mortal:d4,d1"), "b2-b3 b3+b4 .",
        line("aeolus[direction=n]:b3,e5", "mortal:d4,d1", "b4:1", 2)),
    Ask("not back to the card", line("aeolus[direction=n]:b2,e5", "mortal:d4,d1"), "b2-b3 b3+b4 ~", "step.other"),
    Ask("not before the turn is over", line("aeolus[direction=n]:b2,e5", "mortal:d4,d1"), "b2-b3 ~se", "step.other"),
    Ask("the new wind blows at once", line("aeolus[direction=n]:b2,e5", "mortal:d4,d1"), "b2-b3 b3+b4 ~s d4-d5",
        "aeolus.wind"),
    Ask("the old one no longer", line("aeolus[direction=n]:b2,e5", "mortal:d4,d1"), "b2-b3 b3+b4 ~s d4-d3"),
    Leads("only his own turn turns it", line("mortal:b3,e5", WIND), "b3-b4 b4+b5",
        line("mortal:b4,e5", WIND, "b5:1", 2)),
    Wins("who could move only against it loses", line("mortal:a5", WIND, "b4:2 b5:2"), "", "orange"),
    Wins("a win comes before the wind is turned", line("aeolus[direction=n]:b2,e5", "mortal:d4,d1", "b2:2 b3:3"),
        "b2-b3"),
    # The later wording
    Ask("revised: on its card there is no wind", line("mortal:b3,e5", "aeolus[direction=-]:d4,d1", rules=LATER),
        "b3-b2"),
    Leads("revised: it may be set any way", line(CALM, "mortal:d4,d1", rules=LATER), "b2-b3 b3+b4 ~s",
        line("aeolus[direction=s]:b3,e5", "mortal:d4,d1", "b4:1", 2, rules=LATER)),
    Leads("revised: or stay on the card", line(CALM, "mortal:d4,d1", rules=LATER), "b2-b3 b3+b4 .",
        line("aeolus[direction=-]:b3,e5", "mortal:d4,d1", "b4:1", 2, rules=LATER)),
    Leads("revised: once out it may be taken back",
        line("aeolus[direction=n]:b2,e5", "mortal:d4,d1", rules=LATER), "b2-b3 b3+b4 ~",
        line("aeolus[direction=-]:b3,e5", "mortal:d4,d1", "b4:1", 2, rules=LATER)),
    Ask("revised: but not turned", line("aeolus[direction=n]:b2,e5", "mortal:d4,d1", rules=LATER), "b2-b3 b3+b4 ~s",
        "step.other"),
    # Other powers
    Ask("Artemis' second move obeys it", line("artemis:b3,e5", WIND), "b3-c3 c3-c2", "aeolus.wind"),
    Ask("Hermes' every step obeys it", line("hermes:b3,e5", WIND), "b3-c3 c3-c4 c4-c3", "aeolus.wind"),
    Ask("Apollo may move with it, the other is forced against it", line("apollo:b3,e5", "aeolus[direction=n]:b4,d1"),
        "b3-b4"),
    Ask("Apollo may not move against it", line("apollo:b3,e5", "aeolus[direction=n]:b2,d1"), "b3-b2", "aeolus.wind"),
    Ask("nor may the Minotaur", line("minotaur:b3,e5", "aeolus[direction=n]:b2,d1"), "b3-b2", "aeolus.wind"),
    Leads("Charon ferries against it, and moves", line("charon:b3,e5", "aeolus[direction=n]:b4,d1"),
        "b4>b2 b3-b4 b4+b5", line("charon:b4,e5", "aeolus[direction=n]:d1,b2", "b5:1", 2)),
    Ask("over the edge Urania's own direction counts", line("urania:b1,e5", WIND), "b1-b5", "aeolus.wind"),
    Ask("over the other edge she goes with it", line("urania:b5,e4", WIND), "b5-b1"),
    Ask("a whirlpool's way on is as the step into it", line("charybdis[squares=c4+b1]:b3,e5", WIND), "b3-c4 b1+b2"),
    Ask("a step into a whirlpool against it is barred", line("charybdis[squares=b2+b5]:b3,e4", WIND), "b3-b2",
        "aeolus.wind"),
    Leads("the Harpies drive on in the direction of the move, which is free",
        line("aeolus[direction=n]:b2,e5", "harpies:d4,d1"), "b2-b3 b5+c5 .",
        line("aeolus[direction=n]:b5,e5", "harpies:d4,d1", "c5:1", 2)),
    Ask("Persephone asks for no climb into the wind", line("aeolus[direction=n]:b3,e5", "persephone:d4,d1", "b2:1"),
        "b3-c3"),
    Leads("Circe turns it when her turn ends", line("circe:b2,e5", "aeolus[direction=n]:d4,d1"), "b2-b3 b3+b4 ~s",
        line("circe:b3,e5", "aeolus[direction=s|holder=blue]:d4,d1", "b4:1", 2)),
    Ask("it binds everybody all the same", line("circe:b2,e5", "aeolus[direction=n]:d4,d1"), "b2-b1", "aeolus.wind"),
    Leads("the robbed Aeolus turns nothing", line("circe:b2,e5", "aeolus[direction=n|holder=blue]:d3,a1", to_move=2),
        "d3-d4 d4+d5", line("circe:b2,e5", "aeolus[direction=n|holder=blue]:d4,a1", "d5:1")),
    Ask("it binds his worker that Dionysus leads",
        line("dionysus:b2,e1", "aeolus[direction=n]:d4,a5", "c3:3"), "b2-b3 b3^c3 d4-d3", "aeolus.wind"),
    Leads("led by Dionysus, nobody turns it", line("dionysus:b2,e1", "aeolus[direction=n]:d4,a5", "c3:3"),
        "b2-b3 b3^c3 d4-d5 d5+d4", line("dionysus[owed=-]:b3,e1", "aeolus[direction=n]:a5,d5", "c3:4 d4:1", 2)),
    # More players, and the Ram
    Ask("it binds a third player", line("pan:b3,e5", WIND, more="atlas:a1,e1"), "b3-b2", "aeolus.wind"),
    Ask("it binds the teammate", line(WIND.replace("d4,d1", "b3,e5"), "apollo:d4,d1", to_move=3, more="pan:/atlas:"),
        "b3-b2", "aeolus.wind"),
    Leads("the teammate does not turn it",
        line(WIND.replace("d4,d1", "b3,e5"), "apollo:d4,d1", to_move=3, more="pan:/atlas:"), "b3-b4 b4+b5",
        line(WIND.replace("d4,d1", "b4,e5"), "apollo:d4,d1", "b5:1", 4, more="pan:/atlas:")),
    Ask("with him it goes", line("pan:b3,e5", "-aeolus:", more="atlas:a1,e1"), "b3-b2"),
    Ask("beside the Ram there is wind in a turn in which anybody has it",
        line("mortal:b3,e5", "mortal:d4,d1", more="*aeolus[direction=n]:c5"), "b3-b2", "aeolus.wind"),
    Ask("and none in a turn in which nobody has",
        line("mortal:b3,e5", "mortal:d4,a1", more="*aeolus[direction=n]:e2"), "b3-b2"),
    Leads("who has it in the own turn may turn it",
        line("mortal:b3,e5", "mortal:d4,d1", more="*aeolus[direction=n]:a4"), "b3-b4 b4+b5 ~s",
        line("mortal:b4,e5", "mortal:d4,d1", "b5:1", 2, more="*aeolus[direction=s|holder=blue]:a4")),
    Leads("who has it in the other's turn may not",
        line("mortal:b3,e5", "mortal:d4,d1", more="*aeolus[direction=n]:c5"), "b3-a4 a4+a3",
        line("mortal:a4,e5", "mortal:d4,d1", "a3:1", 2, more="*aeolus[direction=n|holder=orange]:c5")),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_aeolus(case: Ask | Leads | Wins) -> None:
    """The rules say so."""
    check(case)


EVERYWHERE = {"~n", "~ne", "~e", "~se", "~s", "~sw", "~w", "~nw"}


def test_the_first_wind_is_set_before_anybody_places() -> None:
    """He has to choose, and the wind counts from the first turn on."""
    game = begun("mortal", "aeolus")
    assert (game.to_act, legal(game)) == ("orange", EVERYWHERE)
    game = begun("mortal", "aeolus", steps="~n @b3 @e5 @d4 @d1")
    assert "b3-b2" not in legal(game)


def test_revised_there_is_no_wind_at_first() -> None:
    """It waits on the card."""
    game = begun("mortal", "aeolus", steps="@b3 @e5 @d4 @d1", profile=Profile(revised=frozenset({PowerName("aeolus")})))
    assert "b3-b2" in legal(game)


def test_beside_the_ram_the_first_player_sets_the_wind() -> None:
    """Once the Ram stands."""
    game = begun("mortal", "mortal", steps="@b3 @e5 @d4 @d1 *a1", fleece="aeolus")
    assert (game.to_act, legal(game)) == ("blue", EVERYWHERE)
