"""Measures how many frames a second a slow phone shows while pieces move on the board, and how much it computes for
them.

Chromium plays the phone, with its processor slowed down. It draws the whole page of a game. In each turn a worker goes
to another square and a block is built, as often as quick players could do it, on a board full of towers. A frame counts
if the browser's trace says that it was shown while something moved. Asking for frames from a script, as is often done,
would disturb the measurement: the page would have work in each frame, and has none without that.

The processor time of the page is measured without slowing down. It does not depend on what else keeps this machine
busy, nor on its drawing without a graphics processor.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from statistics import median

import msgspec
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tools.benchmarks.first_view import HERE, SLOWER, table

# ---- Reading Chromium's trace
#
# It says which frames were shown, and what kept the main thread busy.
# The events and their fields are those that Chromium writes as JSON (``Tracing`` of the DevTools protocol). Times in it
# are in microseconds; here all are in milliseconds.


CATEGORIES = (
    "benchmark",
    "blink.animations",
    "blink.user_timing",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
)
"""The categories to trace."""

APART = 90.0
"""The most ms between two frames of one motion: up to four frames may be lost."""

_US = 1000


class Work(Enum):
    """The kinds of work of a page's main thread."""

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
    """The fate of a frame."""

    state: str = ""
    frame_sequence: int = 0
    has_compositor_animation: bool = False


class Details(msgspec.Struct, frozen=True):
    """The details of an event, as far as this module needs them."""

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
        """The number of frames that were shown."""
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
    """The content of a trace about a page, in order of time."""

    motions: tuple[Motion, ...]
    tasks: tuple[MainTask, ...]
    marks: tuple[float, ...]
    """The times at which the page set a mark (``performance.mark``)."""

    def first_frames(self) -> list[tuple[float, float]]:
        """Each mark that a motion follows before the next mark, and the first frame of it."""
        ends = (*self.marks[1:], float("inf"))
        return [
            (mark, begins[0])
            for mark, end in zip(self.marks, ends, strict=True)
            if (begins := [each.begin for each in self.motions if mark <= each.begin < end])
        ]

    def delays(self) -> list[float]:
        """Return the ms from each mark to the first frame of the motion that follows it before the next mark."""
        return [first - mark for mark, first in self.first_frames()]

    def longest_block(self, motion: Motion) -> float:
        """Return the longest time in ms for which the main thread was busy at a stretch during this motion."""
        within = (min(task.end, motion.end) - max(task.begin, motion.begin) for task in self.tasks)
        return max((0.0, *within))

    def work(self, begin: float, end: float) -> dict[Work, float]:
        """Return the processor time in ms of the tasks within a span, by kind."""
        sums = dict.fromkeys(Work, 0.0)
        for task in self.tasks:
            if task.begin < end and task.end > begin:
                for kind, spent in task.computed.items():
                    sums[kind] += spent
        return sums


def read_trace(body: bytes, mark: str) -> FrameTrace:
    """Read the trace of the page that set marks of this name.

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
    """Return the nested events of one thread as tasks."""
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


# ---- The measurement


STEP_MS = 400
"""The time from one step of a turn to the next: a motion of the board takes 200 ms."""
STEPS = 24
MARK = "step"
"""The mark that the page sets when it gets a step."""

PLAY = """async ([MARK, steps, pause]) => {
  const page = document.querySelector("script[src*='/phone.js']").src;
  const { accept, latest } = await import(new URL("state.js", page).href);
  const names = { blue: "Ann", orange: "Bo" };
  const levels = {};
  for (const file of "abcde") for (const rank of [1, 2, 3, 4, 5]) levels[file + rank] = (file.charCodeAt(0) + rank) % 3;
  const workers = ["a1", "b3", "d2", "e5"].map((square, at) => ({
    seat: at % 2 ? "orange" : "blue", square, marked: false,
  }));
  const player = { power: "mortal", second: "mortal", uses: ["mortal"], memory: {}, reserve: 0, hidden: 0 };
  const players = ["blue", "orange"].map((seat, team) => ({ ...player, seat, team, eliminated: false }));
  const squares = Object.keys(levels);
  const log = [];
  const happened = (kind, args) => ({ number: log.length + 1, kind, message: { key: `log.${kind}`, args } });
  const draw = (kind, worker, done) => {
    if (done) log.push(happened(...done));
    const at = squares.indexOf(worker);
    const options = [1, 4, 5, 6].map((far) => ({ kind, worker, square: squares[(at + far) % 25], piece: null }));
    accept({
      ...latest(),
      version: latest().version + 1,
      phase: "playing",
      seats: latest().seats.map((each) => ({ ...each, name: names[each.seat] ?? null })),
      seats_held: ["blue"],
      prompt: { seat: "blue", kind, power: "mortal", optional: false },
      can_undo: true,
      log: [...log],
      game: {
        viewer: "blue", size: 5, levels: { ...levels }, domes: ["c5", "e1"],
        workers: workers.map((one) => ({ ...one })), tokens: [], players, beside: [],
        stock: { blocks: [], domes: 0 }, active: "blue", driven: false, options, outcome: null,
      },
    });
  };
  draw("move", "a1", ["turn_began", { seat: "blue" }]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (let step = 0; step < steps; step += 1) {
    performance.mark(MARK);
    const worker = workers[((step - (step % 2)) / 2) % 4];
    const { seat, square: origin } = worker;
    if (step % 2) {
      const square = squares[(step * 7) % 25];
      levels[square] = levels[square] < 3 ? levels[square] + 1 : 0;
      draw("move", origin, ["built", { seat, square, piece: "block" }]);
    } else {
      worker.square = squares[(squares.indexOf(origin) + 6) % 25];
      log.push(happened("turn_began", { seat }));
      draw("build", worker.square, ["worker_moved", { seat, origin, to: worker.square }]);
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}"""


@dataclass(frozen=True, slots=True)
class Played:
    """The measurements of some steps; times in ms."""

    frames_a_second: float
    """Frames a second in the motions."""
    fewest: float
    """Frames a second in the worst motion."""
    delay: float
    """From a step to the first frame of its motion, the median."""
    block: float
    """The longest time that the main thread was busy at a stretch in a motion: the median of the motions."""
    before: dict[Work, float]
    """The processor time of the main thread for a step, from its snapshot to the first frame of the motion."""
    meanwhile: float
    """The same in the motion, whatever for."""


def played(trace: FrameTrace) -> Played:
    """Return the measurements of the steps in a trace."""
    rates = [motion.frames_a_second for motion in trace.motions]
    before = [trace.work(mark, first) for mark, first in trace.first_frames()]
    meanwhile = [trace.work(motion.begin, motion.end) for motion in trace.motions]
    return Played(
        median(rates),
        min(rates),
        median(trace.delays()),
        median(trace.longest_block(motion) for motion in trace.motions),
        {kind: median(work[kind] for work in before) for kind in Work},
        median(sum(work.values()) for work in meanwhile),
    )


class Phone:
    """A page of a table, which plays a game as fast as it can be drawn."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._page: Page = browser.new_page(viewport={"width": 390, "height": 844}, device_scale_factor=2)
        self._page.goto(address)
        self._page.locator("#app button").first.wait_for()
        self._tools: CDPSession = self._page.context.new_cdp_session(self._page)

    def play(self, slower: int) -> Played:
        """Play the steps with a processor that is slower by a factor."""
        self._page.bring_to_front()
        self._tools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        self._browser.start_tracing(page=self._page, categories=list(CATEGORIES))
        self._page.evaluate(PLAY, [MARK, STEPS, STEP_MS])
        body = self._browser.stop_tracing()
        self._tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        return played(read_trace(body, MARK))


def report(slower: int, runs: list[Played]) -> str:
    """Return the lines about some runs: the median of each figure, and the least and most frames."""
    rates = sorted(run.frames_a_second for run in runs)
    worst = median(run.fewest for run in runs)
    delay = median(run.delay for run in runs)
    return (
        f"  a processor {slower} times slower: {median(rates):.1f} frames a second ({rates[0]:.1f} to {rates[-1]:.1f}; "
        f"{worst:.0f} in the worst motion), the first {delay:.0f} ms after the step; "
        f"the main thread is busy for {median(run.block for run in runs):.1f} ms at most in a motion"
    )


def computed(runs: list[Played]) -> str:
    """Return the line about the processor time."""
    kinds = {kind: median(run.before[kind] for run in runs) for kind in Work}
    parts = ", ".join(f"{kind.value} {spent:.1f}" for kind, spent in kinds.items())
    return (
        f"  processor time not slowed down: {sum(kinds.values()):.1f} ms before a motion ({parts}), "
        f"{median(run.meanwhile for run in runs):.1f} ms in it"
    )


def main() -> int:
    """Print the frames a second. Return 1 without Chromium."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--slower", type=int, default=SLOWER, help="how much slower a phone is (default: %(default)s)")
    asked.add_argument("--runs", type=int, default=5, help="how often it is played (default: %(default)s)")
    asked.add_argument(
        "--beside", type=Path, help="the folder of another version, to be measured in turns with this one"
    )
    given = asked.parse_args()
    path = shutil.which("chromium")
    if path is None:
        print("no Chromium here: install the package chromium", file=sys.stderr)
        return 1
    folders: list[Path] = [HERE] if given.beside is None else [given.beside, HERE]
    measured: dict[tuple[Path, int], list[Played]] = {}
    with ExitStack() as stack:
        addresses = [(folder, stack.enter_context(table(folder))) for folder in folders]
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        phones = [(folder, Phone(browser, address)) for folder, address in addresses]
        for _, phone in phones:
            phone.play(1)
        for _ in range(given.runs):
            for slower in (1, given.slower):
                for folder, phone in phones:
                    measured.setdefault((folder, slower), []).append(phone.play(slower))
        browser.close()
    print(f"{given.runs} times {STEPS} steps, one in {STEP_MS} ms; medians")
    for folder in folders:
        print(f"{folder}:" if folder != HERE else "this version:")
        for slower in (1, given.slower):
            print(report(slower, measured[folder, slower]))
        print(computed(measured[folder, 1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
