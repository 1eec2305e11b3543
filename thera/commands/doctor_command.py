"""``thera doctor``: finds faults of this computer, and says how to fix them."""

from __future__ import annotations

import argparse
import json
import queue
import secrets
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Final

from common.listening import EVERYWHERE
from common.mqtt.broker import BrokerAccess, BrokerState, BrokerTrouble
from common.mqtt.broker_connection import BrokerConnection
from hardware.board import BoardEvent, Identity, LinkState
from hardware.board_file import BoardFile
from hardware.board_store import BoardStore
from hardware.doctor.computer import (
    TABLE_UNIT,
    CheckState,
    Computer,
    Finding,
    not_here,
    ok,
    report_lines,
    warning,
    wrong,
)
from hardware.doctor.examination import examine
from hardware.doctor.system_check import usb_serials
from hardware.sensor_layout import RING_SENSORS
from perception.calibration.monitor import Monitor
from table.settings.configuration import MqttSettings
from thera.boards.open_board import board_store, load_board_file, open_board
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import (
    Reading,
    add_board_file_argument,
    add_data_argument,
    board_file_of,
    data_of,
    read_if_allowed,
)
from thera.exit_codes import ExitCode
from thera.house_link import access_of
from thera.network.running_table import USUAL_PORT, free_port, holder_of, listening_sockets, running_tables

# ---- The command


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Check everything on this computer that a table and a board need: the service, its ports and its address, the"
        " MQTT broker, permissions, the device, its scale and ring, SPI, sound, clocks, power, packages, disk space."
        " Reports each check and how to fix what is wrong, with the commands to type; changes nothing. The exit code is"
        " 1 if something is wrong."
    )
    parser.examples = (
        Example("thera doctor", "check this computer and its board"),
        Example("thera doctor --json", "the same for a program"),
    )
    add_board_file_argument(parser)
    add_data_argument(parser, "the game is stored")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Check this computer. Return the exit code, `ExitCode.FAILED` if something is wrong.

    :raises CannotPlayError: if the board file is wrong.
    """
    read = cache(read_if_allowed)
    board = load_board_file(board_file_of(args, read)) or BoardFile()
    computer = Computer()
    checked = replace(computer, data=data_to_check(args, read, computer))
    findings = (*examine(checked, board), *parts_of_board(checked, board))
    return report((*findings, *_page(), broker_finding(read().configuration.mqtt)), as_json=args.json)


def data_to_check(args: argparse.Namespace, read: Reading, computer: Computer) -> Path:
    """Return the folder to check: the installed service's, unless another one is named that this user may read."""
    if args.data is None and read().file is None and computer.has_unit(TABLE_UNIT):
        return computer.service_data
    return data_of(args, read)


def _page() -> tuple[Finding, Finding]:
    """Return the address of the table that is open here, and the port of one that would be started."""
    table = next(running_tables(), None)
    if table is not None:
        reachable = table.address or f"{table.here}, for this computer only: it is in no network"
        return ok("address", reachable), not_here("port", "a table is open already")
    closed = not_here("address", "no table is open")
    port = next((each.port for each in listening_sockets() if each.port == USUAL_PORT), None)
    if port is None:
        return closed, ok("port", f"port {USUAL_PORT} is free for a table")
    taken = f"port {port} is taken by {holder_of(port)}"
    other = free_port(EVERYWHERE)
    if other is None:
        return closed, warning("port", taken, "end that program, or choose a port: thera play --port PORT")
    return closed, ok("port", f"{taken}, so a table is at port {other}")


def report(findings: tuple[Finding, ...], *, as_json: bool) -> int:
    """Print findings. Return the exit code, `ExitCode.FAILED` if one of them failed."""
    if as_json:
        print(json.dumps([asdict(finding) for finding in findings], indent=2))
    else:
        print("\n".join(report_lines(findings)))
    return ExitCode.FAILED if any(finding.state is CheckState.WRONG for finding in findings) else ExitCode.DONE


# ---- The scale and the ring
#
# A short look at a board that nobody uses: whether it sends what its board file says.


LOOK_SECONDS: Final = 8.0
"""The seconds for a board to become ready and to send readings of its scale."""
SCALE: Final = "scale"
RING: Final = "ring"
_FLASH: Final = ("give it the newest firmware and its board file", "thera board flash --board-file FILE")


def parts_of_board(computer: Computer, board: BoardFile) -> tuple[Finding, Finding]:
    """Return the findings about the scale and the ring of the board on USB, as far as its board file has them."""
    if board.scale is None and board.ring is None:
        return _about_parts(board, not_here)
    ports = usb_serials(computer)
    if len(ports) != 1:
        return _about_parts(board, not_here, "no board is on USB" if not ports else "several boards are on USB")
    path = ports[0].path
    if computer.holders(path):
        return _about_parts(board, not_here, "the board is in use; Live readings on a phone show what it sends")
    if not computer.usable(path):
        return _about_parts(board, not_here, f"{computer.user} may not open the board")
    return look_at_parts(str(path), board, board_store(computer.data))


def _about_parts(board: BoardFile, say: Callable[..., Finding], *words: str) -> tuple[Finding, Finding]:
    """Say the same of the scale and the ring, or that the board file does not have it."""
    scale, ring = (
        not_here(what, f"the board file has no [{what}]") if part is None else say(what, *words)
        for what, part in ((SCALE, board.scale), (RING, board.ring))
    )
    return scale, ring


def look_at_parts(path: str, board: BoardFile, kept: BoardStore) -> tuple[Finding, Finding]:
    """Open the board at a serial device, and return the findings about its scale and its ring. It changes nothing on
    the board."""
    events = queue.SimpleQueue[BoardEvent | None]()
    seen = Monitor(board.geometry.squares, sensors=board.geometry.further)
    with ExitStack() as stack:
        opened = open_board(path, board, seed=0, data=None, stack=stack)
        opened.board.forward(events.put, lambda: events.put(None))
        ends = monotonic() + LOOK_SECONDS
        while seen.link is not LinkState.REFUSED and not (seen.frames and (seen.weights or board.scale is None)):
            with suppress(queue.Empty):
                event = events.get(timeout=max(0.0, ends - monotonic()))
                if event is not None:
                    seen = seen.after(event)
                    continue
            break  # too late, or closed
        identity = opened.board.identity
    if not seen.frames:
        late = f"the board has not become ready within {LOOK_SECONDS:g} s"
        return _about_parts(board, wrong, seen.detail if seen.link is LinkState.REFUSED else late, *_FLASH)
    scale, ring = _about_parts(board, ok, "")
    return (
        scale if board.scale is None else _scale_finding(seen, identity, kept),
        ring if board.ring is None else _ring_finding(seen),
    )


def _scale_finding(seen: Monitor, identity: Identity | None, kept: BoardStore) -> Finding:
    if not seen.weights:
        return warning(SCALE, f"the board sends no weights ({seen.detail})", *_FLASH)
    sends = f"{len(seen.loads)} load cells send their loads"
    try:
        copy = None if identity is None else kept.read(identity.unique_id)
    except OSError as error:
        return ok(SCALE, f"{sends}; whether it was calibrated cannot be read: {error.strerror or error}")
    if copy is None or copy.scale is None:
        return warning(
            SCALE,
            f"{sends}; it was not calibrated on this machine, so the board file has to know its counts and masses",
            "calibrate it, here or on a phone",
            "thera board calibrate --scale --board-file FILE",
        )
    return ok(SCALE, f"{sends}, and it was calibrated on this machine")


def _ring_finding(seen: Monitor) -> Finding:
    silent = [str(number) for number, each in enumerate(seen.further[:RING_SENSORS], 1) if each.clipped]
    if silent:
        return wrong(
            RING,
            f"sensors that do not answer or are at the end of their range: {', '.join(silent)}",
            "check their wires; the list has them",
            "thera board wiring --board-file FILE",
        )
    return ok(RING, f"its {RING_SENSORS} sensors answer")


# ---- The broker
#
# One attempt to connect to the configured broker, and what to do if it fails.


WHAT: Final = "MQTT broker"
PATIENCE_SECONDS: Final = 20.0
"""The seconds for the name, the connection, TLS and the answer together."""

FIXES: Final[Mapping[BrokerTrouble, tuple[str, ...]]] = {
    BrokerTrouble.FILES: (
        "correct ca, certificate, key or password_file of [mqtt], and let root and the user thera read the files",
    ),
    BrokerTrouble.NAME_UNKNOWN: (
        "correct host of [mqtt], or write the broker's address there",
        "getent hosts {host}",
    ),
    BrokerTrouble.UNREACHABLE: (
        "start the broker, let it listen in your network, and correct host and port of [mqtt]",
    ),
    BrokerTrouble.CERTIFICATE: (
        "write the name of the certificate as host of [mqtt], and let ca name the authority that signed it",
        "openssl s_client -connect {host}:{port} -servername {host}",
    ),
    BrokerTrouble.TLS: (
        "correct port and tls of [mqtt]; a broker that wants a certificate of the table needs certificate and key",
    ),
    BrokerTrouble.NOT_MQTT: (
        "correct port of [mqtt]; with TLS the usual one is 8883, and the broker has to know MQTT 5",
    ),
    BrokerTrouble.CREDENTIALS: (
        "correct username of [mqtt] and the password in its file, or add the user to the broker",
    ),
    BrokerTrouble.REFUSED: ("read the log of the broker",),
    BrokerTrouble.LOST: ("read the log of the broker",),
}
"""The fix for each trouble, and commands to type."""


def broker_finding(mqtt: MqttSettings | None) -> Finding:
    """Return the finding about the configured broker. The table plays without it, so nothing counts as failed."""
    if mqtt is None:
        return not_here(WHAT, "none is configured")
    # Not the table's own name: the broker would end the connection of a table that runs.
    access = access_of(mqtt, f"thera-doctor-{secrets.token_hex(4)}")
    connection = BrokerConnection(access)
    connection.start()
    status = connection.wait_outcome(PATIENCE_SECONDS)
    connection.close()
    place = f"{access.host}, port {access.port}"
    if status.state is BrokerState.CONNECTED:
        return ok(WHAT, f"connected to {place}{'' if access.tls is None else ', with TLS'}")
    if status.trouble is None:
        return warning(WHAT, f"{place}: no answer", *_fixes(BrokerTrouble.UNREACHABLE, access))
    return warning(WHAT, f"{place}: {status.detail}", *_fixes(status.trouble, access))


def _fixes(trouble: BrokerTrouble, access: BrokerAccess) -> tuple[str, ...]:
    fix, *commands = FIXES[trouble]
    return fix, *(command.format(host=access.host, port=access.port) for command in commands)
