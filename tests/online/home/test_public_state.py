"""What a table tells the house: whose turn it is, the phase, the board, who won, no more; and what that costs."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from common.mqtt.broker import BrokerMessage
from engine.reasons import Reason
from engine.seats import Seat
from engine.state import Outcome
from online.home.home_assistant import HomeAssistant, TableTopics, public_state, state_messages, win_message
from online.home.table_announcer import TableAnnouncer
from opponent.levels import LevelName
from opponent.puzzles import Grade
from table.session.snapshot import BoardMode, Phase, PuzzleOnBoardView, PuzzleStage, SecretView, Snapshot
from table.settings.options import TableSettings
from tests.web_ui.fake_table import CAST, FOLLOWING, SmallTable, lobby, playing

TOPICS = TableTopics("0123456789abcdef")
ASSISTANT = HomeAssistant("homeassistant", "0.1.0", "http://192.168.1.20:8080/")


def over(*winners: Seat) -> Snapshot:
    """A game that these seats have won."""
    snapshot = playing()
    assert snapshot.game is not None
    ended = replace(snapshot.game, outcome=Outcome(winners, Reason.of("win.moved_up")), prompt=None)
    return replace(snapshot, phase=Phase.OVER, game=ended, prompt=None, seats_held=())


def told(snapshot: Snapshot) -> dict[str, Any]:
    """The payloads by the last part of their topics."""
    messages = state_messages(public_state(snapshot), TOPICS)
    assert all(each.retain and each.topic.startswith("thera/0123456789abcdef/") for each in messages)
    return {each.topic.rpartition("/")[2]: each.payload.decode() for each in messages}


class Published(list[BrokerMessage]):
    """A broker that takes all, or as many as may wait."""

    most = 1000

    def publish(self, message: BrokerMessage) -> bool:
        if len(self) >= self.most:
            return False
        self.append(message)
        return True


def test_in_the_lobby_it_is_nobodys_turn() -> None:
    assert told(lobby(*CAST)) == {"phase": "lobby", "turn": '{"name":null,"seat":null}', "board": "ON"}


def test_a_puzzle_on_the_board_is_a_phase_and_wins_no_game() -> None:
    begun = PuzzleOnBoardView(7, 2, Grade.EASY, PuzzleStage.TURNS, 2)
    solving = replace(over(Seat.ORANGE), puzzle=begun)
    assert told(solving)["phase"] == "puzzle"
    assert win_message(public_state(over(Seat.ORANGE)), public_state(solving), TOPICS) is None


def test_whose_turn_it_is_also_while_it_waits_to_be_confirmed() -> None:
    snapshot = replace(playing(), seats_held=())
    assert told(snapshot) == {"phase": "playing", "turn": '{"name":"Ann","seat":"blue"}', "board": "ON"}
    waiting = replace(snapshot, confirming=Seat.ORANGE)
    assert told(waiting)["turn"] == '{"name":"Bo","seat":"orange"}'
    nameless = replace(snapshot, seats=tuple(replace(each, name="") for each in snapshot.seats))
    assert told(nameless)["turn"] == '{"name":"blue","seat":"blue"}'


@pytest.mark.parametrize(
    ("link", "read"), [("ready", "ON"), ("degraded", "ON"), ("lost", "OFF"), ("search", "OFF"), ("refused", "OFF")]
)
def test_whether_the_board_is_read(link: str, read: str) -> None:
    assert told(replace(lobby(), board=replace(FOLLOWING, link=link)))["board"] == read


def test_a_win_is_an_event_and_the_winner_stays() -> None:
    state = public_state(over(Seat.ORANGE))
    assert told(over(Seat.ORANGE))["winner"] == '{"names":["Bo"],"seats":["orange"]}'
    before = public_state(replace(playing(), seats_held=()))
    event = win_message(before, state, TOPICS)
    assert event is not None
    assert not event.retain
    assert event.expires == 60
    assert json.loads(event.payload) == {"event_type": "won", "names": ["Bo"], "seats": ["orange"], "powers": [None]}
    assert win_message(state, state, TOPICS) is None, "it is over for long"
    assert win_message(None, state, TOPICS) is None, "it was over when the table was started"
    assert "winner" not in told(lobby(*CAST)), "the last winner stays at the broker"


def test_a_game_that_nobody_won_is_no_win() -> None:
    given_up = replace(over(), game=None)
    assert "winner" not in told(given_up)
    assert win_message(public_state(lobby()), public_state(given_up), TOPICS) is None


@pytest.mark.parametrize(
    "shown", [{"seats_held": (Seat.BLUE,)}, {"secret": SecretView((), (("map", "a1"),), step=False)}]
)
def test_nothing_comes_from_what_a_player_is_shown(shown: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="without a seat"):
        public_state(replace(lobby(*CAST), **shown))


def test_only_what_is_new_is_published_and_a_new_name_under_the_same_identifiers() -> None:
    published = Published()
    announcer = TableAnnouncer(SmallTable(lobby()), published, TOPICS, ASSISTANT)
    announcer.announce(lobby())
    assert [each.topic.rpartition("/")[2] for each in published] == ["config", "phase", "turn", "board"]
    first = json.loads(published[0].payload)
    published.clear()
    announcer.announce(replace(lobby(), version=2, board=replace(FOLLOWING, mode=BoardMode.UNSURE)))
    assert published == []
    announcer.announce(replace(lobby(), settings=TableSettings(name="Küche")))
    (renamed,) = published
    second = json.loads(renamed.payload)
    assert (first["device"].pop("name"), second["device"].pop("name")) == ("Thera", "Küche")
    assert first == second
    published.clear()
    announcer.announce(replace(playing(), seats_held=()))
    announcer.announce(over(Seat.BLUE))
    assert [each.topic.rpartition("/")[2] for each in published][-1] == "event"


def test_what_the_broker_had_no_room_for_is_published_later() -> None:
    published = Published()
    published.most = 2
    announcer = TableAnnouncer(SmallTable(lobby()), published, TOPICS, ASSISTANT)
    announcer.announce(lobby())
    published.most = 9
    announcer.announce(lobby())
    assert [each.topic.rpartition("/")[2] for each in published] == ["config", "phase", "turn", "board"]


def test_home_assistant_is_told_of_a_device_with_each_entity() -> None:
    message = ASSISTANT.discovery(TOPICS, "Kitchen")
    assert message.topic == "homeassistant/device/thera_0123456789abcdef/config"
    assert message.retain
    content = json.loads(message.payload)
    assert content["device"]["identifiers"] == ["thera_0123456789abcdef"]
    assert content["device"]["configuration_url"] == "http://192.168.1.20:8080/"
    assert content["origin"] == {"name": "Thera", "sw_version": "0.1.0"}
    assert content["availability_topic"] == TOPICS.status
    found = {key: (each["platform"], each["state_topic"]) for key, each in content["components"].items()}
    assert found == {
        "turn": ("sensor", TOPICS.turn),
        "phase": ("sensor", TOPICS.phase),
        "winner": ("sensor", TOPICS.winner),
        "board": ("binary_sensor", TOPICS.board),
        "win": ("event", TOPICS.event),
    }
    identifiers = {each["unique_id"] for each in content["components"].values()}
    assert identifiers == {f"thera_0123456789abcdef_{key}" for key in found}
    assert content["components"]["phase"]["options"] == [phase.value for phase in Phase]
    assert content["components"]["win"]["event_types"] == ["won"]


def packet_size(message: BrokerMessage) -> int:
    """The bytes of a PUBLISH packet of MQTT 5 at QoS 1, with the broker's answer."""
    properties = 1 + (5 if message.expires is not None else 0)
    rest = 2 + len(message.topic.encode()) + 2 + properties + len(message.payload)
    return 1 + (1 if rest < 128 else 2) + rest + 4


def test_what_a_message_costs_at_most() -> None:
    """In bytes, as docs/home_automation.md has them: names have at most 24 characters, of four bytes each."""
    longest = "\U0001f3c6" * 24
    seats = tuple(replace(each, name=longest, power="aphrodite") for each in playing().seats)
    state = public_state(replace(over(*(each.seat for each in seats)), seats=seats))
    asked = public_state(replace(playing(), seats=seats, seats_held=()))
    event = win_message(asked, state, TOPICS)
    assert event is not None
    messages = (*state_messages(state, TOPICS), *state_messages(asked, TOPICS), event)
    sizes = {each.topic.rpartition("/")[2]: packet_size(each) for each in messages}
    assert sizes == {"phase": 46, "turn": 160, "board": 41, "winner": 491, "event": 573}
    assert packet_size(ASSISTANT.discovery(TOPICS, longest)) == 1573


@pytest.mark.parametrize(("named", "shown"), [("", "table"), ("Kitchen", "Kitchen")])
def test_a_table_that_plays_is_called_by_its_name_also_on_the_seat_of_its_host(named: str, shown: str) -> None:
    won = over(Seat.ORANGE)
    seats = tuple(replace(each, level=LevelName.CHILD) if each.seat is Seat.ORANGE else each for each in won.seats)
    state = public_state(replace(won, seats=seats, seats_held=(), settings=TableSettings(name=named)))
    assert [player.shown for player in state.winners] == [shown]
