from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.actions import Resign
from engine.setup import PowerName
from hardware.board import Button
from table.runtime.publisher import Publication
from table.session.answers import Accepted, Refusal
from table.session.at_board import BoardStatusChanged, Pressed
from table.session.drafting import ChoosePower, NameStartPlayer, OfferPowers
from table.session.journal_entries import replay
from table.session.lobby import AbandonGame, BeginGame, ChooseOptions, Rematch
from table.session.rematch import RematchKind
from table.session.snapshot import BoardMode, BoardView, DraftStep, Phase
from table.session.table_state import unread_board
from table.session.turns import Act, ConfirmTurn, UndoStep
from table.settings.options import GameOptions
from table.view.snapshot_builder import NOTHING_DARK, present
from tests.table.session.reduced_table import (
    ANN,
    BEN,
    BLUE,
    EVE,
    ORANGE,
    TURNS,
    WITH_POWERS,
    Runner,
    finish_placing,
    play_on,
    playing,
    refusal,
    seated,
)

# Powers.


def test_the_challenger_offers_the_other_chooses_and_the_challenger_names_who_starts() -> None:
    table = seated()
    table.do(ANN, WITH_POWERS, BeginGame())
    draft = table.seen(BEN).draft
    assert draft is not None
    assert (draft.stage, draft.challenger, draft.to_act) == (DraftStep.OFFER, BLUE, BLUE)
    offer = OfferPowers((PowerName("artemis"), PowerName("demeter")))
    assert refusal(table.ask(BEN, offer)) == (Refusal.NOT_YOUR_SEAT, True)
    assert refusal(table.ask(ANN, OfferPowers((PowerName("artemis"),))))[0] == "draft.offer_size"
    table.do(ANN, offer)
    table.do(BEN, ChoosePower(PowerName("demeter")))
    assert [seat.power for seat in table.seen(EVE).seats] == ["artemis", "demeter", None, None]
    table.do(ANN, NameStartPlayer(ORANGE))
    assert table.state.saved.phase is Phase.PLACING
    assert [seat.power for seat in table.seen(EVE).seats] == ["artemis", "demeter", None, None]


def test_done_declines_an_optional_step_also_at_the_rim() -> None:
    table = seated()
    table.do(ANN, WITH_POWERS, BeginGame(), OfferPowers((PowerName("demeter"), PowerName("artemis"))))
    table.do(BEN, ChoosePower(PowerName("artemis")))
    table.do(ANN, NameStartPlayer(BLUE))
    finish_placing(table)
    table.act(ANN, *TURNS[:2])
    assert table.state.saved.confirming is None
    table.feed(Pressed(Button.DONE))
    assert table.state.saved.confirming is BLUE


# Ends.


@pytest.mark.parametrize("seed", range(6))
def test_the_journal_of_a_game_replays_to_the_same_evening(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - a game, no secret
    table = seated()
    table.do(ANN, ChooseOptions(GameOptions(powers=bool(seed % 2))), BeginGame())
    if seed % 2:
        draft = table.seen(ANN).draft
        assert draft is not None
        powers = tuple(PowerName(card.power) for card in chance.sample(draft.cards[:10], 2))
        table.do(ANN, OfferPowers(powers))
        table.do(BEN, ChoosePower(powers[0]))
        table.do(ANN, NameStartPlayer(chance.choice((BLUE, ORANGE))))
    play_on(table, chance)
    assert replay(table.entries) == table.state.saved
    over = table.seen(EVE)
    assert over.game is not None
    assert over.game.outcome is not None
    assert refusal(table.ask(ANN, UndoStep()))[0] == Refusal.NOT_NOW
    assert refusal(table.ask(EVE, Rematch(RematchKind.LOBBY))) == (Refusal.NOT_YOUR_SEAT, True)
    table.do(BEN, Rematch(RematchKind.LOBBY))
    assert table.state.saved.phase is Phase.LOBBY
    assert [seat.name for seat in table.seen(EVE).seats] == ["Ann", "Ben", None, None]
    table.do(ANN, BeginGame())


def test_a_win_can_be_taken_back_until_it_is_confirmed() -> None:
    chance = random.Random(3)  # noqa: S311 - a game, no secret
    table = playing()
    while True:
        saved = table.state.saved
        assert saved.game is not None
        if saved.confirming is not None:
            if saved.game.outcome is not None:
                break
            table.do(ANN | BEN, ConfirmTurn())
        else:
            table.do(ANN | BEN, Act(chance.choice(saved.game.legal_actions())))
    assert table.state.saved.phase is Phase.PLAYING
    table.do(ANN | BEN, UndoStep())
    assert table.state.saved.game is not None
    assert table.state.saved.game.outcome is None


def test_only_the_host_abandons() -> None:
    table = playing()
    assert refusal(table.ask(BEN, AbandonGame())) == (Refusal.HOST_ONLY, True)
    table.do(ANN, AbandonGame())
    assert table.state.saved.phase is Phase.LOBBY


@pytest.mark.parametrize("marks", [ANN, BEN])
def test_a_player_gives_up_at_any_time_and_that_stands(marks: frozenset[str]) -> None:
    table = playing()
    table.act(ANN, TURNS[0])
    seat, other = (BLUE, ORANGE) if marks is ANN else (ORANGE, BLUE)
    assert refusal(table.ask(marks, Act(Resign(other)))) == (Refusal.NOT_YOUR_SEAT, True)
    assert refusal(table.ask(EVE, Act(Resign(seat)))) == (Refusal.NOT_YOUR_SEAT, True)
    table.do(marks, Act(Resign(seat)))
    over = table.seen(EVE)
    assert over.phase is Phase.OVER
    assert over.game is not None
    assert over.game.outcome is not None
    assert over.game.outcome.winners == (other,)
    assert (over.log[-1].event.message.key, dict(over.log[-1].event.message.args)["loser"]) == (
        "log.game_ended",
        seat.value,
    )
    assert refusal(table.ask(marks, UndoStep()))[0] == Refusal.NOT_NOW
    assert replay(table.entries) == table.state.saved


def test_who_waits_for_the_other_to_confirm_can_give_up_too() -> None:
    table = playing()
    table.act(ANN, *TURNS[:2])
    table.do(BEN, Act(Resign(ORANGE)))
    assert table.state.saved.phase is Phase.OVER


def test_a_deck_is_shuffled_by_chance_that_the_journal_keeps() -> None:
    orders = set()
    for fresh in ("one", "two", "three"):
        table = seated()
        table.do(ANN, WITH_POWERS, BeginGame(), OfferPowers((PowerName("chaos"), PowerName("pan"))))
        table.do(BEN, ChoosePower(PowerName("pan")))
        assert isinstance(table.ask(ANN, NameStartPlayer(BLUE), fresh=fresh), Accepted)
        assert table.state.saved.game is not None
        assert replay(table.entries) == table.state.saved
        orders.add(table.state.saved.game.state.powers[0].memory)
        assert "seed" not in repr(replace(table.seen(ANN), configured=None))  # a setting of the simulated board
    assert len(orders) > 1


# What phones see.


def test_dark_squares_are_explained_to_the_player_who_is_asked_and_to_nobody_else() -> None:
    table = playing()
    assert any(table.seen(ANN).dark)
    assert not any(table.seen(BEN).dark)
    assert not any(table.seen(EVE).dark)
    table.act(ANN, *TURNS[:2])
    assert not any(table.seen(ANN).dark)


def test_the_log_names_steps_and_squares() -> None:
    table = playing()
    table.act(ANN, *TURNS[:2])
    lines = [(line.number, line.event.message.key, dict(line.event.message.args)) for line in table.seen(EVE).log]
    assert lines[0] == (1, "log.worker_placed", {"seat": "blue", "square": "b2"})
    assert ("log.built", "b3") in [(key, args.get("square")) for _, key, args in lines]


def test_phones_of_one_kind_share_a_snapshot() -> None:
    table = playing()
    shown = Publication(table.state)
    assert shown.snapshot(EVE) is shown.snapshot(frozenset({"other"}))
    table.feed(BoardStatusChanged(BoardView("ready", BoardMode.FOLLOWING, None, (), None)))
    assert Publication(table.state, shown).dark is shown.dark


def test_before_the_first_frame_the_board_is_sought() -> None:
    state = Runner().state
    assert present(state, (), lambda: NOTHING_DARK).board == unread_board()


def test_a_win_that_told_a_secret_stands() -> None:
    """Hecate's workers are shown when the game ends, so that the end cannot be played again with what was learnt."""
    chance = random.Random(11)  # noqa: S311 - a game, no secret
    table = seated()
    table.do(ANN, WITH_POWERS, BeginGame(), OfferPowers((PowerName("apollo"), PowerName("hecate"))))
    table.do(BEN, ChoosePower(PowerName("hecate")))
    table.do(ANN, NameStartPlayer(BLUE))
    both = ANN | BEN
    while (game := table.state.saved.game) is not None and game.outcome is None:
        if table.state.saved.confirming is not None:
            table.do(both, ConfirmTurn())
        else:
            table.do(both, Act(chance.choice(game.legal_actions())))
    assert table.state.saved.confirming is not None
    assert not table.seen(both).can_undo
    assert refusal(table.ask(both, UndoStep())) == ("undo.revealed", False)
    before = table.state
    table.feed(Pressed(Button.UNDO))
    assert table.state == before
    table.do(both, ConfirmTurn())
    assert table.state.saved.phase is Phase.OVER
