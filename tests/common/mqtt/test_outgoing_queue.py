"""What waits for a broker that is away: the newest of each retained topic, the others in order, all of it bounded."""

from __future__ import annotations

import pytest

from common.mqtt.broker import LARGEST_PAYLOAD, BrokerMessage
from common.mqtt.broker_connection import MOST_BYTES, MOST_RETAINED, MOST_WAITING, OutgoingQueue


def kept(topic: str, payload: bytes) -> BrokerMessage:
    return BrokerMessage(topic, payload, retain=True)


def test_of_retained_messages_the_newest_of_each_topic_is_sent() -> None:
    queue = OutgoingQueue()
    for message in (kept("a", b"1"), kept("b", b"1"), kept("a", b"2")):
        assert queue.put(message)
    assert queue.take(9) == (kept("a", b"2"), kept("b", b"1"))
    assert queue.empty


def test_retained_messages_can_be_sent_again_in_the_order_of_their_topics() -> None:
    queue = OutgoingQueue()
    queue.put(kept("a", b"1"))
    queue.put(kept("b", b"1"))
    queue.take(9)
    queue.put(kept("a", b"2"))
    queue.renew()
    assert queue.take(9) == (kept("a", b"2"), kept("b", b"1"))


def test_others_go_in_their_order_and_what_did_not_arrive_goes_first() -> None:
    queue = OutgoingQueue()
    sent = [BrokerMessage("t", str(number).encode()) for number in range(5)]
    for message in sent:
        queue.put(message)
    first = queue.take(2)
    assert first == tuple(sent[:2])
    queue.give_back([kept("a", b"1"), *first])
    assert queue.take(9) == tuple(sent)


def test_a_full_queue_refuses_what_is_new_and_keeps_what_it_has() -> None:
    queue = OutgoingQueue()
    numbered = [BrokerMessage("t", str(number).encode()) for number in range(MOST_WAITING + 1)]
    assert [queue.put(message) for message in numbered] == [True] * MOST_WAITING + [False]
    assert queue.take(MOST_WAITING + 1) == tuple(numbered[:-1])
    large = BrokerMessage("t", bytes(LARGEST_PAYLOAD))
    fitting = MOST_BYTES // LARGEST_PAYLOAD
    assert [queue.put(large) for _ in range(fitting + 1)] == [True] * fitting + [False]
    topics = [kept(f"t{number}", b"") for number in range(MOST_RETAINED + 1)]
    assert [queue.put(message) for message in topics] == [True] * MOST_RETAINED + [False]
    assert queue.put(kept("t0", b"newer"))


def test_what_expires_is_dropped_and_makes_room() -> None:
    now = 100.0
    queue = OutgoingQueue(lambda: now)
    for _ in range(MOST_WAITING):
        queue.put(BrokerMessage("t", b"soon stale", expires=60))
    now += 20
    assert queue.take(1) == (BrokerMessage("t", b"soon stale", expires=40),)
    now += 40
    assert queue.empty
    assert queue.put(BrokerMessage("t", b"new"))
    assert queue.take(9) == (BrokerMessage("t", b"new"),)


@pytest.mark.parametrize("topic", ["", "a/+", "a/#", "a\0"])
def test_a_message_goes_to_one_topic(topic: str) -> None:
    with pytest.raises(ValueError, match="a topic has at least one letter and none of"):
        BrokerMessage(topic, b"")


def test_a_payload_is_bounded() -> None:
    with pytest.raises(ValueError, match="at most 65536 bytes, not 65537"):
        BrokerMessage("t", bytes(LARGEST_PAYLOAD + 1))
