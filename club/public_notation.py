"""The turns of a game in notation, as far as everybody at the table may see them, made of the public log alone.

The forms are those of `docs/notation.md`. The log says what was built and not by which worker, so a build is written
without one: ``+c4`` for a block, ``^c4`` for a dome. ``??`` stands for what was done in secret, and ``#`` for a step
that failed against something secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from common.message import Message

TURN: Final = "log.turn_began"
CONCEALED: Final = "??"
FAILED: Final = "#"

Args = Mapping[str, str]
_FORMS: Final[Mapping[str, Callable[[Args], str]]] = {
    "log.worker_placed": lambda args: f"@{args['square']}",
    "log.worker_moved": lambda args: f"{args['origin']}-{args['to']}",
    "log.worker_forced": lambda args: f"{args['origin']}>{args['to']}",
    "log.worker_removed": lambda args: f"x{args['square']}",
    "log.built": lambda args: f"{'^' if args['piece'] == 'dome' else '+'}{args['square']}",
    "log.block_taken": lambda args: f"-{args['square']}",
    "log.tower_recycled": lambda args: f"%{args['square']}",
    "log.token_placed": lambda args: f"*{args['square']}",
    "log.direction_set": lambda args: f"~{args['direction']}",
    "log.direction_set_back": lambda _: "~",
    "log.worker_chosen": lambda args: f"?{args['square']}",
    "log.acted_in_secret": lambda _: CONCEALED,
    "log.action_cancelled": lambda _: FAILED,
    "log.action_cancelled_somewhere": lambda _: FAILED,
    "log.position_corrected": lambda args: f"correct={args['squares']}",
    "log.position_corrected_nowhere": lambda _: "correct=",
}
"""What is written of each line of the log; nothing of all others."""


def public_turns(log: Iterable[Message]) -> tuple[str, ...]:
    """The turns that a log tells of, in order. What comes before the first turn is the setup, and the first of them."""
    turns: list[list[str]] = [[]]
    for message in log:
        if message.key.startswith(TURN):
            turns.append([])
        elif (form := _FORMS.get(message.key)) is not None:
            turns[-1].append(form(dict(message.args)))
    return tuple(" ".join(steps) for steps in turns)
