"""Aphrodite, sentence by sentence, with the edges that the powers played here can meet."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Wins, check_ask, check_wins, line, name

LOVE = "aphrodite:c3,a5"

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
]  # fmt: skip

WINS = [
    Wins("a compliant move up wins beside Aphrodite", line("mortal:b2,e5", LOVE, "b2:2 b3:3"), "b2-b3"),
    Wins("without a compliant move the bound player loses",
         line("mortal:a3,e1", "aphrodite:b4,c5", "a4:4 b3:4 d1:4 d2:4 e2:4"), "", "orange"),
]  # fmt: skip


@pytest.mark.parametrize("case", ASKS, ids=name)
def test_the_rules_allow_or_say_why_not(case: Ask) -> None:
    check_ask(case)


@pytest.mark.parametrize("case", WINS, ids=name)
def test_steps_that_win(case: Wins) -> None:
    check_wins(case)
