"""Pages, texts, snapshots as JSON, and the streams."""

from __future__ import annotations

import http.client
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask

from engine.casting.catalogue import CARDS
from engine.events import ActionCancelled, DirectionSet, PowerChangedHands, TurnBegan
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Direction
from engine.state import StepKind
from hardware.hand_actions import Stack
from table.session import snapshot
from table.settings.configuration import KEYS
from table.view.snapshot_builder import logged
from tests.web_ui.browser import Lend
from tests.web_ui.event_stream import events
from tests.web_ui.fake_table import SmallHands, SmallTable, atlas_build, draft, lobby, playing
from tests.web_ui.posted import action_json, json_of, read_action
from web_ui import languages
from web_ui.app import create_app
from web_ui.forms.basic_forms import Json
from web_ui.forms.game_forms import ACTION_KINDS
from web_ui.forms.snapshot_forms import snapshot_form
from web_ui.languages import PARTS, catalogue, offered

SOURCE = Path(__file__).parents[2]
STATIC = SOURCE / "web_ui" / "static"
BLUE, PAN = Seat.BLUE, PowerName("pan")


def test_a_stream_sends_the_state_and_each_new_one_whole(address: str, table_api: SmallTable) -> None:
    stream = events(address, "/stream")
    event, number, data = next(stream)
    assert (event, number) == ("state", "1")
    assert json.loads(data)["phase"] == "lobby"
    table_api.show(playing())
    news = next(one for one in stream if one[0] == "state")
    assert news[1] == "2"
    assert json.loads(news[2])["game"]["levels"]["c3"] == 1


def test_a_silent_stream_says_that_it_lives(address: str) -> None:
    stream = events(address, "/stream")
    assert next(stream)[0] == "state"
    assert next(stream)[0] == "beat"


def test_a_stream_ends_with_the_table(address: str, table_api: SmallTable) -> None:
    stream = events(address, "/stream")
    next(stream)
    table_api.close()
    assert {event for event, _, _ in stream} <= {"beat"}


def test_a_phone_that_leaves_is_noticed(address: str, table_api: SmallTable) -> None:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=20)
    connection.request("GET", "/stream")
    response = connection.getresponse()
    assert table_api.listened(1)
    response.close()
    connection.close()
    assert table_api.listened(0)


def test_the_virtual_board_has_a_stream_of_its_own(address: str, hands: SmallHands) -> None:
    stream = events(address, "/board/stream")
    bench = json.loads(next(stream)[2])
    seen = {"piece": "blue-1", "seat": "blue", "square": "b2", "x": 45, "y": 45, "in_hand": False, "lying": False}
    assert (bench["pieces"][0], bench["phone"]) == (seen, None)
    assert bench["lights"]["a1"] == "#000000"
    hands.act(Stack(0, dome=False))
    news = next(one for one in stream if one[0] == "state")
    assert json.loads(news[2])["levels"]["a1"] == 1


def test_a_snapshot_names_squares_and_keeps_keys_and_arguments() -> None:
    shown = json_of(snapshot_form(playing()))
    assert shown["dark"] == {
        "d4": {"key": "move.domed", "args": {"square": "d4"}},
        "d2": {"key": "move.occupied", "args": {"square": "d2"}},
    }
    game = shown["game"]
    assert isinstance(game, dict)
    assert game["domes"] == ["d4", "e5"]
    assert {"kind": "move", "worker": "b2", "square": "c3", "piece": None} in game["options"]
    assert shown["seats_held"] == ["blue"]


@pytest.mark.parametrize("state", [lobby(), draft(), playing(), atlas_build()])
def test_every_snapshot_can_be_sent(state: snapshot.Snapshot) -> None:
    text = json.dumps(json_of(snapshot_form(state)))
    stays_here = {"known"}
    assert set(json.loads(text)) == {field.name for field in fields(snapshot.Snapshot)} - stays_here


def test_the_code_to_join_is_a_drawing(app: Flask) -> None:
    response = app.test_client().get("/join.svg")
    assert response.mimetype == "image/svg+xml"
    assert response.data.startswith(b"<svg")


@pytest.mark.parametrize("path", ["/", "/j", "/board"])
def test_a_page_comes_with_a_strict_policy_and_shows_the_address_to_join(app: Flask, path: str) -> None:
    response = app.test_client().get(path)
    assert response.status_code == 200
    assert response.headers["Content-Security-Policy"].startswith("default-src 'self';")
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "http://192.168.1.20:8080/" in response.text


@pytest.mark.parametrize("path", ["/", "/board"])
def test_a_page_has_nothing_inline_and_nothing_from_elsewhere(app: Flask, path: str) -> None:
    text = app.test_client().get(path).text
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\s(?:src=|type=\"application/json\"))", text)
    assert not re.search(r"(?:src|href)=\"(?:[a-z]+:|/)", text), "all is named relative to the page"


@pytest.mark.parametrize("path", ["/", "/board"])
def test_a_page_has_the_state_of_the_lobby_in_it_and_no_game(app: Flask, table_api: SmallTable, path: str) -> None:
    table_api.show(lobby((BLUE, "</script><script>Ann")))
    text = app.test_client().get(path).text
    [state] = re.findall(r'<script type="application/json" id="lobby">(.*?)</script>', text)
    assert json.loads(state)["seats"][0]["name"] == "</script><script>Ann"
    assert "<script>Ann" not in text
    table_api.show(playing())
    assert 'id="lobby"' not in app.test_client().get(path).text


def test_texts_as_a_page_names_them_are_stored_and_others_asked_for_again(app: Flask) -> None:
    browser = app.test_client()
    [named] = re.findall(r'href="(text/en/page\.json[^"]+)"', browser.get("/").text)
    assert "immutable" in browser.get(named).headers["Cache-Control"]
    for other in ("text/en/page.json", "text/en/page.json?mark=0123456789"):
        assert browser.get(other).headers["Cache-Control"] == "no-cache"


def test_scripts_and_templates_name_no_path_from_the_top() -> None:
    """The page may be served below a path, which nothing but the browser knows."""
    for file in (*STATIC.rglob("*.js"), *STATIC.rglob("*.css"), *(STATIC.parent / "templates").iterdir()):
        assert not re.search(r"""["'`(]/[A-Za-z#]""", file.read_text("utf-8")), file


def test_no_file_of_the_page_asks_for_anything_from_elsewhere() -> None:
    pictures = set(STATIC.rglob("*.png"))
    for file in set(STATIC.rglob("*.*")) - pictures:
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?:|url\(|@import|from \"(?!\.{1,2}/)", text), file


def test_texts_are_stored_by_the_browser_until_they_change(app: Flask) -> None:
    phone = app.test_client()
    first = phone.get("/text/en/page.json")
    assert first.get_json()["seat.blue"] == "Blue"
    again = phone.get("/text/en/page.json", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    for path in ("/text/xx/page.json", "/text/en/other.json", "/text/..%2Fen/page.json", "/text/en/..%2Fpage.json"):
        assert phone.get(path).status_code == 404


def test_only_complete_languages_are_offered_and_english_is_the_fallback(app: Flask) -> None:
    assert offered()[0] == "en"
    for language in offered():
        for part in PARTS:
            assert catalogue(language, part).keys() >= catalogue("en", part).keys()
    for wish in ("xx", "", "en-GB,en;q=0.8"):
        page = app.test_client().get("/", headers={"Accept-Language": wish}).text
        assert '<html lang="en">' in page


@pytest.fixture
def unfinished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A language in which only one thing is said so far."""
    shutil.copytree(languages._FOLDER, tmp_path, dirs_exist_ok=True)
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "page.json").write_text('{"seat.blue": "Blau"}', "utf-8")
    caches = (languages.catalogue, languages.page_texts, languages.present, languages.offered)
    monkeypatch.setattr(languages, "_FOLDER", tmp_path)
    for each in caches:
        each.cache_clear()
    yield "de"
    monkeypatch.undo()
    for each in caches:
        each.cache_clear()


def test_an_unfinished_language_is_previewed_with_english_for_what_is_missing(app: Flask, unfinished: str) -> None:
    browser = app.test_client()
    assert '<html lang="de">' in browser.get(f"/?preview={unfinished}").text
    assert '<html lang="en">' in browser.get("/", headers={"Accept-Language": unfinished}).text
    texts = browser.get(f"/text/{unfinished}/page.json").json
    assert texts == {**catalogue("en"), "seat.blue": "Blau"}
    assert browser.get(f"/text/{unfinished}/powers.json").json == catalogue("en", "powers")
    assert unfinished not in offered()


def test_a_language_that_there_is_not_cannot_be_previewed(app: Flask) -> None:
    answer = app.test_client().get("/?preview=xx")
    assert (answer.status_code, "no language 'xx'" in answer.text) == (404, True)


# Every key that the sources can send has words.


def keys_in_the_sources() -> set[str]:
    """Every string in the engine and the table that looks like a key of ours: ``minotaur.no_room``, ``game_over``."""
    found = set(re.findall(r"(?:Reason\.of\(|demand_reason = )\s*\"([a-z_.]+)\"", sources()))
    prefixes = "|".join({key.split(".")[0] for key in catalogue("en") if "." in key} - {"power", "log"})
    return found | set(re.findall(rf"\"((?:{prefixes})\.[a-z_]*[a-z])\"", sources()))


def sources() -> str:
    files = (file for folder in ("engine", "table") for file in sorted((SOURCE / folder).rglob("*.py")))
    return "".join(re.sub(r'"""(.|\n)*?"""', "", file.read_text(encoding="utf-8")) for file in files)


def test_every_reason_and_message_in_the_sources_has_english_words() -> None:
    keys = keys_in_the_sources() - set(KEYS)  # values of the configuration, such as board.file, are no messages
    assert len(keys) > 30
    where_positions_are_set_up = {key for key in catalogue("en", "book") if key.startswith(("position.", "line."))}
    fetched_when_needed = {
        key for part in ("boards", "guess", "hints", "match", "puzzles", "tableseats") for key in catalogue("en", part)
    }
    assert sorted(keys - catalogue("en").keys() - where_positions_are_set_up - fetched_when_needed) == []


def test_every_event_has_english_words() -> None:
    from engine import events as module  # noqa: PLC0415 - the union's members are read off the module

    for event in module.Event.__args__:
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()
        assert f"log.{name}" in catalogue("en")
    for event in (
        PowerChangedHands(PAN, ()),
        ActionCancelled(BLUE, None),
        DirectionSet(BLUE, PAN, None),
        TurnBegan(BLUE, driven=True),
    ):
        assert logged(event).message.key in catalogue("en")


def test_the_reasons_that_a_limited_move_gives_have_words_for_each_power_that_limits_one() -> None:
    """Their keys are put together from the power's name, so that the test above cannot see them. The others that are
    put together are met in random games (``tests/engine/test_reasons_true.py``)."""
    put_together = re.findall(r"Reason\.of\(f\"{step\.power}\.(\w+)\"", sources())
    for file in (SOURCE / "engine" / "powers").glob("*.py"):
        for rise, key in (("LEVEL", "level"), ("NOT_UP", "no_climb")):
            if f"Rise.{rise}" in file.read_text(encoding="utf-8"):
                assert f"{file.stem}.{key}" in catalogue("en")
    assert set(put_together) == {"level", "no_climb"}


def test_every_step_and_every_action_has_english_words() -> None:
    texts = catalogue("en")
    for step in StepKind:
        assert {f"ask.{step.value}", f"ask.{step.value}.others"} <= texts.keys()
    kinds = [kind.tag for kind in ACTION_KINDS]
    for kind in (
        *(kind for kind in kinds if kind != "build"),
        "build_block",
        "build_dome",
        "build_under",
        "point_back",
    ):
        assert f"action.{kind}" in texts
    with_square = {kind for kind in kinds if action_of(kind)["square"] is not None}
    assert {f"square.may_{kind}" for kind in with_square} <= texts.keys()
    assert {f"direction.{direction.value}" for direction in Direction} <= texts.keys()


def action_of(kind: str) -> dict[str, Json]:
    """An action of this kind as the stream sends it."""
    words = {"worker": "b2", "square": "c3", "piece": "dome", "direction": "ne", "power": "pan", "seat": "blue"}
    return action_json(read_action({"kind": kind, **words}))


POWERS = tuple(card.power for card in CARDS)


def test_every_card_has_a_name_a_title_and_a_text() -> None:
    texts = {*catalogue("en"), *catalogue("en", "powers")}
    assert {f"power.{power}.name" for power in ("mortal", "ram", *POWERS)} <= catalogue("en").keys()
    assert {f"power.{power}.{part}" for power in ("mortal", *POWERS) for part in ("title", "text")} <= texts


def test_every_plain_key_that_the_scripts_say_has_english_words() -> None:
    said = set()
    for file in (STATIC / "js").rglob("*.js"):
        said |= set(re.findall(r"\bsay\(\"([a-z_.]+)\"", file.read_text(encoding="utf-8")))
    assert len(said) > 60
    fetched_with_their_view = {
        key for part in PARTS if part not in ("page", "network", "demo") for key in catalogue("en", part)
    }
    assert sorted(said - catalogue("en").keys() - fetched_with_their_view) == []


HOME = "http://192.168.7.2:8080/"


@pytest.mark.parametrize(
    ("found", "opened", "shown"),
    [
        (HOME, "http://10.41.0.1/", "http://10.41.0.1/"),  # who comes the same way arrives
        (HOME, "http://192.168.7.9:8080/", "http://192.168.7.9:8080/"),
        (HOME, "http://localhost:8080/", HOME),
        (HOME, "http://127.0.0.1:8080/", HOME),
        (HOME, "http://[::1]:8080/", HOME),
        (HOME, "http://raspberrypi.local/", HOME),
        ("http://table.home.arpa/", "http://192.168.7.9/", "http://table.home.arpa/"),  # as it was configured
        (None, "http://192.168.7.9/", "http://192.168.7.9/"),
        (None, "http://localhost/", ""),
    ],
)
def test_others_are_shown_the_address_by_which_the_page_was_opened_where_they_can_use_it(
    table_api: SmallTable, found: str | None, opened: str, shown: str
) -> None:
    client = create_app(table_api, None, join_url=lambda: found).test_client()
    assert f'data-join="{shown}"' in client.get("/", base_url=opened).text
    assert client.get("/join.svg", base_url=opened).status_code == (200 if shown else 404)


def test_what_a_page_asks_from_elsewhere_is_not_asked_and_its_tests_hear_of_it(lend: Lend, address: str) -> None:
    complaints: list[str] = []
    with lend(complaints) as opened:
        opened.goto(address)
        opened.evaluate("fetch('http://192.0.2.1/').catch(() => null)")
    assert any("192.0.2.1" in complaint for complaint in complaints)
