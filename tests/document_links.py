"""The links of a document and where they lead, for the tests of the documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

FENCE = re.compile(r"^```\w*\n((?:.*\n)*?)```$|(?<=\n\n)((?: {4}.*\n)+)", re.MULTILINE)
"""A block of code: what stands between fences, or is indented below an empty line."""


def slug(heading: str) -> str:
    """The anchor of a heading, as GitHub and the site make it."""
    return re.sub(r"[^\w -]", "", heading.strip().lower()).replace(" ", "-")


@cache
def anchors(document: Path) -> frozenset[str]:
    """The anchors of a document: those of its headings."""
    text = FENCE.sub("", document.read_text("utf-8"))
    return frozenset(slug(title) for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE))


def inner_links(document: Path) -> Iterator[str]:
    """The links and pictures of a document that lead to no other site."""
    for target in re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", document.read_text("utf-8"))):
        if not target.startswith(("http://", "https://")):
            yield target


def dead_links(document: Path) -> list[str]:
    """The inner links of a document that lead to no file, or to no heading of one."""
    dead = []
    for target in inner_links(document):
        name, _, anchor = target.partition("#")
        file = document.parent / name if name else document
        if not file.is_file() or (anchor and anchor not in anchors(file.resolve())):
            dead.append(target)
    return dead
