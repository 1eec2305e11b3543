"""The table that runs in a tab, here without the browser around it: requests are calls, streams are asked for news."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

from tests.house import ROOT
from tools.demo.__main__ import LEFT_OUT, ROOMS, UNUSED
from tools.demo.table_in_tab import SCANS_A_SECOND, TableInTab
from web_ui.streams import BEAT_SECONDS

LACKING = ("_multiprocessing", "_posixshmem", "resource")
"""What Python has on a computer and not in a browser; the time of a thread is another thing."""
IN_A_TAB = """
import json, re, sys, time
del time.thread_time
absent, unused = json.loads(sys.argv[1]), re.compile(sys.argv[2])

class Browser:
    @staticmethod
    def find_spec(name, path=None, target=None):
        file = name.replace(".", "/")
        if unused.match(f"{file}.py") or any(file == each or file.startswith(f"{each}/") for each in absent):
            raise ModuleNotFoundError(f"a tab has no {name}", name=name)

sys.meta_path.insert(0, Browser)
import tools.demo.table_in_tab
"""
"""Imports the table as a browser does, that is without the modules which are not there."""
ADDRESS = "https://someone.example/thera/"


class Tab:
    """A tab, its cookies, and the newest state that each of its streams has sent."""

    def __init__(self, folder: Path) -> None:
        self.sent: dict[int, list[str | None]] = {}
        self.table = TableInTab(str(folder), ADDRESS, self._receive)
        self.cookies: dict[str, str] = {}

    def _receive(self, stream: int, text: str | None) -> None:
        self.sent.setdefault(stream, []).append(text)

    def ask(self, target: str, posted: object = None) -> tuple[int, dict[str, str], bytes, int | None]:
        """The status, headers, body and stream of an answer."""
        method, body = ("GET", "") if posted is None else ("POST", json.dumps(posted))
        headers = [["Cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items())]]
        if posted is not None:
            headers.append(["Content-Type", "application/json"])
        said, content = self.table.answer(method, target, json.dumps(headers), body)
        answer = json.loads(said)
        for name, value in answer["headers"]:
            if name == "Set-Cookie":
                self.cookies |= {key: morsel.value for key, morsel in SimpleCookie(value).items()}
        return answer["status"], dict(answer["headers"]), content, answer["stream"]

    def listen(self, target: str) -> int:
        """Open a stream; its number."""
        status, _, first, stream = self.ask(target)
        assert status == 200
        assert stream is not None
        self.sent[stream] = [first.decode()]
        return stream

    def state(self, stream: int) -> Any:  # noqa: ANN401 - parsed JSON, as a page has it
        """The newest state of a stream."""
        texts = [text for text in self.sent[stream] if text is not None and "event: state" in text]
        return json.loads(texts[-1].partition("data: ")[2])

    def command(self, stream: int, **command: object) -> int:
        """Give a command on the newest state; the status."""
        return self.ask("/command", {"version": self.state(stream)["version"], "command": command})[0]

    def rest(self, seconds: float = 1.0) -> None:
        """Let time pass on the board."""
        for _ in range(round(seconds * SCANS_A_SECOND)):
            self.table.step()


@pytest.fixture
def tab(tmp_path: Path) -> Iterator[Tab]:
    before = threading.active_count()
    made = Tab(tmp_path)
    yield made
    made.table.close()
    assert threading.active_count() == before, "a tab has no threads"


def test_all_that_the_table_imports_is_there_in_a_browser() -> None:
    others = [path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name not in ROOMS]
    assert "online" in others
    absent = json.dumps([*LACKING, *others, *LEFT_OUT])
    imported = subprocess.run(
        [sys.executable, "-c", IN_A_TAB, absent, UNUSED.pattern], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert imported.returncode == 0, imported.stderr


def begins(tab: Tab) -> int:
    """Somebody opens the board's page, takes two seats and begins a game without gods; the stream of their page."""
    assert tab.ask("/board")[0] == 200
    board = tab.listen("/board/stream")
    assert tab.state(board)["may_act"]
    for seat in ("blue", "orange"):
        stream = tab.listen("/stream")
        assert tab.command(stream, kind="claim_seat", seat=seat, name="Ann") == 200
        tab.table.leave(stream)
    stream = tab.listen("/stream")
    options = {**tab.state(stream)["options"], "powers": False}
    assert tab.command(stream, kind="choose_options", options=options) == 200
    assert tab.command(stream, kind="begin_game") == 200
    return stream


def test_the_page_is_the_one_of_a_table_and_may_stand_in_a_frame_of_its_own_address(tab: Tab) -> None:
    status, headers, body, stream = tab.ask("/board")
    assert (status, stream) == (200, None)
    assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
    assert b"data-alone" in body
    assert b'href="/' not in body, "links lead to where the trial is"
    for target in ("/", "/book.json", "/powers.json", "/options.json", "/games.json", "/text/pl/rulings.json"):
        assert tab.ask(target)[0] == 200, target
    assert tab.ask("/nothing")[0] == 404
    assert tab.ask("/join.svg")[0] == 404, "no phone can join"


def test_a_step_played_by_hand_is_read_from_the_board(tab: Tab) -> None:
    stream = begins(tab)
    for worker, square in (("blue-1", "b2"), ("blue-2", "d4")):
        assert tab.ask("/board/hands", {"do": "lift", "piece": worker})[0] == 200
        tab.rest()
        assert tab.ask("/board/hands", {"do": "put", "piece": worker, "square": square})[0] == 200
        tab.rest(2)
    placed = {(worker["seat"], worker["square"]) for worker in tab.state(stream)["game"]["workers"]}
    assert placed == {("blue", "b2"), ("blue", "d4")}
    assert tab.ask("/board/hands", {"do": "put", "piece": "blue-1", "square": "b2"})[0] == 422, "it is in no hand"


def test_a_step_played_on_the_page_moves_the_pieces(tab: Tab) -> None:
    stream = begins(tab)
    board = tab.listen("/board/stream")
    assert tab.command(stream, kind="act", action={"kind": "place", "square": "c3"}) == 200
    tab.rest(3)
    assert "c3" in {piece["square"] for piece in tab.state(board)["pieces"]}
    assert not tab.state(stream)["board"]["differences"]


def test_the_game_is_still_there_at_the_next_start(tab: Tab, tmp_path: Path) -> None:
    stream = begins(tab)
    assert tab.command(stream, kind="act", action={"kind": "place", "square": "c3"}) == 200
    tab.table.close()
    again = Tab(tmp_path)
    again.cookies = tab.cookies
    found = again.state(again.listen("/stream"))
    assert [(worker["seat"], worker["square"]) for worker in found["game"]["workers"]] == [("blue", "c3")]
    assert found["seats_held"] == ["blue", "orange"]
    again.table.close()


def test_who_left_is_told_nothing(tab: Tab) -> None:
    gone, there = tab.listen("/stream"), tab.listen("/stream")
    tab.table.leave(gone)
    heard, news = len(tab.sent[gone]), len(tab.sent[there])
    begins(tab)
    assert len(tab.sent[there]) > news
    assert len(tab.sent[gone]) == heard


def test_a_tab_rests_while_no_page_listens(tab: Tab) -> None:
    assert not tab.table.listening
    stream = tab.listen("/stream")
    assert tab.table.listening
    tab.table.leave(stream)
    tab.table.leave(stream)
    assert not tab.table.listening


def test_a_quiet_stream_says_that_it_is_alive(tab: Tab, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = tab.listen("/stream")
    tab.rest(12)
    tab.sent[stream].clear()
    tab.rest(1)
    assert tab.sent[stream] == [], "nothing has happened, and it has just spoken"
    now = time.monotonic() + BEAT_SECONDS
    monkeypatch.setattr(time, "monotonic", lambda: now)
    tab.rest(1)
    assert [text for text in tab.sent[stream] if text and "event: beat" in text] == tab.sent[stream] != []


def test_many_pages_that_went_without_a_word_lock_nobody_out(tab: Tab) -> None:
    for _ in range(60):
        tab.table.leave(tab.listen("/stream"))
    assert tab.listen("/stream")
