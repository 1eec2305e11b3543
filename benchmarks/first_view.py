"""How long a slow phone takes from the address to a table that can be used: the first time, and when it comes again.

Chromium plays the phone, its processor slowed down and its network as a middling Wi-Fi at home has it; the table is a
process of its own. The table can be used when the lobby's buttons are there.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from benchmarks.slow_network import NetworkPace, slow_network

HERE = Path(__file__).parents[1]
"""This version of the program."""

SLOWER = 4
"""So many times slower than this machine is the phone's processor, as browsers' own tools have it for a cheap phone."""
WIFI = NetworkPace(10_000_000 / 8, 0.02)

ADDRESS = re.compile(r"http://\S+")
USABLE = """
const watch = () => {
  if (document.querySelector("#app button")) window.usableAfter = performance.now();
  else requestAnimationFrame(watch);
};
watch();
"""


@contextmanager
def table(program: Path = HERE) -> Iterator[str]:
    """A table with a simulated board, of the version of the program in this folder; its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "thera.cli", "play", "--host", "127.0.0.1", "--port", "0", "--data", folder]
        with subprocess.Popen(command, cwd=program, stdout=subprocess.PIPE, text=True) as running:  # noqa: S603 - ours
            try:
                yield next(found[0] for line in running.stdout or () if (found := ADDRESS.search(line)))
            finally:
                running.terminate()


def usable_after(context: BrowserContext, address: str, slower: int) -> float:
    """The milliseconds from the address to the lobby's buttons, for a phone that has stored what this context has."""
    page = context.new_page()
    page.add_init_script(USABLE)
    tools = context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(address)
    page.locator("#app button").first.wait_for(timeout=60_000)
    passed = float(page.evaluate("window.usableAfter"))
    page.close()
    return passed


def visits(browser: Browser, address: str, slower: int) -> tuple[float, float]:
    """The first visit of a phone and its second one, in ms."""
    with browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True) as context:
        return usable_after(context, address, slower), usable_after(context, address, slower)


def main() -> int:
    """Print the medians; 1 if no Chromium is here."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--phones", type=int, default=9, help="how many phones come (default: %(default)s)")
    asked.add_argument(
        "--beside", type=Path, help="the folder of another version, to be measured in turns with this one"
    )
    given = asked.parse_args()
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        print("no Chromium here: install the package chromium", file=sys.stderr)
        return 1
    folders: list[Path] = [HERE] if given.beside is None else [given.beside, HERE]
    measured: dict[tuple[Path, int], list[tuple[float, float]]] = {}
    with ExitStack() as stack:
        addresses = [
            (each, stack.enter_context(slow_network(stack.enter_context(table(each)), WIFI))) for each in folders
        ]
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for _, address in addresses:
            visits(browser, address, 1)
        for _ in range(given.phones):
            for slower in (1, SLOWER):
                for folder, address in addresses:
                    measured.setdefault((folder, slower), []).append(visits(browser, address, slower))
        browser.close()
    for folder in folders:
        print(f"{folder}:" if folder != HERE else f"this version, {given.phones} phones:")
        for slower in (1, SLOWER):
            first, again = zip(*measured[folder, slower], strict=True)
            print(
                f"  a processor {slower} times slower: first visit {statistics.median(first):.0f} ms (at best "
                f"{min(first):.0f}), second visit {statistics.median(again):.0f} ms (at best {min(again):.0f}); medians"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
