"""The public facts of a table as MQTT messages, and the discovery message by which Home Assistant finds it.

Home Assistant documents it under "MQTT", "Device discovery payload": https://www.home-assistant.io/integrations/mqtt/
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from common.mqtt.broker import BrokerMessage
from engine.seats import Seat
from hardware.board import LinkState
from table.session.snapshot import Phase, Snapshot

# ---- table topics
#
# The topics on which a table tells what everybody at it may see.


ONLINE = b"online"
OFFLINE = b"offline"


@dataclass(frozen=True, slots=True)
class TableTopics:
    """The topics of the table with this ``identity`` (`thera.house_link`)."""

    identity: str

    @property
    def status(self) -> str:
        """`ONLINE` while the table is connected to the broker, else `OFFLINE`."""
        return self._named("status")

    @property
    def phase(self) -> str:
        """The phase of the game (`table.session.snapshot.Phase`)."""
        return self._named("phase")

    @property
    def turn(self) -> str:
        """The player whose turn it is."""
        return self._named("turn")

    @property
    def winner(self) -> str:
        """The last winner."""
        return self._named("winner")

    @property
    def board(self) -> str:
        """Whether the board can be read."""
        return self._named("board")

    @property
    def event(self) -> str:
        """Events. Their messages are not retained."""
        return self._named("event")

    def _named(self, name: str) -> str:
        return f"thera/{self.identity}/{name}"


# ---- public state
#
# What a table tells everybody in the house: a few facts of the snapshot that a phone without a seat gets.


TABLE = "table"
"""What a table without a name is called where it plays itself."""
WON = "won"
"""The type of the event of a win."""
EVENT_SECONDS = 60.0
"""The age in seconds at which an event is dropped: a lamp would celebrate too late."""
_READ = frozenset({LinkState.READY.value, LinkState.DEGRADED.value})


@dataclass(frozen=True, slots=True)
class PublicPlayer:
    """A player: the seat, and the name and the power, each of which may be None."""

    seat: Seat
    name: str | None
    power: str | None

    @property
    def shown(self) -> str:
        """The name to show."""
        return self.name or self.seat.value


@dataclass(frozen=True, slots=True)
class PublicState:
    """The public state: the phase, the player whose turn it is or None, the winners of a finished game, and whether the
    board can be read."""

    phase: Phase
    turn: PublicPlayer | None
    winners: tuple[PublicPlayer, ...]
    board_read: bool


def public_state(snapshot: Snapshot) -> PublicState:
    """The public facts of a snapshot without a seat.

    :raises ValueError: if the snapshot is for a phone with a seat, which may show more.
    """
    if snapshot.seats_held or snapshot.secret is not None:
        raise ValueError("what is published comes from what a phone without a seat is shown")
    table = snapshot.settings.name or TABLE
    players = {
        seat.seat: PublicPlayer(seat.seat, seat.name if seat.level is None else table, seat.power)
        for seat in snapshot.seats
    }
    playing = snapshot.phase in (Phase.PLACING, Phase.PLAYING)
    asked = snapshot.waits_for if playing else None
    game = snapshot.game if snapshot.phase is Phase.OVER else None
    winners = () if game is None or game.outcome is None else game.outcome.winners
    return PublicState(
        phase=snapshot.phase if snapshot.puzzle is None else Phase.PUZZLE,
        turn=None if asked is None else players[asked],
        winners=tuple(players[seat] for seat in winners),
        board_read=snapshot.board.link in _READ,
    )


def state_messages(state: PublicState, topics: TableTopics) -> tuple[BrokerMessage, ...]:
    """The retained messages of a state, one for each topic. The last winner stays until the next win."""
    turn = {"name": None, "seat": None} if state.turn is None else _told(state.turn)
    kept = [
        (topics.phase, state.phase.value.encode()),
        (topics.turn, _json(turn)),
        (topics.board, b"ON" if state.board_read else b"OFF"),
    ]
    if state.winners:
        kept.append((topics.winner, _json(_winners(state))))
    return tuple(BrokerMessage(topic, payload, retain=True) for topic, payload in kept)


def win_message(before: PublicState | None, state: PublicState, topics: TableTopics) -> BrokerMessage | None:
    """The event of a win between two states, or None. A game that was over when the table started (``before`` is None)
    is no event."""
    if before is None or before.winners or not state.winners:
        return None
    powers = [player.power for player in state.winners]
    content = {"event_type": WON, **_winners(state), "powers": powers}
    return BrokerMessage(topics.event, _json(content), expires=EVENT_SECONDS)


def _told(player: PublicPlayer) -> dict[str, str | None]:
    return {"name": player.shown, "seat": player.seat.value}


def _winners(state: PublicState) -> dict[str, list[str]]:
    return {
        "names": [player.shown for player in state.winners],
        "seats": [player.seat.value for player in state.winners],
    }


def _json(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


# ---- home assistant


MAKER = "Thera"


@dataclass(frozen=True, slots=True)
class HomeAssistant:
    """Home Assistant at the same broker: ``prefix`` is its discovery prefix, ``version`` is Thera's, and ``page`` the
    address of the table's page, if it is known."""

    prefix: str
    version: str
    page: str | None = None

    @property
    def birth_topic(self) -> str:
        """The topic of its birth message, by default."""
        return f"{self.prefix}/status"

    def discovery(self, topics: TableTopics, name: str) -> BrokerMessage:
        """The discovery message of a table with this name, which may be empty. The identifiers stay the same when the
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
