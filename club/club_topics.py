"""The topics on which a table tells a club what onlookers see."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from home_automation.table_topics import TableTopics

_TOPIC = re.compile(r"thera/(?P<identity>[0-9a-f]{16})/(?P<what>status|club|club/game)")


class ClubTopic(StrEnum):
    """What a message is about: whether the table is there, what onlookers see, its last finished game."""

    STATUS = "status"
    REPORT = "club"
    GAME = "club/game"

    def pattern(self) -> str:
        """The topics of all tables, as a broker is asked for them."""
        return f"thera/+/{self.value}"

    def of(self, topics: TableTopics) -> str:
        """The topic of a table."""
        return f"thera/{topics.identity}/{self.value}"


@dataclass(frozen=True, slots=True)
class HeardTopic:
    """The table and what is told of it."""

    identity: str
    what: ClubTopic


def heard_topic(topic: str) -> HeardTopic | None:
    """What a topic is about; None if it is none of a table's with a usual identity."""
    found = _TOPIC.fullmatch(topic)
    return None if found is None else HeardTopic(found["identity"], ClubTopic(found["what"]))
