"""What axe-core has against a page, in its light and its dark colours."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from playwright.sync_api import Page

# Rules about colours see other colours in the dark; all others see the same page.
_COLOURS = "color-contrast"
_RUN = """async (rules) => {
    const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    // What axe-core calls experimental is off unless it is named, such as that a name has the words that are seen.
    const experimental = axe.getRules(["experimental"]).map(({ ruleId }) => [ruleId, { enabled: true }]);
    const run = rules
        ? { runOnly: { type: "rule", values: rules } }
        : { rules: Object.fromEntries(experimental) };
    const found = await axe.run(document, { ...run, resultTypes: ["violations"] });
    return found.violations.flatMap((rule) =>
        rule.nodes.map((node) => `${rule.id}: ${node.html} (${node.failureSummary})`));
}"""


def violations(page: Page) -> list[str]:
    """What is wrong with the page as it stands, once nothing moves any more, one line for each element and rule; empty:
    nothing."""
    if not page.evaluate("Object.hasOwn(window, 'axe')"):
        page.evaluate(_axe())
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    found = list(page.evaluate(_RUN, None))
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    found += [f"in the dark, {line}" for line in page.evaluate(_RUN, [_COLOURS])]
    page.emulate_media(color_scheme="light")
    return found


@cache
def _axe() -> str:
    """The source of axe-core, as a test's browser takes it without a request."""
    source = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    return f"() => {{ {source} }}"
