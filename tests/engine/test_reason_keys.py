"""Every reason that the rules can give in a game has its check, a game in which it is given, and a way to be false."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from engine import Action, Game, Profile, Reason, Seat
from engine.notation import parse_action
from engine.setup import Edition
from engine.squares import Direction, square_name, squares
from engine.state import StepKind
from tests.engine.cases import Refusal, begun, game_at, line
from tests.engine.claims import Claim, KnownGame
from tests.engine.denied_wins import DENIED
from tests.engine.reason_keys import keys_in_source
from tests.engine.reason_truth import REFUSING, check_refusal, check_told, is_true, is_true_of_end
from tests.engine.refusals import REFUSALS
from tests.engine.truths_of_ends import TRUTHS_OF_ENDS, EndClaim, Told


@dataclass(frozen=True, slots=True)
class Refused:
    """An act that is refused in a game, with the reason."""

    game: Game
    act: Action
    reason: Reason

    @property
    def key(self) -> str:
        """The key of the reason."""
        return self.reason.key

    @property
    def claim(self) -> Claim:
        """What the reason claims."""
        return Claim(KnownGame(self.game), self.reason, self.act)


def refused(game: Game, step: str) -> Refused:
    act = parse_action(step)
    reason = game.why_not(act)
    assert reason is not None, f"{step} is legal"
    return Refused(game, act, reason)


TWO_GODS = "edition=original_2007&gods_per_player=2"
GENERAL = (
    Refusal(line("mortal:b2,e5", "mortal:d5,a5"), "b2+b3", "the move comes first"),
    Refusal(line("mortal:b2,e5", "mortal:d5,a5"), ".", "the move cannot be left out"),
    Refusal(line("mortal:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3 d5-d4", "the game is over"),
    Refusal(line("apollo+minotaur:b2,e5", "mortal:c3,a5", rules=TWO_GODS), "b2-c3", "exchanged, or pushed?"),
)
"""Refusals that say what is due, and not what stands against an act."""

ROXLEY = Profile()
SPIN_MASTER = Profile(edition=Edition.SPIN_MASTER)
PLACEMENTS = (("eros", ROXLEY, "", "@c3"), ("eros", ROXLEY, "@a1", "@c1"), ("bia", SPIN_MASTER, "", "@c3"))
"""The first player's power, the rules, the steps from the empty board, and a placement that is refused."""

ENDS = {
    "chronus.win": (line("chronus:b2,e5", "mortal:e1,e2", "a5:4 b5:4 c5:4 d5:4 b4:3"), "b2-b3 b3^b4"),
    "eros.win": (line("eros:b2,d4", "mortal:e1,a5", "b2:1 c3:1 d4:1"), "b2-c3"),
    "lose.no_workers": (line("bia:b2,e5", "mortal:d2", rules="lost_without_workers=yes"), "b2-c2"),
    "lose.resigned": (line("mortal:b2,e5", "mortal:d5,a5"), "resign=orange"),
    "moerae.win": (line("mortal:b2,e5", "moerae[corner=b3]:d1,e1,a5", "b2:2 b3:3"), "b2-b3"),
    "pan.win": (line("pan:b2,e5", "mortal:d5,a5", "b2:2"), "b2-b3"),
    "stuck.build": (line("mortal:b5,e5", "graeae:c1", rules="revised=graeae"), "b5-b4 b4+b5"),
    "stuck.build_by": (line("limus:c1,e5", "mortal:a1", "a3:4 b3:4 b2:4"), "c1-b1 b1+c1"),
    "stuck.move": (line("mortal:c3,e5", "mortal:a1", "b1:4 a2:4 b2:3"), "c3-c2 c2^b2"),
    "stuck.move_by": (line("hypnus:b2,e5", "mortal:d1"), "b2-b3 b3+b4"),
    "stuck.turn": (line("mortal:c3,e5", "terpsichore:a1,d4", "b1:4 a2:4 b2:3"), "c3-c2 c2^b2"),
    "stuck.turn_by": (line("aphrodite:a3,a1", "mortal:c3", "b2:4 b4:4 c2:4 c4:3"), "a3-b3 b3^c4"),
    "tartarus.abyss": (line("mortal:b2,e5", "tartarus[square=b3]:d1,a5"), "b2-b3"),
    "win.last_standing": (line("pan:c3,e5", "demeter:a1", "b1:4 a2:4 b2:3", more="atlas:d1,d5"), "c3-c2 c2^b2"),
    "win.moved_up": (line("mortal:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3"),
}
"""Games at whose end, or loss of a player, a reason is told."""


NO_CASE_KNOWN = {"no_legal_finish"}
"""What is said of an act after which the turn has no end, where nothing more can be said: no position is known."""


@cache
def given() -> tuple[Refused, ...]:
    """An act for each reason against one, and more."""
    by_lines = [refused(each.game, each.steps.split()[-1]) for each in (*REFUSALS, *GENERAL)]
    placed = [
        refused(begun(power, "mortal", steps=steps, profile=rules), step) for power, rules, steps, step in PLACEMENTS
    ]
    return (*by_lines, *placed)


@cache
def told() -> tuple[EndClaim, ...]:
    """What the games of the tables tell of wins and losses."""
    lines = [*ENDS.values(), *((each.position, each.steps) for each in DENIED)]
    return tuple(claim for position, steps in lines for claim in _told(game_after(position, steps)))


def game_after(position: str, steps: str) -> Game:
    game = game_at(position)
    for step in steps.split():
        game = game.after(parse_action(step))
    return game


def _told(game: Game) -> Iterator[EndClaim]:
    for event in game.plies[-1].events:
        if isinstance(event, Told):
            yield EndClaim(game, event)


def test_every_reason_has_its_check() -> None:
    keys = keys_in_source()
    assert len(keys) > 90
    assert keys == REFUSING.keys() | TRUTHS_OF_ENDS.keys()
    assert not REFUSING.keys() & TRUTHS_OF_ENDS.keys()


def test_every_reason_is_given_in_some_game() -> None:
    inner = {dict(each.reason.args).get("reason", each.key) for each in given()}
    assert {each.key for each in given()} | inner == REFUSING.keys() - NO_CASE_KNOWN
    assert {claim.reason.key for claim in told()} == TRUTHS_OF_ENDS.keys()


@pytest.mark.parametrize("number", range(len(GENERAL) + len(PLACEMENTS)))
def test_a_reason_that_says_what_is_due_is_true(number: int) -> None:
    each = given()[len(REFUSALS) + number]
    check_refusal(each.game, each.act, each.reason)


@pytest.mark.parametrize("key", ENDS)
def test_what_is_told_of_an_end_is_true(key: str) -> None:
    assert check_told(game_after(*ENDS[key]))[key] == 1


def test_whose_worker_was_pushed_into_the_abyss_is_named() -> None:
    game = game_after(line("minotaur:b2,e5", "tartarus[square=d4]:c3,a5"), "b2-c3")
    assert check_told(game) == {"tartarus.abyss": 1}
    assert game.outcome is not None
    assert [str(seat) for seat in game.outcome.winners] == ["blue"]


@pytest.mark.parametrize("denied", DENIED, ids=lambda each: each.verdict)
def test_what_is_told_of_a_win_that_is_none_is_true(denied: Refusal) -> None:
    assert check_told(game_at(denied.position, denied.steps))


OTHER_VALUES = {
    "asked": [str(each) for each in StepKind],
    "direction": [str(each) for each in Direction],
    "holder": [str(each) for each in Seat][:2],
    "loser": [str(each) for each in Seat][:2],
    "seat": [str(each) for each in Seat][:2],
    "piece": ["block", "dome"],
    "power": ["pan", "apollo", "medea"],
    "square": [square_name(each) for each in squares()],
    "to": [square_name(each) for each in squares()],
    "towers": ["4", "6"],
    "workers": [square_name(each) for each in squares()],
    "causes": ["pan (orange)", "limus (blue)", "ram"],
    "reason": ["move.occupied", "move.domed", "clio.obstructs", "europa.obstructs", "ram.obstructs"],
}
"""For each argument of a reason, what it might say instead."""


def with_one_wrong(reason: Reason) -> Iterator[Reason]:
    """The reason with each of its arguments changed to each other value."""
    for number, (name, value) in enumerate(reason.args):
        for other in OTHER_VALUES[name]:
            if other != value:
                yield Reason(reason.key, (*reason.args[:number], (name, other), *reason.args[number + 1 :]))


def is_refuted(claim: Claim | EndClaim) -> bool:
    """Whether a claim is not true, or makes no sense at all in this game."""
    try:
        return not (is_true(claim) if isinstance(claim, Claim) else is_true_of_end(claim))
    except (LookupError, ValueError, AssertionError):
        return True


@pytest.mark.parametrize("key", sorted(REFUSING))
def test_a_refusal_with_another_argument_is_not_true(key: str) -> None:
    for each in given():
        if each.key == key:
            for wrong in with_one_wrong(each.reason):
                assert is_refuted(Claim(each.claim.known, wrong, each.act)), wrong


def test_what_is_told_with_another_argument_is_not_true() -> None:
    for claim in told():
        for wrong in with_one_wrong(claim.reason):
            assert is_refuted(claim.with_reason(wrong)), wrong


def test_what_is_true_of_one_act_is_not_true_of_others() -> None:
    """Held against the other games of the tables, each reason is refuted by most of them; but at many of them a worker
    has to move."""
    claims = [each.claim for each in given()]
    for claim in claims:
        others = [each for each in claims if each.reason.key != claim.reason.key]
        refuted = sum(is_refuted(Claim(each.known, claim.reason, each.act)) for each in others)
        assert refuted > (0.3 if claim.reason.key == "step.other" else 0.9) * len(others), claim.reason
