"""Aphrodite, Circe and Persephone, sentence by sentence, with the edges that the powers played here can meet."""

from __future__ import annotations

import pytest

from engine.notation import parse_position, state_of
from tests.engine.cases import Ask, Leads, Wins, check_ask, check_leads, check_wins, game_at, line, name

LOVE = "aphrodite:c3,a5"
SPRING = "persephone:d5,a5"

ASKS = [
    Ask("a worker beside Aphrodite's must stay beside one", line("mortal:b2,e5", LOVE), "b2-a1", "aphrodite.stay_near"),
    Ask("it may stay beside", line("mortal:b2,e5", LOVE), "b2-b3"),
    Ask("beside any of hers", line("mortal:b2,e5", "aphrodite:c3,a1"), "b2-b1"),
    Ask("a worker that began apart is free", line("mortal:b2,e5", LOVE), "e5-e4"),
    Ask("a bound worker that does not move is no concern", line("mortal:b2,e5", LOVE), "e5-e4 e4+e3"),
    Ask("a bound worker may not win away from her", line("mortal:b2,e5", LOVE, "b2:2 a1:3"), "b2-a1",
        "aphrodite.stay_near"),
    Ask("a bound Artemis may go away to come back", line("artemis:b2,e5", LOVE), "b2-a2"),
    Ask("a bound Artemis cannot stop away", line("artemis:b2,e5", LOVE), "b2-a2 .", "aphrodite.stay_near"),
    Ask("a bound Artemis' last move comes back", line("artemis:b2,e5", LOVE), "b2-a2 a2-b3"),
    Ask("Apollo in her worker's space is beside it", line("apollo:b2,e5", LOVE), "b2-c3"),
    Ask("the Minotaur in her worker's space is beside it", line("minotaur:b2,e5", LOVE), "b2-c3"),
    Ask("bound Hermes may wander off", line("hermes:b2,d1", LOVE), "b2-a1"),
    Ask("bound Hermes may not stay away", line("hermes:b2,d1", LOVE), "b2-a1 .", "aphrodite.stay_near"),
    Ask("bound Hermes comes back", line("hermes:b2,d1", LOVE), "b2-a1 a1-b2 ."),
    Ask("Hermes' other worker is free", line("hermes:b2,d1", LOVE), "d1-e1 ."),
    Ask("Prometheus builds first and stays", line("prometheus:b2,e5", LOVE), "b2+a1 b2-b3"),
    Ask("Prometheus builds first and may not go", line("prometheus:b2,e5", LOVE), "b2+a2 b2-a1", "aphrodite.stay_near"),
    Ask("whoever can must go up", line("mortal:b2,e5", SPRING, "c3:1"), "b2-b3", "persephone.must_climb"),
    Ask("going up is what she asks", line("mortal:b2,e5", SPRING, "c3:1"), "b2-c3"),
    Ask("the other worker may not stay down either", line("mortal:b2,e5", SPRING, "c3:1"), "e5-e4",
        "persephone.must_climb"),
    Ask("nobody has to who cannot", line("mortal:b2,e5", SPRING, "c3:2"), "b2-b3"),
    Ask("a way up too high is none", line("mortal:b2,e5", SPRING, "c3:2"), "b2-c3", "move.too_high"),
    Ask("Artemis may go up second", line("artemis:b2,e5", SPRING, "d2:1"), "b2-c2"),
    Ask("Artemis then must", line("artemis:b2,e5", SPRING, "d2:1"), "b2-c2 .", "persephone.must_climb"),
    Ask("Artemis may go up and down", line("artemis:b2,e5", SPRING, "c2:1"), "b2-c2 c2-d2"),
    Ask("Apollo must swap when that is the only way up", line("apollo:b2,e5", "persephone:c3,a5", "c3:1"), "b2-b3",
        "persephone.must_climb"),
    Ask("Pan's jump down is no way out", line("pan:b2,e5", SPRING, "b2:2 e4:1"), "b2-b3", "persephone.must_climb"),
    Ask("Prometheus may not build first", line("prometheus:b2,e5", SPRING, "c3:1"), "b2+b3", "persephone.must_climb"),
    Ask("Prometheus may where nobody can go up", line("prometheus:b2,e5", SPRING), "b2+b3"),
    Ask("Hermes may not stand still", line("hermes:b2,e5", SPRING, "c3:1"), ".", "persephone.must_climb"),
    Ask("Hermes may not walk on the level", line("hermes:b2,e5", SPRING, "c3:1"), "b2-b3", "persephone.must_climb"),
    Ask("Persephone herself is free", line("persephone:b2,e5", "mortal:d5,a5", "c3:1"), "b2-b3"),
    Ask("Circe has the power of workers that stand apart", line("circe:b2,e5", "apollo:c3,a5"), "b2-c3"),
    Ask("Circe has nothing of workers that stand together", line("circe:b2,e5", "apollo:c3,c4"), "b2-c3",
        "move.occupied"),
    Ask("the robbed player has no power", line("circe:b2,e5", "apollo[holder=blue]:c3,a5", to_move=2), "c3-b2",
        "move.occupied"),
    Ask("the power is back with who keeps together", line("circe:b2,e5", "apollo:c3,a5", to_move=2), "c3-b2"),
    Ask("Circe with Aphrodite's power binds Aphrodite", line("circe:c3,a5", "aphrodite[holder=blue]:b2,e5", to_move=2),
        "b2-a1", "aphrodite.stay_near"),
    Ask("Circe is not bound by the power she holds", line("circe:b2,e5", "aphrodite:c3,a5"), "b2-a1"),
    Ask("Circe is bound by the power she does not hold", line("circe:b2,e5", "aphrodite:c3,c4"), "b2-a1",
        "aphrodite.stay_near"),
    Ask("Circe with Persephone's power makes her climb",
        line("circe:d5,a5", "persephone[holder=blue]:b2,e5", "c3:1", 2), "b2-b3", "persephone.must_climb"),
    Ask("Circe holding Athena's power asks for her own climb",
        line("circe[^]:d5,a5", "athena[holder=blue]:b2,e5", "c3:1", 2), "b2-c3", "athena.no_climb"),
    Ask("not for Athena's", line("circe:d5,a5", "athena[^|holder=blue]:b2,e5", "c3:1", 2), "b2-c3"),
    Ask("Athena's climb does not bind Circe who holds the power", line("circe:b2,e5", "athena[^]:d5,a5", "c3:1"),
        "b2-c3"),
]  # fmt: skip

LEADS = [
    Leads("the power is hers until her next turn", line("circe:b2,e5", "apollo:c3,a5"), "b2-b1 b1+a1",
          line("circe:b1,e5", "apollo[holder=blue]:c3,a5", "a1:1", 2)),
    Leads("and goes back if they stand together when it starts",
          line("circe:b1,e5", "apollo[holder=blue]:c3,a5", "", 2), "a5-b4 b4+a4",
          line("circe:b1,e5", "apollo:c3,b4", "a4:1", 1)),
    Leads("Circe's climb is remembered where Athena's power may be hers",
          line("circe:b2,e5", "athena:d5,a5", "c3:1"), "b2-c3 c3+d3",
          line("circe[^]:c3,e5", "athena[holder=blue]:d5,a5", "c3:1 d3:1", 2)),
    Leads("nobody places while Circe has Gaea's power", line("circe:b2,e5", "gaea[workers=2]:d5,a5", "b3:3"), "b2-c2 c2^b3",
          line("circe:c2,e5", "gaea[workers=2|holder=blue]:d5,a5", "b3:4", 2)),
    Leads("nor in Gaea's own turn then", line("circe:b2,e5", "gaea[workers=2|holder=blue]:d5,a5", "d3:3", 2), "d5-d4 d4^d3",
          line("circe:b2,e5", "gaea[workers=2|holder=blue]:d4,a5", "d3:4", 1)),
]  # fmt: skip

WINS = [
    Wins("a compliant move up wins beside Aphrodite", line("mortal:b2,e5", LOVE, "b2:2 b3:3"), "b2-b3"),
    Wins("without a compliant move the bound player loses",
         line("mortal:a3,e1", "aphrodite:b4,c5", "a4:4 b3:4 d1:4 d2:4 e2:4"), "", "orange"),
    Wins("Pan's jump wins where nobody can go up", line("pan:b2,e5", SPRING, "b2:2"), "b2-b3"),
    Wins("Circe wins with Pan's power", line("circe:b2,e5", "pan:d5,a5", "b2:2"), "b2-b3"),
]  # fmt: skip


@pytest.mark.parametrize("case", ASKS, ids=name)
def test_the_rules_allow_or_say_why_not(case: Ask) -> None:
    check_ask(case)


@pytest.mark.parametrize("case", LEADS, ids=name)
def test_a_turn_leads_to(case: Leads) -> None:
    check_leads(case)


@pytest.mark.parametrize("case", WINS, ids=name)
def test_steps_that_win(case: Wins) -> None:
    check_wins(case)


def test_pan_without_his_power_does_not_win_downwards() -> None:
    assert game_at(line("circe:d5,a5", "pan[holder=blue]:b2,e5", "b2:2", 2), "b2-b3").outcome is None


def test_a_single_worker_neighbors_nobody() -> None:
    state = state_of(parse_position(line("circe:b2,e5", "apollo:c3")))
    assert [str(card.holders[0]) for card in state.powers] == ["blue", "blue"]


def test_three_workers_of_which_two_stand_apart_are_robbed() -> None:
    apart = state_of(parse_position(line("circe:b2,e5", "gaea[workers=1]:c3,c4,c5")))
    together = state_of(parse_position(line("circe:b2,e5", "gaea[workers=1]:c3,c4,d4")))
    assert [str(state.powers[1].holders[0]) for state in (apart, together)] == ["blue", "orange"]
