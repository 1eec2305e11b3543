"""The page on reading shows the figures that were measured: its tables and plots are those of the figures file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tools.benchmarks.reading_figures import read_figures
from tools.benchmarks.reading_plots import DOCUMENT, PICTURES, plots, with_tables

AGAIN = "make reading-plots writes it again"


def test_the_tables_are_those_of_the_figures() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert with_tables(text, read_figures()) == text, AGAIN


def test_another_figure_makes_another_table() -> None:
    figures, text = read_figures(), DOCUMENT.read_text("utf-8")
    others = tuple(replace(each, touch=each.touch + 1.0) for each in figures.touch_ratios)
    assert with_tables(text, replace(figures, touch_ratios=others)) != text


def test_a_table_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="0 tables begin with"):
        with_tables("# How the table reads the board", read_figures())


@pytest.mark.parametrize("name", plots(read_figures()))
def test_a_plot_is_that_of_the_figures(name: str) -> None:
    figures = read_figures()
    assert plots(figures)[name].svg() == (PICTURES / name).read_text("utf-8"), AGAIN


def test_every_plot_is_shown() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert [name for name in plots(read_figures()) if f"](pictures/{name})" not in text] == []
