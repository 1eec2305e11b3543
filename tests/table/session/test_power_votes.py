"""The players vote which powers are on offer: openly, each for as many as are needed, until all have said that they are
done."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.casting.catalogue import BANNED_PAIRS
from engine.casting.draft import Draft
from engine.seats import Seat
from engine.setup import Bans, Edition, PowerName, Profile
from table.session.answers import Accepted, Stale
from table.session.drafting import ChoosePower, CountVotes, NameStartPlayer, OfferPowers, VoteForPowers, deal
from table.session.journal_entries import PowersOffered, PowersVoted, replay
from table.session.lobby import AbandonGame, BeginGame, ChooseOptions
from table.session.power_deal import select_offer
from table.session.seating import AnswerClaim, ClaimSeat, LeaveSeat, PhonesChanged
from table.session.snapshot import DraftStep, DraftView, Phase
from table.session.table_state import TableState
from table.settings.options import DraftMode, GameOptions
from table.storage.journal import Journal, resume
from tests.table.session.reduced_table import (
    ANN,
    BEN,
    BLUE,
    CLEO,
    EVE,
    MARKS,
    ORANGE,
    PURPLE,
    WHITE,
    Runner,
    refusal,
    seated,
)

TWO, THREE, FOUR = (BLUE, ORANGE), (BLUE, ORANGE, WHITE), (BLUE, ORANGE, WHITE, PURPLE)
SEEDS = range(30)


def powers(names: str) -> tuple[PowerName, ...]:
    """``powers("pan atlas")``."""
    return tuple(PowerName(name) for name in names.split())


def vote(seat: Seat, names: str, *, done: bool = False) -> VoteForPowers:
    return VoteForPowers(seat, powers(names), done)


def voting(players: int = 2, options: GameOptions | None = None) -> Runner:
    """A table at which so many vote."""
    table = seated(players)
    table.do(ANN, ChooseOptions(options or GameOptions(powers=True, mode=DraftMode.VOTE)), BeginGame())
    return table


def voted(*votes: str, options: GameOptions | None = None) -> Runner:
    """A table at which these votes were cast, from blue on, and all are done."""
    table = voting(len(votes), options)
    for seat, names in zip(FOUR, votes, strict=False):
        table.do(MARKS[seat], vote(seat, names, done=True))
    return table


def drafting(table: Runner, marks: frozenset[str] = EVE) -> DraftView:
    draft = table.seen(marks).draft
    assert draft is not None
    return draft


def offered(table: Runner) -> set[str]:
    return {card.power for card in drafting(table).cards}


def tally(table: Runner) -> dict[str, tuple[Seat, ...]]:
    return {votes.power: votes.seats for votes in drafting(table).votes}


def passed_over(table: Runner) -> dict[str, tuple[str, dict[str, str]]]:
    found = {votes.power: votes.passed_over for votes in drafting(table).votes}
    return {power: (why.key, dict(why.args)) for power, why in found.items() if why is not None}


# What has the most votes


@pytest.mark.parametrize(
    ("votes", "most"),
    [
        (("pan atlas", "pan atlas"), "pan atlas"),
        (("pan atlas hermes", "atlas pan hera", "pan apollo atlas"), "pan atlas"),
        (("pan atlas zeus", "pan atlas zeus", "zeus hermes hera"), "pan atlas zeus"),
        (("pan atlas zeus hera", "hera zeus", "atlas pan", ""), "pan atlas zeus hera"),
    ],
)
def test_what_has_the_most_votes_is_on_offer(votes: tuple[str, ...], most: str) -> None:
    table = voted(*votes)
    assert drafting(table).stage is DraftStep.CHOOSE
    assert set(most.split()) <= offered(table)
    assert len(offered(table)) == len(votes)
    assert replay(table.entries) == table.state.saved


def test_between_equals_the_lot_decides_and_those_it_leaves_out_are_told() -> None:
    draft = Draft.begin(TWO, BLUE)
    votes = dict.fromkeys(powers("pan atlas hermes"), 1)
    found = {select_offer(draft, DraftMode.VOTE, votes, seed) for seed in SEEDS}
    assert {frozenset(offer or ()) for offer in found} == {
        frozenset(powers(pair)) for pair in ("pan atlas", "pan hermes", "atlas hermes")
    }
    table = voted("pan atlas", "atlas hermes")
    (left_out,) = {"pan", "hermes"} - offered(table)
    assert passed_over(table) == {left_out: ("draft.by_lot", {"power": left_out})}


@pytest.mark.parametrize(
    ("bans", "votes", "left_out"),
    [
        (Bans.WARN, {"hecate": 2, "circe": 1, "pan": 1}, "circe"),
        (Bans.ENFORCE, {"gaea": 2, "atlas": 1, "pan": 1}, "atlas"),
    ],
)
def test_a_god_that_cannot_go_with_one_before_it_is_passed_over(
    bans: Bans, votes: dict[str, int], left_out: str
) -> None:
    draft = Draft.begin(TWO, BLUE, Profile(bans=bans))
    counted = {PowerName(power): count for power, count in votes.items()}
    for seed in SEEDS:
        assert set(select_offer(draft, DraftMode.VOTE, counted, seed) or ()) == votes.keys() - {left_out}


@pytest.mark.parametrize(
    ("bans", "names", "key"),
    [(Bans.WARN, "hecate circe", "draft.impossible_pair"), (Bans.ENFORCE, "gaea atlas", "draft.banned_pair")],
)
def test_the_reason_why_a_god_was_passed_over_is_told(bans: Bans, names: str, key: str) -> None:
    table = voted(names, names, options=GameOptions(powers=True, mode=DraftMode.VOTE, rules=Profile(bans=bans)))
    (chosen,) = offered(table) & set(names.split())
    (other,) = set(names.split()) - {chosen}
    assert passed_over(table) == {other: (key, {"power": other, "other": chosen})}


def test_what_the_rulebook_advises_against_is_on_offer_if_it_was_voted_for() -> None:
    assert offered(voted("gaea atlas", "atlas gaea")) == {"gaea", "atlas"}
    for seed in SEEDS:
        drawn = select_offer(Draft.begin(TWO, BLUE), DraftMode.VOTE, {PowerName("nemesis"): 1}, seed)
        assert drawn is not None
        assert frozenset(drawn) not in BANNED_PAIRS


def test_partners_may_have_gods_that_cannot_be_played_against_each_other() -> None:
    team_bans = Profile(bans=Bans.ENFORCE)
    wishes = "harpies hermes pan zeus"
    table = voted(
        wishes, wishes, wishes, wishes, options=GameOptions(powers=True, mode=DraftMode.VOTE, rules=team_bans)
    )
    assert offered(table) == set(wishes.split())


def test_where_votes_are_too_few_the_lot_adds_gods_and_it_may_decide_all() -> None:
    table = voted("pan", "pan", "")
    assert "pan" in offered(table)
    assert len(offered(table)) == 3
    assert len(offered(voted("", ""))) == 2


def test_in_2007_so_many_are_on_offer_as_the_table_deals() -> None:
    table = voting(2, GameOptions(powers=True, mode=DraftMode.VOTE, rules=Profile(edition=Edition.ORIGINAL_2007)))
    assert drafting(table).wanted == 4
    table.do(ANN, vote(BLUE, "pan atlas", done=True))
    table.do(BEN, vote(ORANGE, "hermes zeus", done=True))
    assert offered(table) == {"pan", "atlas", "hermes", "zeus", "mortal"}
    table.do(BEN, ChoosePower(PowerName("pan")))
    table.do(ANN, ChoosePower(PowerName("pan")))
    assert drafting(table).stage is DraftStep.START


# Voting


def test_all_see_the_votes_and_who_votes_still_and_may_vote_at_once() -> None:
    table = voting(3)
    saw = table.state.version
    assert isinstance(table.ask(ANN, vote(BLUE, "pan atlas"), saw), Accepted)
    assert isinstance(table.ask(BEN, vote(ORANGE, "pan", done=True), saw), Accepted)
    for marks, chooser in ((ANN, BLUE), (BEN, None), (CLEO, WHITE), (EVE, None)):
        seen = drafting(table, marks)
        assert (seen.stage, seen.wanted, seen.chooser) == (DraftStep.VOTE, 3, chooser)
        assert seen.choosing == (BLUE, WHITE)
        assert [(votes.power, votes.seats) for votes in seen.votes] == [("pan", (BLUE, ORANGE)), ("atlas", (BLUE,))]
    table.do(ANN, vote(BLUE, "hera"))
    assert tally(table) == {"pan": (ORANGE,), "hera": (BLUE,)}


def test_who_is_done_may_vote_anew_as_long_as_others_vote() -> None:
    table = voting()
    table.do(ANN, vote(BLUE, "pan atlas", done=True), vote(BLUE, "pan atlas"), vote(BLUE, "pan hera"))
    table.do(BEN, vote(ORANGE, "pan zeus", done=True))
    assert drafting(table).stage is DraftStep.VOTE
    table.do(ANN, vote(BLUE, "pan zeus", done=True))
    assert offered(table) == {"pan", "zeus"}


def test_a_vote_that_comes_when_they_are_counted_is_too_late() -> None:
    table = voting()
    table.do(ANN, vote(BLUE, "pan atlas", done=True))
    saw = table.state.version
    table.do(BEN, vote(ORANGE, "pan atlas", done=True))
    assert isinstance(table.ask(ANN, vote(BLUE, "hera"), saw), Stale)
    assert refusal(table.ask(ANN, vote(BLUE, "hera"))) == ("table.not_now", False)
    assert offered(table) == {"pan", "atlas"}


def test_a_phone_with_two_seats_votes_for_one_after_the_other() -> None:
    table = voting()
    both = ANN | BEN
    assert drafting(table, both).chooser is BLUE
    table.do(both, vote(BLUE, "pan", done=True))
    assert drafting(table, both).chooser is ORANGE
    table.do(both, vote(ORANGE, "atlas", done=True))
    assert offered(table) == {"pan", "atlas"}


@pytest.mark.parametrize(
    ("marks", "command", "answer"),
    [
        (ANN, vote(BLUE, "pan atlas hera"), ("draft.enough", False)),
        (ANN, vote(BLUE, "pan pan"), ("draft.repeated", False)),
        (ANN, vote(BLUE, "zeus"), ("draft.left_out", False)),
        (ANN, vote(BLUE, "cthulhu"), ("draft.unknown", False)),
        (BEN, vote(BLUE, "pan"), ("table.not_your_seat", True)),
        (EVE, vote(BLUE, "pan"), ("table.not_your_seat", True)),
        (ANN, OfferPowers(powers("pan atlas")), ("table.not_now", False)),
        (ANN, ChoosePower(PowerName("pan")), ("table.not_now", False)),
        (ANN, NameStartPlayer(BLUE), ("table.not_now", False)),
    ],
)
def test_what_cannot_be_voted_for_and_what_has_to_wait_is_refused_with_the_reason(
    marks: frozenset[str], command: VoteForPowers | OfferPowers, answer: tuple[str, bool]
) -> None:
    table = voting(2, GameOptions(powers=True, first_games=True, mode=DraftMode.VOTE))
    before = table.entries.copy()
    assert refusal(table.ask(marks, command)) == answer
    assert table.entries == before


def test_without_a_vote_there_is_nothing_to_vote_for() -> None:
    table = seated()
    assert refusal(table.ask(ANN, vote(BLUE, "pan"))) == ("table.not_now", False)
    table.do(ANN, ChooseOptions(GameOptions(powers=True)), BeginGame())
    assert refusal(table.ask(ANN, vote(BLUE, "pan"))) == ("table.not_now", False)


def test_who_was_voted_for_is_chosen_as_when_the_challenger_offered() -> None:
    table = voted("pan atlas", "pan atlas")
    assert (drafting(table).challenger, drafting(table).choosing) == (BLUE, (ORANGE,))
    table.do(BEN, ChoosePower(PowerName("pan")))
    assert tally(table) == {"pan": (BLUE, ORANGE), "atlas": (BLUE, ORANGE)}
    table.do(ANN, NameStartPlayer(ORANGE))
    assert table.state.saved.phase is Phase.PLACING
    assert table.state.saved.votes == ()
    assert replay(table.entries) == table.state.saved


# Who waits for nobody


def test_the_host_counts_the_votes_without_those_who_still_vote() -> None:
    table = voting(3)
    table.do(ANN, vote(BLUE, "pan atlas", done=True))
    table.do(BEN, vote(ORANGE, "atlas hera"))
    assert refusal(table.ask(BEN, CountVotes())) == ("table.host_only", True)
    table.do(ANN, CountVotes())
    assert drafting(table).stage is DraftStep.CHOOSE
    assert offered(table) == {"pan", "atlas", "hera"}
    assert tally(table)["atlas"] == (BLUE, ORANGE)
    assert replay(table.entries) == table.state.saved


def test_votes_can_be_counted_though_nobody_has_voted() -> None:
    table = voting(2)
    table.do(ANN, CountVotes())
    assert len(offered(table)) == 2


def test_a_vote_that_comes_while_the_host_counts_is_counted_too() -> None:
    table = voting(2)
    seen = table.state.version
    table.do(BEN, vote(ORANGE, "pan atlas"))
    assert isinstance(table.ask(ANN, CountVotes(), seen), Accepted)
    assert offered(table) == {"pan", "atlas"}


def test_votes_are_counted_once() -> None:
    table = voting(2)
    seen = table.state.version
    assert isinstance(table.ask(ANN, CountVotes(), seen), Accepted)
    assert isinstance(table.ask(ANN, CountVotes(), seen), Stale)
    assert refusal(table.ask(ANN, CountVotes())) == ("table.not_now", False)


# Who comes and goes


def test_nobody_stands_up_or_sits_down_during_a_vote() -> None:
    table = voting()
    assert refusal(table.ask(BEN, LeaveSeat(ORANGE))) == ("table.not_now", False)
    assert refusal(table.ask(CLEO, ClaimSeat(WHITE, "Cleo"), fresh="cleo")) == ("table.not_now", False)


def test_another_phone_goes_on_with_the_vote_of_one_that_is_gone() -> None:
    table = voting()
    table.feed(PhonesChanged(frozenset({BLUE})))
    table.do(BEN, vote(ORANGE, "pan"))
    assert isinstance(table.ask(EVE, ClaimSeat(ORANGE, "Ben"), fresh="other"), Accepted)
    table.do(ANN, AnswerClaim(table.state.claims[0].code, accept=True))
    assert refusal(table.ask(BEN, vote(ORANGE, "atlas"))) == ("table.not_your_seat", True)
    assert tally(table) == {"pan": (ORANGE,)}
    table.do(frozenset({"other"}), vote(ORANGE, "pan atlas", done=True))
    table.do(ANN, vote(BLUE, "pan atlas", done=True))
    assert offered(table) == {"pan", "atlas"}


def test_a_vote_that_was_given_up_begins_anew_with_those_who_sit_there_then() -> None:
    table = voting()
    table.do(ANN, vote(BLUE, "pan atlas", done=True))
    saw = table.state.version
    table.do(ANN, AbandonGame())
    table.sit(WHITE, "Cleo", "cleo")
    table.do(ANN, BeginGame())
    assert (tally(table), drafting(table).choosing) == ({}, THREE)
    assert isinstance(table.ask(BEN, vote(ORANGE, "pan"), saw), Stale)


def test_a_vote_needs_enough_gods_that_go_together() -> None:
    pool = frozenset(powers("gaea atlas"))
    assert deal(Draft.begin(TWO, BLUE, pool=pool), DraftMode.VOTE, 1) == ()
    strict = Draft.begin(TWO, BLUE, Profile(bans=Bans.ENFORCE), pool=pool)
    assert deal(strict, DraftMode.VOTE, 1) is None


# What was is known again


def test_the_lot_of_a_tie_is_in_the_journal_so_that_it_falls_the_same_way_when_that_is_read() -> None:
    table = voting()
    table.do(ANN, vote(BLUE, "pan atlas", done=True))
    found: set[frozenset[str]] = set()
    for luck in SEEDS:
        other = Runner(table.state, table.entries.copy())
        assert isinstance(other.ask(BEN, vote(ORANGE, "hermes zeus", done=True), fresh=str(luck)), Accepted)
        assert [type(entry) for entry in other.entries[-2:]] == [PowersVoted, PowersOffered]
        assert replay(other.entries) == other.state.saved
        found.add(frozenset(offered(other)))
    assert len(found) > 3


VOTES: tuple[tuple[frozenset[str], VoteForPowers], ...] = (
    (ANN, vote(BLUE, "pan atlas", done=True)),
    (BEN, vote(ORANGE, "pan hera")),
    (ANN, vote(BLUE, "pan atlas hera")),
    (BEN, vote(ORANGE, "pan hera", done=True)),
    (CLEO, vote(WHITE, "atlas", done=True)),
    (ANN, vote(BLUE, "pan atlas hera", done=True)),
)


@pytest.mark.parametrize("cut", range(len(VOTES) + 1))
def test_after_a_power_cut_the_vote_goes_on_where_it_was(tmp_path: Path, cut: int) -> None:
    table = voting(3)
    for marks, command in VOTES[:cut]:
        table.do(marks, command)
    with Journal(tmp_path) as journal:
        journal.append(*table.entries)
    with Journal(tmp_path) as journal:
        again = Runner(TableState.opening(resume(journal)))
    assert drafting(again, ANN) == drafting(table, ANN)
    for marks, command in VOTES[cut:]:
        again.do(marks, command)
    assert offered(again) == {"pan", "atlas", "hera"}
