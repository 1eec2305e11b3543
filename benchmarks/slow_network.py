"""A table as if it were in a middling Wi-Fi: what goes to it and comes from it is late, and only so much a second.

Chromium's own emulation of a slow network stops within some ten visits: all connections of a page are open and idle,
and none of its requests is sent (Chromium 156; 80 visits without it had no such trouble).
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

_CHUNK = 16384


@dataclass(frozen=True, slots=True)
class NetworkPace:
    """Bytes a second in each direction, shared by all connections, and the seconds of a round trip."""

    bytes_per_second: float
    round_trip: float


class _Way:
    """One direction: when what is sent now arrives at the other end."""

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
    """The address at which the one that is given is to be had at this pace."""
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
