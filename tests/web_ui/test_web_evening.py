"""The beginning of an evening on the page: tiles, names as chips, the start in reach, and what is shown meanwhile."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from msgspec import structs
from playwright.sync_api import Page, expect

from engine.casting.catalogue import PowerSet
from engine.seats import Seat
from engine.setup import Edition, PowerName, Profile
from table.session.lobby import AbandonGame, BeginGame, ChooseOptions
from table.session.seating import ClaimSeat, HandHost
from table.session.snapshot import ClaimView, Phase, Snapshot
from table.session.table_setup import ForgetName
from table.settings.options import FIRST_OPTIONS, ClockRule, DraftMode, GameOptions
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import answered, press_button
from tests.web_ui.fake_table import SmallTable, lobby, playing
from tests.web_ui.layout import unreadable

FOUR = ((Seat.BLUE, "Ann"), (Seat.ORANGE, "Bo"), (Seat.WHITE, "Cleo"), (Seat.PURPLE, "Dan"))
KNOWN = ("Wilhelmina van Amersfoort", "Bo", "Cleo", "Dan", "Eve", "Łukasz", "Zoë", "Blue")


def hosting(players: int = 2, options: GameOptions = FIRST_OPTIONS) -> Snapshot:
    """The lobby on the host's phone."""
    shown = lobby(*FOUR[:players])
    return replace(shown, host=True, seats_held=(Seat.BLUE,), options=options, powers_needed=players > 2)


def shows(screen: Page, table_api: SmallTable, snapshot: Snapshot) -> None:
    """Show this, and wait until it is drawn."""
    table_api.show(snapshot)
    expect(screen.locator("#app")).to_have_attribute("data-version", str(table_api.current.version))


# Tiles.

TILES = {
    "Just play": structs.replace(FIRST_OPTIONS, powers=False),
    "A simple god each": FIRST_OPTIONS,
    "Choose gods": GameOptions(powers=True, sets=frozenset(PowerSet) - {PowerSet.HERO}),
}


@pytest.mark.parametrize("tile", TILES)
def test_a_tap_on_a_tile_chooses_a_game_and_starts_none(screen: Page, table_api: SmallTable, tile: str) -> None:
    shows(screen, table_api, hosting())
    screen.get_by_role("button", name=re.compile(f"^{tile}")).click()
    assert table_api.command() == ChooseOptions(TILES[tile])
    shows(screen, table_api, hosting(options=TILES[tile]))
    expect(screen.get_by_role("button", name=re.compile(f"^{tile}"))).to_have_attribute("aria-pressed", "true")
    assert len(table_api.asked) == 1


@pytest.mark.parametrize(
    ("options", "players", "start"),
    [
        (GameOptions(), 2, "Start: no gods, 2 players"),
        (GameOptions(), 3, "Start: choose gods, 3 players"),
        (FIRST_OPTIONS, 4, "Start: a simple god each, 4 players"),
        (GameOptions(powers=True, mode=DraftMode.VOTE), 2, "Start: choose gods, 2 players"),
        (GameOptions(powers=True, mode=DraftMode.QUICK), 2, "Start: gods by lot, 2 players"),
        (GameOptions(powers=True, fleece=True), 2, "Start: Golden Fleece, 2 players"),
    ],
)
def test_the_start_says_what_it_starts(
    screen: Page, table_api: SmallTable, options: GameOptions, players: int, start: str
) -> None:
    shows(screen, table_api, hosting(players, options))
    press_button(screen, start)
    assert table_api.command() == BeginGame()


def test_first_gods_are_one_each_by_todays_rules_and_the_clock_stays(screen: Page, table_api: SmallTable) -> None:
    rules = Profile(edition=Edition.ORIGINAL_2007, gods_per_player=2, revised=frozenset({PowerName("bia")}))
    before = GameOptions(powers=True, fleece=True, first_games=True, clock=ClockRule(15, 0), rules=rules)
    shows(screen, table_api, hosting(options=before))
    screen.get_by_role("button", name="A simple god each").click()
    command = table_api.command()
    assert isinstance(command, ChooseOptions)
    chosen = command.options
    assert (chosen.sets, chosen.mode, chosen.fleece, chosen.first_games) == (
        FIRST_OPTIONS.sets,
        DraftMode.QUICK,
        False,
        True,
    )
    assert (chosen.rules, chosen.clock) == (Profile(revised=rules.revised), ClockRule(15, 0))


def test_only_the_host_sees_tiles_and_the_others_what_is_chosen(screen: Page, table_api: SmallTable) -> None:
    shows(screen, table_api, replace(hosting(), host=False, seats_held=(Seat.ORANGE,)))
    expect(screen.get_by_role("button", name="A simple god each")).to_have_count(0)
    expect(screen.get_by_text("A simple god each")).to_be_visible()
    expect(screen.get_by_role("button", name="Start: ")).to_have_count(0)


def test_when_the_host_is_gone_anybody_who_sits_may_begin(screen: Page, table_api: SmallTable) -> None:
    gone = replace(hosting(), host=False, host_gone=True, seats_held=(Seat.ORANGE,), leader=Seat.BLUE)
    shows(screen, table_api, gone)
    press_button(screen, "Start: a simple god each, 2 players")
    assert table_api.command() == HandHost(Seat.ORANGE)


def test_whoever_only_watches_begins_nothing(screen: Page, table_api: SmallTable) -> None:
    shows(screen, table_api, replace(hosting(), host=False, host_gone=True, seats_held=()))
    expect(screen.get_by_text("A simple god each")).to_be_visible()
    expect(screen.get_by_role("button", name="Start: ")).to_have_count(0)


def test_a_start_by_mistake_is_taken_back_while_the_board_is_empty(screen: Page, table_api: SmallTable) -> None:
    shown = playing(())
    assert shown.game is not None
    empty = replace(shown, phase=Phase.PLACING, host=True, game=replace(shown.game, workers=()))
    shows(screen, table_api, empty)
    press_button(screen, "Back to the lobby")
    assert table_api.command() == AbandonGame()
    shows(screen, table_api, replace(shown, phase=Phase.PLACING, host=True))
    expect(screen.get_by_role("button", name="Back to the lobby")).to_have_count(0)


# The start in reach.


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (740, 360)])
@pytest.mark.parametrize("players", [2, 4])
def test_the_start_is_never_below_the_fold(
    screen: Page, table_api: SmallTable, size: tuple[int, int], players: int
) -> None:
    screen.set_viewport_size({"width": size[0], "height": size[1]})
    shows(screen, table_api, hosting(players))
    start = screen.get_by_role("button", name="Start: ")
    for scrolled in (0, 200, 5000):
        screen.evaluate("y => window.scrollTo(0, y)", scrolled)
        expect(start).to_be_in_viewport(ratio=1)


def test_everything_can_be_read_at_320_pixels_in_french_and_polish(
    screen: Page, table_api: SmallTable, address: str
) -> None:
    for language in ("fr", "pl", "nl"):
        screen.context.add_cookies([{"name": "thera_language", "value": language, "url": address}])
        screen.set_viewport_size({"width": 320, "height": 568})
        screen.goto(address)
        for shown in (hosting(4), replace(lobby(), names=KNOWN)):
            shows(screen, table_api, shown)
            assert violations(screen) + unreadable(screen) == [], language


# Names.


def test_a_known_name_sits_down_with_one_tap(screen: Page, table_api: SmallTable) -> None:
    shows(screen, table_api, replace(lobby(), names=("Zoë", "Bo")))
    chips = screen.get_by_role("group", name="Names this table knows")
    expect(chips.get_by_role("button")).to_have_text(["Zoë", "Bo"])
    chips.get_by_role("button", name="Zoë").click()
    assert table_api.command() == ClaimSeat(Seat.BLUE, "Zoë")


def test_a_name_ends_with_enter_on_the_first_free_seat(screen: Page, table_api: SmallTable) -> None:
    claim = ClaimView(Seat.BLUE, "Bo", "KTRM", mine=False, answers=False)
    shows(screen, table_api, replace(lobby(), claims=(claim,)))
    screen.get_by_label("Your name").click()
    screen.keyboard.type("Ann")
    screen.keyboard.press("Enter")
    assert table_api.command() == ClaimSeat(Seat.ORANGE, "Ann")


def test_a_name_that_sits_or_tells_a_colour_only_is_no_chip(screen: Page, table_api: SmallTable) -> None:
    shows(screen, table_api, replace(lobby(*FOUR[:3]), names=KNOWN))
    chips = screen.get_by_role("group", name="Names this table knows")
    expect(chips.get_by_role("button")).to_have_text([KNOWN[0], "Dan", "Eve", "Łukasz", "Zoë"])


def test_two_on_one_phone_sit_down_with_three_taps(screen: Page, table_api: SmallTable) -> None:
    shows(screen, table_api, lobby())
    screen.get_by_role("button", name="Sit here").first.click()
    assert table_api.command() == ClaimSeat(Seat.BLUE, "")
    shows(screen, table_api, replace(lobby((Seat.BLUE, "")), host=True, seats_held=(Seat.BLUE,)))
    answered(screen)
    screen.get_by_role("button", name="Sit here").first.click()
    screen.get_by_role("button", name="Play both").click()
    assert table_api.command(1) == ClaimSeat(Seat.ORANGE, "")


def test_the_host_has_a_name_forgotten(screen: Page, table_api: SmallTable, address: str) -> None:
    shows(screen, table_api, replace(hosting(), names=("Ann", "Zoë")))
    screen.goto(f"{address}/#settings")
    screen.get_by_role("button", name="Forget Zoë").click()
    assert table_api.command() == ForgetName("Zoë")


# While one waits.


def test_whoever_waits_sees_how_to_win_and_who_may_begin_does_not(screen: Page, table_api: SmallTable) -> None:
    pictures = screen.get_by_role("region", name="How to win").get_by_role("listitem")
    shows(screen, table_api, hosting(1))
    expect(pictures).to_have_count(4)
    shows(screen, table_api, replace(hosting(), host=False, seats_held=(Seat.ORANGE,)))
    expect(pictures).to_have_count(4)
    shows(screen, table_api, hosting())
    expect(pictures).to_have_count(0)


def test_the_screen_stays_on_in_ones_own_turn_only(screen: Page, table_api: SmallTable) -> None:
    screen.evaluate(
        """() => {
          window.awake = 0;
          const request = async () => {
            window.awake += 1;
            const lock = new EventTarget();
            lock.release = async () => { window.awake -= 1; lock.dispatchEvent(new Event("release")); };
            return lock;
          };
          Object.defineProperty(navigator, "wakeLock", { value: { request } });
        }"""
    )
    own = playing()
    assert own.prompt is not None
    shows(screen, table_api, replace(own, seats_held=(own.prompt.seat,)))
    screen.wait_for_function("window.awake === 1")
    others = next(seat for seat in (Seat.BLUE, Seat.ORANGE) if seat is not own.prompt.seat)
    shows(screen, table_api, replace(own, seats_held=(others,)))
    screen.wait_for_function("window.awake === 0")


def test_sound_is_turned_off_once_for_all(screen: Page, address: str) -> None:
    screen.goto(f"{address}/#settings")
    switch = screen.get_by_label("Sound and vibration")
    expect(switch).to_be_checked()
    switch.click()
    screen.reload()
    expect(switch).not_to_be_checked()
