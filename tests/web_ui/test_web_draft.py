"""The draft on the page in a real browser: looking at cards, picking them, and what is greyed with its reason."""

from __future__ import annotations

from dataclasses import replace

from playwright.sync_api import Page, expect

from common.message import Message
from engine.seats import Seat
from engine.setup import MORTAL, Edition, PowerName, Profile
from table.session.commands import BeginGame, ChooseOptions, ChoosePower, NameStartPlayer, OfferPowers
from table.session.snapshot import DraftStep, DraftView, Snapshot
from table.settings.game_options import DraftMode, GameOptions
from tests.table.session.reduced_table import ANN, BEN, Runner, seated
from tests.web_ui.browser import press_button
from tests.web_ui.fake_table import SmallTable, draft

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
    confirm = screen.get_by_role("button", name="Offer these gods")
    expect(confirm).to_be_disabled()
    for god in ("Apollo", "Pan", "Athena"):
        press_button(screen, f"Choose {god}")
    expect(screen.get_by_role("status").filter(has_text="2 are enough")).to_be_visible()
    expect(screen.get_by_role("button", name="Choose Pan")).to_have_attribute("aria-pressed", "true")
    press_button(screen, "Put Pan back")
    expect(confirm).to_be_disabled()
    press_button(screen, "Choose Athena")
    confirm.click()
    assert table_api.command() == OfferPowers((PowerName("apollo"), PowerName("athena")))


def test_what_cannot_be_offered_lies_apart_and_says_why_and_picking_it_says_so_again(
    screen: Page, table_api: SmallTable
) -> None:
    table_api.show(draft())
    circe = screen.get_by_role("button", name="Choose Circe")
    expect(circe).to_be_hidden()
    screen.get_by_text("Not in this game (1)").click()
    card = screen.get_by_role("button", name="Circe The Enchantress")
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
    screen.get_by_label("Search").fill("")
    screen.get_by_label("Set").select_option("Heroes")
    expect(screen.get_by_text("10 gods")).to_be_visible()
    expect(screen.get_by_role("button", name="Choose Achilles")).to_be_visible()
    expect(screen.get_by_role("button", name="Choose Apollo")).to_have_count(0)


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
    press_button(screen, "Choose this player")
    assert table_api.command(1) == NameStartPlayer(Seat.ORANGE)


def test_who_waits_sees_the_same_cards_and_who_chooses_but_no_way_to_choose(
    screen: Page, table_api: SmallTable
) -> None:
    shown = draft()
    table_api.show(replace(shown, seats_held=(Seat.ORANGE,), draft=replace(drafting(shown), chooser=None)))
    expect(screen.get_by_text("Ann is the Challenger")).to_be_visible()
    expect(screen.get_by_role("button", name="Apollo Lord of the Lyre")).to_be_visible()
    expect(screen.get_by_role("button", name="Choose Apollo")).to_have_count(0)
    expect(screen.get_by_role("button", name="Offer these gods")).to_have_count(0)


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
    press_button(screen, "Lay out these gods (3)")
    assert table_api.command() == OfferPowers((PowerName("pan"), PowerName("atlas"), PowerName("hermes")))


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
