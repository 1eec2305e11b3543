"""What the tables of a match need of the messages between them: a topic, and bytes."""

from __future__ import annotations

from typing import Protocol


class MatchLink(Protocol):
    """Takes messages to topics, and listens to topics. The thread that owns the match hands what comes to
    `apart.match_runner.MatchRunner.received`. A message may be lost, doubled, late, or come before an earlier one."""

    def send(self, topic: str, data: bytes) -> None:
        """Send these bytes to a topic. It never waits: what cannot be sent now may be dropped."""

    def listen(self, topic: str) -> None:
        """Have what comes to this topic from now on; harmless to ask again."""

    def ignore(self, topic: str) -> None:
        """Have nothing of it any more."""
