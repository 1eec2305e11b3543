"""Commands that set up a game: the lobby, the draft and the rematch."""

from __future__ import annotations

import pytest

from engine.actions import Resign
from engine.casting.catalogue import PowerSet
from engine.seats import Seat
from engine.setup import PowerName
from table.session.commands import (
    AbandonGame,
    BeginGame,
    ChooseOptions,
    ChoosePower,
    CountVotes,
    LeaveSeat,
    NameStartPlayer,
    OfferPowers,
    Rematch,
    VoteForPowers,
)
from table.session.evolve import evolve
from table.session.handlers.setup_commands import (
    choosing_seat,
    choosing_seats,
    deck_seed,
    draw_lots,
    first_deal,
    handle_draft_command,
    handle_lobby_command,
    handle_rematch_command,
    handle_vote_command,
    obstacle_to_begin,
)
from table.session.journal_entries import (
    Acted,
    GameAbandoned,
    GameBegan,
    OptionsChosen,
    PowerChosen,
    PowersOffered,
    PowersVoted,
    RematchAgreed,
    SeatLeft,
    StartPlayerNamed,
)
from table.session.rematch import RematchKind
from table.session.snapshot import Phase
from table.session.table_api import CommandRefused
from table.settings.game_options import DraftMode, GameOptions
from tests.table.session.handlers.saved_states import (
    BLUE,
    GUEST,
    HOST,
    NOBODY,
    ORANGE,
    WHITE,
    draft,
    game,
    lobby,
    refused,
)


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


PAN, ATLAS = PowerName("pan"), PowerName("atlas")
OFFER = PowersOffered((PAN, ATLAS))
VOTE = GameOptions(powers=True, mode=DraftMode.VOTE)


def test_the_challenger_offers_and_names_the_start_player_and_the_others_choose() -> None:
    assert handle_draft_command(draft(), HOST, OfferPowers((PAN, ATLAS)), "") == OFFER
    offered = draft(OFFER)
    assert (choosing_seats(offered), choosing_seat(offered, HOST)) == ((ORANGE,), None)
    assert handle_draft_command(offered, GUEST, ChoosePower(PAN), "") == PowerChosen(PAN, ORANGE)
    chosen = draft(OFFER, PowerChosen(PAN, ORANGE))
    assert handle_draft_command(chosen, HOST, NameStartPlayer(ORANGE), "") == StartPlayerNamed(ORANGE, 0)


def test_the_other_players_commands_are_refused() -> None:
    for saved, held in ((draft(), GUEST), (draft(OFFER), HOST), (draft(), NOBODY)):
        with pytest.raises(CommandRefused) as caught:
            handle_draft_command(saved, held, OfferPowers((PAN, ATLAS)), "")
        assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        handle_draft_command(draft(OFFER), GUEST, ChoosePower(PAN, BLUE), "")
    assert refused(caught) == ("table.not_your_seat", True)


def test_there_is_nothing_to_draft_in_the_lobby() -> None:
    for command in (OfferPowers((PAN, ATLAS)), ChoosePower(PAN), NameStartPlayer(BLUE)):
        with pytest.raises(CommandRefused) as caught:
            handle_draft_command(lobby(), HOST, command, "")
        assert refused(caught) == ("table.not_now", False)
    assert choosing_seats(lobby()) == ()
    assert first_deal(lobby(), "seed") == ()


def test_the_last_vote_ends_the_voting_with_an_offer() -> None:
    first = handle_vote_command(draft(options=VOTE), HOST, VoteForPowers(BLUE, (PAN,), done=True), "seed")
    assert first == (PowersVoted(BLUE, (PAN,), done=True),)
    voted = draft(*first, options=VOTE)
    vote, offer = handle_vote_command(voted, GUEST, VoteForPowers(ORANGE, (PAN,), done=True), "seed")
    assert vote == PowersVoted(ORANGE, (PAN,), done=True)
    assert isinstance(offer, PowersOffered)
    assert PAN in offer.powers


def test_the_host_ends_the_voting_and_nobody_votes_for_another_seat() -> None:
    (offer,) = handle_vote_command(draft(options=VOTE), HOST, CountVotes(), "seed")
    assert isinstance(offer, PowersOffered)
    with pytest.raises(CommandRefused) as caught:
        handle_vote_command(draft(options=VOTE), GUEST, CountVotes(), "seed")
    assert refused(caught) == ("table.host_only", True)
    with pytest.raises(CommandRefused) as caught:
        handle_vote_command(draft(options=VOTE), GUEST, VoteForPowers(BLUE, (PAN,), done=True), "seed")
    assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        handle_vote_command(draft(), HOST, CountVotes(), "seed")
    assert refused(caught) == ("table.not_now", False)


def test_lots_decide_what_is_due() -> None:
    (offer,) = draw_lots(draft(), HOST, "seed")
    assert isinstance(offer, PowersOffered)
    chosen = draw_lots(draft(offer), HOST, "seed")
    assert {type(entry) for entry in chosen} == {PowerChosen}
    (named,) = draw_lots(draft(OFFER, PowerChosen(PAN, ORANGE)), HOST, "seed")
    assert isinstance(named, StartPlayerNamed)
    with pytest.raises(CommandRefused) as caught:
        draw_lots(draft(), GUEST, "seed")
    assert refused(caught) == ("table.host_only", True)


def test_the_same_seed_gives_the_same_lots() -> None:
    assert draw_lots(draft(), HOST, "seed") == draw_lots(draft(), HOST, "seed")
    assert len({draw_lots(draft(), HOST, str(seed)) for seed in range(5)}) > 1


def test_a_deck_is_shuffled_only_for_powers_that_draw_cards() -> None:
    assert deck_seed((PAN, ATLAS), "seed") == 0
    assert deck_seed((PAN, PowerName("chaos")), "seed") > 0


OVER = game(Acted((Resign(ORANGE),)))


@pytest.mark.parametrize(
    ("kind", "phase"),
    [
        (RematchKind.LOBBY, Phase.LOBBY),
        (RematchKind.SAME, Phase.PLACING),
        (RematchKind.SWAPPED, Phase.PLACING),
    ],
)
def test_any_player_asks_for_a_rematch(kind: RematchKind, phase: Phase) -> None:
    (entry,) = handle_rematch_command(OVER, GUEST, Rematch(kind), "seed")
    assert entry == RematchAgreed(kind, 0)
    assert evolve(OVER, entry).phase is phase


def test_a_rematch_is_for_players_and_after_the_game() -> None:
    with pytest.raises(CommandRefused) as caught:
        handle_rematch_command(OVER, NOBODY, Rematch(RematchKind.LOBBY), "")
    assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        handle_rematch_command(game(), HOST, Rematch(RematchKind.LOBBY), "")
    assert refused(caught) == ("table.not_now", False)


def test_the_host_abandons_a_draft_or_a_game() -> None:
    for saved in (draft(), game(), OVER):
        assert handle_rematch_command(saved, HOST, AbandonGame(), "") == (GameAbandoned(),)
    with pytest.raises(CommandRefused) as caught:
        handle_rematch_command(game(), GUEST, AbandonGame(), "")
    assert refused(caught) == ("table.host_only", True)
    with pytest.raises(CommandRefused) as caught:
        handle_rematch_command(lobby(), HOST, AbandonGame(), "")
    assert refused(caught) == ("table.not_now", False)
