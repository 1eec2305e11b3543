"""The pages of refusals and denied wins in ``docs/``, made from the positions that the tests play."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from engine import Reason
from engine.judging import paragraphs
from table.view.snapshot_builder import logged
from tests.engine.cases import Refusal, game_at
from tests.engine.denied_wins import DENIED
from tests.engine.refusals import REFUSALS
from tests.engine.rulings_pages import FOLDER
from web_ui.languages import names, offered, sentence

REFUSALS_PAGE = FOLDER / "refusals.md"
DENIED_PAGE = FOLDER / "denied_wins.md"


def refusals_page() -> str:
    """The page of the refusals."""
    return "\n".join([_HEAD, *(_entry(number, each) for number, each in enumerate(REFUSALS, 1))])


def denied_page() -> str:
    """The page of the wins that do not count."""
    return "\n".join([_DENIED_HEAD, *(_denied(number, each) for number, each in enumerate(DENIED, 1))])


def denied_reasons(case: Refusal) -> Iterator[Reason]:
    """Why a worker has not won after the last step."""
    for event in game_at(case.position, case.steps).plies[-1].events:
        message = logged(event).message
        if message.key == "log.win_denied":
            yield Reason(message.key, message.args)


def _entry(number: int, case: Refusal) -> str:
    reason = case.reason
    return _section(number, case, [reason], ", ".join(paragraphs(reason)))


def _denied(number: int, case: Refusal) -> str:
    reasons = list(denied_reasons(case))
    inner = [paragraphs(Reason(dict(each.args)["reason"], each.args)) for each in reasons]
    return _section(number, case, reasons, ", ".join(dict.fromkeys(one for each in inner for one in each)))


def _section(number: int, case: Refusal, reasons: list[Reason], rulings: str) -> str:
    *before, last = case.steps.split()
    after = f", after `{' '.join(before)}`" if before else ""
    lines = [f"Position: `{case.position}`{after}"]
    for language in offered():
        said = " ".join(sentence(language, reason.key, dict(reason.args)) for reason in reasons)
        lines.append(f"{names()[language]}: {said}")
    lines.append(f"Rulings {rulings}. Verdict: right; {case.verdict}.")
    return f"## {number} `{last}`\n\n" + "\n".join(map(_filled, lines)) + "\n"


def _filled(text: str) -> str:
    return textwrap.fill(
        text, 120, initial_indent="- ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


_HEAD = """\
# Refusals

Acts that the rules forbid, with the sentence that phones show in each language, the rulings behind it, and what
was checked by hand: that the refusal is right, and that the sentence names what causes it. `make rulings` writes this
page from `tests/engine/refusals.py`; [notation](../notation.md) explains how positions and acts are written. Blue is
the first player of each position.
"""

_DENIED_HEAD = """\
# Denied wins

A worker comes to where it would win, and the game goes on. Phones and log say why;
[G16](general.md#g16-wins-that-do-not-count) has the rules. `make rulings` writes
this page from positions that the engine plays.
"""
