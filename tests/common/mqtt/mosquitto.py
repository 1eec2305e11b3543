"""A real broker on a port of its own, which tests start, kill and start again; and a client that hears everything."""

from __future__ import annotations

import os
import queue
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import pytest
from paho.mqtt.client import Client, MQTTMessage, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.subscribeoptions import SubscribeOptions

PATIENCE = 20.0
PROGRAM = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
needs_mosquitto = pytest.mark.skipif(PROGRAM is None, reason="there is no mosquitto (Debian's package of that name)")
needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        port: int = one.getsockname()[1]
        return port


class RunningMosquitto:
    """Mosquitto with these lines in its configuration, which logs what is of this kind. ``port`` stays the same when it
    is started again."""

    def __init__(self, folder: Path, *lines: str, log: str = "all") -> None:
        self.port = free_port()
        self._file = folder / "mosquitto.conf"
        listener = [f"listener {self.port} 127.0.0.1", "user root", "log_dest stderr", f"log_type {log}"]
        anonymous = [] if any("allow_anonymous" in line for line in lines) else ["allow_anonymous true"]
        self._file.write_text("\n".join([*listener, *anonymous, *lines]) + "\n", "utf-8")
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it; returns once it listens."""
        assert PROGRAM is not None
        self._process = subprocess.Popen(
            [PROGRAM, "-c", str(self._file)], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        assert self._process.stderr is not None
        said = []
        for line in self._process.stderr:
            said.append(line)
            if "running" in line:
                break
        else:
            raise AssertionError("".join(said))
        # Whatever it says later is read by nobody, and must not stop it.
        self._process.stderr.close()

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Kill it, as a power cut does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextmanager
def mosquitto(folder: Path, *lines: str) -> Iterator[RunningMosquitto]:
    """A running broker, killed in the end."""
    made = RunningMosquitto(folder, *lines)
    made.start()
    try:
        yield made
    finally:
        made.kill()


@dataclass(frozen=True)
class Heard:
    """A message that a listener got; ``kept``: the broker had it before the listener came."""

    topic: str
    payload: bytes
    kept: bool


class Listener:
    """A client that hears all messages, and may send some."""

    def __init__(self, port: int, *, user: str | None = None, password: str | None = None) -> None:
        self._coming: queue.Queue[Heard] = queue.Queue()
        self._client = Client(CallbackAPIVersion.VERSION2, client_id="listener", protocol=MQTTv5)
        if user is not None:
            self._client.username_pw_set(user, password)
        self._client.on_message = self._heard
        listening: queue.Queue[None] = queue.Queue()
        self._client.on_connect = self._connected
        self._client.on_subscribe = lambda *_: listening.put(None)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        listening.get(timeout=PATIENCE)

    def __enter__(self) -> Listener:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _connected(self, client: Client, *_: object) -> None:
        client.subscribe("#", options=SubscribeOptions(qos=1))

    def _heard(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        self._coming.put(Heard(message.topic, bytes(message.payload), message.retain))

    def send(self, topic: str, payload: bytes) -> None:
        self._client.publish(topic, payload, 1).wait_for_publish(PATIENCE)

    def next(self) -> Heard:
        """What comes next; waits for it."""
        return self._coming.get(timeout=PATIENCE)

    def until(self, wanted: Callable[[Heard], bool]) -> list[Heard]:
        """All that comes until this does."""
        heard = [self.next()]
        while not wanted(heard[-1]):
            heard.append(self.next())
        return heard

    def payload_on(self, topic: str) -> bytes:
        """The next payload on a topic; what comes before on others is forgotten."""
        return self.until(lambda each: each.topic == topic)[-1].payload
