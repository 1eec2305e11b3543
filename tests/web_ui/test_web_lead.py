"""On the page: whoever sits goes on as host when the host's phone is gone, and the host draws lots for who is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from engine.seats import Seat
from engine.setup import Edition, PowerName, Profile
from table.session.drafting import ChoosePower, DrawLots, OfferPowers
from table.session.lobby import BeginGame, ChooseOptions
from table.session.seating import HandHost, HostGone, PhonesChanged
from table.session.snapshot import DraftCardView
from table.settings.options import GameOptions
from tests.table.session.reduced_table import ANN, BEN, BLUE, CLEO, EVE, ORANGE, WHITE, Runner, playing, seated
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import Lend, open_sheet, press_button
from tests.web_ui.fake_table import SmallTable
from tests.web_ui.layout import unreadable

OLD = GameOptions(powers=True, rules=Profile(edition=Edition.ORIGINAL_2007))
GO_ON = "Go on as host"
LOTS = "Let the lot choose"


@pytest.fixture
def portrait(lend: Lend, address: str) -> Iterator[Page]:
    complaints: list[str] = []
    with lend(complaints, 390, 844) as opened:
        opened.goto(address)
        expect(opened.get_by_role("heading", name="Welcome to the table")).to_be_visible()
        yield opened
        assert violations(opened) + unreadable(opened) == []
    assert all("409 (CONFLICT)" in complaint for complaint in complaints), complaints


def there(table: Runner, *seats: Seat) -> Runner:
    """Only the phones of these seats are there."""
    table.feed(PhonesChanged(frozenset(seats)))
    return table


def gone(table: Runner) -> Runner:
    """Ann's phone, the host's, has been gone for long; Ben's and Cleo's are there."""
    there(table, ORANGE, WHITE).feed(HostGone(BLUE))
    return table


def begun(options: GameOptions, players: int) -> Runner:
    table = there(seated(players), BLUE, ORANGE, WHITE)
    table.do(ANN, ChooseOptions(options), BeginGame())
    return table


def offered(*powers: str, options: GameOptions = OLD, players: int = 3) -> Runner:
    table = begun(options, players)
    table.do(ANN, OfferPowers(tuple(map(PowerName, powers))))
    return table


def test_the_others_are_told_that_the_hosts_phone_is_away_and_from_when_on_they_may_lead(
    portrait: Page, table_api: SmallTable
) -> None:
    table_api.show(there(seated(2), ORANGE).seen(BEN))
    expect(portrait.get_by_text("If it stays away for half a minute, you can go on as host.")).to_be_visible()
    expect(portrait.get_by_role("button", name=GO_ON)).to_have_count(0)
    table_api.show(there(seated(2), BLUE, ORANGE).seen(BEN))
    expect(portrait.get_by_text("Ann's phone")).to_have_count(0)


@pytest.mark.parametrize("table", [lambda: seated(2), lambda: begun(GameOptions(powers=True), 2), playing])
def test_one_tap_makes_whoever_sits_the_host(
    portrait: Page, table_api: SmallTable, table: Callable[[], Runner]
) -> None:
    table_api.show(gone(table()).seen(BEN))
    if table is playing:
        open_sheet(portrait)
    expect(portrait.get_by_text("Ann's phone has been away for a while.")).to_be_visible()
    press_button(portrait, GO_ON)
    assert table_api.command() == HandHost(ORANGE)


@pytest.mark.parametrize("who", [ANN, EVE])
def test_neither_the_host_nor_a_spectator_is_asked(portrait: Page, table_api: SmallTable, who: frozenset[str]) -> None:
    table_api.show(gone(seated(2)).seen(who))
    expect(portrait.get_by_text("Ben", exact=True)).to_be_visible()
    expect(portrait.get_by_text("Ann's phone")).to_have_count(0)
    expect(portrait.get_by_role("button", name=GO_ON)).to_have_count(0)


def test_where_all_choose_at_once_the_host_who_has_chosen_draws_lots_for_the_others_after_a_second_tap(
    portrait: Page, table_api: SmallTable
) -> None:
    table = offered("pan", "atlas", "zeus")
    table_api.show(table.seen(ANN))
    expect(portrait.get_by_role("button", name="Choose Pan")).to_be_visible()
    expect(portrait.get_by_role("button", name=LOTS)).to_have_count(0)
    table.do(ANN, ChoosePower(PowerName("pan"), BLUE))
    table_api.show(table.seen(ANN))
    press_button(portrait, LOTS)
    expect(
        portrait.get_by_text("Still to choose: Ben, Cleo. The lot chooses instead, and that stands.")
    ).to_be_visible()
    press_button(portrait, "Wait")
    press_button(portrait, LOTS)
    press_button(portrait, "Draw lots")
    assert table_api.command() == DrawLots()


def test_nobody_but_the_host_draws_lots(portrait: Page, table_api: SmallTable) -> None:
    table = offered("pan", "atlas", "zeus")
    table.do(BEN, ChoosePower(PowerName("pan"), ORANGE))
    table_api.show(table.seen(BEN))
    expect(portrait.get_by_text("Still choosing: Cleo, Ann.")).to_be_visible()
    expect(portrait.get_by_role("button", name=LOTS)).to_have_count(0)


def test_one_after_another_who_is_there_chooses_in_peace(portrait: Page, table_api: SmallTable) -> None:
    table = offered("pan", "atlas", options=GameOptions(powers=True), players=2)
    table_api.show(table.seen(ANN))
    expect(portrait.get_by_text("Ben is choosing a god.")).to_be_visible()
    expect(portrait.get_by_role("button", name=LOTS)).to_have_count(0)
    table_api.show(there(table, BLUE).seen(ANN))
    press_button(portrait, LOTS)
    expect(portrait.get_by_text("Still to choose: Ben.")).to_be_visible()


def test_the_new_host_goes_on_without_a_challenger_who_is_gone(portrait: Page, table_api: SmallTable) -> None:
    table = gone(begun(GameOptions(powers=True), 3))
    table.do(CLEO, HandHost(WHITE))
    table_api.show(table.seen(CLEO))
    press_button(portrait, LOTS)
    press_button(portrait, "Draw lots")
    assert table_api.command() == DrawLots()
    table.do(CLEO, DrawLots(), DrawLots())
    table.do(CLEO, ChoosePower(PowerName(next(c.power for c in drafted(table) if c.refused is None))))
    table_api.show(table.seen(CLEO))
    expect(portrait.get_by_text("Ann says who goes first.")).to_be_visible()
    expect(portrait.get_by_role("button", name=LOTS)).to_be_visible()


def drafted(table: Runner) -> tuple[DraftCardView, ...]:
    draft = table.seen(CLEO).draft
    assert draft is not None
    return draft.cards


def test_a_choice_that_comes_while_lots_are_drawn_is_no_lot_for_the_start_player(
    portrait: Page, table_api: SmallTable
) -> None:
    """The page asks for lots of the stage that the host saw, and of no other."""
    table = offered("pan", "atlas", players=2)
    table.do(ANN, ChoosePower(PowerName("pan"), BLUE))
    table_api.show(table.seen(ANN))
    press_button(portrait, LOTS)
    expect(portrait.get_by_role("button", name="Draw lots")).to_be_enabled()
    table.do(BEN, ChoosePower(PowerName("atlas"), ORANGE))
    table_api.go_on_unheard(table.seen(ANN))
    press_button(portrait, "Draw lots")
    expect(portrait.get_by_text("Who goes first?")).to_be_visible()
    assert table_api.asked == []
