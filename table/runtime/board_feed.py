"""What the board says comes to the table by a thread of its own, and is counted."""

from __future__ import annotations

import threading

from hardware.board import Board, Frame
from table.runtime.actor_messages import BoardEnded, Letter
from table.runtime.mailbox import Mailbox


class BoardFeed:
    """Puts each event of a board into an inbox, and at last that there will be no more."""

    def __init__(self, board: Board, inbox: Mailbox[Letter, Frame]) -> None:
        self._board = board
        self._inbox = inbox
        self._thread = threading.Thread(target=self._run, name="board-events", daemon=True)
        self.frames = 0
        """How many frames have come."""

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def _run(self) -> None:
        try:
            for event in self._board.events():
                if isinstance(event, Frame):
                    self.frames += 1
                    self._inbox.put_frame(event)
                else:
                    self._inbox.put(event)
        finally:
            self._inbox.put(BoardEnded())
