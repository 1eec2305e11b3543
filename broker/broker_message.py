"""What is sent to a broker and what comes from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

LARGEST_PAYLOAD = 64 * 1024
"""Bytes of a message; the broker is asked to send no larger packet."""


@dataclass(frozen=True, slots=True)
class BrokerMessage:
    """A message on a topic. With ``retain`` a broker gives it to whoever subscribes later, too, until the next on its
    topic. A message that has not reached the broker after ``expires`` seconds is dropped (None: it waits as long as it
    takes); a retained one is sent at each connection, and the broker forgets it so long after it came.

    :raises ValueError: if the topic is empty or has a wildcard, or the payload is too large.
    """

    topic: str
    payload: bytes
    retain: bool = False
    expires: float | None = None

    def __post_init__(self) -> None:
        if not self.topic or any(letter in self.topic for letter in "+#\0"):
            raise ValueError(f"a topic has at least one letter and none of + and #, not {self.topic!r}")
        if len(self.payload) > LARGEST_PAYLOAD:
            raise ValueError(f"a payload has at most {LARGEST_PAYLOAD} bytes, not {len(self.payload)} ({self.topic})")


@dataclass(frozen=True, slots=True)
class TopicSubscription:
    """Messages that are wanted: those on topics that the ``pattern`` fits, with the wildcards of MQTT. ``receive`` gets
    each of them in the thread of the connection, so it must not wait and not raise."""

    pattern: str
    receive: Callable[[BrokerMessage], None]
