"""Runs all checks, in the order of the report."""

from __future__ import annotations

from hardware.board_file import BoardFile
from hardware.doctor import pin_check, system_check
from hardware.doctor.computer import Check, Computer, Finding

CHECKS: tuple[Check, ...] = (
    pin_check.computer_itself,
    pin_check.python,
    system_check.data_folder,
    system_check.service,
    system_check.service_socket,
    system_check.clock,
    system_check.own_network,
    system_check.voltage,
    system_check.heat,
    system_check.supply,
    system_check.serial_group,
    system_check.board_device,
    system_check.modem_manager,
    system_check.pin_group,
    system_check.spi_group,
    pin_check.lines,
    pin_check.spi,
    pin_check.lights,
    pin_check.sound,
    pin_check.core_clock,
    pin_check.spi_buffer,
    pin_check.link_folder,
    pin_check.gpiozero,
    pin_check.lgpio,
    pin_check.pin_factory,
    pin_check.light_library,
)


def examine(computer: Computer, board: BoardFile) -> tuple[Finding, ...]:
    """Return the findings of all checks of this computer with this board."""
    return tuple(check(computer, board) for check in CHECKS)
