"""Judges written questions: what may be done in a position, and why the rest may not.

A question is an action (``b2-c3``: may it be done now, and if not, why?) or a square (``b2``: what can the worker there
do, or why does nothing lead there?).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.actions import Action, Build, Correct, Move, Resign, Swap, target_of
from engine.casting.catalogue import CARDS
from engine.errors import IllegalAction, SantoriniError, cut_short
from engine.game import Game
from engine.mortal import natural_piece
from engine.notation import parse_action
from engine.notation.checks import in_part
from engine.reasons import Reason
from engine.seats import Seat
from engine.secrets import known_to
from engine.squares import Square, neighbors, square
from engine.state import State, StepKind

# ---- The judge


MOST_STEPS = 12
"""The most actions of one question; all but the last are carried out first."""

_SQUARE = re.compile(r"[a-e][1-5]")


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer to a question. ``seat`` is to act, and the question is about its open step of this ``kind``, or None
    after the end of the game. ``legal``: an action may be done, or something may be done on a square or with its
    worker; ``reason`` says why nothing may. ``options`` are the actions that may be done there, ``dark`` the squares
    around a worker to which it has none, with the reason."""

    seat: Seat | None
    kind: StepKind | None
    legal: bool
    reason: Reason | None
    options: tuple[Action, ...] = ()
    dark: tuple[tuple[Square, Reason], ...] = ()

    @property
    def sections(self) -> tuple[str, ...]:
        """The numbers of the rulings that explain the answer."""
        reasons = [reason for _, reason in self.dark]
        if self.reason is not None:
            reasons.insert(0, self.reason)
        return tuple(dict.fromkeys(number for reason in reasons for number in paragraphs(reason)))


class StepRefused(SantoriniError):
    """An earlier step of a question or a position that is not allowed. ``refusal`` is the reason of the rules; the
    error's reason belongs to the line, and names it."""

    def __init__(self, step: str, number: int, refusal: Reason) -> None:
        told = Reason.of("line.step", given=cut_short(step), at="step", number=number, refusal=refusal.key)
        super().__init__(f"step {number}, {cut_short(step)}, is not legal: {refusal}")
        self.reason = told.also(**dict(refusal.args))
        self.step, self.number, self.refusal = step, number, refusal

    def __reduce__(self) -> tuple[type[StepRefused], tuple[str, int, Reason]]:
        return type(self), (self.step, self.number, self.refusal)


def judge(game: Game, asked: str) -> Judgement:
    """Answer a question about a game, with the knowledge of the seat to act; actions may come before it.

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
    """Return the game after written actions, each naming its card where necessary.

    :raises NotationError: if one cannot be read.
    :raises StepRefused: if one cannot be done.
    """
    for number, step in enumerate(steps, start=1):
        with in_part("step", number):
            action = parse_action(step)
        try:
            game = game.after(action) if isinstance(action, Resign | Correct) else game.play(action)
        except IllegalAction as error:
            raise StepRefused(step, number, error.reason) from error
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
    if len(reasons) == 1 and not options:  # the reason concerns the worker and not its target
        return _judgement(game, legal=False, reason=found[0][1])
    return _judgement(game, bool(options), None, options, tuple(found))


def _named_in(action: Action) -> tuple[Square, ...]:
    """Return the squares of the workers that act in an action, or that it affects."""
    if isinstance(action, Swap):
        return (action.mine, action.theirs)
    worker = getattr(action, "worker", None)
    return () if worker is None else (worker,)


def _meant(state: State, worker: Square, to: Square) -> Action:
    """Return the action that a player means by pointing at a worker and at a square beside it."""
    if state.step is not None and state.step.kind is StepKind.BUILD:
        return Build(worker, to, natural_piece(state, to))
    return Move(worker, to)


# ---- The sections of the rulings


REASONS: Mapping[str, str] = MappingProxyType(
    {
        **{str(card.power): str(card.number) for card in CARDS},
        "board": "G11",
        "build": "G1",
        "build.out_of_stock": "G6",
        "card": "G7",
        "card.asleep": "OPEN-36",
        "correct": "G14",
        "done": "G4",
        "draft": "G2",
        "draft.banned_pair": "G7",
        "draft.impossible_pair": "G7",
        "draft.not_for_fleece": "G9",
        "draft.not_for_players": "G17",
        "game_over": "G5",
        "hero": "G10",
        "hop": "32",
        "line": "G2",
        "log.action_cancelled": "39",
        "log.action_cancelled_somewhere": "39",
        "log.demand_void": "G7",
        "lose": "G4",
        "lose.no_workers": "OPEN-03",
        "move": "G1",
        "no_legal_finish": "G4",
        "no_legal_finish_build": "G4",
        "no_legal_finish_by": "G4",
        "no_legal_finish_own": "G4",
        "no_legal_finish_stock": "G6",
        "place": "G1",
        "position": "G2",
        "ram": "OPEN-34",
        "ram.away": "G9",
        "recycle": "G6",
        "step": "G3",
        "stuck": "G4",
        "token": "G1",
        "undo": "G14",
        "win": "G16",
        "win.carried": "OPEN-13",
        "win.last_standing": "G4",
        "win.moved_up": "G5",
        "worker": "G3",
    }
)
"""The section for each reason by its key, or by the part of the key before the dot: a power, or a topic."""


def paragraph(key: str) -> str:
    """Return the number of the section for a reason with this key, such as ``G5``, ``26`` or ``OPEN-34``.

    :raises KeyError: if no section is known for it.
    """
    return REASONS.get(key) or REASONS[key.partition(".")[0]]


def paragraphs(reason: Reason) -> tuple[str, ...]:
    """Return the numbers of all sections for a reason: its own, and those of the powers that it names."""
    args = dict(reason.args)
    named = [paragraph(args["reason"])] if "reason" in args else []
    for name in ("causes", "power", "other"):
        powers = (cause.partition(" ")[0] for cause in args.get(name, "").split(","))
        named += [REASONS[power] for power in powers if power in REASONS]
    return tuple(dict.fromkeys((paragraph(reason.key), *named)))
