"""A page that is drawn again under fingers, keys and screen readers: what somebody is at stays as it is."""

from __future__ import annotations

from dataclasses import replace

from playwright.sync_api import Browser, Page, Route, expect

from engine.actions import Done
from engine.seats import Seat
from table.session.snapshot import ClaimView, Phase
from table.session.turns import UndoStep
from tests.web_ui.browser import go_to, open_sheet, phone, press_button, press_in_more
from tests.web_ui.fake_table import SmallTable, lobby, playing
from tests.web_ui.test_web_turn import hecate

# Focus.


def test_a_name_is_typed_on_while_somebody_elses_claim_comes_and_goes(screen: Page, table_api: SmallTable) -> None:
    field = screen.get_by_label("Your name")
    field.click()
    screen.keyboard.type("An")
    table_api.show(replace(lobby(), claims=(ClaimView(Seat.ORANGE, "Bo", "KTRM", mine=False, answers=False),)))
    expect(screen.get_by_text("Bo asks to sit down").first).to_be_visible()
    table_api.show(lobby())
    expect(screen.get_by_text("Bo asks to sit down")).to_have_count(0)
    screen.keyboard.type("na")
    expect(field).to_have_value("Anna")


def test_a_button_that_means_something_else_is_another_button(screen: Page, table_api: SmallTable) -> None:
    shown = playing((Done(),))
    table_api.show(replace(shown, can_undo=False))
    skip = screen.get_by_role("button", name="Skip", exact=True)
    skip.focus()
    table_api.show(replace(shown, can_undo=True))
    expect(screen.get_by_role("button", name="Undo", exact=True)).to_be_visible()
    expect(skip).to_be_focused()


def test_a_question_that_takes_the_place_of_a_button_has_its_focus(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing())
    open_sheet(screen).get_by_role("button", name="End this game without a result").press("Enter")
    expect(screen.get_by_role("button", name="Play on")).to_be_focused()


def test_arrow_keys_walk_over_the_map_that_has_the_focus(screen: Page, table_api: SmallTable) -> None:
    table_api.show(hecate())
    private = screen.get_by_role("table", name="Your secret map, uncovered")
    for board in (screen.get_by_role("table", name="Board", exact=True), private):
        if board is private:
            screen.get_by_role("button", name="Uncover", exact=True).click()
        board.get_by_role("button", name="c3").focus()
        screen.keyboard.press("ArrowUp")
        expect(board.get_by_role("button", name="c4")).to_be_focused()
        screen.keyboard.press("Alt+ArrowUp")
        expect(board.get_by_role("button", name="c4")).to_be_focused()
        screen.keyboard.press("ArrowDown")


def test_the_map_is_seen_while_a_key_is_held(screen: Page, table_api: SmallTable) -> None:
    table_api.show(hecate())
    board = screen.get_by_role("table", name="Your secret map, uncovered")
    screen.get_by_role("button", name="Hold to look").focus()
    screen.keyboard.down("Space")
    expect(board).to_be_visible()
    screen.keyboard.up("Space")
    expect(board).to_have_count(0)


def test_another_view_is_read_from_its_beginning(screen: Page) -> None:
    go_to(screen, "Settings")
    expect(screen.get_by_role("heading", name="This phone")).to_be_visible()
    expect(screen.get_by_role("main")).to_be_focused()


# What was asked, and what does not come.


def test_whoever_was_about_to_end_a_game_is_not_asked_about_the_next_one(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing())
    press_in_more(screen, "End this game without a result")
    expect(screen.get_by_role("button", name="End the game")).to_be_visible()
    table_api.show(replace(playing(()), phase=Phase.OVER, prompt=None))
    expect(screen.get_by_role("button", name="To the lobby")).to_be_visible()
    table_api.show(playing())
    expect(open_sheet(screen).get_by_role("button", name="End this game without a result")).to_be_visible()


def test_an_address_that_was_cut_off_leads_to_the_table(screen: Page, address: str) -> None:
    screen.goto(f"{address}/#settin%C3")
    screen.reload()
    expect(screen.get_by_role("heading", name="Welcome to the table")).to_be_visible()


def test_an_answer_that_never_comes_is_not_waited_for_for_ever(timed: Page, table_api: SmallTable) -> None:
    def silence(route: Route) -> None:
        """The phone has left the network."""

    table_api.show(playing())
    undo = timed.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_be_visible()
    timed.clock.install()
    timed.route("**/command", silence)
    with timed.expect_request("**/command"):
        undo.click()
    timed.clock.fast_forward(13_000)
    expect(timed.get_by_role("status").filter(has_text="The table does not answer.")).not_to_have_count(0)
    timed.unroute("**/command")
    press_button(timed, "Undo")
    assert table_api.command() == UndoStep()


def test_a_view_that_could_not_be_fetched_says_so_and_comes_once_it_can(chrome: Browser, address: str) -> None:
    screen = phone(chrome, [])  # the browser's console tells of the request that fails
    screen.goto(address)
    expect(screen.get_by_role("heading", name="Welcome to the table")).to_be_visible()
    screen.route("**/js/settings.js", lambda route: route.abort())
    go_to(screen, "Settings")
    said = screen.get_by_role("status").filter(has_text="The table does not answer.")
    expect(said).to_be_visible()
    screen.unroute("**/js/settings.js")
    expect(screen.get_by_role("heading", name="This phone")).to_be_visible()
    expect(said).to_have_count(0)
    screen.context.close()
