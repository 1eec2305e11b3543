"""What a table tells everybody in the house: a few facts of the snapshot that a phone without a seat gets."""

from __future__ import annotations

import json
from dataclasses import dataclass

from broker.broker_message import BrokerMessage
from engine.seats import Seat
from hardware.board import LinkState
from home_automation.table_topics import TableTopics
from table.session.snapshot import Phase, Snapshot

WON = "won"
"""The type of the event of a win."""
EVENT_SECONDS = 60.0
"""An event that has not reached the broker after so long is not sent any more: a lamp would celebrate too late."""
_READ = frozenset({LinkState.READY.value, LinkState.DEGRADED.value})


@dataclass(frozen=True, slots=True)
class PublicPlayer:
    """A player: the seat, the name (None: none), and the power (None: none yet)."""

    seat: Seat
    name: str | None
    power: str | None

    @property
    def shown(self) -> str:
        """What to call the player."""
        return self.name or self.seat.value


@dataclass(frozen=True, slots=True)
class PublicState:
    """What the table does, whose turn it is (None: nobody's), who has won the game that is over (empty: nobody, or it
    is not over), and whether the board can be read."""

    phase: Phase
    turn: PublicPlayer | None
    winners: tuple[PublicPlayer, ...]
    board_read: bool


def public_state(snapshot: Snapshot) -> PublicState:
    """The facts of a snapshot for nobody's phone.

    :raises ValueError: if the snapshot is for a phone with a seat, which may show more.
    """
    if snapshot.seats_held or snapshot.secret is not None:
        raise ValueError("what is published comes from what a phone without a seat is shown")
    players = {seat.seat: PublicPlayer(seat.seat, seat.name, seat.power) for seat in snapshot.seats}
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
    """What is retained of a state, a message for each topic. The last winner stays until somebody else wins."""
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
    """The event of a win that came between two states; None if none did. A game that was over when the table was
    started (``before`` is None) is no event."""
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
