"""Hints on a phone in the own turn, where the host allows them, and the warning before a turn that loses at once."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from common.message import Message
from engine import Game, Seat
from engine.secrets import known_to
from engine.squares import square
from table.session.snapshot import BoardMode, Snapshot
from table.session.turns import ConfirmTurn, UndoStep
from tests.engine.cases import game_at, line
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import open_sheet
from tests.web_ui.fake_hints import GOOD, FakeHints
from tests.web_ui.fake_table import SmallTable
from tests.web_ui.test_web_judge import snapshot_of
from web_ui.app import create_app

POSITION = line("mortal:b2,e5", "mortal:c4,a5", "c3:1")
LOSES = Message("guard.loses", (("seat", "orange"), ("square", "d3")))


def own_turn(*, allowed: bool = True) -> Snapshot:
    shown = snapshot_of(game_at(POSITION))
    return replace(shown, options=msgspec.structs.replace(shown.options, hints=allowed))


def to_confirm(game: Game) -> Snapshot:
    """Blue's turn is made and waits to be confirmed."""
    return replace(snapshot_of(game), confirming=Seat.BLUE, prompt=None)


@pytest.fixture
def hints() -> FakeHints:
    return FakeHints()


@pytest.fixture
def app(table_api: SmallTable, hints: FakeHints) -> Flask:
    return create_app(table_api, None, hints=hints)


@pytest.fixture
def phone(app: Flask, table_api: SmallTable) -> FlaskClient:
    table_api.show(own_turn())
    return app.test_client()


def test_a_good_hint_says_where_and_the_best_one_which_turn_and_why(phone: FlaskClient, hints: FakeHints) -> None:
    good = phone.post("/hint", json={"strength": "good"}).get_json()
    assert (good["squares"], good["turn"], good["reason"]) == (["b2", "b3", "c2"], [], None)
    best = phone.post("/hint", json={"strength": "best"}).get_json()
    assert best["squares"] == ["b2", "b3", "c3"]
    assert [action["kind"] for action in best["turn"]] == ["move", "build"]
    assert best["reason"] == {"key": "hint.stops", "args": {"seat": "orange", "square": "c3"}}
    assert len(hints.asked) == 2


def test_a_hint_is_thought_of_from_what_the_seat_knows(
    table_api: SmallTable, phone: FlaskClient, hints: FakeHints
) -> None:
    game = game_at(line("mortal:b2,e5", "hecate:c4,a5"))
    table_api.show(replace(own_turn(), known=game))
    assert phone.post("/hint", json={"strength": "best"}).status_code == 200
    assert game.state.cast.has_secrets
    assert hints.asked == [known_to(game.state, Seat.BLUE)]


def test_a_hint_is_lit_only_for_who_wants_it_on_the_board(phone: FlaskClient, table_api: SmallTable) -> None:
    state = game_at(POSITION).state
    assert phone.post("/hint", json={"strength": "best"}).get_json()["open"]
    assert table_api.lit == []
    phone.post("/hint", json={"strength": "best", "place": "board"})
    phone.post("/hint", json={"strength": "good", "place": "board"})
    assert table_api.lit == [
        (state, GOOD.turns[:1]),
        (state, tuple((turn[0],) for turn in GOOD.turns)),
    ]


def test_a_game_with_secrets_has_no_hints_on_the_board(phone: FlaskClient, table_api: SmallTable) -> None:
    table_api.show(replace(own_turn(), known=game_at(line("mortal:b2,e5", "hecate:c4,a5"))))
    assert not phone.post("/hint", json={"strength": "best"}).get_json()["open"]
    assert phone.post("/hint", json={"strength": "best", "place": "board"}).status_code == 422
    assert table_api.lit == []


@pytest.mark.parametrize(
    ("shown", "status"),
    [
        (own_turn(allowed=False), 403),
        (replace(own_turn(), seats_held=(Seat.ORANGE,)), 422),
        (replace(own_turn(), seats_held=()), 422),
        (replace(own_turn(), known=None), 422),
        (replace(own_turn(), confirming=Seat.BLUE), 422),
    ],
    ids=["the host allows none", "another one's turn", "a spectator", "a secret turn", "a finished turn"],
)
def test_nobody_else_gets_a_hint(
    table_api: SmallTable, phone: FlaskClient, hints: FakeHints, shown: Snapshot, status: int
) -> None:
    table_api.show(shown)
    assert phone.post("/hint", json={"strength": "best"}).status_code == status
    assert hints.asked == []


def test_one_question_at_a_time(phone: FlaskClient, hints: FakeHints) -> None:
    hints.busy = True
    refused = phone.post("/hint", json={"strength": "good"})
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "2")


def test_the_turn_that_waits_is_what_a_warning_is_about(
    table_api: SmallTable, phone: FlaskClient, hints: FakeHints
) -> None:
    game = game_at(POSITION)
    start = game.state
    game = game_at(POSITION, "b2-b3 b3+b2")
    table_api.show(to_confirm(game))
    hints.against = LOSES
    told = phone.post("/guard", json={}).get_json()
    assert told["warning"] == {"key": "guard.loses", "args": {"seat": "orange", "square": "d3"}}
    assert hints.guarded == [(start, game.state, Seat.BLUE)]
    table_api.show(replace(to_confirm(game), seats_held=(Seat.ORANGE,)))
    assert phone.post("/guard", json={}).status_code == 422


def ask_for(screen: Page, strength: str) -> None:
    open_sheet(screen, "Hint")
    screen.get_by_role("dialog", name="Hint").get_by_role("button", name=strength).click()
    expect(screen.get_by_role("dialog")).to_have_count(0)


def test_a_hint_is_drawn_on_the_board_of_the_phone_and_said_under_it(screen: Page, table_api: SmallTable) -> None:
    table_api.show(own_turn())
    ask_for(screen, "The best turn")
    hint = screen.get_by_role("region", name="Hint")
    expect(hint.get_by_role("status").filter(has_text="It stops Bo from winning on c3.")).to_be_visible()
    board = screen.get_by_role("table", name="Board", exact=True)
    expect(board.get_by_role("button", name="suggested")).to_have_count(3)
    expect(screen.locator(".board .lit-ring")).to_have_count(3)
    expect(screen.locator(".board .advice .way")).to_have_count(1)
    assert violations(screen) == []
    hint.get_by_role("button", name="Show it with the lights").click()
    expect(hint.get_by_text("The lights show it until the step is made.")).to_be_visible()
    assert table_api.lit == [(game_at(POSITION).state, GOOD.turns[:1])]
    assert violations(screen) == []
    ask_for(screen, "Where is it good?")
    expect(hint.get_by_text("Good turns begin here: b2, b3, c2")).to_be_visible()
    hint.get_by_role("button", name="Hide the hint").click()
    expect(hint).to_have_count(0)
    expect(screen.locator(".board .lit-ring")).to_have_count(0)


def test_a_hint_stays_while_hands_try_it_and_goes_with_the_step(screen: Page, table_api: SmallTable) -> None:
    shown = own_turn()
    table_api.show(shown)
    ask_for(screen, "The best turn")
    said = screen.get_by_role("status").filter(has_text="It stops Bo from winning on c3.")
    expect(said).to_be_visible()
    table_api.show(replace(shown, board=replace(shown.board, mode=BoardMode.IN_HAND, lifted=square("b2"))))
    expect(screen.locator("#app")).to_have_attribute("data-version", str(table_api.current.version))
    expect(said).to_be_visible()
    open_sheet(screen)
    screen.keyboard.press("Escape")
    expect(screen.locator(".board .lit-ring")).to_have_count(3)
    table_api.show(snapshot_of(game_at(POSITION, "b2-b3")))
    expect(said).to_have_count(0)
    expect(screen.locator(".board .lit-ring")).to_have_count(0)


def test_who_wants_it_is_warned_and_goes_back_or_confirms_all_the_same(
    screen: Page, table_api: SmallTable, hints: FakeHints
) -> None:
    table_api.show(own_turn())
    more = open_sheet(screen)
    guard = more.get_by_role("button", name="Warn me before a turn that loses at once")
    guard.click()
    expect(guard).to_have_attribute("aria-pressed", "true")
    screen.go_back()
    expect(more).to_have_count(0)
    table_api.show(to_confirm(game_at(POSITION, "b2-b3 b3+b2")))
    hints.against = LOSES
    screen.get_by_role("button", name="Confirm").click()
    warning = screen.get_by_role("alert").filter(has_text="After this turn Bo can win on d3.")
    expect(warning).to_be_visible()
    assert table_api.asked == []
    screen.get_by_role("button", name="Undo the last step").click()
    assert table_api.command() == UndoStep()
    expect(warning).to_have_count(0)
    screen.get_by_role("button", name="Confirm").click()
    screen.get_by_role("button", name="Confirm all the same").click()
    assert table_api.command(1) == ConfirmTurn()
    hints.against = None
    screen.get_by_role("button", name="Confirm").click()
    assert table_api.command(2) == ConfirmTurn()
