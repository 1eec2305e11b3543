"""Requests of all kinds, meant well or ill, to the whole page over a table in all its phases: ``python -m
tests.web_ui.http_fuzz --examples N``.

Nothing fails; what is refused changes nothing; what is not a phone's right does not happen; answers are as documented.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from msgspec import Struct
from schemathesis.checks import CHECKS
from schemathesis.core import NotSet
from schemathesis.generation import GenerationMode
from werkzeug.test import Client, TestResponse

from common.atomic_files import write_whole
from engine.notation.action_form import parse_action
from hardware.board import LinkChanged, LinkState
from hardware.virtual_hands import PieceSeen
from table.runtime.publisher import marks_of
from table.runtime.session_runner import TableFittings
from table.session.journal_entries import Opened, evolve
from table.session.saved_state import SavedState
from table.session.table_state import TableState
from table.settings.configuration import Configuration, Configured, Wifi
from table.settings.page_addresses import OwnNetwork
from table.storage.game_archive import GameArchive
from table.traces import NullJournal
from table.view.led_patterns import lights_of
from tests.table.runtime.quiet_board import QuietBoard, ScriptedReader
from tests.web_ui.fake_hints import FakeHints
from tests.web_ui.fake_puzzles import fake_puzzles
from tests.web_ui.fake_reviewer import FakeReviewer
from tests.web_ui.fake_table import SmallHands, bench_with, standing
from tests.web_ui.posted import action_json
from tests.web_ui.recorded_traffic import HOME, ThreadlessTable, do_signs
from web_ui.app import create_app
from web_ui.callers import SEAT_COOKIE
from web_ui.forms.command_forms import COMMAND_FORMS, ActForm, RequestForm
from web_ui.forms.game_forms import ACTION_FORMS
from web_ui.interface import document

DOCUMENT: Any = document()

UNENDING = ("/stream", "/readings", "/board/stream")
"""Streams, whose answers have no end."""
PLAYED = ("@b2", "@d4", "!", "@b4", "@d2", "!", "b2-c3", "c3+b3", "!", "b4-a4", "a4+b4")
"""Steps of a game; ``!`` confirms."""
PUBLIC_COMMANDS = {"claim_seat", "withdraw_claim"}
"""What the table does for a phone without a seat; it changes nothing of the game."""
HOST_COMMANDS = {
    *(
        "choose_options",
        "hand_host",
        "watch_corner",
        "show_colours",
        "begin_game",
        "draw_lots",
        "abandon_game",
        "open_workshop",
        "delete_games",
        "count_game",
    ),
}
"""What it does for nobody but the host."""
CHECKED: list[Any] = [
    check
    for check in CHECKS.get_all()
    if check.__name__
    in {
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_schema_conformance",
        "negative_data_rejection",
    }
]


class CarefulHands(SmallHands):
    """Know which pieces there are."""

    def _piece(self, piece: str) -> PieceSeen:
        if all(one.piece != piece for one in self.bench.pieces):
            raise ValueError(f"there is no piece {piece!r}")
        return super()._piece(piece)


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with a phone."""

    name: str
    client: Client

    @property
    def marks(self) -> frozenset[str]:
        """The marks of the tokens in the phone's cookie."""
        cookie = self.client.get_cookie(SEAT_COOKIE, domain=HOME.removeprefix("http://"))
        return marks_of(frozenset() if cookie is None else frozenset(cookie.value.split(".")))


class Stage:
    """The page over a table that can be put into any phase of a game again and again, and three phones: that of
    Ann, the host, of Ben, who has a seat, and of Eve, who looks on."""

    def __init__(self, folder: Path) -> None:
        board = QuietBoard()
        own = OwnNetwork("Thera", "kamo-tezi-runa-pilo")
        configured = Configured(Configuration(wifi=Wifi("Guests", "their password")), own_network=own)
        opened = evolve(SavedState(), Opened())
        fittings = TableFittings(configured=configured)
        self.table = ThreadlessTable(board, ScriptedReader(), lights_of, NullJournal(), opened, fittings)
        self.hands = CarefulHands(bench_with(standing("blue-1", "b2"), standing("orange-1", "d2")))
        self.games = GameArchive(folder / "games", write_whole)
        self.sent = 0
        self.app = create_app(
            self.table,
            self.hands,
            join_url=lambda: f"{HOME}/",
            games=self.games,
            reviews=FakeReviewer(self.games),
            hints=FakeHints(),
            puzzles=fake_puzzles(self.table),
            own_network=own,
        )
        self.ann, self.ben, self.eve = self.guests = tuple(
            Guest(name, Client(self.app, TestResponse)) for name in ("Ann", "Ben", "Eve")
        )
        self.table.runner.handle_event(LinkChanged(LinkState.READY))
        self.phases: dict[str, TableState] = {"empty": self.state}
        for guest, seat in ((self.ann, "blue"), (self.ben, "orange")):
            self.does(guest, {"kind": "claim_seat", "seat": seat, "name": guest.name})
            self.phases[f"{guest.name} asks"] = self.state
            do_signs(self.table)
        self._keep("lobby")
        self._play("mortal")
        self.put("lobby")
        self._vote()
        self.put("lobby")
        self._draft("hecate")
        self._play("hecate")
        self.phases["found"] = TableState.opening(evolve(self.state.saved, Opened()))

    @property
    def state(self) -> TableState:
        return self.table.runner.state

    def put(self, phase: str) -> None:
        """Let the table be in this phase."""
        self.table.runner._adopt(self.phases[phase])
        self.table.runner._state = self.phases[phase]

    def send(self, guest: Guest, path: str = "/command", **how: Any) -> TestResponse:  # noqa: ANN401 - as the client has it
        """A POST."""
        self.sent += 1
        return guest.client.post(path, base_url=HOME, **how)

    def does(self, guest: Guest, command: object) -> None:
        """Give a command that is carried out."""
        answer = self.send(guest, json={"version": self.state.version, "command": command})
        assert answer.status_code == 200, (command, answer.text)

    def _keep(self, phase: str) -> None:
        self.phases[phase] = self.state

    def _vote(self) -> None:
        self.does(self.ann, {"kind": "choose_options", "options": {"powers": True, "mode": "vote"}})
        self.does(self.ann, {"kind": "begin_game"})
        self.does(self.ann, {"kind": "vote_for_powers", "seat": "blue", "powers": ["pan", "hera"], "done": True})
        self._keep("voting")

    def _draft(self, power: str) -> None:
        options = {"powers": True, "clock": {"minutes": 9, "increment": 0}}
        self.does(self.ann, {"kind": "choose_options", "options": options})
        self.does(self.ann, {"kind": "begin_game"})
        self._keep("offering")
        self.does(self.ann, {"kind": "offer_powers", "powers": ["apollo", power]})
        self._keep("choosing")
        self.does(self.ben, {"kind": "choose_power", "power": power})
        self._keep("starting")
        self.does(self.ann, {"kind": "name_start_player", "seat": "blue"})

    def _play(self, power: str) -> None:
        if self.state.saved.game is None:
            self.does(self.ann, {"kind": "begin_game"})
        for number, step in enumerate(PLAYED):
            seat = self.state.saved.confirming or self.state.saved.to_act
            guest = self.ann if seat == "blue" else self.ben
            if step == "!":
                self.does(guest, {"kind": "confirm_turn"})
            else:
                self.does(guest, {"kind": "act", "action": action_json(parse_action(step))})
            self._keep(f"{power} {number}")
        self.does(self.ann, {"kind": "act", "action": {"kind": "resign", "seat": "blue"}})
        self._keep(f"{power} over")


def check(stage: Stage, guest: Guest, before: TableState, command: object, answer: TestResponse) -> None:
    """What holds of every answer to a command, whatever was sent; ``before`` is how the table stood then, and ``guest``
    had no other seats then than now."""
    told = (guest.name, command, answer.status_code, answer.text[:300])
    assert answer.status_code < 500, told
    if answer.status_code >= 400:
        assert stage.state == before, told
        return
    assert isinstance(command, dict), told
    kind, seating = command["kind"], before.saved.seating
    held = seating.held(guest.marks)
    if not held:
        assert kind in PUBLIC_COMMANDS, told
        if seating.players or kind != "claim_seat":  # who asks first at a virtual board has a seat at once
            assert stage.state.saved == before.saved, told
    if kind in HOST_COMMANDS:
        assert seating.host in held, told
    if kind == "act":
        assert command["action"].get("seat", before.saved.to_act) in held, told


# Requests after the document, kept to and broken.


def documented(stage: Stage, examples: int, chance: int) -> None:
    """Commands that fit the document and such that do not, by everybody in every phase, about what they see now or some
    other version: so many examples of each kind of command and of action, and ten times as many that fit nothing."""
    for form in COMMAND_FORMS:
        _documented(stage, GenerationMode.POSITIVE, examples, chance, command=form)
    for form in ACTION_FORMS:
        _documented(stage, GenerationMode.POSITIVE, examples, chance, command=ActForm, action=form)
    _documented(stage, GenerationMode.NEGATIVE, 10 * examples, chance)


def _documented(
    stage: Stage,
    mode: GenerationMode,
    examples: int,
    chance: int,
    *,
    command: type[Struct] | None = None,
    action: type[Struct] | None = None,
) -> None:
    schemas: dict[str, Any] = dict(DOCUMENT["components"]["schemas"])
    for form, field, only in ((RequestForm, "command", command), (ActForm, "action", action)):
        if only is not None:
            shape = schemas[form.__name__]
            fields = {**shape["properties"], field: {"$ref": f"#/components/schemas/{only.__name__}"}}
            schemas[form.__name__] = {**shape, "properties": fields}
    schema = {**DOCUMENT, "components": {**DOCUMENT["components"], "schemas": schemas}}
    operation = schemathesis.openapi.from_dict(schema)["/command"]["POST"]

    @given(
        case=operation.as_strategy(generation_mode=mode),
        guest=st.sampled_from(stage.guests),
        phase=st.sampled_from(sorted(stage.phases)),
        now=st.booleans(),
    )
    def run(case: schemathesis.Case[Any], guest: Guest, phase: str, now: bool) -> None:  # noqa: FBT001 - as it is drawn
        stage.put(phase)
        before = stage.state
        body: Any = case.body
        if now and mode is GenerationMode.POSITIVE:
            body["version"] = before.version
        answer = stage.send(guest, data=_bytes(body), content_type="application/json")
        check(stage, guest, before, body.get("command") if isinstance(body, dict) else None, answer)
        case.validate_response(answer, checks=CHECKED)

    _often(run, examples, chance)


def _bytes(body: object) -> bytes:
    if isinstance(body, bytes):
        return body
    return b"" if isinstance(body, NotSet) else json.dumps(body).encode()


def everywhere(stage: Stage, examples: int, chance: int) -> None:
    """What the document says of every other address, kept to and broken, by everybody in every phase: a refusal changes
    nothing, nothing here moves a game, and who has no seat has no hands."""
    interface = schemathesis.openapi.from_dict(DOCUMENT)
    paths: dict[str, dict[str, Any]] = DOCUMENT["paths"]
    for path in sorted(set(paths) - {*UNENDING, "/command"}):
        for method, told in paths[path].items():
            modes = (GenerationMode.POSITIVE, *([GenerationMode.NEGATIVE] if "requestBody" in told else []))
            for mode in modes:
                _everywhere(stage, interface[path][method.upper()], mode, examples, chance)


def _everywhere(
    stage: Stage,
    operation: Any,  # noqa: ANN401 - as Schemathesis has it
    mode: GenerationMode,
    examples: int,
    chance: int,
) -> None:
    @given(
        case=operation.as_strategy(generation_mode=mode),
        guest=st.sampled_from(stage.guests),
        phase=st.sampled_from(sorted(stage.phases)),
    )
    def run(case: schemathesis.Case[Any], guest: Guest, phase: str) -> None:
        stage.put(phase)
        state, bench, games = stage.state, stage.hands.bench, stage.games.games
        path = f"{case.formatted_path}?{urlencode(case.query or {})}"
        if case.method == "GET":
            answer = guest.client.get(path, base_url=HOME)
        else:
            answer = stage.send(guest, path, data=_bytes(case.body), content_type="application/json")
        told = (guest.name, phase, path, case.body, answer.status_code)
        assert answer.status_code < 500, told
        assert stage.state == state, told
        if answer.status_code >= 400 or case.method == "GET" or guest is stage.eve:
            assert (stage.hands.bench, stage.games.games) == (bench, games), told
        case.validate_response(answer, checks=CHECKED)

    _often(run, examples, chance)


# Whole games of people who do what they please.


def games(stage: Stage, examples: int, chance: int) -> None:
    """Several times so many commands one after another, most of them such as can be done."""
    dice = Random(f"games {chance}")  # noqa: S311 - chance for tests, not for secrets
    for _ in range(8):
        stage.put(dice.choice(sorted(stage.phases)))
        for _ in range(examples):
            guest, command = dice.choice(stage.guests), _likely(stage, dice)
            before = stage.state
            answer = stage.send(guest, json={"version": before.version, "command": command})
            check(stage, guest, before, command, answer)


def _likely(stage: Stage, dice: Random) -> dict[str, Any]:
    """A command that somebody may be about to give."""
    game = stage.state.saved.game
    if stage.state.claims and dice.random() < 0.1:
        return {"kind": "answer_claim", "code": dice.choice(stage.state.claims).code, "accept": True}
    if game is not None and game.legal_actions() and dice.random() < 0.6:
        return {"kind": "act", "action": action_json(dice.choice(game.legal_actions()))}
    return dice.choice(LIKELY)


LIKELY: tuple[dict[str, Any], ...] = (
    *({"kind": kind} for kind in ("confirm_turn", "undo_step", "restart_turn", "ask_takeback", "begin_game")),
    *({"kind": "answer_takeback", "agree": agree} for agree in (True, False)),
    *({"kind": "rematch", "again": again} for again in ("lobby", "draft", "same", "swapped")),
    *({"kind": "answer_rematch", "agree": agree} for agree in (True, False)),
    *({"kind": "claim_seat", "seat": seat, "name": "Cleo"} for seat in ("white", "blue")),
    *({"kind": "answer_claim", "code": code, "accept": True} for code in ("KTRM", "XAKA")),
    *({"kind": "withdraw_claim", "seat": seat} for seat in ("white", "blue")),
    *({"kind": "offer_powers", "powers": powers} for powers in (["pan", "atlas"], ["chaos", "moerae"])),
    *({"kind": "choose_power", "power": power} for power in ("pan", "atlas", "chaos", "moerae")),
    *({"kind": "choose_options", "options": options} for options in ({"powers": True, "mode": "quick"}, {})),
    *({"kind": "vote_for_powers", "seat": "orange", "powers": ["pan"], "done": done} for done in (True, False)),
    {"kind": "count_votes"},
    {"kind": "draw_lots"},
    {"kind": "name_start_player", "seat": "orange"},
    {"kind": "pause_clock", "paused": True},
    {"kind": "resume_game"},
    {"kind": "abandon_game"},
    {"kind": "leave_seat", "seat": "white"},
    {"kind": "watch_corner", "watching": True},
    {"kind": "act", "action": {"kind": "resign", "seat": "blue"}},
)


def _often(test: Callable[[], None], examples: int, chance: int) -> None:
    quiet = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    seed(chance)(quiet(test))()


PARTS: dict[str, Callable[[Stage, int, int], None]] = {
    "documented": documented,
    "everywhere": everywhere,
    "games": games,
}


def main(arguments: list[str] | None = None) -> int:
    """Send many requests of each kind, and tell how many."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=200, help="so many of each kind of command (default: 200)")
    parser.add_argument("--seed", type=int, default=1)
    given_arguments = parser.parse_args(arguments)
    for name, part in PARTS.items():
        with tempfile.TemporaryDirectory() as folder:
            stage = Stage(Path(folder))
            part(stage, given_arguments.examples, given_arguments.seed)
        print(f"{name}: {stage.sent} requests, as they should be", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
