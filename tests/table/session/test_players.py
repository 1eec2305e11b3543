"""Three and four players at the table: who may begin, who sits with whom, who is asked, and who is out."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from engine.actions import Resign
from engine.casting.catalogue import PowerSet
from engine.setup import PowerName
from engine.squares import square
from table.session.answers import Accepted, Refusal, Stale
from table.session.at_board import BoardStatusChanged
from table.session.drafting import ChoosePower, NameStartPlayer, OfferPowers
from table.session.journal_entries import replay
from table.session.lobby import AbandonGame, BeginGame, ChooseOptions, Rematch
from table.session.rematch import RematchKind
from table.session.seating import ClaimSeat, LeaveSeat
from table.session.snapshot import AdoptBoard, BoardMode, BoardView, DraftStep, OfferKind, Phase
from table.session.turns import Act, ConfirmTurn, TakeOffer, UndoStep
from table.settings.options import ClockRule, DraftMode, GameOptions
from tests.table.session.reduced_table import (
    ANN,
    BEN,
    BLUE,
    CLEO,
    DAN,
    EVE,
    MARKS,
    ORANGE,
    PURPLE,
    WHITE,
    WITH_POWERS,
    Runner,
    everyone,
    play_on,
    refusal,
    seated,
)

POWERS = tuple(PowerName(name) for name in ("artemis", "demeter", "hephaestus", "apollo"))


def drafted(players: int, *powers: str) -> Runner:
    """A table with so many players, all with powers, Ann (blue) to place first. ``powers`` are offered (none: any)."""
    table = seated(players)
    offered = tuple(map(PowerName, powers)) or POWERS[:players]
    table.do(ANN, WITH_POWERS, BeginGame(), OfferPowers(offered))
    for marks in (BEN, CLEO, DAN)[: players - 1]:
        draft = table.state.saved.draft
        assert draft is not None
        left = [card.power for card in draft.cards() if card.refused is None]
        table.do(marks, ChoosePower(left[0]))
    table.do(ANN, NameStartPlayer(BLUE))
    return table


def placed(players: int) -> Runner:
    table = drafted(players)
    for place in ("a1", "a5", "e1", "e5", "c1", "c5"):
        saved = table.state.saved
        if saved.phase is not Phase.PLACING or saved.to_act is None:
            break
        marks = MARKS[saved.to_act]
        table.act(marks, f"@{place}")
        if table.state.saved.confirming:
            table.do(marks, ConfirmTurn())
    return table


# The lobby.


@pytest.mark.parametrize(
    ("players", "teams"),
    [
        (1, [0, None, None, None]),
        (2, [0, 1, None, None]),
        (3, [0, 1, 2, None]),
        (4, [0, 1, 0, 1]),
    ],
)
def test_phones_see_who_would_play_with_whom(players: int, teams: list[int | None]) -> None:
    seen = seated(players).seen(EVE)
    assert [seat.team for seat in seen.seats] == teams
    assert seen.powers_needed == (players > 2)


def test_the_sides_depend_on_who_sits_and_not_on_the_colours() -> None:
    table = Runner()
    for seat, name in ((PURPLE, "Dan"), (WHITE, "Cleo")):
        table.sit(seat, name, name)
    assert [(seat.seat, seat.team) for seat in table.seen(EVE).seats if seat.name] == [(WHITE, 1), (PURPLE, 0)]


def test_one_player_is_too_few() -> None:
    assert refusal(seated(1).ask(ANN, BeginGame())) == (Refusal.TOO_FEW_PLAYERS, False)


CHOICES = {
    "by lot": GameOptions(mode=DraftMode.QUICK),
    "dealt": GameOptions(mode=DraftMode.DEALT),
    "vote": GameOptions(mode=DraftMode.VOTE),
    "without heroes": GameOptions(sets=frozenset(PowerSet) - {PowerSet.HERO}),
    "clock": GameOptions(clock=ClockRule(15, 0)),
}
"""What a host changes at a table where nobody has said whether powers are played with."""


@pytest.mark.parametrize("chosen", CHOICES.values(), ids=CHOICES)
@pytest.mark.parametrize("players", [3, 4])
def test_more_than_two_always_play_with_powers_whatever_is_chosen(players: int, chosen: GameOptions) -> None:
    table = seated(players)
    table.do(ANN, ChooseOptions(chosen))
    assert (table.seen(EVE).options, table.seen(EVE).powers_needed) == (chosen, True)
    table.do(ANN, BeginGame())
    saved = table.state.saved
    assert saved.draft is not None
    assert saved.draft.seats == saved.seating.turn_order
    assert replay(table.entries) == saved


@pytest.mark.parametrize("powers", [True, False])
def test_two_who_are_left_play_with_powers_or_without_as_was_chosen(powers: bool) -> None:  # noqa: FBT001 - an option
    table = seated(2)
    table.do(ANN, ChooseOptions(GameOptions(powers=powers)))
    for seat, name in ((WHITE, "Cleo"), (PURPLE, "Dan")):
        table.sit(seat, name, name.lower())
    table.do(ANN, ChooseOptions(structs.replace(table.seen(ANN).options, clock=ClockRule(15, 0))))
    table.do(ANN, LeaveSeat(WHITE), LeaveSeat(PURPLE), BeginGame())
    assert table.state.saved.phase is (Phase.DRAFT if powers else Phase.PLACING)
    assert table.seen(ANN).options == GameOptions(powers=powers, clock=ClockRule(15, 0))


def test_who_sits_down_while_the_host_begins_is_not_left_out() -> None:
    """The host saw two players; the third one's chair makes this another game."""
    table = seated(2)
    seen = table.state.version
    table.sit(WHITE, "Cleo", "cleo")
    assert table.ask(ANN, BeginGame(), seen) == Stale(table.state.version)


def test_who_only_asks_for_a_seat_keeps_nobody_from_beginning() -> None:
    table = seated(2)
    seen = table.state.version
    table.ask(EVE, ClaimSeat(WHITE, "Cleo"), seen, fresh="cleo")
    assert isinstance(table.ask(ANN, BeginGame(), seen), Accepted)


# The draft.


def test_powers_are_taken_clockwise_from_the_challengers_left() -> None:
    table = Runner()
    for seat, name in ((WHITE, "cleo"), (BLUE, "ann"), (PURPLE, "dan"), (ORANGE, "ben")):
        table.sit(seat, name, name)
    table.do(CLEO, BeginGame(), OfferPowers(POWERS))
    for marks, power in ((DAN, 0), (ANN, 1), (BEN, 2)):
        table.do(marks, ChoosePower(POWERS[power]))
    seen = table.seen(EVE)
    assert seen.draft is not None
    assert seen.draft.stage is DraftStep.START
    assert [seat.power for seat in seen.seats] == ["demeter", "hephaestus", "apollo", "artemis"]


def test_a_game_of_four_needs_four_powers() -> None:
    table = seated(4)
    table.do(ANN, BeginGame())
    answer = table.ask(ANN, OfferPowers(POWERS[:3]))
    assert refusal(answer) == ("draft.offer_size", False)


# Two teams.


def test_the_first_player_of_each_team_places_and_the_turns_go_round() -> None:
    table = drafted(4)
    placing = []
    while table.state.saved.phase is Phase.PLACING:
        saved = table.state.saved
        seat = saved.confirming or saved.to_act
        assert seat is not None
        assert saved.game is not None
        if saved.confirming:
            table.do(MARKS[seat], ConfirmTurn())
        else:
            placing.append(seat)
            table.do(MARKS[seat], Act(saved.game.legal_actions()[0]))
    assert placing == [BLUE, BLUE, ORANGE, ORANGE]
    table.do(BEN, ConfirmTurn())
    assert table.state.saved.to_act is WHITE


def test_a_teammate_moves_the_same_workers_but_only_in_the_own_turn() -> None:
    table = placed(4)
    game = table.seen(CLEO).game
    assert game is not None
    assert {worker.seat for worker in game.workers} == {BLUE, ORANGE}
    step = game.options[0]
    assert refusal(table.ask(ANN, Act(step))) == (Refusal.NOT_YOUR_SEAT, True)
    table.do(CLEO, Act(step))
    assert refusal(table.ask(ANN, UndoStep())) == (Refusal.NOT_YOUR_SEAT, True)
    table.do(CLEO, UndoStep())


def test_a_team_that_one_of_its_players_gives_up_for_has_lost() -> None:
    table = placed(4)
    table.do(DAN, Act(Resign(PURPLE)))
    assert table.state.saved.phase is Phase.OVER
    game = table.seen(EVE).game
    assert game is not None
    assert game.outcome is not None
    assert set(game.outcome.winners) == {BLUE, WHITE}


def test_what_stands_is_taken_over_for_both_of_a_team() -> None:
    """White has the turn and moves Blue's workers; one of them was moved by a sleeve, and all agree to leave it so."""
    table = placed(4)
    game = table.seen(EVE).game
    assert game is not None
    stood = {worker.square: worker.seat for worker in game.workers}
    stands = {square("b2") if on == square("a1") else on: seat for on, seat in stood.items()}
    offer = AdoptBoard(tuple((int(on), seat) for on, seat in sorted(stands.items())))
    table.feed(BoardStatusChanged(BoardView("ready", BoardMode.RESTORE, None, (), None, (offer,))))
    assert refusal(table.ask(BEN, TakeOffer(OfferKind.ADOPT))) == (Refusal.NOT_YOUR_SEAT, True)
    table.do(CLEO, TakeOffer(OfferKind.ADOPT))
    corrected = table.seen(EVE).game
    assert corrected is not None
    assert {worker.square: worker.seat for worker in corrected.workers} == stands
    assert table.state.saved.to_act is WHITE
    assert replay(table.entries) == table.state.saved


# Each alone.


def test_who_is_out_is_asked_no_more_and_the_others_play_on() -> None:
    table = placed(3)
    assert table.state.saved.to_act is BLUE
    table.do(ANN, Act(Resign(BLUE)))
    saved = table.state.saved
    assert (saved.phase, saved.to_act, saved.confirming) == (Phase.PLAYING, ORANGE, None)
    game = table.seen(EVE).game
    assert game is not None
    assert {worker.seat for worker in game.workers} == {ORANGE, WHITE}
    assert [player.seat for player in game.players if player.eliminated] == [BLUE]
    assert refusal(table.ask(ANN, Act(Resign(BLUE))))[0] == "game_over"
    chance = random.Random(1)  # noqa: S311 - a game, no secret
    asked = set()
    while (seat := table.state.saved.to_act or table.state.saved.confirming) is not None:
        asked.add(seat)
        saved = table.state.saved
        assert saved.game is not None
        step = ConfirmTurn() if saved.confirming else Act(chance.choice(saved.game.legal_actions()))
        table.do(MARKS[seat], step)
    assert asked == {ORANGE, WHITE}
    assert replay(table.entries) == table.state.saved


def test_who_gives_up_in_anothers_turn_goes_when_it_ends() -> None:
    table = placed(3)
    table.do(BEN, Act(Resign(ORANGE)))
    saved = table.state.saved
    assert saved.game is not None
    assert saved.to_act is BLUE
    assert len(saved.game.view(ORANGE).workers) == 6
    while table.state.saved.confirming is None:
        game = table.state.saved.game
        assert game is not None
        table.do(ANN, Act(game.legal_actions()[0]))
    table.do(ANN, ConfirmTurn())
    assert table.state.saved.to_act is WHITE


def test_who_gives_up_after_the_turn_need_not_confirm_it() -> None:
    table = placed(3)
    while table.state.saved.confirming is None:
        game = table.state.saved.game
        assert game is not None
        table.do(ANN, Act(game.legal_actions()[0]))
    table.do(ANN, Act(Resign(BLUE)))
    saved = table.state.saved
    assert (saved.confirming, saved.to_act) == (None, ORANGE)
    assert refusal(table.ask(BEN, UndoStep()))[0] == Refusal.NOTHING_TO_UNDO


# Whole games.


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_the_journal_of_a_game_replays_to_the_same_evening(players: int, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - a game, no secret
    table = drafted(players)
    play_on(table, chance, everyone(players))
    assert replay(table.entries) == table.state.saved
    assert table.state.saved.phase is Phase.OVER
    table.do(BEN, Rematch(RematchKind.LOBBY))
    assert table.seen(EVE).phase is Phase.LOBBY
    assert [seat.name for seat in table.seen(EVE).seats[:players]] == ["Ann", "Ben", "Cleo", "Dan"][:players]


def test_the_host_abandons_a_game_of_three() -> None:
    table = placed(3)
    assert refusal(table.ask(CLEO, AbandonGame())) == (Refusal.HOST_ONLY, True)
    table.do(ANN, AbandonGame())
    assert table.state.saved.phase is Phase.LOBBY
