"""The page of a club by its requests: what it tells, who may change the tournament, and the files."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from common.mqtt.broker import BrokerMessage, BrokerState, BrokerStatus
from online.club.club_app import TRIES_A_MINUTE, ClubStates, OrganiserWords, create_club_app
from online.club.club_store import ClubStore
from online.club.page_types import FILE, club_declarations
from online.club.running_club import RunningClub
from tests.online.club.club_messages import ONE, OTHER, finished, finished_text, reported, status, watched
from web_ui import callers
from web_ui.streams import EACH, MOST

WORDS = OrganiserWords(("lusab", "babad", "gutih"))
PATIENCE = 20.0


class Opened:
    """A club and a browser at its page."""

    def __init__(self, folder: Path) -> None:
        self.store = ClubStore(folder)
        self.status = BrokerStatus(BrokerState.CONNECTED)
        self.club = RunningClub(self.store, lambda: self.status)
        self.club.start()
        self.app = create_club_app(self.club, WORDS, frozenset())
        self.browser = self.app.test_client()

    def heard(self, *messages: BrokerMessage) -> None:
        """Messages of the broker, each handled."""
        for message in messages:
            before = self.club.state.version
            self.club.hear(message)
            assert self.club.wait(before, PATIENCE) is not None

    def organise(self) -> None:
        assert self.browser.post("/organiser", json={"words": "Lusab  babad-GUTIH"}).status_code == 200

    def does(self, kind: str, **fields: object) -> None:
        answer = self.posts(kind, **fields)
        assert answer.status_code == 200, answer.get_json()

    def posts(self, kind: str, **fields: object) -> TestResponse:
        body = {"edition": self.club.state.edition, "command": {"kind": kind, **fields}}
        return self.browser.post("/command", json=body)

    def told(self) -> dict[str, Any]:
        """What a page is told that begins to listen."""
        return events(self.browser)[0]

    def close(self) -> None:
        self.club.close()
        self.store.close()


def events(browser: FlaskClient) -> list[dict[str, Any]]:
    """The first thing that a stream says."""
    with browser.get("/stream", buffered=False) as answer:
        assert answer.status_code == 200
        first = next(iter(answer.iter_encoded()))
        text = first.decode()
        return [json.loads(line.removeprefix("data: ")) for line in text.splitlines() if line.startswith("data: ")]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    made = Opened(tmp_path)
    yield made
    made.close()


def test_a_page_is_told_of_all_tables_with_whose_turn_it_is(opened: Opened) -> None:
    opened.heard(status(), reported())
    told = opened.told()
    (table,) = told["tables"]
    assert (table["identity"], table["online"]) == (ONE, True)
    assert table["report"]["turn"] == "blue"
    assert table["age"] >= 0
    assert told["identities"] == [ONE]
    assert (told["organiser"], told["broker"]["state"]) == (False, "connected")
    assert (told["tournament"], told["results"]) == (None, [])
    assert "dropped" not in told


def test_later_it_is_told_of_what_has_changed_alone(opened: Opened) -> None:
    opened.heard(status(), reported(), status(OTHER), reported(OTHER, watched("Table 2")))
    states = ClubStates(opened.club, organiser=False)
    version, first = states.now()
    assert [each.identity for each in first.tables] == [ONE, OTHER]
    opened.heard(reported(OTHER, watched("Table 2", ("Ann", "Cleo"))))
    news = states.after(version)
    assert news is not None
    assert [each.identity for each in news[1].tables] == [OTHER]
    assert news[1].identities == (ONE, OTHER)
    opened.status = BrokerStatus(BrokerState.CONNECTING)
    later = states.after(news[0])
    assert later is not None
    assert (later[1].broker.state, later[1].tables) == (BrokerState.CONNECTING, ())


def test_without_a_connection_all_tables_are_away(opened: Opened) -> None:
    opened.heard(status(), reported())
    opened.status = BrokerStatus(BrokerState.CONNECTING)
    assert opened.club.wait(opened.club.state.version, PATIENCE) is not None
    assert [each["online"] for each in opened.told()["tables"]] == [False]
    opened.status = BrokerStatus(BrokerState.CONNECTED)
    opened.heard(status())
    assert [each["online"] for each in opened.told()["tables"]] == [True]


def test_the_organiser_holds_a_tournament(opened: Opened) -> None:
    opened.organise()
    opened.does("begin_tournament", title="Friday", system="swiss", rounds=2)
    opened.does("enter_players", names=["Ann", "Bo", "Cleo"])
    opened.does("pair_round")
    (game,) = opened.told()["tournament"]["rounds"][0]["games"]
    opened.does("enter_result", round=0, game=0, winner=game["second"])
    told = opened.told()
    assert told["organiser"]
    assert told["tournament"]["standings"][0]["points"] == 1
    assert told["dropped"] == {}
    answer = opened.posts("enter_players", names=["ann"])
    assert (answer.status_code, answer.get_json()["message"]["key"]) == (422, "club.refused.twice")
    assert opened.posts("withdraw_player", name="Cleo").status_code == 200
    assert opened.posts("cancel_round").status_code == 422
    stale = opened.browser.post("/command", json={"edition": 0, "command": {"kind": "pair_round"}})
    assert stale.status_code == 409


def test_nobody_else_changes_anything(opened: Opened) -> None:
    assert opened.posts("begin_tournament", title="", system="swiss", rounds=1).status_code == 403
    opened.browser.set_cookie("thera_club", "x" * 22)
    assert opened.posts("begin_tournament", title="", system="swiss", rounds=1).status_code == 403
    assert opened.club.state.tournament is None
    assert opened.browser.post("/organiser", json={"words": "lusab babad"}).status_code == 403
    for _ in range(TRIES_A_MINUTE):
        answer = opened.browser.post("/organiser", json={"words": "lusab babad gutig"})
    assert answer.status_code == 429
    assert opened.browser.post("/organiser", json={"words": "lusab babad gutih"}).status_code == 429, (
        "also the right ones"
    )


def test_no_number_of_guessers_keeps_the_organiser_out(opened: Opened) -> None:
    for guesser in range(20):
        for _ in range(TRIES_A_MINUTE + 1):
            answer = opened.browser.post(
                "/organiser",
                json={"words": "lusab babad gutig"},
                environ_base={"REMOTE_ADDR": f"192.168.1.{guesser + 100}"},
            )
        assert answer.status_code == 429
        assert 0 < int(answer.headers["Retry-After"]) <= 60
    for _ in range(TRIES_A_MINUTE + 1):
        opened.organise()


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"edition": 0, "command": {"kind": "dance"}}, "dance"),
        ({"edition": 0, "command": {"kind": "enter_players", "names": ["x" * 101]}}, "names"),
        ({"edition": 0, "command": {"kind": "enter_players", "names": ["x"] * 101}}, "names"),
        ({"edition": 0, "command": {"kind": "begin_tournament", "title": "", "system": "swiss", "rounds": 51}}, "50"),
        ({"edition": -1, "command": {"kind": "pair_round"}}, "edition"),
        ([], "object"),
    ],
)
def test_a_request_of_another_form_is_refused_with_a_reason(opened: Opened, body: object, complaint: str) -> None:
    opened.organise()
    answer = opened.browser.post("/command", json=body)
    assert answer.status_code == 400
    assert complaint in answer.get_json()["error"]


def test_pages_of_other_sites_and_foreign_names_are_refused(opened: Opened) -> None:
    assert opened.browser.get("/", headers={"Host": "club.example"}).status_code == 421
    foreign = opened.browser.post("/organiser", json={"words": "x"}, headers={"Origin": "http://evil.example"})
    assert foreign.status_code == 403


def test_more_pages_than_may_be_open_are_refused(opened: Opened) -> None:
    assert MOST == 80
    listening = [opened.browser.get("/stream", buffered=False) for _ in range(EACH)]
    assert opened.browser.get("/stream").status_code == 503
    for each in listening:
        each.close()
    assert opened.told()["version"] > 0


def test_games_and_standings_are_exported(opened: Opened) -> None:
    assert opened.browser.get("/standings.csv").status_code == 404
    opened.organise()
    opened.does("begin_tournament", title="", system="round_robin", rounds=1)
    opened.does("enter_players", names=["Ann", "Bo"])
    opened.does("pair_round")
    opened.heard(status(), reported(), finished(ONE, "g1", "Ann", "Bo"))
    standings = opened.browser.get("/standings.csv")
    rows = list(csv.reader(standings.get_data().decode("utf-8-sig").splitlines()))
    assert [row[:3] for row in rows] == [["place", "name", "points"], ["1", "Ann", "1"], ["2", "Bo", "0"]]
    with zipfile.ZipFile(io.BytesIO(opened.browser.get("/games.zip").get_data())) as archive:
        assert archive.namelist() == [f"{ONE}-g1.json"]
        assert archive.read(f"{ONE}-g1.json").decode() == finished_text("Ann", "Bo")
    one = opened.browser.get(f"/games/{ONE}-g1.json")
    assert one.get_data(as_text=True) == finished_text("Ann", "Bo")
    assert opened.browser.get(f"/games/{ONE}-g2.json").status_code == 404
    assert opened.browser.get("/games/..%2fg2.json").status_code == 404


def test_the_page_names_all_that_it_needs(opened: Opened) -> None:
    page = opened.browser.get("/", headers={"Accept-Language": "nl"}).get_data(as_text=True)
    assert '<html lang="nl">' in page
    assert "js/club/tables.js" in page
    assert "js/board/board.js" in page
    assert "js/state.js" not in page, "that of a table's phone"
    assert opened.browser.get("/text/nl/club.json").get_json()["club.tables"] == "Tafels"


def test_the_declarations_for_the_scripts_are_those_of_the_forms() -> None:
    assert FILE.read_text("utf-8") == club_declarations(), "write them again: python -m online.club.page_types"


def test_who_organises_a_club_goes_on_to_as_long_as_they_come(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    today, told = [20_000], []
    monkeypatch.setattr(callers, "_today", lambda: today[0])

    def opens_the_page() -> None:
        with opened.browser.get("/stream", buffered=False) as page:
            told.append("Set-Cookie" in page.headers)

    opens_the_page()
    opened.organise()
    opens_the_page()
    today[0] += 1
    opens_the_page()
    opens_the_page()
    today[0] += 1
    told.append("Set-Cookie" in opened.posts("begin_tournament", title="May", system="swiss", rounds=2).headers)
    assert told == [False, False, True, False, True]
    assert opened.told()["organiser"]


def test_a_club_may_stand_behind_a_proxy_beside_the_table(opened: Opened) -> None:
    browser = create_club_app(opened.club, WORDS, frozenset(), "https://games.example/thera/").test_client()
    for origin, allowed in (("https://games.example", True), ("https://attacker.example", False)):
        headers = {"Origin": origin, "Host": "127.0.0.1:8090", "X-Forwarded-Proto": "https"}
        answer = browser.post("/organiser", json={"words": "lusab babad gutih"}, headers=headers)
        assert answer.status_code == (200 if allowed else 403)
        assert ("Secure" in answer.headers.get("Set-Cookie", "")) is allowed
