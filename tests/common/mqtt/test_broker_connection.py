"""The connection to a real Mosquitto: what arrives, what survives its restarts, and what is said when it is refused."""

from __future__ import annotations

import queue
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from common.mqtt import broker_connection
from common.mqtt.broker import (
    LARGEST_PAYLOAD,
    BrokerAccess,
    BrokerMessage,
    BrokerState,
    BrokerStatus,
    BrokerTrouble,
    TlsFiles,
    TopicSubscription,
)
from common.mqtt.broker_connection import MOST_WAITING, BrokerConnection, RetryPauses
from tests.common.mqtt.mosquitto import PATIENCE, Listener, free_port, mosquitto, needs_mosquitto, needs_openssl

QUICK = RetryPauses(0.02, 0.05)
HERE = BrokerMessage("table/status", b"online", retain=True)
GONE = BrokerMessage("table/status", b"offline", retain=True)


def access_to(port: int, host: str = "127.0.0.1") -> BrokerAccess:
    return BrokerAccess(host, port, "table")


@contextmanager
def connection_to(access: BrokerAccess) -> Iterator[BrokerConnection]:
    """A connection that comes back quickly, closed in the end."""
    made = BrokerConnection(access, birth=HERE, will=GONE, pauses=QUICK)
    made.start()
    try:
        yield made
    finally:
        made.close()


def await_state(connection: BrokerConnection, *wanted: BrokerState) -> BrokerStatus:
    with connection._changed:
        assert connection._changed.wait_for(lambda: connection.status.state in wanted, PATIENCE), connection.status
        return connection.status


@needs_mosquitto
def test_messages_arrive_and_retained_ones_stay(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as broker:
        with Listener(broker.port) as listener, connection_to(access_to(broker.port)) as connection:
            assert connection.publish(BrokerMessage("table/turn", b"Ann", retain=True))
            assert connection.publish(BrokerMessage("table/event", b"won"))
            heard = listener.until(lambda each: each.topic == "table/event")
            assert [(each.topic, each.payload) for each in heard] == [
                ("table/status", b"online"),
                ("table/turn", b"Ann"),
                ("table/event", b"won"),
            ]
            assert connection.status == BrokerStatus(BrokerState.CONNECTED)
        with Listener(broker.port) as later:
            kept = {each.topic: each for each in (later.next(), later.next())}
            assert kept["table/turn"].payload == b"Ann"
            assert kept["table/status"].payload == b"offline"
            assert kept["table/turn"].kept


@needs_mosquitto
def test_each_connection_is_told_once_its_subscriptions_are_made(tmp_path: Path) -> None:
    heard = queue.Queue[str]()
    with mosquitto(tmp_path) as broker:
        connection = BrokerConnection(access_to(broker.port), pauses=QUICK)
        connection.subscribe(TopicSubscription("table/echo", lambda message: heard.put(message.payload.decode())))
        connection.when_connected(lambda: heard.put("connected"))

        def say() -> None:
            connection.publish(BrokerMessage("table/echo", b"heard"))

        connection.when_connected(say)
        connection.start()
        try:
            for _ in range(2):
                assert [heard.get(timeout=PATIENCE) for _ in range(2)] == ["connected", "heard"]
                broker.kill()
                broker.start()
        finally:
            connection.close()


@needs_mosquitto
def test_a_broker_that_was_killed_and_forgot_everything_has_all_again(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as broker, connection_to(access_to(broker.port)) as connection:
        connection.publish(BrokerMessage("table/turn", b"Ann", retain=True))
        await_state(connection, BrokerState.CONNECTED)
        broker.kill()
        lost = await_state(connection, BrokerState.CONNECTING)
        assert lost.trouble in (BrokerTrouble.LOST, BrokerTrouble.UNREACHABLE)
        for payload in (b"Ben", b"Cleo"):
            assert connection.publish(BrokerMessage("table/turn", payload, retain=True))
        assert connection.publish(BrokerMessage("table/event", b"won meanwhile"))
        broker.start()
        await_state(connection, BrokerState.CONNECTED)
        with Listener(broker.port) as listener:
            assert {listener.next().payload for _ in range(2)} == {b"online", b"Cleo"}


@needs_mosquitto
def test_what_was_published_while_the_broker_was_away_arrives_in_order(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as broker, Listener(broker.port) as listener:
        connection = BrokerConnection(access_to(broker.port), pauses=QUICK)
        for number in range(MOST_WAITING):
            assert connection.publish(BrokerMessage("table/log", str(number).encode()))
        assert not connection.publish(BrokerMessage("table/log", b"one too many"))
        connection.start()
        heard = [listener.next().payload for _ in range(MOST_WAITING)]
        connection.close()
        assert heard == [str(number).encode() for number in range(MOST_WAITING)]


@needs_mosquitto
def test_messages_of_others_are_received_also_after_a_restart(tmp_path: Path) -> None:
    received: queue.Queue[BrokerMessage] = queue.Queue()
    with mosquitto(tmp_path) as broker:
        connection = BrokerConnection(access_to(broker.port), birth=HERE, pauses=QUICK)
        connection.subscribe(TopicSubscription("far/+/moves", received.put))
        connection.start()
        for payload in (b"c3", bytes(LARGEST_PAYLOAD)):
            with Listener(broker.port) as other:
                other.until(lambda each: each == replace(each, topic=HERE.topic, payload=HERE.payload))
                other.send("far/west/else", b"not asked for")
                other.send("far/west/moves", payload)
            assert received.get(timeout=PATIENCE) == BrokerMessage("far/west/moves", payload)
            broker.kill()
            await_state(connection, BrokerState.CONNECTING)
            broker.start()
            await_state(connection, BrokerState.CONNECTED)
        connection.close()
        assert connection.status == BrokerStatus(BrokerState.OFF)


@needs_mosquitto
def test_what_is_received_may_change_while_there_is_a_connection(tmp_path: Path) -> None:
    received: queue.Queue[BrokerMessage] = queue.Queue()
    with mosquitto(tmp_path) as broker, Listener(broker.port) as other:
        connection = BrokerConnection(access_to(broker.port), pauses=QUICK)
        connection.start()
        for topic in ("far/first", "far/second"):
            connection.publish(BrokerMessage(topic, b"stays", retain=True))
            connection.subscribe(TopicSubscription(topic, received.put))
            assert received.get(timeout=PATIENCE).topic == topic
            if topic == "far/first":
                connection.unsubscribe(topic)
        other.send("far/first", b"not wanted any more")
        other.send("far/second", b"wanted")
        assert received.get(timeout=PATIENCE).payload == b"wanted"
        connection.close()


@needs_mosquitto
def test_messages_wait_at_the_broker_for_as_long_as_the_session_lasts(tmp_path: Path) -> None:
    received: queue.Queue[BrokerMessage] = queue.Queue()
    with mosquitto(tmp_path) as broker, Listener(broker.port) as other:
        lasting = replace(access_to(broker.port), session_seconds=3600)
        connection = BrokerConnection(lasting, pauses=QUICK)
        connection.subscribe(TopicSubscription("far/moves", received.put))
        connection.start()
        await_state(connection, BrokerState.CONNECTED)
        connection.close()
        other.send("far/moves", b"sent while it was away")
        connection = BrokerConnection(lasting, pauses=QUICK)
        connection.subscribe(TopicSubscription("far/moves", received.put))
        connection.start()
        assert received.get(timeout=PATIENCE).payload == b"sent while it was away"
        connection.close()


@needs_mosquitto
def test_a_wrong_password_is_said_and_a_right_one_is_used_without_a_restart(tmp_path: Path) -> None:
    users, secret = tmp_path / "users", tmp_path / "secret"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(users), "thera", "right"], check=True)
    secret.write_text("wrong\n", "utf-8")
    with mosquitto(tmp_path, "allow_anonymous false", f"password_file {users}") as broker:
        access = replace(access_to(broker.port), username="thera", password_file=secret)
        with connection_to(access) as connection:
            refused = await_state(connection, BrokerState.REFUSED)
            assert refused.trouble is BrokerTrouble.CREDENTIALS
            assert refused.detail == "Not authorized"
            secret.write_text("right\n", "utf-8")
            assert await_state(connection, BrokerState.CONNECTED).trouble is None
        secret.write_text("", "utf-8")
        with connection_to(access) as connection:
            status = connection.wait_outcome(PATIENCE)
            assert status.trouble is BrokerTrouble.FILES
            assert status.detail == f"{secret}: its first line is empty, and should be the password"


@needs_mosquitto
def test_a_topic_that_the_broker_does_not_allow_is_named(tmp_path: Path) -> None:
    rights = tmp_path / "rights"
    rights.write_text("topic readwrite table/#\n", "utf-8")
    with mosquitto(tmp_path, f"acl_file {rights}") as broker, connection_to(access_to(broker.port)) as connection:
        await_state(connection, BrokerState.CONNECTED)
        connection.publish(BrokerMessage("homeassistant/device/x/config", b"{}", retain=True))
        with connection._changed:
            assert connection._changed.wait_for(lambda: connection.status.trouble is not None, PATIENCE)
        denied = BrokerStatus(BrokerState.CONNECTED, BrokerTrouble.DENIED, "homeassistant/device/x/config")
        assert connection.status == denied


@contextmanager
def heard_through(folder: Path, limit: str) -> Iterator[tuple[Listener, BrokerConnection]]:
    """A broker with a limit, who listens there, and a connection to it."""
    with (
        mosquitto(folder, limit) as broker,
        Listener(broker.port) as listener,
        connection_to(access_to(broker.port)) as connection,
    ):
        yield listener, connection


@needs_mosquitto
def test_what_is_too_large_for_the_broker_is_left_out_and_said_and_the_rest_goes_on(tmp_path: Path) -> None:
    with heard_through(tmp_path, "max_packet_size 500") as (listener, connection):
        connection.publish(BrokerMessage("table/turn", b"x" * 5_000, retain=True))
        connection.publish(BrokerMessage("table/event", b"x" * 5_000))
        connection.publish(BrokerMessage("table/event", b"won"))
        heard = listener.until(lambda each: each.topic == "table/event")
        assert [each.payload for each in heard] == [b"online", b"won"]
        status = connection.status
        assert (status.state, status.trouble) == (BrokerState.CONNECTED, BrokerTrouble.TOO_LARGE)
        assert "of 500 at most" in status.detail


@needs_mosquitto
@pytest.mark.parametrize("size", [126, 127, 128, 129, 130])
def test_messages_of_about_the_size_that_the_broker_takes_do_not_end_the_connection(tmp_path: Path, size: int) -> None:
    """The length of a packet takes another byte from 128 on."""
    with heard_through(tmp_path, f"max_packet_size {size}") as (listener, connection):
        for length in range(size - 60, size):
            connection.publish(BrokerMessage("table/event", b"x" * length, expires=60.0))
        connection.publish(BrokerMessage("table/end", b""))
        heard = listener.until(lambda each: each.topic == "table/end")
        assert [each.payload for each in heard].count(b"online") == 1
        assert connection.status.trouble is BrokerTrouble.TOO_LARGE


@needs_mosquitto
def test_no_more_messages_are_under_way_than_the_broker_takes(tmp_path: Path) -> None:
    with heard_through(tmp_path, "max_inflight_messages 2") as (listener, connection):
        numbers = [str(number).encode() for number in range(100)]
        for number in numbers:
            connection.publish(BrokerMessage("table/event", number))
        heard = listener.until(lambda each: each.payload == b"99")
        assert [each.payload for each in heard] == [b"online", *numbers]
        assert connection.status == BrokerStatus(BrokerState.CONNECTED)


def certificate(folder: Path, name: str, *, host: str = "localhost") -> tuple[Path, Path]:
    """An authority and what it signed for a host: its own certificate, and the file with the key and certificate."""
    for command in (
        f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN={name}"
        f" -keyout {name}.key -out {name}.pem",
        f"req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN={host} -addext subjectAltName=DNS:{host}"
        f" -keyout {name}-host.key -out {name}-host.csr",
        f"x509 -req -days 2 -in {name}-host.csr -CA {name}.pem -CAkey {name}.key -CAcreateserial -copy_extensions copy"
        f" -out {name}-host.pem",
    ):
        subprocess.run(["openssl", *command.split()], cwd=folder, check=True, capture_output=True)
    both = folder / f"{name}-both.pem"
    both.write_text((folder / f"{name}-host.key").read_text() + (folder / f"{name}-host.pem").read_text(), "ascii")
    return folder / f"{name}.pem", both


@needs_mosquitto
@needs_openssl
def test_over_tls_only_a_broker_with_a_valid_certificate_is_spoken_to(tmp_path: Path) -> None:
    authority, both = certificate(tmp_path, "ours")
    other, table = certificate(tmp_path, "other")
    lines = (f"cafile {other}", f"certfile {both}", f"keyfile {both}")
    with mosquitto(tmp_path, *lines) as broker:
        valid = replace(access_to(broker.port, "localhost"), tls=TlsFiles(authority))
        for access, trouble in (
            (valid, None),
            (replace(valid, host="127.0.0.1"), BrokerTrouble.CERTIFICATE),
            (replace(valid, tls=TlsFiles(other)), BrokerTrouble.CERTIFICATE),
            (replace(valid, tls=TlsFiles()), BrokerTrouble.CERTIFICATE),
            (replace(valid, tls=TlsFiles(tmp_path / "none.pem")), BrokerTrouble.FILES),
            (replace(valid, tls=None), BrokerTrouble.NOT_MQTT),
        ):
            with connection_to(access) as connection:
                status = connection.wait_outcome(PATIENCE)
                assert status.trouble is trouble, (access, status)
                assert (status.state is BrokerState.CONNECTED) == (trouble is None)
    with mosquitto(tmp_path, *lines, "require_certificate true") as broker:
        for files, connected in ((TlsFiles(authority), False), (TlsFiles(authority, table, table), True)):
            access = replace(access_to(broker.port, "localhost"), tls=files)
            with connection_to(access) as connection:
                status = connection.wait_outcome(PATIENCE)
                assert (status.state is BrokerState.CONNECTED) is connected, status
    with mosquitto(tmp_path) as broker, connection_to(replace(valid, port=broker.port)) as connection:
        assert connection.wait_outcome(PATIENCE).trouble is BrokerTrouble.TLS


def test_a_broker_that_is_not_there_is_said_and_looked_for_again() -> None:
    with connection_to(access_to(free_port())) as connection:
        status = connection.wait_outcome(PATIENCE)
        assert (status.state, status.trouble) == (BrokerState.CONNECTING, BrokerTrouble.UNREACHABLE)
        assert status.detail == "Connection refused"
    with connection_to(access_to(1883, "broker.invalid")) as connection:
        assert connection.wait_outcome(PATIENCE).trouble is BrokerTrouble.NAME_UNKNOWN


@contextmanager
def answering(said: bytes) -> Iterator[int]:
    """A port where every caller is told this, and then nothing more."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with suppress(OSError):  # until it is closed
                while True:
                    caller, _ = server.accept()
                    with caller:
                        caller.recv(1000)
                        caller.sendall(said)

        thread = threading.Thread(target=answer)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
        thread.join()


@pytest.mark.parametrize(
    "said",
    [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x20\x02\x00\x01", b"\x20\x80\x80\x80\x80\x80", b"\x20\x01\x00", b""],
)
def test_something_else_than_a_broker_of_mqtt_5_is_said(said: bytes) -> None:
    with answering(said) as port, connection_to(access_to(port)) as connection:
        status = connection.wait_outcome(PATIENCE)
        assert (status.state, status.trouble) == (BrokerState.CONNECTING, BrokerTrouble.NOT_MQTT), status


def test_a_port_where_nobody_answers_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker_connection, "CONNECT_SECONDS", 0.5)
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        connection_to(access_to(silent.getsockname()[1])) as connection,
    ):
        status = connection.wait_outcome(PATIENCE)
        assert (status.trouble, status.detail) == (BrokerTrouble.NOT_MQTT, "no answer within 0.5 seconds")


@needs_mosquitto
def test_of_many_changes_while_a_broker_comes_and_goes_the_newest_stay(tmp_path: Path) -> None:
    """Several threads publish all the time, so that what was under way when the broker was killed is older than what
    it gets after that."""
    with mosquitto(tmp_path) as broker, connection_to(access_to(broker.port)) as connection:
        stop, last = threading.Event(), [0] * 4

        def change(which: int) -> None:
            while not stop.wait(0.001):
                last[which] += 1
                connection.publish(BrokerMessage(f"table/{which}", str(last[which]).encode(), retain=True))
                connection.publish(BrokerMessage("table/event", b"moved"))

        threads = [threading.Thread(target=change, args=(which,)) for which in range(len(last))]
        for thread in threads:
            thread.start()
        for _ in range(5):
            await_state(connection, BrokerState.CONNECTED)
            broker.kill()
            await_state(connection, BrokerState.CONNECTING)
            broker.start()
        stop.set()
        for thread in threads:
            thread.join()
        await_state(connection, BrokerState.CONNECTED)
        with Listener(broker.port) as listener:
            kept: dict[str, bytes] = {}
            wanted = {f"table/{which}": str(number).encode() for which, number in enumerate(last)}
            while not wanted.items() <= kept.items():
                heard = listener.next()
                kept[heard.topic] = heard.payload


ACCEPTED = b"\x20\x03\x00\x00\x00"


@pytest.mark.parametrize(
    ("said", "trouble", "detail"),
    [
        (ACCEPTED + b"\xe0\x02\x8e\x00", BrokerTrouble.TAKEN_OVER, "Session taken over"),
        (ACCEPTED + b"\xe0\x02\x8b\x00", BrokerTrouble.REFUSED, "Server shutting down"),
        (b"\x20\x03\x00\x86\x00", BrokerTrouble.CREDENTIALS, "Bad user name or password"),
        (b"\x20\x03\x00\x97\x00", BrokerTrouble.REFUSED, "Quota exceeded"),
    ],
)
def test_the_reason_that_a_broker_gives_is_said(said: bytes, trouble: BrokerTrouble, detail: str) -> None:
    with answering(said) as port, connection_to(access_to(port)) as connection:
        assert await_state(connection, BrokerState.REFUSED) == BrokerStatus(BrokerState.REFUSED, trouble, detail)


def test_pauses_grow_up_to_the_longest_and_differ_between_tables() -> None:
    pauses = RetryPauses(1.0, 60.0)
    for failures, whole in ((1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (1000, 60)):
        found = {pauses.after(failures) for _ in range(50)}
        assert all(whole / 2 <= each <= whole for each in found)
        assert len(found) > 1


@pytest.mark.parametrize("state", ["started", "not started"])
def test_closing_takes_no_broker(state: str) -> None:
    connection = BrokerConnection(access_to(free_port()), birth=HERE)
    if state == "started":
        connection.start()
        connection.wait_outcome(PATIENCE)
    connection.close()
    connection.close()
    assert connection.status == BrokerStatus(BrokerState.OFF)
    connection.publish(GONE)
