"""Strangers who ask the judge without end delay a friend's question, and keep it out no longer than they wait
themselves."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from werkzeug.exceptions import TooManyRequests

from tests.engine.cases import line
from tests.web_ui.test_under_attack import FRIEND, HEAD, status
from web_ui.guard import RequestQueue

STRANGERS = ("127.0.0.66", "127.0.0.67", "127.0.0.68")
TWO_GODS = line("terpsichore+achilles:e2,a1", "limus+hera:d4,b2", rules="gods_per_player=2")


def asked(path: str, **body: str) -> str:
    text = json.dumps(body)
    head = f"{HEAD}Content-Type: application/json\r\nContent-Length: {len(text)}\r\n"
    return f"POST {path} HTTP/1.1\r\n{head}\r\n{text}"


QUESTION = asked("/judge", asked="d3", position=TWO_GODS)


@contextmanager
def asking_without_end(address: str) -> Iterator[None]:
    """Each stranger asks the next question as soon as the last one is answered."""
    over, began = threading.Event(), threading.Barrier(len(STRANGERS) + 1)

    def ask(who: str) -> None:
        status(address, QUESTION, who)
        began.wait()
        while not over.is_set():
            status(address, QUESTION, who)

    strangers = [threading.Thread(target=ask, args=(who,)) for who in STRANGERS]
    for each in strangers:
        each.start()
    began.wait()
    yield
    over.set()
    for each in strangers:
        each.join()


def test_a_friend_is_answered_whoever_asks_without_end(address: str) -> None:
    with asking_without_end(address):
        answers = [status(address, QUESTION, FRIEND) for _ in range(3)]
        answers += [status(address, asked("/position", line=TWO_GODS), FRIEND) for _ in range(3)]
    assert answers == [200] * 6


class WatchedLine(deque[object]):
    """Those who are here; counts who comes."""

    def __init__(self) -> None:
        super().__init__()
        self.come = threading.Semaphore(0)

    def append(self, item: object) -> None:
        super().append(item)
        self.come.release()


class Asker:
    """Somebody at an address of their own, who asks in a thread of their own and holds their place until they go."""

    def __init__(self, app: Flask, queue: RequestQueue, who: str, answered: list[str]) -> None:
        self.begun, self.going = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._ask, args=(app, queue, who, answered))
        self._thread.start()

    def _ask(self, app: Flask, queue: RequestQueue, who: str, answered: list[str]) -> None:
        with app.test_request_context(environ_base={"REMOTE_ADDR": who}), queue.place():
            answered.append(who)
            self.begun.set()
            self.going.wait()

    def go(self) -> None:
        self.going.set()
        self._thread.join()


def refused(app: Flask, queue: RequestQueue, who: str) -> bool:
    with app.test_request_context(environ_base={"REMOTE_ADDR": who}):
        try:
            with queue.place():
                return False
        except TooManyRequests:
            return True


def test_they_are_answered_in_the_order_in_which_they_came() -> None:
    app, queue, line_of, answered = Flask(__name__), RequestQueue(1, 4), WatchedLine(), list[str]()
    queue._here = line_of
    askers = []
    for who in ("first", "second", "third", "fourth"):
        askers.append(Asker(app, queue, who, answered))
        line_of.come.acquire()
    askers[0].begun.wait()
    assert refused(app, queue, "second"), "an address has one question here"
    assert refused(app, queue, "fifth"), "no more than four are here"
    assert answered == ["first"]
    for each in askers:
        each.begun.wait()
        each.go()
    assert answered == ["first", "second", "third", "fourth"]
    assert not refused(app, queue, "second")
