"""Everything of the judge's book that is made from other pages and from the code.

``python -m tests.engine.book_pages`` (part of ``make rulings``) writes it again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.engine.book_text import BOOK, TEXTS, written_book, written_texts
from tests.engine.pair_pages import PAIRS, pairs_page
from tests.engine.refusal_pages import DENIED_PAGE, REFUSALS_PAGE, denied_page, refusals_page
from tests.house import ROOT
from web_ui.languages import catalogue, filled, offered

GENERATED: Mapping[Path, Callable[[], str]] = {
    BOOK: written_book,
    TEXTS: written_texts,
    PAIRS: pairs_page,
    REFUSALS_PAGE: refusals_page,
    DENIED_PAGE: denied_page,
}
"""The files, and what makes each of them."""
IN_ALL_LANGUAGES = (REFUSALS_PAGE, DENIED_PAGE)
"""Those that would lose the sentences of a language that is not complete."""


def main() -> None:
    """Write the files. Pages with sentences of all languages wait until no language lacks a text."""
    for path, made in GENERATED.items():
        if path in IN_ALL_LANGUAGES and (lacking := sorted(set(filled()) - set(offered()))):
            print(f"{path.relative_to(ROOT)} is left as it is: texts are missing in {', '.join(lacking)}")
        else:
            path.write_text(made(), "utf-8")
        catalogue.cache_clear()
        offered.cache_clear()


if __name__ == "__main__":
    main()
