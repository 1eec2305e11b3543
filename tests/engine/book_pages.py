"""Everything of the judge's book that is made from other pages and from the code.

``python -m tests.engine.book_pages`` (part of ``make rulings``) writes it again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.engine.book_text import BOOK, TEXTS, written_book, written_texts
from tests.engine.pair_pages import PAIRS, pairs_page
from tests.engine.refusals import DENIED_PAGE, REFUSALS_PAGE, denied_page, refusals_page

GENERATED: Mapping[Path, Callable[[], str]] = {
    BOOK: written_book,
    TEXTS: written_texts,
    PAIRS: pairs_page,
    REFUSALS_PAGE: refusals_page,
    DENIED_PAGE: denied_page,
}
"""The files, and what makes each of them."""


def main() -> None:
    """Write the files."""
    for path, made in GENERATED.items():
        path.write_text(made(), "utf-8")


if __name__ == "__main__":
    main()
