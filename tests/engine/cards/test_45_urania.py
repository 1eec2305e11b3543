"""Urania: the card's sentence, its edges, and the powers that she meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, game_at, legal, line, name

STARS = "urania:a1,c3"
FREE = line(STARS, "mortal:d4,b5")

CASES = [
    Ask("over the edge to the west", FREE, "a1-e1"),
    Ask("to the south", FREE, "a1-a5"),
    Ask("over the corner", FREE, "a1-e5"),
    Ask("and aside of it", FREE, "a1-e2"),
    Ask("not two spaces", FREE, "a1-d1", "move.not_neighboring"),
    Ask("as on any board within it", FREE, "a1-b2"),
    Ask("at most one level up", line(STARS, "mortal:d4,b5", "e1:2"), "a1-e1", "move.too_high"),
    Ask("not into a worker", line(STARS, "mortal:d4,e1"), "a1-e1", "move.occupied"),
    Ask("not onto a dome", line(STARS, "mortal:d4,b5", "e1:A"), "a1-e1", "move.domed"),
    Ask("a build over the edge", FREE, "a1-a2 a2+e3"),
    Ask("over the corner, too", FREE, "c3-c4 c4+c5"),
    Ask("after a move over the corner one back", FREE, "a1-e5 e5+a1"),
    Ask("a dome over the edge on three blocks", line(STARS, "mortal:d4,b5", "e3:3"), "a1-a2 a2^e3"),
    Ask("a block on the two below", line(STARS, "mortal:d4,b5", "e3:2"), "a1-a2 a2+e3"),
    Ask("not on a worker over the edge", line(STARS, "mortal:d4,e3"), "a1-a2 a2+e3", "build.occupied"),
    Ask("others go over no edge", line("mortal:a1,c3", "urania:d4,b5"), "a1-e1", "move.not_neighboring"),
    Ask("nor do her teammates", line("pan:a1,c3", "atlas:d4,b5", "", 1, more="urania:/apollo:"), "a1-e1",
        "move.not_neighboring"),
    Ask("nor an opponent's worker that Dionysus drives", line("dionysus:d4,b5", "urania:a1,c3", "", "1+dionysus"),
        "a1-e1", "move.not_neighboring"),
    Ask("Athena binds her over the edge", line(STARS, "athena[^]:d4,b5", "e1:1"), "a1-e1", "athena.no_climb"),
    Ask("Hades as well", line("urania:a1,c3", "hades:d4,b5", "a1:1"), "a1-e1", "hades.no_descent"),
    Ask("the wind has her step's own direction: west is west", line(STARS, "aeolus[direction=e]:d4,b5"), "a1-e1",
        "aeolus.wind"),
    Ask("not the board's", line(STARS, "aeolus[direction=w]:d4,b5"), "a1-e1"),
    Ask("Persephone counts a way up over the edge", line(STARS, "persephone:d4,b5", "e1:1"), "a1-a2",
        "persephone.must_climb"),
    Ask("it is one", line(STARS, "persephone:d4,b5", "e1:1"), "a1-e1"),
    Ask("Limus' zone ends at the edge", line(STARS, "limus:e4,d4"), "a1-a2 a2+a3"),
    Ask("and is in force beyond it", line(STARS, "limus:e4,d4"), "a1-a2 a2+e3", "limus.barren"),
    Ask("Aphrodite's neighbors are the board's: beside her over the edge she is free",
        line("urania:a1,c3", "aphrodite:e1,e5"), "a1-b2"),
    Ask("and has to stay by the board's", line("urania:a1,c5", "aphrodite:b1,e4"), "a1-e1", "aphrodite.stay_near"),
    Ask("Circe goes over the edge with her power", line("circe:a1,c3", "urania:d4,b5"), "a1-e1"),
    Ask("beside the Ram over the edge nobody is", line("mortal:a1,c3", "mortal:c5,b5") + "/*urania:e1", "a1-a5",
        "ram.away"),
    Ask("beside it on the board whoever is may", line("mortal:a1,c3", "mortal:c5,b5") + "/*urania:b1", "a1-e5"),
    Ask("the Ram bars its space from over the edge", line("mortal:a5,c3", "mortal:d4,d5") + "/*urania:b4", "a5-a1"),
    Leads("moving over the edge and building back", FREE, "a1-e5 e5+a1",
          line("urania:c3,e5", "mortal:d4,b5", "a1:1", 2)),
    Leads("the Harpies go on in her direction", line(STARS, "harpies:d4,b5"), "a1-e2 c4+b4",
          line("urania:c3,c4", "harpies:d4,b5", "b4:1", 2)),
    Leads("a whirlpool over the edge carries her", line(STARS, "charybdis[squares=b4+e1]:d4,b5"), "a1-e1 b4+b3",
          line("urania:b4,c3", "charybdis[squares=b4+e1]:d4,b5", "b3:1", 2)),
    Wins("a move up to the third level over the edge wins", line(STARS, "mortal:d4,b5", "a1:2 e1:3"), "a1-e1"),
    Wins("over the edge, in Fate's space: Moerae", line(STARS, "moerae[corner=d1]:d4,b5,b4", "a1:2 e1:3"), "a1-e1",
         "orange"),
    Wins("into the Abyss over the edge", line(STARS, "tartarus[square=e1]:d4,b5"), "a1-e1", "orange"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_urania(case: Ask | Leads | Wins) -> None:
    check(case)


def test_every_space_has_eight_neighbors() -> None:
    steps = [step for step in legal(game_at(FREE)) if step.startswith("a1-")]
    assert sorted(steps) == [f"a1-{to}" for to in ("a2", "a5", "b1", "b2", "e1", "e2", "e5")]
    assert len([step for step in legal(game_at(line(STARS, "mortal:d4,d3"))) if step.startswith("a1-")]) == 8


def test_on_a_small_board_as_well() -> None:
    position = "0000000000000000/1/urania:a1,c3/mortal:d3,b4"
    steps = [step for step in legal(game_at(position)) if step.startswith("a1-")]
    assert sorted(steps) == [f"a1-{to}" for to in ("a2", "a4", "b1", "b2", "d1", "d2", "d4")]


def test_hera_bars_a_win_at_the_perimeter_over_the_edge() -> None:
    assert game_at(line(STARS, "hera:d4,b5", "a1:2 e1:3"), "a1-e1").outcome is None
