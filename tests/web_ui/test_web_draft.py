"""The draft on the page in a real browser: looking at cards, picking them, and what is greyed with its reason."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from common.message import Message
from engine.casting.catalogue import CARDS, FIRST_GAMES, PowerSet
from engine.seats import Seat
from engine.setup import MORTAL, Edition, PowerName, Profile
from table.session.drafting import ChoosePower, NameStartPlayer, OfferPowers, PickPowers
from table.session.lobby import BeginGame, ChooseOptions
from table.session.snapshot import DraftStep, DraftView, Phase, Snapshot
from table.settings.options import DraftMode, GameOptions
from tests.table.session.reduced_table import ANN, BEN, Runner, seated
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import page_of, phone, press_button
from tests.web_ui.fake_table import CAST, SmallTable, draft, lobby
from tests.web_ui.layout import unreadable

OLD = GameOptions(powers=True, rules=Profile(edition=Edition.ORIGINAL_2007))


def drafting(shown: Snapshot) -> DraftView:
    assert shown.draft is not None
    return shown.draft


def begun(options: GameOptions, players: int = 2) -> Runner:
    table = seated(players)
    table.do(ANN, ChooseOptions(options), BeginGame())
    return table


def test_the_challenger_offers_as_many_gods_as_players_with_a_separate_confirmation(
    screen: Page, table_api: SmallTable
) -> None:
    table_api.show(draft())
    expect(screen.get_by_role("button", name="Choose 2 gods (0 of 2)")).to_be_disabled()
    for god in ("Apollo", "Pan", "Athena"):
        press_button(screen, f"Choose {god}")
    expect(screen.get_by_role("status").filter(has_text="2 are enough")).to_be_visible()
    expect(screen.get_by_role("button", name="Choose Pan")).to_have_attribute("aria-pressed", "true")
    press_button(screen, "Put Pan back")
    expect(screen.get_by_role("button", name="Choose 2 gods (1 of 2)")).to_be_disabled()
    press_button(screen, "Choose Athena")
    press_button(screen, "Offer these gods (2 of 2)")
    assert table_api.command() == OfferPowers((PowerName("apollo"), PowerName("athena")))


def test_what_cannot_be_offered_lies_apart_and_says_why_and_picking_it_says_so_again(
    screen: Page, table_api: SmallTable
) -> None:
    table_api.show(draft())
    circe = screen.get_by_role("button", name="Choose Circe")
    expect(circe).to_be_hidden()
    screen.get_by_text("Not in this game (1)").click()
    card = screen.get_by_role("button", name=re.compile("^Circe"))
    expect(card).to_contain_text("cannot be played against Hecate")
    circe.click(force=True)  # greyed, and yet it answers
    expect(screen.get_by_role("status").filter(has_text="cannot be played against Hecate")).to_be_visible()
    expect(circe).to_have_attribute("aria-pressed", "false")


def test_the_challenger_is_warned_of_a_god_that_is_banned_with_one_already_picked(
    screen: Page, table_api: SmallTable
) -> None:
    table_api.show(draft())
    warning = screen.get_by_text("advises against Atlas together with Gaea")
    expect(screen.get_by_role("button", name="Choose Atlas")).to_be_visible()
    expect(warning).to_have_count(0)
    press_button(screen, "Choose Gaea")
    expect(warning).to_be_visible()


def test_a_god_that_cannot_be_offered_beside_one_that_is_picked_is_greyed_with_the_reason(
    screen: Page, table_api: SmallTable
) -> None:
    table_api.show(begun(GameOptions(powers=True)).seen(ANN))
    press_button(screen, "Choose Hecate")
    circe = screen.get_by_role("button", name="Choose Circe")
    expect(circe).to_have_attribute("aria-disabled", "true")
    expect(screen.get_by_text("Circe cannot be played against Hecate")).to_be_visible()
    press_button(screen, "Put Hecate back")
    expect(circe).not_to_have_attribute("aria-disabled", "true")


def test_cards_are_found_by_a_word_and_by_their_set(screen: Page, table_api: SmallTable) -> None:
    table_api.show(draft())
    screen.get_by_label("Search").fill("perimeter")
    expect(screen.get_by_role("button", name="Choose Apollo")).to_have_count(0)
    screen.get_by_label("Search").fill("apo")
    expect(screen.get_by_role("button", name="Choose Apollo")).to_be_visible()
    screen.get_by_label("Search").fill("terpsikore")
    expect(screen.locator(".cards .pick")).to_have_count(1)
    expect(screen.get_by_role("button", name="Choose Terpsichore")).to_be_visible()
    expect(screen.get_by_text("1 god", exact=True)).to_be_visible()
    screen.get_by_label("Search").fill("")
    kinds = screen.get_by_role("group", name="Kinds of cards")
    expect(kinds.get_by_role("button")).to_have_text(["All", "Simple", "Advanced", "Golden Fleece", "Heroes"])
    kinds.get_by_role("button", name="Heroes").click()
    expect(kinds.get_by_role("button", name="Heroes")).to_have_attribute("aria-pressed", "true")
    expect(screen.get_by_role("button", name="Choose Achilles")).to_be_visible()
    expect(screen.get_by_role("button", name="Choose Apollo")).to_have_count(0)
    expect(screen.locator(".cards").first.get_by_role("listitem")).to_have_count(10)
    kinds.get_by_role("button", name="All").click()
    expect(screen.get_by_role("button", name="Choose Apollo")).to_be_visible()


def test_a_god_that_is_not_in_this_game_is_found_with_its_reason(screen: Page, table_api: SmallTable) -> None:
    table_api.show(draft())
    screen.get_by_label("Search").fill("circe")
    expect(screen.get_by_text("cannot be played against Hecate")).to_be_visible()
    screen.get_by_role("button", name=re.compile("^Circe")).click()
    sheet = screen.get_by_role("dialog", name="Circe")
    expect(sheet.get_by_text("cannot be played against Hecate").last).to_be_visible()
    expect(sheet.get_by_role("button", name="Choose Circe")).to_have_count(0)


def test_six_cards_by_lot_are_laid_out_to_choose_from_again_and_again(screen: Page, table_api: SmallTable) -> None:
    shown = begun(GameOptions(powers=True)).seen(ANN)
    table_api.show(replace(shown, draft=replace(drafting(shown), beginners=False)))
    press_button(screen, "Choose Pan")
    screen.get_by_label("Search").fill("apollo")
    cards = screen.locator(".cards").first.get_by_role("listitem")
    laid: list[set[str]] = []
    for name in ("Six by lot", "Six others"):
        before = cards.first.get_attribute("data-key")
        press_button(screen, name)
        expect(cards).to_have_count(6)
        expect(cards.first).not_to_have_attribute("data-key", before or "")
        laid.append(set(cards.evaluate_all("cards => cards.map((card) => card.dataset.key)")))
    assert laid[0].isdisjoint(laid[1])
    assert "pan" not in laid[0] | laid[1]
    expect(screen.get_by_label("Search")).to_have_value("")
    expect(screen.get_by_role("button", name="Choose 2 gods (1 of 2)")).to_be_visible()  # what is picked stays in view
    expect(screen.get_by_role("button", name="Put Pan back")).to_be_visible()
    cards.first.get_by_role("button", name="Choose ").click()
    expect(screen.get_by_role("button", name="Offer these gods (2 of 2)")).to_be_enabled()
    screen.get_by_role("group", name="Kinds of cards").get_by_role("button", name="All").click()
    expect(screen.get_by_role("button", name="Choose Apollo")).to_be_visible()


def test_at_a_table_that_has_finished_no_game_with_gods_lots_give_gods_for_first_games_and_say_so(
    screen: Page, table_api: SmallTable
) -> None:
    table = begun(GameOptions(powers=True))
    table_api.show(table.seen(ANN))
    expect(screen.get_by_role("button", name="Surprise us for first games")).to_be_visible()
    press_button(screen, "Six by lot for first games")
    cards = screen.locator(".cards").first.get_by_role("listitem")
    expect(cards).to_have_count(6)
    assert set(cards.evaluate_all("cards => cards.map((card) => card.dataset.key)")) <= FIRST_GAMES
    press_button(screen, "Surprise us")
    expect(screen.get_by_role("button", name="Offer these gods (2 of 2)")).to_be_enabled()
    press_button(screen, "Offer these gods")
    offered = table_api.command()
    assert isinstance(offered, OfferPowers)
    assert set(offered.powers) <= FIRST_GAMES
    known = table.seen(ANN)
    table_api.show(replace(known, draft=replace(drafting(known), beginners=False)))
    expect(screen.get_by_role("button", name="Surprise us", exact=True)).to_be_visible()


def test_a_tap_on_a_card_says_all_about_it_and_what_matters_against_those_picked(
    screen: Page, table_api: SmallTable
) -> None:
    table_api.show(draft())
    press_button(screen, "Choose Hades")
    screen.get_by_role("button", name="Pan ").first.click()
    sheet = screen.get_by_role("dialog", name="Pan")
    expect(sheet.get_by_role("heading", name="Against Hades")).to_be_visible()
    sheet.get_by_role("button", name="Choose Pan").click()
    expect(sheet).to_have_count(0)
    expect(screen.get_by_role("button", name="Offer these gods (2 of 2)")).to_be_enabled()


def test_a_player_takes_a_god_and_the_challenger_names_who_starts(screen: Page, table_api: SmallTable) -> None:
    table_api.show(draft(DraftStep.CHOOSE))
    press_button(screen, "Choose Gaea")
    press_button(screen, "Take this god")
    assert table_api.command() == ChoosePower(PowerName("gaea"), Seat.BLUE)
    table_api.show(draft(DraftStep.START))
    screen.get_by_role("button", name="Bo", exact=True).click()
    assert table_api.command(1) == NameStartPlayer(Seat.ORANGE)


def test_who_waits_sees_the_same_cards_and_who_chooses_but_no_way_to_choose(
    screen: Page, table_api: SmallTable
) -> None:
    shown = draft()
    table_api.show(replace(shown, seats_held=(Seat.ORANGE,), draft=replace(drafting(shown), chooser=None)))
    expect(screen.get_by_text("Ann is the Challenger")).to_be_visible()
    expect(screen.get_by_role("button", name=re.compile("^Apollo"))).to_be_visible()
    expect(screen.get_by_role("button", name="Choose Apollo")).to_have_count(0)
    expect(screen.get_by_role("button", name="Offer these gods")).to_have_count(0)
    expect(screen.get_by_role("button", name="Six by lot")).to_have_count(0)


def test_in_2007_each_phone_is_told_who_still_chooses_and_covers_its_own_choice(
    screen: Page, table_api: SmallTable
) -> None:
    table = begun(OLD)
    table.do(ANN, OfferPowers((PowerName("pan"), PowerName("atlas"))))
    table_api.show(table.seen(BEN))
    expect(screen.get_by_text("The choices are shown when all have chosen.")).to_be_visible()
    press_button(screen, "Choose Mortal")
    expect(screen.get_by_role("button", name="Go without a god")).to_be_enabled()
    press_button(screen, "Choose Pan")
    press_button(screen, "Take this god")
    assert table_api.command() == ChoosePower(PowerName("pan"), Seat.ORANGE)
    table.do(BEN, ChoosePower(PowerName("pan"), Seat.ORANGE))
    table_api.show(table.seen(BEN))
    expect(screen.get_by_text("Still choosing: Ann.")).to_be_visible()
    players = screen.get_by_label("Who has which god")
    expect(players.get_by_text("Pan", exact=True)).to_be_hidden()
    players.get_by_text("Show what you chose").click()
    expect(players.get_by_text("Pan", exact=True)).to_be_visible()


def test_in_2007_the_challenger_lays_out_as_many_as_wished(screen: Page, table_api: SmallTable) -> None:
    table_api.show(begun(OLD).seen(ANN))
    for god in ("Pan", "Atlas", "Hermes"):
        press_button(screen, f"Choose {god}")
    expect(screen.locator(".dock .chip")).to_contain_text(["Hermes", "Atlas", "Pan"])
    press_button(screen, "Lay out these gods (3)")
    assert table_api.command() == OfferPowers((PowerName("pan"), PowerName("atlas"), PowerName("hermes")))


def test_however_many_are_picked_they_leave_room_for_the_cards(screen: Page, table_api: SmallTable) -> None:
    screen.set_viewport_size({"width": 360, "height": 640})
    table = begun(OLD)
    table.do(ANN, PickPowers(tuple(card.power for card in CARDS if card.group is PowerSet.ADVANCED)))
    table_api.show(table.seen(ANN))
    newest = screen.get_by_role("button", name="Put Zeus back").last
    expect(newest).to_be_in_viewport(ratio=1)
    bar = screen.locator(".dock").bounding_box()
    assert bar
    assert bar["height"] <= 640 / 3
    assert unreadable(screen) == []


def test_the_god_beside_the_board_is_named_and_who_places_first_is_named(screen: Page, table_api: SmallTable) -> None:
    table = begun(GameOptions(powers=True, fleece=True, mode=DraftMode.FULL))
    table_api.show(table.seen(ANN))
    press_button(screen, "Choose Pan")
    press_button(screen, "This god lies beside the board")
    assert table_api.command() == OfferPowers((PowerName("pan"),))
    table.do(ANN, OfferPowers((PowerName("pan"),)))
    table_api.show(table.seen(ANN))
    expect(screen.get_by_text("Pan lies beside the board.")).to_be_visible()
    expect(screen.get_by_text("Who places workers first and sets down the Ram?")).to_be_visible()


def test_a_page_for_two_asks_one_after_the_other(screen: Page, table_api: SmallTable) -> None:
    table = begun(OLD)
    both = ANN | BEN
    table.do(both, OfferPowers((PowerName("pan"), PowerName("atlas"))))
    table_api.show(table.seen(both))
    expect(screen.get_by_role("heading", name="Ben")).to_be_visible()
    table.do(both, ChoosePower(MORTAL))
    table_api.show(table.seen(both))
    expect(screen.get_by_role("heading", name="Ann")).to_be_visible()


def test_a_reason_of_the_options_is_read_on_the_card(screen: Page, table_api: SmallTable) -> None:
    shown = draft()
    left_out = Message("draft.left_out", (("power", "zeus"),))
    cards = tuple(replace(card, refused=left_out) if card.power == "zeus" else card for card in drafting(shown).cards)
    table_api.show(replace(shown, draft=replace(drafting(shown), cards=cards)))
    screen.get_by_text("Not in this game (2)").click()
    expect(screen.get_by_text("The options of this game leave out Zeus.")).to_be_visible()


def test_the_diagram_of_a_power_lies_on_its_card_and_larger_on_its_sheet(screen: Page, table_api: SmallTable) -> None:
    table_api.show(begun(GameOptions(powers=True, first_games=True)).seen(ANN))
    pan = screen.get_by_role("listitem").filter(has=screen.get_by_role("button", name="Choose Pan"))
    small = pan.locator(".power-diagram svg").first.bounding_box()
    expect(pan.get_by_text("Victory: Pan")).to_be_visible()
    screen.get_by_role("button", name="Pan ").first.click()
    large = screen.get_by_role("dialog", name="Pan").locator(".power-diagram svg").first.bounding_box()
    assert small
    assert large
    assert large["width"] > 1.5 * small["width"]


def test_each_set_has_its_ground_and_says_which_it_is(screen: Page, table_api: SmallTable) -> None:
    table_api.show(draft())
    grounds = {
        name: screen.get_by_role("button", name=f"{name} ").first.evaluate("e => getComputedStyle(e).backgroundColor")
        for name in ("Apollo", "Aphrodite", "Aeolus", "Achilles")
    }
    assert len(set(grounds.values())) == 4
    expect(screen.get_by_role("button", name="Achilles ").first).to_contain_text("Heroes")
    marks = screen.get_by_role("group", name="Kinds of cards").locator(".set-mark path")
    assert len(set(marks.evaluate_all("paths => paths.map((path) => path.getAttribute('d'))"))) == 4


@pytest.mark.parametrize(("width", "columns"), [(320, 2), (360, 3), (390, 3), (740, 6)])
def test_cards_lie_in_columns(screen: Page, table_api: SmallTable, width: int, columns: int) -> None:
    screen.set_viewport_size({"width": width, "height": 640 if width < 700 else 360})
    table_api.show(draft())
    cards = screen.locator(".cards").first.get_by_role("listitem")
    expect(cards.first).to_be_visible()
    tops = [box["y"] for place in range(columns + 1) if (box := cards.nth(place).bounding_box())]
    assert tops.count(tops[0]) == columns
    mark = screen.get_by_role("button", name="Choose Apollo").bounding_box()
    assert mark
    assert min(mark["width"], mark["height"]) >= 44
    assert unreadable(screen) == []


def test_the_offer_of_45_gods_is_no_longer_than_five_screens(screen: Page, table_api: SmallTable) -> None:
    """Before, cards were as large as on a sheet, and 45 of them lay on twelve screens."""
    screen.set_viewport_size({"width": 360, "height": 640})
    table_api.show(begun(GameOptions(powers=True, sets=frozenset(PowerSet) - {PowerSet.HERO})).seen(ANN))
    expect(screen.locator(".cards").first.get_by_role("listitem")).to_have_count(45)
    assert screen.evaluate("document.documentElement.scrollHeight") <= 5 * 640
    press_button(screen, "Simple")
    expect(screen.locator(".cards").first.get_by_role("listitem")).to_have_count(10)
    assert screen.evaluate("document.documentElement.scrollHeight") <= 2 * 640


def test_with_text_twice_as_large_a_small_phone_has_one_column(screen: Page, table_api: SmallTable) -> None:
    screen.set_viewport_size({"width": 320, "height": 640})
    screen.evaluate("document.documentElement.style.fontSize = '200%'")
    table_api.show(draft())
    cards = screen.locator(".cards").first.get_by_role("listitem")
    expect(cards.first).to_be_visible()
    one, two = cards.nth(0).bounding_box(), cards.nth(1).bounding_box()
    assert one
    assert two
    assert one["x"] == two["x"]
    assert screen.locator("main").evaluate("main => main.scrollWidth") <= 320


def test_a_surprise_is_an_offer_that_can_still_be_changed(screen: Page, table_api: SmallTable) -> None:
    table_api.show(begun(GameOptions(powers=True, first_games=True)).seen(ANN))
    press_button(screen, "Surprise us")
    picked = screen.locator(".cards [aria-pressed=true]")
    expect(picked).to_have_count(2)
    names = set(picked.evaluate_all("marks => marks.map((mark) => mark.parentElement.dataset.key)"))
    assert names <= FIRST_GAMES
    picked.first.click()
    expect(picked).to_have_count(1)
    assert table_api.asked == []
    press_button(screen, "Surprise us")
    expect(picked).to_have_count(2)
    offered = tuple(picked.evaluate_all("marks => marks.map((mark) => mark.parentElement.dataset.key)"))
    press_button(screen, "Offer these gods (2 of 2)")
    command = table_api.command()
    assert isinstance(command, OfferPowers)
    assert set(command.powers) == set(offered)


def test_a_player_lets_a_surprise_choose_among_what_is_on_offer(screen: Page, table_api: SmallTable) -> None:
    table = begun(GameOptions(powers=True))
    table.do(ANN, OfferPowers((PowerName("pan"), PowerName("atlas"))))
    table_api.show(table.seen(BEN))
    press_button(screen, "Surprise us")
    expect(screen.locator(".cards [aria-pressed=true]")).to_have_count(1)
    press_button(screen, "Take this god")
    command = table_api.command()
    assert isinstance(command, ChoosePower)
    assert command.power in ("pan", "atlas")


def test_what_is_picked_outlasts_a_reload_and_not_the_offer(screen: Page, table_api: SmallTable) -> None:
    table = begun(GameOptions(powers=True))
    table_api.show(table.seen(ANN))
    press_button(screen, "Choose Pan")
    screen.reload()
    expect(screen.get_by_role("button", name="Put Pan back").first).to_be_visible()
    expect(screen.get_by_role("button", name="Choose 2 gods (1 of 2)")).to_be_visible()
    table.do(ANN, OfferPowers((PowerName("pan"), PowerName("atlas"))))
    table_api.show(table.seen(BEN))
    expect(screen.get_by_role("button", name="Choose Pan")).to_have_attribute("aria-pressed", "false")
    table_api.show(lobby(*CAST))
    expect(screen.get_by_role("heading", name="This game")).to_be_visible()


def test_what_is_picked_on_one_page_is_picked_on_the_other_one_of_the_same_phone(
    chrome: Browser, address: str, table_api: SmallTable
) -> None:
    table = begun(GameOptions(powers=True))
    table_api.show(table.seen(ANN))
    complaints: list[str] = []
    one = phone(chrome, complaints)
    other = page_of(one.context, complaints)
    for page in (one, other):
        page.goto(address)
    press_button(one, "Choose Pan")
    expect(other.get_by_role("button", name="Choose 2 gods (1 of 2)")).to_be_visible()
    press_button(other, "Choose Atlas")
    press_button(other, "Put Pan back")
    expect(one.get_by_role("button", name="Put Atlas back").first).to_be_visible()
    expect(one.get_by_role("button", name="Choose Pan").first).to_have_attribute("aria-pressed", "false")
    press_button(one, "Put Atlas back")
    expect(other.get_by_role("button", name="Choose 2 gods")).to_be_visible()
    expect(other.locator(".cards [aria-pressed=true]")).to_have_count(0)
    assert complaints == []


def test_on_a_sheet_arrows_keys_and_swipes_lead_from_card_to_card(screen: Page, table_api: SmallTable) -> None:
    table_api.show(draft())
    screen.get_by_role("button", name="Artemis ").first.click()
    sheet = screen.get_by_role("dialog")
    expect(sheet).to_have_accessible_name("Artemis")
    sheet.get_by_role("button", name="Next card").click()
    expect(sheet).to_have_accessible_name("Athena")
    expect(sheet.get_by_role("status")).to_have_text("3 of 54")
    screen.keyboard.press("ArrowLeft")
    screen.keyboard.press("ArrowLeft")
    expect(sheet).to_have_accessible_name("Apollo")
    screen.keyboard.press("ArrowLeft")
    expect(sheet).to_have_accessible_name("Apollo")
    swipe_left(screen)
    expect(sheet).to_have_accessible_name("Artemis")
    sheet.get_by_role("button", name="Choose Artemis").click()
    expect(screen.get_by_role("button", name="Choose Artemis")).to_have_attribute("aria-pressed", "true")


def swipe_left(screen: Page) -> None:
    """A finger goes from the right to the left over what is in the middle of the page."""
    touch = screen.context.new_cdp_session(screen)
    points = [{"x": x, "y": 400} for x in (260, 180, 100)]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [points[0]]})
    for point in points[1:]:
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize(("motion", "name"), [("no-preference", "turn-over"), ("reduce", "appear")])
def test_what_is_offered_turns_over_on_the_phone_of_whoever_waits(
    screen: Page, table_api: SmallTable, motion: Literal["no-preference", "reduce"], name: str
) -> None:
    screen.emulate_media(reduced_motion=motion)
    table = begun(GameOptions(powers=True))
    table_api.show(table.seen(BEN))
    expect(screen.get_by_text("is the Challenger and lays out 2 gods")).to_be_visible()
    screen.evaluate("""
        window.turned = new Set();
        document.addEventListener("animationstart", ({ animationName, target }) => {
            if (target.matches(".offer")) window.turned.add(`${target.dataset.key} ${animationName}`);
        });
    """)
    table.do(ANN, OfferPowers((PowerName("pan"), PowerName("atlas"))))
    table_api.show(table.seen(BEN))
    screen.wait_for_function("() => window.turned.size === 2")
    assert set(screen.evaluate("[...window.turned]")) == {f"pan {name}", f"atlas {name}"}
    expect(screen.locator(".draft.turning")).to_have_count(0)
    expect(screen.get_by_role("button", name="Choose Pan")).to_be_enabled()


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (GameOptions(powers=True, fleece=True, mode=DraftMode.FULL), {"beside-pan"}),
        (GameOptions(powers=True, mode=DraftMode.QUICK), {"owner"}),
    ],
)
def test_the_god_beside_the_board_and_dealt_gods_turn_over(
    screen: Page, table_api: SmallTable, options: GameOptions, shown: set[str]
) -> None:
    fleece = options.fleece
    table = begun(options)
    drafted = table.seen(BEN)
    table_api.show(drafted if fleece else replace(drafted, phase=Phase.LOBBY, draft=None))
    expect(screen.locator("#app")).to_have_attribute("data-version", str(table_api.current.version))
    screen.evaluate("""
        window.turned = new Set();
        document.addEventListener("animationstart", ({ animationName, target }) => {
            if (animationName !== "turn-over") return;
            window.turned.add(target.dataset.key.startsWith("beside") ? target.dataset.key : "owner");
        });
    """)
    if fleece:
        table.do(ANN, OfferPowers((PowerName("pan"),)))
    table_api.show(table.seen(BEN))
    screen.wait_for_function("() => window.turned.size > 0")
    assert set(screen.evaluate("[...window.turned]")) == shown
    expect(screen.locator(".turning")).to_have_count(0)


def test_each_stage_of_a_draft_begins_at_its_top(screen: Page, table_api: SmallTable) -> None:
    for stage in (DraftStep.CHOOSE, DraftStep.START):
        table_api.show(draft())
        expect(screen.get_by_role("button", name="Choose Pan")).to_be_visible()
        screen.evaluate("window.scrollTo(0, 300)")
        table_api.show(draft(stage))
        screen.wait_for_function("() => window.scrollY === 0")


def test_the_draft_and_a_card_are_accessible_in_both_colours(screen: Page, table_api: SmallTable) -> None:
    table_api.show(draft())
    press_button(screen, "Choose Pan")
    assert violations(screen) == []
    screen.get_by_role("button", name="Achilles ").first.click()
    expect(screen.get_by_role("dialog", name="Achilles")).to_be_visible()
    assert violations(screen) == []
