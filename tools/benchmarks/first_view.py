"""Measures how long a slow phone takes from the address to a usable table, on its first and on its second visit.

Chromium plays the phone: in a middling Wi-Fi at home, with a processor as fast as this one and with a slow one, and
in a bad network with a slow one. The table is a separate process. The page is usable when the lobby's buttons are
there.
Requests and bytes are those that go to the table until the page wants nothing more.
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

from playwright.sync_api import Browser, BrowserContext, CDPSession, sync_playwright

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
BAD = NetworkPace(400_000 / 8, 0.4)
"""As browsers' tools set a slow mobile network."""
QUIET = 1500
"""Milliseconds without a request after which a page has all that it wants."""

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


@dataclass(frozen=True, slots=True)
class Visit:
    """How long a phone took until it could be used (ms), how much it requested, and the bytes of bodies."""

    usable_after: float
    requests: int
    size: int


@dataclass(slots=True)
class _Fetched:
    requests: int = 0
    size: int = 0

    def count(self, tools: CDPSession) -> None:
        """Count all that a page fetches from the table from now on."""
        tools.send("Network.enable")
        tools.on("Network.requestWillBeSent", lambda _: self._add(requests=1))
        tools.on("Network.requestServedFromCache", lambda _: self._add(requests=-1))
        tools.on("Network.responseReceived", lambda came: self._add(requests=-came["response"]["fromDiskCache"]))
        tools.on("Network.dataReceived", lambda came: self._add(size=came["encodedDataLength"]))

    def _add(self, *, requests: int = 0, size: int = 0) -> None:
        self.requests += requests
        self.size += size


def visit(context: BrowserContext, address: str, slower: int) -> Visit:
    """Have a phone with the stored data of this context open the page."""
    page = context.new_page()
    page.add_init_script(USABLE)
    tools = context.new_cdp_session(page)
    fetched = _Fetched()
    fetched.count(tools)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(address)
    page.locator("#app button").first.wait_for(timeout=60_000)
    passed = float(page.evaluate("window.usableAfter"))
    before = -1
    while before != fetched.requests:
        before = fetched.requests
        page.wait_for_timeout(QUIET)
    page.close()
    return Visit(passed, fetched.requests, fetched.size)


def visits(browser: Browser, address: str, slower: int) -> tuple[Visit, Visit]:
    """Return the first and the second visit of a phone."""
    with browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True) as context:
        return visit(context, address, slower), visit(context, address, slower)


@dataclass(frozen=True, slots=True)
class Conditions:
    """A network, and the factor by which the processor is slower."""

    title: str
    pace: NetworkPace
    slower: int


CONDITIONS = (
    Conditions("Wi-Fi at home, a processor as fast as this one", WIFI, 1),
    Conditions(f"Wi-Fi at home, a processor {SLOWER} times slower", WIFI, SLOWER),
    Conditions(f"400 kbit/s with 400 ms, a processor {SLOWER} times slower", BAD, SLOWER),
)


def scripts_text(folder: Path) -> str:
    """Return how many scripts a version of the page has, and how long they are."""
    lengths = [len(file.read_text("utf-8").splitlines()) for file in (folder / "web_ui/static/js").rglob("*.js")]
    return f"{len(lengths)} scripts of {sum(lengths)} lines, {statistics.median(lengths):.0f} in the median"


def visits_text(measured: list[Visit]) -> str:
    """Return the medians of visits in words."""
    times = [each.usable_after for each in measured]
    requests = statistics.median(each.requests for each in measured)
    size = statistics.median(each.size for each in measured) / 1000
    return (
        f"usable after {statistics.median(times):.0f} ms (at best {min(times):.0f}), "
        f"{requests:.0f} requests, {size:.1f} kB"
    )


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
    measured: dict[tuple[Path, Conditions], list[tuple[Visit, Visit]]] = {}
    with ExitStack() as stack:
        addresses = {
            (folder, pace): stack.enter_context(slow_network(address, pace))
            for folder in folders
            for address in (stack.enter_context(table(folder)),)
            for pace in (WIFI, BAD)
        }
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for folder in folders:
            visits(browser, addresses[folder, WIFI], 1)
        for _ in range(given.phones):
            for each in CONDITIONS:
                for folder in folders:
                    seen = visits(browser, addresses[folder, each.pace], each.slower)
                    measured.setdefault((folder, each), []).append(seen)
        browser.close()
    for folder in folders:
        named = str(folder) if folder != HERE else f"this version, {given.phones} phones, medians"
        print(f"{named}: {scripts_text(folder)}")
        for each in CONDITIONS:
            first, again = zip(*measured[folder, each], strict=True)
            print(f"  {each.title}:")
            print(f"    first visit: {visits_text(list(first))}")
            print(f"    second visit: {visits_text(list(again))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
