"""The traces in ``../shared/data/readings/scenes``: what happened at another bench while ``thera play --record`` read
its board. Each is read again, with what phones did then, into a timeline. The folder stands beside the checkout where
the project is built and is absent elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from unittest.mock import patch

from engine import Action, Square, square_name
from engine.notation import action_text
from hardware.board import BoardEvent, ButtonPressed, Frame, LinkChanged
from perception.arrangements import Arrangement, ExpectedArrangements, Explanation, Reading, Verdict
from perception.counted_work import TaskSteps
from perception.tracking.belief import Belief
from perception.tracking.rests import FrameResult
from table.runtime.session_runner import SessionRunner, TableFittings
from table.runtime.trace_events import FieldsMeasured, TraceEvent, TraceSource
from table.session.interfaces import AnyLightPlan
from table.session.journal_entries import Acted, Entry
from table.session.snapshot import BoardView
from table.session.table_state import TableState
from table.traces import (
    NullBoard,
    NullJournal,
    RecordedOutcome,
    ReplayItem,
    reading_words,
    replay_items,
    state_at_start,
)
from table.view.led_patterns import lights_of
from tests.table.moves.others_readings import FOLDER
from thera.boards.recorded_games import open_trace
from thera.table_assembly import make_reader

SCENES = FOLDER / "scenes"
ABSENT = "no ../shared/data beside this checkout: recorded scenes are not read again"


@dataclass(frozen=True, slots=True)
class SceneLine:
    """What holds from ``at`` on, in s since the first frame: the workers that are ``believed`` to stand, what the
    phone says, and the ``misfit`` and ``margin`` of the last reading that was judged; None before the first."""

    at: float
    believed: Arrangement
    board: BoardView
    misfit: float | None
    margin: float | None

    def words(self) -> str:
        """One line for people."""
        stand = " ".join(
            f"{square_name(Square(each.square))}:{each.polarity:+d}"
            for each in sorted(self.believed, key=lambda each: each.square)
        )
        warned = "".join(f" [{each.key} {dict(each.args)}]" for each in self.board.warnings)
        judged = "" if self.misfit is None else f" misfit {self.misfit:.1f}"
        judged += "" if self.margin is None else f" margin {self.margin:.1f}"
        return f"{self.at:8.2f} s  {stand} | {reading_words(self.board)}{warned}{judged}"


class RecordedScene:
    """A trace that is read again up to ``until``, in s. What the board brought about then does not count; where a phone
    did what cannot be done now, the reading ends."""

    def __init__(self, name: str, until: float) -> None:
        self.lines: list[SceneLine] = []
        self.steps: list[tuple[float, Action]] = []
        """The steps that the board brings about now, with their times in s."""
        self._began: int | None = None
        self._at = 0
        self._believed: Arrangement = frozenset()
        self._judged: tuple[float, float | None] | None = None
        self._board: BoardView | None = None
        path = SCENES / f"{name}.trace.gz"
        with ExitStack() as stack:
            trace, described = open_trace(path, stack)
            fittings = TableFittings(size=described.geometry.size, recorder=self)
            start = state_at_start(path, trace.head)
            table = SessionRunner(NullBoard(), make_reader(described), self._show, NullJournal(), start, fittings)
            stack.enter_context(self._judging())
            table.begin()
            for item in replay_items(path, trace):
                if not self._replay(table, item) or self._at > 1000 * until:
                    break
                self._note()

    def within(self, start: float, end: float) -> list[SceneLine]:
        """Return the lines that hold at some time from ``start`` to ``end``, in s."""
        last = [line for line in self.lines if line.at <= start][-1:]
        return last + [line for line in self.lines if start < line.at <= end]

    def read_by(self, end: float, start: float = 0.0) -> list[str]:
        """Return the steps that the board brought about from ``start`` to ``end``, in s."""
        return [action_text(action) for at, action in self.steps if start <= at <= end]

    # -- the recorder of the table

    def event_received(self, event: BoardEvent) -> None:
        """Follow the time."""
        if isinstance(event, Frame):
            self._began = event.at if self._began is None else self._began
            self._at = event.at - self._began

    def entry_written(self, entry: Entry, source: TraceSource) -> None:
        """Note steps of the board."""
        if source is TraceSource.BOARD and isinstance(entry, Acted):
            self.steps += [(self._at / 1000, action) for action in entry.actions]

    def trusted(self) -> None:
        """Do nothing."""

    def renewed(self) -> None:
        """Do nothing."""

    def measured(self, fields: object) -> None:
        """Do nothing."""

    def _show(self, state: TableState) -> AnyLightPlan:
        self._board = state.board
        return lights_of(state)

    def _note(self) -> None:
        """Add a line if something is believed or said that was not before."""
        if self._board is None:
            return
        misfit, margin = self._judged or (None, None)
        last = self.lines[-1] if self.lines else None
        if last is None or (last.believed, last.board) != (self._believed, self._board):
            self.lines.append(SceneLine(self._at / 1000, self._believed, self._board, misfit, margin))

    @staticmethod
    def _replay(table: SessionRunner, item: ReplayItem) -> bool:
        """Replay one item. Return whether it could be done."""
        try:
            match item:
                case RecordedOutcome(entry, TraceSource.PHONE):
                    table.replay_entry(entry)
                case TraceEvent.TRUSTED:
                    table.trust()
                case TraceEvent.RENEWED:
                    table.renew()
                case FieldsMeasured(fields):
                    table.read_by(fields)
                case Frame() | ButtonPressed() | LinkChanged():
                    table.handle_event(item)
                case _:
                    pass
        except ValueError:  # includes the errors of the engine
            return False
        return True

    @contextmanager
    def _judging(self) -> Iterator[None]:
        """While the context is open, note what is judged: the product says it to nobody."""
        settle, accept, stay_unclear = Belief._settle, Belief._accept, Belief.stay_unclear

        def settling(belief: Belief, arrangement: Arrangement) -> object:
            self._believed = arrangement
            return settle(belief, arrangement)

        def accepting(
            belief: Belief, best: Explanation, reading: Reading, expected: ExpectedArrangements
        ) -> TaskSteps[FrameResult]:
            self._judged = best.misfit, None
            return accept(belief, best, reading, expected)

        def staying(belief: Belief, verdict: Verdict | None, *, awaits_tremor: bool) -> object:
            if verdict is not None:
                self._judged = verdict.best.misfit, verdict.margin
            return stay_unclear(belief, verdict, awaits_tremor=awaits_tremor)

        with (
            patch.object(Belief, "_settle", settling),
            patch.object(Belief, "_accept", accepting),
            patch.object(Belief, "stay_unclear", staying),
        ):
            yield
