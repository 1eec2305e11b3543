"""``thera club``: shows all tables of a broker on one page, and runs a tournament of their players."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from secrets import token_hex
from typing import Final

from common.mqtt.broker import TopicSubscription
from common.mqtt.broker_connection import BrokerConnection
from online.club.club_app import OrganiserWords, create_club_app
from online.club.club_store import ClubStore, ClubStoreError
from online.club.running_club import RunningClub
from online.club.table_report import ClubTopic
from table.errors import CannotPlayError
from table.settings.page_addresses import host_of, page_addresses
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import CONFIGURED, add_config_argument, port_number, read_configured
from thera.exit_codes import ExitCode
from thera.house_link import access_of
from thera.service.log_output import log_to_errors
from thera.startup_message import addresses_message
from thera.stop_signal import StopSignal
from web_ui.serve import listen, serve

CLUB_PORT: Final = 8090
CLUB_FOLDER: Final = "club"
"""The folder of a club within the configured one."""
HEARD: Final = (ClubTopic.GAME, ClubTopic.STATUS, ClubTopic.REPORT)
"""The subscriptions at the broker, in this order: so the last finished game of a table is known before its report."""


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
    """Run a club until SIGINT or SIGTERM. Return the exit code.

    :raises CannotPlayError: if it cannot be started with these options.
    """
    configuration = read_configured(args.config).configuration
    if configuration.mqtt is None:
        raise CannotPlayError("a club hears of its tables from a broker: name it in the configuration, as [mqtt] host")
    log_to_errors(configuration.log.level)
    host = args.host or configuration.web.host
    with ExitStack() as stack:
        try:
            listeners = [stack.enter_context(each) for each in listen(host, args.port)]
        except OSError as error:
            raise CannotPlayError(f"cannot listen on {host}, port {args.port}: {error.strerror or error}") from error
        connection = BrokerConnection(access_of(configuration.mqtt, f"thera-club-{token_hex(4)}"))
        try:
            store = ClubStore(args.data or configuration.storage.folder / CLUB_FOLDER)
            stack.callback(store.close)
            club = RunningClub(store, lambda: connection.status)
        except ClubStoreError as error:
            raise CannotPlayError(str(error)) from error
        for each in HEARD:
            connection.subscribe(TopicSubscription(each.pattern(), club.hear))
        words = OrganiserWords()
        port = listeners[0].getsockname()[1]
        addresses = page_addresses(host, port)
        named = () if configuration.web.address is None else (configuration.web.address,)
        hosts = frozenset({host, *map(host_of, (*addresses, *named))})
        stop = stack.enter_context(StopSignal())
        club.start()
        stack.callback(club.close)
        connection.start()
        stack.callback(connection.close)
        serve(create_club_app(club, words, hosts, configuration.web.address), *listeners)
        print(_greeting(addresses, port, words), flush=True)
        stop.wait()
    return ExitCode.DONE


def _greeting(addresses: Sequence[str], port: int, words: OrganiserWords) -> str:
    """Return the message for when the page is served."""
    return "\n".join(
        (
            addresses_message(tuple(addresses), port),
            f"Who organises the tournament types these words on the page: {' '.join(words.words)}",
            "Stop with Ctrl-C; tournament and games are stored.",
        )
    )
