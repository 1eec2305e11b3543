"""The vote for the gods on offer, on the page in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from engine.seats import Seat
from engine.setup import Bans, PowerName, Profile
from table.session.drafting import CountVotes, VoteForPowers
from table.session.lobby import BeginGame, ChooseOptions
from table.settings.options import DraftMode, GameOptions
from tests.table.session.reduced_table import ANN, BEN, BLUE, CLEO, ORANGE, WHITE, Runner, seated
from tests.web_ui.browser import answered, press_button
from tests.web_ui.fake_table import SmallTable
from tests.web_ui.layout import unreadable

VOTE = GameOptions(powers=True, mode=DraftMode.VOTE)


def vote(seat: Seat, names: str, *, done: bool = False) -> VoteForPowers:
    return VoteForPowers(seat, tuple(PowerName(name) for name in names.split()), done)


def voting(players: int = 2, options: GameOptions = VOTE) -> Runner:
    table = seated(players)
    table.do(ANN, ChooseOptions(options), BeginGame())
    return table


def tapped(screen: Page, table_api: SmallTable, table: Runner, button: str) -> VoteForPowers:
    """What a tap on Ann's phone asks for; the table does it, and her phone shows what has come of it."""
    number = len(table_api.asked)
    table_api.answering.clear()
    press_button(screen, button)
    command = table_api.command(number)
    assert isinstance(command, VoteForPowers)
    table.do(ANN, command)
    table_api.show(table.seen(ANN))
    table_api.answering.set()
    answered(screen)
    return command


@pytest.fixture
def small(screen: Page) -> Page:
    """The page on a phone of 320 pixels."""
    screen.set_viewport_size({"width": 320, "height": 640})
    return screen


def test_each_mark_is_shown_at_once_and_the_votes_of_all_are_on_the_page(small: Page, table_api: SmallTable) -> None:
    table = voting()
    table.do(BEN, vote(ORANGE, "pan hera"))
    table_api.show(table.seen(ANN))
    expect(small.get_by_text("Vote for up to 2 gods.")).to_be_visible()
    assert tapped(small, table_api, table, "Choose Pan") == vote(BLUE, "pan")
    assert tapped(small, table_api, table, "Choose Atlas") == vote(BLUE, "pan atlas")
    expect(small.get_by_role("button", name="Choose Atlas")).to_have_attribute("aria-pressed", "true")
    votes = small.get_by_role("region", name="Votes so far").get_by_role("listitem")
    expect(votes).to_have_text(["PanVotes of Ann, Ben", "AtlasVotes of Ann", "HeraVotes of Ben"])
    assert unreadable(small) == []


def test_more_than_enough_is_said_and_a_mark_can_be_taken_back(small: Page, table_api: SmallTable) -> None:
    table = voting()
    table.do(ANN, vote(BLUE, "pan atlas"))
    table_api.show(table.seen(ANN))
    press_button(small, "Choose Hera")
    expect(small.get_by_role("status").filter(has_text="2 are enough")).to_be_visible()
    assert tapped(small, table_api, table, "Put Atlas back") == vote(BLUE, "pan")
    assert len(table_api.asked) == 1


def test_two_quick_marks_are_both_shown_on_a_slow_network(small: Page, table_api: SmallTable) -> None:
    table = voting()
    table_api.show(table.seen(ANN))
    table_api.answering.clear()
    small.get_by_role("button", name="Choose Pan").click()
    assert table_api.command() == vote(BLUE, "pan")
    small.get_by_role("button", name="Choose Atlas").click()
    table.do(ANN, vote(BLUE, "pan"))
    table_api.show(table.seen(ANN))
    table_api.answering.set()
    assert table_api.command(1) == vote(BLUE, "pan atlas")


def test_gods_that_do_not_go_together_may_be_voted_for_and_the_page_says_so(small: Page, table_api: SmallTable) -> None:
    table = voting()
    table.do(BEN, vote(ORANGE, "hecate"))
    table_api.show(table.seen(ANN))
    expect(small.get_by_text("Circe cannot be played against Hecate")).to_be_visible()
    assert tapped(small, table_api, table, "Choose Circe") == vote(BLUE, "circe")


def test_who_is_done_waits_for_the_others_and_may_vote_again(small: Page, table_api: SmallTable) -> None:
    table = voting(3)
    table_api.show(table.seen(ANN))
    expect(small.get_by_role("button", name="Abstain")).to_be_enabled()
    tapped(small, table_api, table, "Choose Pan")
    assert tapped(small, table_api, table, "Cast my vote (1 of 3)") == vote(BLUE, "pan", done=True)
    expect(small.get_by_text("Still voting: Ben, Cleo.")).to_be_visible()
    expect(small.get_by_role("button", name="Choose Atlas")).to_have_count(0)
    assert tapped(small, table_api, table, "Vote again: Ann") == vote(BLUE, "pan")
    expect(small.get_by_role("button", name="Choose Pan")).to_have_attribute("aria-pressed", "true")


def test_the_host_who_is_done_counts_without_the_others_after_a_second_tap(small: Page, table_api: SmallTable) -> None:
    table = voting(3)
    table_api.show(table.seen(ANN))
    expect(small.get_by_role("button", name="Abstain")).to_be_visible()
    expect(small.get_by_role("button", name="Count the votes now")).to_have_count(0)
    table.do(ANN, vote(BLUE, "pan", done=True))
    table_api.show(table.seen(ANN))
    press_button(small, "Count the votes now")
    expect(small.get_by_role("status").filter(has_text="Still voting: Ben, Cleo.")).to_be_visible()
    assert unreadable(small) == []
    small.get_by_role("button", name="Wait", exact=True).click()
    press_button(small, "Count the votes now")
    press_button(small, "Count them")
    assert table_api.command() == CountVotes()


def test_only_the_host_counts(small: Page, table_api: SmallTable) -> None:
    table = voting()
    table.do(BEN, vote(ORANGE, "pan", done=True))
    table_api.show(table.seen(BEN))
    expect(small.get_by_role("button", name="Vote again: Ben")).to_be_visible()
    expect(small.get_by_role("button", name="Count the votes now")).to_have_count(0)


def test_when_all_have_voted_the_page_says_what_came_of_it_and_why(small: Page, table_api: SmallTable) -> None:
    enforced = GameOptions(powers=True, mode=DraftMode.VOTE, rules=Profile(bans=Bans.ENFORCE))
    table = voting(3, enforced)
    table.do(CLEO, vote(WHITE, "gaea", done=True))
    table.do(BEN, vote(ORANGE, "gaea atlas", done=True))
    table.do(ANN, vote(BLUE, "gaea atlas", done=True))
    table_api.show(table.seen(BEN))
    expect(small.get_by_text("Choose your god.")).to_be_visible()
    result = small.get_by_role("region", name="Result of the vote")
    expect(result.get_by_role("listitem")).to_have_text(
        [
            "GaeaVotes of Ann, Ben, Cleo",
            "AtlasVotes of Ann, BenThe rulebook advises against Atlas together with Gaea.",
        ]
    )
    expect(result.get_by_text("Gods without votes were drawn by lot.")).to_be_visible()
    expect(small.get_by_role("button", name="Choose Gaea")).to_be_visible()
    expect(small.get_by_role("button", name="Choose Atlas")).to_have_count(0)


def test_one_god_beside_the_board_is_voted_for_by_touching_it_alone(small: Page, table_api: SmallTable) -> None:
    table = voting(2, GameOptions(powers=True, fleece=True, mode=DraftMode.VOTE))
    table.do(ANN, vote(BLUE, "pan"))
    table_api.show(table.seen(ANN))
    expect(small.get_by_text("Vote for the god that lies beside the board.")).to_be_visible()
    assert tapped(small, table_api, table, "Choose Atlas") == vote(BLUE, "atlas")


def test_a_page_for_two_votes_for_one_after_the_other(small: Page, table_api: SmallTable) -> None:
    table = voting()
    table.do(ANN, vote(BLUE, "pan", done=True))
    table_api.show(table.seen(ANN | BEN))
    expect(small.get_by_role("heading", name="Ben")).to_be_visible()
    press_button(small, "Vote again: Ann")
    assert table_api.command() == vote(BLUE, "pan")


def test_there_is_no_large_button_as_long_as_there_is_nothing_to_confirm(small: Page, table_api: SmallTable) -> None:
    table = voting()
    table_api.show(table.seen(ANN))
    expect(small.get_by_role("button", name="Abstain")).to_be_visible()
    expect(small.locator(".dock .primary")).to_have_count(0)
    tapped(small, table_api, table, "Choose Pan")
    expect(small.locator(".dock .primary")).to_have_text("Cast my vote (1 of 2)")


def test_a_surprise_marks_as_many_gods_as_one_may_vote_for(small: Page, table_api: SmallTable) -> None:
    table = voting()
    table_api.show(table.seen(ANN))
    asked = tapped(small, table_api, table, "Surprise us")
    assert len(set(asked.powers)) == 2
    assert not asked.done
    expect(small.locator(".cards [aria-pressed=true]")).to_have_count(2)
