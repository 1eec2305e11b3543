"""Commands of a computer's owner to the table that is open on it, without a seat: free seats.

The table listens at an abstract Unix socket (unix(7)) with a name made of its data folder; so it needs no file, and a
full or damaged disk cannot keep it away. The kernel tells each side which user the other is. The table answers root and
the user it runs as; the command asks only a table of root or of the user whose folder it is.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import socket
import struct
import threading
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from common.json_reader import JsonReader
from common.message import Message
from engine.seats import Seat
from table.errors import CannotPlayError
from table.runtime.table_actor import TableActor
from table.session.answers import Accepted, Refusal, Refused
from table.typed_json import read

ROOT: Final = 0
ASKING_SECONDS: Final = 5.0
"""The most seconds for a command to state its request, so that it cannot block the table's only thread for commands."""
ANSWER_SECONDS: Final = 40.0
"""The most seconds for the table's answer; it frees seats or gives up within `FREEING_SECONDS`."""
LONGEST: Final = 4096
_CREDENTIALS: Final = struct.Struct("3i")
"""A process, its user and its group, as SO_PEERCRED gives them."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FreeSeats:
    """Free these seats for other phones; without any all that a person has."""

    free: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class FreedSeats:
    """The seats that were freed, with the names of their players (empty: none); or in one line why none was."""

    freed: tuple[tuple[Seat, str], ...] = ()
    refused: str = ""


_ASKED: Final = JsonReader(FreeSeats)
_ANSWER: Final = JsonReader(FreedSeats)


def control_name(folder: Path) -> bytes:
    """The name of the socket of the table that stores its game in this folder."""
    return b"\0thera/" + hashlib.sha256(os.fsencode(folder.resolve())).hexdigest().encode()


def serve_control(table: TableActor, folder: Path, stack: ExitStack) -> None:
    """Answer from a thread in the background until the stack is closed. Where that cannot be (another system than
    Linux, a name that another user has taken) the table goes on without it, and the log says so."""
    try:
        listener = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
        listener.bind(control_name(folder))
        listener.listen()
    except (OSError, AttributeError) as error:
        log.warning("thera seats will not reach this table: %s", error)
        return
    # A thread that waits in accept does not see that its socket is closed; a shut socket wakes it.
    stack.callback(lambda: listener.shutdown(socket.SHUT_RDWR))
    threading.Thread(target=_serve, args=(table, listener), name="control", daemon=True).start()


def _serve(table: TableActor, listener: socket.socket) -> None:
    while True:
        try:
            asker, _ = listener.accept()
        except OSError:  # it was shut
            return
        with asker:
            try:
                asker.settimeout(ASKING_SECONDS)
                asker.sendall(_told(_answered(table, asker)))
            except OSError as error:
                log.warning("a command of this computer was not answered: %s", error)


def _answered(table: TableActor, asker: socket.socket) -> FreedSeats:
    line = _line(asker)  # read first: who closes a socket with something unread takes the answer away, too
    if peer_user(asker) not in (ROOT, os.geteuid()):
        return FreedSeats(refused="only root and the user that the table runs as may free seats: sudo thera seats free")
    try:
        asked = read(_ASKED, json.loads(line))
    except ValueError as error:
        return FreedSeats(refused=f"the request cannot be read: {error}")
    return _free(table, frozenset(asked.free))


def _free(table: TableActor, asked: frozenset[Seat]) -> FreedSeats:
    seats = table.snapshot(frozenset()).seats
    people = [each.seat for each in seats if each.name is not None and each.level is None and each.table is None]
    meant = asked or frozenset(people)
    if not meant:
        return FreedSeats(refused="nobody has a seat, so there is none to free")
    try:
        answer = table.free_seats(meant)
    except TimeoutError:
        return FreedSeats(refused="the table does not answer")
    match answer:
        case Accepted():
            return FreedSeats(tuple((each.seat, each.name or "") for each in seats if each.seat in meant))
        case Refused(Message(Refusal.CLOSING)):
            return FreedSeats(refused="the table does not answer")
        case Refused(Message(Refusal.NOT_NOW)):
            return FreedSeats(refused=f"not all of these seats have a player here: {', '.join(sorted(meant))}")
        case _:
            return FreedSeats(refused="the table could not store it; its log says why")


def free_seats(folder: Path, seats: tuple[Seat, ...]) -> tuple[tuple[Seat, str], ...]:
    """Ask the table that stores its game in this folder to free these seats, or all seats of people if none are named.
    Return the freed seats with the names of their players, which may be empty.

    :raises CannotPlayError: if there is no such table, or it does not do so.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as table:
        table.settimeout(ANSWER_SECONDS)
        try:
            table.connect(control_name(folder))
            if peer_user(table) not in (ROOT, folder.stat().st_uid):
                raise CannotPlayError(f"another user than that of {folder} answers in place of the table")
            table.sendall(_told(FreeSeats(seats)))
            answer = read(_ANSWER, json.loads(_line(table)))
        except ConnectionRefusedError as error:
            raise CannotPlayError(
                f"no table is open that stores its game in {folder}; if yours stores it elsewhere, name that folder"
                " with --data, or its configuration with --config"
            ) from error
        except (OSError, ValueError) as error:
            raise CannotPlayError(f"the table that stores its game in {folder} does not answer: {error}") from error
    if answer.refused:
        raise CannotPlayError(answer.refused)
    return answer.freed


def peer_user(connected: socket.socket) -> int:
    """The number of the user at the other end, as the kernel has it; of a listening socket the one who opened it."""
    told = connected.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    return int(_CREDENTIALS.unpack(told)[1])


def _told(message: FreeSeats | FreedSeats) -> bytes:
    return json.dumps(asdict(message)).encode() + b"\n"


def _line(source: socket.socket) -> bytes:
    """What comes until the end of a line, or until the other side has said all; no more than `LONGEST` bytes."""
    told = b""
    while b"\n" not in told and len(told) < LONGEST and (more := source.recv(LONGEST)):
        told += more
    return told
