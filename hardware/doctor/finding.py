"""What was found when something was looked at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class CheckState(StrEnum):
    """How it stands: as it should be; worth a look, though a game can be played; wrong; or nothing to look at here."""

    OK = "ok"
    WARNING = "warning"
    WRONG = "wrong"
    NOT_HERE = "not here"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, how it stands, what that means, and how it is mended: in words, and as the commands to type.
    Both are empty where there is nothing to mend."""

    what: str
    state: CheckState
    meaning: str
    mend: str = ""
    commands: tuple[str, ...] = ()


def ok(what: str, meaning: str) -> Finding:
    """All is as it should be."""
    return Finding(what, CheckState.OK, meaning)


def warning(what: str, meaning: str, mend: str = "", *commands: str) -> Finding:
    """A game can be played, and yet."""
    return Finding(what, CheckState.WARNING, meaning, mend, commands)


def wrong(what: str, meaning: str, mend: str = "", *commands: str) -> Finding:
    """It will not work like this."""
    return Finding(what, CheckState.WRONG, meaning, mend, commands)


def not_here(what: str, meaning: str, mend: str = "", *commands: str) -> Finding:
    """There is nothing to look at on this machine, with this board."""
    return Finding(what, CheckState.NOT_HERE, meaning, mend, commands)


_MARKS = {CheckState.OK: "ok", CheckState.WARNING: "LOOK", CheckState.WRONG: "WRONG", CheckState.NOT_HERE: "-"}


def report_lines(findings: Iterable[Finding]) -> list[str]:
    """The findings for whoever reads them in a terminal, and a sum at the end."""
    found = list(findings)
    width = max((len(finding.what) for finding in found), default=0)
    lines = []
    for finding in found:
        lines.append(f"{_MARKS[finding.state]:5}  {finding.what:{width}}  {finding.meaning}")
        indent = " " * (width + 9)
        if finding.mend:
            lines.append(f"{indent}To mend it: {finding.mend}")
        lines += [f"{indent}    {command}" for command in finding.commands]
    count = {state: sum(finding.state is state for finding in found) for state in CheckState}
    return [
        *lines,
        "",
        f"{count[CheckState.WRONG]} wrong, {count[CheckState.WARNING]} worth a look,"
        f" {count[CheckState.OK]} as they should be, {count[CheckState.NOT_HERE]} that do not apply here.",
    ]
