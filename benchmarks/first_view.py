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
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, sync_playwright

SLOWER = 4
"""So many times slower than this machine is the phone's processor, as browsers' own tools have it for a cheap phone."""
BYTES_PER_SECOND = 10_000_000 / 8
DELAY_MS = 20

ADDRESS = re.compile(r"http://\S+")
USABLE = """
const watch = () => {
  if (document.querySelector("#app button")) window.usableAfter = performance.now();
  else requestAnimationFrame(watch);
};
watch();
"""


@contextmanager
def table() -> Iterator[str]:
    """A table with a simulated board; its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "thera.cli", "play", "--host", "127.0.0.1", "--port", "0", "--data", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:  # noqa: S603 - our own command
            try:
                yield next(found[0] for line in running.stdout or () if (found := ADDRESS.search(line)))
            finally:
                running.terminate()


def usable_after(context: BrowserContext, address: str) -> float:
    """The milliseconds from the address to the lobby's buttons, for a phone that has stored what this context has."""
    page = context.new_page()
    page.add_init_script(USABLE)
    tools = context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    tools.send("Network.enable")
    tools.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": DELAY_MS,
            "downloadThroughput": BYTES_PER_SECOND,
            "uploadThroughput": BYTES_PER_SECOND,
        },
    )
    page.goto(address)
    page.locator("#app button").first.wait_for(timeout=60_000)
    passed = float(page.evaluate("window.usableAfter"))
    page.close()
    return passed


def visits(browser: Browser, address: str) -> tuple[float, float]:
    """The first visit of a phone and its second one, in ms."""
    with browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True) as context:
        return usable_after(context, address), usable_after(context, address)


def main() -> int:
    """Print the medians; 1 if no Chromium is here."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--phones", type=int, default=9, help="how many phones come (default: %(default)s)")
    phones = asked.parse_args().phones
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        print("no Chromium here: install the package chromium", file=sys.stderr)
        return 1
    with table() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        visits(browser, address)
        first, again = zip(*(visits(browser, address) for _ in range(phones)), strict=True)
        browser.close()
    print(f"first visit    median {statistics.median(first):.0f} ms, worst {max(first):.0f} ms, of {phones} phones")
    print(f"second visit   median {statistics.median(again):.0f} ms, worst {max(again):.0f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
