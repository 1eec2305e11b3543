"""Whether a reason is true: it is compared with the position that stands and with what happened, not with its key."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from engine import Action, Game, Reason
from engine.events import GameEnded, NoTurnLeft, PlayerEliminated, WinDenied, WorkerMoved
from engine.powers import POWERS
from engine.squares import square, squares
from tests.engine.claims import Claim, KnownGame
from tests.engine.truths_of_acts import TRUTHS_OF_ACTS, Truth
from tests.engine.truths_of_cards import TRUTHS_OF_CARDS
from tests.engine.truths_of_ends import TRUTHS_OF_ENDS, EndClaim
from tests.engine.truths_of_moves import TRUTHS_OF_MOVES
from tests.engine.truths_of_places import TRUTHS_OF_PLACES
from web_ui.languages import catalogue, offered

BY_POWER = frozenset({power.name for power in POWERS})
"""The powers that may have reasons of their own; whoever is named as the holder has the use of one."""


def is_carried_there(claim: Claim) -> bool:
    """A whirlpool carries the worker on to the square that is named, and what is said against that is true."""
    return square(claim.args["to"]) == claim.landing and is_true(claim.inner())


REFUSING: Mapping[str, Truth] = {
    **TRUTHS_OF_ACTS,
    **TRUTHS_OF_CARDS,
    **TRUTHS_OF_MOVES,
    **TRUTHS_OF_PLACES,
    "hop.barred": is_carried_there,
}
"""By its key, when a reason against an act is true."""

OF_A_SQUARE = frozenset({*TRUTHS_OF_CARDS, "step.other", "game_over"})
"""What may be said of a square though it is said of none of the acts that lead there."""


def check_words(reason: Reason) -> None:
    """Every language has a sentence for the reason, and all that stands in it is known."""
    args = dict(reason.args)
    for language in offered():
        texts = catalogue(language)
        assert reason.key in texts, f"{language}: no sentence for {reason}"
        unknown = set(re.findall(r"\{(\w+)\}", texts[reason.key])) - args.keys()
        assert not unknown, f"{language}: {texts[reason.key]!r} needs {unknown}, and there is {args}"
        if "reason" in args:
            check_words(Reason(args["reason"], tuple((name, value) for name, value in reason.args if name != "reason")))


def is_true(claim: Claim) -> bool:
    """Whether a reason against an act is true of the position and the turn so far."""
    topic = claim.reason.key.partition(".")[0]
    if "holder" in claim.args and "reason" not in claim.args:
        holds = claim.known.uses(topic, claim.holder) if topic in BY_POWER else claim.holder is claim.known.seat
        if not holds:
            return False
    return REFUSING[claim.reason.key](claim)


def check_refusal(game: Game, act: Action, reason: Reason) -> None:
    """The reason why an act is refused is true of the position."""
    check_words(reason)
    claim = Claim(KnownGame(game), reason, act)
    assert is_true(claim), f"{act}: {reason} is not so in {claim.view}"


def check_dark_squares(game: Game) -> Counter[str]:
    """All that is said about the squares of a position is true, and what is said about a dark one is said about an act
    that leads there; the keys."""
    known, said = KnownGame(game), Counter[str]()
    for dark in squares(game.setup.profile.size):
        reason = game.why_no_option_on(dark)
        if reason is None:
            continue
        given = set()
        for act in known.acts_towards(dark):
            against = game.why_not(act)
            assert against is not None, f"{dark} is dark, and {act} is legal"
            given.add(against)
            check_refusal(game, act, against)
        if reason.key in OF_A_SQUARE:
            check_words(reason)
            assert is_true(Claim(known, reason, None, dark)), f"{dark}: {reason} is not so in {known.view}"
        else:
            assert reason in given, f"{dark}: {reason} is said of no act"
        said[reason.key] += 1
    return said


def check_told(game: Game) -> Counter[str]:
    """What the events of the last action say of wins and losses is true, and whatever looks like a win and is none is
    told; the keys."""
    ply, said = game.plies[-1], Counter[str]()
    for event in ply.events:
        if isinstance(event, GameEnded | PlayerEliminated | NoTurnLeft | WinDenied):
            check_words(event.reason)
            assert is_true_of_end(EndClaim(game, event)), f"{event} is not so after {ply.action} in {ply.before}"
            said[event.reason.key] += 1
    for move in ply.events:
        if isinstance(move, WorkerMoved) and move.to_level == 3 and game.outcome is None:
            lost = any(isinstance(event, PlayerEliminated) for event in ply.events)
            denied = any(isinstance(event, WinDenied) and event.square == move.to for event in ply.events)
            assert lost or denied, f"{move} did not win, and nobody hears why"
    return said


def is_true_of_end(claim: EndClaim) -> bool:
    """Whether the reason of an event is true."""
    return TRUTHS_OF_ENDS[claim.reason.key](claim)
