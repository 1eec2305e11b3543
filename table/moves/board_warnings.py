"""What lasts and stops nothing: sensors that fail, magnets that are no workers, a board that was moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from common.message import Message
from engine import Square, square_name
from perception.findings import Findings, SensorFault, Shifted, StrayField


def warnings(findings: Findings) -> tuple[Message, ...]:
    """The sentences for all that the readings show besides workers."""
    return (*_faults(findings.faults), *_disturbances(findings))


def _faults(faults: Iterable[SensorFault]) -> Iterator[Message]:
    for fault in faults:
        args = [("square", _name(fault.square))]
        if fault.other is not None:
            args.append(("other", _name(fault.other)))
        yield Message(f"sensor.{fault.trouble.value}", tuple(args))


def _disturbances(findings: Findings) -> Iterator[Message]:
    for each in findings.disturbances:
        match each:
            case StrayField(squares):
                yield Message("board.stray", (("squares", " ".join(_name(square) for square in sorted(squares))),))
            case Shifted(amount):
                yield Message("board.shifted", (("amount", f"{amount:.2f}"),))
            case _:
                pass  # a fallen worker and a turned board are to be put right


def _name(square: int) -> str:
    return square_name(Square(square))
