"""A position that is set up by tapping on a phone and asked about, without a game and with one."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, Route, expect

from engine import Seat
from engine.squares import square
from table.session.snapshot import BoardDifference, DifferenceKind
from tests.engine.cases import game_at, line
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import Lend, go_to
from tests.web_ui.fake_table import SmallTable
from tests.web_ui.layout import in_each_language
from tests.web_ui.test_web_judge import snapshot_of
from web_ui.forms.judge_forms import LONGEST_POSITION
from web_ui.languages import catalogue

LIMUS = line("mortal:b2,e5", "limus:c4,a5", "c3:1")


def asked_from_now(screen: Page) -> list[Route]:
    """The questions about a position from now on; the table gets the first one when the test lets it go on."""
    asked: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if asked:
            route.continue_()
        asked.append(route)

    screen.route("**/position", hold_the_first)
    return asked


def open_position(screen: Page, path: str = "") -> Page:
    screen.goto(f"{screen.url.partition('#')[0]}#position{path}")
    expect(board(screen)).to_be_visible()
    return screen


def board(screen: Page) -> Locator:
    return screen.locator(".position-board")


def use(screen: Page, tool: str) -> None:
    screen.get_by_role("group", name="What a tap does").get_by_role("button", name=tool, exact=True).click()


def tap(screen: Page, *names: str) -> None:
    for name in names:
        board(screen).locator(f"[data-square={name}]").click()


def written(screen: Page) -> Locator:
    return screen.get_by_role("textbox", name="As a line")


def test_a_position_is_set_up_by_taps_and_asked_about_by_somebody_who_only_watches(screen: Page) -> None:
    go_to(screen, "Judge's book")
    screen.get_by_role("link", name="Set up a position").click()
    screen.get_by_label("Orange's god").select_option("limus")
    expect(written(screen)).to_have_value(line("mortal:", "limus:"))
    tap(screen, "c3")
    use(screen, "Blue's worker")
    tap(screen, "b2", "e5")
    use(screen, "Orange's worker")
    tap(screen, "c4", "a5")
    expect(written(screen)).to_have_value(LIMUS)
    use(screen, "Ask")
    tap(screen, "b2")
    expect(screen.locator(".judgement")).to_contain_text("This is possible: (Blue)")
    tap(screen, "c3")
    expect(screen.locator(".judgement")).to_contain_text("Yes, that is allowed.")
    screen.get_by_role("button", name="Block", exact=True).click()
    expect(screen.locator(".judgement")).to_contain_text("No:")


def test_a_line_with_steps_is_pasted_asked_about_and_leads_to_its_paragraph(screen: Page) -> None:
    open_position(screen)
    screen.get_by_label("Paste a line here").fill(f"{LIMUS} b2-b3")
    screen.get_by_role("button", name="Read").click()
    expect(screen.get_by_text("Done in this turn: b2-b3")).to_be_visible()
    expect(board(screen).get_by_role("button", name="b3, ground, worker of Blue")).to_be_visible()
    tap(screen, "b3", "c3")
    answer = screen.locator(".judgement")
    expect(answer).to_contain_text("No: next to a worker of Orange (Limus)")
    answer.get_by_role("link", name="23").click()
    expect(screen.get_by_role("heading", name="Limus 23")).to_be_visible()
    screen.go_back()
    expect(answer).to_contain_text("No: next to a worker of Orange (Limus)")


def test_a_second_tap_that_comes_before_the_first_is_answered_asks_for_what_is_to_be_done(screen: Page) -> None:
    held: list[Route] = []
    open_position(screen)
    screen.get_by_label("Paste a line here").fill(f"{LIMUS} b2-b3")
    screen.get_by_role("button", name="Read").click()
    expect(screen.get_by_text("Done in this turn: b2-b3")).to_be_visible()
    screen.route("**/judge", lambda route: route.continue_() if held else held.append(route))
    with screen.expect_request("**/judge"):
        tap(screen, "b3")
    tap(screen, "c3")
    held[0].continue_()
    expect(screen.locator(".judgement")).to_contain_text("No: next to a worker of Orange (Limus)")


def test_tokens_towers_and_what_cards_remember_are_set_too(screen: Page) -> None:
    open_position(screen)
    screen.get_by_role("combobox", name="Players").select_option("fleece")
    screen.get_by_label("Beside the Ram").select_option("pan")
    use(screen, "The Ram")
    tap(screen, "c3")
    use(screen, "Blocks")
    tap(screen, *["a1"] * 4, *["b1"] * 5)
    use(screen, "Dome")
    tap(screen, "e5")
    expect(written(screen)).to_have_value("0000A000000000000000" + "40000" + "/1/mortal:/mortal:/*pan:c3")
    screen.get_by_role("combobox", name="Players").select_option("2")
    screen.get_by_label("Blue's god").select_option("clio")
    screen.get_by_label("Clio: coins left").select_option("1")
    use(screen, "Blocks")
    tap(screen, "b3", "d3")
    use(screen, "Clio")
    tap(screen, "b3", "d3")
    expect(written(screen)).to_have_value(line("clio[squares=b3+d3|left=1]:", "mortal:", "e5:A a1:4 b3:1 d3:1"))
    screen.get_by_role("button", name="Orange's turn").click()
    expect(written(screen)).to_have_value(line("clio[squares=b3+d3|left=1]:", "mortal:", "e5:A a1:4 b3:1 d3:1", 2))


def test_a_tap_is_not_lost_while_the_table_is_still_asked_about_a_god(screen: Page) -> None:
    open_position(screen)
    slow = asked_from_now(screen)
    with screen.expect_request("**/position"):
        screen.get_by_label("Orange's god").select_option("pan")
    use(screen, "Blocks")
    tap(screen, "b1")
    with screen.expect_response("**/position"):
        slow[0].continue_()
    tap(screen, "c1")
    expect(written(screen)).to_have_value(line("mortal:", "pan:", "b1:1 c1:1"))


def test_who_taps_faster_than_the_table_answers_asks_for_the_last_position_alone(screen: Page) -> None:
    """The table takes one question of a phone at a time, and refuses more."""
    open_position(screen)
    asked = asked_from_now(screen)
    with screen.expect_request("**/position"):
        screen.get_by_label("Orange's god").select_option("pan")
    use(screen, "Blocks")
    tap(screen, "b1", "b1", "c1")
    assert len(asked) == 1, "what comes later waits"
    with screen.expect_request("**/position") as last:
        asked[0].continue_()
    assert json.loads(last.value.post_data or "")["line"] == line("mortal:", "pan:", "b1:2 c1:1")
    expect(written(screen)).to_have_value(line("mortal:", "pan:", "b1:2 c1:1"))


def test_what_cannot_stand_is_said_where_it_is_set_up(lend: Lend, address: str) -> None:
    with lend([]) as screen:  # the browser's console complains about each refusal
        screen.goto(f"{address}#position")
        problem = screen.locator(".position-set").get_by_role("status").first
        screen.get_by_role("combobox", name="Players").select_option("3")
        expect(problem).to_have_text("That cannot be: With 3 players everybody needs a god; Blue has none.")
        screen.get_by_label("Paste a line here").fill(line("pan:b2,e5,a1", "mortal:"))
        screen.get_by_role("button", name="Read").click()
        expect(problem).to_have_text("That cannot be: Blue can have at most 2 workers here.")
        screen.get_by_label("Paste a line here").fill(line("pan:b2,e5", "clio[squares=d3|left=2]:c4,a5"))
        screen.get_by_role("button", name="Read").click()
        ground = "The token of Clio on d3 lies on no block; it is put on a block."
        expect(problem).to_have_text(f"That cannot be: {ground}")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            f"{LIMUS}/*odin:c3",
            "Tak być nie może: „odin” (karta obok Barana) nie jest bogiem; dozwolone: mortal, apollo,",
        ),
        (line("mortal:b2,e5", "limus:c4,f9"), "„f9” (gracz 2) nie jest polem; dozwolone: a1...e5."),
        (f"{LIMUS} b2-e5", "„b2-e5” (krok 1) jest niedozwolone: "),
        (f"{LIMUS} {'b2-b3 ' * 200}", "Znaków w wierszu: "),
    ],
)
def test_a_wrong_line_is_pasted_and_its_fault_is_read_in_polish(
    lend: Lend, address: str, wrong: str, said: str
) -> None:
    with lend([]) as screen:  # the browser's console complains about each refusal
        screen.goto(f"{address}?preview=pl#position")
        texts = catalogue("pl", "book")
        screen.get_by_label(texts["position.paste"]).fill(wrong)
        screen.get_by_role("button", name=texts["position.read"]).click()
        problem = screen.locator(".position-set").get_by_role("status").first
        expect(problem).to_contain_text(said)
        assert not re.search(r"[{}]|allowed|step|no god|player", problem.inner_text())


def test_the_longest_line_is_read_and_one_with_another_sign_is_not(lend: Lend, address: str) -> None:
    with lend([]) as screen:
        screen.goto(f"{address}#position")
        problem = screen.locator(".position-set").get_by_role("status").first
        for length, said in (
            (LONGEST_POSITION, "is not known"),
            (LONGEST_POSITION + 1, "1001 characters; at most 1000"),
        ):
            rules = line("mortal:b2", "pan:a1", rules="")
            screen.get_by_label("Paste a line here").fill(f"{rules}/?".ljust(length, "x"))
            screen.get_by_role("button", name="Read").click()
            expect(problem).to_contain_text(said)


def test_the_position_of_the_game_is_taken_over_without_its_secrets(screen: Page, table_api: SmallTable) -> None:
    hidden = game_at(line("mortal:b2,e5", "hecate:c4,a5", "c3:1"), "b2-b3")
    table_api.show(snapshot_of(hidden.as_known_to(Seat.BLUE)))
    open_position(screen, "/game")
    expect(written(screen)).to_have_value(line("mortal:b3,e5", "hecate:", "c3:1"))
    expect(screen.get_by_text("secrets are left out")).to_be_visible()


def test_the_game_is_taken_over_as_the_board_reads_it(screen: Page, table_api: SmallTable) -> None:
    shown = snapshot_of(game_at(LIMUS))
    wrong = (
        BoardDifference(square("c4"), DifferenceKind.MISSING, Seat.ORANGE),
        BoardDifference(square("d4"), DifferenceKind.EXTRA, Seat.ORANGE),
        BoardDifference(square("c3"), DifferenceKind.TOO_HIGH, None, 4, 1),
    )
    table_api.show(replace(shown, board=replace(shown.board, differences=wrong)))
    open_position(screen)
    screen.get_by_role("button", name="As the board reads it").click()
    expect(written(screen)).to_have_value(line("mortal:b2,e5", "limus:d4,a5", "c3:4"))


def test_the_board_is_set_up_with_the_keyboard(screen: Page) -> None:
    open_position(screen)
    board(screen).locator("[data-square=c3]").focus()
    screen.keyboard.press("Enter")
    screen.keyboard.press("ArrowRight")
    screen.keyboard.press("Enter")
    screen.keyboard.press("Enter")
    expect(written(screen)).to_have_value(line("mortal:", "mortal:", "c3:1 d3:2"))


def test_nobody_takes_a_position_where_there_is_none_or_it_is_secret(app: Flask, table_api: SmallTable) -> None:
    client = app.test_client()
    assert client.post("/position", json={"line": None}).status_code == 422
    table_api.show(replace(snapshot_of(game_at(LIMUS)), known=None))
    assert client.post("/position", json={"line": None}).status_code == 422
    refused = client.post("/position", json={"line": line("pan:b2", "pan:a1")})
    assert (refused.status_code, refused.get_json()["message"]["key"]) == (422, "position.same_power")


@in_each_language
def test_the_page_is_readable_in_each_language(screen: Page, language: str) -> None:
    screen.set_viewport_size({"width": 320, "height": 640})
    shown = line("gaea:b2,e5", "clio[squares=d3|left=1]:c4,a5", "c3:1 b3:4 d3:1")
    screen.goto(f"{screen.url.partition('#')[0]}?preview={language}#position/{shown}")
    texts = catalogue(language, "book")
    expect(screen.get_by_role("heading", name=catalogue(language)["menu.position"])).to_be_visible()
    screen.get_by_role("button", name=texts["position.ask"], exact=True).click()
    tap(screen, "b2")
    expect(screen.locator(".judgement")).to_contain_text(texts["judge.can"])
    wide = screen.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0
    assert "position." not in screen.locator("#app").inner_text()
    assert violations(screen) == []
