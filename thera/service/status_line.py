"""The state of the table in one line for ``systemctl status``: names and states, no secrets."""

from __future__ import annotations

from engine.seats import Seat
from table.session.snapshot import Phase, Snapshot

_BOARD = {
    "search": "no board found yet",
    "open": "board found",
    "hello": "board found",
    "sync": "board found",
    "ready": "board good",
    "degraded": "board has a bad connection",
    "lost": "board lost",
    "refused": "board cannot be used",
}


def status_line(snapshot: Snapshot, pages: int) -> str:
    """The state that everybody may see, and how many pages are open, such as "Ann's turn, Bo waits; board good; 3 pages
    open"."""
    open_pages = "1 page open" if pages == 1 else f"{pages or 'no'} pages open"
    return "; ".join((_game(snapshot), _BOARD[snapshot.board.link], open_pages))


def _game(snapshot: Snapshot) -> str:
    if snapshot.workshop is not None:
        return "the board is in the workshop"
    names = {seat.seat: seat.name for seat in snapshot.seats if seat.name is not None}
    everybody = _and(list(names.values()))
    match snapshot.phase:
        case Phase.LOBBY:
            return f"{everybody} at the table, no game yet" if names else "nobody at the table"
        case Phase.DRAFT:
            return f"{everybody} choose powers"
        case Phase.OVER:
            return f"the game of {everybody} is over"
        case Phase.PLACING | Phase.PLAYING:
            return _turn(names, _asked(snapshot))


def _asked(snapshot: Snapshot) -> Seat | None:
    """The seat whose step the table waits for."""
    if snapshot.confirming is not None or snapshot.game is None:
        return snapshot.confirming
    return snapshot.game.active if snapshot.prompt is None else snapshot.prompt.seat


def _turn(names: dict[Seat, str], asked: Seat | None) -> str:
    others = [name for seat, name in names.items() if seat is not asked]
    if asked is None:
        return f"{_and(others)} play"
    turn = f"{names.get(asked, asked.value)}'s turn"
    return f"{turn}, {_and(others)} {'waits' if len(others) == 1 else 'wait'}" if others else turn


def _and(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
