"""The process that thinks: it answers, at once if it is told to, and after it was killed; and it is gone afterwards."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine import Game, Move, State
from engine.notation import parse_position, state_of
from engine.secrets import known_to
from engine.setup import MORTAL
from engine.squares import square
from opponent.budget import Allowance, Budget
from opponent.process import MOST_BYTES, NICENESS, Closed, Question, Stop, ThinkingProcess
from opponent.thinking import think
from tests.engine.cases import line
from tests.engine.playing import EVERY, pair, walk

PATIENCE = 60
LONG = Allowance(seconds=3600.0)


@pytest.fixture
def thinker() -> Iterator[ThinkingProcess]:
    process = ThinkingProcess()
    yield process
    process.close()


def middle_of_a_game(seed: int = 1) -> State:
    return next(game.state for game in walk(pair(MORTAL, MORTAL), seed).steps() if game.turn == 8)


def known(state: State) -> State:
    assert state.step is not None
    return known_to(state, state.step.seat)


def is_alive(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_answers_what_is_thought_here(thinker: ThinkingProcess) -> None:
    for power in EVERY[:6]:
        game = next(game for game in walk(pair(power, MORTAL), 3).steps() if game.turn == 5)
        question = Question(known(game.state), Allowance(nodes=150), seed=2, wanted=2)
        advice = thinker.think(question)
        here = think(question.known, Budget(question.allowance), 2, wanted=2)
        assert [(turn.actions, turn.value) for turn in advice.turns] == [(t.actions, t.value) for t in here.turns]
        assert (advice.nodes, advice.depth) == (here.nodes, here.depth)


def test_a_place_for_a_worker_is_thought_about_too(thinker: ThinkingProcess) -> None:
    game = Game.begin(pair(MORTAL, MORTAL))
    (best,) = thinker.think(Question(known(game.state), Allowance(nodes=10))).turns
    assert best.actions[0] in game.legal_actions()


def test_nobody_thinks_before_somebody_asks_and_after_it_was_closed(thinker: ThinkingProcess) -> None:
    assert thinker.process_id is None
    thinker.think(Question(known(middle_of_a_game()), Allowance(nodes=10)))
    process_id = thinker.process_id
    assert process_id is not None
    assert is_alive(process_id)
    thinker.close()
    assert not is_alive(process_id)
    with pytest.raises(Closed):
        thinker.think(Question(known(middle_of_a_game()), Allowance(nodes=10)))


def test_it_has_the_lowest_priority_and_a_limit_to_its_memory(thinker: ThinkingProcess) -> None:
    thinker.think(Question(known(middle_of_a_game()), Allowance(nodes=10)))
    process_id = thinker.process_id
    assert process_id is not None
    assert os.getpriority(os.PRIO_PROCESS, process_id) == NICENESS
    limits = Path(f"/proc/{process_id}/limits").read_text("utf-8")
    assert next(each for each in limits.splitlines() if each.startswith("Max data size")).split()[3] == str(MOST_BYTES)


def test_who_waits_for_an_hour_can_have_the_answer_at_once(thinker: ThinkingProcess) -> None:
    state = middle_of_a_game()
    for moment in ("before", "while"):
        stop = Stop()
        with ThreadPoolExecutor(1) as one:
            if moment == "before":
                stop.set()
            answer = one.submit(thinker.think, Question(known(state), LONG), stop)
            stop.set()
            assert answer.result(PATIENCE).turns[0].actions
    # A stop that comes late stops nothing else.
    stop.set()
    assert thinker.think(Question(known(state), Allowance(nodes=300)), Stop()).nodes >= 250


def test_a_process_that_is_killed_while_it_thinks_is_started_anew_and_the_game_goes_on(
    thinker: ThinkingProcess,
) -> None:
    state = middle_of_a_game()
    thinker.think(Question(known(state), Allowance(nodes=10)))
    first = thinker.process_id
    assert first is not None
    with ThreadPoolExecutor(1) as one:
        answer = one.submit(thinker.think, Question(known(state), LONG))
        os.kill(first, signal.SIGKILL)
        assert answer.result(PATIENCE).turns[0].actions
    assert thinker.process_id not in (None, first)


def test_closing_ends_a_question_under_way(thinker: ThinkingProcess) -> None:
    state = middle_of_a_game()
    thinker.think(Question(known(state), Allowance(nodes=10)))
    with ThreadPoolExecutor(1) as one:
        answer = one.submit(thinker.think, Question(known(state), LONG))
        thinker.close()
        with pytest.raises(Closed):
            answer.result(PATIENCE)


def test_a_killed_process_that_is_slow_to_end_keeps_nobody_from_closing(
    thinker: ThinkingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker.think(Question(known(middle_of_a_game()), Allowance(nodes=10)))
    ending: list[subprocess.Popen[bytes]] = []

    def not_yet(process: subprocess.Popen[bytes], timeout: float | None = None) -> int:
        ending.append(process)
        raise subprocess.TimeoutExpired(process.args, timeout or 0)

    with monkeypatch.context() as patched:
        patched.setattr(subprocess.Popen, "wait", not_yet)
        thinker.close()
    assert [process.wait(PATIENCE) for process in ending] == [-signal.SIGKILL]
    with pytest.raises(Closed):
        thinker.think(Question(known(middle_of_a_game()), Allowance(nodes=10)))


def test_a_position_without_a_turn_to_take_is_refused_and_one_who_is_stuck_has_none(thinker: ThinkingProcess) -> None:
    stuck = state_of(parse_position(line("mortal:a1", "mortal:d5,a5", "a2:4 b1:4 b2:4")))
    assert thinker.think(Question(stuck, Allowance(nodes=10))).turns == ()
    last = Game.at(state_of(parse_position(line("mortal:b2,e5", "mortal:d5,a5", "b2:2 b3:3"))))
    over = last.play(Move(square("b2"), square("b3"))).state
    with pytest.raises(ValueError, match="no seat is to act"):
        thinker.think(Question(over, Allowance(nodes=10)))
