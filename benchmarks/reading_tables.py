"""The tables of ``docs/reading.md`` that are made of its figures, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import exp

from benchmarks.reading_figures import BoardAccuracy, ReadingFigures, TouchRatio

DEEDS = ("at rest", "lifted", "landed", "carried unseen", "put back", "touched", "two lifted, one landed")
RESTS = (400, 800, 1200)
"""The rests, in ms, of which the table tells; the plot has more."""
LEAST, MOST = 0.1, 1000.0
"""Ratios beyond these are not told apart."""


def tables(figures: ReadingFigures) -> Iterator[str]:
    """All of them."""
    yield accuracy_table(figures.boards)
    yield ratio_table(figures.touch_ratios)


def accuracy_table(boards: Iterable[BoardAccuracy]) -> str:
    """What becomes of readings of each deed, on each kind of board."""
    rows = [
        (each.board, *(f"{deed.wrong:g} / {deed.unsure:g} ({deed.by_thresholds})" for deed in each.deeds))
        for each in boards
    ]
    return _table(("board", *DEEDS), rows)


def ratio_table(found: Iterable[TouchRatio]) -> str:
    """How much likelier a touch of a new block is than a hand."""
    by_place = {(each.blocks, each.rate, each.rest): each for each in found}
    rows = []
    for blocks, rate in dict.fromkeys((blocks, rate) for blocks, rate, _ in by_place):
        cells = [by_place[blocks, rate, rest] for rest in RESTS]
        touches = [f"{_ratio(each.touch)} ({_ratio(each.low_touch)})" for each in cells]
        rows.append((str(blocks), str(rate), *touches, _ratio(max(each.high_hover for each in cells))))
    titles = ("blocks under the new one", "frames a second", *(f"{rest} ms" for rest in RESTS), "a hand, at most")
    return _table(titles, rows)


def _ratio(log_ratio: float) -> str:
    """A log-likelihood ratio as a ratio."""
    ratio = exp(log_ratio)
    if not LEAST <= ratio <= MOST:
        return f"over {MOST:g}" if ratio > MOST else f"under {LEAST:g}"
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.1f}"


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(cells)} |" for cells in (titles, *rows)]
    return "\n".join((lines[0], "|" + "---|" * len(titles), *lines[1:]))
