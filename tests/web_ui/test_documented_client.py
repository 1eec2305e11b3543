"""A client that knows nothing but the documents plays at a real table: two sit down, choose gods and play, the board is
tested in the workshop, and every message becomes a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

import pytest

from tests.thera.test_cli import running
from tests.web_ui.documented_client import DOCUMENT, DocumentedClient, Told, kinds_of, sendable
from web_ui.interface.document import document

PIECE = {"blue": "blue-1", "orange": "orange-1"}


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with running(tmp_path, "--board", "virtual") as (_, address, _):
        yield address.rstrip("/")


@contextmanager
def at_the_board(address: str) -> Iterator[DocumentedClient]:
    """Ann, who has the page of the virtual board open and sits down at Blue, as nobody else does."""
    ann = DocumentedClient(address)
    ann.opens_board()
    with ann.listening("board") as events:
        assert {next(events)[0], next(events)[0]} == {"state", "board"}
        assert ann.does("claim_seat", seat="blue", name="Ann")["seats_held"] == ["blue"]
        yield ann


def test_a_claim_is_proved_in_one_of_the_documented_ways(address: str) -> None:
    with at_the_board(address) as ann:
        assert ann.does("claim_seat", seat="white", name="Cleo")["seats_held"] == ["blue", "white"]
        assert ann.does("leave_seat", seat="white")["seats_held"] == ["blue"]
        bo = DocumentedClient(address)
        bo.until(lambda _: True)
        (claim,) = bo.does("claim_seat", seat="orange", name="Bo")["claims"]
        assert (claim["mine"], claim["answers"], bo.seen["seats_held"]) == (True, False, [])
        assert len(claim["corners"]) == 3
        assert len(claim["presses"]) == 6
        ann.until(lambda seen: bool(seen["claims"]))
        ann.does("answer_claim", code=claim["code"], accept=False)
        told = bo.until(lambda seen: seen["turned_away"] is not None)["turned_away"]
        assert told == {"seat": "orange", "why": "refused"}
        (claim,) = bo.does("claim_seat", seat="orange", name="Bo")["claims"]
        for button in claim["presses"]:
            ann.hands("press", button=button)
        assert bo.until(lambda seen: bool(seen["seats_held"]))["seats_held"] == ["orange"]
        (claim,) = (cleo := newcomer(address)).does("claim_seat", seat="purple", name="Cleo")["claims"]
        for corner in claim["corners"]:
            touched(ann, corner)
        assert cleo.until(lambda seen: bool(seen["seats_held"]))["seats_held"] == ["purple"]


def touched(ann: DocumentedClient, square: str) -> None:
    """A worker touches a square, and is taken away again."""
    ann.hands("lift", piece="blue-1")
    ann.hands("put", piece="blue-1", square=square)
    ann.hands("lift", piece="blue-1")
    ann.hands("box", piece="blue-1")


def newcomer(address: str) -> DocumentedClient:
    """Somebody who looks at the table."""
    client = DocumentedClient(address)
    client.until(lambda _: True)
    return client


def test_a_game_with_gods_is_played(address: str) -> None:
    with at_the_board(address) as ann:
        ann.does("claim_seat", seat="orange", name="Bo")
        meant = {**ann.seen["options"], "powers": True, "mode": "full", "confirm": "ask"}
        ann.does("choose_options", options=meant)
        ann.does("begin_game")
        drafted(ann)
        while ann.seen["phase"] == "placing":
            played(ann)
        for _ in range(4):
            played(ann)
        assert ann.seen["phase"] == "playing"
        refused_and_dark(ann)
        step = next(each for each in ann.seen["game"]["options"] if each["kind"] == "move")
        before = ann.seen["game"]
        assert ann.does("act", action=sendable(step))["can_undo"]
        assert ann.does("undo_step")["game"]["workers"] == before["workers"]
        for line in ann.seen["log"]:
            assert "{" not in ann.says(line["message"])
        displaced(ann)
        assert ann.does("abandon_game")["kept"] is None


def drafted(ann: DocumentedClient) -> None:
    """The draft, to its end."""
    while ann.seen["phase"] == "draft":
        draft = ann.seen["draft"]
        free = [card["power"] for card in draft["cards"] if card["refused"] is None]
        match draft["stage"]:
            case "offer":
                ann.does("offer_powers", powers=[power for power in free if power in ("apollo", "artemis")])
            case "choose":
                ann.does("choose_power", power=free[0], seat=draft["chooser"])
            case "start":
                ann.does("name_start_player", seat=draft["starters"][0])


def played(ann: DocumentedClient) -> None:
    """A turn, to its confirmation."""
    while ann.seen["confirming"] is None:
        ann.does("act", action=sendable(ann.seen["game"]["options"][0]))
    ann.does("confirm_turn")


def refused_and_dark(ann: DocumentedClient) -> None:
    """What cannot be done is refused with a sentence, in each language; so is why a square is dark."""
    worker = next(each["square"] for each in ann.seen["game"]["workers"] if each["seat"] == ann.seen["prompt"]["seat"])
    status, told = ann.command("act", action={"kind": "move", "worker": worker, "square": worker})
    assert status == 422
    for language in ("en", "nl", "fr", "pl"):
        assert "{" not in ann.says(told["message"], language)
        for reason in ann.seen["dark"].values():
            assert "{" not in ann.says(reason, language)
    assert ann.seen["dark"]


def displaced(ann: DocumentedClient) -> None:
    """A worker that hands put where the game has none is told of, and so is that it stands right again."""
    ann.hands("follow", on=False)
    with ann.listening("board") as events:
        piece = next(told for kind, told in events if kind == "board")["pieces"][0]
    assert piece["square"] is not None
    waiting = next(seat for seat in PIECE if seat != ann.seen["prompt"]["seat"])
    assert piece["seat"] in PIECE
    free = free_square(ann.seen["game"])
    name = PIECE[waiting]
    home = next(each["square"] for each in board(ann)["pieces"] if each["piece"] == name)
    ann.hands("lift", piece=name)
    ann.hands("put", piece=name, square=free)
    seen = ann.until(lambda seen: len(seen["board"]["differences"]) == 2)
    told = {each["square"]: (each["kind"], each["seat"]) for each in seen["board"]["differences"]}
    assert told == {home: ("missing", waiting), free: ("extra", waiting)}
    assert "{" not in ann.says(seen["board"]["message"])
    texts = ann.texts("en")
    assert all(f"difference.{each['kind']}" in texts for each in seen["board"]["differences"])
    ann.hands("lift", piece=name)
    ann.hands("put", piece=name, square=home)
    ann.until(lambda seen: seen["board"]["mode"] == "following")
    ann.hands("follow", on=True)


def board(ann: DocumentedClient) -> Told:
    """The virtual board."""
    with ann.listening("board") as events:
        return next(told for kind, told in events if kind == "board")


def free_square(game: Told) -> str:
    """A square on the ground that nobody stands on or touches."""
    taken = {each["square"] for each in game["workers"]}
    near = {f"{chr(ord(on[0]) + x)}{int(on[1]) + y}" for on in taken for x in (-1, 0, 1) for y in (-1, 0, 1)}
    squares = [f"{file}{rank}" for file in "abcde" for rank in range(1, 6)]
    return next(on for on in squares if on not in near and not game["levels"][on] and on not in game["domes"])


def test_the_workshop_is_answered(address: str) -> None:
    with at_the_board(address) as ann:
        assert ann.does("open_workshop", task="selftest", anew=False)["workshop"]["step"] == "empty"
        seen = ann.until(lambda seen: seen["workshop"]["step"] != "empty")["workshop"]  # the board itself notices
        while seen["step"] == "colours":
            assert {"next", "skip", "stop"} <= set(seen["answers"])
            assert "{" not in ann.says(seen["message"], part="workshop")
            seen = ann.does("answer_workshop", answer="next")["workshop"]
        assert (seen["step"], seen["names"], seen["level"]) == ("walk", True, 0)
        first = seen["done"]
        seen = ann.does("name_square", square=seen["expected"])["workshop"]
        assert seen["done"] == first + 1
        assert "undo" in seen["answers"]
        seen = ann.does("answer_workshop", answer="undo")["workshop"]
        assert seen["done"] == first
        ann.hands("lift", piece="blue-1")
        ann.hands("put", piece="blue-1", square=seen["expected"])
        seen = ann.until(lambda seen: seen["workshop"]["done"] > first)["workshop"]  # no answer is needed
        ann.hands("lift", piece="blue-1")
        ann.hands("box", piece="blue-1")
        status, told = ann.command("open_workshop", task="monitor", anew=False)
        assert status == 200, told
        with ann.listening("readings") as events:
            measured = next(told for kind, told in events if kind == "readings" and told["fields"] is not None)
        assert len(measured["fields"]) == 25
        assert ann.seen["workshop"]["answers"] == []
        assert ann.command("answer_workshop", answer="next")[0] == 422
        assert ann.does("close_workshop")["workshop"] is None


def test_a_board_that_is_read_turned_is_turned_back_in_the_lobby(address: str) -> None:
    with at_the_board(address) as ann:
        ann.does("watch_corner", watching=True)
        touched(ann, "e1")
        (offer,) = ann.until(lambda seen: bool(seen["offers"]))["offers"]
        assert offer["kind"] == "turn"
        ann.does("take_offer", offer="turn")
        if ann.seen["corner"] is not None:
            ann.does("watch_corner", watching=False)
        (back,) = ann.until(lambda seen: bool(seen["offers"]))["offers"]
        assert (offer["degrees"] + back["degrees"]) % 360 == 0
        assert ann.does("take_offer", offer="turn")["offers"] == []


def test_a_command_of_each_kind_has_its_schema_and_its_meaning() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    for form, by in (("RequestForm", "kind"), ("Gesture", "do")):
        for kind, name in kinds_of(form, by).items():
            assert schemas[name]["properties"][by] == {"enum": [kind]}
            assert schemas[name]["description"], name


def test_the_values_of_an_enumeration_stand_in_their_order() -> None:
    shapes = document()["components"]
    assert isinstance(shapes, dict)
    found = shapes["schemas"]
    assert isinstance(found, dict)
    orders = {each.__name__: list(each) for each in StrEnum.__subclasses__()}
    wrong = [
        name
        for name, shape in found.items()
        if name in orders and shape.get("enum") != orders[name] and set(shape.get("enum", ())) == set(orders[name])
    ]
    assert wrong == []
    meant = ("DraftMode", "ProcedureAnswer", "Task", "DifferenceKind", "BoardMode", "ClaimEnd")
    for name in meant:
        assert all(f"``{value}``" in found[name]["description"] for value in found[name]["enum"]), name
