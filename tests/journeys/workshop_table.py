"""A table with a virtual board that is not as it should be, and the person who makes it right with a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from firmware_bridge.agent import PtyPort
from firmware_bridge.link import SerialBoard
from hardware.board_file import BoardFile
from hardware.board_store import BoardStore
from hardware.hand_actions import Lift, Put, Stack, Unstack
from hardware.scale import Scale
from hardware.virtual.virtual_device import VirtualDevice
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.runtime.two_boards import FittedBoard
from table.storage.journal import Journal, resume
from table.view.led_patterns import lights_of
from tests.journeys.players import PATIENCE, look_at
from thera.boards.board_adjustment import BoardAdjustment
from thera.boards.serial_backend import link_view
from thera.table_assembly import make_reader
from web_ui.app import create_app
from web_ui.serve import listen, serve

WORKER = "blue-1"


@contextmanager
def table_over(board: VirtualDevice, folder: Path, scale: Scale | None = None) -> Iterator[str]:
    """The address of a table over this board, whose board file has this ``scale``; all is closed at the end."""
    described, kept = BoardFile(geometry=board.geometry, scale=scale), BoardStore(folder)
    with PtyPort(board) as port, SerialBoard(port.path, scale=scale) as link, Journal(folder) as journal:
        assert isinstance(link, SerialBoard)
        adjusting = BoardAdjustment(link, described, boards=kept, begun=folder, board_file=None)
        fittings = TableFittings(fitted=FittedBoard(adjuster=adjusting, weighs=scale is not None))
        table = TableActor(link, make_reader(described), lights_of, journal, resume(journal), fittings)
        listener = listen("127.0.0.1", 0)[0]
        serve(create_app(table, board, link=lambda: link_view(link.report)), listener)
        table.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        table.close()
        assert table.failure is None


class Maker:
    """A person with a phone in the workshop, and hands on the board beside it."""

    def __init__(self, page: Page, board: VirtualDevice) -> None:
        self.page = page
        self.board = board
        self.sentence = page.locator(".workshop .sentence")

    def press(self, name: str) -> None:
        """Press a button of the workshop."""
        expect(self.page.locator("#app")).not_to_have_attribute("aria-busy", "true", timeout=PATIENCE)
        self.page.locator(".workshop").get_by_role("button", name=name, exact=True).click(timeout=PATIENCE)

    def sees(self, words: str) -> None:
        """Wait for this sentence."""
        expect(self.sentence).to_contain_text(words, timeout=PATIENCE)

    def progress(self) -> Locator:
        """How far it is."""
        return self.page.locator(".workshop progress")

    def finds_lit(self, square: int) -> None:
        """Wait until this square is the one that is lit on the board: lights come a little later than words."""
        seen = self.board.look()
        for _ in range(200):
            if [number for number, colour in enumerate(seen.lights) if any(colour)] == [square]:
                return
            seen = self.board.wait(seen.version, 0.1)
        raise AssertionError(f"square {square} is not lit")

    def stand(self, square: int, level: int = 0) -> None:
        """Put the worker on a square, and the blocks under it; where it came from nothing is left."""
        worker = next(piece for piece in self.board.look().pieces if piece.piece == WORKER)
        self.board.act(Lift(WORKER))
        if worker.square is not None:
            for _ in range(self.board.world.levels[worker.square]):
                self.board.act(Unstack(worker.square))
        for _ in range(level):
            self.board.act(Stack(square, dome=False))
        self.board.act(Put(WORKER, square))

    def name(self, square: int) -> None:
        """Tap the square that is lit on the board, and wait until that was heard."""
        before = self.progress().get_attribute("value")
        self.finds_lit(square)
        self.page.locator(f'.lamps [data-square="{"abcde"[square % 5]}{square // 5 + 1}"]').click(timeout=PATIENCE)
        expect(self.progress()).not_to_have_attribute("value", before or "", timeout=PATIENCE)

    def goes_on(self, done: int) -> None:
        """Wait until so many steps are done."""
        expect(self.progress()).to_have_attribute("value", re.compile(f"^{done}$"), timeout=PATIENCE)

    def picture(self, name: str) -> None:
        """Keep a picture of the page, which has to be readable."""
        look_at(self.page, f"workshop-{name}")
