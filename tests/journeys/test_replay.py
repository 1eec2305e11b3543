"""A finished game on the lights of the virtual board: played to its end, stepped through, and stopped again."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.journeys.players import PATIENCE, Room, sits_down
from tests.web_ui.browser import go_to
from tests.web_ui.event_stream import events

RECORD = Path(__file__).parents[2] / "docs" / "notation.md"


def test_a_finished_game_is_shown_on_the_lights(room: Room, address: str, tmp_path: Path) -> None:
    ann, board = room.phone("Ann"), room.board()
    sits_down(ann, board)
    given = tmp_path / "given.json"
    given.write_text(RECORD.read_text("utf-8").split("```record\n")[1].split("```")[0], "utf-8")
    go_to(ann.page, "Games")
    ann.page.get_by_label("Add a game from a file").set_input_files(given)
    slider = ann.page.get_by_role("slider", name="Steps of the game")
    expect(slider).to_be_visible(timeout=PATIENCE)
    ann.page.get_by_label("Show it on the lights").click(force=True)
    slider.focus()
    for _ in range(5):
        slider.press("ArrowRight")
    ann.sees("Blue moved from c3 to c4.")
    wait_for_lights(address, {"c1", "c3", "c4", "a5", "e5"})
    ann.picture("replay-phone")
    board.picture("replay-board")
    go_to(ann.page, "The table")
    wait_for_lights(address, {"a1", "a5", "e1", "e5"})


def wait_for_lights(address: str, wanted: set[str]) -> None:
    """Wait until these squares and no others are lit on the virtual board, be it now and then."""
    lit: set[str] = set()
    for event, _, data in events(address, "/board/stream"):
        if event != "state":
            continue
        now = {name for name, colour in json.loads(data)["lights"].items() if colour != "#000000"}
        lit = lit | now if now <= wanted else set()  # what blinks is dark half of the time
        if lit == wanted:
            return
