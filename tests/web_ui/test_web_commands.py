"""What phones may send, and what they hear back."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from common.message import Message
from engine.actions import (
    Action,
    Build,
    Choose,
    Correct,
    Done,
    Force,
    Move,
    Piece,
    Place,
    Point,
    PutToken,
    Recycle,
    RemoveWorker,
    Resign,
    Swap,
    TakeBlock,
    Unseen,
    Use,
)
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Direction, square
from table.session.answers import Refused
from table.session.command import Command
from table.session.drafting import (
    ChoosePower,
    CountVotes,
    DrawLots,
    NameStartPlayer,
    OfferPowers,
    PickPowers,
    VoteForPowers,
)
from table.session.lobby import AbandonGame, AnswerRematch, BeginGame, ChooseOptions, Rematch
from table.session.match_play import JoinMatch, LeaveMatch, OpenMatch, RevokeTable
from table.session.rematch import RematchKind
from table.session.seating import AnswerClaim, ClaimSeat, HandHost, LeaveSeat, WithdrawClaim
from table.session.table_setup import ChooseSettings, ForgetName, ResumeGame, ShowColours, WatchCorner
from table.session.turns import (
    Act,
    AnswerTakeback,
    AskTakeback,
    ChooseReading,
    ConfirmTurn,
    PauseClock,
    RestartTurn,
    UndoStep,
)
from table.settings.options import ClockRule, Confirm, GameOptions, TableSettings
from tests.web_ui.fake_table import SmallHands, SmallTable, playing
from tests.web_ui.posted import action_json, read_action
from web_ui import callers
from web_ui.app import create_app
from web_ui.callers import origin_at
from web_ui.forms.game_forms import ACTION_KINDS
from web_ui.guard import RateLimit

B2, C3 = square("b2"), square("c3")


SETTINGS: dict[str, object] = {"name": " Oia ", "language": "fr", "brightness": 20, "greeted": True}


def send(app: Flask, command: object, version: object = 1) -> TestResponse:
    return app.test_client().post("/command", json={"version": version, "command": command})


def error(response: TestResponse) -> str:
    body: dict[str, Any] = response.get_json()
    return str(body["error"])


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ({"kind": "claim_seat", "seat": "blue", "name": " Ann "}, ClaimSeat(Seat.BLUE, " Ann ")),
        ({"kind": "withdraw_claim", "seat": "blue"}, WithdrawClaim(Seat.BLUE)),
        ({"kind": "answer_claim", "code": "KTRM", "accept": True}, AnswerClaim("KTRM", accept=True)),
        ({"kind": "leave_seat", "seat": "orange"}, LeaveSeat(Seat.ORANGE)),
        (
            {"kind": "choose_options", "options": {"powers": False, "confirm": "ask", "clock": None}},
            ChooseOptions(GameOptions()),
        ),
        (
            {
                "kind": "choose_options",
                "options": {"powers": True, "confirm": "at_once", "clock": {"minutes": 20, "increment": 5}},
            },
            ChooseOptions(GameOptions(powers=True, confirm=Confirm.AT_ONCE, clock=ClockRule(20, 5))),
        ),
        ({"kind": "hand_host", "seat": "orange"}, HandHost(Seat.ORANGE)),
        (
            {"kind": "open_match", "tables": [["orange", "white"], ["purple"]]},
            OpenMatch(((Seat.ORANGE, Seat.WHITE), (Seat.PURPLE,))),
        ),
        ({"kind": "join_match", "code": "lusab-babad"}, JoinMatch("lusab-babad")),
        ({"kind": "leave_match"}, LeaveMatch()),
        ({"kind": "revoke_table", "table": 1}, RevokeTable(1)),
        (
            {"kind": "choose_settings", "settings": SETTINGS},
            ChooseSettings(TableSettings("Oia", "fr", brightness=20, greeted=True)),
        ),
        ({"kind": "watch_corner", "watching": True}, WatchCorner(watching=True)),
        ({"kind": "show_colours", "showing": True}, ShowColours(showing=True)),
        ({"kind": "forget_name", "name": "Ann"}, ForgetName("Ann")),
        ({"kind": "resume_game"}, ResumeGame()),
        ({"kind": "begin_game"}, BeginGame()),
        (
            {"kind": "vote_for_powers", "seat": "blue", "powers": ["pan"], "done": True},
            VoteForPowers(Seat.BLUE, (PowerName("pan"),), done=True),
        ),
        ({"kind": "count_votes"}, CountVotes()),
        ({"kind": "draw_lots"}, DrawLots()),
        ({"kind": "pick_powers", "powers": ["pan"]}, PickPowers((PowerName("pan"),))),
        ({"kind": "offer_powers", "powers": ["pan", "atlas"]}, OfferPowers((PowerName("pan"), PowerName("atlas")))),
        ({"kind": "choose_power", "power": "pan"}, ChoosePower(PowerName("pan"))),
        ({"kind": "name_start_player", "seat": "blue"}, NameStartPlayer(Seat.BLUE)),
        ({"kind": "act", "action": {"kind": "place", "square": "c3"}}, Act(Place(C3))),
        ({"kind": "act", "action": {"kind": "move", "worker": "b2", "square": "c3"}}, Act(Move(B2, C3))),
        (
            {"kind": "act", "action": {"kind": "build", "worker": "b2", "square": "c3", "piece": "dome"}},
            Act(Build(B2, C3, Piece.DOME)),
        ),
        ({"kind": "act", "action": {"kind": "done"}}, Act(Done())),
        ({"kind": "act", "action": {"kind": "point", "direction": "ne"}}, Act(Point(Direction.NE))),
        ({"kind": "act", "action": {"kind": "resign", "seat": "blue"}}, Act(Resign(Seat.BLUE))),
        ({"kind": "choose_reading", "index": 1}, ChooseReading(1)),
        ({"kind": "undo_step"}, UndoStep()),
        ({"kind": "restart_turn"}, RestartTurn()),
        ({"kind": "ask_takeback"}, AskTakeback()),
        ({"kind": "answer_takeback", "agree": True}, AnswerTakeback(agree=True)),
        ({"kind": "pause_clock", "paused": True}, PauseClock(paused=True)),
        ({"kind": "confirm_turn"}, ConfirmTurn()),
        ({"kind": "rematch", "again": "lobby"}, Rematch(RematchKind.LOBBY)),
        (
            {"kind": "claim_seat", "seat": "white", "name": "Ann", "leaving": "blue"},
            ClaimSeat(Seat.WHITE, "Ann", leaving=Seat.BLUE),
        ),
        ({"kind": "rematch", "again": "swapped"}, Rematch(RematchKind.SWAPPED)),
        ({"kind": "answer_rematch", "agree": True}, AnswerRematch(agree=True)),
        ({"kind": "abandon_game"}, AbandonGame()),
    ],
)
def test_every_command_of_a_phone_reaches_the_table(
    app: Flask, table_api: SmallTable, said: dict[str, object], meant: Command
) -> None:
    response = send(app, said)
    assert response.status_code == 200
    assert table_api.command() == meant
    assert response.get_json()["snapshot"]["version"] == 1


ACTIONS: tuple[Action, ...] = (
    Place(C3),
    Move(B2, C3),
    Build(B2, C3),
    Build(B2, C3, Piece.DOME),
    Force(B2, C3),
    Swap(B2, C3),
    RemoveWorker(C3),
    TakeBlock(C3),
    PutToken(C3),
    Point(Direction.NE),
    Point(None),
    Choose(C3),
    Recycle(C3),
    Use(PowerName("ares")),
    Done(),
    Resign(Seat.ORANGE),
)


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_that_a_phone_was_shown_is_read_back_as_the_same(action: Action) -> None:
    assert read_action(json.loads(json.dumps(action_json(action)))) == action


def test_every_kind_of_action_has_its_own_name() -> None:
    # What stands on the board is for the table to tell, and the result of a turn for the judge: no phone makes that up.
    assert {type(action) for action in ACTIONS} == set(Action.__args__) - {Correct, Unseen}
    assert {action_json(action)["kind"] for action in ACTIONS} == {kind.tag for kind in ACTION_KINDS}


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("begin", "command: Expected `object`, got `str`"),
        ({}, "command: Object missing required field `kind`"),
        ({"kind": 3}, "command.kind: Expected `str`, got `int`; allowed are claim_seat"),
        (
            {"kind": "cheat"},
            "command.kind: Invalid value 'cheat'; allowed are claim_seat, withdraw_claim, answer_claim",
        ),
        ({"kind": "answer_claim", "code": "KTRM", "accept": "yes"}, "command.accept: Expected `bool`, got `str`"),
        ({"kind": "choose_settings", "settings": {}}, "command.settings: Object missing required field `name`"),
        (
            {"kind": "choose_settings", "settings": {**SETTINGS, "brightness": 5}},
            "brightness: Expected `int` >= 10",
        ),
        (
            {"kind": "choose_settings", "settings": {**SETTINGS, "name": "A" * 25}},
            "at most 24 characters that can be shown",
        ),
        (
            {"kind": "choose_settings", "settings": {**SETTINGS, "language": "../en"}},
            "; allowed are codes of languages",
        ),
        ({"kind": "claim_seat", "seat": "green", "name": "Ann"}, "allowed are blue, orange, white, purple"),
        ({"kind": "choose_options", "powers": True}, "command: Object missing required field `options`"),
        ({"kind": "choose_options", "options": {"powers": 1}}, "command.options.powers: Expected `bool`, got `int`"),
        ({"kind": "choose_options", "options": {"confirm": "later"}}, "allowed are ask, at_once"),
        (
            {"kind": "choose_options", "options": {"clock": {"minutes": 0, "increment": 0}}},
            "minutes: Expected `int` >= 1",
        ),
        (
            {"kind": "choose_options", "options": {"clock": {"minutes": 5, "increment": 61}}},
            "increment: Expected `int` <= 60",
        ),
        (
            {"kind": "choose_options", "options": {"clock": {"minutes": 5}}},
            "command.options.clock: Object missing required field `increment`",
        ),
        (
            {"kind": "choose_options", "options": {"dice": True}},
            "command.options: Object contains unknown field `dice`; allowed are powers, mode",
        ),
        ({"kind": "rematch", "again": "never"}, "allowed are lobby, draft, same, swapped"),
        ({"kind": "offer_powers", "powers": "pan"}, "command.powers: Expected `array`, got `str`"),
        ({"kind": "offer_powers", "powers": [None]}, "command.powers[0]: Expected `str`, got `null`"),
        ({"kind": "act", "action": []}, "command.action: Expected `object`, got `array`"),
        ({"kind": "act", "action": {"kind": "fly"}}, "command.action.kind: Invalid value 'fly'; allowed are place"),
        ({"kind": "act", "action": {"kind": "place", "square": "f1"}}, "; allowed are a1 to e5"),
        (
            {"kind": "act", "action": {"kind": "move", "square": "a1"}},
            "command.action: Object missing required field `worker`",
        ),
        ({"kind": "act", "action": {"kind": "point"}}, "command.action: Object missing required field `direction`"),
        (
            {"kind": "act", "action": {"kind": "point", "direction": "up"}},
            "Invalid enum value 'up'; allowed are n, ne, e",
        ),
        ({"kind": "act", "action": {"kind": "resign", "seat": "red"}}, "allowed are blue, orange, white, purple"),
        ({"kind": "act", "action": {"kind": "use", "power": None}}, "command.action.power: Expected `str`, got `null`"),
        (
            {"kind": "act", "action": {"kind": "build", "worker": "a1", "square": "a2", "piece": "roof"}},
            "command.action.piece: Invalid enum value 'roof'; allowed are block, dome",
        ),
        ({"kind": "choose_reading", "index": -1}, "command.index: Expected `int` >= 0"),
        ({"kind": "choose_reading", "index": True}, "command.index: Expected `int`, got `bool`"),
    ],
)
def test_a_malformed_command_is_reported_by_field_and_choice(
    app: Flask, table_api: SmallTable, command: object, told: str
) -> None:
    response = send(app, command)
    assert response.status_code == 400
    assert told in error(response)
    assert "\n" not in error(response)
    assert table_api.asked == []


def test_a_stale_phone_gets_409_and_the_state_as_it_is_now(app: Flask, table_api: SmallTable) -> None:
    response = send(app, {"kind": "begin_game"}, 99)
    assert response.status_code == 409
    assert response.get_json()["snapshot"]["version"] == 1
    assert "has changed meanwhile" in error(response)
    assert table_api.asked == []


@pytest.mark.parametrize(("forbidden", "status"), [(False, 422), (True, 403)])
def test_a_refusal_comes_as_key_and_as_words(app: Flask, table_api: SmallTable, forbidden: bool, status: int) -> None:  # noqa: FBT001 - a table of cases
    table_api.refusal = Refused(Message("minotaur.no_room", (("square", "e5"),)), forbidden=forbidden)
    response = send(app, {"kind": "begin_game"})
    assert response.status_code == status
    assert response.get_json()["message"] == {"key": "minotaur.no_room", "args": {"square": "e5"}}
    assert "to e5" in error(response)


def test_a_claimed_seat_is_stored_in_a_cookie_that_scripts_cannot_read(app: Flask, table_api: SmallTable) -> None:
    phone = app.test_client()
    for seat in ("blue", "orange"):
        claim = {"version": 1, "command": {"kind": "claim_seat", "seat": seat, "name": "Ann"}}
        response = phone.post("/command", json=claim)
    cookie = response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    phone.post("/command", json={"version": 1, "command": {"kind": "begin_game"}})
    tokens = [tokens for tokens, _ in table_api.asked]
    assert tokens == [frozenset(), {"token-of-blue"}, {"token-of-blue", "token-of-orange"}]


def test_a_seat_that_is_used_does_not_end(app: Flask, table_api: SmallTable, monkeypatch: pytest.MonkeyPatch) -> None:
    phone, today, told = app.test_client(), [20_000], []
    monkeypatch.setattr(callers, "_today", lambda: today[0])
    table_api.show(playing())

    def opens_the_page() -> None:
        with phone.get("/stream", buffered=False) as page:
            told.append(page.headers.get("Set-Cookie"))

    phone.set_cookie("thera_seats", "token-of-blue.token-of-orange")  # as it was set before there were days in it
    opens_the_page()
    opens_the_page()
    today[0] += 1
    answer = phone.post("/command", json={"version": 1, "command": {"kind": "begin_game"}})
    told.append(answer.headers.get("Set-Cookie"))
    assert [each and each.split(";")[0] for each in told] == [
        "thera_seats=20000.token-of-blue.token-of-orange",
        None,
        "thera_seats=20001.token-of-blue.token-of-orange",
    ]
    assert f"Max-Age={400 * 24 * 3600}" in (told[0] or "")
    table_api.show(replace(playing(), seats_held=()))
    today[0] += 1
    opens_the_page()
    assert told[-1] is None, "who holds no seat is not told to store tokens"


def test_a_cookie_with_rubbish_counts_as_no_token(app: Flask, table_api: SmallTable) -> None:
    phone = app.test_client()
    phone.set_cookie("thera_seats", "a b.<script>.good-token-1234.")
    phone.post("/command", json={"version": 1, "command": {"kind": "begin_game"}})
    assert table_api.asked[0][0] == {"good-token-1234"}


def test_another_web_site_cannot_post(app: Flask, table_api: SmallTable) -> None:
    phone = app.test_client()
    body = {"version": 1, "command": {"kind": "begin_game"}}
    assert phone.post("/command", json=body, headers={"Origin": "http://evil.example"}).status_code == 403
    assert phone.post("/command", json=body, headers={"Origin": "null"}).status_code == 403
    assert phone.post("/command", data="{}", content_type="text/plain").status_code == 415
    assert table_api.asked == []
    assert phone.post("/command", json=body, headers={"Origin": "http://localhost"}).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("192.168.1.20:8080", 200),
        ("[fe80::1]:8080", 200),
        ("thera.local", 200),
        ("thera.local.:8080", 200),
        ("Thera.Internal", 200),
        ("thera.home", 200),
        ("thera.localdomain", 200),
        ("thera.localhost:8080", 200),
        ("thera.fritz.box", 200),
        ("fritz.box", 200),
        ("thera.home.arpa", 200),
        ("pi", 200),
        ("pi.", 200),
        ("192.168.1.20.", 200),
        ("attacker.example", 421),
        ("attacker.example.", 421),
        ("thera.box", 421),
        ("notfritz.box", 421),
        ("thera.local.attacker.example", 421),
        ("thera..", 421),
        ("192.168.1.20.attacker.example", 421),
    ],
)
def test_the_table_answers_only_to_names_at_home(app: Flask, host: str, status: int) -> None:
    assert app.test_client().get("/", headers={"Host": host}).status_code == status


def test_a_name_of_ones_own_can_be_allowed(app: Flask, table_api: SmallTable) -> None:
    refused = app.test_client().get("/", headers={"Host": "games.example:8080"}).get_data(as_text=True)
    assert 'let its owner configure [web] address = "http://games.example:8080/"' in refused
    app = create_app(table_api, None, hosts=frozenset({"games.example"}))
    for host in ("games.example", "Games.Example.:8080"):
        assert app.test_client().get("/", headers={"Host": host}).status_code == 200


def test_seats_are_not_asked_for_without_end(app: Flask, table_api: SmallTable) -> None:
    """A dozen a minute from one address; all else may be asked, and others may ask."""
    claim = {"kind": "claim_seat", "seat": "blue", "name": "Ann"}
    for _ in range(12):
        assert send(app, claim).status_code == 200
    response = send(app, claim)
    assert response.status_code == 429
    assert error(response) == "That was asked for too often. Wait a minute, and try again."
    assert 0 < int(response.headers["Retry-After"]) <= 60
    assert response.get_json()["snapshot"]["phase"] == "lobby"
    assert len(table_api.asked) == 12
    assert send(app, {"kind": "begin_game"}).status_code == 200
    elsewhere = app.test_client().post(
        "/command", json={"version": 1, "command": claim}, environ_base={"REMOTE_ADDR": "192.168.1.7"}
    )
    assert elsewhere.status_code == 200


def test_a_claim_that_is_refused_does_not_count(app: Flask, table_api: SmallTable) -> None:
    claim = {"kind": "claim_seat", "seat": "blue", "name": "Ann"}
    table_api.refusal = Refused(Message("table.name_unreadable"))
    for _ in range(20):
        assert send(app, claim).status_code == 422
    table_api.refusal = None
    assert send(app, claim).status_code == 200


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.168.1.5", "192.168.1.5", (True, True)),
        ("192.168.1.5", "192.168.1.6", (False, False)),
        ("192.168.1.5", "::ffff:192.168.1.5", (True, True)),
        ("::ffff:192.168.1.5", "::ffff:192.168.1.6", (False, False)),
        ("2001:db8::1", "2001:db8::2", (True, False)),
        ("2001:db8::1", "2001:db8:0:1::1", (False, False)),
        ("2001:db8:0:0:1:2:3:4", "2001:db8::1:2:3:4", (True, True)),
        ("", "192.168.1.5", (False, False)),
    ],
)
def test_whose_address_is_the_same_and_whose_network(one: str, other: str, same: tuple[bool, bool]) -> None:
    """Behind a socket for both kinds of addresses those of IPv4 look like ones of IPv6, all of one network."""
    a, b = origin_at(one), origin_at(other)
    assert (a.network == b.network, a == b) == same


PUBLIC = "https://games.example/"


@pytest.mark.parametrize(
    ("address", "peer", "forwarded", "scheme", "origin", "secure"),
    [
        (PUBLIC, "127.0.0.1", "10.0.0.9", "https", "10.0.0.9", True),
        (PUBLIC, "::1", "10.0.0.1, fd00::9", "", "fd00::9", False),
        (PUBLIC, "127.0.0.1", "somebody", "gopher", "127.0.0.1", False),
        (PUBLIC, "10.0.0.5", "10.0.0.9", "https", "10.0.0.5", False),
        (None, "127.0.0.1", "10.0.0.9", "https", "127.0.0.1", False),
    ],
)
def test_a_proxy_on_this_computer_says_who_asks_once_an_address_is_configured(
    table_api: SmallTable, *, address: str | None, peer: str, forwarded: str, scheme: str, origin: str, secure: bool
) -> None:
    app = create_app(table_api, None, address=address)
    claim = {"version": 1, "command": {"kind": "claim_seat", "seat": "blue", "name": "Ann"}}
    headers = {"X-Forwarded-For": forwarded, "X-Forwarded-Proto": scheme}
    answer = app.test_client().post("/command", json=claim, headers=headers, environ_base={"REMOTE_ADDR": peer})
    assert [caller.origin for caller in table_api.callers] == [origin_at(origin)]
    assert ("Secure" in answer.headers["Set-Cookie"]) is secure
    assert "Path" not in answer.headers["Set-Cookie"]


def test_a_page_from_the_configured_address_may_post_whatever_host_a_proxy_names(table_api: SmallTable) -> None:
    phone = create_app(table_api, None, address="https://Games.example:443/thera/").test_client()
    body = {"version": 1, "command": {"kind": "begin_game"}}
    for path, origin, status in (
        ("/command", "https://games.example", 200),
        ("/thera/command", "https://games.example", 200),
        ("/command", "http://games.example", 403),
        ("/command", "https://games.example:8443", 403),
        ("/command", "https://games.example.attacker.example", 403),
        ("/command", "https://attacker.example", 403),
        ("/theracommand", "https://games.example", 404),
    ):
        answer = phone.post(path, json=body, headers={"Origin": origin, "Host": "127.0.0.1:8080"})
        assert answer.status_code == status, (path, origin)
        if status == 403:
            assert f'[web] address = "{origin}/"' in answer.get_json()["error"]
    assert phone.get("/thera").headers["Location"] == "/thera/"


def test_who_asks_too_often_may_ask_again_later() -> None:
    now = 0.0
    limit = RateLimit(2, 60.0, lambda: now)
    assert [limit.wait("ann"), limit.wait("ann"), limit.wait("ann"), limit.wait("bo")] == [0, 0, 60, 0]
    now = 45.0
    assert limit.wait("ann") == 15
    now = 61.0
    assert limit.wait("ann") == 0


@pytest.mark.parametrize(("method", "path", "status"), [("get", "/nowhere", 404), ("get", "/command", 405)])
def test_a_wrong_way_is_reported_in_one_plain_line(app: Flask, method: str, path: str, status: int) -> None:
    response = app.test_client().open(path, method=method.upper())
    assert response.status_code == status
    assert response.text.count("\n") == 1


def test_hands_reach_the_virtual_board(app: Flask, table_api: SmallTable, hands: SmallHands) -> None:
    table_api.show(playing())
    phone = app.test_client()
    for gesture in (
        {"do": "lift", "piece": "blue-1"},
        {"do": "carry", "piece": "blue-1", "x": 45.5, "y": 0},
        {"do": "put", "piece": "blue-1", "square": "c3"},
        {"do": "tap", "piece": "blue-1", "square": "c4"},
        {"do": "stack", "square": "c4", "dome": False},
        {"do": "unstack", "square": "c4"},
        {"do": "box", "piece": "blue-1"},
        {"do": "put_beside", "piece": "blue-1", "x": -26, "y": 45},
        {"do": "knock", "piece": "orange-1"},
        {"do": "lay_phone", "x": 200, "y": 90},
        {"do": "take_phone"},
        {"do": "arrange", "levels": {"a1": 2, "c3": 3}, "domes": ["c3", "e5"]},
        {"do": "set_up", "levels": {"c3": 2}, "domes": ["e5"], "workers": {"c3": "blue", "a1": "orange"}},
        {"do": "follow", "on": False},
        {"do": "clear"},
        {"do": "press", "button": "done"},
    ):
        response = phone.post("/board/hands", json=gesture)
        assert response.status_code == 200, response.text
        assert response.get_json()["bench"]["version"] == hands.bench.version
    done = ["lift", "carry", "put", "tap", "stack", "unstack", "box", "put_beside", "knock", "lay_phone", "take_phone"]
    assert [did[0] for did in hands.did] == [*done, "arrange", "set_up", "follow", "clear", "press"]


@pytest.mark.parametrize(
    ("gesture", "status", "told"),
    [
        ({"do": "throw"}, 400, "do: Invalid value 'throw'; allowed are lift, carry, put"),
        (
            {"do": "put", "piece": "blue-1", "square": "z9"},
            400,
            "square: Expected `str` matching regex '^[a-e][1-5]$'; allowed are a1 to e5",
        ),
        ({"do": "carry", "piece": "blue-1", "x": "left", "y": 0}, 400, "x: Expected `float`, got `str`"),
        ({"do": "carry", "piece": "blue-1", "x": float("nan"), "y": 0}, 400, "x: Expected `float` >= -500"),
        ({"do": "arrange", "levels": {"f1": 1}, "domes": []}, 400, "; allowed are a1 to e5"),
        ({"do": "arrange", "levels": {"a1": 4}, "domes": []}, 400, "levels[...]: Expected `int` <= 3"),
        ({"do": "arrange", "levels": [], "domes": []}, 400, "levels: Expected `object`, got `array`"),
        (
            {"do": "arrange", "levels": {}, "domes": ["a6"]},
            400,
            "domes[0]: Expected `str` matching regex '^[a-e][1-5]$'; allowed are a1 to e5",
        ),
        ({"do": "arrange", "levels": {}}, 400, "Object missing required field `domes`"),
        (
            {"do": "set_up", "levels": {}, "domes": [], "workers": {"a1": "red"}},
            400,
            "workers[...]: Invalid enum value 'red'; allowed are blue, orange",
        ),
        ({"do": "follow", "on": 1}, 400, "on: Expected `bool`, got `int`"),
        ({"do": "press", "button": "reset"}, 400, "button: Invalid enum value 'reset'; allowed are done, undo"),
        ({"do": "put", "piece": "blue-1", "square": "d2"}, 422, "a worker stands there"),
    ],
)
def test_what_hands_cannot_do_is_reported(
    app: Flask, table_api: SmallTable, gesture: dict[str, object], status: int, told: str
) -> None:
    table_api.show(playing())
    response = app.test_client().post("/board/hands", json=gesture)
    assert response.status_code == status
    assert told in error(response)


def test_a_real_board_has_no_page_for_hands(table_api: SmallTable) -> None:
    phone = create_app(table_api, None).test_client()
    assert phone.get("/board").status_code == 404
    assert phone.get("/board/stream").status_code == 404
    assert phone.post("/board/hands", json={"do": "press", "button": "done"}).status_code == 404
    assert ">The board<" not in phone.get("/").text
