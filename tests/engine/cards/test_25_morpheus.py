"""Morpheus, sentence by sentence: a piece a turn, and builds from what was saved."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, begun, check, legal, line, name

POOR, RICH = "morpheus[pieces=1]:b2,e1", "morpheus[pieces=3]:b2,e1"
MORTAL = "mortal:d4,a5"


def saved(pieces: int, squares: str = "b3,e1") -> str:
    return f"morpheus[pieces={pieces}]:{squares}"


CASES = [
    Leads("a piece comes when his turn begins", line("morpheus[pieces=2]:b2,e1", MORTAL, to_move=2), "a5-a4 a4+a5",
        line("morpheus[pieces=3]:b2,e1", "mortal:a4,d4", "a5:1")),
    Leads("one build costs one piece", line(RICH, MORTAL), "b2-b3 b3+b4 .", line(saved(2), MORTAL, "b4:1", 2)),
    Leads("several builds", line(RICH, MORTAL), "b2-b3 b3+b4 b3+c4 .", line(saved(1), MORTAL, "b4:1 c4:1", 2)),
    Leads("as many as there are pieces, then the turn is over", line(RICH, MORTAL), "b2-b3 b3+b4 b3+c4 b3+a4",
        line(saved(0), MORTAL, "b4:1 c4:1 a4:1", 2)),
    Leads("all on the same space", line(RICH, MORTAL, "b4:1"), "b2-b3 b3+b4 b3+b4 b3^b4",
        line(saved(0), MORTAL, "b4:4", 2)),
    Leads("no build at all", line(RICH, MORTAL), "b2-b3 .", line(saved(3), MORTAL, to_move=2)),
    Leads("no build with a single piece", line(POOR, MORTAL), "b2-b3 .", line(saved(1), MORTAL, to_move=2)),
    Leads("nothing is saved in the opponent's turn", line(saved(1), MORTAL, to_move=2), "a5-a4 a4+b5",
        line("morpheus[pieces=2]:b3,e1", "mortal:a4,d4", "b5:1")),
    Leads("with an empty card the move is the turn", line("morpheus[pieces=0]:b2,e1", MORTAL), "b2-b3",
        line(saved(0), MORTAL, to_move=2)),
    Ask("each build is the next piece", line(RICH, MORTAL), "b2-b3 b3^b4", "build.piece"),
    Ask("any piece is there: a dome from the first piece", line(POOR, MORTAL, "b4:3"), "b2-b3 b3^b4"),
    Ask("a build on the dome just built is none", line(RICH, MORTAL, "b4:3"), "b2-b3 b3^b4 b3^b4", "build.domed"),
    Ask("not on a worker", line(RICH, "mortal:b4,a5"), "b2-b3 b3+b4", "build.occupied"),
    Ask("only by the worker that moved", line(RICH, MORTAL), "b2-b3 e1+e2", "worker.not_this"),
    Ask("nor later by the other", line(RICH, MORTAL), "b2-b3 b3+b4 e1+e2", "worker.not_this"),
    Ask("the move cannot be left out", line(RICH, MORTAL), ".", "done.not_optional"),
    Wins("a move up wins as ever", line(RICH, MORTAL, "b2:2 b3:3"), "b2-b3"),
    Wins("unable to move he loses", line("morpheus[pieces=9]:a1", MORTAL, "a2:2 b1:2 b2:2"), "", "orange"),
    # Other powers
    Ask("in the famine of Limus he goes without a build", line("morpheus[pieces=1]:b1,e5", "limus:b3,c1"), "b1-a1"),
    Ask("each build obeys Limus", line("morpheus[pieces=3]:b2,e1", "limus:c5,a1"), "b2-b3 b3+b4", "limus.barren"),
    Ask("the second as well", line("morpheus[pieces=3]:b2,e1", "limus:c5,a1"), "b2-b3 b3+c3 b3+c4", "limus.barren"),
    Ask("Gaea comes between his builds", line(RICH, "gaea[workers=2]:d5,a5", "b4:3"), "b2-b3 b3^b4 @c4"),
    Ask("and may stand in the way of the next", line(RICH, "gaea[workers=2]:d5,a5", "b4:3"), "b2-b3 b3^b4 @c4 b3+c4",
        "build.occupied"),
    Leads("then he may still build elsewhere", line(RICH, "gaea[workers=2]:d5,a5", "b4:3"), "b2-b3 b3^b4 @c4 b3+c3 .",
        line(saved(1), "gaea[workers=1]:a5,d5,c4", "b4:4 c3:1", 2)),
    Ask("Gaea may come in after each dome", line(RICH, "gaea[workers=2]:d5,e5", "b4:3 c4:3"),
        "b2-b3 b3^b4 @a5 b3^c4 @c5"),
    Leads("Circe gains a piece and takes those on the card",
        line("circe:d4,a5", "morpheus[pieces=2]:b2,b3", to_move=2), "b2-c1 .",
        line("circe:a5,d4", "morpheus[pieces=3|holder=blue]:c1,b3")),
    Leads("Circe builds with them", line("circe:b2,a5", "morpheus[pieces=2|holder=blue]:c1,e5"), "b2-b3 b3+b4 b3+c4",
        line("circe:b3,a5", "morpheus[pieces=0|holder=blue]:c1,e5", "b4:1 c4:1", 2)),
    Leads("the robbed owner builds as everybody does and saves nothing",
        line("circe:b2,a5", "morpheus[pieces=2|holder=blue]:d2,e5", to_move=2), "d2-d3 d3+d2",
        line("circe:b2,a5", "morpheus[pieces=3|holder=blue]:d3,e5", "d2:1")),
    Ask("the robbed owner has to build",
        line("circe:b2,a5", "morpheus[pieces=2|holder=blue]:d2,e5", to_move=2), "d2-d3 .", "done.not_optional"),
    Leads("given back, the card brings a piece to its owner in the owner's turn only",
        line("circe:b2,a5", "morpheus[pieces=2|holder=blue]:d2,d3"), "b2-b3 b3+b4",
        line("circe:b3,a5", "morpheus[pieces=3]:d2,d3", "b4:1", 2)),
    Leads("his worker that Dionysus leads builds as others do, and the card is not touched",
        line("dionysus:b2,e1", "morpheus[pieces=2]:d4,a5", "c3:3"), "b2-b3 b3^c3 d4-e4 e4+e5",
        line("dionysus[owed=-]:b3,e1", "morpheus[pieces=3]:a5,e4", "c3:4 e5:1", 2)),
    Wins("he may complete the fifth tower for Chronus", line(RICH, "chronus:d4,a5", "a1:4 c1:4 d1:4 d2:4 b4:3"),
        "b2-b3 b3^b4", "orange"),
    Leads("a dome among his builds changes the card of Chaos, once",
        line(RICH, "chaos[face_up=pan|draw=atlas+athena|discards=-]:d5,a5", "b4:3 c4:3"), "b2-b3 b3^b4 b3^c4 .",
        line(saved(1), "chaos[face_up=atlas|draw=athena|discards=pan]:a5,d5", "b4:4 c4:4", 2)),
    Leads("the Harpies move the builder on before", line(RICH, "harpies:d4,e5"), "b2-b3 b5+c5 .",
        line(saved(2, "e1,b5"), "harpies:d4,e5", "c5:1", 2)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_morpheus(case: Ask | Leads | Wins) -> None:
    """The rules say so."""
    check(case)


def test_the_first_turn_has_one_piece() -> None:
    """He begins with nothing on the card and gains a piece before he moves."""
    game = begun("morpheus", "mortal", steps="@b2 @e1 @d4 @a5 b2-b3 b3+b4")
    assert game.active == "orange"
    assert "a5-a4" in legal(game)
