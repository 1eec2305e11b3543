"""Writes the golden games and traces anew: ``python -m tests.golden.record``.

Only for a change that is meant to change them: look at the difference before it is committed. The games come from
random legal play, the traces from hands at the virtual board; neither is recorded with the code that reads them.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from engine import Game, Move, Player, PowerName, Seat, Setup, square
from engine.notation import action_text, position_of, position_text
from hardware.board import Frame
from hardware.virtual import Lift, Pause, Put, SensorSpread, Slide, Stack, Tap, VirtualBoard
from hardware.virtual.motion import Action

HERE = Path(__file__).parent

GAMES = (
    ("mortal", "mortal"),
    ("apollo", "minotaur"),
    ("artemis", "persephone"),
    ("athena", "circe"),
    ("atlas", "hecate"),
    ("demeter", "harpies"),
    ("hephaestus", "gaea"),
    ("prometheus", "aphrodite"),
    ("hermes", "pan"),
)


def new_game(blue: str, orange: str) -> Game:
    """A game of these two powers, blue to start."""
    return Game.begin(Setup((Player(Seat.BLUE, PowerName(blue), 0), Player(Seat.ORANGE, PowerName(orange), 1))))


def told(game: Game) -> str:
    """The line that follows a step: the position where a turn starts, the result at the end, else nothing."""
    if game.outcome is not None:
        return f"> {' '.join(game.outcome.winners)} {game.outcome.reason}"
    turn = game.state.turn
    if turn is None or turn.moved or turn.actor is not None or len(game.state.agenda) != 2 or game.state.step is None:
        return ""
    return f"= {position_text(position_of(game.state))}" if game.to_act is turn.seat else ""


def random_game(blue: str, orange: str) -> str:
    """The record of a random game, with a liking for high places."""
    chance = Random(f"{blue} {orange}")  # noqa: S311 - a game to be had again, not a secret
    game = new_game(blue, orange)
    lines = [f"{blue} {orange}"]
    while game.outcome is None:
        legal = game.legal_actions()
        levels = game.state.levels
        ups = [act for act in legal if isinstance(act, Move) and levels[act.to] > levels[act.worker]]
        action = chance.choice(ups if ups and chance.random() < 0.5 else legal)
        lines.append(f"{game.to_act} {action_text(action)}")
        game = game.play(action)
        lines += [line for line in (told(game),) if line]
    return "\n".join(lines) + "\n"


def swap_and_tap() -> tuple[Action, ...]:
    """Four workers are set out; Apollo swaps, builds by a tap; orange strays to e5, goes back, climbs and builds."""
    places = (("blue-1", "b2"), ("blue-2", "d4"), ("orange-1", "c3"), ("orange-2", "b4"))
    rest = Pause(1500)
    setting = [each for piece, name in places for each in (Lift(piece), Put(piece, square(name)), rest)]
    return (
        *setting,
        *(Lift("orange-1"), Lift("blue-1"), Put("blue-1", square("c3")), Put("orange-1", square("b2")), rest),
        *(Stack(square("c4"), dome=False), Tap("blue-1", square("c4")), rest),
        *(Lift("orange-2"), Put("orange-2", square("e5")), Pause(4000)),
        *(Lift("orange-2"), Put("orange-2", square("b4")), rest),
        *(Lift("orange-2"), Pause(600), Put("orange-2", square("c4")), rest),
        *(Tap("orange-2", square("b4")), Stack(square("b4"), dome=False), rest),
        *(Slide("blue-1", (square("c2"),)), rest),
    )


def frame_text(frame: Frame) -> str:
    """A frame as a line: ms, the clipped squares, the 25 fields in hundredths of a mT."""
    clipped = ".".join(str(number) for number in sorted(frame.clipped))
    return f"{frame.at},{clipped},{','.join(str(round(100 * field)) for field in frame.fields)}"


def trace(actions: tuple[Action, ...]) -> str:
    """What the board measures while hands do this."""
    board = VirtualBoard(spread=SensorSpread(placement=3.0), seed=11)
    for action in actions:
        board.enqueue(action)
    lines = []
    while not board.idle:
        lines.append(frame_text(board.frame()))
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write all of them."""
    for blue, orange in GAMES:
        (HERE / "games" / f"{blue}_{orange}.txt").write_text(random_game(blue, orange), "utf-8")
    (HERE / "traces" / "swap_and_tap.csv").write_text(trace(swap_and_tap()), "utf-8")


if __name__ == "__main__":
    main()
