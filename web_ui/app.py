"""The Flask application: the phones' page, and the virtual board's page where there is one."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask

from common.mqtt.broker import BrokerStatus
from hardware.virtual_hands import VirtualHands
from table.session.interfaces import HintGiver, PuzzleGiver, TableApi
from table.settings.page_addresses import OwnNetwork
from table.storage.game_archive import GameArchive
from table.storage.game_review import Reviewer
from table.view.link_view import LinkView
from web_ui.base_app import base_app
from web_ui.callers import BoardOpeners, HandsAtBoard
from web_ui.game_pages import game_pages, review_pages
from web_ui.guard import guard
from web_ui.hosting import BY_THREADS, Hosting
from web_ui.judge_pages import judge_pages
from web_ui.network_pages import Probes, broker_pages, network_pages
from web_ui.phone_pages import phone_pages
from web_ui.public_address import FindAddress, place_behind_proxy
from web_ui.puzzle_pages import hint_pages, puzzle_pages
from web_ui.reference_pages import reference_pages
from web_ui.streams import Streams
from web_ui.virtual_board_pages import virtual_board_pages


def create_app(  # noqa: PLR0913 - the parts of a page
    table: TableApi,
    hands: VirtualHands | None,
    *,
    join_url: FindAddress | None = None,
    hosts: frozenset[str] = frozenset(),
    address: str | None = None,
    link: Callable[[], LinkView] | None = None,
    games: GameArchive | None = None,
    reviews: Reviewer | None = None,
    hints: HintGiver | None = None,
    puzzles: PuzzleGiver | None = None,
    own_network: OwnNetwork | None = None,
    broker: Callable[[], BrokerStatus] | None = None,
    hosting: Hosting = BY_THREADS,
) -> Flask:
    """Return the application for one table.

    :param table: the table.
    :param hands: the hands on a virtual board; None for a real one, and then there is no page ``/board``.
    :param join_url: finds the table's best address now for the QR code, unless the page was opened by another numeric
    one; None if the QR code holds the opened address.
    :param hosts: names besides the usual ones at home to which the table answers (see ``web_ui.guard``).
    :param address: the address that is configured for phones, also behind a proxy (see ``web_ui.public_address``), if
    any.
    :param link: gives the state of the link to the board; None without a link.
    :param games: the finished games; None if none are archived.
    :param reviews: reviews these games; None without reviews.
    :param hints: gives hints to players; None without hints.
    :param puzzles: gives puzzles; None without puzzles.
    :param own_network: the network that this machine opens if it is in no other; None if it opens none.
    :param broker: gives the state of the connection to the broker; None if no broker is configured.
    :param hosting: how the application is served. By default each open page holds a stream and with it a thread of the
    server, which needs as many as ``web_ui.serve`` has.
    """
    app = base_app()
    place_behind_proxy(app, address)
    app.jinja_env.globals["phones"] = hosting.phones
    app.jinja_env.globals["reviewed"] = reviews is not None
    app.jinja_env.globals["hinted"] = hints is not None
    app.jinja_env.globals["puzzled"] = puzzles is not None
    app.jinja_env.globals["brokered"] = broker is not None
    streams = Streams(table, hosting.stream_patience)
    if own_network is None:
        guard(app, hosts, address=address, frames=hosting.frames)
    else:

        def best_address() -> str:
            return (join_url and join_url()) or own_network.page()

        probes = Probes(own_network, best_address)
        guard(app, hosts, probes.answer, address=address, frames=hosting.frames)
        probes.watch(app)
        app.register_blueprint(network_pages(table, own_network, best_address))
    theirs = None if hands is None else HandsAtBoard(table, hands, BoardOpeners())
    app.register_blueprint(reference_pages(table))
    app.register_blueprint(judge_pages(table))
    app.register_blueprint(broker_pages(table, broker))
    app.register_blueprint(phone_pages(table, streams, join_url, hands=theirs, link=link))
    if games is not None:
        app.register_blueprint(game_pages(table, games))
        if reviews is not None:
            app.register_blueprint(review_pages(games, reviews))
    if hints is not None:
        app.register_blueprint(hint_pages(table, hints))
    if puzzles is not None:
        app.register_blueprint(puzzle_pages(puzzles))
    if theirs is not None:
        app.register_blueprint(virtual_board_pages(table, theirs, streams, join_url, has_link=link is not None))
    return app
