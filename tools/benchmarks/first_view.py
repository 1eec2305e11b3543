"""Measures how long a slow phone takes from the address to a usable table, on its first and on its second visit.

Chromium plays the phone, with its processor slowed down and the network of a middling Wi-Fi at home. The table is a
separate process. It is usable when the lobby's buttons are there.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, sync_playwright

# ---- The slow network
#
# Delays what goes to a table and comes from it, and limits the bytes a second, as a middling Wi-Fi does.
# Chromium's own emulation of a slow network stops within some ten visits: all connections of a page are open and idle,
# and none of its requests is sent (Chromium 156; 80 visits without it had no such trouble).


_CHUNK = 16384


@dataclass(frozen=True, slots=True)
class NetworkPace:
    """The bytes a second in each direction, shared by all connections, and the seconds of a round trip."""

    bytes_per_second: float
    round_trip: float


class _Way:
    """One direction: the time at which data sent now arrive at the other end."""

    def __init__(self, pace: NetworkPace) -> None:
        self._pace = pace
        self._free = 0.0

    def arrives(self, size: int, now: float) -> float:
        self._free = max(self._free, now) + size / self._pace.bytes_per_second
        return self._free + self._pace.round_trip / 2


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: _Way, not_before: float) -> None:
    """Carry all that comes to the other end, in order, and close that when it ends."""
    loop = asyncio.get_running_loop()
    under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def read() -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(_CHUNK):
                now = max(loop.time(), not_before)
                under_way.put_nowait((way.arrives(len(data), now), data))
        under_way.put_nowait((loop.time(), b""))

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(read())
        while True:
            arrives, data = await under_way.get()
            if not data:
                break
            await asyncio.sleep(arrives - loop.time())
            with contextlib.suppress(ConnectionError):
                writer.write(data)
                await writer.drain()
    writer.close()


@contextmanager
def slow_network(address: str, pace: NetworkPace) -> Iterator[str]:
    """Serve an address at this pace. Return the slow address."""
    there = urlsplit(address)
    to_table, to_phone = _Way(pace), _Way(pace)
    loop, started, ports = asyncio.new_event_loop(), threading.Event(), list[int]()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with ExitStack() as ends:
            ends.callback(writer.transport.abort)
            far_reader, far_writer = await asyncio.open_connection(there.hostname, there.port)
            ends.callback(far_writer.transport.abort)
            first = loop.time() + pace.round_trip  # both ends have to shake hands before
            await asyncio.gather(_carry(reader, far_writer, to_table, first), _carry(far_reader, writer, to_phone, 0.0))
            with contextlib.suppress(ConnectionError):
                await asyncio.gather(writer.wait_closed(), far_writer.wait_closed())

    async def serve() -> None:
        server = await asyncio.start_server(connect, "127.0.0.1", 0)
        ports.append(server.sockets[0].getsockname()[1])
        started.set()
        with contextlib.suppress(asyncio.CancelledError):
            await server.serve_forever()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(serve())

    thread = threading.Thread(target=run, name="slow network", daemon=True)
    thread.start()
    started.wait()
    try:
        yield there._replace(netloc=f"127.0.0.1:{ports[0]}").geturl()
    finally:
        loop.call_soon_threadsafe(lambda: [task.cancel() for task in asyncio.all_tasks(loop)])
        thread.join()


# ---- The measurement


HERE = Path(__file__).parents[2]
"""This version of the program."""

SLOWER = 4
"""The factor by which the phone's processor is slower than this machine, as browsers' tools set it for a cheap
phone."""
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
    """Run a table with a simulated board, of the version of the program in this folder. Return its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "thera.cli", "play", "--host", "127.0.0.1", "--port", "0", "--data", folder]
        with subprocess.Popen(command, cwd=program, stdout=subprocess.PIPE, text=True) as running:  # noqa: S603 - ours
            try:
                yield next(found[0] for line in running.stdout or () if (found := ADDRESS.search(line)))
            finally:
                running.terminate()


def usable_after(context: BrowserContext, address: str, slower: int) -> float:
    """Return the milliseconds from the address to the lobby's buttons, for a phone with the stored data of this
    context."""
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
    """Return the first and the second visit of a phone, in ms."""
    with browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True) as context:
        return usable_after(context, address, slower), usable_after(context, address, slower)


def main() -> int:
    """Print the medians. Return 1 without Chromium."""
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
