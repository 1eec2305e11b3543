"""Small helpers to write rules cases as tables: a position, the steps of a turn, and what the rules say of them."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Action, Game, Player, Reason, Seat, Setup
from engine.notation import action_text, parse_action, parse_position, position_of, position_text, state_of
from engine.setup import PowerName, Profile
from tests.engine.reason_truth import check_refusal

NO_TOWERS = ""


def line(
    one: str, other: str, towers: str = NO_TOWERS, to_move: int | str = 1, *, more: str = "", rules: str = ""
) -> str:
    """A position's line from its players and its towers: ``line("apollo:b2,e5", "mortal:c3", "c3:2 d4:4")``. ``more``
    are further players, ``rules`` what differs from the usual ones: ``rules="revised=limus"``."""
    characters = ["0"] * 25
    for tower in towers.split():
        square, _, character = tower.partition(":")
        characters[5 * (5 - int(square[1])) + "abcde".index(square[0])] = character
    players = "/".join(part for part in (one, other, more) if part)
    return f"{''.join(characters)}/{to_move}/{players}" + (f"/?{rules}" if rules else "")


@dataclass(frozen=True, slots=True)
class Ask:
    """Is the last of these steps legal (``reason`` None), or why not?"""

    says: str
    position: str
    steps: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Leads:
    """A complete turn leads to a position, which is written as ``line`` gives it."""

    says: str
    position: str
    steps: str
    to: str


@dataclass(frozen=True, slots=True)
class Wins:
    """These steps end the game in favour of a seat, or of the two of a team."""

    says: str
    position: str
    steps: str
    seat: str = "blue"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The last of these steps is refused; why that is right, and what the reason has to tell."""

    position: str
    steps: str
    verdict: str

    @property
    def game(self) -> Game:
        """The game in which the last step is refused."""
        return game_at(self.position, " ".join(self.steps.split()[:-1]))

    @property
    def refused(self) -> Action:
        """The last step."""
        return parse_action(self.steps.split()[-1])

    @property
    def reason(self) -> Reason:
        """What the rules say."""
        reason = self.game.why_not(self.refused)
        assert reason is not None, f"{self.steps} is legal in {self.position}"
        return reason


def game_at(position: str, steps: str = "") -> Game:
    """The game from a position after some steps."""
    game = Game.at(state_of(parse_position(position)))
    for step in steps.split():
        game = game.play(parse_action(step))
    return game


def canonical(position: str) -> str:
    """A position's line as it is written, with all that its cards remember."""
    return position_text(position_of(state_of(parse_position(position))))


def check_ask(case: Ask) -> None:
    """The last step is legal or has the reason, and that is true of the position."""
    *before, last = case.steps.split()
    game, act = game_at(case.position, " ".join(before)), parse_action(last)
    reason = game.why_not(act)
    assert (reason.key if reason else None) == case.reason
    assert (act in game.legal_actions()) is (case.reason is None)
    if reason is not None:
        check_refusal(game, act, reason)


def check_leads(case: Leads) -> None:
    """The turn is over and the next begins in the position."""
    game = game_at(case.position, case.steps)
    assert game.outcome is None
    assert position_text(position_of(game.state)) == canonical(case.to)


def check_wins(case: Wins) -> None:
    """The game is over and the seat has won."""
    outcome = game_at(case.position, case.steps).outcome
    assert outcome is not None
    assert [str(seat) for seat in outcome.winners] == case.seat.split()


def check(case: Ask | Leads | Wins) -> None:
    """The case holds."""
    match case:
        case Ask():
            check_ask(case)
        case Leads():
            check_leads(case)
        case Wins():
            check_wins(case)


def begun(*powers: str, steps: str = "", profile: Profile | None = None, fleece: str | None = None) -> Game:
    """The game that these powers begin, in turn order, after some steps from the empty board: two or three players, or
    two teams of two."""
    teams = 2 if len(powers) == 4 else len(powers)
    players = tuple(
        Player(seat, PowerName(power), number % teams)
        for number, (seat, power) in enumerate(zip(Seat, powers, strict=False))
    )
    beside = None if fleece is None else PowerName(fleece)
    game = Game.begin(Setup(players, profile or Profile(), beside))
    for step in steps.split():
        game = game.play(parse_action(step))
    return game


def legal(game: Game) -> set[str]:
    """The legal actions of the open step, in writing."""
    return {action_text(action) for action in game.legal_actions()}


def name(case: Ask | Leads | Wins) -> str:
    """What the case says, as the name of its test."""
    return case.says
