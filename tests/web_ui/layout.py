"""What a reader cannot read on a page: text that is cut off or runs out of its box, and keys without words."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from web_ui.languages import offered

in_each_language = pytest.mark.parametrize(
    "language",
    [pytest.param(each, marks=() if each in ("en", "fr") else pytest.mark.slow) for each in offered()],
)
"""Of what a browser shows: in English and French, whose texts are the longest, and by ``make matrix`` in the others."""

_UNREADABLE = r"""() => {
    const found = [];
    const page = document.documentElement;
    const wordless = /\{\w+\}|\bundefined\b|\bNaN\b|\[object|^[a-z_]+(\.[a-z0-9_]+)+$/;
    const scrolls = (style) => ["auto", "scroll"].includes(style.overflowX);

    // What only screen readers are to find.
    const clipped = (element) =>
        element !== null && (getComputedStyle(element).clipPath === "inset(50%)" || clipped(element.parentElement));
    const shown = (element) =>
        element.checkVisibility({ visibilityProperty: true }) && !clipped(element);
    const told = (element) => ["aria-label", "placeholder", "title"].map((name) => element.getAttribute(name) ?? "");
    for (const text of [...document.querySelectorAll("[aria-label], [placeholder], [title]")].flatMap(told)) {
        if (wordless.test(text.trim())) found.push(`no words: ${text}`);
    }

    const inItsBox = (element, place, text) => {
        for (let around = element; around && around !== document.body; around = around.parentElement) {
            const style = getComputedStyle(around);
            if (style.display === "inline" || around instanceof SVGElement) continue;
            if (scrolls(style)) return;
            const box = around.getBoundingClientRect();
            const wider = place.left < box.left - 1 || place.right > box.right + 1;
            const higher = place.top < box.top - 1 || place.bottom > box.bottom + 1;
            if (wider) return found.push(`wider than its box: ${text}`);
            if (higher && style.overflowY === "hidden") return found.push(`cut off: ${text}`);
            if (style.position === "fixed") return;
        }
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.data.trim();
        const element = node.parentElement;
        if (!text || !shown(element)) continue;
        if (wordless.test(text)) found.push(`no words: ${text}`);
        const range = document.createRange();
        range.selectNodeContents(node);
        const place = range.getBoundingClientRect();
        if (place.left < -1 || place.right > page.clientWidth + 1) found.push(`beside the page: ${text}`);
        inItsBox(element, place, text);
    }
    if (page.scrollWidth > page.clientWidth) found.push(`the page is ${page.scrollWidth} wide`);
    return found;
}"""


def unreadable(page: Page) -> list[str]:
    """What is cut off, lies beside the page or its box, or has no words; empty: all can be read."""
    return list(page.evaluate(_UNREADABLE))
