"""Each power that may lie beside the Ram, in the hands of whoever stands by and of nobody (rulings G9)."""

from __future__ import annotations

import pytest

from engine.notation import parse_action
from tests.engine.cases import Ask, Leads, Wins, check, game_at, legal, line, name

FAR = "e3"
"""A space for the Ram that nobody in these positions neighbors who is to use the power."""


def beside(card: str, one: str, other: str, towers: str = "", to_move: int | str = 1) -> str:
    """A position of two players without powers and a card beside the board, ``power:square``."""
    return f"{line(f'mortal{one}', f'mortal{other}', towers, to_move)}/*{card}"


HIS_OWN_TURN = [
    ("apollo", ":b2,e5", ":a2,a5", "", "b2-a2"),
    ("artemis", ":b2,e5", ":d5,a5", "b2-b1", "b1-c1"),
    ("atlas", ":b2,e5", ":d5,a5", "b2-b1", "b1^a1"),
    ("demeter", ":b2,e5", ":d5,a5", "b2-b1 b1+a1", "b1+a2"),
    ("hephaestus", ":b2,e5", ":d5,a5", "b2-b1 b1+a1", "b1+a1"),
    ("hermes", ":b2,e5", ":d5,a5", "", "."),
    ("minotaur", ":b2,e5", ":b3,a5", "", "b2-b3"),
    ("prometheus", ":b2,e5", ":d5,a5", "", "b2+b1"),
    ("chaos[face_up=atlas|draw=pan]", ":b2,e5", ":d5,a5", "b2-b1", "b1^a1"),
    ("charon", ":b2,e5", ":a2,a5", "", "a2>c2"),
    ("hestia", ":b2,e5", ":d5,a5", "b2-b1 b1+a1", "b1+b2"),
    ("poseidon", ":b2,e5", ":d5,a5", "b2-b1 b1+a1", "e5+e4"),
    ("selene", "[marked=b2]:b2,e5", "[marked=d5]:d5,a5", "e5-e4", "b2^a1"),
    ("triton", ":b2,e5", ":d5,a5", "b2-b1", "b1-c1"),
    ("zeus", ":b2,e5", ":d5,a5", "b2-b1", "b1+b1"),
    ("aeolus[direction=s]", ":b2,e5", ":d5,a5", "b2-b1 b1+a1", "~n"),
    ("siren[direction=n]", ":b2,e5", ":c1,a5", "", "c1>c2"),
    ("terpsichore", ":b2,e5", ":d5,a5", "b2-b1", "e5-e4"),
    ("urania", ":b2,e1", ":d5,a5", "", "e1-a1"),
]


@pytest.mark.parametrize(("card", "one", "other", "steps", "last"), HIS_OWN_TURN)
def test_whoever_stands_by_has_the_power_in_the_own_turn(
    card: str, one: str, other: str, steps: str, last: str
) -> None:
    assert last in legal(game_at(beside(f"{card}:c3", one, other), steps))
    assert last not in legal(game_at(beside(f"{card}:{FAR}", one, other), steps))


@pytest.mark.parametrize(("card", "one", "other", "steps", "last"), HIS_OWN_TURN)
def test_whose_opponent_alone_stands_by_does_not(card: str, one: str, other: str, steps: str, last: str) -> None:
    """The opponent's workers stand by both Rams; in the active player's turn that gives the active player nothing."""
    there = other.partition(":")[2].partition(",")[0]
    ram = {"a2": "a4", "b3": "b4", "d5": "c5", "c1": "d1"}[there]
    assert last not in legal(game_at(beside(f"{card}:{ram}", one, other), steps))


OTHERS_TURN = [
    ("hypnus", "a1:1", "", "a1-b1"),
    ("limus", "", "a1-b1", "b1+a2"),
    ("persephone", "b1:1", "", "e5-e4"),
    ("hades", "a1:1", "", "a1-a2"),
    ("aeolus[direction=n]", "", "", "e5-e4"),
    ("terpsichore", "", "a1-a2", "e5-e4"),
]


@pytest.mark.parametrize(("card", "towers", "steps", "last"), OTHERS_TURN)
def test_whoever_stands_by_has_the_power_in_the_opponents_turn(card: str, towers: str, steps: str, last: str) -> None:
    """The holder is not on the move; without anybody at the Ram the step is legal (Terpsichore: not at all)."""
    assert last not in legal(game_at(beside(f"{card}:c3", ":a1,e5", ":b3,a5", towers), steps))
    nobody = legal(game_at(beside(f"{card}:e2", ":a1,e5", ":b3,a5", towers), steps))
    assert (last in nobody) is (card != "terpsichore")


CASES = [
    Wins("Pan's way to win is the holder's", beside("pan:c3", ":b2,e5", ":d5,a5", "b2:2"), "b2-b1"),
    Wins("whoever does not stand by the Ram does not keep a win away",
         beside("hera:e1", ":a1,e5", ":b3,a5", "a1:2 a2:3"), "a1-a2"),
    Ask("Hera's no-win works for whoever is not on the move",
        beside("hera:c3", ":a1,e5", ":b3,a5", "a1:2 a2:3"), "a1-a2 a2+a1"),
    Wins("a player alone at the Ram does not deny the own wins",
         beside("hera:c1", ":b1,e5", ":b3,a5", "b1:2 a1:3"), "b1-a1"),
    Leads("Harpies push for whoever is not on the move", beside("harpies:c3", ":a1,e5", ":b3,d5"), "a1-a2 a5+b5",
          beside("harpies:c3", ":a5,e5", ":b3,d5", "b5:1", 2)),
    Leads("and not the holder's own workers", beside("harpies:c3", ":b2,e5", ":a5,d5"), "b2-b1 b1+a1",
          beside("harpies:c3", ":b1,e5", ":a5,d5", "a1:1", 2)),
    Leads("where both stand by, each holder's turn has the other's slide",
          beside("harpies:c3", ":b2,e5", ":b4,d5"), "b2-a2 a2+a1",
          beside("harpies:c3", ":a2,e5", ":b4,d5", "a1:1", 2)),
    Leads("where both stand by, Hypnus puts the active player's highest to sleep, not the other's",
          beside("hypnus:c3", ":b2,e5", ":b4,d5", "b2:1 b4:1"), "e5-e4 e4+e5",
          beside("hypnus:c3", ":b2,e4", ":b4,d5", "b2:1 b4:1 e5:1", 2)),
    Ask("where both stand by, it sleeps", beside("hypnus:c3", ":b2,e5", ":b4,d5", "b2:1 b4:1"), "b2-b1",
        "hypnus.asleep"),
    Leads("Bia's removal is compulsory for a holder", beside("bia:c3", ":b2,e5", ":b4,a5"), "b2-b3 b3+a3",
          beside("bia:c3", ":b3,e5", ":a5", "a3:1", 2)),
    Leads("nobody else removes", beside(f"bia:{FAR}", ":b2,e5", ":b4,a5"), "b2-b3 b3+a3",
          beside(f"bia:{FAR}", ":b3,e5", ":a5,b4", "a3:1", 2)),
    Leads("Medusa's stone is compulsory for a holder, who need not stand by any more",
          beside("medusa:c3", ":b2,e5", ":a2,a5", "b2:1 b1:1"), "b2-b1 b1+c1",
          beside("medusa:c3", ":b1,e5", ":a5", "b2:1 b1:1 c1:1 a2:1", 2)),
    Leads("the other holder petrifies nobody in this turn", beside("medusa:c3", ":b1,e5", ":b2,a5", "b2:1"),
          "b1-a1 a1+b1", beside("medusa:c3", ":a1,e5", ":b2,a5", "b2:1 b1:1", 2)),
    Wins("a holder of Terpsichore's power who cannot move both loses",
         beside("terpsichore:c3", ":b2,e5", ":b4,a5", "d5:2 d4:2 e4:2"), "", "orange"),
    Leads("nobody else has to", beside("terpsichore:e2", ":b2,e5", ":b4,a5", "d5:2 d4:2 e4:2"), "b2-b3 b3+a3",
          beside("terpsichore:e2", ":b3,e5", ":b4,a5", "d5:2 d4:2 e4:2 a3:1", 2)),
    Leads("with one worker left Terpsichore's turn is a plain one", beside("terpsichore:c3", ":b2", ":d5,a5"),
          "b2-b1 b1+a1", beside("terpsichore:c3", ":b1", ":d5,a5", "a1:1", 2)),
    Leads("with one worker left nobody builds for Poseidon", beside("poseidon:c3", ":b2", ":d5,a5"),
          "b2-b1 b1+a1", beside("poseidon:c3", ":b1", ":d5,a5", "a1:1", 2)),
    Wins("with one worker left Hypnus leaves none to move", beside("hypnus:c3", ":a1", ":b3,a5"), "", "orange"),
    Ask("a single worker of a holder's is free of Hypnus where nobody else stands by",
        beside("hypnus:c3", ":b2", ":d5,a5"), "b2-b1"),
    Ask("Persephone asks the one on the move, not the holder",
        beside("persephone:c3", ":b2,e5", ":d5,a5", "b1:1"), "e5-e4"),
    Ask("with both at the Ram each asks the other",
        beside("persephone:c3", ":b2,e5", ":b4,a5", "b1:1"), "e5-e4", "persephone.must_climb"),
    Ask("the wind blows for its own holder too", beside("aeolus[direction=n]:c3", ":b2,e5", ":d5,a5"), "e5-e4",
        "aeolus.wind"),
    Ask("it lies still while nobody stands by", beside(f"aeolus[direction=n]:{FAR}", ":b2,e5", ":d5,a5"), "e5-e4"),
    Ask("only the active holder turns it", beside("aeolus[direction=n]:c3", ":a1,e5", ":b3,a5"),
        "a1-b1 b1+a1 b3-a3"),
    Ask("Limus binds no holder", beside("limus:c3", ":b2,e5", ":d5,a5"), "b2-b1 b1+a1"),
    Ask("a worker on the way up may be Hades' holder's", beside("hades:c3", ":b2,e5", ":d5,a5", "b2:1"), "b2-b1"),
    Ask("Charon forces nobody onto the Ram", beside("charon:c3", ":b2,e5", ":a1,a5"), "a1>c3", "charon.no_room"),
    Ask("the Minotaur pushes nobody onto it", beside("minotaur:d3", ":b3,e4", ":c3,a5"), "b3-c3",
        "minotaur.no_room"),
    Ask("the Siren lures nobody onto it", beside("siren[direction=ne]:c3", ":c2,e5", ":b2,a5"), "b2>c3",
        "siren.no_room"),
    Ask("Urania's way over the edge does not make neighbors of the Ram", beside("urania:a3", ":e3,d1", ":c5,c1"),
        "e3-a2", "ram.away"),
    Ask("nobody stands on the Ram's side of the edge either", beside("apollo:a3", ":e3,d1", ":e2,c1"), "e3-e2",
        "ram.away"),
    Leads("Chaos turns its card for a dome of anybody's, held or not",
          beside(f"chaos[face_up=pan|draw=apollo+atlas]:{FAR}", ":b2,e5", ":d5,a5", "a1:3"), "b2-b1 b1^a1",
          beside(f"chaos[face_up=apollo|draw=atlas|discards=pan]:{FAR}", ":b1,e5", ":d5,a5", "a1:4", 2)),
    Ask("the card that Chaos has turned up works in the opponent's turn for who stands by",
        beside("chaos[face_up=athena|draw=pan]:c3", ":a1,e5", "[^]:b3,a5", "b1:1"), "a1-b1", "athena.no_climb"),
    Leads("Dionysus' further turn is taken though its owner has left the Ram",
          beside("dionysus:c3", ":b2,e5", ":d5,a5", "a1:3"), "b2-b1 b1^a1",
          beside("dionysus[owed=-]:c3", ":b1,e5", ":d5,a5", "a1:4", "1+dionysus")),
    Leads("a tower of a further turn earns nothing for who has left the Ram",
          beside("dionysus:c3", ":b1,e5", ":d5,a5", "a3:3", "1+dionysus"), "a5-a4 a4^a3",
          beside("dionysus:c3", ":b1,e5", ":d5,a4", "a3:4", 2)),
    Leads("but for who stands there",
          beside("dionysus:c3", ":b2,e5", ":d5,a5", "a3:3", "1+dionysus"), "a5-a4 a4^a3",
          beside("dionysus:c3", ":b2,e5", ":d5,a4", "a3:4", "1+dionysus")),
    Leads("a tower of the opponent's at the Ram is none of the other's",
          beside("dionysus:c3", ":b1,e5", ":b4,a5", "a1:3"), "b1-b2 b2^a1",
          beside("dionysus:c3", ":b2,e5", ":b4,a5", "a1:4", 2)),
    Leads("nobody wins in a further turn, whoever has left the Ram",
          beside("dionysus:c3", ":b1,e5", ":d5,a5", "a5:2 a4:3", "1+dionysus"), "a5-a4 a4+b4",
          beside("dionysus:c3", ":b1,e5", ":d5,a4", "a5:2 a4:3 b4:1", 2)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_meetings_at_the_ram(case: Ask | Leads | Wins) -> None:
    check(case)


def test_hera_denies_and_the_turn_goes_on() -> None:
    game = game_at(beside("hera:c3", ":a1,e5", ":b3,a5", "a1:2 a2:3"), "a1-a2")
    assert game.outcome is None
    assert parse_action("a2+a1") in game.legal_actions()
