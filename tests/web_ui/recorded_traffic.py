"""A table whose every word to the other phones is written down: streams and answers byte for byte, and the lights.

All happens in the test's own thread, one thing after another: a command is carried out where it is asked, and every
state that is made public goes through the open streams at once, so that none is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count

import pytest
from flask import Flask
from werkzeug.test import Client, TestResponse

from engine.actions import Action
from engine.notation.action_form import parse_action
from hardware.board import Frame, LinkChanged, LinkState
from hardware.board_file import BoardFile
from hardware.hand_actions import HandAction
from hardware.virtual.virtual_device import VirtualDevice
from online.home.home_assistant import PublicState, TableTopics, public_state, state_messages, win_message
from table.runtime import publisher
from table.runtime.publisher import Publisher
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.session.answers import UNKNOWN_CALLER, Answer, Caller
from table.session.command import Command
from table.session.interfaces import BoardReader, Tokens
from table.session.journal_entries import Opened, evolve
from table.session.saved_state import SavedState
from table.session.seat_claims import sign_corners
from table.session.seating import SquareTouched
from table.session.snapshot import EventKind
from table.session.table_state import TableState
from table.storage.game_archive import GameArchive
from table.traces import NullJournal
from table.view.led_patterns import lights_of
from tests.table.runtime.quiet_board import QuietBoard, ScriptedReader
from tests.web_ui.posted import action_json
from thera.table_assembly import make_reader
from web_ui.app import create_app
from web_ui.forms import snapshot_forms

HOME = "http://192.168.1.20"
"""How the phones call the table."""
TOPICS = TableTopics("0123456789abcdef")
SCAN_MS = 20
REST_MS = 1500
"""So long hands leave the board alone, for it to be read."""
MOMENTS = 3
"""So many pictures of moving lights are looked at after each thing that happens, a third of a second apart."""


class Notices(Publisher):
    """Lets every listener hear each state that is put up, before the next one is."""

    def __init__(self, state: TableState, phones: list[ListeningPhone]) -> None:
        super().__init__(state)
        self._phones = phones

    def publish(self, state: TableState) -> None:
        super().publish(state)
        for phone in self._phones:
            phone.hear()


class ThreadlessTable(TableActor):
    """A table that is not started: whoever asks does its work."""

    def submit(self, tokens: Tokens, version: int, command: Command, caller: Caller = UNKNOWN_CALLER) -> Answer:
        return self.runner.answer(tokens, version, command, caller)

    @contextmanager
    def listening(self, tokens: Tokens) -> Iterator[None]:
        self.runner.phone_listens(tokens, joined=True)
        yield
        self.runner.phone_listens(tokens, joined=False)


def do_signs(table: TableActor) -> None:
    """Let hands at the board do the sign of everybody who asks for a seat."""
    for claim in table.runner.state.claims:
        for corner in sign_corners(claim.sign, table.runner.state.size):
            table.runner.feed(SquareTouched(corner))


@dataclass
class ListeningPhone:
    """A phone with an open stream; ``heard`` is every byte that it got."""

    name: str
    client: Client
    heard: list[bytes] = field(default_factory=list)
    _stream: Iterator[bytes] | None = None

    def listen(self) -> None:
        """Open the stream again, as a phone does that has got a seat."""
        opened = self.client.get("/stream", base_url=HOME)
        self.heard.append(head_of(opened))
        self._stream = iter(opened.iter_encoded())
        self.hear()

    def hear(self) -> None:
        """Read what the stream tells now."""
        if self._stream is not None:
            self.heard.append(next(self._stream))

    def get(self, path: str) -> None:
        """Ask for something that can be looked at."""
        self._note(self.client.get(path, base_url=HOME))

    def post(self, command: object, version: int) -> TestResponse:
        """Give a command about this version."""
        answer = self.client.post("/command", json={"version": version, "command": command}, base_url=HOME)
        self._note(answer)
        return answer

    def _note(self, answer: TestResponse) -> None:
        self.heard.append(head_of(answer) + answer.data)


def head_of(answer: TestResponse) -> bytes:
    """Status and headers as they go over the wire, but for the time of day."""
    headers = [(name, value) for name, value in answer.headers if name != "Date"]
    return f"{answer.status}\n{headers}".encode()


class OverheardTable:
    """Ann on blue and Ben on orange, each with a phone, and Eve, who looks on with hers. What Ann's phone, Eve's, the
    room and the house get is kept, a list of bytes for each thing that happens: ``told``.

    With ``wood`` the board is one on which hands can move pieces, and it is read as a real one is."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, games: GameArchive, wood: VirtualDevice | None = None) -> None:
        for module in (publisher, snapshot_forms):
            monkeypatch.setattr(module, "time", Standing())
        self.board = QuietBoard()
        self.wood = wood
        reader: BoardReader = ScriptedReader() if wood is None else make_reader(BoardFile(geometry=wood.geometry))
        clock, tokens = count(), count()
        fittings = TableFittings(clock=lambda: next(clock) / 3, tokens=lambda: f"token-{next(tokens):04}")
        opened = evolve(SavedState(), Opened())
        self.table = ThreadlessTable(self.board, reader, lights_of, NullJournal(), opened, fittings)
        listeners: list[ListeningPhone] = []
        self.table.runner.publisher = Notices(self.table.runner.state, listeners)
        self.app = create_app(self.table, None, join_url=lambda: f"{HOME}/", games=games)
        self.ann, self.ben, self.eve = (
            ListeningPhone(name, Client(self.app, TestResponse)) for name in ("Ann", "Ben", "Eve")
        )
        self.others = (self.ann, self.eve)
        self.told: list[list[bytes]] = []
        self._lit = 0
        self._house: PublicState | None = None
        self._frames = count()
        self.table.runner.handle_event(LinkChanged(LinkState.READY))
        for phone, seat in ((self.ann, "blue"), (self.ben, "orange")):
            self.does(phone, {"kind": "claim_seat", "seat": seat, "name": phone.name})
            do_signs(self.table)
        for phone in self.others:
            phone.listen()
        listeners.extend(self.others)
        self.note()
        self.told.clear()  # before the game there is no secret, but the date until which a seat's cookie is kept

    @property
    def state(self) -> TableState:
        return self.table.runner.state

    def does(self, phone: ListeningPhone, command: object) -> None:
        """Let a phone give a command that is carried out."""
        answer = phone.post(command, self.state.version)
        assert answer.status_code == 200, (phone.name, command, answer.text)
        self.note()

    def acts(self, phone: ListeningPhone, *steps: str) -> None:
        """Let a phone do these steps of the game."""
        for step in steps:
            self.does(phone, {"kind": "act", "action": action_json(parse_action(step))})

    def tries(self, phone: ListeningPhone, command: object, version: int | None = None) -> None:
        """Let a phone give a command that changes nothing."""
        before = self.state.version
        answer = phone.post(command, before if version is None else version)
        assert answer.status_code in (403, 409, 422), (phone.name, command, answer.text)
        assert self.state.version == before

    def time_passes(self, ms: int = 200) -> None:
        """Let frames come in; without wood nothing is felt in them."""
        for _ in range(ms // SCAN_MS):
            self.table.runner.handle_event(self._frame())
        self.note()

    def hands(self, *actions: HandAction) -> None:
        """Let hands do this at the wood, and then rest."""
        assert self.wood is not None
        errands = [self.wood.enqueue(action) for action in actions]
        while not self.wood.idle:
            self.table.runner.handle_event(self._frame())
        for errand in errands:
            errand.check()
        self.time_passes(REST_MS)

    def _frame(self) -> Frame:
        if self.wood is not None:
            return self.wood.frame()
        number = next(self._frames)
        return Frame(SCAN_MS * number, number, (0.0,) * 25)

    def note(self) -> None:
        """Keep what has been told since the last time, with the lights as they are for a while."""
        for _ in range(MOMENTS):
            self.table.runner.show_lights()
        lights = [repr(shown).encode() for shown in self.board.shown[self._lit :]]
        self._lit = len(self.board.shown)
        self.told.append([*lights, *self._published(), *(told for phone in self.others for told in phone.heard)])
        for phone in (self.ann, self.ben, self.eve):
            phone.heard.clear()

    def _published(self) -> Iterator[bytes]:
        """What a broker gets of the state, in the house or elsewhere."""
        before, self._house = self._house, public_state(self.table.snapshot(frozenset()))
        won = win_message(before, self._house, TOPICS)
        for message in (*state_messages(self._house, TOPICS), *([] if won is None else [won])):
            yield message.topic.encode() + message.payload

    @property
    def revealed(self) -> bool:
        """Whether the rules have told Ann something: an action came to nothing, or the game is over."""
        game = self.state.saved.game
        return game is not None and (
            game.outcome is not None or game.state.eliminated != frozenset() or self._cancelled
        )

    @property
    def _cancelled(self) -> bool:
        log = self.table.snapshot(frozenset()).log
        return any(line.event.kind is EventKind.ACTION_CANCELLED for line in log)

    def legal(self) -> tuple[Action, ...]:
        """What the seat to act may do."""
        game = self.state.saved.game
        assert game is not None
        return game.legal_actions()


class Standing:
    """A clock that stands."""

    def monotonic(self) -> float:
        """Always the same time."""
        return 0.0


def everything_to_look_at(app: Flask) -> tuple[str, ...]:
    """Every address without arguments that can be looked at, but for the streams."""
    streams = {"/stream", "/readings", "/board/stream"}
    rules = (rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and not rule.arguments)
    return tuple(sorted(rule.rule for rule in rules if rule.rule not in streams))
