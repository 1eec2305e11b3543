"""Whether the installed service and its socket run."""

from __future__ import annotations

import re

from hardware.board_file import BoardFile
from hardware.doctor.computer import TABLE_UNIT, Computer
from hardware.doctor.finding import Finding, not_here, ok, warning, wrong

_LOG = "sudo journalctl --unit=thera --lines=20"
_FAILED_SO_FAR = "auto-restart"
"""What systemd calls a service that has ended and will be started again (systemd.service)."""


def service(computer: Computer, _board: BoardFile) -> Finding:
    """The service that is the table."""
    return _unit(computer, "service", TABLE_UNIT, "it runs")


def service_socket(computer: Computer, _board: BoardFile) -> Finding:
    """The socket of its page, which systemd opens."""
    ports = re.findall(r":(\d+) ", _shown(computer, "thera.socket", "Listen"))
    return _unit(computer, "socket", "thera.socket", f"it listens on port {' and '.join(ports) or 'unknown'}")


def _unit(computer: Computer, what: str, unit: str, meaning: str) -> Finding:
    if not computer.has_unit(unit):
        return not_here(what, "Thera is not installed as a service")
    state = _shown(computer, unit, "ActiveState")
    if state == "active":
        return ok(what, meaning)
    if state == "activating" and not _shown(computer, unit, "SubState").startswith(_FAILED_SO_FAR):
        return warning(what, f"{unit} is still starting", "wait until it has started; its log says how far it is", _LOG)
    told = f"{unit} is {state or 'not known to systemd'}"
    return wrong(what, told, "start it; its log says why it ended", "sudo systemctl start thera.socket thera", _LOG)


def _shown(computer: Computer, unit: str, name: str) -> str:
    return (computer.run("systemctl", "show", f"--property={name}", "--value", unit) or "").strip()
