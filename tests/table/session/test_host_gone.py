"""When the host's phone is gone, nobody at the table has to wait for it: whoever sits goes on as host, and the lot
decides what a draft waits for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.casting.draft import Draft
from engine.seats import Seat
from engine.setup import MORTAL, Edition, PowerName, Profile
from table.session.answers import Accepted, Refusal, Stale
from table.session.command import Command
from table.session.drafting import ChoosePower, CountVotes, DrawLots, OfferPowers, choose_by_lot
from table.session.journal_entries import HostNamed, replay
from table.session.lobby import AbandonGame, BeginGame, ChooseOptions
from table.session.seating import HandHost, HostGone, LeaveSeat, PhonesChanged
from table.session.snapshot import DraftStep, Phase
from table.session.table_setup import ChooseSettings, ShowColours
from table.settings.options import DraftMode, GameOptions, TableSettings
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
    playing,
    refusal,
    seated,
)

OLD = GameOptions(powers=True, rules=Profile(edition=Edition.ORIGINAL_2007))
HOST_ONLY = (Refusal.HOST_ONLY, True)


def powers(names: str) -> tuple[PowerName, ...]:
    """``powers("pan atlas")``."""
    return tuple(PowerName(name) for name in names.split())


def without_the_host(table: Runner) -> Runner:
    """Ann's phone has been gone for long; all others' are there."""
    others = frozenset(sitter.seat for sitter in table.state.saved.seating.players) - {BLUE}
    table.feed(PhonesChanged(others))
    table.feed(HostGone(BLUE))
    assert table.seen(BEN).host_gone
    return table


def begun(options: GameOptions, players: int = 2) -> Runner:
    table = seated(players)
    table.do(ANN, ChooseOptions(options), BeginGame())
    return table


# Another host.


def test_whoever_sits_goes_on_as_host() -> None:
    table = without_the_host(seated(3))
    table.do(CLEO, HandHost(WHITE))
    assert [table.seen(marks).host for marks in (ANN, BEN, CLEO)] == [False, False, True]
    assert (table.seen(EVE).leader, table.seen(EVE).host_gone) == (WHITE, False)
    assert table.entries[-1] == HostNamed(WHITE)
    assert replay(table.entries) == table.state.saved


@pytest.mark.parametrize(("who", "seat"), [(BEN, WHITE), (BEN, BLUE), (EVE, ORANGE), (EVE, PURPLE)])
def test_nobody_names_another_and_a_spectator_nobody(who: frozenset[str], seat: Seat) -> None:
    assert refusal(without_the_host(seated(3)).ask(who, HandHost(seat))) == HOST_ONLY


def test_as_long_as_the_hosts_phone_may_come_back_nobody_else_leads() -> None:
    table = seated(2)
    table.feed(PhonesChanged(frozenset({ORANGE})))
    assert refusal(table.ask(BEN, HandHost(ORANGE))) == HOST_ONLY


def test_a_host_who_comes_back_first_is_the_host() -> None:
    table = without_the_host(seated(2))
    seen = table.state.version
    table.feed(PhonesChanged(frozenset({BLUE, ORANGE})))
    assert not table.seen(BEN).host_gone
    assert refusal(table.ask(BEN, HandHost(ORANGE), seen)) == HOST_ONLY


def test_of_two_who_would_lead_the_quicker_does() -> None:
    table = without_the_host(seated(3))
    seen = table.state.version
    assert isinstance(table.ask(CLEO, HandHost(WHITE), seen), Accepted)
    assert refusal(table.ask(BEN, HandHost(ORANGE), seen)) == HOST_ONLY


def test_a_phone_that_is_there_is_not_missed_and_nobody_but_the_host_is() -> None:
    table = seated(2)
    table.feed(PhonesChanged(frozenset({BLUE})))
    for seat in (BLUE, ORANGE, WHITE):
        before = table.state
        table.feed(HostGone(seat))
        assert table.state == before


def test_the_new_host_lets_the_old_one_be_host_again() -> None:
    table = without_the_host(seated(2))
    table.do(BEN, HandHost(ORANGE))
    table.feed(PhonesChanged(frozenset({BLUE, ORANGE})))
    table.do(BEN, HandHost(BLUE))
    assert table.seen(ANN).host


def test_when_the_host_who_is_gone_stands_up_the_next_one_is_not_missed() -> None:
    table = without_the_host(seated(3))
    table.do(ANN, LeaveSeat(BLUE))
    assert (table.seen(EVE).leader, table.seen(EVE).host_gone) == (ORANGE, False)


def test_a_step_of_the_game_meanwhile_makes_it_no_other_question() -> None:
    table = without_the_host(playing())
    seen = table.state.version
    table.act(ANN, "b2-c3")
    assert isinstance(table.ask(BEN, HandHost(ORANGE), seen), Accepted)


def voting() -> Runner:
    return begun(GameOptions(powers=True, mode=DraftMode.VOTE), 3)


@pytest.mark.parametrize(
    ("table", "command"),
    [
        (seated, BeginGame()),
        (seated, ChooseOptions(GameOptions(powers=True))),
        (seated, ChooseSettings(TableSettings(name="Oia"))),
        (seated, ShowColours(showing=True)),
        (seated, LeaveSeat(BLUE)),
        (voting, CountVotes()),
        (voting, AbandonGame()),
        (lambda: begun(GameOptions(powers=True)), DrawLots()),
        (lambda: begun(GameOptions(powers=True)), AbandonGame()),
        (playing, AbandonGame()),
    ],
)
def test_whatever_waits_for_the_host_goes_on_with_another(table: Callable[[], Runner], command: Command) -> None:
    waiting = without_the_host(table())
    assert refusal(waiting.ask(BEN, command))[1], "that is for the host alone"
    waiting.do(BEN, HandHost(ORANGE), command)


# Lots.


def stage_of(table: Runner) -> DraftStep | None:
    draft = table.seen(EVE).draft
    return None if draft is None else draft.stage


def taken(table: Runner) -> dict[Seat, str]:
    draft = table.seen(EVE).draft
    assert draft is not None
    return dict(draft.taken)


def test_where_all_choose_at_once_the_lot_chooses_for_those_who_have_not() -> None:
    table = begun(OLD, 3)
    table.do(ANN, OfferPowers(powers("pan atlas zeus")), ChoosePower(PowerName("pan"), BLUE))
    table.do(ANN, DrawLots())
    assert stage_of(table) is DraftStep.START
    assert taken(table)[BLUE] == "pan"
    assert {taken(table)[ORANGE], taken(table)[WHITE]} == {"atlas", "zeus"}, "gods that nobody has come first"
    assert replay(table.entries) == table.state.saved


def test_a_player_who_has_chosen_one_of_two_gods_gets_the_second_by_lot() -> None:
    table = begun(GameOptions(powers=True, rules=Profile(edition=Edition.ORIGINAL_2007, gods_per_player=2)))
    table.do(ANN, OfferPowers(powers("pan atlas")), ChoosePower(PowerName("pan"), BLUE))
    table.do(ANN, DrawLots())
    draft = table.seen(EVE).draft
    assert draft is not None
    assert sorted(draft.taken) == [(BLUE, "atlas"), (BLUE, "pan"), (ORANGE, "atlas"), (ORANGE, "pan")]


def test_one_after_another_the_lot_chooses_for_the_one_whose_turn_it_is() -> None:
    table = begun(GameOptions(powers=True), 3)
    table.do(ANN, OfferPowers(powers("pan atlas zeus")), DrawLots())
    draft = table.seen(EVE).draft
    assert draft is not None
    assert ([seat for seat, _ in draft.taken], draft.choosing) == ([ORANGE], (WHITE,))


def test_a_draft_whose_challenger_is_gone_is_decided_by_lot_from_the_offer_to_the_start_player() -> None:
    table = without_the_host(begun(GameOptions(powers=True)))
    table.do(BEN, HandHost(ORANGE), DrawLots())
    assert stage_of(table) is DraftStep.CHOOSE
    offer = table.seen(BEN).draft
    assert offer is not None
    table.do(BEN, ChoosePower(PowerName(offer.cards[0].power)))
    assert stage_of(table) is DraftStep.START
    table.do(BEN, DrawLots())
    assert table.state.saved.phase is Phase.PLACING
    assert replay(table.entries) == table.state.saved


def test_who_starts_by_lot_is_one_who_may() -> None:
    found: set[Seat | None] = set()
    for luck in range(30):
        table = begun(GameOptions(powers=True, first_games=True, mode=DraftMode.QUICK), 4)
        assert isinstance(table.ask(ANN, DrawLots(), fresh=str(luck)), Accepted)
        found.add(table.state.saved.to_act)
    assert len(found) > 2


def test_the_god_beside_the_board_is_laid_there_by_lot() -> None:
    table = begun(GameOptions(powers=True, fleece=True))
    table.do(ANN, DrawLots())
    assert stage_of(table) is DraftStep.START


def test_where_there_is_nothing_to_draw_and_where_votes_are_counted_no_lot_falls() -> None:
    for table in (seated(), playing(), voting()):
        assert refusal(table.ask(ANN, DrawLots())) == (Refusal.NOT_NOW, False)


def test_no_lot_falls_where_somebody_has_chosen_meanwhile() -> None:
    """The host wanted to choose for Ben, and not to let the lot name the Start Player."""
    table = begun(OLD)
    table.do(ANN, OfferPowers(powers("pan atlas")), ChoosePower(PowerName("pan"), BLUE))
    seen = table.state.version
    table.do(BEN, ChoosePower(PowerName("atlas"), ORANGE))
    assert isinstance(table.ask(ANN, DrawLots(), seen), Stale)
    assert stage_of(table) is DraftStep.START


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("gods", [1, 2])
@pytest.mark.parametrize("edition", Edition)
def test_whoever_is_gone_at_whichever_moment_lots_end_the_draft(edition: Edition, gods: int, players: int) -> None:
    """However many have chosen by themselves before."""
    options = GameOptions(powers=True, rules=Profile(edition=edition, gods_per_player=gods))
    for chosen in range(gods * players + 1):
        table = begun(options, players)
        table.do(ANN, DrawLots())
        for _ in range(chosen):
            draft = table.seen(frozenset().union(*MARKS.values())).draft
            assert draft is not None
            if draft.stage is DraftStep.CHOOSE:
                free = next(card.power for card in draft.cards if card.refused is None)
                table.do(frozenset().union(*MARKS.values()), ChoosePower(PowerName(free)))
        while table.state.saved.phase is Phase.DRAFT:
            table.do(ANN, DrawLots())
        assert table.state.saved.phase is Phase.PLACING
        assert replay(table.entries) == table.state.saved


def test_where_several_may_have_the_same_god_there_is_one_for_everybody_though_only_one_lies_there() -> None:
    draft = Draft.begin((BLUE, ORANGE, WHITE), BLUE, Profile(edition=Edition.ORIGINAL_2007)).offer(powers("pan"))
    for seed in range(5):
        assert [entry.power for entry in choose_by_lot(draft, seed)] == ["pan"] * 3
    one_without = draft.choose(MORTAL, BLUE)
    assert [entry.seat for entry in choose_by_lot(one_without, 1)] == [ORANGE, WHITE]
