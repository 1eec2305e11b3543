"""How Home Assistant finds a table: the message of its MQTT discovery, for a device with all of its entities.

Home Assistant documents it under "MQTT", "Device discovery payload": https://www.home-assistant.io/integrations/mqtt/
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from broker.broker_message import BrokerMessage
from home_automation.public_state import WON
from home_automation.table_topics import TableTopics
from table.session.snapshot import Phase

MAKER = "Thera"


@dataclass(frozen=True, slots=True)
class HomeAssistant:
    """Home Assistant at the same broker: ``prefix`` is its discovery prefix, ``version`` that of Thera, and ``page``
    the address of the table's page (None: unknown)."""

    prefix: str
    version: str
    page: str | None = None

    @property
    def birth_topic(self) -> str:
        """Where it says that it has started, by default."""
        return f"{self.prefix}/status"

    def discovery(self, topics: TableTopics, name: str) -> BrokerMessage:
        """The discovery message of a table with this name (empty: it has none). The identifiers stay the same when the
        name changes, so Home Assistant keeps the device."""
        own = f"thera_{topics.identity}"
        device = {
            "identifiers": [own],
            "name": name or MAKER,
            "manufacturer": MAKER,
            "model": "Santorini table",
            "sw_version": self.version,
        }
        if self.page is not None:
            device["configuration_url"] = self.page
        content = {
            "device": device,
            "origin": {"name": MAKER, "sw_version": self.version},
            "availability_topic": topics.status,
            "qos": 1,
            "components": {
                key: {**component, "unique_id": f"{own}_{key}"} for key, component in _components(topics).items()
            },
        }
        payload = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
        return BrokerMessage(f"{self.prefix}/device/{own}/config", payload, retain=True)


def _components(topics: TableTopics) -> Mapping[str, Mapping[str, object]]:
    """The entities, by the last part of their identifier."""
    return {
        "turn": {
            "platform": "sensor",
            "name": "Turn",
            "icon": "mdi:account-clock",
            "state_topic": topics.turn,
            "value_template": "{{ value_json.name }}",
            "json_attributes_topic": topics.turn,
        },
        "phase": {
            "platform": "sensor",
            "name": "Phase",
            "icon": "mdi:chess-rook",
            "device_class": "enum",
            "options": [phase.value for phase in Phase],
            "state_topic": topics.phase,
        },
        "winner": {
            "platform": "sensor",
            "name": "Last winner",
            "icon": "mdi:trophy",
            "state_topic": topics.winner,
            "value_template": "{{ value_json.names | join(', ') }}",
            "json_attributes_topic": topics.winner,
        },
        "board": {
            "platform": "binary_sensor",
            "name": "Board",
            "device_class": "connectivity",
            "state_topic": topics.board,
        },
        "win": {
            "platform": "event",
            "name": "Win",
            "icon": "mdi:party-popper",
            "event_types": [WON],
            "state_topic": topics.event,
        },
    }
