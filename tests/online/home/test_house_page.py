"""What docs/home_automation.md says of topics, entities and an automation is what a table publishes."""

from __future__ import annotations

import json
import re
from typing import Any

import yaml  # type: ignore[import-untyped]  # its types are a package of their own

from engine.seats import Seat
from online.home.home_assistant import HomeAssistant, TableTopics
from table.session.snapshot import Phase
from tests.house import ROOT

PAGE = (ROOT / "docs" / "home_automation.md").read_text("utf-8")
TOPICS = TableTopics("0123456789abcdef")


def test_each_topic_is_named() -> None:
    rows = re.findall(r"^\| `(thera/\S+)` \| .* \| (yes|no) \|$", PAGE, re.MULTILINE)
    topics = (TOPICS.status, TOPICS.phase, TOPICS.turn, TOPICS.winner, TOPICS.board)
    assert rows == [*((topic, "yes") for topic in topics), (TOPICS.event, "no")]


def test_each_entity_is_named_and_each_phase() -> None:
    content = json.loads(HomeAssistant("homeassistant", "1").discovery(TOPICS, "").payload)
    named = re.findall(r"^\| (\w[\w ]*) \((\w+)\) \|", PAGE, re.MULTILINE)
    assert [name for name, _ in named] == [each["name"] for each in content["components"].values()]
    assert all(f"`{phase}`" in PAGE for phase in Phase)


def test_the_automation_listens_to_the_event_and_knows_the_colour_of_each_seat() -> None:
    (block,) = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    automation: dict[str, Any] = yaml.safe_load(block)
    (trigger,) = automation["triggers"]
    assert trigger == {"trigger": "mqtt", "topic": TOPICS.event.replace(TOPICS.identity, "+")}
    (action,) = automation["actions"]
    colours = action["data"]["rgb_color"]
    assert re.findall(r"'(\w+)': \[", colours) == [seat.value for seat in Seat]
    example = json.loads(re.findall(r"`(\{\"event_type.*?\})`", PAGE)[0])
    assert set(example) == {"event_type", "names", "seats", "powers"}
    assert "trigger.payload_json.seats[0]" in colours
    assert "trigger.payload_json.event_type == 'won'" in automation["conditions"][0]["value_template"]
