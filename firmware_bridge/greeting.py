"""A short visit to a port: who is there? And a word to leave, so that the board can be updated."""

from __future__ import annotations

import select
import time
from types import TracebackType

from firmware_bridge import messages
from firmware_bridge.codec import DELIMITER, Decoder, encode
from firmware_bridge.messages import Command, Hello, HelloRequest, Leave, Leaving, Message, OtherVersion
from firmware_bridge.payloads import PayloadError
from firmware_bridge.serial_ports import PORT_ERRORS, close_port, open_port
from firmware_bridge.timings import Timings

_READ_SIZE = 4096
_SEQ = 1


class PortVisit:
    """The port at ``path``, open until the end of the ``with``. A board that is pulled out meanwhile says nothing.

    :raises PortError: if it cannot be opened.
    """

    def __init__(self, path: str, timings: Timings | None = None) -> None:
        self._timings = timings or Timings()
        self._decoder = Decoder()
        self._port = open_port(path, self._timings.write)

    def greet(self, seconds: float = 1.0) -> Hello | OtherVersion | None:
        """Who answers within so many seconds; None if nobody does."""
        answer = self._ask(HelloRequest(), (Hello, OtherVersion), seconds)
        return answer if isinstance(answer, Hello | OtherVersion) else None

    def leave(self, seconds: float = 1.0) -> bool:
        """Ask the board to leave its work; whether it says that it does. Its console is on the port then."""
        return self._ask(Leave(), (Leaving,), seconds) is not None

    def __enter__(self) -> PortVisit:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        close_port(self._port)

    def _ask(
        self, command: Command, answers: tuple[type[Message | OtherVersion], ...], seconds: float
    ) -> Message | OtherVersion | None:
        """The first answer of these types; the command is repeated as the link repeats its greeting."""
        now = time.monotonic()
        ends, ask_at = now + seconds, now
        question = DELIMITER + encode(messages.to_frame(command, _SEQ))
        try:
            while now < ends:
                if now >= ask_at:
                    ask_at = now + self._timings.hello_every
                    self._port.write(question)
                for said in self._heard(min(ends, ask_at) - now):
                    if isinstance(said, answers):
                        return said
                now = time.monotonic()
        except PORT_ERRORS:
            return None
        return None

    def _heard(self, seconds: float) -> list[Message | OtherVersion]:
        """What comes within so many seconds, as soon as anything does."""
        ready, _, _ = select.select([self._port.fileno()], [], [], max(0.0, seconds))
        heard = []
        for frame in self._decoder.feed(self._port.read(_READ_SIZE)) if ready else ():
            try:
                heard.append(messages.from_frame(frame))
            except PayloadError:
                continue  # a message of another version, or noise with a right checksum
        return heard
