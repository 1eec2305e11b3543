"""Guessing another player's move, on the phone of who waits and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from engine.seats import Seat
from engine.setup import PowerName
from engine.state import StepKind
from engine.views import Prompt
from opponent.levels import LevelName
from table.session.snapshot import LogLine, Phase, SeatView, Snapshot
from tests.web_ui.accessibility import violations
from tests.web_ui.fake_table import SmallTable, happened, playing
from tests.web_ui.layout import unreadable


def lines(*told: tuple[str, str]) -> tuple[LogLine, ...]:
    """Turns that began and moves: ("orange", "") or ("orange", "d2 d1")."""
    events = []
    for seat, way in told:
        args = (("seat", seat),)
        if way:
            origin, to = way.split()
            events.append(happened("worker_moved", (("origin", origin), ("seat", seat), ("to", to))))
        else:
            events.append(happened("turn_began", args))
    return tuple(LogLine(number, event) for number, event in enumerate(events, start=1))


def of_bo(*told: tuple[str, str]) -> Snapshot:
    """Bo is to move, on Ann's phone."""
    shown = playing()
    assert shown.game is not None
    prompt = Prompt(Seat.ORANGE, StepKind.MOVE, PowerName("mortal"), optional=False, in_a_row=1)
    game = replace(shown.game, active=Seat.ORANGE, options=(), prompt=prompt)
    return replace(shown, game=game, prompt=prompt, can_undo=False, log=lines(("orange", ""), *told))


def tap(screen: Page, *squares: str) -> None:
    for square in squares:
        screen.locator(f".play [data-square={square}]").click()


def guesses(screen: Page, worker: str, to: str) -> None:
    screen.get_by_role("button", name="Guess the move").click()
    expect(screen.get_by_text("Tap the worker of Bo that will move.")).to_be_visible()
    tap(screen, worker)
    expect(screen.get_by_text(f"The worker on {worker}. Where does it go?")).to_be_visible()
    tap(screen, to)
    expect(screen.get_by_role("button", name=f"Your guess: {worker} to {to}")).to_be_visible()


@pytest.mark.parametrize(
    ("ways", "said"),
    [
        (("d2 d1",), "You called it: d2 to d1!"),
        (("d2 e2",), "Not this time: it was d2 to e2."),
        (("b1 a1",), "Not this time: it was b1 to a1."),
        (("d2 e2", "e2 d1"), "You called it: d2 to d1!"),
    ],
)
def test_a_guess_is_judged_when_the_turn_stands(
    screen: Page, table_api: SmallTable, ways: tuple[str, ...], said: str
) -> None:
    table_api.show(of_bo())
    guesses(screen, "d2", "d1")
    assert violations(screen) + unreadable(screen) == []
    moved = tuple(("orange", way) for way in ways)
    table_api.show(replace(of_bo(*moved), confirming=Seat.ORANGE, prompt=None))
    expect(screen.get_by_text("Your guess: d2 to d1")).to_be_visible()
    expect(screen.locator(".guess")).to_have_count(0)
    table_api.show(replace(playing(), log=lines(("orange", ""), *moved, ("blue", ""))))
    expect(screen.locator(".guess")).to_have_text(said)
    assert table_api.asked == []
    table_api.show(replace(of_bo(), log=lines(("orange", ""), *moved, ("blue", ""), ("blue", "b2 a1"), ("orange", ""))))
    expect(screen.locator(".guess")).to_have_count(0)
    guesses(screen, "b1", "a1")
    end = (("orange", ""), *moved, ("blue", ""), ("blue", "b2 a1"), ("orange", ""), ("orange", "b1 a1"), ("blue", ""))
    table_api.show(replace(playing(), log=lines(*end)))
    right = 1 + said.startswith("You")
    expect(screen.locator(".guess")).to_have_text(f"You called it: b1 to a1! Right so far: {right} of 2.")


def test_without_a_guess_a_tap_explains_the_square_as_ever(screen: Page, table_api: SmallTable) -> None:
    table_api.show(of_bo())
    expect(screen.get_by_role("button", name="Guess the move")).to_be_visible()
    tap(screen, "d2")
    expect(screen.locator(".bubble")).to_contain_text("d2: a worker")
    screen.get_by_role("button", name="Guess the move").click()
    screen.get_by_role("button", name="Cancel").click()
    tap(screen, "d4")
    expect(screen.locator(".bubble")).not_to_be_empty()
    expect(screen.get_by_role("button", name="Guess the move")).to_be_visible()


def test_a_turn_that_was_taken_back_takes_its_guess_with_it(screen: Page, table_api: SmallTable) -> None:
    before = lines(("blue", ""), ("blue", "b2 a1"), ("orange", ""))
    table_api.show(replace(of_bo(), log=before))
    guesses(screen, "d2", "d1")
    table_api.show(replace(playing(), log=before[:1]))
    expect(screen.get_by_role("heading", name="Your turn: move")).to_be_visible()
    table_api.show(replace(of_bo(), log=before))
    expect(screen.get_by_role("button", name="Guess the move")).to_be_visible()


def after_the_first_step() -> Snapshot:
    shown = of_bo(("orange", "d2 d1"))
    assert shown.prompt is not None
    return replace(shown, prompt=replace(shown.prompt, kind=StepKind.BUILD))


def of_the_table() -> Snapshot:
    shown = of_bo()
    table = SeatView(Seat.ORANGE, "", connected=False, power=None, team=1, level=LevelName.CHILD)
    return replace(shown, seats=tuple(table if each.seat is Seat.ORANGE else each for each in shown.seats))


@pytest.mark.parametrize(
    "shown",
    [
        replace(of_bo(), seats_held=()),
        playing(),
        after_the_first_step(),
        of_the_table(),
        replace(of_bo(), phase=Phase.PLACING),
    ],
    ids=["who watches", "the own turn", "a move was seen", "the table", "placing"],
)
def test_who_cannot_guess_is_not_asked(screen: Page, table_api: SmallTable, shown: Snapshot) -> None:
    table_api.show(of_bo())
    expect(screen.get_by_role("button", name="Guess the move")).to_be_visible()
    table_api.show(shown)
    expect(screen.get_by_role("button", name="Guess the move")).to_have_count(0)
