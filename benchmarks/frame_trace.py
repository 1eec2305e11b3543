"""What a trace of Chromium tells of motions on a page: which frames were shown, and what kept its main thread busy.

The events and their fields are those that Chromium writes as JSON (``Tracing`` of the DevTools protocol). Times in it
are in microseconds; here all are in milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

import msgspec

CATEGORIES = (
    "benchmark",
    "blink.animations",
    "blink.user_timing",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
)
"""What has to be traced."""

APART = 90.0
"""Frames that move something belong to one motion as long as no more ms are between them: up to four may be lost."""

_US = 1000


class Work(Enum):
    """What the main thread of a page does."""

    SCRIPT = "script"
    STYLE = "style"
    LAYOUT = "layout"
    PAINT = "paint"
    OTHER = "other"


_KINDS = {
    "FunctionCall": Work.SCRIPT,
    "TimerFire": Work.SCRIPT,
    "EventDispatch": Work.SCRIPT,
    "FireAnimationFrame": Work.SCRIPT,
    "RunMicrotasks": Work.SCRIPT,
    "MinorGC": Work.SCRIPT,
    "MajorGC": Work.SCRIPT,
    "UpdateLayoutTree": Work.STYLE,
    "Layout": Work.LAYOUT,
    "PrePaint": Work.PAINT,
    "Paint": Work.PAINT,
    "Layerize": Work.PAINT,
    "Commit": Work.PAINT,
    "RunTask": Work.OTHER,
}


class Reporter(msgspec.Struct, frozen=True):
    """What became of a frame."""

    state: str = ""
    frame_sequence: int = 0
    has_compositor_animation: bool = False


class Details(msgspec.Struct, frozen=True):
    """What is told of an event, as far as it is needed here."""

    frame_reporter: Reporter | None = None


class TraceEvent(msgspec.Struct, frozen=True):
    """An event of the trace, or the begin or end of one."""

    name: str
    ph: str
    ts: float = 0
    pid: int = 0
    tid: int = 0
    dur: float = 0
    tdur: float = 0
    args: msgspec.Raw = msgspec.Raw(b"{}")


class _File(msgspec.Struct, frozen=True):
    traceEvents: list[TraceEvent]  # noqa: N815 - named by Chromium


@dataclass(frozen=True, slots=True)
class Motion:
    """The frames of one motion, by the ms at which each was due."""

    frames: tuple[float, ...]

    @property
    def begin(self) -> float:
        """When its first frame was due."""
        return self.frames[0]

    @property
    def end(self) -> float:
        """When its last frame was due."""
        return self.frames[-1]

    @property
    def frames_a_second(self) -> float:
        """As they were shown."""
        return 1000 * (len(self.frames) - 1) / (self.end - self.begin)


@dataclass(frozen=True, slots=True)
class MainTask:
    """Something that the main thread of the page did in one go."""

    begin: float
    lasted: float
    computed: dict[Work, float]
    """The processor time of each kind of work in it, in ms."""

    @property
    def end(self) -> float:
        """When it was done."""
        return self.begin + self.lasted


@dataclass(frozen=True, slots=True)
class FrameTrace:
    """What a trace tells of a page: all in the order of time."""

    motions: tuple[Motion, ...]
    tasks: tuple[MainTask, ...]
    marks: tuple[float, ...]
    """When the page set a mark (``performance.mark``)."""

    def first_frames(self) -> list[tuple[float, float]]:
        """Each mark that a motion follows before the next mark, and the first frame of it."""
        ends = (*self.marks[1:], float("inf"))
        return [
            (mark, begins[0])
            for mark, end in zip(self.marks, ends, strict=True)
            if (begins := [each.begin for each in self.motions if mark <= each.begin < end])
        ]

    def delays(self) -> list[float]:
        """From each mark to the first frame of the motion that follows it before the next mark."""
        return [first - mark for mark, first in self.first_frames()]

    def longest_block(self, motion: Motion) -> float:
        """The longest time in ms for which the main thread was busy at a stretch while this motion lasted."""
        within = (min(task.end, motion.end) - max(task.begin, motion.begin) for task in self.tasks)
        return max((0.0, *within))

    def work(self, begin: float, end: float) -> dict[Work, float]:
        """The processor time in ms of the tasks that a time began or that began in it, by kind."""
        sums = dict.fromkeys(Work, 0.0)
        for task in self.tasks:
            if task.begin < end and task.end > begin:
                for kind, spent in task.computed.items():
                    sums[kind] += spent
        return sums


def read_trace(body: bytes, mark: str) -> FrameTrace:
    """What a trace tells of the page that set marks of this name.

    :raises ValueError: if no page in it set such a mark.
    """
    events = msgspec.json.decode(body, type=_File).traceEvents
    marked = [event for event in events if event.name == mark]
    if not marked:
        raise ValueError(f"no page in this trace has set a mark {mark!r}")
    process, main = marked[0].pid, marked[0].tid
    here = sorted((event for event in events if event.pid == process), key=lambda event: (event.ts, -event.dur))
    reports = (event for event in here if event.name == "PipelineReporter" and event.ph == "b")
    done = [event for event in here if event.tid == main and event.ph == "X" and event.name in _KINDS]
    return FrameTrace(tuple(_motions(reports)), tuple(_tasks(done)), tuple(event.ts / _US for event in marked))


def _motions(reports: Iterable[TraceEvent]) -> Iterator[Motion]:
    shown: dict[int, float] = {}
    for event in reports:
        report = msgspec.json.decode(event.args, type=Details).frame_reporter
        if report and report.has_compositor_animation and report.state.startswith("STATE_PRESENTED"):
            shown.setdefault(report.frame_sequence, event.ts / _US)
    frames: list[float] = []
    for due in shown.values():
        if frames and due - frames[-1] > APART:
            if len(frames) > 1:
                yield Motion(tuple(frames))
            frames = []
        frames.append(due)
    if len(frames) > 1:
        yield Motion(tuple(frames))


def _tasks(events: Sequence[TraceEvent]) -> Iterator[MainTask]:
    """The events of one thread, each within the one before it that has not ended, as tasks."""
    around: list[TraceEvent] = []
    task: TraceEvent | None = None
    spent: dict[Work, float] = {}
    for event in events:
        while around and around[-1].ts + around[-1].dur <= event.ts:
            around.pop()
        if not around:
            if task:
                yield MainTask(task.ts / _US, task.dur / _US, spent)
            task, spent = event, {}
        else:
            spent[_KINDS[around[-1].name]] -= event.tdur / _US
        kind = _KINDS[event.name]
        spent[kind] = spent.get(kind, 0.0) + event.tdur / _US
        around.append(event)
    if task:
        yield MainTask(task.ts / _US, task.dur / _US, spent)
