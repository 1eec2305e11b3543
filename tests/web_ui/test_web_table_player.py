"""The table as a player on the page: what it is called and at which level it plays, and what it says."""

from __future__ import annotations

from dataclasses import replace

from playwright.sync_api import Page, expect

from common.message import Message
from engine.seats import Seat
from engine.setup import PowerName
from engine.state import StepKind
from engine.views import Prompt
from opponent.levels import LevelName
from table.session.lobby import LetTablePlay
from table.session.snapshot import RemarkView, SeatView, Snapshot, TableTurnView
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import Lend, open_sheet
from tests.web_ui.fake_table import CAST, SmallTable, lobby, playing
from tests.web_ui.layout import in_each_language, unreadable
from tests.web_ui.test_web_card import over
from web_ui.languages import catalogue

OCCASIONS = ("begins", "again", "stopped", "was_stopped", "threatens", "threatened", "won", "lost")


def against_table(shown: Snapshot, level: LevelName = LevelName.CHILD, *, adapts: bool = False) -> Snapshot:
    """The same with the table in the place of Bo."""
    table = SeatView(Seat.ORANGE, "", connected=False, power=None, team=1, level=level, adapts=adapts)
    return replace(shown, seats=tuple(table if each.seat is Seat.ORANGE else each for each in shown.seats))


def says(shown: Snapshot, occasion: str) -> Snapshot:
    return replace(shown, remark=RemarkView(Seat.ORANGE, Message(f"remark.{occasion}", (("seat", "blue"),))))


def of_table(shown: Snapshot) -> Snapshot:
    """The table's turn, about which it thinks."""
    assert shown.game is not None
    prompt = Prompt(Seat.ORANGE, StepKind.MOVE, PowerName("mortal"), optional=False, in_a_row=1)
    game = replace(shown.game, active=Seat.ORANGE, options=(), prompt=prompt)
    turn = TableTurnView(Seat.ORANGE, thinks=True, actions=(), by_hand=False)
    return replace(shown, game=game, prompt=prompt, can_undo=False, table_turn=turn)


def test_the_table_has_a_name_and_a_level_wherever_a_player_has_one(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(against_table(lobby(*CAST)), seats_held=(Seat.BLUE,), host=True))
    expect(screen.locator(".seat.orange .who")).to_have_text("The tableLevel: Child")
    table_api.show(of_table(against_table(playing())))
    banner = screen.locator(".banner")
    expect(banner.get_by_role("heading")).to_have_text("The table is moving")
    expect(banner.locator(".tag")).to_have_text("Level: Child")
    expect(screen.locator(".strip .one").nth(1)).to_have_text("The tableChild · Atlas")
    expect(screen.locator(".last-line")).to_contain_text("The table moved from b2 to b1.")
    expect(screen.locator(".table-turn")).to_contain_text("The table is thinking.")
    sheet = open_sheet(screen, "Players")
    theirs = sheet.get_by_role("listitem").filter(has_text="Atlas").first
    for told in ("The table", "Level: Child"):
        expect(theirs).to_contain_text(told)
    screen.go_back()
    table_api.show(against_table(over(Seat.ORANGE)))
    expect(screen.get_by_role("heading", name="The table, Child, wins", exact=True)).to_be_visible()
    expect(screen.get_by_text("Orange")).to_have_count(0)


def test_what_it_says_stands_beside_its_token_and_is_read_aloud_until_it_is_taken_away(
    screen: Page, table_api: SmallTable
) -> None:
    shown = against_table(playing())
    table_api.show(shown)
    board = screen.locator(".play > .board")
    expect(board).to_be_visible()
    place = board.bounding_box()
    table_api.show(says(shown, "stopped.3"))
    remark = screen.locator("button.remark")
    expect(remark).to_have_text("The table: You nearly had me there, Ann.")
    expect(screen.get_by_role("log")).to_contain_text("The table: You nearly had me there, Ann.")
    assert board.bounding_box() == place
    assert violations(screen) == []
    remark.click()
    expect(remark).to_have_count(0)
    table_api.show(replace(says(shown, "stopped.3"), can_undo=False))
    expect(remark).to_have_count(0)
    table_api.show(says(shown, "threatens.2"))
    expect(remark).to_have_text("The table: Careful: I am close to the top.")
    table_api.show(shown)
    expect(remark).to_have_count(0)


def test_in_its_own_turn_the_band_says_it_and_at_the_end_the_card(screen: Page, table_api: SmallTable) -> None:
    table_api.show(says(of_table(against_table(playing())), "threatened.2"))
    expect(screen.locator(".banner .ask")).to_have_text("“I had better look out, Ann.”")
    expect(screen.locator("button.remark")).to_have_count(0)
    others = says(of_table(against_table(playing())), "threatened.2")
    table_api.show(replace(others, remark=RemarkView(Seat.WHITE, Message("remark.begins.1"))))
    expect(screen.locator("button.remark")).to_contain_text("Hello! Let's have a good game.")
    table_api.show(says(against_table(over(Seat.BLUE)), "lost.1"))
    expect(screen.locator(".outcome .remark")).to_have_text("The table: Well played! You beat me.")


def test_the_end_of_a_game_keeps_its_level_while_the_next_one_has_begun(screen: Page, table_api: SmallTable) -> None:
    table_api.show(against_table(over(Seat.ORANGE)))
    title = screen.get_by_role("heading", name="The table, Child, wins", exact=True)
    expect(title).to_be_visible()
    table_api.show(against_table(playing(), LevelName.BEGINNER))
    screen.get_by_text("The table has gone on.").wait_for()
    expect(title).to_be_visible()
    screen.get_by_role("button", name="Go on").click()
    expect(screen.locator(".strip")).to_contain_text("Beginner")


@in_each_language
def test_each_line_is_readable(lend: Lend, address: str, table_api: SmallTable, language: str) -> None:
    complaints: list[str] = []
    with lend(complaints, 320, 640) as screen:
        screen.context.add_cookies([{"name": "thera_language", "value": language, "url": address}])
        screen.goto(address)
        for occasion in OCCASIONS:
            for variant in (1, 2, 3):
                table_api.show(says(against_table(playing()), f"{occasion}.{variant}"))
                text = catalogue(language, "tableseats")[f"remark.{occasion}.{variant}"].replace("{seat}", "Ann")
                expect(screen.locator("button.remark")).to_contain_text(text)
        assert unreadable(screen) == []
    assert complaints == []


def test_the_host_lets_a_seat_of_the_table_adapt_from_a_level(screen: Page, table_api: SmallTable) -> None:
    shown = replace(lobby(*CAST), seats_held=(Seat.BLUE,), host=True, levels=tuple(LevelName))
    table_api.show(against_table(shown))
    row = screen.locator(".seat.orange")
    row.locator("summary").click()
    row.get_by_role("checkbox", name="Adapt to us").click()
    assert table_api.command() == LetTablePlay(Seat.ORANGE, LevelName.CHILD, adapts=True)
    table_api.show(against_table(shown, adapts=True))
    expect(row.locator(".who")).to_have_text("The tableAdapts to you · now: Child")
    row.get_by_role("button", name="Casual").click()
    assert table_api.command(1) == LetTablePlay(Seat.ORANGE, LevelName.CASUAL, adapts=True)
