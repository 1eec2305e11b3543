"""The engine and the slow reference lead to the same positions, for every power on positions by chance.

Each power meets the others in turn, and moves itself or is moved against. What is compared is the set of positions
that complete turns lead to, with all that the cards remember, and who has won. Against secret workers those are the
turns that the player may try, and what truly comes of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.notation import parse_position, state_of, turn_text
from engine.turns.turn_enumeration import every_turn
from tests.engine.reference import Board
from tests.engine.reference import complete_turns as slow_turns
from tests.engine.reference.chance import random_board
from tests.engine.reference.lines import read, written
from tests.engine.reference.played import BY_TWO, SIMPLE, others_of
from tests.engine.reference_check import difference, step_by_step
from tests.sampling import one_in

POWERS = ("mortal", *BY_TWO)


def boards(power: str, count: int, seed: str = "") -> Iterator[Board]:
    """Positions of a power against the others in turn."""
    chance = random.Random(f"{seed}{power}")  # noqa: S311 - a seed for repeatable chance, no secret
    others = others_of(power)
    chance.shuffle(others)
    for index in range(count):
        yield random_board(chance, (power, others[index % len(others)]))


@pytest.mark.parametrize("power", one_in(6, POWERS))
def test_same_results(power: str) -> None:
    assert [found for board in boards(power, 5) if (found := difference(board))] == []


@pytest.mark.parametrize("power", POWERS)
def test_same_results_step_by_step(power: str) -> None:
    assert [found for board in boards(power, 2, "steps ") if (found := difference(board, step_by_step))] == []


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("power", POWERS)
def test_same_results_step_by_step_on_many_positions(power: str) -> None:
    assert [found for board in boards(power, 40, "many steps ") if (found := difference(board, step_by_step))] == []


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("power", POWERS)
def test_same_results_on_many_positions(power: str) -> None:
    assert [found for board in boards(power, 200, "many ") if (found := difference(board))] == []


MEETINGS = {
    "charybdis": "apollo athena minotaur pan prometheus artemis hermes triton terpsichore bia aphrodite eros hera hades"
    " harpies persephone aeolus moerae tartarus urania atalanta bellerophon zeus medusa ares medea europa hypnus",
    "hecate": "apollo minotaur artemis hermes triton bia medusa europa charybdis jason gaea clio ares atlas morpheus"
    " poseidon selene polyphemus tartarus achilles harpies aphrodite persephone hypnus",
    "gaea": "prometheus terpsichore achilles demeter poseidon morpheus polyphemus heracles atlas selene circe dionysus",
    "clio": "apollo minotaur ares charon medusa bia siren odysseus theseus adonis medea nemesis dionysus harpies",
    "limus": "medusa zeus selene atlas polyphemus poseidon heracles terpsichore demeter hephaestus morpheus",
    "persephone": "artemis triton hermes charon siren terpsichore prometheus apollo achilles atalanta bellerophon jason"
    " odysseus medea dionysus",
    "adonis": "apollo minotaur charon siren hermes medusa bia nemesis achilles bellerophon odysseus theseus medea"
    " jason",
    "aphrodite": "artemis triton hermes terpsichore apollo minotaur bia charon pan atalanta achilles odysseus",
    "circe": "athena morpheus aeolus europa selene nemesis poseidon terpsichore persephone hypnus siren chaos gaea",
    "tartarus": "apollo minotaur charon siren odysseus nemesis harpies hermes triton terpsichore jason gaea dionysus",
    "chaos": "athena atlas dionysus circe persephone aphrodite harpies hypnus",
    "chronus": "atlas selene polyphemus heracles dionysus hecate circe",
    "europa": "minotaur charon odysseus harpies siren ares urania theseus",
}
"""Powers whose texts meet in ways that the rulings speak of."""


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("power", MEETINGS)
def test_same_results_where_powers_meet(power: str) -> None:
    for other in MEETINGS[power].split():
        chance = random.Random(f"{power} meets {other}")  # noqa: S311 - a seed for repeatable chance, no secret
        met = [random_board(chance, (power, other)) for _ in range(20)]
        assert [found for board in met if (found := difference(board))] == []


LEARNED = {
    "a worker of Gaea's can leave Prometheus no move after his dome: he loses":
        "1330323222323103232023232/1/prometheus:e1,b3/gaea[workers=2]:d2,d4",
    "a dome before the move lets Gaea in before the second build":
        "1223330232230123232100424/2/gaea[workers=1]:a1,d1,d3/prometheus:d2,c3",
    "a build before the move that only a further build beside the left space can follow":
        "0000010000000001000001000/1/prometheus:a3,c2/mortal:c5,d2",
    "Clio's workers on coins do not neighbor each other for Circe, also when she had the coins until now":
        "0110010000000112201210001/1/circe:d4,c5/clio[squares=b2+d3|left=1|holder=blue]:c3,d3",
    "the worker that built before the move is the one that must go up, if it can at all":
        "2330321110203202031311322/2/persephone:b4,c4/achilles[used=no]:b3,c3",
    "an additional turn in which no worker can move and build lapses":
        "002A030C0A0C000AB00CB423B/1/dionysus[owed=-]:c3,c5/mortal:a5,b5",
    "an additional turn in which nobody can move up is not Persephone's to stop":
        "133001010A0201120100004B0/1+dionysus/dionysus[owed=-]:c2,e3/persephone:b2,e5",
    "she does not stop it in a game of four either":
        "133001010A0201120100004B0/1+dionysus/dionysus[owed=-]:c2,e3/triton:b2,e5/poseidon:/persephone:",
    "a worker of Gaea's that comes to nothing after the last dome does not keep Medusa from the end of her turn":
        "2433203331130320232222000/2/hecate:d1,a4/medusa:b2,e4/gaea[workers=2]:e1,d3",
    "the Abyss does not let Tartarus make a move after which he could not build, nor show by it where it is":
        "1033300203110321110122413/2/limus:d2,b4/tartarus[square=a4]:b3,a5",
}  # fmt: skip
"""Positions on which the engine, the reference or an engine of others once was wrong."""


@pytest.mark.parametrize("line", LEARNED.values(), ids=LEARNED.keys())
def test_positions_that_taught_something(line: str) -> None:
    assert difference(read(line)) == ""


@pytest.mark.parametrize("power", [power for power in (*SIMPLE, "persephone", "aphrodite") if power != "hermes"])
def test_the_turns_themselves_are_the_same(power: str) -> None:
    """Also where several turns lead to one position. (Hermes could walk in circles.)"""
    for other in (*SIMPLE, "harpies", "persephone", "aphrodite"):
        if other not in (power, "hermes"):
            chance = random.Random(f"{power}-{other}")  # noqa: S311 - a seed for repeatable chance, no secret
            line = written(random_board(chance, (power, other)))
            ours = [turn_text(turn.actions).replace(" .", "") for turn in every_turn(state_of(parse_position(line)))]
            slow = [" ".join(turn.steps) for turn in slow_turns(read(line), every_way=True)]
            assert sorted(ours) == sorted(slow), line
