"""Tables that `thera play` runs, each in a process of its own with a virtual board, over a real Mosquitto; who plays
has nothing but the page's interface. Each can be killed and started again."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from tests.house import ROOT
from tests.system.player import PATIENCE, Phone

Json = Any
AGAIN = 5
STALE = 409


class TableApart:
    """A table with its data folder, whose broker is at this port; the host sits on blue."""

    _news = threading.Condition()
    """The same for all, so that one can wait until any of them shows something else."""

    def __init__(self, name: str, folder: Path, broker: int) -> None:
        self.name, self.folder = name, folder
        folder.mkdir(parents=True)
        self._port = 0
        self._configuration = folder / "configured.toml"
        self._configuration.write_text(
            f'[mqtt]\nhost = "127.0.0.1"\nport = {broker}\n\n[table]\nname = "{name}"\n', encoding="utf-8"
        )
        self.phone = Phone("", folder, "blue")
        self._process: subprocess.Popen[str] | None = None
        self._shown: Json = None
        self._stream = 0

    def start(self) -> None:
        """Start it, and wait until its page answers; at the same port as before, if it ran before."""
        command = [sys.executable, "-m", "thera.cli", "play", "--config", str(self._configuration)]
        command += ["--host", "127.0.0.1", "--port", str(self._port), "--board", "virtual", "--seed", "7"]
        with (self.folder / "said").open("a") as said:
            self._process = subprocess.Popen(
                [*command, "--data", str(self.folder / "data")],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
            )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"open at (http://127.0.0.1:(\d+))/?$", line.strip()):
                self._port = int(found[2])
                self.phone.address = f"{found[1]}/"
                self._follow()
                return
        raise AssertionError(f"{self.name} did not open: {self.said}")

    def _follow(self) -> None:
        """Show what this phone may see from now on."""
        self._shown, self._stream = None, self._stream + 1
        threading.Thread(target=self._listen, args=(self._stream,), daemon=True).start()

    def sits_down(self) -> None:
        """The host sits down at the virtual board, whose pieces follow what is played."""
        with self.phone.opens_the_board():
            self.phone.command("claim_seat", seat="blue", name=f"Host at {self.name}")
        self._follow()
        self.until("the host sits", lambda seen: seen["seats_held"])
        self.phone.hand("follow", on=True)
        self.does("choose_options", options={"powers": False})

    def does(self, kind: str, **more: Json) -> None:
        """Give a command; once more if the table has changed since the phone showed it."""
        if not any(self.tries(self.now, kind, **more) for _ in range(AGAIN)):
            raise AssertionError(f"{kind} was late {AGAIN} times")

    def tries(self, seen: Json, kind: str, **more: Json) -> bool:
        """Give a command to the table as the phone showed it; False if it has changed since, and shows that now."""
        body = {"version": seen["version"], "command": {"kind": kind, **more}}
        try:
            with self.phone._open("command", body) as answer:
                self._show(json.load(answer)["snapshot"])
        except HTTPError as error:
            told = json.loads(error.read())
            if error.code != STALE:
                raise AssertionError(f"{kind} was refused: {told['error']}") from error
            self._show(told["snapshot"])
            return False
        return True

    def kill(self) -> None:
        """Kill it, as `kill -9` does."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def starts_again(self) -> None:
        """Start it after it was killed, and go on with the game."""
        self.start()
        if not self.now["found"]:
            return
        try:
            self.does("resume_game")
        except AssertionError:  # what the match brought meanwhile may have gone on with it
            self.until("the game goes on", lambda seen: not seen["found"])

    @property
    def now(self) -> Json:
        """What the host's phone shows."""
        return self.until("it shows something", bool)

    def until(self, what: str, holds: Callable[[Json], Json]) -> Json:
        """What the host's phone shows as soon as this holds."""
        with self._news:
            if not self._news.wait_for(lambda: self._shown is not None and holds(self._shown), PATIENCE):
                raise AssertionError(f"{self.name} waited in vain until {what}: {self._shown}")
            return self._shown

    def _show(self, seen: Json) -> None:
        with self._news:
            if self._shown is None or seen["version"] >= self._shown["version"]:
                self._shown = seen
            self._news.notify_all()

    def _listen(self, number: int) -> None:
        """Follow what the table sends, until it is killed or another stream is followed."""
        try:
            with self.phone._open("stream") as stream:
                for line in stream:
                    if number != self._stream:
                        return
                    if line.startswith(b"data: {"):
                        self._show(json.loads(line.removeprefix(b"data: ")))
        except (OSError, http.client.HTTPException):
            pass  # it was killed

    @property
    def said(self) -> str:
        """What it has written to its log."""
        return (self.folder / "said").read_text(encoding="utf-8")

    def warnings(self) -> list[str]:
        """The lines of its log that are about a match."""
        return [line for line in self.said.splitlines() if re.search("match", line)]


@contextmanager
def two_tables(folder: Path, broker: int) -> Iterator[tuple[TableApart, TableApart]]:
    """Two tables at the broker at this port, at each of which its host sits."""
    made = TableApart("Oslo", folder / "oslo", broker), TableApart("Bergen", folder / "bergen", broker)
    try:
        for table in made:
            table.start()
            table.sits_down()
        yield made
    finally:
        for table in made:
            table.kill()


def news_of(tables: Sequence[TableApart], before: Sequence[Json]) -> None:
    """Wait until one of the tables shows another version than in ``before``. To wait for one that is chosen would be
    wrong: it may be the other one that has something to do next."""

    def changed(_: Json) -> bool:
        return any(table.now["version"] != seen["version"] for table, seen in zip(tables, before, strict=True))

    tables[0].until("something is new", changed)


def pair(here: TableApart, there: TableApart) -> None:
    """The first table opens a match for two, and the other one comes with its code."""
    here.does("open_match", tables=[["orange"]])
    seen = here.until("there is a code", lambda now: now["match"]["codes"])
    there.does("join_match", code="-".join(seen["match"]["codes"][0]["words"]))
    here.until("the other table came", lambda now: not now["match"]["codes"] and len(now["match"]["tables"]) == 2)
    there.until("its host has orange", lambda now: now["seats_held"] == ["orange"])


def acts(table: TableApart) -> str | None:
    """Do what is due at a table, as its phone shows it; what was done, or seen to be due no longer."""
    seen = table.now
    mine, match = seen["seats_held"], seen["match"] or {}
    if seen["confirming"] in mine and not match.get("offered"):
        return "confirm" if table.tries(seen, "confirm_turn") else "late"
    prompt = seen["prompt"] or {}
    if seen["phase"] in ("placing", "playing") and prompt.get("seat") in mine and seen["game"]["options"]:
        return str(prompt["kind"]) if table.tries(seen, "act", action=chosen(seen)) else "late"
    return None


def chosen(seen: Json) -> Json:
    """An action of people who only want to go up, so that the game is short. They walk no further on the ground, since
    Hermes may for ever."""
    game = seen["game"]
    levels = game["levels"]
    done = [option for option in game["options"] if option["kind"] == "done"]
    steps = [option for option in game["options"] if option["kind"] == "move"]
    if done and not any(levels[step["square"]] > levels[step["worker"]] for step in steps):
        return done[0]
    for kind in ("move", "build"):
        options = [option for option in game["options"] if option["kind"] == kind]
        if options:
            best = max(levels[option["square"]] % (4 if kind == "move" else 3) for option in options)
            return next(option for option in options if levels[option["square"]] % (4 if kind == "move" else 3) == best)
    return game["options"][len(game["options"]) // 2]


def is_over(table: TableApart) -> bool:
    """Whether its game is over."""
    return bool(table.now["phase"] == "over")


def plays_on(*tables: TableApart, turns: int = 10_000, patience: int = 4_000) -> int:
    """Whoever is to act does, until so many turns were confirmed, or the game is over at all tables; how many were."""
    made = 0
    for _ in range(patience):
        before = [table.now for table in tables]
        done = [acts(table) for table in tables]
        made += done.count("confirm")
        if made >= turns or all(is_over(table) for table in tables):
            return made
        if not any(done):  # each table waits for another one, or for its own pieces
            news_of(tables, before)
    raise AssertionError([(table.now["prompt"], table.now["confirming"], table.now["match"]) for table in tables])


def gives_up(*tables: TableApart) -> None:
    """Whoever has the turn gives up: then nothing of another table can come first."""
    for _ in range(200):
        before = [table.now for table in tables]
        for table, seen in zip(tables, before, strict=True):
            (seat,) = seen["seats_held"]
            if (seen["prompt"] or {}).get("seat") == seat and not seen["confirming"]:
                table.does("act", action={"kind": "resign", "seat": seat})
                return
        news_of(tables, before)
    raise AssertionError("nobody has the turn")


def same_game(*tables: TableApart) -> Json:
    """Wait until all tables have the same game; its log."""
    keys = ("levels", "domes", "workers", "outcome")

    def game_of(seen: Json) -> Json:
        told = [(line["message"]["key"], line["message"]["args"]) for line in seen["log"]]
        return told, {key: seen["game"][key] for key in keys}

    for _ in range(200):
        before = [table.now for table in tables]
        games = [game_of(seen) for seen in before]
        if all(game == games[0] for game in games):
            return games[0]
        news_of(tables, before)
    raise AssertionError(games)


def plays_to_the_end(*tables: TableApart, to_the_win: bool) -> None:
    """Play on to the win, or for two turns until somebody gives up; then all have the same game in their archives."""
    if not to_the_win:
        plays_on(*tables, turns=2)
        gives_up(*tables)
    plays_on(*tables)
    assert all(is_over(table) for table in tables)
    same_game(*tables)
    for table in tables:
        table.until("the game is in its archive", lambda seen: seen["kept"])
