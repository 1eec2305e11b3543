"""Bia: the card's sentences, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from engine import Seat
from engine.casting.setup_checks import possible_starters
from engine.events import WorkerRemoved
from engine.setup import Edition, PowerName, Profile, Rulings
from tests.engine.cases import Ask, Leads, Wins, begun, check, game_at, legal, line, name

RUN = "b2-c2 c2+c3"
BIA = "bia:b2,e5"
POOLS = "charybdis[squares=c2+c4]"
REVISED = "revised=charybdis"

CASES = [
    Leads("who stands behind the space is removed", line(BIA, "mortal:d2,a5"), RUN,
          line("bia:c2,e5", "mortal:a5", "c3:1", 2)),
    Leads("along a diagonal as well", line(BIA, "mortal:d4,a5"), "b2-c3 c3+c4",
          line("bia:c3,e5", "mortal:a5", "c4:1", 2)),
    Leads("however high it stands", line(BIA, "mortal:d2,a5", "d2:3"), RUN,
          line("bia:c2,e5", "mortal:a5", "c3:1 d2:3", 2)),
    Leads("not from two spaces away", line(BIA, "mortal:e2,a5"), RUN,
          line("bia:c2,e5", "mortal:e2,a5", "c3:1", 2)),
    Leads("not aside of the line", line(BIA, "mortal:d3,a5"), RUN,
          line("bia:c2,e5", "mortal:d3,a5", "c3:1", 2)),
    Leads("not across the edge", line(BIA, "mortal:e2,a5"), "b2-a2 a2+a3",
          line("bia:a2,e5", "mortal:e2,a5", "a3:1", 2)),
    Leads("not her own", line("bia:b2,d2", "mortal:e5,a5"), RUN,
          line("bia:c2,d2", "mortal:e5,a5", "c3:1", 2)),
    Leads("only in her own turn", line(BIA, "mortal:c2,a5", "", 2), "c2-c1 c1+d1",
          line(BIA, "mortal:c1,a5", "d1:1")),
    Leads("not by her teammate's moves", line("bia:b2,e5", "pan:d2,a5", "", 3, more="atlas:/apollo:"), RUN,
          line("bia:c2,e5", "pan:d2,a5", "c3:1", 4, more="atlas:/apollo:")),
    Leads("in a game of teams by her own", line("atlas:b2,e5", "pan:d2,a5", "", 3, more="bia:/apollo:"), RUN,
          line("atlas:c2,e5", "pan:a5", "c3:1", 4, more="bia:/apollo:")),
    Leads("any opponent's of several", line(BIA, "pan:a5,a4", more="atlas:d2,e1"), RUN,
          line("bia:c2,e5", "pan:a5,a4", "c3:1", 2, more="atlas:e1")),
    Leads("not one that stands on a coin", line(BIA, "clio[squares=d2|left=2]:d2,a5", "d2:1"), RUN,
          line("bia:c2,e5", "clio[squares=d2|left=2]:d2,a5", "c3:1 d2:1", 2)),
    Leads("a worker that nobody sees as well", line(BIA, "hecate:d2,a5"), RUN,
          line("bia:c2,e5", "hecate:a5", "c3:1", 2)),
    Leads("unless the table spares it", line(BIA, "hecate:d2,a5", rules="area_effects_hit_secret=no"), RUN,
          line("bia:c2,e5", "hecate:d2,a5", "c3:1", 2, rules="area_effects_hit_secret=no")),
    Leads("the removal clears her slide before the Harpies", line("bia:b2,a5", "harpies:d2,e5"), "b2-c2 e2+e3",
          line("bia:a5,e2", "harpies:e5", "e3:1", 2)),
    Leads("being forced on removes nobody", line("bia:a2,a5", "harpies:d2,e5"), "a2-b2 c2+c3",
          line("bia:a5,c2", "harpies:d2,e5", "c3:1", 2)),
    Leads("a whirlpool's second half removes again", line(BIA, f"{POOLS}:a5,d4"), "b2-c2 c4+c3",
          line("bia:c4,e5", f"{POOLS}:a5", "c3:1", 2)),
    Leads("the first half removes, too", line(BIA, f"{POOLS}:a5,d2"), "b2-c2 c4+c3",
          line("bia:c4,e5", f"{POOLS}:a5", "c3:1", 2)),
    Leads("revised whirlpools remove by the first half only", line(BIA, f"{POOLS}:a5,d4", rules=REVISED),
          "b2-c2 c4+c3", line("bia:c4,e5", f"{POOLS}:a5,d4", "c3:1", 2, rules=REVISED)),
    Leads("the first half of a revised one, too", line(BIA, f"{POOLS}:a5,d2", rules=REVISED),
          "b2-c2 c4+c3", line("bia:c4,e5", f"{POOLS}:a5", "c3:1", 2, rules=REVISED)),
    Leads("the table may have it so for printed ones", line(BIA, f"{POOLS}:a5,d4", rules="hop_runs_down=no"),
          "b2-c2 c4+c3", line("bia:c4,e5", f"{POOLS}:a5,d4", "c3:1", 2, rules="hop_runs_down=no")),
    Leads("and the other way for revised ones",
          line(BIA, f"{POOLS}:a5,d4", rules=f"{REVISED}&hop_runs_down=yes"),
          "b2-c2 c4+c3", line("bia:c4,e5", f"{POOLS}:a5", "c3:1", 2, rules=f"{REVISED}&hop_runs_down=yes")),
    Leads("Circe removes with her power", line("circe:b2,e5", "bia[holder=blue]:d2,a5"), RUN,
          line("circe:c2,e5", "bia[holder=blue]:a5", "c3:1", 2)),
    Leads("beside the Ram, who is near removes", line("mortal:b2,e5", "mortal:d2,a5") + "/*bia:b1", RUN,
          line("mortal:c2,e5", "mortal:a5", "c3:1", 2) + "/*bia:b1"),
    Leads("whoever is not does not", line("mortal:b2,e5", "mortal:d2,a5") + "/*bia:e1", RUN,
          line("mortal:c2,e5", "mortal:d2,a5", "c3:1", 2) + "/*bia:e1"),
    Leads("only who moves is a danger: not one that is put in her way",
          line("minotaur:c2,e5", "bia:d2,a5"), "c2-d2 d2+c2",
          line("minotaur:d2,e5", "bia:e2,a5", "c2:1", 2)),
    Ask("a removed worker still counts for Aphrodite", line("bia:c2,e5", "aphrodite:b1,c4"), "c2-c3"),
    Ask("the space left is free for the build", line(BIA, "mortal:d2,a5"), "b2-c2 c2+d2"),
    Ask("the last worker's end is not the game's", line(BIA, "mortal:d2"), RUN),
    Wins("who has no worker left cannot move", line(BIA, "mortal:d2"), RUN),
    Wins("or loses at once, if the table wants it so", line(BIA, "mortal:d2", rules="lost_without_workers=yes"),
         "b2-c2"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_bia(case: Ask | Leads | Wins) -> None:
    check(case)


def test_nobody_learns_of_a_worker_that_nobody_saw() -> None:
    game = game_at(line(BIA, "hecate:d2,a5"), "b2-c2")
    assert not any(isinstance(event, WorkerRemoved) for event in game.events(Seat.BLUE))
    assert any(isinstance(event, WorkerRemoved) for event in game.events(Seat.ORANGE))


def placing(*powers: str, profile: Profile | None = None, fleece: str | None = None) -> set[str]:
    return legal(begun(*powers, profile=profile, fleece=fleece))


def test_she_places_before_all_others() -> None:
    assert begun("mortal", "bia").to_act is Seat.ORANGE
    assert begun("mortal", "bia", steps="@a1 @b1").to_act is Seat.BLUE
    assert begun("mortal", "bia", steps="@a1 @b1 @e5 @d5").active is Seat.BLUE


@pytest.mark.parametrize(
    ("powers", "starters"),
    [
        (("pan", "bia"), {Seat.ORANGE}),
        (("pan", "bia", "atlas"), {Seat.ORANGE}),
        (("pan", "bia", "atlas", "apollo"), {Seat.ORANGE, Seat.PURPLE}),
    ],
    ids=["two players", "three players", "two teams"],
)
def test_who_places_first_starts(powers: tuple[str, ...], starters: set[Seat]) -> None:
    seats = tuple(Seat)[: len(powers)]
    hands: dict[Seat, tuple[PowerName, ...]] = {
        seat: (PowerName(power),) for seat, power in zip(seats, powers, strict=True)
    }
    assert set(possible_starters(seats, hands, Rulings())) == starters
    assert possible_starters(seats, hands, Rulings(placement_fixes_starter=False)) == seats


@pytest.mark.parametrize(
    ("profile", "perimeter"),
    [
        (Profile(), False),
        (Profile(edition=Edition.SPIN_MASTER), True),
        (Profile(revised=frozenset({PowerName("bia")})), True),
        (Profile(perimeter_setup=True), True),
        (Profile(edition=Edition.SPIN_MASTER, perimeter_setup=False), False),
    ],
    ids=["printed", "spin master", "revised", "set on", "set off"],
)
def test_where_she_places(profile: Profile, perimeter: bool) -> None:  # noqa: FBT001 - a table's column
    game = begun("bia", "mortal", profile=profile)
    assert ("@c3" in legal(game)) is not perimeter
    assert "@c5" in legal(game)
    assert "@c3" in legal(begun("bia", "mortal", profile=profile, steps="@c5 @d5"))


@pytest.mark.parametrize("powers", [("bia", "pan", "apollo", "atlas"), ("apollo", "pan", "bia", "atlas")])
def test_her_team_places_where_she_does(powers: tuple[str, ...]) -> None:
    spin_master = Profile(edition=Edition.SPIN_MASTER)
    assert "@c3" not in placing(*powers, profile=spin_master)
    free = Profile(edition=Edition.SPIN_MASTER, rulings=Rulings(teammates_placement_binds=False))
    assert ("@c3" in placing(*powers, profile=free)) is (powers[0] != "bia")


def test_beside_the_ram_the_card_has_no_say_in_placing() -> None:
    spin_master = Profile(edition=Edition.SPIN_MASTER)
    assert "@c3" in placing("mortal", "mortal", profile=spin_master, fleece="bia")
