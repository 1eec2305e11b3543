"""Boots the image of a card in an emulator, plays the first step of a game in a phone's browser, updates it, cuts the
power, and finds the game again: ``python -m tests.card_image.run``, after ``make card-image``. It prints a row for each
thing that it looks at. Nothing of it needs root.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from playwright.sync_api import BrowserContext

from tests.card_image import card_rows
from tests.card_image.card_rows import HomeExpected, row
from tests.card_image.emulated_card import CARD_BYTES, PATIENCE, CardError, EmulatedCard, write_file
from tests.house import ROOT
from tests.journeys import players
from tests.journeys.players import Phone
from tests.system.wheels import of_another_version
from tests.web_ui.browser import PHONE_HEIGHT, PHONE_WIDTH, chromium, new_phone

BY_TEXT = HomeExpected("hall", "Our “home” #2", "a pass; with = and \\")
"""What is written in ``thera.txt`` before the first start, with signs that mean something in other files."""
SETTINGS = (
    f"name = {BY_TEXT.name}\r\nwifi = {BY_TEXT.wifi}\r\nwifi_password = {BY_TEXT.password}\r\ncountry = Utopia\r\n"
    "own_wifi_password = kamo-tezi-runa\r\n"
)
"""One line is wrong."""
BY_IMAGER = HomeExpected("attic", "Upstairs", "5f" * 32, "NL")
IMAGER_USER = "mara"
BY_IMAGER_FILE = f"""\
config_version = 1

[system]
hostname = "{BY_IMAGER.name}"

[user]
name = "{IMAGER_USER}"
password = "$5$saltsalt$qrYnsUBp3QKgYQ4bNfnAEOzxqFuSSVkhmBGPEZZQHJ2"
password_encrypted = true

[ssh]
enabled = true
password_authentication = false
authorized_keys = ["KEY"]

[wlan]
ssid = "{BY_IMAGER.wifi}"
password = "{BY_IMAGER.password}"
password_encrypted = true
hidden = false
country = "{BY_IMAGER.country}"
"""
"""What Raspberry Pi Imager writes before the second start."""
LATER = "9.9.0"
"""The version that the card is updated to."""
REPORTED = (
    "thera.txt, line 4: country is “Utopia”, which is not allowed",
    "The page is at http://hall.local/",
    "The table's own Wi-Fi: Thera, password kamo-tezi-runa",
)
STEP = "Ann moved from b2 to a2."
"""What the page says of the first step."""
MIB = 1 << 20


def play_first_step(me: Phone) -> None:
    """Sit down for two, place the workers of the first, and take a step with one of them."""
    me.page.get_by_role("link", name="The board", exact=True).click()
    me.page.get_by_label("Your name").fill("Ann")
    for seats in (1, 2):
        players.sits_down_again(me, seats)
    me.begins("Just play")
    for squares in (("b2", "d4"), ("b4", "d2")):
        for square in squares:
            me.tap(square, "place")
        me.confirm()
    me.tap("b2", "choose")
    me.tap("a2", "move")
    me.sees(STEP)


def open_page(context: BrowserContext, address: str) -> Phone:
    """A phone opens the page of the table."""
    page = context.new_page()
    page.set_viewport_size({"width": PHONE_WIDTH, "height": PHONE_HEIGHT})
    page.set_default_timeout(players.PATIENCE)
    page.goto(address)
    return Phone.of(page, "Ann")


def try_out(card: EmulatedCard, wheel: Path) -> None:
    """All of it.

    :raises CardError: if the card does not do what it should.
    """
    small = card.data_bytes()
    key = card.public_key()
    write_file(card.card, "thera.txt", f"{SETTINGS}ssh_key = {key}\r\n")
    with chromium() as browser:
        with card.on() as running:
            began = time.monotonic()
            running.lets_in()
            row("first start", f"one can log in after {time.monotonic() - began:.0f} s")
            running.answers()
            row("", f"the page answers after {time.monotonic() - began:.0f} s")
            context = new_phone(browser)
            play_first_step(open_page(context, running.address))
            row("", f"a phone has played the first step after {time.monotonic() - began:.0f} s")
            card_rows.look_at_start(running)
            card_rows.look_at_settings(running, BY_TEXT)
            card_rows.look_with_doctor(running)
            updating = time.monotonic()
            card_rows.update(running, of_another_version(wheel, LATER, card.folder), LATER)
            running.answers()
            row("", f"the page of the later version answers {time.monotonic() - updating:.0f} s after that was typed")
        grown = card.data_bytes()
        if grown < CARD_BYTES - small - 2048 * MIB:
            raise card.wrong(f"the data partition has {grown // MIB} MiB after the first start, and had {small // MIB}")
        row("data partition", f"has grown from {small // MIB} to {grown // MIB} MiB")
        card_rows.look_at_report(card.report(), REPORTED)
        write_file(card.card, "thera.txt", "own_wifi_password = kamo-tezi-runa\r\n")
        write_file(card.card, "rpi-preseed.toml", BY_IMAGER_FILE.replace("KEY", key))
        with card.on() as running:
            answered = running.answers()
            row("power was cut", f"the page answers after {answered:.0f} s")
            kept = context.storage_state()  # its cookies know the seats; the address has another port now
            me = open_page(browser.new_context(storage_state=kept), running.address)
            me.sees(STEP)
            row("", "the game is as it was")
            card_rows.look_at_version(running, LATER)
            card_rows.look_at_start(running)
            card_rows.look_at_settings(running, BY_IMAGER)
            row("user of Imager", running.told("id", user=IMAGER_USER).strip())
        card_rows.look_at_report(
            card.report(), (f"The page is at http://{BY_IMAGER.name}.local/", "password kamo-tezi-runa")
        )


def main() -> int:
    """Do it; the exit code."""
    images = sorted((ROOT / "dist").glob("thera-*-card.img"), key=lambda path: path.stat().st_mtime)
    if not images:
        print("there is no image in dist/: sudo make card-image", file=sys.stderr)
        return 1
    image = images[-1]
    players.PATIENCE = int(PATIENCE * 1000)
    card = EmulatedCard.written(image, ROOT / "build" / "card-image-test")
    began = time.monotonic()
    try:
        try_out(card, image.with_name(f"thera-{image.name.split('-')[1]}-py3-none-any.whl"))
    except (CardError, AssertionError) as error:
        print(f"FAILED: {error}\nThe card and what it said are in {card.folder}", file=sys.stderr)
        return 1
    packed = image.with_name(f"{image.name}.xz").stat().st_size / 1e6
    told = (
        f"PASSED: the image of {image.stat().st_size / 1e6:.0f} MB, packed {packed:.0f} MB, boots, grows its card, is"
    )
    print(f"{told} updated, and keeps a game when the power is cut; {time.monotonic() - began:.0f} s in all")
    card.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main())
