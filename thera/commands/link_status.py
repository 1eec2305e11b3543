"""``thera board status``: how the link to a board stands, after a short look."""

from __future__ import annotations

import json
import threading
from contextlib import ExitStack
from dataclasses import asdict

from hardware.board import Board, LinkChanged, LinkState
from table.errors import CannotPlayError
from table.view.link_view import link_lines
from thera.boards import open_board

LOOK_FOR = 5.0
"""How long a board may take to become ready, in seconds."""

WATCH = 1.5
"""How long a ready one is watched, so that its round trip and what it counts are known."""

NOT_READY = 1


def status(name: str, *, as_json: bool) -> int:
    """Print how the link to the board of this name stands; the exit code, `NOT_READY` if it is not ready.

    :raises CannotPlayError: if there is no such board, or none that has a link.
    """
    with ExitStack() as stack:
        opened = open_board(name, None, seed=0, data=None, stack=stack)
        if opened.link is None:
            raise CannotPlayError(f"--board {name} has no link to look at")
        _watch(opened.board, stack)
        view = opened.link()
    print(json.dumps(asdict(view), indent=2) if as_json else "\n".join(link_lines(view)))  # noqa: T201 - what it is for
    return 0 if view.state == LinkState.READY.value else NOT_READY


def _watch(board: Board, stack: ExitStack) -> None:
    """Until there is something to say: the board has worked for a while, or why it does not is known."""

    def until(seconds: float) -> None:
        timer = threading.Timer(seconds, board.close)
        timer.daemon = True
        timer.start()
        stack.callback(timer.cancel)

    until(LOOK_FOR)
    searches = 0
    for event in board.events():
        if not isinstance(event, LinkChanged):
            continue
        searches += event.state is LinkState.SEARCH
        if searches > 1 or event.state in (LinkState.REFUSED, LinkState.LOST):
            return  # the second search says what is in the way of the first
        if event.state is LinkState.READY:
            until(WATCH)
