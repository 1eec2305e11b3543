"""How the connection to the broker stands, for the host."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, abort, request
from werkzeug.exceptions import Forbidden

from broker.broker_status import BrokerStatus
from table.session.table_api import TableApi
from web_ui.callers import tokens_of
from web_ui.packing import json_response


def broker_pages(table: TableApi, status: Callable[[], BrokerStatus] | None) -> Blueprint:
    """The route of the broker; ``status`` says how the connection stands (None: no broker is configured)."""
    pages = Blueprint("broker", __name__)

    @pages.get("/broker.json")
    def broker() -> Response:
        if status is None:
            abort(404, "this table has no broker")
        if not table.snapshot(tokens_of(request)).host:
            raise Forbidden("the state of the broker is for the host")
        response = json_response(status())
        response.headers["Cache-Control"] = "no-store"
        return response

    return pages
