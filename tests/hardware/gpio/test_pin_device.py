"""What a board on pins measures, shows and keeps, with real fields at one end and the bits of its parts between."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from hardware.board import SQUARE_COUNT, Button, Colour, Lights
from hardware.board_file import BoardFile, parse_board_file
from hardware.calibration import Calibration
from hardware.device import DeviceError, DeviceFault
from hardware.hand_actions import Lift, Put
from hardware.wiring import Wiring
from tests.hardware.board_contract import RED, one_lit
from tests.hardware.gpio.board_on_pins import ON_PINS, ON_PORTS, PinBench
from tests.hardware.gpio.pi_libraries import Error as LgpioError

BACKWARDS = Wiring(tuple(range(31, 6, -1)), tuple(range(0, 50, 2)))
BUILT_BACKWARDS = parse_board_file(f"""
[electronics]
controller = "pi"
sensors = {list(BACKWARDS.sensors)}
lights = {list(BACKWARDS.lights)}
""")
OTHER_CHIP = parse_board_file("""
[electronics]
controller = "pi"

[electronics.pins]
spi_device = 1
channels = [7, 2]
select = [12, 13, 23, 24]
""")


@pytest.mark.parametrize("described", [ON_PINS, ON_PORTS, BUILT_BACKWARDS, OTHER_CHIP])
def test_each_sensor_is_read_as_what_it_measures(described: BoardFile, tmp_path: Path) -> None:
    bench = PinBench(described)
    bench.hold_still(tuple(100 + 150 * square for square in range(SQUARE_COUNT)))
    with bench.opened(tmp_path) as opened:
        assert opened.device.scan() == bench.counts


def test_a_worker_is_felt_on_its_square(tmp_path: Path) -> None:
    bench = PinBench()
    with bench.opened(tmp_path) as opened:
        device = opened.device
        for _ in range(3):
            empty = device.calibration.fields(device.scan())
        for action in (Lift("blue-1"), Put("blue-1", 12)):
            bench.virtual.enqueue(action)
        while not bench.virtual.idle:
            device.scan()
        fields = device.calibration.fields(device.scan())
        assert max(range(SQUARE_COUNT), key=lambda square: fields[square] - empty[square]) == 12


def test_what_rests_is_read_with_few_conversions_and_what_moves_with_all(tmp_path: Path) -> None:
    bench = PinBench()
    bench.hold_still((2048,) * SQUARE_COUNT)
    with bench.opened(tmp_path) as opened:
        for _ in range(20):
            opened.device.scan()
        before = bench.chip.conversions
        opened.device.scan()
        at_rest = bench.chip.conversions - before
        bench.hold_still((2048,) * 7 + (2100,) + (2048,) * 17)
        before = bench.chip.conversions
        assert opened.device.scan()[7] == 2100
        moved = bench.chip.conversions - before
    assert at_rest == 3 * SQUARE_COUNT
    assert moved == at_rest + 6


def test_noise_is_averaged_where_something_moves(tmp_path: Path) -> None:
    bench = PinBench()
    bench.hold_still((2000,) * SQUARE_COUNT, noise=(-3, 1, 4, -2, 0, 3, -1, 2, 5))
    with bench.opened(tmp_path) as opened:
        readings = opened.device.scan()
    assert all(1999 <= reading <= 2003 for reading in readings)


@pytest.mark.parametrize("described", [ON_PINS, ON_PORTS, BUILT_BACKWARDS])
def test_each_light_shows_its_own_colour(described: BoardFile, tmp_path: Path) -> None:
    bench = PinBench(described)
    colours = tuple(Colour(10 * square, 255 - square, square) for square in range(SQUARE_COUNT))
    with bench.opened(tmp_path) as opened:
        opened.device.show(Lights(colours))
        assert bench.shown[-1] == Lights(colours)
    assert not any(bench.lit(square) for square in range(SQUARE_COUNT))


def test_a_wiring_that_is_stored_is_used_at_once_and_after_the_next_start(tmp_path: Path) -> None:
    bench = PinBench()
    bench.built = BACKWARDS
    bench.hold_still(tuple(100 + 150 * square for square in range(SQUARE_COUNT)))
    with bench.opened(tmp_path) as opened:
        assert not opened.device.wiring_stored
        assert opened.device.scan() != bench.counts
        opened.device.store_wiring(BACKWARDS)
        assert opened.device.scan() == bench.counts
        opened.device.show(one_lit(3))
        assert bench.shown[-1] == one_lit(3)
    with PinBench().opened(tmp_path) as again:
        assert (again.device.wiring, again.device.wiring_stored) == (BACKWARDS, True)


def test_a_calibration_that_is_stored_is_there_after_the_next_start(tmp_path: Path) -> None:
    measured = Calibration.unpacked(Calibration((2040.3,) * 25, (36.9,) * 24 + (-37.1,), 4095, 418).packed)
    with PinBench().opened(tmp_path) as opened:
        assert (opened.device.calibration, opened.device.calibration_stored) == (ON_PINS.calibration, False)
        opened.device.store_calibration(measured)
        assert opened.device.calibration == measured
    with PinBench().opened(tmp_path) as again:
        assert (again.device.calibration, again.device.calibration_stored) == (measured, True)
        assert again.device.faults is DeviceFault.NONE


def test_each_start_is_counted(tmp_path: Path) -> None:
    boots = []
    for _ in range(3):
        with PinBench().opened(tmp_path) as opened:
            boots.append(opened.device.identity.boots)
    assert boots == [1, 2, 3]


@pytest.mark.parametrize(
    ("name", "fault"),
    [("calibration", DeviceFault.CALIBRATION), ("wiring", DeviceFault.WIRING), ("boots", DeviceFault.NONE)],
)
@pytest.mark.parametrize("harm", [b"", b"\xff{", b'{"format": 2}', b"[" * 100_000, None])
def test_what_is_stored_and_broken_is_said_and_set_aside(
    name: str, fault: DeviceFault, harm: bytes | None, tmp_path: Path
) -> None:
    with PinBench().opened(tmp_path) as opened:
        opened.device.store_calibration(Calibration.nominal(30.0))
        opened.device.store_wiring(BACKWARDS)
    path = tmp_path / f"{name}.json"
    text = path.read_bytes()
    broken = (
        text.replace(b"2048.0", b"2047.0", 1).replace(b"[31, 30,", b"[30, 31,").replace(b'"boots": 1', b'"boots": -1')
    )
    path.write_bytes(broken if harm is None else harm)
    with PinBench().opened(tmp_path) as again:
        device = again.device
        assert device.faults is fault
        assert device.calibration_stored == (name != "calibration")
        assert device.wiring_stored == (name != "wiring")
        assert (tmp_path / f"{name}.json.broken").exists()
        device.store_calibration(Calibration.nominal())
        device.store_wiring(Wiring.straight())
        assert device.faults is DeviceFault.NONE


def test_what_cannot_be_written_is_an_error_and_the_old_one_stays(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    with PinBench().opened(folder) as opened:
        folder.rename(tmp_path / "gone")
        folder.touch()  # what is no folder takes no file
        with pytest.raises(OSError, match="File exists"):
            opened.device.store_wiring(BACKWARDS)
        with pytest.raises(OSError, match="File exists"):
            opened.device.store_calibration(Calibration.nominal(30.0))
        assert opened.device.wiring == Wiring.straight()
        assert opened.device.calibration == ON_PINS.calibration
    assert not [name for name in os.listdir(tmp_path / "gone") if name.endswith(".new")]


def test_the_chatter_of_a_contact_is_one_press(tmp_path: Path) -> None:
    bench = PinBench()
    pin = bench.factory.pin(bench.pins.undo)
    with bench.opened(tmp_path) as opened:
        for _ in range(5):
            pin.drive_low()
            pin.drive_high()
        pin.drive_low()
        pressed = [opened.device.presses() for _ in range(5) if opened.device.scan()]
        for _ in range(5):
            pin.drive_high()
            pin.drive_low()
        pin.drive_high()
        released = [opened.device.presses() for _ in range(5) if opened.device.scan()]
    assert [button for buttons in pressed for button in buttons] == [Button.UNDO]
    assert not any(released)


@pytest.mark.parametrize("failure", [OSError(5, "Input/output error"), LgpioError("SPI transfer failed")])
def test_sensors_that_can_no_longer_be_read_are_reported(failure: Exception, tmp_path: Path) -> None:
    bench = PinBench(ON_PORTS)
    with bench.opened(tmp_path) as opened:
        bench.fail(failure)
        with pytest.raises(DeviceError, match=re.escape(f"the sensors can no longer be read: {failure}")):
            opened.device.scan()
    assert bench.shown[-1] == bench.shown[0]


def test_the_status_light_is_steady_while_a_table_listens_and_blinks_while_none_does(tmp_path: Path) -> None:
    bench = PinBench()
    pin = bench.factory.pin(bench.pins.status)
    with bench.opened(tmp_path) as opened:
        seen = []
        for now in (0.0, 0.5, 1.0, 1.5, 2.0, 2.5):
            opened.status.update(now, listened_to=False)
            seen.append(bool(pin.state))
        assert seen == [True, True, False, False, True, True]
        for now in (0.0, 1.0, 2.0):
            opened.status.update(now, listened_to=True)
            assert pin.state


def test_the_pins_are_given_back(tmp_path: Path) -> None:
    bench = PinBench()
    with bench.opened(tmp_path) as opened:
        opened.device.show(one_lit(1, RED))
    assert bench.strip_port.closed
    assert {bench.factory.pin(pin).function for pin in (*bench.pins.select, bench.pins.status)} == {"input"}
    with bench.opened(tmp_path):
        pass  # nothing of it is still in use
