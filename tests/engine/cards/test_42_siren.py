"""Siren: the card's sentences, its edges, and the powers that she meets."""

from __future__ import annotations

import pytest

from engine import Seat
from tests.engine.cases import Ask, Leads, Wins, begun, check, game_at, legal, line, name

EAST = "siren[direction=e]"
SONG = line(f"{EAST}:a1,e5", "mortal:b3,c3")
REVISED = "revised=siren"

CASES = [
    Ask("a worker one space in the direction of the song", SONG, "c3>d3"),
    Ask("not another way", SONG, "c3>c4", "siren.other_way"),
    Ask("not two spaces", SONG, "c3>e3", "siren.other_way"),
    Ask("not into a worker", SONG, "b3>c3", "siren.no_room"),
    Ask("into the space that another left", SONG, "c3>d3 b3>c3"),
    Ask("or not, at another table", line(f"{EAST}:a1,e5", "mortal:b3,c3", rules="forced_together=yes"),
        "c3>d3 b3>c3", "step.other"),
    Ask("each worker once", SONG, "c3>d3 d3>e3", "siren.once"),
    Ask("one is enough", SONG, "c3>d3 ."),
    Ask("up to any height", line(f"{EAST}:a1,e5", "mortal:b3,c3", "d3:3"), "c3>d3"),
    Ask("not onto a dome", line(f"{EAST}:a1,e5", "mortal:b3,c3", "d3:A"), "c3>d3", "siren.no_room"),
    Ask("not off the board", line(f"{EAST}:a1,e5", "mortal:b3,e3"), "e3>a3", "siren.other_way"),
    Ask("not her own", SONG, "a1>b1", "worker.no_opponent"),
    Ask("her normal turn instead", SONG, "a1-a2 a2+a3"),
    Ask("not both", SONG, "a1-a2 c3>d3", "step.other"),
    Ask("no move after a song", SONG, "c3>d3 a1-a2", "step.other"),
    Ask("not a worker on a coin", line(f"{EAST}:a1,e5", "clio[squares=c3|left=2]:c3,c1", "c3:1"), "c3>d3",
        "worker.on_token"),
    Ask("not onto a coin", line(f"{EAST}:a1,e5", "clio[squares=d3|left=2]:c3,c1", "d3:1"), "c3>d3", "siren.no_room"),
    Ask("not onto Talus", line(f"{EAST}:a1,e5", "europa[square=d3]:c3,c1"), "c3>d3", "siren.no_room"),
    Ask("not onto the Ram", line("mortal:a1,d4", "mortal:c3,b3") + f"/*{EAST}:d3", "c3>d3", "siren.no_room"),
    Ask("beside the Ram whoever may sing", line("mortal:d4,e5", "mortal:c2,b3") + f"/*{EAST}:d3", "b3>c3"),
    Ask("against the wind", line(f"{EAST}:a1,e5", "aeolus[direction=w]:c3,c1"), "c3>d3"),
    Ask("whom Athena keeps down", line(f"{EAST}:a1,e5", "athena[^]:c3,c1", "d3:1"), "c3>d3"),
    Ask("of three players' workers both opponents'", line(f"{EAST}:a1,e5", "pan:b3,c1", more="atlas:c3,d1"),
        "c3>d3 b3>c3"),
    Ask("not her teammate's", line(f"{EAST}:a1,e5", "pan:b3,c1", "", 1, more="atlas:/apollo:"), "a1>b1",
        "worker.no_opponent"),
    Ask("bound by Aphrodite she may stay and sing", line(f"{EAST}:b2,e5", "aphrodite:c3,a5"), "c3>d3"),
    Ask("not instead of a climb that Persephone asks", line(f"{EAST}:b2,e5", "persephone:d3,a5", "c3:1"), "d3>e3",
        "persephone.must_climb"),
    Ask("it does what Adonis asks: his worker comes near",
        line(f"{EAST}:a1,e3", "adonis[used=yes|target=e3]:c3,a5"), "c3>d3"),
    Ask("or does not", line(f"{EAST}:a1,d5", "adonis[used=yes|target=d5]:c3,a3"), "a3>b3", "adonis.come_near"),
    Ask("asleep, her worker stays and she sings", line(f"{EAST}:e5", "hypnus:c3,a3"), "c3>d3"),
    Ask("Circe sings with her power", line("circe:a1,e5", f"{EAST}:b3,d3"), "d3>e3"),
    Ask("revised: any of hers builds afterwards", line(f"{EAST}:a1,e5", "mortal:b3,c3", rules=REVISED),
        "c3>d3 . a1+a2"),
    Ask("revised: the other, too", line(f"{EAST}:a1,e5", "mortal:b3,c3", rules=REVISED), "c3>d3 . e5+e4"),
    Ask("revised: she has to", line(f"{EAST}:a1,e5", "mortal:b3,c3", rules=REVISED), "c3>d3 . .",
        "done.not_optional"),
    Ask("revised: not without a build to follow",
        line(f"{EAST}:a1", "mortal:b3,c3", "a2:4 b1:4 b2:4", rules=REVISED), "c3>d3", "game_over"),
    Ask("revised: the force may make room for it",
        line(f"{EAST}:a1", "mortal:b1,c3", "a2:4 b2:4", rules=REVISED), "b1>c1"),
    Leads("nobody moves or builds", SONG, "c3>d3 .", line(f"{EAST}:a1,e5", "mortal:b3,d3", "", 2)),
    Leads("both of them", SONG, "c3>d3 b3>c3", line(f"{EAST}:a1,e5", "mortal:c3,d3", "", 2)),
    Leads("no opponent wins by it", line(f"{EAST}:a1,e5", "mortal:b3,c3", "c3:2 d3:3"), "c3>d3 .",
          line(f"{EAST}:a1,e5", "mortal:b3,d3", "c3:2 d3:3", 2)),
    Leads("no whirlpool carries on", line(f"{EAST}:a1,e5", "charybdis[squares=d3+e1]:b3,c3"), "c3>d3 .",
          line(f"{EAST}:a1,e5", "charybdis[squares=d3+e1]:b3,d3", "", 2)),
    Leads("to be forced up is no move up", line(f"{EAST}:a1,e5", "athena:b3,c3", "d3:1"), "c3>d3 .",
          line(f"{EAST}:a1,e5", "athena:b3,d3", "d3:1", 2)),
    Leads("revised: and a piece is built", line(f"{EAST}:a1,e5", "mortal:b3,c3", rules=REVISED), "c3>d3 . a1+a2",
          line(f"{EAST}:a1,e5", "mortal:b3,d3", "a2:1", 2, rules=REVISED)),
    Wins("who is forced into the Abyss loses", line(f"{EAST}:a1,e5", "tartarus[square=d3]:b3,c3"), "c3>d3"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_siren(case: Ask | Leads | Wins) -> None:
    check(case)


def test_a_song_saves_who_cannot_take_a_normal_turn() -> None:
    assert legal(game_at(line(f"{EAST}:a1", "mortal:b3,c3", "a2:4 b1:4 b2:4"))) == {"c3>d3"}


def test_without_anybody_to_force_there_is_no_song() -> None:
    outcome = game_at(line(f"{EAST}:a1", "mortal:e4,e3", "a2:4 b1:4 b2:4")).outcome
    assert outcome is not None
    assert outcome.winners == (Seat.ORANGE,)


def test_the_arrow_is_set_before_anybody_places() -> None:
    game = begun("mortal", "siren")
    assert game.to_act is Seat.ORANGE
    assert legal(game) == {f"~{direction}" for direction in ("n", "ne", "e", "se", "s", "sw", "w", "nw")}
