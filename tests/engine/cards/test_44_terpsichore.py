"""Terpsichore: the card's sentence, its edges, and the powers that she meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, game_at, legal, line, name

DANCE = line("terpsichore:b2,e1", "mortal:d5,a5")
MOVES = "b2-b3 e1-e2"

CASES = [
    Ask("either moves first", DANCE, "e1-e2"),
    Ask("then the other", DANCE, MOVES),
    Ask("not the same again", DANCE, "b2-b3 b3-b4", "terpsichore.once_each"),
    Ask("no build before all have moved", DANCE, "b2-b3 b3+b4", "step.other"),
    Ask("no turn without the second move", DANCE, "b2-b3 .", "done.not_optional"),
    Ask("either builds first", DANCE, f"{MOVES} e2+e3"),
    Ask("or the other", DANCE, f"{MOVES} b3+b4"),
    Ask("then the one that has not built", DANCE, f"{MOVES} b3+b4 e2+e3"),
    Ask("not the same again by a build", DANCE, f"{MOVES} b3+b4 b3+a4", "worker.not_this"),
    Ask("not without the second build", DANCE, f"{MOVES} b3+b4 .", "done.not_optional"),
    Ask("both may build on one space", line("terpsichore:b2,d2", "mortal:d5,a5"), "b2-b3 d2-d3 b3+c3 d3+c3"),
    Ask("one leaves room for the other", line("terpsichore:a1,b1", "mortal:d5,a5", "a2:4 b2:4"), "b1-c1 a1-b1"),
    Ask("so the other cannot go first",
        line("terpsichore:a1,b1", "mortal:d5,a5", "a2:4 b2:4"), "a1-b1", "move.occupied"),
    Ask("nor may it be shut in", line("terpsichore:a1,b1", "mortal:d5,a5", "a2:4 b2:1"), "b1-b2"),
    Ask("not with a worker left without a build",
        line("terpsichore:b2,e1", "limus:b5,c4"), "b2-b3 e1-d2 d2+e3 b3+a2"),
    Ask("with one worker left the turn is a plain one", line("terpsichore:b2", "mortal:d5,a5"), "b2-b3 b3+b4"),
    Ask("of three all have to move", line("terpsichore+gaea[workers=1]:b2,e1,a5", "pan+atlas:d5,d4",
        rules="edition=original_2007&gods_per_player=2"), f"{MOVES} b3+b4", "step.other"),
    Ask("Athena binds each move", line("terpsichore:b2,e1", "athena[^]:d5,a5", "e2:1"), "b2-b3 e1-e2",
        "athena.no_climb"),
    Ask("Hades, too", line("terpsichore:b2,e1", "hades:d5,a5", "e1:1 d1:1"), "b2-b3 e1-e2", "hades.no_descent"),
    Ask("and the wind", line("terpsichore:b2,e1", "aeolus[direction=s]:d5,a5"), "b2-c2 e1-e2", "aeolus.wind"),
    Ask("Persephone wants one of them to go up",
        line("terpsichore:b2,e1", "persephone:d5,a5", "e2:1"), "b2-b3 e1-d1", "persephone.must_climb"),
    Ask("which is enough", line("terpsichore:b2,e1", "persephone:d5,a5", "e2:1"), "b2-b3 e1-e2"),
    Ask("Aphrodite binds each of them", line("terpsichore:b2,e1", "aphrodite:c3,a5"), "e1-e2 b2-a1",
        "aphrodite.stay_near"),
    Ask("and not who began apart", line("terpsichore:b2,e1", "aphrodite:c3,a5"), "b2-b3 e1-d1"),
    Ask("beside the Ram she who has the power has to",
        line("mortal:b2,e1", "mortal:d5,a5") + "/*terpsichore:a2", "b2-b3 b3+b4", "step.other"),
    Ask("in a game of teams all her team's", line("terpsichore:b2,e1", "pan:d5,a5", "", 1, more="atlas:/apollo:"),
        "b2-b3 b3+b4", "step.other"),
    Ask("but not in her teammate's turn", line("atlas:b2,e1", "pan:d5,a5", "", 1, more="terpsichore:/apollo:"),
        "b2-b3 b3+b4"),
    Leads("a move and a build of each", DANCE, f"{MOVES} e2+e3 b3+b4",
          line("terpsichore:b3,e2", "mortal:d5,a5", "b4:1 e3:1", 2)),
    Leads("the second builds on the first one's block", line("terpsichore:b2,d2", "mortal:d5,a5"),
          "b2-b3 d2-d3 b3+c3 d3+c3", line("terpsichore:b3,d3", "mortal:d5,a5", "c3:2", 2)),
    Wins("the first move wins at once", line("terpsichore:b2,e1", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3"),
    Wins("the second as well", line("terpsichore:b2,e1", "mortal:d5,a5", "b2:2 b3:3"), "e1-e2 b2-b3"),
    Wins("without a dance of both she loses", line("terpsichore:b2,e1", "mortal:d5,a5", "d1:2 d2:2 e2:2"), "",
         "orange"),
    Wins("Hypnus' sleep makes her lose", line("terpsichore:b2,e1", "hypnus:d5,a5", "b2:1"), "", "orange"),
    Wins("Limus bars all builds of one of them, too",
         line("terpsichore:a1,e5", "limus:b1,b4", "a2:4"), "", "orange"),
    Wins("a win of one saves the other, who could not move",
         line("terpsichore:b2,e1", "mortal:d5,a5", "b2:2 b3:3 d1:2 d2:2 e2:2"), "b2-b3"),
    Wins("into the Abyss with either", line("terpsichore:b2,e1", "tartarus[square=e2]:d5,a5"), MOVES, "orange"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_terpsichore(case: Ask | Leads | Wins) -> None:
    check(case)


def test_only_complete_dances_are_offered() -> None:
    """The worker in the corner can leave it only by the space of the other."""
    assert {step[:2] for step in legal(game_at(line("terpsichore:a1,b1", "mortal:d5,a5", "a2:4 b2:4")))} == {"b1"}
