"""From the options to the first worker: how the table comes by powers in each mode and variant."""

from __future__ import annotations

import random

import pytest

from engine.casting.catalogue import FIRST_GAMES, PowerSet
from engine.setup import MORTAL, Edition, PowerName, Profile
from table.session.answers import Accepted, Stale
from table.session.drafting import ChoosePower, NameStartPlayer, OfferPowers, VoteForPowers
from table.session.journal_entries import GameBegan, PowerChosen, PowersOffered, replay
from table.session.lobby import AbandonGame, BeginGame, ChooseOptions
from table.session.snapshot import DraftStep, DraftView, Phase
from table.settings.options import DraftMode, GameOptions
from tests.table.session.reduced_table import (
    ANN,
    BEN,
    BLUE,
    CLEO,
    EVE,
    ORANGE,
    WHITE,
    Runner,
    everyone,
    play_on,
    refusal,
    seated,
)

OLD = Profile(edition=Edition.ORIGINAL_2007)
OLD_TWICE = Profile(edition=Edition.ORIGINAL_2007, gods_per_player=2)


def god(name: str) -> PowerName:
    return PowerName(name)


def begun(options: GameOptions, players: int = 2, fresh: str = "luck") -> Runner:
    """A table at which so many have begun with these options."""
    table = seated(players)
    table.do(ANN, ChooseOptions(options))
    assert isinstance(table.ask(ANN, BeginGame(), fresh=fresh), Accepted)
    return table


def drafting(table: Runner, marks: frozenset[str] = ANN) -> DraftView:
    draft = table.seen(marks).draft
    assert draft is not None
    return draft


# The Challenger's offer


def test_what_the_options_leave_out_is_greyed_with_its_reason_and_can_not_be_offered() -> None:
    table = begun(GameOptions(powers=True, first_games=True))
    reasons = {card.power: card.refused for card in drafting(table).cards}
    assert {power for power, reason in reasons.items() if reason is None} == FIRST_GAMES
    zeus = reasons["zeus"]
    assert zeus is not None
    assert zeus.key == "draft.left_out"
    assert refusal(table.ask(ANN, OfferPowers((god("pan"), god("zeus"))))) == ("draft.left_out", False)
    table.do(ANN, OfferPowers((god("pan"), god("atlas"))))
    assert drafting(table).stage is DraftStep.CHOOSE


def test_others_see_the_same_cards_and_who_chooses() -> None:
    table = begun(GameOptions(powers=True))
    ours, theirs = drafting(table, ANN), drafting(table, BEN)
    assert ours.cards == theirs.cards
    assert (ours.to_act, ours.chooser, theirs.chooser) == (BLUE, BLUE, None)
    assert ours.wanted == theirs.wanted == 2


# Dealt by the table


def test_a_dealt_game_begins_with_powers_on_offer() -> None:
    table = begun(GameOptions(powers=True, mode=DraftMode.DEALT), players=3)
    seen = drafting(table)
    assert (seen.stage, seen.choosing, len(seen.cards)) == (DraftStep.CHOOSE, (ORANGE,), 3)
    assert [type(entry) for entry in table.entries[-2:]] == [GameBegan, PowersOffered]
    assert replay(table.entries) == table.state.saved


def test_by_lot_only_the_start_player_is_named() -> None:
    table = begun(GameOptions(powers=True, mode=DraftMode.QUICK, sets=frozenset({PowerSet.SIMPLE})))
    seen = drafting(table)
    assert (seen.stage, seen.chooser) == (DraftStep.START, BLUE)
    assert [seat for seat, _ in seen.taken] == [ORANGE, BLUE]
    table.do(ANN, NameStartPlayer(ORANGE))
    assert table.state.saved.phase is Phase.PLACING
    assert replay(table.entries) == table.state.saved


def test_other_luck_deals_other_powers() -> None:
    options = GameOptions(powers=True, mode=DraftMode.DEALT)
    dealt = {tuple(card.power for card in drafting(begun(options, fresh=str(luck))).cards) for luck in range(5)}
    assert len(dealt) == 5


# The Golden Fleece


@pytest.mark.parametrize("mode", list(DraftMode))
def test_in_the_golden_fleece_one_power_lies_beside_the_board_and_nobody_has_one(mode: DraftMode) -> None:
    table = begun(GameOptions(powers=True, fleece=True, mode=mode))
    assert drafting(table).fleece
    if mode is DraftMode.FULL:
        refused = {card.power for card in drafting(table).cards if card.refused is not None}
        assert "athena" in refused
        table.do(ANN, OfferPowers((god("pan"),)))
    if mode is DraftMode.VOTE:
        for marks, seat in ((ANN, BLUE), (BEN, ORANGE)):
            table.do(marks, VoteForPowers(seat, (god("pan"),), done=True))
    assert drafting(table).stage is DraftStep.START
    table.do(ANN, NameStartPlayer(BLUE))
    play_on(table, random.Random(3), everyone(2))  # noqa: S311 - a game, no secret
    game = table.state.saved.game
    assert game is not None
    assert game.setup.fleece is not None
    assert [player.power for player in game.setup.players] == [MORTAL, MORTAL]
    assert replay(table.entries) == table.state.saved


def test_a_deck_beside_the_board_is_shuffled_by_chance() -> None:
    table = begun(GameOptions(powers=True, fleece=True))
    table.do(ANN, OfferPowers((god("chaos"),)))
    assert isinstance(table.ask(ANN, NameStartPlayer(BLUE), fresh="luck"), Accepted)
    game = table.state.saved.game
    assert game is not None
    assert game.setup.seed != 0


def test_the_golden_fleece_is_for_two_and_the_lobby_says_so() -> None:
    table = seated(3)
    table.do(ANN, ChooseOptions(GameOptions(powers=True, fleece=True)))
    obstacle = table.seen(BEN).obstacle
    assert obstacle is not None
    assert obstacle.key == "table.fleece_for_two"
    assert refusal(table.ask(ANN, BeginGame())) == ("table.fleece_for_two", False)


# As in 2007


def test_in_2007_nobody_is_told_what_others_chose_before_all_have() -> None:
    table = begun(GameOptions(powers=True, rules=OLD), players=3)
    table.do(ANN, OfferPowers((god("pan"), god("atlas"))))
    before = drafting(table, ANN)
    assert before.at_once
    assert before.choosing == (ORANGE, WHITE, BLUE)
    table.do(BEN, ChoosePower(god("pan"), ORANGE))
    own, other, watcher = (drafting(table, marks) for marks in (BEN, ANN, EVE))
    assert (own.own, own.chooser) == (((ORANGE, "pan"),), None)
    assert (other.own, other.taken, watcher.taken) == ((), (), ())
    assert other.cards == before.cards
    assert other.choosing == (WHITE, BLUE)
    table.do(CLEO, ChoosePower(MORTAL, WHITE))
    table.do(ANN, ChoosePower(god("pan"), BLUE))
    assert drafting(table, EVE).taken == ((ORANGE, "pan"), (BLUE, "pan"))


@pytest.mark.parametrize("power", ["pan", "atlas", "mortal"])
def test_in_2007_others_get_the_same_whatever_was_chosen(power: str) -> None:
    table = begun(GameOptions(powers=True, rules=OLD_TWICE))
    table.do(ANN, OfferPowers((god("pan"), god("atlas"), god("hermes"))))
    table.do(BEN, ChoosePower(god("hermes"), ORANGE), ChoosePower(god(power), ORANGE))
    reference = begun(GameOptions(powers=True, rules=OLD_TWICE))
    reference.do(ANN, OfferPowers((god("pan"), god("atlas"), god("hermes"))))
    reference.do(BEN, ChoosePower(god("hermes"), ORANGE), ChoosePower(god("atlas"), ORANGE))
    for marks in (ANN, EVE):
        assert table.seen(marks) == reference.seen(marks)


def test_in_2007_who_chooses_at_the_same_moment_is_not_too_late() -> None:
    table = begun(GameOptions(powers=True, rules=OLD))
    table.do(ANN, OfferPowers((god("pan"), god("atlas"))))
    saw = table.state.version
    assert isinstance(table.ask(BEN, ChoosePower(god("pan"), ORANGE), saw), Accepted)
    assert isinstance(table.ask(ANN, ChoosePower(god("atlas"), BLUE), saw), Accepted)
    assert drafting(table).stage is DraftStep.START


def test_in_2007_a_choice_among_cards_that_are_gone_is_too_late() -> None:
    table = begun(GameOptions(powers=True, rules=OLD))
    table.do(ANN, OfferPowers((god("pan"), god("atlas"))))
    saw = table.state.version
    table.do(ANN, AbandonGame(), BeginGame(), OfferPowers((god("pan"), god("hermes"))))
    assert isinstance(table.ask(BEN, ChoosePower(god("pan"), ORANGE), saw), Stale)


def test_in_2007_nobody_chooses_for_another_phone_or_twice() -> None:
    table = begun(GameOptions(powers=True, rules=OLD))
    table.do(ANN, OfferPowers((god("pan"), god("atlas"))))
    assert refusal(table.ask(ANN, ChoosePower(god("pan"), ORANGE))) == ("table.not_your_seat", True)
    assert refusal(table.ask(EVE, ChoosePower(god("pan")))) == ("table.not_your_seat", True)
    table.do(BEN, ChoosePower(god("pan")))
    assert refusal(table.ask(BEN, ChoosePower(god("atlas")))) == ("table.not_your_seat", True)


def test_in_2007_a_phone_with_two_seats_chooses_for_one_after_the_other() -> None:
    table = begun(GameOptions(powers=True, rules=OLD))
    both = ANN | BEN
    table.do(both, OfferPowers((god("pan"), god("atlas"))))
    assert drafting(table, both).chooser is ORANGE
    table.do(both, ChoosePower(god("pan")))
    assert drafting(table, both).chooser is BLUE
    table.do(both, ChoosePower(god("atlas")))
    assert drafting(table).taken == ((ORANGE, "pan"), (BLUE, "atlas"))


def test_each_player_can_have_two_gods() -> None:
    table = begun(GameOptions(powers=True, rules=Profile(gods_per_player=2)))
    assert drafting(table).wanted == 4
    table.do(ANN, OfferPowers(tuple(map(god, ("pan", "atlas", "hermes", "demeter")))))
    for marks, name in ((BEN, "pan"), (ANN, "atlas"), (BEN, "hermes")):
        table.do(marks, ChoosePower(god(name)))
    table.do(ANN, NameStartPlayer(ORANGE))
    game = table.seen(EVE).game
    assert game is not None
    assert [(player.power, player.second) for player in game.players] == [("pan", "hermes"), ("atlas", "demeter")]


@pytest.mark.parametrize("mode", [DraftMode.DEALT, DraftMode.QUICK])
def test_games_of_2007_with_two_gods_each_are_played_to_their_end(mode: DraftMode) -> None:
    table = begun(GameOptions(powers=True, mode=mode, rules=OLD_TWICE))
    everybody = everyone(2)
    while drafting(table).stage is DraftStep.CHOOSE:
        free = next(card.power for card in drafting(table, everybody).cards if card.refused is None)
        table.do(everybody, ChoosePower(god(free)))
    table.do(ANN, NameStartPlayer(drafting(table).starters[0]))
    play_on(table, random.Random(9), everybody)  # noqa: S311 - a game, no secret
    assert table.state.saved.phase is Phase.OVER
    assert replay(table.entries) == table.state.saved


# What stands against beginning


def test_too_few_gods_are_told_with_their_number() -> None:
    table = seated(3)
    table.do(ANN, ChooseOptions(GameOptions(powers=True, sets=frozenset({PowerSet.HERO}))))
    obstacle = table.seen(ANN).obstacle
    assert obstacle is not None
    assert (obstacle.key, dict(obstacle.args)) == ("table.too_few_gods", {"count": "0", "wanted": "3"})
    assert refusal(table.ask(ANN, BeginGame())) == ("table.too_few_gods", False)


def test_with_enough_players_and_gods_nothing_stands_against_beginning() -> None:
    assert seated(2).seen(ANN).obstacle is None
    alone = seated(1).seen(ANN).obstacle
    assert alone is not None
    assert alone.key == "table.too_few_players"


def test_a_journal_from_before_players_were_named_is_read_as_it_was_meant() -> None:
    table = begun(GameOptions(powers=True))
    table.do(ANN, OfferPowers((god("pan"), god("atlas"))))
    chosen = table.entries
    assert replay([*chosen, PowerChosen(god("pan"))]) == replay([*chosen, PowerChosen(god("pan"), ORANGE)])
