"""Commands that set up a game: the lobby, the draft and the rematch."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest

from engine.actions import Resign
from engine.casting.catalogue import PowerSet
from engine.seats import Seat
from engine.setup import PowerName
from opponent.levels import LevelName
from table.session.answers import CommandRefused
from table.session.drafting import (
    ChoosePower,
    CountVotes,
    DrawLots,
    NameStartPlayer,
    OfferPowers,
    VoteForPowers,
    choosing_seat,
    choosing_seats,
    deck_seed,
    first_deal,
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
    evolve,
)
from table.session.lobby import AbandonGame, BeginGame, ChooseOptions, PlayAgainstTable, Rematch, obstacle_to_begin
from table.session.rematch import RematchKind
from table.session.seating import LeaveSeat
from table.session.snapshot import Phase
from table.settings.options import ClockRule, DraftMode, GameOptions
from tests.table.session.saved_states import (
    BLUE,
    GUEST,
    HOST,
    NOBODY,
    ORANGE,
    WHITE,
    draft,
    entries,
    game,
    lobby,
    refused,
    table,
)


def test_a_player_leaves_the_own_seat_and_the_host_frees_any() -> None:
    assert entries(lobby(), GUEST, LeaveSeat(ORANGE)) == (SeatLeft(ORANGE),)
    assert entries(lobby(), HOST, LeaveSeat(ORANGE)) == (SeatLeft(ORANGE),)


@pytest.mark.parametrize(("held", "seat"), [(GUEST, BLUE), (NOBODY, BLUE), (HOST, WHITE)])
def test_nobody_else_frees_a_seat_nor_the_host_an_empty_one(held: tuple[Seat, ...], seat: Seat) -> None:
    with pytest.raises(CommandRefused) as caught:
        entries(lobby(), held, LeaveSeat(seat))
    assert refused(caught) == ("table.not_your_seat", True)


def test_options_are_the_hosts() -> None:
    options = GameOptions(powers=True)
    assert entries(lobby(), HOST, ChooseOptions(options)) == (OptionsChosen(options),)
    with pytest.raises(CommandRefused) as caught:
        entries(lobby(), GUEST, ChooseOptions(options))
    assert refused(caught) == ("table.host_only", True)


def test_a_game_begins_on_the_board_of_the_table_with_what_is_dealt() -> None:
    assert entries(replace(table(lobby()), size=4), HOST, BeginGame()) == (GameBegan(4),)
    quick = lobby(options=GameOptions(powers=True, mode=DraftMode.QUICK))
    begun, offered, *chosen = entries(quick, HOST, BeginGame(), "seed")
    assert begun == GameBegan(5)
    assert isinstance(offered, PowersOffered)
    assert [type(entry) for entry in chosen] == [PowerChosen]


def test_who_sits_alone_begins_a_first_game_against_the_table() -> None:
    options = GameOptions(powers=True, fleece=True, clock=ClockRule(5, 0))
    alone = replace(table(lobby(players=1, options=options)), thinks=True)
    after = reduce(evolve, entries(alone, HOST, PlayAgainstTable()), alone.saved)
    assert after.phase is Phase.PLACING
    assert {player.seat: player.level for player in after.seating.players} == {BLUE: None, ORANGE: LevelName.CHILD}
    assert after.to_act is BLUE
    assert (after.options.powers, after.options.clock, after.options.hints) == (False, None, True)
    assert after.options.fleece, "what is said of powers stays for the next game"


@pytest.mark.parametrize(
    ("players", "held", "thinks", "refusal"),
    [
        (1, NOBODY, True, ("table.not_your_seat", True)),
        (2, HOST, True, ("table.not_now", False)),
        (1, HOST, False, ("table.not_now", False)),
    ],
    ids=["without a seat", "beside somebody", "at a table that does not think"],
)
def test_nobody_else_begins_a_game_against_the_table(
    *, players: int, held: tuple[Seat, ...], thinks: bool, refusal: tuple[str, bool]
) -> None:
    with pytest.raises(CommandRefused) as caught:
        entries(replace(table(lobby(players=players)), thinks=thinks), held, PlayAgainstTable())
    assert refused(caught) == refusal
    with pytest.raises(CommandRefused):
        entries(replace(table(game()), thinks=True), HOST, PlayAgainstTable())


def test_a_game_does_not_begin_during_another() -> None:
    with pytest.raises(CommandRefused) as caught:
        entries(game(), HOST, BeginGame())
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
    assert entries(draft(), HOST, OfferPowers((PAN, ATLAS))) == (OFFER,)
    offered = draft(OFFER)
    assert (choosing_seats(offered), choosing_seat(offered, HOST)) == ((ORANGE,), None)
    assert entries(offered, GUEST, ChoosePower(PAN)) == (PowerChosen(PAN, ORANGE),)
    chosen = draft(OFFER, PowerChosen(PAN, ORANGE))
    assert entries(chosen, HOST, NameStartPlayer(ORANGE)) == (StartPlayerNamed(ORANGE, 0),)


def test_the_other_players_commands_are_refused() -> None:
    for saved, held in ((draft(), GUEST), (draft(OFFER), HOST), (draft(), NOBODY)):
        with pytest.raises(CommandRefused) as caught:
            entries(saved, held, OfferPowers((PAN, ATLAS)))
        assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        entries(draft(OFFER), GUEST, ChoosePower(PAN, BLUE))
    assert refused(caught) == ("table.not_your_seat", True)


def test_there_is_nothing_to_draft_in_the_lobby() -> None:
    for command in (OfferPowers((PAN, ATLAS)), ChoosePower(PAN), NameStartPlayer(BLUE)):
        with pytest.raises(CommandRefused) as caught:
            entries(lobby(), HOST, command)
        assert refused(caught) == ("table.not_now", False)
    assert choosing_seats(lobby()) == ()
    assert first_deal(lobby(), "seed") == ()


def test_the_last_vote_ends_the_voting_with_an_offer() -> None:
    first = entries(draft(options=VOTE), HOST, VoteForPowers(BLUE, (PAN,), done=True), "seed")
    assert first == (PowersVoted(BLUE, (PAN,), done=True),)
    voted = draft(*first, options=VOTE)
    vote, offer = entries(voted, GUEST, VoteForPowers(ORANGE, (PAN,), done=True), "seed")
    assert vote == PowersVoted(ORANGE, (PAN,), done=True)
    assert isinstance(offer, PowersOffered)
    assert PAN in offer.powers


def test_the_host_ends_the_voting_and_nobody_votes_for_another_seat() -> None:
    (offer,) = entries(draft(options=VOTE), HOST, CountVotes(), "seed")
    assert isinstance(offer, PowersOffered)
    with pytest.raises(CommandRefused) as caught:
        entries(draft(options=VOTE), GUEST, CountVotes(), "seed")
    assert refused(caught) == ("table.host_only", True)
    with pytest.raises(CommandRefused) as caught:
        entries(draft(options=VOTE), GUEST, VoteForPowers(BLUE, (PAN,), done=True), "seed")
    assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        entries(draft(), HOST, CountVotes(), "seed")
    assert refused(caught) == ("table.not_now", False)


def test_lots_decide_what_is_due() -> None:
    (offer,) = entries(draft(), HOST, DrawLots(), "seed")
    assert isinstance(offer, PowersOffered)
    chosen = entries(draft(offer), HOST, DrawLots(), "seed")
    assert {type(entry) for entry in chosen} == {PowerChosen}
    (named,) = entries(draft(OFFER, PowerChosen(PAN, ORANGE)), HOST, DrawLots(), "seed")
    assert isinstance(named, StartPlayerNamed)
    with pytest.raises(CommandRefused) as caught:
        entries(draft(), GUEST, DrawLots(), "seed")
    assert refused(caught) == ("table.host_only", True)


def test_the_same_seed_gives_the_same_lots() -> None:
    assert entries(draft(), HOST, DrawLots(), "seed") == entries(draft(), HOST, DrawLots(), "seed")
    assert len({entries(draft(), HOST, DrawLots(), str(seed)) for seed in range(5)}) > 1


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
def test_a_phone_with_all_seats_plays_again_at_once(kind: RematchKind, phase: Phase) -> None:
    (entry,) = entries(OVER, HOST + GUEST, Rematch(kind), "seed")
    assert entry == RematchAgreed(kind, 0)
    assert evolve(OVER, entry).phase is phase


def test_a_rematch_is_for_players_and_after_the_game() -> None:
    with pytest.raises(CommandRefused) as caught:
        entries(OVER, NOBODY, Rematch(RematchKind.LOBBY), "")
    assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        entries(game(), HOST, Rematch(RematchKind.LOBBY), "")
    assert refused(caught) == ("table.not_now", False)


def test_the_host_abandons_a_draft_or_a_game() -> None:
    for saved in (draft(), game(), OVER):
        assert entries(saved, HOST, AbandonGame(), "") == (GameAbandoned(),)
    with pytest.raises(CommandRefused) as caught:
        entries(game(), GUEST, AbandonGame(), "")
    assert refused(caught) == ("table.host_only", True)
    with pytest.raises(CommandRefused) as caught:
        entries(lobby(), HOST, AbandonGame(), "")
    assert refused(caught) == ("table.not_now", False)
