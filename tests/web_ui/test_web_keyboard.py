"""A turn without a finger and without sight: by the keyboard alone, and from what the page reads aloud."""

from __future__ import annotations

import re
from dataclasses import replace

from playwright.sync_api import Page, expect

from engine.actions import Build, Move
from engine.seats import Seat
from engine.squares import square
from engine.state import StepKind
from table.session.snapshot import LogLine, Snapshot
from table.session.turns import Act, ConfirmTurn
from tests.web_ui.fake_table import SmallTable, happened, playing

B2, C3, D3 = square("b2"), square("c3"), square("d3")
FAR = 60
"""So many presses of Tab go round the page more than once."""


def line(number: int, name: str, **args: str) -> LogLine:
    return LogLine(number, happened(name, tuple(sorted(args.items()))))


BEFORE = playing().log
MOVED = line(3, "worker_moved", origin="b2", seat="blue", to="c3")
BUILT = line(4, "built", piece="block", seat="blue", square="d3")
NEXT = line(5, "turn_began", seat="orange")
THEIRS = line(6, "worker_moved", origin="d2", seat="orange", to="d1")


def logged(shown: Snapshot, *lines: LogLine) -> Snapshot:
    return replace(shown, log=(*BEFORE, *lines))


def has_focus(page: Page) -> str:
    """The name of what has the focus."""
    name: str = page.evaluate(
        "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()"
    )
    return name


def tabs_to(page: Page, name: str) -> None:
    """Press Tab until something of this name has the focus."""
    for _ in range(FAR):
        page.keyboard.press("Tab")
        if re.match(name, has_focus(page)):
            return
    raise AssertionError(f"Tab does not lead to {name}")


def walks_to(page: Page, name: str, *keys: str) -> None:
    """Press arrow keys, which lead to this square."""
    for key in keys:
        page.keyboard.press(key)
    assert has_focus(page).startswith(f"{name}, ")


def test_a_whole_turn_is_played_with_keys_alone_and_read_aloud(screen: Page, table_api: SmallTable) -> None:
    spoken = screen.get_by_role("log").locator("p").last
    table_api.show(playing((Move(B2, C3), Move(square("c4"), square("b4")))))
    expect(spoken).to_have_text(re.compile("Your turn: move. Move one of your workers.$"))

    tabs_to(screen, "[a-e][1-5], ")
    walks_to(screen, "b2", "ArrowLeft", "ArrowDown")
    assert "your worker, you can choose this worker" in has_focus(screen)
    screen.keyboard.press("Enter")
    expect(screen.get_by_role("button", name=re.compile("^b2, "))).to_have_attribute("aria-pressed", "true")
    walks_to(screen, "c3", "ArrowRight", "ArrowUp")
    assert "you can move" in has_focus(screen)
    screen.keyboard.press("Enter")
    assert table_api.command(0) == Act(Move(B2, C3))

    table_api.show(logged(playing((Build(C3, D3),), StepKind.BUILD), MOVED))
    expect(spoken).to_have_text(re.compile("^Ann moved from b2 to c3. Your turn: build. Build next to"))
    walks_to(screen, "d3", "ArrowRight")
    assert "you can build" in has_focus(screen)
    screen.keyboard.press("Enter")
    assert table_api.command(1) == Act(Build(C3, D3))

    table_api.show(logged(replace(playing(()), prompt=None, confirming=Seat.BLUE), MOVED, BUILT))
    expect(spoken).to_have_text("Ann built a block on d3. Your turn: confirm. Turn done. Confirm, or undo.")
    tabs_to(screen, "Confirm turn")
    screen.keyboard.press("Enter")
    assert isinstance(table_api.command(2), ConfirmTurn)

    theirs = playing((Move(square("d2"), square("d1")),))
    assert theirs.game is not None
    assert theirs.prompt is not None
    asked = replace(theirs.prompt, seat=Seat.ORANGE)
    game = replace(theirs.game, active=Seat.ORANGE, prompt=asked)
    theirs = replace(theirs, game=game, prompt=asked, can_undo=False)
    table_api.show(logged(theirs, MOVED, BUILT, NEXT))
    expect(screen.get_by_role("heading", name="Bo is moving")).to_be_visible()
    table_api.show(logged(theirs, MOVED, BUILT, NEXT, THEIRS))
    expect(spoken).to_have_text("Bo moved from d2 to d1.")
    assert screen.evaluate("document.activeElement !== document.body"), "the focus is still on the page"
