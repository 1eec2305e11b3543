"""What the table deals by itself: powers that can be played together, by a chance that can be told again."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.casting.catalogue import BANNED_PAIRS, unfit
from engine.casting.draft import Draft, DraftStage
from engine.seats import Seat
from engine.setup import MORTAL, Bans, Edition, PowerName, Profile
from table.session.drafting import deal
from table.session.journal_entries import Entry, PowerChosen, PowersOffered
from table.settings.options import DraftMode

BLUE, ORANGE, WHITE, PURPLE = Seat
TWO, THREE, FOUR = (BLUE, ORANGE), (BLUE, ORANGE, WHITE), (BLUE, ORANGE, WHITE, PURPLE)
OLD = Edition.ORIGINAL_2007


def after(draft: Draft, entries: tuple[Entry, ...]) -> Draft:
    for entry in entries:
        match entry:
            case PowersOffered(powers):
                draft = draft.offer(powers)
            case PowerChosen(power, seat):
                draft = draft.choose(power, seat)
            case _:
                pytest.fail(f"{entry} is not dealt")
    return draft


def powers(*names: str) -> frozenset[PowerName]:
    return frozenset(PowerName(name) for name in names)


def test_what_the_challenger_chooses_the_table_does_not_deal() -> None:
    assert deal(Draft.begin(TWO, BLUE), DraftMode.FULL, 1) == ()


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("seats", [TWO, THREE, FOUR])
@pytest.mark.parametrize(
    "profile", [Profile(), Profile(bans=Bans.ENFORCE), Profile(gods_per_player=2), Profile(edition=OLD)]
)
def test_a_deal_is_an_offer_for_these_players_without_what_the_rulebook_advises_against(
    seats: tuple[Seat, ...], profile: Profile, seed: int
) -> None:
    draft = Draft.begin(seats, BLUE, profile)
    entries = deal(draft, DraftMode.DEALT, seed)
    assert entries is not None
    laid = after(draft, entries)
    assert laid.stage is DraftStage.CHOOSE
    assert laid.chosen == ()
    assert not any(frozenset(pair) in BANNED_PAIRS for pair in combinations(laid.offered, 2))
    assert not any(unfit(power, len(seats)) for power in laid.offered)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("seats", [TWO, THREE, FOUR])
@pytest.mark.parametrize("gods", [1, 2])
@pytest.mark.parametrize("edition", [Edition.ROXLEY, OLD])
def test_by_lot_everybody_has_other_powers_and_only_the_start_player_is_left_to_name(
    seats: tuple[Seat, ...], edition: Edition, gods: int, seed: int
) -> None:
    draft = Draft.begin(seats, BLUE, Profile(edition=edition, gods_per_player=gods))
    entries = deal(draft, DraftMode.QUICK, seed)
    assert entries is not None
    done = after(draft, entries)
    assert done.stage is DraftStage.START
    hands = [power for _, power in done.taken]
    assert len(hands) == len(set(hands)) == gods * len(seats)
    assert MORTAL not in hands


def test_in_2007_two_more_powers_than_needed_lie_there_to_point_at() -> None:
    entries = deal(Draft.begin(THREE, BLUE, Profile(edition=OLD)), DraftMode.DEALT, 3)
    assert entries is not None
    assert len(after(Draft.begin(THREE, BLUE, Profile(edition=OLD)), entries).offered) == 5


@pytest.mark.parametrize("mode", [DraftMode.DEALT, DraftMode.QUICK])
def test_beside_the_board_lies_one_power_with_the_sign_of_the_variant(mode: DraftMode) -> None:
    draft = Draft.begin(TWO, BLUE, fleece=True)
    entries = deal(draft, mode, 5)
    assert entries is not None
    assert after(draft, entries).stage is DraftStage.START


def test_the_same_chance_deals_the_same() -> None:
    draft = Draft.begin(FOUR, BLUE)
    assert deal(draft, DraftMode.QUICK, 7) == deal(draft, DraftMode.QUICK, 7)
    assert deal(draft, DraftMode.QUICK, 7) != deal(draft, DraftMode.QUICK, 8)


def test_what_the_rulebook_advises_against_is_dealt_if_there_is_nothing_else_and_it_is_no_more_than_advice() -> None:
    banned = powers("gaea", "atlas")
    warned = Draft.begin(TWO, BLUE, pool=banned)
    entries = deal(warned, DraftMode.DEALT, 1)
    assert entries is not None
    assert frozenset(after(warned, entries).offered) == banned
    strict = Draft.begin(TWO, BLUE, Profile(bans=Bans.ENFORCE), pool=banned)
    assert deal(strict, DraftMode.DEALT, 1) is None


def test_too_few_powers_are_not_dealt() -> None:
    assert deal(Draft.begin(THREE, BLUE, pool=powers("pan", "atlas")), DraftMode.DEALT, 1) is None
