"""A check and its result."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from hardware.board_file import BoardFile
from hardware.doctor.computer import Computer
from hardware.electronics import PiPins


class CheckState(StrEnum):
    """Correct; worth a look, though a game can be played; wrong; or not applicable to this computer."""

    OK = "ok"
    WARNING = "warning"
    WRONG = "wrong"
    NOT_HERE = "not here"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was checked, its state, what that means, and how to fix it, in words and as commands to type. Both are
    empty where there is nothing to fix."""

    what: str
    state: CheckState
    meaning: str
    fix: str = ""
    commands: tuple[str, ...] = ()


def ok(what: str, meaning: str) -> Finding:
    """A finding that all is well."""
    return Finding(what, CheckState.OK, meaning)


def warning(what: str, meaning: str, fix: str = "", *commands: str) -> Finding:
    """A finding that should be looked at, though a game can be played."""
    return Finding(what, CheckState.WARNING, meaning, fix, commands)


def wrong(what: str, meaning: str, fix: str = "", *commands: str) -> Finding:
    """A finding that must be fixed."""
    return Finding(what, CheckState.WRONG, meaning, fix, commands)


def not_here(what: str, meaning: str, fix: str = "", *commands: str) -> Finding:
    """A finding that the check does not apply to this computer with this board."""
    return Finding(what, CheckState.NOT_HERE, meaning, fix, commands)


Check = Callable[[Computer, BoardFile], Finding]
"""Checks one thing. It changes nothing, and raises nothing on any computer."""

PinCheck = Callable[[str, Computer, PiPins], Finding]
"""Checks one thing, by its name, of a computer whose pins are the board's."""


def for_pins(what: str) -> Callable[[PinCheck], Check]:
    """Make a check of ``what`` on the pins of a Pi one of any computer and board: it applies only where the board is on
    the pins of this computer."""

    def made(check: PinCheck) -> Check:
        def checked(computer: Computer, board: BoardFile) -> Finding:
            pins = board.electronics.pins
            if not isinstance(pins, PiPins):
                return not_here(what, 'the board has a Pico (controller = "pico")')
            if not computer.is_pi:
                return not_here(what, "this is not a Raspberry Pi")
            return check(what, computer, pins)

        return checked

    return made


_MARKS = {CheckState.OK: "ok", CheckState.WARNING: "LOOK", CheckState.WRONG: "WRONG", CheckState.NOT_HERE: "-"}


def report_lines(findings: Iterable[Finding]) -> list[str]:
    """The findings as lines for a terminal, with totals at the end. What does not apply is only named."""
    found = list(findings)
    folded = [finding for finding in found if finding.state is CheckState.NOT_HERE and not finding.fix]
    told = [finding for finding in found if finding not in folded]
    width = max((len(finding.what) for finding in told), default=0)
    lines = []
    for finding in told:
        lines.append(f"{_MARKS[finding.state]:5}  {finding.what:{width}}  {finding.meaning}")
        indent = " " * (width + 9)
        if finding.fix:
            lines.append(f"{indent}To fix it: {finding.fix}")
        lines += [f"{indent}    {command}" for command in finding.commands]
    count = {state: sum(finding.state is state for finding in found) for state in CheckState}
    if folded:
        lines.append(f"{_MARKS[CheckState.NOT_HERE]:5}  not applicable: {', '.join(each.what for each in folded)}")
    return [
        *lines,
        "",
        f"{count[CheckState.WRONG]} wrong, {count[CheckState.WARNING]} worth a look,"
        f" {count[CheckState.OK]} correct, {count[CheckState.NOT_HERE]} not applicable.",
    ]
