"""How many frames a second a slow phone shows while pieces move on the board.

Chromium plays the phone, its processor slowed down. The board that it draws is the page's own: in each turn a worker
goes to another square and a block is built, as often as somebody quick could do it, on a board full of towers. Frames
are counted as the browser asks for them, at most sixty a second. Where other programs keep the processor busy, the
processor time of the page says more than they do.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys

from playwright.sync_api import CDPSession, sync_playwright

from benchmarks.first_view import SLOWER, table

STEP_MS = 260
"""From one step of a turn to the next: a motion of the board takes 200 ms."""
STEPS = 24

PLAY = """async ([steps, pause]) => {
  const { boardView } = await import("/static/js/board.js");
  const { reach } = await import("/static/js/choosing.js");
  const { show } = await import("/static/js/dom.js");
  const host = document.querySelector("#app");
  const levels = {};
  for (const file of "abcde") for (const rank of [1, 2, 3, 4, 5]) levels[file + rank] = (file.charCodeAt(0) + rank) % 3;
  const workers = ["a1", "b3", "d2", "e5"].map((square, at) => ({
    seat: at % 2 ? "orange" : "blue", square, marked: false,
  }));
  const memory = {};
  const players = ["blue", "orange"].map((seat, team) => ({ seat, team, power: "mortal", memory }));
  const draw = (log) => {
    const game = { size: 5, levels, domes: ["c5", "e1"], workers, tokens: [], players, beside: [], options: [] };
    const board = { differences: [], lifted: null };
    const snapshot = { game, board, prompt: null, seats_held: ["blue"], log };
    show(host, [boardView(snapshot, reach(snapshot, null), "c3", { near: "blue" })]);
  };
  draw([]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const frames = [];
  let going = true;
  const count = (at) => {
    frames.push(at);
    if (going) requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  const squares = Object.keys(levels);
  const costs = [];
  for (let step = 0; step < steps; step += 1) {
    const before = performance.now();
    if (step % 2) {
      const on = squares[(step * 7) % 25];
      levels[on] = levels[on] < 3 ? levels[on] + 1 : 0;
      draw([]);
    } else {
      const worker = workers[(step / 2) % 4];
      const origin = worker.square;
      worker.square = squares[(squares.indexOf(origin) + 6) % 25];
      const args = { seat: worker.seat, origin, to: worker.square };
      draw([{ number: 1, message: { key: "log.worker_moved", args } }]);
    }
    costs.push(performance.now() - before);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  going = false;
  const gaps = frames.slice(1).map((at, index) => at - frames[index]);
  return { gaps, costs };
}"""


def busy(tools: CDPSession) -> float:
    """The seconds of processor time that the page's own thread has taken."""
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")


def main() -> int:
    """Print the frames a second; 1 if no Chromium is here."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--slower", type=int, default=SLOWER, help="how much slower a phone is (default: %(default)s)")
    slower = asked.parse_args().slower
    path = shutil.which("chromium")
    if path is None:
        print("no Chromium here: install the package chromium", file=sys.stderr)
        return 1
    with table() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 844}, device_scale_factor=2)
        page.goto(address)
        page.locator("#app button").first.wait_for()
        tools = page.context.new_cdp_session(page)
        tools.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.evaluate(PLAY, [STEPS, STEP_MS])
        before = busy(tools)
        page.evaluate(PLAY, [STEPS, STEP_MS])
        work = busy(tools) - before
        tools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        measured = page.evaluate(PLAY, [STEPS, STEP_MS])
        browser.close()
    gaps, costs = sorted(measured["gaps"]), sorted(measured["costs"])
    print(f"a processor {slower} times slower, {STEPS} steps, one in {STEP_MS} ms")
    print(f"frames a second: {1000 * len(gaps) / sum(gaps):.1f}")
    print(
        f"from frame to frame: median {statistics.median(gaps):.1f} ms, "
        f"95 of 100 within {gaps[len(gaps) * 95 // 100]:.1f} ms, longest {gaps[-1]:.1f} ms"
    )
    print(
        f"work of the page on this machine: {1000 * work / STEPS:.1f} ms of processor time a step, so that a slower "
        f"one is busy for {100 * slower * 1000 * work / (STEPS * STEP_MS):.0f} % of the time"
    )
    print(f"to draw a step: median {statistics.median(costs):.1f} ms, longest {costs[-1]:.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
