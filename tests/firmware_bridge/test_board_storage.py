"""What a board keeps, from the host's side: fetched and agreed upon before it is ready, stored while it works."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from firmware_bridge.conversation import StorageOrder
from firmware_bridge.messages import (
    CalibrationMessage,
    CalibrationStored,
    Capability,
    ConfigureReply,
    Kind,
    LedFrame,
    LedShown,
    Nak,
    NakCode,
    Ping,
    Scan,
    StoreCalibration,
    StoreWiring,
    WiringStored,
)
from hardware import calibration, wiring
from hardware.board import Frame, Identity, LinkChanged, LinkState
from hardware.device import DeviceFault, StoredState, ToStore
from perception.sensors.movement import SensorStatistics
from perception.sensors.sensor_filter import SensorHealth
from tests.firmware_bridge.line import CALIBRATION, HELLO, WIRING, Host, comes_into_step, greeted, in_step
from tests.hardware.board_contract import one_lit
from tests.hardware.fake_device import ZERO

OTHER = calibration.Calibration((2000.0,) * 25, (-20.0,) * 25, margin=418)
MIRRORED = wiring.Wiring(tuple(range(24, -1, -1)), tuple(range(24, -1, -1)))


def last_field(host: Host) -> float:
    """What a1 reads at 2100 counts."""
    host.hears(Scan(20, 2, (2100, *ZERO[1:])))
    frame = host.events[-1]
    assert isinstance(frame, Frame)
    return frame.fields[0]


class Told:
    """Notes what becomes of an order."""

    def __init__(self) -> None:
        self.said: list[str | None] = []

    def __call__(self, why: str | None) -> None:
        self.said.append(why)


def test_the_host_is_asked_once_what_the_board_shall_store() -> None:
    asked: list[tuple[Identity, StoredState]] = []

    def policy(identity: Identity, held: StoredState) -> ToStore:
        asked.append((identity, held))
        return ToStore()

    host = greeted(policy=policy)
    host.answers(CalibrationMessage(OTHER, stored=True))
    host.answers(WIRING)
    comes_into_step(host)
    assert asked == [
        (HELLO.identity, StoredState(OTHER, calibration_stored=True, wiring=WIRING.values, wiring_stored=False))
    ]


def test_what_the_host_has_and_the_board_lacks_is_stored_before_the_first_light() -> None:
    host = greeted(policy=lambda _identity, _held: ToStore(OTHER, MIRRORED))
    host.answers(CALIBRATION)
    host.answers(WIRING)
    assert host.answers(WiringStored(MIRRORED.checksum)) == StoreWiring(MIRRORED)
    assert host.answers(CalibrationStored(OTHER.checksum)) == StoreCalibration(OTHER)
    assert isinstance(host.answers(LedShown(25)), LedFrame)
    host.answers(ConfigureReply(50))
    assert last_field(host) == pytest.approx(-5.0)
    assert host.conversation.stored == StoredState(OTHER, calibration_stored=True, wiring=MIRRORED, wiring_stored=True)


def test_a_board_that_cannot_store_a_calibration_is_read_by_the_hosts_all_the_same() -> None:
    host = greeted(replace(HELLO, capabilities=Capability.BUTTONS), lambda _identity, _held: ToStore(OTHER))
    host.answers(CALIBRATION)
    host.answers(WIRING)
    comes_into_step(host)
    assert last_field(host) == pytest.approx(-5.0)


def test_a_board_that_fails_to_store_is_read_by_the_hosts_calibration_all_the_same() -> None:
    host = greeted(policy=lambda _identity, _held: ToStore(OTHER))
    host.answers(CALIBRATION)
    host.answers(WIRING)
    assert host.answers(_refused(Kind.STORE_CALIBRATION)) == StoreCalibration(OTHER)
    comes_into_step(host)
    assert last_field(host) == pytest.approx(-5.0)


def _refused(kind: Kind) -> Nak:
    return Nak(NakCode.CANNOT_STORE, kind)


def test_a_board_of_version_1_0_is_not_asked_for_its_wiring() -> None:
    host = greeted(replace(HELLO, minor=0, capabilities=Capability.BUTTONS))
    host.answers(CALIBRATION)
    comes_into_step(host)
    assert host.conversation.stored == StoredState(CALIBRATION.values, calibration_stored=False)


def test_a_calibration_is_stored_while_the_board_works_and_read_by_from_then_on() -> None:
    host, told = in_step(), Told()
    host.conversation.store(StorageOrder(StoreCalibration(OTHER), told))
    message, seq = host.sends()
    assert message == StoreCalibration(OTHER)
    assert told.said == []
    host.hears(CalibrationStored(OTHER.checksum), seq)
    assert told.said == [None]
    assert host.conversation.calibration == OTHER
    assert last_field(host) == pytest.approx(-5.0)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (NakCode.UNKNOWN_KIND, "does not know how"),
        (NakCode.MALFORMED, "makes no sense"),
        (NakCode.BAD_CHECKSUM, "checksum was wrong"),
        (NakCode.CANNOT_STORE, "memory cannot be written"),
    ],
)
def test_a_refusal_to_store_is_reported_and_loses_nothing(code: NakCode, words: str) -> None:
    host, told = in_step(), Told()
    host.conversation.store(StorageOrder(StoreWiring(MIRRORED), told))
    host.answers(Nak(code, Kind.STORE_WIRING))
    assert words in (told.said[0] or "")
    assert host.state() is LinkState.READY
    assert host.conversation.stored == StoredState(CALIBRATION.values, calibration_stored=False, wiring=WIRING.values)


def test_a_board_that_stores_something_else_is_not_believed() -> None:
    host, told = in_step(), Told()
    host.conversation.store(StorageOrder(StoreCalibration(OTHER), told))
    host.answers(CalibrationStored(OTHER.checksum ^ 1))
    assert "another calibration" in (told.said[0] or "")
    assert host.conversation.calibration == replace(CALIBRATION.values, margin=418)


def test_a_board_that_stores_nothing_is_not_asked_to() -> None:
    host, told = in_step(replace(HELLO, capabilities=Capability.BUTTONS)), Told()
    host.conversation.store(StorageOrder(StoreCalibration(OTHER), told))
    assert "stores no calibration" in (told.said[0] or "")
    assert host.sent() == []


def test_whoever_waits_is_told_when_the_board_starts_again_instead() -> None:
    host, told = in_step(), Told()
    host.conversation.store(StorageOrder(StoreCalibration(OTHER), told))
    host.conversation.store(StorageOrder(StoreWiring(MIRRORED), told))
    host.sends()
    host.hears(replace(HELLO, boots=8))
    assert told.said == ["the board has restarted"] * 2


def test_what_was_given_up_is_not_sent() -> None:
    host, told = in_step(), Told()
    order = StorageOrder(StoreCalibration(OTHER), told)
    host.conversation.store(order)
    order.cancelled = True
    host.now += 1.1
    assert isinstance(host.sends()[0], Ping)


def test_nothing_is_stored_before_the_board_is_ready() -> None:
    host, told = greeted(), Told()
    host.conversation.store(StorageOrder(StoreCalibration(OTHER), told))
    assert told.said == ["no board is ready"]


def test_lights_are_sent_again_when_a_wiring_was_stored() -> None:
    """The board darkens, since it does not know which lights are whose any more."""
    host, told = in_step(), Told()
    host.conversation.show(one_lit(7))
    host.now += 0.1
    assert host.answers(LedShown(30)) == LedFrame(one_lit(7), 800)
    host.conversation.store(StorageOrder(StoreWiring(MIRRORED), told))
    host.answers(WiringStored(MIRRORED.checksum))
    host.now += 0.1
    assert host.answers(LedShown(30)) == LedFrame(one_lit(7), 800)


def test_a_store_that_took_long_makes_the_host_no_more_patient_with_other_commands() -> None:
    host, told = in_step(), Told()
    host.conversation.store(StorageOrder(StoreCalibration(OTHER), told))
    _, seq = host.sends()
    host.now += 0.8
    host.hears(CalibrationStored(OTHER.checksum), seq)
    host.conversation.show(one_lit(7))
    assert host.sends()[0] == LedFrame(one_lit(7), 800)
    host.now += 0.03
    assert host.sends()[0] == LedFrame(one_lit(7), 800)


def test_a_store_is_not_hurried_since_flash_is_slow() -> None:
    host, told = in_step(), Told()
    host.conversation.store(StorageOrder(StoreCalibration(OTHER), told))
    host.sends()
    host.now += 0.9
    host.hears(Scan(30, 3, ZERO))
    assert host.sent() == []


@pytest.mark.parametrize(
    ("fault", "words"), [(DeviceFault.STRAPS, "straps do not match"), (DeviceFault.CONFIGURATION, "no config")]
)
def test_a_board_that_drives_no_pin_is_refused_with_what_to_do(fault: DeviceFault, words: str) -> None:
    host = greeted(replace(HELLO, faults=fault))
    assert host.state() is LinkState.REFUSED
    change = host.events[-1]
    assert isinstance(change, LinkChanged)
    assert words in change.detail
    assert "thera board flash" in change.detail


def test_what_was_broken_on_the_board_is_reported_while_it_works() -> None:
    host = in_step(replace(HELLO, faults=DeviceFault.CALIBRATION | DeviceFault.WIRING))
    change = next(event for event in host.events if isinstance(event, LinkChanged) and event.state is LinkState.READY)
    assert "calibration stored on it was broken" in change.detail
    assert "wiring stored on it was broken" in change.detail


def test_a_wiring_is_what_the_board_says_after_it_is_stored() -> None:
    host, told = in_step(), Told()
    host.conversation.store(StorageOrder(StoreWiring(MIRRORED), told))
    host.answers(WiringStored(MIRRORED.checksum))
    held = host.conversation.stored
    assert held is not None
    assert (held.wiring, held.wiring_stored) == (MIRRORED, True)


def test_a_sensor_under_a_worker_on_the_ground_saturates_and_is_not_stuck() -> None:
    low, chance = round(0.2 / 3.3 * 4096), Random("noise")  # noqa: S311 - simulated noise, no secret
    host = greeted()
    host.answers(CalibrationMessage(replace(OTHER, margin=8), stored=True))
    host.answers(WIRING)
    comes_into_step(host)
    statistics, health = SensorStatistics(tuple(range(25)), 0.03), SensorHealth()
    for number in range(2, 122):
        noisy = tuple(2000 + round(chance.gauss(0, 1)) for _ in range(23))
        host.hears(Scan(20 * number, number, (low, 4096 - low, *noisy)))
        frame = host.events[-1]
        assert isinstance(frame, Frame)
        assert frame.clipped == {0, 1}
        statistics.feed(frame)
        health.watch(statistics, frame)
    assert health.faults == ()


def test_a_board_that_knows_of_a_larger_margin_is_believed() -> None:
    host = greeted()
    host.answers(CalibrationMessage(replace(OTHER, margin=600), stored=True))
    host.answers(WIRING)
    comes_into_step(host)
    assert host.conversation.calibration == replace(OTHER, margin=600)
