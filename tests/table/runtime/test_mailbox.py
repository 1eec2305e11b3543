"""The mailbox of the table's thread, and the thread that feeds it from the board."""

from __future__ import annotations

from hardware.board import BoardEvent, Button, ButtonPressed, LinkChanged, LinkState
from table.runtime.mailbox import FRAMES_WAITING, BoardEnded, BoardFeed, Mailbox, Stop
from tests.table.runtime.quiet_board import QuietBoard, blank_frame

PATIENCE = 10.0


def test_of_many_frames_the_newest_wait_and_nothing_else_is_dropped() -> None:
    mailbox, stop, press = Mailbox(), Stop(), ButtonPressed(30, Button.DONE)
    mailbox.put(press)
    for number in range(20):
        mailbox.put(blank_frame(number))
    mailbox.put(stop)
    newest = [blank_frame(number) for number in range(20 - FRAMES_WAITING, 20)]
    assert list(mailbox.drain()) == [press, *newest, stop]


def test_the_feed_passes_events_on_in_order_counts_frames_and_says_when_the_board_ends() -> None:
    board, mailbox = QuietBoard(), Mailbox()
    events: list[BoardEvent] = [
        LinkChanged(LinkState.READY),
        blank_frame(1),
        ButtonPressed(30, Button.UNDO),
        blank_frame(2),
    ]
    for event in events:
        board.coming.put(event)
    board.close()
    feed = BoardFeed(board, mailbox)
    feed.start()
    assert [mailbox.get(PATIENCE) for _ in events] == events
    assert isinstance(mailbox.get(PATIENCE), BoardEnded)
    assert feed.frames == 2
