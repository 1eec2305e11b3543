"""Two players at a table who have nothing but its address: ``python -m tests.system.player ADDRESS FOLDER begin``.

They sit down, place workers and make turns with their hands on the virtual board, as its page lets them; what their
phones hold and what they saw last is kept in the folder. ``go-on`` comes back later, sees that seats and position are
as they were, and makes one more turn. ``resign`` ends the game, and waits until the table has reviewed it.
"""

from __future__ import annotations

import http.client
import json
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from http.cookiejar import LWPCookieJar
from pathlib import Path
from typing import Any

SEATS = {"blue": "Ann", "orange": "Bo"}
PATIENCE = 60.0
LOOKS = 2.0
"""Seconds for which people look at a board that has come back before they touch it; the table reads it meanwhile."""
THINKS = 600.0
"""Seconds within which a busy computer has reviewed a short game."""
COMES_BACK = 30.0
"""Seconds within which a table that was killed answers again."""

Json = Any


class PlayerError(Exception):
    """The table does not do what it should; the message says what."""


class Phone:
    """The phone of a seat."""

    def __init__(self, address: str, folder: Path, seat: str) -> None:
        self.address, self.seat = address, seat
        self._jar = LWPCookieJar(str(folder / f"{seat}.cookies"))
        if Path(self._jar.filename or "").exists():
            self._jar.load(ignore_discard=True)
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))

    def _open(self, path: str, body: Json = None) -> Json:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, data, headers)  # noqa: S310 - the address of a table
        return self._opener.open(request, timeout=PATIENCE)

    def snapshots(self) -> Iterator[Json]:
        """What the phone shows, as it changes, for as long as one has patience."""
        ends = time.monotonic() + PATIENCE
        with self._open("stream") as stream:
            for line in stream:
                if line.startswith(b"data: {"):
                    yield json.loads(line.removeprefix(b"data: "))
                if time.monotonic() > ends:
                    return

    def until(self, what: str, holds: Callable[[Json], Json]) -> Json:
        """The first snapshot of which this holds."""
        seen: Json = None
        for seen in self.snapshots():
            if holds(seen):
                return seen
        told = (
            {name: seen.get(name) for name in ("phase", "prompt", "confirming", "board", "choices")} if seen else None
        )
        raise PlayerError(f"{self.seat} waited in vain until {what}: {told}")

    def command(self, kind: str, **more: Json) -> Json:
        """Ask for something, as the phone sees the table now; the snapshot then."""
        version = next(self.snapshots())["version"]
        try:
            with self._open("command", {"version": version, "command": {"kind": kind, **more}}) as answer:
                told = json.load(answer)
        except urllib.error.HTTPError as error:
            raise PlayerError(f"{kind} was refused: {error.read().decode()[:300]}") from error
        self._jar.save(ignore_discard=True)
        return told["snapshot"]

    @contextmanager
    def opens_the_board(self) -> Iterator[None]:
        """Open the page of the virtual board, first of all, so that its hands are this phone's while nobody sits."""
        with self._open("board") as page:
            page.read()
        with self._open("board/stream") as stream:
            if not first_told(stream)["may_act"]:
                raise PlayerError("somebody else has the hands at the virtual board")
            yield

    def lets_in(self, name: str) -> None:
        """Say yes to somebody who asks for a seat."""
        seen = self.until(f"{name} asks", lambda now: any(claim["name"] == name for claim in now["claims"]))
        code = next(claim["code"] for claim in seen["claims"] if claim["name"] == name)
        self.command("answer_claim", code=code, accept=True)

    def hand(self, do: str, **more: Json) -> None:
        """Let a hand do something at the virtual board."""
        try:
            with self._open("board/hands", {"do": do, **more}) as answer:
                answer.read()
        except urllib.error.HTTPError as error:
            raise PlayerError(f"the hand could not {do}: {error.read().decode()[:300]}") from error

    def reads(self, path: str) -> Json:
        """What the table answers to a question."""
        with self._open(path) as answer:
            return json.load(answer)

    def pieces(self) -> dict[str, str | None]:
        """Where each worker of this seat is on the virtual board."""
        with self._open("board/stream") as stream:
            bench = first_told(stream)
        return {each["piece"]: each["square"] for each in bench["pieces"] if each["seat"] == self.seat}


def first_told(stream: Iterable[bytes]) -> Json:
    """The first state that a stream tells."""
    for line in stream:
        if line.startswith(b"data: {"):
            return json.loads(line.removeprefix(b"data: "))
    raise PlayerError("the table says nothing")


def position(snapshot: Json) -> Json:
    """What has to be the same after whatever happened to the table."""
    game = snapshot["game"]
    return {name: game[name] for name in ("levels", "domes", "workers", "active")}


def sit_down(phones: dict[str, Phone]) -> None:
    """The first sits down on the page of the board, and lets the other in."""
    (seat, first), *others = phones.items()
    with first.opens_the_board():
        first.command("claim_seat", seat=seat, name=SEATS[seat])
    first.until("the seat is theirs", partial(holds, seat))
    for other, phone in others:
        phone.command("claim_seat", seat=other, name=SEATS[other])
        first.lets_in(SEATS[other])
        phone.until("the seat is theirs", partial(holds, other))


def holds(seat: str, seen: Json) -> bool:
    """Whether this phone has the seat."""
    return seat in seen["seats_held"]


def stands_on(square: str, seen: Json) -> bool:
    """Whether a worker of the game stands there."""
    return any(worker["square"] == square for worker in seen["game"]["workers"])


def place(phone: Phone) -> None:
    """Put both workers on the first squares that are free, and say that it is done."""
    for _ in range(2):
        asked = f"{phone.seat} is to place"
        seen = phone.until(
            asked, lambda now: (now["prompt"] or {}).get("seat") == phone.seat and now["game"]["options"]
        )
        square = seen["game"]["options"][len(seen["game"]["options"]) // 2]["square"]
        piece = next(name for name, at in phone.pieces().items() if at is None)
        phone.hand("lift", piece=piece)
        phone.hand("put", piece=piece, square=square)
        phone.until(f"the worker on {square} is seen", partial(stands_on, square))
    end_turn(phone)


def turn(phone: Phone) -> None:
    """Make one of the turns that the rules allow."""
    seen = phone.until(f"{phone.seat} is to move", lambda now: prompted(now, phone.seat, "move"))
    move = next(option for option in seen["game"]["options"] if option["kind"] == "move")
    piece = next(name for name, at in phone.pieces().items() if at == move["worker"])
    phone.hand("lift", piece=piece)
    phone.hand("put", piece=piece, square=move["square"])
    seen = phone.until(f"{phone.seat} is to build", lambda now: prompted(now, phone.seat, "build"))
    # The last one, and so not again and again the same: towers stay low.
    build = [option for option in seen["game"]["options"] if option["kind"] == "build"][-1]
    touch(phone, piece, build["square"])
    phone.hand("stack", square=build["square"], dome=build["piece"] == "dome")
    end_turn(phone)


def touch(phone: Phone, piece: str, square: str) -> None:
    """Touch a square to build there; a second time where the lights ask for it, as they may on a busy computer."""
    phone.hand("tap", piece=piece, square=square)
    seen = phone.until(f"the touch of {square} is read", lambda now: is_built(phone, now) or touch_is_unsure(now))
    if not is_built(phone, seen):
        print(f"  {phone.seat} was asked to touch {square} again", flush=True)
        phone.hand("tap", piece=piece, square=square)
    phone.until(f"it is built on {square}", partial(is_built, phone))


def is_built(phone: Phone, seen: Json) -> bool:
    """Whether the turn of this phone may end."""
    return bool(seen["confirming"] == phone.seat)


def touch_is_unsure(seen: Json) -> bool:
    """Whether the table asks for a touch again."""
    return bool((seen["board"]["message"] or {}).get("key") == "board.touch_unsure")


def is_read(seen: Json) -> bool:
    """Whether the table sees on the board what the game has there."""
    return bool(seen["board"]["mode"] == "following")


def prompted(seen: Json, seat: str, kind: str) -> bool:
    """Whether this seat is asked for this now."""
    prompt = seen["prompt"] or {}
    return prompt.get("seat") == seat and prompt.get("kind") == kind and bool(seen["game"]["options"])


def end_turn(phone: Phone) -> None:
    """Press the button on the rim."""
    phone.until("the turn can be ended", lambda now: now["confirming"] == phone.seat)
    phone.hand("press", button="done")
    phone.until("the turn has ended", lambda now: now["confirming"] != phone.seat)


def begin(phones: dict[str, Phone]) -> None:
    """Sit down, place the workers, and make a turn each."""
    sit_down(phones)
    phones["blue"].command("choose_options", options={})
    phones["blue"].command("begin_game")
    for phone in phones.values():
        place(phone)
    for phone in phones.values():
        turn(phone)


def go_on(phones: dict[str, Phone], kept: Json) -> None:
    """See that all is as it was, and make a turn."""
    for seat, phone in phones.items():
        seen = phone.until(f"{seat} sees the board again", lambda now: now["board"]["link"] in ("ready", "degraded"))
        if position(seen) != kept:
            raise PlayerError(f"the position was {kept} and is now {position(seen)}")
        if seat not in seen["seats_held"]:
            raise PlayerError(f"{seat} has lost the seat")
    time.sleep(LOOKS)
    phone = phones[kept["active"]]
    seen = phone.until("the board is read", lambda now: is_read(now) or now["offers"])
    if not is_read(seen):  # the table is not sure what it has come back to, and asks
        phone.command("take_offer", offer="trust")
        phone.until("the board is trusted", is_read)
    turn(phone)


def is_reviewed(phone: Phone) -> int:
    """Wait until the table, which thinks in a process of its own, has reviewed the newest game; how many turns."""
    name = phone.reads("games.json")["games"][0]["game"]
    ends = time.monotonic() + THINKS
    while (review := phone.reads(f"games/{name}/review.json"))["turns"] is None:
        if review["failed"] or time.monotonic() > ends:
            raise PlayerError(f"the table has not reviewed the game: {review}")
        time.sleep(1)
    return len(review["turns"])


def wait_for_table(address: str) -> float:
    """Wait until the page answers; how many seconds that took."""
    began = time.monotonic()
    while True:
        try:
            with urllib.request.urlopen(address, timeout=COMES_BACK) as page:  # noqa: S310 - as above
                page.read()
            return time.monotonic() - began
        except (urllib.error.URLError, ConnectionError, http.client.HTTPException):
            if time.monotonic() - began > COMES_BACK:
                raise
            time.sleep(0.05)


def main() -> int:
    """Do what was asked; the exit code."""
    address, where, what = sys.argv[1:4]
    folder = Path(where)
    folder.mkdir(parents=True, exist_ok=True)
    memory = folder / "position.json"
    waited = wait_for_table(address)
    phones = {seat: Phone(address, folder, seat) for seat in SEATS}
    match what:
        case "begin":
            begin(phones)
        case "go-on":
            go_on(phones, json.loads(memory.read_text()))
        case "resign":
            active = json.loads(memory.read_text())["active"]
            phones[active].command("act", action={"kind": "resign", "seat": active})
            phones[active].until("the game is over", lambda now: now["phase"] == "over" and now["kept"])
            print(f"  the game is over and kept; the table has reviewed {is_reviewed(phones[active])} turns of it")
            return 0
        case _:
            raise PlayerError(f"{what} is not begin, go-on or resign")
    seen = next(phones["blue"].snapshots())
    memory.write_text(json.dumps(position(seen)))
    print(f"  the page answered after {waited:.1f} s; {what}: {seen['game']['active']} is next", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
