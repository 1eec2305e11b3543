"""Help behind the question mark, and the page on a home screen."""

from __future__ import annotations

import json
import struct
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from engine.setup import PowerName
from table.session.lobby import ChooseOptions
from table.settings.options import GameOptions, TableSettings
from table.view.light_legend import light_legend
from tests.table.session.reduced_table import ANN, BEN, seated
from tests.web_ui.accessibility import violations
from tests.web_ui.fake_table import SmallTable, lobby, playing
from tests.web_ui.layout import unreadable


@pytest.fixture
def help_page(screen: Page) -> Page:
    """The help, opened by the question mark."""
    screen.get_by_role("link", name="Help").click()
    expect(screen.get_by_role("heading", name="What the lights mean")).to_be_visible()
    return screen


def test_the_question_mark_tells_how_to_win_and_what_each_light_means(help_page: Page) -> None:
    expect(help_page.get_by_role("region", name="How to win").get_by_role("listitem")).to_have_count(4)
    lights = help_page.get_by_role("region", name="What the lights mean").get_by_role("listitem")
    expect(lights).to_have_count(len(light_legend()))
    expect(lights.filter(has_text="You can build here")).to_be_visible()
    assert violations(help_page) + unreadable(help_page) == []


def test_the_phones_back_closes_help(help_page: Page) -> None:
    help_page.go_back()
    expect(help_page.get_by_role("heading", name="What the lights mean")).to_have_count(0)
    expect(help_page.get_by_role("button", name="Sit here").first).to_be_visible()


def test_a_light_runs_as_it_does_on_the_board(help_page: Page) -> None:
    timing = """name => {
      const lamp = document.querySelector(`[data-light="${name}"]`);
      return lamp.getAnimations().map(each => each.effect.getTiming().duration);
    }"""
    for entry in light_legend():
        assert help_page.evaluate(timing, entry.light) == ([entry.period] if entry.period else []), entry.light


def test_where_motion_is_not_wished_no_light_moves(screen: Page) -> None:
    screen.emulate_media(reduced_motion="reduce")
    screen.get_by_role("link", name="Help").click()
    expect(screen.get_by_role("heading", name="What the lights mean")).to_be_visible()
    assert screen.evaluate("document.getAnimations().length") == 0


def test_help_tells_the_rules_that_are_on(screen: Page, table_api: SmallTable) -> None:
    table = seated(3)
    table.do(ANN, ChooseOptions(GameOptions()))
    table_api.show(table.seen(BEN))
    screen.get_by_role("link", name="Help").click()
    rules = screen.get_by_role("region", name="The rules of this game")
    expect(rules.get_by_text("Three players, each alone with two workers.")).to_be_visible()
    expect(rules.get_by_text("One player, the Challenger, lays out the gods to pick from.")).to_be_visible()


def test_gods_in_play_stand_side_by_side_ones_own_first(screen: Page, table_api: SmallTable) -> None:
    shown = playing()
    assert shown.game is not None
    players = tuple(
        replace(player, power=PowerName(power), uses=(PowerName(power),))
        for player, power in zip(shown.game.players, ("pan", "hades"), strict=True)
    )
    game = replace(shown.game, players=players)
    table_api.show(replace(shown, game=game, seats_held=(players[1].seat,)))
    screen.get_by_role("button", name="More", exact=True).click()
    screen.get_by_role("dialog").get_by_role("button", name="Help").click()
    gods = screen.get_by_role("region", name="Two gods side by side")
    expect(gods.get_by_label("God on the left")).to_have_value("hades")
    expect(gods.get_by_label("God on the right")).to_have_value("pan")
    expect(gods.get_by_role("heading", name="Hades and Pan together")).to_be_visible()
    gods.get_by_label("God on the right").select_option("Atlas")
    expect(gods.get_by_text("You may build a dome on any level")).to_be_visible()


# The home screen.


def test_the_manifest_names_the_table_and_icons_of_the_sizes_that_it_says(app: Flask, table_api: SmallTable) -> None:
    table_api.show(replace(lobby(), settings=TableSettings(name="Oia")))
    phone = app.test_client()
    answer = phone.get("/manifest.webmanifest", headers={"Accept-Language": "nl"})
    assert answer.content_type == "application/manifest+json"
    told = json.loads(answer.data)
    assert (told["name"], told["short_name"], told["lang"]) == ("Thera · Oia", "Oia", "nl")
    assert (told["display"], told["start_url"], told["scope"]) == ("standalone", "./", "./")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in told["icons"]}
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        body = phone.get(f"/{icon['src']}")
        assert (body.status_code, body.content_type) == (200, icon["type"])
        width, height = struct.unpack(">II", body.data[16:24])
        assert f"{width}x{height}" == icon["sizes"]


def test_browsers_find_no_fault_in_the_manifest(screen: Page) -> None:
    session = screen.context.new_cdp_session(screen)
    told = session.send("Page.getAppManifest")
    assert told["errors"] == []
    assert told["url"].endswith("/manifest.webmanifest")
    icon = screen.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert screen.request.get(screen.url + (icon or "")).ok
