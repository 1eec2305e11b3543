"""Commands of the draft: offering, choosing, voting and lots."""

from __future__ import annotations

import pytest

from engine.setup import PowerName
from table.session.commands import ChoosePower, CountVotes, NameStartPlayer, OfferPowers, VoteForPowers
from table.session.handlers.draft_commands import (
    choosing_seat,
    choosing_seats,
    deck_seed,
    draw_lots,
    first_deal,
    handle_draft_command,
    handle_vote_command,
)
from table.session.journal_entries import (
    PowerChosen,
    PowersOffered,
    PowersVoted,
    StartPlayerNamed,
)
from table.session.refusals import CommandRefused
from table.settings.game_options import DraftMode, GameOptions
from tests.table.session.handlers.saved_states import BLUE, GUEST, HOST, NOBODY, ORANGE, draft, lobby, refused

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
