"""The judge: what may be done in a position, and why not the rest, asked in writing.

A question is an action (``b2-c3``: may it be done now, and why not?) or a square (``b2``: what can the worker there do,
or why does nothing lead there?).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.actions import Action, Build, Correct, Move, Resign, Swap, target_of
from engine.casting.paragraphs import paragraphs
from engine.errors import IllegalAction, SantoriniError, cut_short
from engine.game import Game
from engine.mortal import natural_piece
from engine.notation import parse_action
from engine.notation.line_parts import in_part
from engine.reasons import Reason
from engine.seats import Seat
from engine.secrets import known_to
from engine.squares import Square, neighbors, square
from engine.state import State, StepKind

MOST_STEPS = 12
"""The most actions of one question; all but the last are carried out before it is answered."""

_SQUARE = re.compile(r"[a-e][1-5]")


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer to a question. ``seat`` is to act, and the question is about its open step of this ``kind`` (None: the
    game is over). ``legal``: an action may be done, or something may be done on a square or with its worker;
    ``reason`` says why nothing may. ``options`` are the actions that may be done there, ``dark`` the squares around a
    worker to which it has none, with the reason."""

    seat: Seat | None
    kind: StepKind | None
    legal: bool
    reason: Reason | None
    options: tuple[Action, ...] = ()
    dark: tuple[tuple[Square, Reason], ...] = ()

    @property
    def sections(self) -> tuple[str, ...]:
        """The numbers of the rulings that explain it."""
        reasons = [reason for _, reason in self.dark]
        if self.reason is not None:
            reasons.insert(0, self.reason)
        return tuple(dict.fromkeys(number for reason in reasons for number in paragraphs(reason)))


def judge(game: Game, asked: str) -> Judgement:
    """The answer to a question about a game, as far as the seat to act knows it; actions may come before it, with
    spaces between.

    It costs at most as much as looking for all legal actions once, once for each power that may stand in the way (with
    several in the way, for each of their sets that is tried), and once for each power of its own that the seat may not
    use, with this turn played again.

    :raises SantoriniError: if the question cannot be read, or an earlier action cannot be done.
    """
    *before, last = asked.split() or [asked]
    if len(before) >= MOST_STEPS:
        raise SantoriniError(f"more than {MOST_STEPS} actions at once")
    game = after_steps(game, before)
    if _SQUARE.fullmatch(last):
        return _about_square(game, square(last))
    action = parse_action(last)
    reason = _objection(game, action)
    return _judgement(game, reason is None, reason)


def after_steps(game: Game, steps: Iterable[str]) -> Game:
    """The game after actions in writing.

    :raises NotationError: if one cannot be read.
    :raises IllegalAction: if one cannot be done; its reason names that of the rules as ``refusal``.
    """
    for number, step in enumerate(steps, start=1):
        with in_part("step", number):
            action = parse_action(step)
        try:
            game = game.after(action)
        except IllegalAction as error:
            why = error.reason
            told = Reason.of("line.step", given=cut_short(step), at="step", number=number, refusal=why.key)
            raise IllegalAction(str(error), told.also(**dict(why.args))) from error
    return game


def _judgement(
    game: Game,
    legal: bool,  # noqa: FBT001 - the first thing that a judgement says
    reason: Reason | None,
    options: tuple[Action, ...] = (),
    dark: tuple[tuple[Square, Reason], ...] = (),
) -> Judgement:
    step = game.state.step
    return Judgement(game.to_act, None if step is None else step.kind, legal, reason, options, dark)


def _objection(game: Game, action: Action) -> Reason | None:
    if not isinstance(action, Resign | Correct):
        return game.why_not(action)
    try:
        game.after(action)
    except IllegalAction as error:
        return error.reason
    return None


def _about_square(game: Game, asked: Square) -> Judgement:
    state = known_to(game.state, game.to_act) if game.to_act else game.state
    if state.worker_on(asked) is None:
        options = tuple(action for action in game.legal_actions() if target_of(action) == asked)
        return _judgement(game, bool(options), game.why_no_option_on(asked), options)
    return _about_worker(game, state, asked)


def _about_worker(game: Game, state: State, asked: Square) -> Judgement:
    options = tuple(action for action in game.legal_actions() if asked in _named_in(action))
    reached = {target_of(action) for action in options}
    found: list[tuple[Square, Reason]] = []
    for near in neighbors(asked, state.size):
        reason = None if near in reached else game.why_not(_meant(state, asked, near))
        if reason is not None:
            found.append((near, reason))
    reasons = {reason for _, reason in found}
    if len(reasons) == 1 and not options:  # it is about the worker and not about where it goes
        return _judgement(game, legal=False, reason=found[0][1])
    return _judgement(game, bool(options), None, options, tuple(found))


def _named_in(action: Action) -> tuple[Square, ...]:
    """The squares of the workers that do something in an action, or to which something is done."""
    if isinstance(action, Swap):
        return (action.mine, action.theirs)
    worker = getattr(action, "worker", None)
    return () if worker is None else (worker,)


def _meant(state: State, worker: Square, to: Square) -> Action:
    """What a player means who points at a worker and at a square beside it."""
    if state.step is not None and state.step.kind is StepKind.BUILD:
        return Build(worker, to, natural_piece(state, to))
    return Move(worker, to)
