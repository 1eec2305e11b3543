"""What the web server uses of waitress beyond its documents is there, and is called as it was when it was checked."""

from __future__ import annotations

import logging
import socket
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import closing
from importlib.metadata import version
from inspect import signature

import pytest
import waitress.server
from packaging.requirements import Requirement
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.utilities import queue_logger

from tests.house import ROOT
from web_ui.serve import Server
from web_ui.waitress_parts import PARTS, QUEUE_LOG

INSTALLED = version("waitress")
WHAT_TO_DO = (
    "compare the new waitress with what web_ui/serve.py makes of these parts, run tests/web_ui, and then change"
    " web_ui/waitress_parts.py and the versions in pyproject.toml"
)


@pytest.fixture
def made() -> Iterator[Mapping[str, object]]:
    """An object of each class, as the server has it."""
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        sockets: dict[int, object] = {}
        several = waitress.server.create_server(lambda *_: [], map=sockets, sockets=[one, two], threads=1)
        server = next(each for each in sockets.values() if isinstance(each, waitress.server.TcpWSGIServer))
        ours, theirs = socket.socketpair()
        with closing(theirs), closing(HTTPChannel(server, ours, ("127.0.0.1", 1), Adjustments(), map={})) as channel:
            yield {
                "waitress.server": waitress.server,
                "waitress.server.TcpWSGIServer": server,
                "waitress.server.MultiSocketServer": several,
                "waitress.task.ThreadedTaskDispatcher": several.task_dispatcher,
                "waitress.trigger.trigger": server.trigger,
                "waitress.channel.HTTPChannel": channel,
                "waitress.parser.HTTPRequestParser": HTTPRequestParser(Adjustments()),
            }
        several.close()


def differences(made: Mapping[str, object], parts: Mapping[str, Mapping[str, str]] = PARTS) -> list[str]:
    """What is not as it was checked, a line each."""
    found = []
    for owner, members in parts.items():
        thing = made[owner]
        if f"{type(thing).__module__}.{type(thing).__name__}" != owner and owner != "waitress.server":
            found.append(f"there is a {type(thing).__name__} where there was a {owner}")
        for name, called in members.items():
            if not hasattr(thing, name):
                found.append(f"{owner} has no {name}")
            elif called and (now := str(signature(getattr(thing, name)))) != called:
                found.append(f"{owner}.{name} is called with {now}, and was with {called}")
    return found


def test_the_installed_waitress_is_one_that_was_checked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (asked,) = (each for each in map(Requirement, project["dependencies"]) if each.name == "waitress")
    assert any(each.operator == "<" for each in asked.specifier), "a newer waitress has to be checked first"
    assert INSTALLED in asked.specifier, f"waitress {INSTALLED} was not checked, only {asked.specifier}: {WHAT_TO_DO}"


def test_waitress_has_the_parts_that_the_server_uses(made: Mapping[str, object]) -> None:
    assert differences(made) == [], f"waitress {INSTALLED} is another: {WHAT_TO_DO}"
    assert queue_logger is logging.getLogger(QUEUE_LOG)


def test_what_differs_is_named(made: Mapping[str, object]) -> None:
    parts = {"waitress.channel.HTTPChannel": {"received": "(data, more)", "gone": ""}, "waitress.task.Other": {}}
    changed = {**made, "waitress.task.Other": made["waitress.trigger.trigger"]}
    assert differences(changed, parts) == [
        "waitress.channel.HTTPChannel.received is called with (data), and was with (data, more)",
        "waitress.channel.HTTPChannel has no gone",
        "there is a trigger where there was a waitress.task.Other",
    ]


@pytest.mark.parametrize("count", [1, 2])
def test_the_connections_of_the_server_are_its_own(count: int) -> None:
    """Waitress makes them by the class that it was given, with one socket as with several."""
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    Server(lambda _environment, answer: (answer("204 No Content", []), [])[1], listeners)
    for listener in listeners:
        with socket.create_connection(listener.getsockname()) as caller:
            caller.sendall(b"\x16\x03\x01")  # a browser that speaks TLS: ours closes the connection, waitress answers
            assert caller.recv(100) == b""
