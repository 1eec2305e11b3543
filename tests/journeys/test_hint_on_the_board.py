"""A player asks for a hint, has it shown on the lights of the virtual board, and follows it to the next step."""

from __future__ import annotations

import json
from collections import defaultdict, deque

import pytest
from playwright.sync_api import expect

from tests.journeys.players import PATIENCE, Phone, Room, sits_down, sits_down_again
from tests.journeys.test_clearing_up import PLACES, they_place
from tests.web_ui.browser import open_sheet
from tests.web_ui.event_stream import events

DARK = "#000000"


@pytest.mark.timeout(300)
def test_the_best_turn_flashes_on_the_board_until_it_is_made(room: Room, address: str) -> None:
    board = room.board()
    me = Phone.of(board.page, "Ann")
    sits_down(me, board)
    sits_down_again(me, 2)
    me.follows_all_options()
    me.page.get_by_role("checkbox", name="The players may ask for hints").click()
    me.page.get_by_role("link", name="Back to the table").click()
    me.begins("Just play")
    they_place(me, board, "blue", "orange")
    me.sees("Move one of your workers.")
    open_sheet(me.page, "Hint")
    sheet = me.page.get_by_role("dialog", name="Hint")
    sheet.get_by_role("button", name="The best turn").click()
    show = me.page.get_by_role("button", name="Show it with the lights")
    expect(show).to_be_visible(timeout=PATIENCE)
    turn = {str(square.get_attribute("data-square")) for square in me.page.locator(".square.advised").all()}
    show.click()
    expect(me.page.get_by_text("The lights show it until the step is made.")).to_be_visible(timeout=PATIENCE)
    step = flashing(address, among=1)
    assert step <= turn
    me.picture("hint-on-the-board")
    (worker,) = step & set(PLACES["blue"])
    (to,) = step - {worker}
    board.carry(f"blue-{1 + PLACES['blue'].index(worker)}", to)
    me.sees("Build next to the worker that moved.")
    (build,) = turn - step or {worker}
    assert flashing(address, among=3) == {build}


def flashing(address: str, among: int) -> set[str]:
    """The squares of the virtual board whose light takes two strengths, once all other lights that are on took
    ``among`` or more. A busy computer shows some strengths only, so it takes a while; and what it showed before the
    flashing began is forgotten again, since only the last states count."""
    last: deque[dict[str, str]] = deque(maxlen=48)
    states = (data for event, _, data in events(address, "/board/stream") if event == "state")
    for data in states:
        last.append(json.loads(data)["lights"])
        shown: defaultdict[str, set[str]] = defaultdict(set)
        for lights in last:
            for name, colour in lights.items():
                if colour != DARK:
                    shown[name].add(colour)
        found = {name for name, colours in shown.items() if len(colours) == 2}
        others = [colours for name, colours in shown.items() if name not in found]
        if (
            len(last) > 16
            and found
            and all(len(colours) == 1 if among == 1 else len(colours) >= among for colours in others)
        ):
            return found
    raise AssertionError("the stream has ended")
