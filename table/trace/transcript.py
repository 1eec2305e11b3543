"""What happens at a table as lines of text: for people who read a trace, and to compare two replays."""

from __future__ import annotations

from dataclasses import dataclass, replace

from common.message import Message
from engine.notation import action_text
from engine.squares import Square, square_name
from table.runtime.trace_events import TraceSource
from table.session.journal_entries import Acted, Entry
from table.session.session_events import ActionSequence
from table.session.snapshot import AdoptBoard, BoardDifference, BoardView, Offer, TrustGame, TurnBoard
from table.session.table_state import TableState
from table.storage.entry_format import entry_text


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """What happened, and when: ms since the first frame of the trace."""

    at: int
    text: str


class Transcript:
    """Collects in ``lines`` the entries, the questions, and each change in the reading of the board
    (`table.trace.trace_replay.Listener`)."""

    def __init__(self) -> None:
        self.lines: list[TranscriptLine] = []
        self._board: BoardView | None = None
        self._choices: tuple[ActionSequence, ...] = ()

    def entry_written(self, at: int, entry: Entry, source: TraceSource) -> None:
        """Add an entry and what caused it."""
        self.lines.append(TranscriptLine(at, f"{source}: {entry_words(entry)}"))

    def trusted(self, at: int) -> None:
        """Add that a phone said that the workers stand as the game has them."""
        self.lines.append(TranscriptLine(at, f"{TraceSource.PHONE}: trust"))

    def state_changed(self, at: int, state: TableState) -> None:
        """Add what is new in a state of the table."""
        before, now = self._board, state.board
        if before is None or before.link != now.link:
            self.lines.append(TranscriptLine(at, f"link: {now.link}"))
        if before is not None and _reading(before) != _reading(now):
            self.lines.append(TranscriptLine(at, reading_words(now)))
        if before is not None and before.warnings != now.warnings:
            warned = "; ".join(_message(each) for each in now.warnings) or "of nothing any more"
            self.lines.append(TranscriptLine(at, f"warns: {warned}"))
        self._board = now
        if state.choices != self._choices:
            self._choices = state.choices
            if state.choices:
                self.lines.append(
                    TranscriptLine(at, f"asks: {' or '.join(_actions(choice) for choice in state.choices)}")
                )


def entry_words(entry: Entry) -> str:
    """An entry for people: steps in the engine's notation, all else as in the journal."""
    return _actions(entry.actions) if isinstance(entry, Acted) else entry_text(entry)


def reading_words(board: BoardView) -> str:
    """The status of the reading: ``restore: move.not_neighboring; e5 extra orange; offers trust``."""
    parts = [] if board.lifted is None else [f"from {_name(board.lifted)}"]
    if board.message is not None:
        parts.append(_message(board.message))
    parts += [_difference(each) for each in board.differences]
    if board.offers:
        parts.append(f"offers {', '.join(_offer(each) for each in board.offers)}")
    return f"{board.mode}: {'; '.join(parts)}" if parts else board.mode.value


def _reading(board: BoardView) -> BoardView:
    """The board without what has lines of its own."""
    return replace(board, link="", warnings=())


def _actions(actions: ActionSequence) -> str:
    return " ".join(action_text(action) for action in actions)


def _message(message: Message) -> str:
    return " ".join([message.key, *(f"{name}={value}" for name, value in message.args)])


def _difference(difference: BoardDifference) -> str:
    words = [_name(difference.square), difference.kind.value]
    if difference.seat is not None:
        words.append(difference.seat.value)
    if difference.seen is not None or difference.wanted is not None:
        words.append(f"(seen {difference.seen}, wanted {difference.wanted})")
    return " ".join(words)


def _offer(offer: Offer) -> str:
    match offer:
        case TrustGame():
            return "trust"
        case AdoptBoard(workers, heights):
            standing = " ".join(f"{seat} on {_name(square)}" for square, seat in workers)
            built = "".join(f" {_name(square)} {height} high" for square, height in heights)
            return f"adopt ({standing}{built})"
        case TurnBoard(quarters):
            return f"turn {quarters}"


def _name(square: int) -> str:
    return square_name(Square(square))
