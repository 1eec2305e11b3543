"""Adonis: the card's sentences, their edges, and the powers that he meets."""

from __future__ import annotations

import pytest

from engine.events import DemandVoid
from tests.engine.cases import Ask, Leads, Wins, check, game_at, legal, line, name

TURN = "b2-b3 b3+b4"
FREE = line("adonis:b2,e5", "mortal:d1,a5")
NEAR = "adonis.come_near"
REVISED = "revised=adonis"


def sworn(other: str, towers: str = "", *, target: str = "b2", his: str = "b4,e5", rules: str = "") -> str:
    """The turn of the opponent whose worker was named."""
    return line(other, f"adonis[used=yes|target={target}]:{his}", towers, rules=rules)


CASES = [
    Ask("any worker of the opponent's", FREE, f"{TURN} ?d1"),
    Ask("beside him or not", FREE, f"{TURN} ?a5"),
    Ask("not his own", FREE, f"{TURN} ?e5", "worker.no_opponent"),
    Ask("he need not", FREE, f"{TURN} ."),
    Ask("only at the end of his turn", FREE, "b2-b3 ?d1", "step.other"),
    Ask("once a game", line("adonis[used=yes]:b2,e5", "mortal:d1,a5"), f"{TURN} ?d1", "step.other"),
    Ask("not one on a coin", line("adonis:b2,e5", "clio[squares=d1|left=2]:d1,a5", "d1:1"), f"{TURN} ?d1",
        "worker.on_token"),
    Ask("the other one then", line("adonis:b2,e5", "clio[squares=d1|left=2]:d1,a5", "d1:1"), f"{TURN} ?a5"),
    Ask("not a secret one", line("adonis:b2,e5", "hecate:d1,a5"), f"{TURN} ?d1", "step.other"),
    Ask("the named worker has to come near", sworn("mortal:b2,e1"), "b2-b3"),
    Ask("and not go elsewhere", sworn("mortal:b2,e1"), "b2-b1", NEAR),
    Ask("beside either of his", sworn("mortal:b2,d3", target="d3", his="a5,e5"), "d3-d4"),
    Ask("nor may the other worker move instead", sworn("mortal:b2,e1"), "e1-e2", NEAR),
    Ask("unless the named one stands near already", sworn("mortal:b3,e1", target="b3"), "e1-e2"),
    Ask("who may move as long as it stays so", sworn("mortal:b3,e1", target="b3"), "b3-c3"),
    Ask("if possible: too far away, it is free", sworn("mortal:b1,e1", target="b1"), "b1-a1"),
    Ask("if possible: with no way up", sworn("mortal:b2,e1", "a3:2 b3:2 c3:2"), "b2-b1"),
    Ask("a win elsewhere does not excuse", sworn("mortal:b2,e1", "e1:2 e2:3"), "e1-e2", NEAR),
    Ask("unless the table has it so", sworn("mortal:b2,e1", "e1:2 e2:3", rules="win_excuses_oath=yes"), "e1-e2"),
    Ask("who does not win by it is not excused",
        sworn("mortal:b2,e1", "e1:2 e2:2", rules="win_excuses_oath=yes"), "e1-e2", NEAR),
    Ask("a god's power that leads there counts: Artemis", sworn("artemis:b1,e1", target="b1"), "b1-b2"),
    Ask("and has to be used", sworn("artemis:b1,e1", target="b1"), "b1-b2 .", NEAR),
    Ask("Apollo's other worker may fetch his by a swap", sworn("apollo:b2,c3", his="d4,e1"), "c3-d4"),
    Ask("and not leave it where it is", sworn("apollo:b2,c3", his="d4,e1"), "c3-c4", NEAR),
    Ask("forces count: the Siren's", sworn("siren[direction=s]:b2,e1", target="b2", his="b4,e5"), "b4>b3"),
    Ask("a hero's power need not be used for it", sworn("atalanta:b1,e1", target="b1"), "b1-b2 ."),
    Ask("once used it has to, if it can", sworn("atalanta:b1,e1", target="b1"), "b1-b2 b2-a1 .", NEAR),
    Ask("Bia may not remove the one to come near to, if there is another way",
        line("bia:b2,e1", "adonis[used=yes|target=b2]:b4,e5"), "b2-b3", NEAR),
    Ask("nor Medusa", line("medusa:b2,e1", "adonis[used=yes|target=b2]:b4,e5", "b3:1"), "b2-b3", NEAR),
    Ask("Circe cannot name with his power", line("circe:b2,e5", "adonis:d1,a5"), f"{TURN} ?d1", "step.other"),
    Ask("revised: then one of his own", line("adonis:b2,e5", "mortal:d1,a5", rules=REVISED), f"{TURN} ?d1 ?b3"),
    Ask("revised: which he has to", line("adonis:b2,e5", "mortal:d1,a5", rules=REVISED), f"{TURN} ?d1 .",
        "done.not_optional"),
    Ask("revised: which is not another of theirs", line("adonis:b2,e5", "mortal:d1,a5", rules=REVISED),
        f"{TURN} ?d1 ?a5", "worker.not_yours"),
    Ask("revised: beside this one",
        line("mortal:b2,e4", "adonis[used=yes|target=e4|ally=b5]:b5,e5", rules=REVISED), "b2-b1"),
    Ask("revised: not beside the other",
        line("mortal:b3,e4", "adonis[used=yes|target=b3|ally=b5]:b5,c3", rules=REVISED), "e4-e3", NEAR),
    Ask("revised: so it goes there",
        line("mortal:b3,e4", "adonis[used=yes|target=b3|ally=b5]:b5,c3", rules=REVISED), "b3-b4"),
    Leads("whom he named", FREE, f"{TURN} ?d1", line("adonis[used=yes|target=d1]:b3,e5", "mortal:d1,a5", "b4:1", 2)),
    Leads("revised: whom and beside whom", line("adonis:b2,e5", "mortal:d1,a5", rules=REVISED), f"{TURN} ?d1 ?e5",
          line("adonis[used=yes|target=d1|ally=e5]:b3,e5", "mortal:d1,a5", "b4:1", 2, rules=REVISED)),
    Leads("to name nobody leaves the power", FREE, f"{TURN} .", line("adonis:b3,e5", "mortal:d1,a5", "b4:1", 2)),
    Leads("Theseus may not remove him either, so he is not asked",
          line("theseus:b3,e1", "adonis[used=yes|target=b3]:b4,e5", "b4:2"), "e1-e2 e2+e3",
          line("theseus:b3,e2", "adonis[used=yes]:b4,e5", "b4:2 e3:1", 2)),
    Leads("it is over with that turn", sworn("mortal:b2,e1"), "b2-b3 b3+b2",
          line("mortal:b3,e1", "adonis[used=yes]:b4,e5", "b2:1", 2)),
    Leads("void or not", sworn("mortal:b1,e1", target="b1"), "b1-a1 a1+a2",
          line("mortal:a1,e1", "adonis[used=yes]:b4,e5", "a2:1", 2)),
    Leads("an additional turn is free", line("dionysus:b2,e1", "adonis[used=yes|target=b2]:b4,e5", "a4:3"),
          "b2-b3 b3^a4", line("dionysus:b3,e1", "adonis[used=yes]:b4,e5", "a4:4", "1+dionysus")),
    Wins("a win that complies is one", sworn("mortal:b2,e1", "b2:2 b3:3"), "b2-b3"),
    Wins("without a turn at all he wins as anybody would",
         line("mortal:a1", "adonis[used=yes|target=a1]:b4,e5", "a2:2 b1:2 b2:2"), "", "orange"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_adonis(case: Ask | Leads | Wins) -> None:
    check(case)


def told_void(position: str, steps: str) -> bool:
    return any(isinstance(event, DemandVoid) for event in game_at(position, steps).plies[-1].events)


def test_the_players_learn_when_it_cannot_be() -> None:
    assert told_void(FREE, f"{TURN} ?a5") is False
    assert told_void(line("adonis:b2,e5", "mortal:e1,a1"), f"{TURN} ?e1") is True


def test_nobody_learns_where_nobody_was_named() -> None:
    assert told_void(FREE, f"{TURN} .") is False


def test_all_that_may_be_named() -> None:
    assert legal(game_at(FREE, TURN)) == {".", "?d1", "?a5"}
