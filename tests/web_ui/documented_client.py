"""A client as somebody would write it who has nothing but docs/http.md and docs/openapi.json: nothing of the program is
imported here. What it sends and what it is told is compared with the schemas of the document."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jsonschema_rs

DOCUMENT = json.loads((Path(__file__).parents[2] / "docs" / "openapi.json").read_text("utf-8"))
SCHEMAS = "#/components/schemas/"
OF_EVENT = {"state": "SnapshotForm", "board": "BenchForm", "readings": "ReadingsForm"}
"""What each kind of event has as data."""
BY_NAME = ("direction", "asked", "at")
KEYS = ("reason", "refusal")
AS_THEY_ARE = ("given", "allowed", "detail")
"""The arguments of texts that are not words to be looked up."""
LONG = 60.0
STALE = 409

Told = Any
"""What JSON holds."""


@cache
def _validator(name: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({"$ref": SCHEMAS + name, "components": DOCUMENT["components"]})


def as_documented(name: str, content: Told) -> Told:
    """The same, once it is seen to be what the document says.

    :raises jsonschema_rs.ValidationError: if it is not.
    """
    _validator(name).validate(content)
    return content


def kinds_of(form: str, by: str) -> dict[str, str]:
    """The schemas of what can be sent, by the word that names each."""
    shape = DOCUMENT["components"]["schemas"][form]
    kinds: dict[str, str] = shape.get("properties", {}).get("command", shape)["discriminator"]["mapping"]
    assert shape.get("properties", {}).get("command", shape)["discriminator"]["propertyName"] == by
    return {kind: where.removeprefix(SCHEMAS) for kind, where in kinds.items()}


def sendable(option: Mapping[str, Told]) -> dict[str, Told]:
    """A legal action of the open step as it is sent: as it is told, without what its kind has not."""
    action = DOCUMENT["components"]["schemas"]["ActForm"]["properties"]["action"]["discriminator"]["mapping"]
    fields = DOCUMENT["components"]["schemas"][action[option["kind"]].removeprefix(SCHEMAS)]["properties"]
    return {name: value for name, value in option.items() if name in fields}


@dataclass
class DocumentedClient:
    """A program that plays at a table over HTTP. ``seen`` is the newest snapshot that it was told."""

    address: str
    seen: Told = None
    cookies: dict[str, str] = field(default_factory=dict)

    def opens_board(self) -> None:
        """Open the page of the virtual board, which gives a cookie for its hands."""
        with self._asked("GET", "/board") as answer:
            assert answer.status == http.client.OK

    @contextmanager
    def listening(self, *more: str) -> Iterator[Iterator[tuple[str, Told]]]:
        """The events of a stream, by kind; with those of these kinds besides the snapshots."""
        asked = f"/stream?with={','.join(more)}" if more else "/stream"
        with self._asked("GET", asked) as answer:
            assert answer.status == http.client.OK
            yield self._events(answer)

    def until(self, holds: Callable[[Told], bool]) -> Told:
        """The first snapshot of which this holds."""
        with self.listening() as events:
            for kind, told in events:
                if kind == "state" and holds(told):
                    return told
        raise AssertionError("the stream has ended")

    def may_move_pieces(self) -> bool:
        """Whether the hands at the virtual board are this client's."""
        with self.listening("board") as events:
            return bool(next(told for kind, told in events if kind == "board")["may_act"])

    def command(self, kind: str, **fields: Told) -> tuple[int, Told]:
        """The status of the answer to a command about what was seen last, and the answer."""
        body = {"version": self.seen["version"], "command": {"kind": kind, **fields}}
        assert kind in kinds_of("RequestForm", "kind")
        status, told = self.posts("/command", as_documented("RequestForm", body))
        if status in (200, 403, STALE, 422):
            self.seen = as_documented("CommandAnswer", told)["snapshot"]
        return status, told

    def does(self, kind: str, **fields: Told) -> Told:
        """Give a command that is carried out, once more where its subject has changed meanwhile; the snapshot after."""
        status, told = self.command(kind, **fields)
        while status == STALE:
            status, told = self.command(kind, **fields)
        assert status == http.client.OK, (kind, fields, told)
        return self.seen

    def hands(self, do: str, **fields: Told) -> Told:
        """Move a piece of the virtual board, or press a button; the board after."""
        assert do in kinds_of("Gesture", "do")
        status, told = self.posts("/board/hands", as_documented("Gesture", {"do": do, **fields}))
        assert status == http.client.OK, (do, fields, told)
        return as_documented("GestureAnswer", told)["bench"]

    def says(self, message: Told, language: str = "en", part: str = "page") -> str:
        """A message in words."""
        as_documented("MessageForm", message)
        return self._in_words(message["key"], message["args"], {**self.texts(language, part), **self.texts(language)})

    def texts(self, language: str, part: str = "page") -> Mapping[str, str]:
        """A part of the texts."""
        with self._asked("GET", f"/text/{language}/{part}.json") as answer:
            found: Mapping[str, str] = json.loads(answer.read())
            return found

    def posts(self, path: str, body: Told) -> tuple[int, Told]:
        """The status of the answer to what is sent, and the answer."""
        with self._asked("POST", path, body) as answer:
            return answer.status, json.loads(answer.read())

    def _in_words(self, key: str, args: Mapping[str, str], texts: Mapping[str, str]) -> str:
        def placed(found: re.Match[str]) -> str:
            name, value = found[1], args[found[1]]
            if name in AS_THEY_ARE:
                return value
            if name in BY_NAME and f"{name}.{value}" in texts:
                return self._in_words(f"{name}.{value}", args, texts)
            if name in KEYS and value in texts:
                return self._in_words(value, args, texts)
            return ", ".join(self._word(word, texts) for word in re.split(", ?", value))

        return re.sub(r"\{(\w+)\}", placed, texts[key])

    def _word(self, word: str, texts: Mapping[str, str]) -> str:
        if held := re.fullmatch(r"(\w+) \((\w+)\)", word):
            return f"{self._word(held[1], texts)} ({self._word(held[2], texts)})"
        names = {seat["seat"]: seat["name"] for seat in self.seen["seats"] if seat["name"]}
        looked_up = (names.get(word), *(texts.get(key) for key in (f"seat.{word}", f"power.{word}.name")))
        return next((found for found in looked_up if found), texts.get(f"piece.{word}", word))

    def _events(self, answer: http.client.HTTPResponse) -> Iterator[tuple[str, Told]]:
        kind = ""
        for line in answer:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "event":
                kind = value
            elif name == "data" and kind != "beat":
                told = as_documented(OF_EVENT[kind], json.loads(value))
                if kind == "state":
                    self.seen = told
                yield kind, told

    @contextmanager
    def _asked(self, method: str, path: str, body: Told = None) -> Iterator[http.client.HTTPResponse]:
        with closing(http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=LONG)) as connection:
            cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            headers = {"Content-Type": "application/json", "Cookie": cookie}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            with connection.getresponse() as answer:
                for each in answer.headers.get_all("Set-Cookie", []):
                    name, _, value = each.partition(";")[0].partition("=")
                    self.cookies[name] = value
                yield answer
