"""Restarting a turn, and taking back one that stands when all agree."""

from __future__ import annotations

import random

import pytest

from engine.actions import Resign
from engine.notation.action_form import parse_action
from engine.setup import PowerName
from engine.squares import square
from table.session.answers import Accepted, Refusal, Stale
from table.session.at_board import StepsRead
from table.session.drafting import ChoosePower, NameStartPlayer, OfferPowers
from table.session.journal_entries import PositionCorrected, StepUndone, TurnTakenBack, replay
from table.session.lobby import BeginGame
from table.session.session_events import EntryDecided
from table.session.snapshot import Phase, TakebackView
from table.session.turns import Act, AnswerTakeback, AskTakeback, ConfirmTurn, RestartTurn
from tests.table.session.reduced_table import (
    ANN,
    BEN,
    BLUE,
    CLEO,
    EVE,
    ORANGE,
    TURNS,
    WHITE,
    WITH_POWERS,
    Runner,
    everyone,
    play_on,
    playing,
    refusal,
    seated,
)
from tests.table.session.test_players import placed

AGREE, DECLINE = AnswerTakeback(agree=True), AnswerTakeback(agree=False)


def levels(table: Runner) -> tuple[int, ...]:
    game = table.state.saved.game
    assert game is not None
    return game.state.levels


def turn_done(table: Runner) -> None:
    """Ann's first turn, which stands."""
    table.act(ANN, *TURNS[:2])
    table.do(ANN, ConfirmTurn())


# Restart.


def test_a_turn_restarts_where_it_began() -> None:
    table = playing()
    began = table.state.saved
    table.act(ANN, *TURNS[:2])
    assert table.seen(ANN).can_restart
    assert not table.seen(BEN).can_restart
    table.do(ANN, RestartTurn())
    assert table.state.saved == began
    assert table.entries[-2:] == [StepUndone(), StepUndone()]
    assert refusal(table.ask(ANN, RestartTurn())) == (Refusal.NOTHING_TO_UNDO, False)


def test_one_step_is_no_turn_to_restart() -> None:
    table = playing()
    table.act(ANN, TURNS[0])
    assert (table.seen(ANN).can_undo, table.seen(ANN).can_restart) == (True, False)


def test_nobody_restarts_the_turn_of_another() -> None:
    table = playing()
    table.act(ANN, TURNS[0])
    assert refusal(table.ask(BEN, RestartTurn())) == (Refusal.NOT_YOUR_SEAT, True)


def test_a_restart_goes_back_to_what_told_a_secret_and_no_further() -> None:
    """Blue's Artemis steps next to where Hecate may be: that step stays, what came after it goes."""
    table = seated()
    table.do(ANN, WITH_POWERS, BeginGame(), OfferPowers((PowerName("demeter"), PowerName("hecate"))))
    table.do(BEN, ChoosePower(PowerName("hecate")))
    table.do(ANN, NameStartPlayer(BLUE))
    table.act(ANN, "@a1", "@b1")
    table.do(ANN, ConfirmTurn())
    table.act(BEN, "@e5", "@d5")
    table.do(BEN, ConfirmTurn())
    table.act(ANN, "a1-a2", "a2+a3")
    game = table.state.saved.game
    assert game is not None
    stay = [ply.barrier is not None for ply in game.plies[-2:]]
    assert stay == [True, True]
    assert not table.seen(ANN).can_undo
    assert refusal(table.ask(ANN, RestartTurn()))[0] == "undo.revealed"


# Taking back by consent.


def test_a_turn_that_stands_is_taken_back_when_the_other_agrees() -> None:
    table = playing()
    began = table.state.saved
    turn_done(table)
    assert table.seen(ANN).can_take_back
    table.do(ANN, AskTakeback())
    for marks in (ANN, BEN, EVE):
        assert table.seen(marks).takeback == TakebackView(BLUE, (ORANGE,))
    table.do(BEN, AGREE)
    assert table.state.saved == began
    assert table.entries[-1] == TurnTakenBack(2)
    assert table.seen(BEN).takeback is None
    assert replay(table.entries) == table.state.saved


def test_what_was_done_since_goes_too() -> None:
    table = playing()
    began = table.state.saved
    turn_done(table)
    table.act(BEN, TURNS[2])
    table.do(ANN, AskTakeback())
    table.do(BEN, AGREE)
    assert table.state.saved == began


def test_turn_after_turn_can_be_taken_back_as_far_as_the_first_worker() -> None:
    table = playing()
    turn_done(table)
    both = ANN | BEN
    for _ in range(3):
        assert table.seen(both).can_take_back
        table.do(both, AskTakeback())
    saved = table.state.saved
    assert saved.game is not None
    assert (saved.phase, saved.game.plies, saved.turns) == (Phase.PLACING, (), ())
    assert not table.seen(both).can_take_back
    assert refusal(table.ask(both, AskTakeback()))[0] == Refusal.NOTHING_TO_UNDO


def test_the_other_would_rather_play_on() -> None:
    table = playing()
    turn_done(table)
    stands = table.state.saved
    table.do(ANN, AskTakeback())
    table.do(BEN, DECLINE)
    assert table.seen(ANN).takeback == TakebackView(BLUE, (ORANGE,), refused=ORANGE)
    assert refusal(table.ask(BEN, AGREE))[0] == Refusal.NO_TAKEBACK
    table.do(ANN, DECLINE)
    assert table.seen(BEN).takeback is None
    assert table.state.saved == stands


def test_who_asked_can_withdraw_and_not_answer_for_the_others() -> None:
    table = playing()
    turn_done(table)
    table.do(ANN, AskTakeback())
    assert refusal(table.ask(ANN, AGREE))[0] == Refusal.NO_TAKEBACK
    table.do(ANN, DECLINE)
    assert refusal(table.ask(BEN, AGREE))[0] == Refusal.NO_TAKEBACK


def test_a_new_step_ends_the_request() -> None:
    table = playing()
    turn_done(table)
    table.do(ANN, AskTakeback())
    asked = table.state.version
    table.feed(StepsRead((parse_action(TURNS[2]),)))
    assert table.seen(BEN).takeback is None
    assert isinstance(table.ask(BEN, AGREE, asked), Stale)


def test_a_new_turn_that_stands_ends_the_request() -> None:
    """It was asked about another turn."""
    table = playing()
    turn_done(table)
    table.act(BEN, *TURNS[2:4])
    table.do(ANN, AskTakeback())
    asked = table.state.version
    table.do(BEN, ConfirmTurn())
    assert table.seen(BEN).takeback is None
    assert isinstance(table.ask(BEN, AGREE, asked), Stale)


def test_who_asks_for_what_another_has_just_asked_agrees() -> None:
    table = playing()
    began = table.state.saved
    turn_done(table)
    seen = table.state.version
    for marks in (ANN, BEN):
        assert isinstance(table.ask(marks, AskTakeback(), seen), Accepted)
    assert table.state.saved == began


def test_the_consent_of_one_makes_that_of_the_next_not_stale() -> None:
    table = placed(3)
    chance = random.Random(5)  # noqa: S311 - a game, no secret
    play_turn(table, chance, everyone(3))
    table.do(ANN, AskTakeback())
    seen = table.state.version
    assert isinstance(table.ask(BEN, AGREE, seen), Accepted)
    assert table.seen(CLEO).takeback == TakebackView(BLUE, (WHITE,))
    assert isinstance(table.ask(CLEO, AGREE, seen), Accepted)
    assert isinstance(table.entries[-1], TurnTakenBack)


def test_who_is_out_need_not_agree() -> None:
    table = placed(3)
    table.do(BEN, Act(Resign(ORANGE)))
    chance = random.Random(5)  # noqa: S311 - a game, no secret
    for _ in range(2):
        play_turn(table, chance, everyone(3))
    table.do(ANN, AskTakeback())
    view = table.seen(CLEO).takeback
    assert view is not None
    assert view.missing == (WHITE,)


def play_turn(table: Runner, chance: random.Random, players: frozenset[str]) -> None:
    while table.state.saved.confirming is None:
        game = table.state.saved.game
        assert game is not None
        table.do(players, Act(chance.choice(game.legal_actions())))
    table.do(players, ConfirmTurn())


def test_spectators_neither_ask_nor_answer() -> None:
    table = playing()
    turn_done(table)
    assert not table.seen(EVE).can_take_back
    assert refusal(table.ask(EVE, AskTakeback())) == (Refusal.NOT_YOUR_SEAT, True)
    table.do(ANN, AskTakeback())
    assert refusal(table.ask(EVE, AGREE)) == (Refusal.NOT_YOUR_SEAT, True)


def test_nothing_is_taken_back_after_the_end() -> None:
    table = playing()
    turn_done(table)
    table.do(BEN, Act(Resign(ORANGE)))
    assert not table.seen(ANN).can_take_back
    assert refusal(table.ask(ANN, AskTakeback()))[0] == Refusal.NOT_NOW


def test_a_turn_that_told_a_secret_stays() -> None:
    table = seated()
    table.do(ANN, WITH_POWERS, BeginGame(), OfferPowers((PowerName("demeter"), PowerName("hecate"))))
    table.do(BEN, ChoosePower(PowerName("hecate")))
    table.do(ANN, NameStartPlayer(BLUE))
    table.act(ANN, "@a1", "@b1")
    table.do(ANN, ConfirmTurn())
    table.act(BEN, "@e5", "@d5")
    table.do(BEN, ConfirmTurn())
    table.act(ANN, "a1-a2", "a2+a3", ".")
    table.do(ANN, ConfirmTurn())
    assert not table.seen(ANN).can_take_back
    assert refusal(table.ask(ANN, AskTakeback()))[0] == "undo.revealed"


def test_a_correction_and_what_came_before_it_stay() -> None:
    table = playing()
    turn_done(table)
    table.feed(EntryDecided(PositionCorrected(((square("c3"), BLUE), (square("d4"), ORANGE)))))
    assert not table.seen(ANN).can_take_back
    assert refusal(table.ask(BEN, AskTakeback()))[0] == Refusal.NOTHING_TO_UNDO


@pytest.mark.parametrize("seed", range(3))
def test_a_game_with_turns_taken_back_replays_to_the_same_evening(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - a game, no secret
    table = playing()
    both = ANN | BEN
    for _ in range(12):
        if table.state.saved.phase is Phase.OVER:
            break
        play_turn(table, chance, both)
        if chance.random() < 0.4 and table.seen(both).can_take_back:
            table.do(both, AskTakeback())
        assert replay(table.entries) == table.state.saved
    if table.state.saved.phase is not Phase.OVER:
        play_on(table, chance)
    assert replay(table.entries) == table.state.saved
