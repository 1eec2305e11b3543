"""How many frames a second a slow phone shows while pieces move on the board, and what it computes for that.

Chromium plays the phone, its processor slowed down. What it draws is the page of a game, whole: in each turn a worker
goes to another square and a block is built, as often as somebody quick could do it, on a board full of towers. The
frames are those of which the browser says in a trace that it has shown them while something moved. To ask it for frames
from a script, as is often done, would disturb what is measured: then the page has work in each frame, and has none
without that.

The processor time of the page is taken without slowing down. It does not depend on what else keeps this machine busy,
nor on its drawing without a graphics processor.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from benchmarks.first_view import HERE, SLOWER, table
from benchmarks.frame_trace import CATEGORIES, FrameTrace, Work, read_trace

STEP_MS = 400
"""From one step of a turn to the next: a motion of the board takes 200 ms."""
STEPS = 24
MARK = "step"
"""What the page marks as it is given a step."""

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
  const draw = (kind, worker, done) => {
    if (done) log.push({ number: log.length + 1, message: done });
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
  draw("move", "a1", { key: "log.turn_began", args: { seat: "blue" } });
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (let step = 0; step < steps; step += 1) {
    performance.mark(MARK);
    const worker = workers[((step - (step % 2)) / 2) % 4];
    const { seat, square: origin } = worker;
    if (step % 2) {
      const square = squares[(step * 7) % 25];
      levels[square] = levels[square] < 3 ? levels[square] + 1 : 0;
      draw("move", origin, { key: "log.built", args: { seat, square, piece: "block" } });
    } else {
      worker.square = squares[(squares.indexOf(origin) + 6) % 25];
      log.push({ number: log.length + 1, message: { key: "log.turn_began", args: { seat } } });
      draw("build", worker.square, { key: "log.worker_moved", args: { seat, origin, to: worker.square } });
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}"""


@dataclass(frozen=True, slots=True)
class Played:
    """What was measured while some steps were played; times in ms."""

    frames_a_second: float
    """In the motions."""
    fewest: float
    """In the worst of them."""
    delay: float
    """From a step to the first frame of its motion, the median."""
    block: float
    """The longest time that the main thread was busy at a stretch in a motion: the median of the motions."""
    before: dict[Work, float]
    """The processor time of the main thread for a step, from its snapshot to the first frame of the motion."""
    meanwhile: float
    """The same in the motion, whatever for."""


def played(trace: FrameTrace) -> Played:
    """What a trace says of the steps in it."""
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
    """A page of a table, in which a game is played as fast as it can be drawn."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._page: Page = browser.new_page(viewport={"width": 390, "height": 844}, device_scale_factor=2)
        self._page.goto(address)
        self._page.locator("#app button").first.wait_for()
        self._tools: CDPSession = self._page.context.new_cdp_session(self._page)

    def play(self, slower: int) -> Played:
        """Play the steps with a processor that is so many times slower."""
        self._page.bring_to_front()
        self._tools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        self._browser.start_tracing(page=self._page, categories=list(CATEGORIES))
        self._page.evaluate(PLAY, [MARK, STEPS, STEP_MS])
        body = self._browser.stop_tracing()
        self._tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        return played(read_trace(body, MARK))


def report(slower: int, runs: list[Played]) -> str:
    """The lines about some runs: the median of each figure, and of the frames the least and the most."""
    rates = sorted(run.frames_a_second for run in runs)
    worst = median(run.fewest for run in runs)
    delay = median(run.delay for run in runs)
    return (
        f"  a processor {slower} times slower: {median(rates):.1f} frames a second ({rates[0]:.1f} to {rates[-1]:.1f}; "
        f"{worst:.0f} in the worst motion), the first {delay:.0f} ms after the step; "
        f"the main thread is busy for {median(run.block for run in runs):.1f} ms at most in a motion"
    )


def computed(runs: list[Played]) -> str:
    """The line about the processor time."""
    kinds = {kind: median(run.before[kind] for run in runs) for kind in Work}
    parts = ", ".join(f"{kind.value} {spent:.1f}" for kind, spent in kinds.items())
    return (
        f"  processor time not slowed down: {sum(kinds.values()):.1f} ms before a motion ({parts}), "
        f"{median(run.meanwhile for run in runs):.1f} ms in it"
    )


def main() -> int:
    """Print the frames a second; 1 if no Chromium is here."""
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
