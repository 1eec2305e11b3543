"""A phone that has joined the table's own network, seen from its own side: ``python -m tests.network.phone``. It looks
for the Internet, is led to the page with the link, taps it, opens the game, and looks again."""

from __future__ import annotations

import http.client
import re
import socket
import sys
import time
from contextlib import closing
from urllib.parse import urlsplit

QUESTION = "http://connectivitycheck.gstatic.com/generate_204"
TABLE = "10.41.0.1"
PATIENCE = 60.0


def asked(url: str) -> tuple[int, str, str]:
    """What comes of it: the status, where it leads, and the text."""
    parts = urlsplit(url)
    assert parts.hostname is not None
    with closing(http.client.HTTPConnection(parts.hostname, parts.port or 80, timeout=PATIENCE)) as connection:
        connection.request("GET", parts.path or "/", headers={"Accept-Language": "nl"})
        with connection.getresponse() as answer:
            return answer.status, answer.getheader("Location", ""), answer.read().decode()


def expect(what: str, found: object, wanted: object) -> None:
    """Say what was found; end if it is something else than wanted."""
    print(f"phone: {what}: {found}", flush=True)
    if found != wanted:
        sys.exit(f"phone: WRONG: {what} should be {wanted}")


def main() -> None:
    """All of it."""
    host = urlsplit(QUESTION).hostname
    began = time.monotonic()
    found = {str(address[4][0]) for address in socket.getaddrinfo(host, 80, type=socket.SOCK_STREAM)}
    expect(f"{host} is", found, {TABLE})
    print(f"phone: that was answered in {time.monotonic() - began:.2f} s")
    status, led, _ = asked(QUESTION)
    expect("looking for the Internet leads to", (status, led), (302, f"http://{TABLE}/welcome"))
    status, _, text = asked(led)
    link = re.search(r'class="open" href="([^"]+)">([^<]+)<', text)
    assert link is not None, text
    expect("there is a link", (status, *link.groups()), (200, f"http://{TABLE}/", "Open het spel"))
    status, _, text = asked(link.group(1))
    code = re.search(r'data-join="([^"]+)"', text)
    assert code is not None, text
    expect("it opens the game, whose code holds", (status, code.group(1)), (200, f"http://{TABLE}/"))
    status, _, text = asked(QUESTION)
    expect("looking for the Internet again", (status, text), (204, ""))
    expect("a foreign name gets nothing else", asked("http://attacker.example/")[0], 421)


if __name__ == "__main__":
    main()
