"""All checks, in the order of the report."""

from __future__ import annotations

from hardware.board_file import BoardFile
from hardware.doctor import attached, packages, pin_check, service_check, supply_check, system_check
from hardware.doctor.computer import Computer
from hardware.doctor.finding import Check, Finding

CHECKS: tuple[Check, ...] = (
    pin_check.computer_itself,
    packages.python,
    system_check.data_folder,
    service_check.service,
    service_check.service_socket,
    system_check.clock,
    system_check.own_network,
    supply_check.voltage,
    supply_check.heat,
    supply_check.supply,
    system_check.serial_group,
    attached.board_device,
    attached.modem_manager,
    system_check.pin_group,
    system_check.spi_group,
    pin_check.lines,
    pin_check.spi,
    pin_check.lights,
    pin_check.sound,
    pin_check.core_clock,
    pin_check.spi_buffer,
    pin_check.link_folder,
    packages.gpiozero,
    packages.lgpio,
    packages.pin_factory,
    packages.light_library,
)


def examine(computer: Computer, board: BoardFile) -> tuple[Finding, ...]:
    """The findings of all checks of this computer, for this board."""
    return tuple(check(computer, board) for check in CHECKS)
