"""Commands of the lobby: leaving a seat, choosing options, beginning a game."""

from __future__ import annotations

import pytest

from engine.casting.catalogue import PowerSet
from engine.seats import Seat
from table.session.commands import BeginGame, ChooseOptions, LeaveSeat
from table.session.handlers.lobby_commands import handle_lobby_command, obstacle_to_begin
from table.session.journal_entries import GameBegan, OptionsChosen, PowerChosen, PowersOffered, SeatLeft
from table.session.refusals import CommandRefused
from table.settings.game_options import DraftMode, GameOptions
from tests.table.session.handlers.saved_states import BLUE, GUEST, HOST, NOBODY, ORANGE, WHITE, game, lobby, refused


def test_a_player_leaves_the_own_seat_and_the_host_frees_any() -> None:
    assert handle_lobby_command(lobby(), GUEST, LeaveSeat(ORANGE), "", 5) == (SeatLeft(ORANGE),)
    assert handle_lobby_command(lobby(), HOST, LeaveSeat(ORANGE), "", 5) == (SeatLeft(ORANGE),)


@pytest.mark.parametrize(("held", "seat"), [(GUEST, BLUE), (NOBODY, BLUE), (HOST, WHITE)])
def test_nobody_else_frees_a_seat_nor_the_host_an_empty_one(held: tuple[Seat, ...], seat: Seat) -> None:
    with pytest.raises(CommandRefused) as caught:
        handle_lobby_command(lobby(), held, LeaveSeat(seat), "", 5)
    assert refused(caught) == ("table.not_your_seat", True)


def test_options_are_the_hosts() -> None:
    options = GameOptions(powers=True)
    assert handle_lobby_command(lobby(), HOST, ChooseOptions(options), "", 5) == (OptionsChosen(options),)
    with pytest.raises(CommandRefused) as caught:
        handle_lobby_command(lobby(), GUEST, ChooseOptions(options), "", 5)
    assert refused(caught) == ("table.host_only", True)


def test_a_game_begins_on_the_board_of_the_table_with_what_is_dealt() -> None:
    assert handle_lobby_command(lobby(), HOST, BeginGame(), "", 4) == (GameBegan(4),)
    quick = lobby(options=GameOptions(powers=True, mode=DraftMode.QUICK))
    begun, offered, *chosen = handle_lobby_command(quick, HOST, BeginGame(), "seed", 5)
    assert begun == GameBegan(5)
    assert isinstance(offered, PowersOffered)
    assert [type(entry) for entry in chosen] == [PowerChosen]


def test_a_game_does_not_begin_during_another() -> None:
    with pytest.raises(CommandRefused) as caught:
        handle_lobby_command(game(), HOST, BeginGame(), "", 5)
    assert refused(caught) == ("table.not_now", False)


FLEECE = GameOptions(powers=True, fleece=True)
NO_POWER = GameOptions(powers=True, sets=frozenset({PowerSet.HERO}), first_games=True)


@pytest.mark.parametrize(
    ("players", "options", "key"),
    [
        (1, GameOptions(), "table.too_few_players"),
        (2, GameOptions(), None),
        (3, FLEECE, "table.fleece_for_two"),
        (2, NO_POWER, "table.too_few_gods"),
        (3, GameOptions(), None),
    ],
)
def test_what_prevents_a_game(players: int, options: GameOptions, key: str | None) -> None:
    found = obstacle_to_begin(lobby(players=players, options=options), 5)
    assert (None if found is None else found.key) == key
