"""What the web server uses of waitress that waitress does not document, apart so that it is all in one place.

The documented settings limit the connections of all phones together, the time without a request, and the size of one.
They do not limit the connections of an address, nor count a request that comes in drips as silence, nor do they show
that the threads still run. For that the server replaces the class of a connection and puts tasks of its own into the
queue. A newer waitress may change all of this, so ``pyproject.toml`` names the versions that were checked, and
``tests/web_ui/test_waitress_parts.py`` says what differs in the installed one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer, create_server
from waitress.trigger import trigger

__all__ = [
    "PARTS",
    "QUEUE_LOG",
    "Adjustments",
    "BaseWSGIServer",
    "HTTPChannel",
    "HTTPRequestParser",
    "create_server",
    "trigger",
]

QUEUE_LOG: Final = "waitress.queue"
"""The logger that warns of each request that waits for a thread."""

PARTS: Final[Mapping[str, Mapping[str, str]]] = {
    "waitress.server": {"create_server": "(application, map=None, _start=True, _sock=None, _dispatcher=None, **kw)"},
    "waitress.server.TcpWSGIServer": {"channel_class": "", "run": "()", "task_dispatcher": ""},
    "waitress.server.MultiSocketServer": {"run": "()", "task_dispatcher": ""},
    "waitress.task.ThreadedTaskDispatcher": {"add_task": "(task)"},
    "waitress.trigger.trigger": {"pull_trigger": "(thunk=None)"},
    "waitress.channel.HTTPChannel": {
        "__init__": "(server, sock, addr, adj, map=None)",
        "addr": "",
        "last_activity": "",
        "received": "(data)",
        "request": "",
        "requests": "",
        "requests_lock": "",
        "service": "()",
        "will_close": "",
    },
    "waitress.parser.HTTPRequestParser": {"close": "()", "headers": ""},
}
"""The functions and objects that are used, by module or class: how each method is called, or nothing for a value."""
