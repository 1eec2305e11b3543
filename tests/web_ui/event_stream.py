"""Server-sent events as a test reads them."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlsplit


def events(address: str, path: str, phone: str = "127.0.0.1") -> Iterator[tuple[str, str, str]]:
    """(event, id, data) of a stream, read as it comes, by the phone with this address."""
    asked = http.client.HTTPConnection(urlsplit(address).netloc, timeout=20, source_address=(phone, 0))
    with closing(asked) as connection:
        connection.request("GET", path)
        with closing(connection.getresponse()) as response:
            assert response.headers["Content-Type"].startswith("text/event-stream")
            fields: dict[str, str] = {}
            for raw in response:
                line = raw.decode().rstrip("\n")
                if line:
                    name, _, value = line.partition(": ")
                    fields[name] = value
                else:
                    yield fields.get("event", ""), fields.get("id", ""), fields.get("data", "")
                    fields = {}
