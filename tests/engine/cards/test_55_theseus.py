"""Theseus: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

FOES = "mortal:d4,d5"
THESEUS = line("theseus:b2,e4", FOES, "d4:2 d5:2")
TURN = "b2-b3 b3+b4"

CASES = [
    Ask("one two levels above his worker beside it goes", THESEUS, f"{TURN} xd4"),
    Ask("or the other", THESEUS, f"{TURN} xd5"),
    Ask("he need not", THESEUS, f"{TURN} ."),
    Ask("one only", THESEUS, f"{TURN} xd4 xd5", "step.other"),
    Ask("not one level above", line("theseus:b2,e4", FOES, "d4:1 d5:2"), f"{TURN} xd4", "theseus.not_above"),
    Ask("not three", line("theseus:b2,e4", FOES, "d4:3 d5:2"), f"{TURN} xd4", "theseus.not_above"),
    Ask("from the first level to the third", line("theseus:b2,e4", FOES, "e4:1 d4:3 d5:2"), f"{TURN} xd4"),
    Ask("not two below", line("theseus:b2,e4", "mortal:d4,a3", "e4:2 a3:2"), f"{TURN} xd4", "theseus.not_above"),
    Ask("not his own", line("theseus:b2,e4", "mortal:d4,e5", "e4:2 d4:2"), f"{TURN} xe4", "step.other"),
    Ask("nor his own where another could go", THESEUS, f"{TURN} xe4", "worker.no_opponent"),
    Ask("nor nobody", THESEUS, f"{TURN} xa1", "worker.no_opponent"),
    Ask("only beside his", line("theseus:b2,e4", "mortal:d4,e1", "d4:2 e1:2"), f"{TURN} xe1", "theseus.not_above"),
    Ask("the worker that moved counts as well", line("theseus:b2,e1", "mortal:a4,d5", "a4:2"), f"{TURN} xa4"),
    Ask("where it stands at the end of the turn", line("theseus:b3,e1", "mortal:a4,d5", "a4:2"), "b3-b2 b2+b1 xa4",
        "step.other"),
    Ask("not before the turn is done", THESEUS, "b2-b3 xd4", "step.other"),
    Ask("once in the game", line("theseus[used=yes]:b2,e4", FOES, "d4:2"), f"{TURN} xd4", "step.other"),
    Leads("it is out of the game", THESEUS, f"{TURN} xd4",
          line("theseus[used=yes]:b3,e4", "mortal:d5", "d4:2 d5:2 b4:1", 2)),
    Leads("left out it is not used", THESEUS, f"{TURN} .",
          line("theseus:b3,e4", FOES, "d4:2 d5:2 b4:1", 2)),
    Leads("where nobody stands so, nobody asks", line("theseus:b2,e4", FOES, "d4:1"), TURN,
          line("theseus:b3,e4", FOES, "d4:1 b4:1", 2)),
    Wins("who has lost the last worker loses in the own turn", line("theseus:b2,e4", "mortal:d4", "d4:2"),
         f"{TURN} xd4"),
    Wins("or at once, if the table wants it so",
         line("theseus:b2,e4", "mortal:d4", "d4:2", rules="lost_without_workers=yes"), f"{TURN} xd4"),
    Ask("Jason may still place his", line("theseus:b2,e4", "jason:d4", "d4:2"), f"{TURN} xd4 @e1"),
    Ask("a worker on a coin is not there for him", line("theseus:b2,e4", "clio[squares=d4|left=2]:d4,d5", "d4:2 d5:2"),
        f"{TURN} xd4", "worker.on_token"),
    Ask("the one beside it is", line("theseus:b2,e4", "clio[squares=d4|left=2]:d4,d5", "d4:2 d5:2"), f"{TURN} xd5"),
    Leads("secret workers cannot be named", line("theseus:b2,e4", "hecate:d4,d5", "d4:2"), TURN,
          line("theseus:b3,e4", "hecate:d4,d5", "d4:2 b4:1", 2)),
    Ask("Aphrodite's worker that a bound one ended beside may go",
        line("theseus:b2,e4", "aphrodite:c3,e1", "c3:2"), "b2-b3 b3+b4 xc3"),
    Ask("the worker that keeps a word to Adonis is safe",
        line("theseus:c3,e1", "adonis[used=yes|target=c3]:c4,e2", "c4:2 e2:2"), "e1-d1 d1+c1 xc4",
        "adonis.come_near"),
    Ask("the other one is not",
        line("theseus:c3,e1", "adonis[used=yes|target=c3]:c4,e2", "c4:2 e2:2"), "e1-d1 d1+c1 xe2"),
    Ask("another of his beside it is enough",
        line("theseus:c3,e1", "adonis[used=yes|target=c3]:c4,b4", "c4:2"), "e1-e2 e2+e1 xc4"),
    Ask("not if the word was for that one",
        line("theseus:c3,e1", "adonis[used=yes|target=c3|ally=c4]:c4,b4", "c4:2 b4:2", rules="revised=adonis"),
        "e1-e2 e2+e1 xc4", "adonis.come_near"),
    Leads("Circe cannot use it", line("circe:b2,e4", "theseus:d4,a1", "d4:2"), TURN,
          line("circe:b3,e4", "theseus:a1,d4", "d4:2 b4:1", 2)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_theseus(case: Ask | Leads | Wins) -> None:
    check(case)
