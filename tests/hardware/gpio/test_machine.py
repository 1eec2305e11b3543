"""Before a pin is touched, a maker is told all that is missing, and what to do about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.electronics import LIGHT_PINS, LightsBy, PiPins
from tests.hardware.gpio.pi_machines import DEVICES, PI_3, PI_4, PI_5, ZERO_2, machine

PWM, PCM, SPI = (PiPins(lights_by=way, lights=LIGHT_PINS[way][0], spi_bus=int(way is LightsBy.SPI)) for way in LightsBy)


@pytest.mark.parametrize("model", [PI_3, PI_4, ZERO_2, "Raspberry Pi 400 Rev 1.0"])
@pytest.mark.parametrize("pins", [PWM, PCM, SPI])
def test_these_lack_nothing(model: str, pins: PiPins, tmp_path: Path) -> None:
    assert machine(tmp_path, model).lacks(pins) == ()


@pytest.mark.parametrize("model", [PI_5, "Raspberry Pi 500 Rev 1.0", "Raspberry Pi Compute Module 5 Rev 1.0"])
def test_a_pi_5_reads_sensors_and_has_lights_by_spi(model: str, tmp_path: Path) -> None:
    five = machine(tmp_path, model)
    assert five.lacks(SPI) == ()
    for pins in (PWM, PCM):
        (told,) = five.lacks(pins)
        assert told.startswith(f"A {model} reads the sensors, but cannot drive lights by {pins.lights_by.upper()}")
        assert 'lights_by = "spi"' in told
        assert 'controller = "pico"' in told


@pytest.mark.parametrize(
    ("model", "revision"),
    [
        ("Raspberry Pi 3 Model A Plus Rev 1.1", 0x9020E1),
        ("Raspberry Pi 3 Model B Rev 1.2", 0xA52082),
        ("Raspberry Pi 3 Model B Rev 1.0", 0xA02080),
    ],
)
def test_a_pi_whose_revision_is_newer_than_the_library_has_lights_by_spi(
    model: str, revision: int, tmp_path: Path
) -> None:
    """Its model alone says nothing: the library goes by the revision."""
    newer = machine(tmp_path, model, revision=revision)
    assert newer.lacks(SPI) == ()
    for pins in (PWM, PCM):
        (told,) = newer.lacks(pins)
        assert f"rpi_ws281x 5.0.0 does not know its revision, {revision:x}" in told
        assert 'Set lights_by = "spi"' in told


def test_a_pi_that_reports_no_revision_has_lights_by_spi(tmp_path: Path) -> None:
    unnamed = machine(tmp_path, "Raspberry Pi 3 Model B Rev 1.2")
    (told,) = unnamed.lacks(PWM)
    assert "does not know its revision." in told
    assert unnamed.lacks(SPI) == ()


def test_a_machine_that_is_no_pi_has_no_pins(tmp_path: Path) -> None:
    (told,) = machine(tmp_path, "", devices=(), missing=("gpiozero", "lgpio")).lacks(PWM)
    assert told.startswith("This machine is not a Raspberry Pi (it has no /proc/device-tree/model)")
    assert 'controller = "pico"' in told
    (told,) = machine(tmp_path, "Radxa ROCK 5B").lacks(PWM)
    assert told.startswith("This machine is not a Raspberry Pi (this is 'Radxa ROCK 5B')")


def test_missing_packages_are_named_with_the_command_that_installs_them(tmp_path: Path) -> None:
    assert machine(tmp_path, PI_4, missing=("gpiozero", "rpi_ws281x", "spidev")).lacks(PWM) == (
        "These Python packages are missing: gpiozero, rpi_ws281x. Type: make setup-pi",
    )
    assert machine(tmp_path, PI_4, missing=("rpi_ws281x",)).lacks(SPI) == ()
    assert machine(tmp_path, PI_5, missing=("lgpio", "rpi_ws281x", "spidev")).lacks(SPI) == (
        "These Python packages are missing: lgpio, spidev. Type: make setup-pi",
    )
    (told,) = machine(tmp_path, PI_4, missing=("lgpio",), python=(3, 13)).lacks(PWM)
    assert "sudo apt-get install python3-lgpio" in told


@pytest.mark.parametrize(
    ("pins", "gone", "told"),
    [
        (PWM, "spidev0.0", "There is no /dev/spidev0.0, which is for the MCP3208: switch SPI on (sudo raspi-config"),
        (SPI, "spidev0.0", "There is no /dev/spidev0.0, which is for the lights: switch SPI on (sudo raspi-config"),
        (
            SPI,
            "spidev1.0",
            "There is no /dev/spidev1.0, which is for the MCP3208: switch SPI on (dtoverlay=spi1-1cs in",
        ),
        (PCM, "gpiochip0", "There is no /dev/gpiochip0, which is for the pins"),
        (PWM, "mem", "There is no /dev/mem, which is for lights by PWM or PCM"),
    ],
)
def test_a_device_that_is_not_there_is_reported(pins: PiPins, gone: str, told: str, tmp_path: Path) -> None:
    there = tuple(device for device in DEVICES if device != gone)
    (found,) = machine(tmp_path, PI_4, devices=there).lacks(pins)
    assert found.startswith(told)


@pytest.mark.parametrize(
    ("pins", "closed", "told"),
    [
        (PWM, "gpiochip0", "may not be used by you; a member of the group gpio may: sudo usermod -aG gpio NAME"),
        (SPI, "spidev1.0", "may not be used by you; a member of the group spi may: sudo usermod -aG spi NAME"),
        (PCM, "mem", "may not be used by you; only root may"),
    ],
)
def test_a_device_that_may_not_be_used_is_reported(pins: PiPins, closed: str, told: str, tmp_path: Path) -> None:
    (found,) = machine(tmp_path, PI_4, closed=(closed,)).lacks(pins)
    assert told in found


def test_all_that_is_missing_is_reported_at_once(tmp_path: Path) -> None:
    assert len(machine(tmp_path, PI_5, devices=(), missing=("spidev", "gpiozero")).lacks(PWM)) == 5


def test_an_early_kernel_of_a_pi_5_has_its_pins_on_another_chip(tmp_path: Path) -> None:
    early = machine(tmp_path, PI_5, devices=("gpiochip0", "gpiochip4", "spidev0.0", "spidev1.0"), closed=("gpiochip4",))
    (told,) = early.lacks(SPI)
    assert told.startswith("/dev/gpiochip4")
