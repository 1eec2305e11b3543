"""``thera club``: all tables of a broker on one page, and a tournament of their players."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from secrets import token_hex
from typing import Final

from broker.broker_connection import BrokerConnection
from broker.broker_message import TopicSubscription
from club.club_app import create_club_app
from club.club_store import ClubStore, ClubStoreError
from club.club_topics import ClubTopic
from club.organiser import OrganiserWords
from club.running_club import RunningClub
from table.errors import CannotPlayError
from table.settings.page_addresses import host_of, page_addresses
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import CONFIGURED, add_config_argument, port_number, read_configured
from thera.exit_codes import ExitCode
from thera.house_link import access_of
from thera.startup_message import addresses_message
from thera.stop_signal import StopSignal
from web_ui.serve import listen, serve

CLUB_PORT: Final = 8090
CLUB_FOLDER: Final = "club"
"""The folder of a club in the configured one."""
HEARD: Final = (ClubTopic.GAME, ClubTopic.STATUS, ClubTopic.REPORT)
"""What is asked of the broker, in this order: so the game that a table finished last is known before its report."""


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Show all tables of the configured broker on one page, for a wall or a phone, and hold a tournament of their"
        " players. It needs no board. Each table takes part with club = true in its configuration."
    )
    parser.examples = (
        Example("thera club", "the tables of the configured broker, at port 8090"),
        Example("thera club --config club.toml --data evening", "with another configuration, and stored elsewhere"),
    )
    add_config_argument(parser)
    parser.add_argument("--host", help=f"the address to listen on (default: {CONFIGURED})")
    parser.add_argument("--port", type=port_number, default=CLUB_PORT, help="the port of the page (default: 8090)")
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="the folder where tournaments and games are stored (default: club in the configured folder)",
    )


def run(args: argparse.Namespace) -> int:
    """Run a club until SIGINT or SIGTERM; the exit code.

    :raises CannotPlayError: if it cannot be started like this.
    """
    configuration = read_configured(args.config).configuration
    if configuration.mqtt is None:
        raise CannotPlayError("a club hears of its tables from a broker: name it in the configuration, as [mqtt] host")
    logging.basicConfig(level=configuration.log.level.upper(), format="thera: %(message)s")
    host = args.host or configuration.web.host
    with ExitStack() as stack:
        try:
            listener = stack.enter_context(listen(host, args.port))
        except OSError as error:
            raise CannotPlayError(f"cannot listen on {host}, port {args.port}: {error.strerror or error}") from error
        connection = BrokerConnection(access_of(configuration.mqtt, f"thera-club-{token_hex(4)}"))
        try:
            store = ClubStore(args.data or configuration.keeping.folder / CLUB_FOLDER)
            stack.callback(store.close)
            club = RunningClub(store, lambda: connection.status)
        except ClubStoreError as error:
            raise CannotPlayError(str(error)) from error
        for each in HEARD:
            connection.subscribe(TopicSubscription(each.pattern(), club.hear))
        words = OrganiserWords()
        port = listener.getsockname()[1]
        addresses = page_addresses(host, port)
        hosts = frozenset({host, *map(host_of, addresses)})
        stop = stack.enter_context(StopSignal())
        club.start()
        stack.callback(club.close)
        connection.start()
        stack.callback(connection.close)
        serve(create_club_app(club, words, hosts), listener)
        print(_greeting(addresses, port, words), flush=True)
        stop.wait()
    return ExitCode.DONE


def _greeting(addresses: Sequence[str], port: int, words: OrganiserWords) -> str:
    """What is printed when the page is served."""
    return "\n".join(
        (
            addresses_message(tuple(addresses), port),
            f"Who organises the tournament types these words on the page: {' '.join(words.words)}",
            "Stop with Ctrl-C; tournament and games are stored.",
        )
    )
