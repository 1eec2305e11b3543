"""The base of every application: templates, scripts and styles, the texts, and errors in one line."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, jsonify, request
from werkzeug.exceptions import HTTPException, TooManyRequests

from table.typed_json import MalformedError
from web_ui.languages import PARTS, page_texts, present
from web_ui.packing import ASKED_AGAIN, KEPT, Packed, answer, packed_json, static_files


def base_app() -> Flask:
    """Return an application with the files of all pages and without a page."""
    app = Flask(__name__, static_folder=None)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["texts_of"] = page_texts
    app.jinja_env.globals["address_of_texts"] = _address_of_texts
    app.jinja_env.globals["issues"] = _issues()
    _serve_files(app)
    app.register_blueprint(_text_pages())
    app.register_error_handler(HTTPException, _in_one_line)
    app.register_error_handler(MalformedError, _malformed)
    return app


def _issues() -> str:
    """Return the address for reports of faults, from `[project.urls]` of pyproject.toml; empty if this copy names none,
    or was not installed, as in the trial in a browser."""
    try:
        urls = [url.partition(", ") for url in metadata("thera").get_all("Project-URL") or ()]
    except PackageNotFoundError:
        return ""
    return next((address for name, _, address in urls if name == "Issues"), "")


def _serve_files(app: Flask) -> None:
    """The scripts, styles and pictures of the pages. ``modules_of`` tells templates the imports of a script,
    ``kept_files`` the path of all files in their present state. Pages lie beside each other and name everything else
    relative to themselves, so that they can be served below any path."""
    files = static_files(Path(app.root_path) / "static")
    app.jinja_env.globals["modules_of"] = files.modules
    app.jinja_env.globals["kept_files"] = lambda: f"kept/{files.now().mark}/"

    @app.get("/static/<path:filename>", endpoint="static")
    def static(filename: str) -> Response:
        body = files.body(filename)
        if body is None:
            abort(404, f"there is no file {filename!r}")
        return answer(request, body)

    @app.get("/kept/<mark>/<path:filename>")
    def kept(mark: str, filename: str) -> Response:
        known = files.known_as(mark)
        body = None if known is None else known.files.get(filename)
        if body is None:
            abort(404, f"there is no file {filename!r} of the mark {mark!r}; load the page again")
        return answer(request, body, KEPT)


def _text_pages() -> Blueprint:
    pages = Blueprint("texts", __name__)

    @pages.get("/text/<language>/<part>.json")
    def part(language: str, part: str) -> Response:
        if language not in present() or part not in PARTS:
            abort(404, f"no texts {part!r} in {language!r}; there are {', '.join(PARTS)} in {', '.join(present())}")
        texts = _texts(language, part)
        return answer(request, texts, KEPT if request.args.get("mark") == texts.mark else ASKED_AGAIN)

    return pages


def _address_of_texts(language: str, part: str) -> str:
    """Return the address of a part of the texts as it is now, which browsers need not request again."""
    return f"text/{language}/{part}.json?mark={_texts(language, part).mark}"


@cache
def _texts(language: str, part: str) -> Packed:
    return packed_json(dict(page_texts(language, part)))


def _malformed(error: MalformedError) -> tuple[Response, int]:
    """Return what is wrong with what was sent, also for people if they typed it."""
    said = {} if error.said is None else {"message": {"key": error.said.key, "args": dict(error.said.args)}}
    return jsonify(error=str(error), **said), 400


def _in_one_line(error: HTTPException) -> tuple[Response, int]:
    """Return an error as one line: JSON for scripts, text for people."""
    line = " ".join((error.description or error.name).split())
    code = error.code or 500
    if request.method == "POST":
        too_many = {"message": {"key": "error.too_often", "args": {}}} if isinstance(error, TooManyRequests) else {}
        response = jsonify(error=line, **too_many)
    else:
        response = Response(f"{code}: {line}\n", mimetype="text/plain")
    if isinstance(error, TooManyRequests):
        response.headers["Retry-After"] = str(error.retry_after)
    return response, code
