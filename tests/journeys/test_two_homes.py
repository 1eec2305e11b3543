"""Two families in two homes, each with its own table and phone, pair their tables and play: what they see of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.common.mqtt.mosquitto import mosquitto, needs_mosquitto
from tests.journeys.players import PATIENCE, Phone
from tests.online.match.tables_apart import TableApart, acts, plays_on
from tests.web_ui.browser import phone


@contextmanager
def home(chrome: Browser, name: str, folder: Path, broker: int) -> Iterator[tuple[TableApart, Phone]]:
    """A table at which its host sits, and the page of the host's phone."""
    table, complaints = TableApart(name, folder, broker), list[str]()
    try:
        table.start()
        table.sits_down()
        page = phone(chrome, complaints)
        page.context.add_cookies(
            [{"name": each.name, "value": each.value or "", "url": table.phone.address} for each in table.phone._jar]
        )
        page.goto(table.phone.address)
        yield table, Phone.of(page, f"Host at {name}")
        assert not complaints
        page.context.close()
    finally:
        table.kill()


def the_homes_pair(ann: Phone, bo: Phone, pictures: str) -> None:
    """Ann's table shows a code, Bo's joins with it, and they compare the words that both see. The names of the pictures
    begin so."""
    ann.follow("Play with another table")
    ann.press("Show the code")
    shown = ann.app.locator(".address")
    expect(shown).to_have_text(re.compile("^([a-z]{5}-){8}[a-z]{5}$"), timeout=PATIENCE)
    expect(ann.app.get_by_alt_text("Code for the other table")).to_be_visible()
    ann.picture(f"{pictures}_code")

    bo.follow("Play with another table")
    bo.app.get_by_label("Type the nine words").fill(shown.inner_text())
    bo.picture(f"{pictures}_joining")
    bo.press("Join")
    words = bo.app.get_by_text("Compare by voice")
    expect(words).to_be_visible(timeout=PATIENCE)
    expect(ann.app.get_by_text("Compare by voice")).to_have_text(words.inner_text(), timeout=PATIENCE)
    bo.picture(f"{pictures}_paired")
    for each in (ann, bo):
        each.page.goto(each.page.url.partition("#")[0])
    expect(ann.app.locator(".seat.orange")).to_contain_text("at Bergen", timeout=PATIENCE)
    bo.sees("The table that opened the match begins the games.")


@needs_mosquitto
@pytest.mark.timeout(300)
def test_two_homes_pair_their_tables_and_play(chrome: Browser, tmp_path: Path) -> None:
    with ExitStack() as stack:
        broker = stack.enter_context(mosquitto(tmp_path))
        oslo, ann = stack.enter_context(home(chrome, "Oslo", tmp_path / "oslo", broker.port))
        bergen, bo = stack.enter_context(home(chrome, "Bergen", tmp_path / "bergen", broker.port))

        the_homes_pair(ann, bo, "two_homes")
        ann.picture("two_homes_lobby")
        oslo.does("begin_game")

        plays_on(oslo, bergen, turns=2)
        bergen.phone.hand("follow", on=False)
        oslo.until("it is blue's turn", lambda seen: (seen["prompt"] or {}).get("seat") == "blue")
        while acts(oslo) != "confirm":
            pass
        bo.sees("Do this on the board for Host at Oslo at Oslo")
        bo.picture("two_homes_far_turn")
        move, build = bergen.now["table_turn"]["actions"]
        hands = bergen.phone
        piece = next(name for name, at in hands.pieces().items() if at == move["worker"])
        hands.hand("lift", piece=piece)
        hands.hand("put", piece=piece, square=move["square"])
        bergen.until("the move was read", lambda seen: len(seen["table_turn"]["actions"]) == 1)
        hands.hand("tap", piece=piece, square=build["square"])
        hands.hand("stack", square=build["square"], dome=build["piece"] == "dome")
        bergen.until("orange is to move", lambda seen: (seen["prompt"] or {}).get("seat") == "orange")


@needs_mosquitto
@pytest.mark.timeout(300)
def test_two_homes_choose_their_gods(chrome: Browser, tmp_path: Path) -> None:
    with ExitStack() as stack:
        broker = stack.enter_context(mosquitto(tmp_path))
        ann = stack.enter_context(home(chrome, "Oslo", tmp_path / "oslo", broker.port))[1]
        bo = stack.enter_context(home(chrome, "Bergen", tmp_path / "bergen", broker.port))[1]
        the_homes_pair(ann, bo, "two_homes_draft")
        ann.begins("Choose gods")
        bo.sees("Host at Oslo is the Challenger and lays out 2 gods to pick from.")
        for god in ("Pan", "Atlas"):
            ann.pick(god)
        ann.press("Offer these gods (2 of 2)")
        bo.picture("two_homes_draft_choosing")
        bo.takes("Pan")
        ann.sees("Who goes first?")
        ann.picture("two_homes_draft_first")
        ann.press("Host at Bergen")
        bo.sees("Put a worker on a free square.")
        bo.picture("two_homes_draft_begun")
        for each in (ann, bo):
            for god in ("Atlas", "Pan"):
                expect(each.app.get_by_role("emphasis").filter(has_text=god)).to_be_visible(timeout=PATIENCE)
