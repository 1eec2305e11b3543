"""All powers on the page: found, narrowed down, and each card's sheet with what matters against these opponents."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Browser, Locator, Page, expect

from engine.casting.catalogue import CARDS, FIRST_GAMES, PowerSet
from engine.seats import Seat
from engine.setup import PowerName, Profile
from engine.views import SeenPlayer
from table.settings.options import GameOptions
from tests.web_ui.browser import Lend, go_to, open_sheet, phone
from tests.web_ui.fake_table import SmallTable, playing
from web_ui.forms.reference_forms import SEVERAL, cards_form, rulings_of
from web_ui.languages import catalogue

TEXTS = {**catalogue("en"), **catalogue("en", "powers")}


def text(key: str, other: str = "") -> str:
    return TEXTS[key].replace("{other}", TEXTS[f"power.{other}.name"] if other else "")


def power_list(screen: Page) -> Locator:
    return screen.get_by_role("list", name="Powers")


def told(screen: Page) -> list[str]:
    """The names of the powers in the list, in its order."""
    names = [TEXTS[f"power.{card.power}.name"] for card in CARDS]
    expect(power_list(screen)).to_be_visible()
    entries = power_list(screen).get_by_role("link").all_inner_texts()
    return [next(name for name in names if re.match(rf"{re.escape(name)}\b", entry)) for entry in entries]


@pytest.fixture
def powers(screen: Page) -> Page:
    go_to(screen, "Powers")
    expect(screen.get_by_role("heading", name="Powers")).to_be_visible()
    return screen


def test_all_powers_are_listed_in_the_order_of_the_rulebook_each_with_its_drawing(powers: Page) -> None:
    expect(power_list(powers).get_by_role("link")).to_have_count(len(CARDS))
    assert told(powers) == [TEXTS[f"power.{card.power}.name"] for card in CARDS]
    drawings = powers.evaluate(
        """() => [...document.querySelectorAll(".cards .emblem")].map((drawing) => {
            const boxes = [...drawing.children].map((path) => path.getBBox());
            return {
                shapes: [...drawing.querySelectorAll("path")].map((path) => path.getAttribute("d")).join(),
                left: Math.min(...boxes.map((box) => box.x)), top: Math.min(...boxes.map((box) => box.y)),
                right: Math.max(...boxes.map((box) => box.x + box.width)),
                bottom: Math.max(...boxes.map((box) => box.y + box.height)),
            };
        })"""
    )
    assert len({drawing["shapes"] for drawing in drawings}) == len(CARDS)
    for drawing in drawings:
        assert 1 <= drawing["left"] < drawing["right"] <= 47, drawing
        assert 1 <= drawing["top"] < drawing["bottom"] <= 47, drawing


@pytest.mark.parametrize("how", ["print", "forced colours"])
def test_emblems_are_drawn_as_lines_where_their_colours_are_not_wanted(powers: Page, how: str) -> None:
    emblems = powers.locator(".power > .emblem")
    expect(emblems).to_have_count(len(CARDS))
    if how == "print":
        powers.emulate_media(media="print")
    else:
        powers.emulate_media(forced_colors="active")
    painted = emblems.locator(":not(.shade, .shine)").evaluate_all(
        "(shapes) => shapes.map(getComputedStyle).flatMap(({ fill, stroke }) => [fill, stroke])"
    )
    overlaid = emblems.locator(".shade:visible, .shine:visible").count()
    powers.emulate_media(media="null", forced_colors="null")
    assert set(painted) == {"none", "rgb(255, 255, 255)", "rgb(0, 0, 0)"}
    assert overlaid == 0


def test_powers_are_searched_by_name_and_by_what_they_do(powers: Page) -> None:
    powers.get_by_label("Search").fill("WORKERS place")
    expect(power_list(powers).get_by_role("link", name="Gaea")).to_be_visible()
    powers.get_by_label("Search").fill("talus")
    expect(powers.get_by_role("status").filter(has_text="god")).to_have_text("1 god")
    assert told(powers) == ["Europa"]
    powers.get_by_label("Search").fill("nobody is like this")
    expect(powers.get_by_text("No power matches.")).to_be_visible()
    powers.get_by_label("Search").fill("")
    expect(power_list(powers).get_by_role("link")).to_have_count(len(CARDS))


def test_powers_are_narrowed_down_by_set_by_players_and_to_those_for_first_games(powers: Page) -> None:
    powers.get_by_label("Set").select_option("Heroes")
    expect(power_list(powers).get_by_role("link")).to_have_count(10)
    powers.get_by_label("Players").select_option("4 players")
    expect(powers.get_by_text("No power matches.")).to_be_visible()
    powers.get_by_label("Set").select_option("Gods of the Golden Fleece")
    four = [card for card in CARDS if card.group is PowerSet.GOLDEN_FLEECE and 4 in card.players]
    expect(power_list(powers).get_by_role("link")).to_have_count(len(four))
    powers.get_by_label("Set").select_option("All")
    powers.get_by_label("Only powers for first games").check()
    expect(power_list(powers).get_by_role("link")).to_have_count(len(FIRST_GAMES))


def test_a_sheet_says_when_a_power_acts_and_what_to_know_against_the_opponents_one_chooses(powers: Page) -> None:
    power_list(powers).get_by_role("link", name="Circe").click()
    sheet = powers.get_by_role("dialog", name="Circe")
    expect(sheet.get_by_role("list", name="When it acts")).to_have_text("When your turn begins")
    for key in ("power.circe.title", "power.circe.text", "power.circe.table", "power.circe.ruling.1"):
        expect(sheet.get_by_text(text(key))).to_be_visible()
    expect(sheet.get_by_text("It cannot be played with Hecate")).to_be_visible()
    chooser = sheet.get_by_label("Show what matters against")
    chooser.select_option("Morpheus")
    expect(sheet.get_by_role("region", name="Against Morpheus")).to_contain_text(text("power.circe.against.morpheus"))
    chooser.select_option("Achilles")
    achilles = sheet.get_by_role("region", name="Against Achilles")
    expect(achilles).to_contain_text(text("power.circe.meets.hero", "achilles"))
    chooser.select_option("Pan")
    expect(sheet.get_by_role("region", name="Against Pan")).to_contain_text("Nothing special")
    sheet.get_by_role("button", name="No longer against Achilles").click()
    expect(achilles).to_have_count(0)
    sheet.get_by_role("button", name="Close").click()
    expect(powers.get_by_role("dialog")).to_have_count(0)
    expect(power_list(powers).get_by_role("link", name="Circe")).to_be_focused()


def test_a_pair_is_named_on_both_cards(powers: Page) -> None:
    for card, other in (("Pan", "Hades"), ("Hades", "Pan")):
        power_list(powers).get_by_role("link", name=re.compile(f"^{card}")).click()
        sheet = powers.get_by_role("dialog", name=card)
        sheet.get_by_label("Show what matters against").select_option(other)
        expect(sheet.get_by_text(text("power.pan.against.hades"))).to_be_visible()
        powers.keyboard.press("Escape")
        expect(sheet).to_have_count(0)


def test_a_sheet_has_an_address_of_its_own_and_the_way_back_closes_it(screen: Page, address: str) -> None:
    screen.goto(f"{address}/#powers/limus")
    sheet = screen.get_by_role("dialog", name="Limus")
    expect(sheet.get_by_text(text("power.limus.revised"))).to_be_visible()
    screen.goto(f"{address}/#powers")
    expect(sheet).to_have_count(0)
    screen.go_back()
    expect(sheet).to_be_visible()
    screen.goto(f"{address}/#")
    expect(screen.get_by_role("heading", name="Welcome to the table")).to_be_visible()
    expect(sheet).to_have_count(0)


def test_arrows_on_a_sheet_lead_through_the_powers_that_were_found(screen: Page, address: str) -> None:
    screen.goto(f"{address}/#powers")
    screen.get_by_label("Set").select_option("Heroes")
    power_list(screen).get_by_role("link", name="Achilles").click()
    sheet = screen.get_by_role("dialog")
    expect(sheet.get_by_text("1 of 10")).to_be_visible()
    sheet.get_by_role("button", name="Next card").click()
    expect(sheet).to_have_accessible_name("Adonis")
    assert screen.url == f"{address}/#powers/adonis"
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)


def test_in_a_game_a_card_says_what_matters_against_these_opponents(
    screen: Page, table_api: SmallTable, address: str
) -> None:
    shown = playing()
    assert shown.game is not None
    cast = tuple(
        SeenPlayer(seat, team, PowerName(power), (PowerName(power),))
        for team, (seat, power) in enumerate(
            ((Seat.BLUE, "apollo"), (Seat.ORANGE, "harpies"), (Seat.WHITE, "clio")),
        )
    )
    table_api.show(replace(shown, game=replace(shown.game, players=cast)))
    open_sheet(screen, "Players")
    screen.get_by_role("button", name="All about Apollo").click()
    sheet = screen.get_by_role("dialog", name="Apollo")
    expect(sheet.get_by_role("region", name="Against Harpies")).to_contain_text(text("power.apollo.against.harpies"))
    expect(sheet.get_by_role("region", name="Against Clio")).to_contain_text(text("power.clio.meets.coin", "apollo"))
    expect(sheet.get_by_label("Show what matters against")).to_have_count(0)
    screen.goto(f"{address}/#powers/zeus")
    expect(screen.get_by_role("dialog", name="Zeus")).to_be_visible()
    expect(sheet).to_have_count(0)


def test_two_taps_on_a_card_open_one_sheet(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing())
    players = open_sheet(screen, "Players")
    screen.get_by_role("button", name="All about Artemis").dblclick()
    sheet = screen.get_by_role("dialog", name="Artemis")
    expect(sheet).to_be_visible()
    screen.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(players).to_be_visible()


def test_in_a_game_with_the_later_wording_that_is_what_a_card_says(screen: Page, table_api: SmallTable) -> None:
    bia, limus = PowerName("bia"), PowerName("limus")
    shown = playing()
    assert shown.game is not None
    cast = (SeenPlayer(Seat.BLUE, 0, bia, (bia,)), SeenPlayer(Seat.ORANGE, 1, limus, (limus,)))
    rules = Profile(revised=frozenset({limus}))
    table_api.show(
        replace(shown, game=replace(shown.game, players=cast), options=GameOptions(powers=True, rules=rules))
    )
    players = open_sheet(screen, "Players")
    for name, played, other in (("Bia", "text", "revised"), ("Limus", "revised", "text")):
        expect(players.get_by_text(text(f"power.{name.lower()}.{played}"))).to_be_visible()
        screen.get_by_role("button", name=f"All about {name}").click()
        sheet = screen.get_by_role("dialog", name=name)
        expect(sheet.get_by_text(text(f"power.{name.lower()}.{played}"))).to_be_visible()
        expect(sheet.get_by_text(text(f"power.{name.lower()}.{other}"))).to_have_count(0)
        sheet.get_by_role("button", name="Close").click()
        expect(sheet).to_have_count(0)


@pytest.mark.parametrize("power", ["clio", "nemesis", "hecate"])
def test_nothing_is_wider_than_a_narrow_phone(lend: Lend, address: str, power: str) -> None:
    complaints: list[str] = []
    widest = (
        "(root) => Math.max(...[root, ...root.querySelectorAll('*')].map((one) => one.getBoundingClientRect().right))"
    )
    with lend(complaints, 320, 640) as narrow:
        narrow.goto(f"{address}/#powers/{power}")
        sheet = narrow.get_by_role("dialog")
        sheet.get_by_label("Show what matters against").select_option("Odysseus")
        assert sheet.evaluate(widest) <= 320
        assert narrow.get_by_role("main").evaluate(widest) <= 320
    assert complaints == []


def test_the_facts_of_all_cards_are_stored_by_the_browser_until_they_change(app: Flask) -> None:
    client = app.test_client()
    first = client.get("/powers.json")
    (pan,) = (card for card in first.get_json()["cards"] if card["power"] == "pan")
    assert pan["timing"] == ["win_condition"]
    assert pan["banned"] == ["hades"]
    assert pan["against"]["hades"] == [{"key": "power.pan.against.hades", "args": {}}]
    assert client.get("/powers.json", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


def test_the_rulings_of_a_power_are_its_own_and_those_about_these_opponents() -> None:
    own = rulings_of(PowerName("hades"))
    assert [ruling.key for ruling in own] == ["power.hades.ruling.1", "power.hades.ruling.2"]
    against = rulings_of(PowerName("hades"), [PowerName("pan"), PowerName("charybdis"), PowerName("zeus")])
    assert [ruling.key for ruling in against[len(own) :]] == ["power.pan.against.hades", "power.charybdis.meets.limits"]
    assert against[-1].args == (("other", "hades"),)


def test_texts_about_several_powers_name_powers_that_there_are() -> None:
    powers = {card.power for card in CARDS}
    assert set(SEVERAL) == {key for key in catalogue("en", "powers") if ".meets." in key}
    for key, others in SEVERAL.items():
        assert set(others) < powers - {key.split(".")[1]}, key
        assert len(set(others)) == len(others) > 1, key


def test_every_word_on_a_sheet_has_a_text() -> None:
    for card in cards_form().cards:
        assert f"set.{card.set}" in TEXTS
        assert {f"timing.{timing}" for timing in card.timing} <= TEXTS.keys()
        assert f"sheet.players.{''.join(map(str, card.players))}" in TEXTS


def test_what_is_said_of_the_powers_is_not_asked_for_before_somebody_wants_it(chrome: Browser, address: str) -> None:
    complaints: list[str] = []
    opened = phone(chrome, complaints)
    asked: list[str] = []
    opened.on("request", lambda request: asked.append(re.sub("^/kept/[^/]+", "", request.url.removeprefix(address))))
    opened.goto(address)
    expect(opened.get_by_role("heading", name="Welcome to the table")).to_be_visible()
    later = {"/powers.json", "/text/en/powers.json", "/drawings.json", "/js/cards/cards.js"}
    assert later & set(asked) == set()
    go_to(opened, "Powers")
    expect(power_list(opened).get_by_role("link")).to_have_count(len(CARDS))
    assert later <= set(asked)
    opened.context.close()
    assert complaints == []
