"""Compresses bodies of answers once, and identifies them by a hash of their content.

A browser stores an answer and asks each time whether it is still valid (``no-cache``). So it gets a changed file at
once, and an unchanged one costs only the question. A page names its scripts and styles by the mark of all files at that
moment. So these never change and need not be requested again (``immutable``).
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from flask import Request, Response, render_template
from flask import request as current_request
from msgspec import Struct
from werkzeug.security import safe_join

from web_ui.forms.basic_forms import Json
from web_ui.guard import RequestSlots

ASKED_AGAIN: Final = "no-cache"
KEPT: Final = "max-age=31536000, immutable"
"""The caching of a body: the browser asks each time whether it is still valid, or need not ask for a year."""

ENOUGH = 256
"""The least bytes of a body to compress; a shorter one gains less than the headers of compression cost."""

TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
}
"""The kinds of files of the page."""

_IMPORT = re.compile(r"""^(?:import|(?:import|export)\s[^"';()]*\sfrom)\s*["'](\.[^"']+)["']""", re.MULTILINE)
"""The static imports of a script; dynamic ones are in parentheses."""
_COMMENT = re.compile(rb"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)$", re.MULTILINE | re.DOTALL)
"""A comment of a script on lines of its own, which only readers and checkers of the source need."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A body in plain form and as gzip, which is None if it is no smaller, its type, and its mark."""

    plain: bytes
    squeezed: bytes | None
    content_type: str
    mark: str


def packed(body: bytes, content_type: str) -> Packed:
    """Return a body, ready to be sent."""
    squeezed = gzip.compress(body, mtime=0) if len(body) >= ENOUGH else body
    smaller = squeezed if len(squeezed) < len(body) else None
    return Packed(body, smaller, content_type, hashlib.sha256(body).hexdigest()[:24])


def packed_json(content: Json | Struct) -> Packed:
    """Return a value as JSON, ready to be sent."""
    return packed(msgspec.json.encode(content), "application/json")


def json_response(content: object) -> Response:
    """Return the answer with this value as JSON."""
    return Response(msgspec.json.encode(content), mimetype="application/json")


def answer(request: Request, what: Packed, caching: str = ASKED_AGAIN) -> Response:
    """Return the answer with this body in the form that the browser accepts, with ``caching`` as ``Cache-Control``; 304
    if the browser already has it."""
    squeezed = what.squeezed if request.accept_encodings.quality("gzip") > 0 else None
    response = Response(what.plain if squeezed is None else squeezed, content_type=what.content_type)
    response.headers["Cache-Control"] = caching
    if what.squeezed is not None:
        response.vary.add("Accept-Encoding")
    if squeezed is not None:
        response.headers["Content-Encoding"] = "gzip"
    response.set_etag(what.mark if squeezed is None else f"{what.mark}-gzip")
    response.make_conditional(request)
    return response


def page(template: str, **values: object) -> Response:
    """Return a page made of a template with these values."""
    return answer(current_request, packed(render_template(template, **values).encode(), "text/html; charset=utf-8"))


_Written = tuple[int, int]
"""The time at which a file was written (ns), and its size in bytes; the pair differs if the file was changed."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A file as it was read: its edition, its body, and the names of the modules that it imports."""

    written: _Written
    body: Packed
    imports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileSet:
    """All files of a folder at one time, by their names: the edition and body of each, and the mark that identifies all
    together. ``modules`` are the imports of some scripts, once they were requested."""

    mark: str
    written: Mapping[str, _Written]
    files: Mapping[str, Packed]
    modules: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)


class StaticFiles:
    """The files of a folder, each read and compressed at its first request, and again after a change. Safe from any
    thread. Callers of `static_files` share them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._files: dict[str, _Read] = {}
        self._lock = threading.Lock()
        self._newest: FileSet | None = None

    def now(self) -> FileSet:
        """All files in their present state."""
        written = dict(sorted(_files_below(str(self._folder))))
        newest = self._newest
        if newest is not None and newest.written == written:
            return newest
        bodies = {name: body for name in written if (body := self.body(name)) is not None}
        marks = "".join(f"{name} {body.mark}\n" for name, body in bodies.items())
        self._newest = FileSet(hashlib.sha256(marks.encode()).hexdigest()[:16], written, bodies)
        return self._newest

    def known_as(self, mark: str) -> FileSet | None:
        """Return the files of a page with this mark; None if they have changed since."""
        newest = self._newest or self.now()
        return newest if newest.mark == mark else None

    def body(self, name: str) -> Packed | None:
        """Return the file with this name, its path below the folder; None if there is none."""
        read = self._read(name)
        return None if read is None else read.body

    def modules(self, *entries: str) -> tuple[str, ...]:
        """Return the modules that these import, each after the first that imports it."""
        now = self.now()
        if entries not in now.modules:
            found = dict.fromkeys(entries)
            for name in self._imported(found):
                found.setdefault(name)
            now.modules[entries] = tuple(name for name in found if name not in entries)
        return now.modules[entries]

    def _imported(self, found: dict[str, None]) -> Iterator[str]:
        waiting = list(found)
        while waiting:
            read = self._read(waiting.pop(0))
            new = () if read is None else tuple(name for name in read.imports if name not in found)
            waiting += new
            yield from new

    def _read(self, name: str) -> _Read | None:
        path = self._path(name)
        if path is None:
            return None
        status = path.stat()
        written = (status.st_mtime_ns, status.st_size)
        with self._lock:
            read = self._files.get(name)
            if read is None or read.written != written:
                body = path.read_bytes()
                imports = self._imports(path, body) if path.suffix == ".js" else ()
                sent = _without_comments(body) if path.suffix == ".js" else body
                read = self._files[name] = _Read(written, packed(sent, TYPES[path.suffix]), imports)
        return read

    def _path(self, name: str) -> Path | None:
        joined = safe_join(str(self._folder), name)
        path = None if joined is None else Path(joined)
        return path if path is not None and path.suffix in TYPES and path.is_file() else None

    def _imports(self, path: Path, body: bytes) -> tuple[str, ...]:
        imported = ((path.parent / name).resolve() for name in _IMPORT.findall(body.decode()))
        return tuple(dict.fromkeys(each.relative_to(self._folder).as_posix() for each in imported))


@cache
def static_files(folder: Path) -> StaticFiles:
    """Return the files of a folder, shared in this process."""
    return StaticFiles(folder)


def _without_comments(script: bytes) -> bytes:
    """Return a script without its comments, which no phone needs; every line keeps its number."""
    return _COMMENT.sub(lambda comment: b"\n" * comment.group().count(b"\n"), script)


def _files_below(folder: str, path: str = "") -> Iterator[tuple[str, _Written]]:
    """Yield the files in a folder and those below it, by their paths there. This runs for each page, and `Path.rglob`
    takes ten times as long."""
    with os.scandir(f"{folder}/{path}") as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _files_below(folder, f"{path}{entry.name}/")
            else:
                status = entry.stat()
                yield f"{path}{entry.name}", (status.st_mtime_ns, status.st_size)


@dataclass(frozen=True, slots=True)
class _Held:
    """A body, and the edition of its source."""

    edition: int
    body: Packed

    @property
    def size(self) -> int:
        """Its size in memory, in bytes."""
        return len(self.body.plain) + len(self.body.squeezed or b"")


class CachedBodies:
    """Bodies by name. Safe from any thread."""

    def __init__(self, room: int, waiting: RequestSlots) -> None:
        """``room`` is the most bytes that are held beside the last body; ``waiting`` the most requests that wait for a
        body that is not made yet."""
        self._room = room
        self._waiting = waiting
        self._making = threading.Lock()
        self._lock = threading.Lock()
        self._held: OrderedDict[str, _Held] = OrderedDict()

    def body(self, name: str, edition: int, make: Callable[[], Packed]) -> Packed:
        """Return the body of this name and edition; ``make`` makes it, and may raise.

        :raises TooManyRequests: if it has to be made, and too many already wait.
        """
        if (known := self._known(name, edition)) is not None:
            return known
        with self._waiting.place(), self._making:
            if (known := self._known(name, edition)) is not None:
                return known
            made = _Held(edition, make())
            self._hold(name, made)
            return made.body

    def _known(self, name: str, edition: int) -> Packed | None:
        with self._lock:
            held = self._held.get(name)
            if held is None or held.edition != edition:
                return None
            self._held.move_to_end(name)
            return held.body

    def _hold(self, name: str, made: _Held) -> None:
        with self._lock:
            self._held.pop(name, None)
            self._held[name] = made
            while sum(held.size for held in self._held.values()) > self._room + made.size:
                self._held.popitem(last=False)
