"""Configures Sphinx for the documentation site: the documents unchanged, in the order of ``contents.yml``. The sources
are the whole project, so that the links between README, CONTRIBUTING and docs/ work as they do there. `make site`
builds it. Pages load nothing from elsewhere, so that the site can be read and searched from a disk as well.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.append(str(ROOT))

from tools.website.interface_page import OpenApi, interface_page  # noqa: E402  # Sphinx runs this file from anywhere

_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

project = "Thera"
version = release = _PROJECT["version"]
extensions = ["myst_parser", "sphinx_external_toc"]
external_toc_path = str(HERE / "contents.yml")
root_doc = "README"
include_patterns = ["*.md", "docs/**.md", "tools/website/*.md"]
exclude_patterns = [".*", "build", "data", "node_modules"]  # not read at all, as they are large
nitpicky = True

# GitHub's anchors, which the documents use.
myst_heading_anchors = 6
myst_links_external_new_tab = False

html_theme = "furo"
html_title = "Thera"
html_static_path = [str(HERE / "style.css")]
html_css_files = ["style.css"]
html_favicon = str(ROOT / "web_ui/static/icon.svg")
html_copy_source = False
html_use_index = False
html_show_sphinx = False
html_show_copyright = False
templates_path = [str(HERE / "templates")]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "addresses.html",
        "sidebar/scroll-end.html",
    ]
}
# Where this is published, if anywhere.
html_context = {"addresses": _PROJECT.get("urls", {})}

NOTATIONS = ("turns", "positions", "record", "game")
"""The marks of blocks in docs/notation.md, for its tests."""


def _write_interface(_app: Sphinx, docname: str, source: list[str]) -> None:
    """Add all of the HTTP interface below the text of ``interface.md``."""
    if docname == "tools/website/interface":
        document: OpenApi = json.loads((ROOT / "docs/openapi.json").read_text("utf-8"))
        source[0] += interface_page(document)


def setup(app: Sphinx) -> None:
    """Set up the extension; Sphinx calls this before it reads anything."""
    for name in NOTATIONS:
        app.add_lexer(name, TextLexer)
    app.connect("source-read", _write_interface)
