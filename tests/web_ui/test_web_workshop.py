"""The workshop over HTTP: who may open it, what may be posted, and what all may see."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from common.message import Message
from engine.seats import Seat
from perception.calibration.procedure import LiveReadings, Task, WorkshopView
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.runtime.two_boards import FittedBoard
from table.storage.journal import Journal, resume
from tests.perception.calibration.boardless_calibration import PaperShop
from tests.table.runtime.quiet_board import PlyCountLights, QuietBoard, ScriptedReader
from tests.table.session.sitting_down import sit
from tests.web_ui.event_stream import events
from tests.web_ui.fake_table import SmallTable
from tests.web_ui.posted import json_of
from web_ui.app import create_app
from web_ui.forms.board_forms import readings_form

OPEN = {"kind": "open_workshop", "task": "selftest", "anew": False}
YES = {"kind": "answer_workshop", "answer": "next"}


class Room:
    """A table in its own thread, with the phones of Ann, the host, of Ben, and of somebody who looks on."""

    def __init__(self, folder: Path) -> None:
        self.board = QuietBoard()
        journal = Journal(folder)
        self.table = TableActor(
            self.board,
            ScriptedReader(),
            PlyCountLights,
            journal,
            resume(journal),
            TableFittings(fitted=FittedBoard(adjuster=PaperShop())),
        )
        self.table.start()
        app = create_app(self.table, None)
        self.ann, self.ben, self.eve = app.test_client(), app.test_client(), app.test_client()
        for phone, seat in ((self.ann, "blue"), (self.ben, "orange")):
            tokens = sit(self.table, Seat(seat), seat)
            phone.set_cookie("thera_seats", ".".join(tokens))

    @property
    def version(self) -> int:
        return self.table.snapshot(frozenset()).version

    def ask(self, phone: FlaskClient, command: object, version: int | None = None) -> TestResponse:
        return phone.post(
            "/command", json={"version": self.version if version is None else version, "command": command}
        )


def workshop_of(response: TestResponse) -> dict[str, Any]:
    body: dict[str, Any] = response.get_json()
    shown = body["snapshot"]["workshop"]
    assert isinstance(shown, dict)
    return shown


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    yield made
    made.table.close()


def test_only_the_phone_of_the_host_may_open_and_answer(room: Room) -> None:
    for phone in (room.eve, room.ben):
        refused = room.ask(phone, OPEN)
        assert refused.status_code == 403
        assert refused.get_json()["message"]["key"] == "table.host_only"
    assert workshop_of(room.ask(room.ann, OPEN))["step"] == "empty"
    for command in (OPEN, YES, {"kind": "name_square", "square": "c3"}):
        assert room.ask(room.eve, command).status_code == 403
        assert room.ask(room.ben, command).status_code == 403
    assert room.ask(room.eve, {"kind": "close_workshop"}).status_code == 403
    closed = room.ask(room.ben, {"kind": "close_workshop"})
    assert closed.status_code == 200
    assert closed.get_json()["snapshot"]["workshop"] is None


def test_the_game_waits_for_the_board(room: Room) -> None:
    room.ask(room.ann, OPEN)
    refused = room.ask(room.ann, {"kind": "begin_game"})
    assert (refused.status_code, refused.get_json()["message"]["key"]) == (422, "table.in_workshop")


def test_what_comes_twice_counts_once(room: Room) -> None:
    for command, step in ((OPEN, "empty"), ({"kind": "answer_workshop", "answer": "stop"}, "stopped")):
        seen = room.version
        assert workshop_of(room.ask(room.ann, command, seen))["step"] == step
        again = room.ask(room.ann, command, seen)
        assert again.status_code == 409
        assert workshop_of(again)["step"] == step


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (
            {"kind": "open_workshop", "task": "hammer", "anew": False},
            "task: Invalid enum value 'hammer'; allowed are calibrate",
        ),
        ({"kind": "open_workshop", "task": "calibrate"}, "Object missing required field `anew`"),
        ({"kind": "open_workshop", "task": "calibrate", "anew": "yes"}, "anew: Expected `bool`, got `str`"),
        (
            {"kind": "answer_workshop", "answer": "perhaps"},
            "answer: Invalid enum value 'perhaps'; allowed are next, undo, skip",
        ),
        (
            {"kind": "name_square", "square": "f9"},
            "square: Expected `str` matching regex '^[a-e][1-5]$'; allowed are a1 to e5",
        ),
    ],
)
def test_what_is_no_command_is_reported(room: Room, command: object, told: str) -> None:
    response = room.ask(room.ann, command)
    assert response.status_code == 400
    assert told in response.get_json()["error"]
    assert room.table.snapshot(frozenset()).workshop is None


def test_a_typed_address_leads_to_the_page(app: Flask) -> None:
    response = app.test_client().get("/workshop")
    assert (response.status_code, response.headers["Location"]) == (303, "./#workshop")


def test_readings_stream_as_they_come(address: str, table_api: SmallTable) -> None:
    measured = LiveReadings(7, (12.3456,) + (0.0,) * 24, frozenset({0}), frozenset({3}), 0.0312, 49.96, 2, "done")
    stream = events(address, "/readings")
    assert json.loads(next(stream)[2])["fields"] is None
    table_api.measure(measured)
    told = json.loads(next(stream)[2])
    assert told == json_of(readings_form(measured))
    assert (told["fields"]["a1"], told["clipped"], told["noisy"]) == (12.346, ["a1"], ["d1"])
    assert (told["noise"], told["rate"], told["missed"], told["button"]) == (0.0312, 50.0, 2, "done")


def test_every_step_of_the_workshop_is_reported_to_every_phone(app: Flask, table_api: SmallTable) -> None:
    view = WorkshopView(
        Task.CALIBRATE,
        "place",
        Message("workshop.calibrate.put_2", (("square", "c3"),)),
        lit=((12, "target"),),
        done=3,
        total=35,
        answers=("next", "stop"),
        expected=12,
        level=2,
    )
    table_api.show(replace(table_api.current, workshop=view))
    answer = app.test_client().post("/command", json={"version": 1, "command": {"kind": "begin_game"}})
    shown = workshop_of(answer)
    assert shown["lit"] == {"c3": "target"}
    assert (shown["expected"], shown["level"], shown["answers"]) == ("c3", 2, ["next", "stop"])
