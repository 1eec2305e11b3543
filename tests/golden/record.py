"""Writes the golden games and traces again: ``python -m tests.golden.record``.

Only for a change that is meant to change them: look at the difference before it is committed. The games come from
random legal play with a liking for high places and for what the powers offer, the traces from hands at the virtual
board (`tests.golden.scenarios`). With names after it (``python -m tests.golden.record clio_moerae slide``) only those
games and traces are written; ``traces`` stands for all traces.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from engine import PUBLIC, Action, Build, Done, Game, Move, Place, Player, PowerName, Profile, Seat, Setup
from engine.notation import Json, record_of
from engine.setup import MORTAL, Edition, Supply
from engine.squares import squares
from hardware.trace import TraceReader
from table.traces import Transcript, replay_items, replay_trace, state_at_start
from table.view.led_patterns import lights_of
from tests.golden.scenario_player import Scenario, Stage
from tests.golden.scenarios import SCENARIOS
from tests.hardware.whole_traces import write_trace
from thera.table_assembly import make_reader

HERE = Path(__file__).parent
GAMES = HERE / "games"
TRACES = HERE / "traces"

TWO_PLAYERS = (
    ("mortal", "mortal"),
    ("apollo", "minotaur"),
    ("artemis", "persephone"),
    ("athena", "circe"),
    ("atlas", "hecate"),
    ("demeter", "harpies"),
    ("hephaestus", "gaea"),
    ("prometheus", "aphrodite"),
    ("hermes", "pan"),
    ("ares", "bia"),
    ("chaos", "charon"),
    ("chronus", "dionysus"),
    ("eros", "hera"),
    ("hestia", "hypnus"),
    ("limus", "medusa"),
    ("morpheus", "poseidon"),
    ("selene", "triton"),
    ("zeus", "aeolus"),
    ("charybdis", "clio"),
    ("europa", "graeae"),
    ("hades", "moerae"),
    ("nemesis", "siren"),
    ("tartarus", "urania"),
    ("terpsichore", "achilles"),
    ("adonis", "atalanta"),
    ("bellerophon", "heracles"),
    ("jason", "medea"),
    ("odysseus", "polyphemus"),
    ("theseus", "mortal"),
)
THREE_PLAYERS = (
    ("athena", "clio", "hecate"),
    ("chaos", "dionysus", "graeae"),
    ("charybdis", "harpies", "medusa"),
    ("eros", "gaea", "siren"),
)
TEAMS = (
    ("aphrodite", "ares", "chaos", "hypnus"),
    ("dionysus", "nemesis", "selene", "zeus"),
    ("athena", "charybdis", "persephone", "morpheus"),
)
BESIDE_THE_RAM = ("selene", "dionysus")
TWO_GODS_EACH = (
    (4, ("apollo", "atlas"), ("minotaur", "pan")),
    (5, ("circe", "morpheus"), ("chaos", "europa")),
)

FEWEST_TURNS, MOST_TURNS = 16, 60
"""A game that is over sooner shows too little, one that goes on longer is tedious."""

ENDS = {
    "hermes_pan": "pan.win",
    "chronus_dionysus": "chronus.win",
    "eros_hera": "eros.win",
    "hades_moerae": "moerae.win",
    "tartarus_urania": "tartarus.abyss",
}
"""Games that are to end in a way of their own."""

RESIGNS_IN = "charybdis_harpies_medusa"
"""In this game somebody gives up while another player's turn is on."""

CORRECTED_IN = "mortal_mortal"
"""In this game the position is corrected in the middle of a turn: a worker stands elsewhere, a block was forgotten."""


def new_game(*powers: str) -> Game:
    """A game of these powers, blue to start; of two teams, if there are four."""
    teams = 2 if len(powers) == 4 else len(powers)
    seated = enumerate(zip(Seat, powers, strict=False))
    return Game.begin(
        Setup(tuple(Player(seat, PowerName(power), turn % teams) for turn, (seat, power) in seated), seed=7)
    )


def setups() -> Iterator[tuple[str, Setup]]:
    """The games to record, by the names of their files."""
    for powers in (*TWO_PLAYERS, *THREE_PLAYERS, *TEAMS):
        yield "_".join(powers), new_game(*powers).setup
    plain = new_game(MORTAL, MORTAL).setup.players
    for power in BESIDE_THE_RAM:
        yield f"ram_{power}", Setup(plain, fleece=PowerName(power), seed=7)
    for size, *hands in TWO_GODS_EACH:
        profile = Profile(size, edition=Edition.ORIGINAL_2007, supply=Supply.PHYSICAL, gods_per_player=2)
        players = tuple(
            Player(seat, PowerName(one), team, PowerName(other))
            for team, (seat, (one, other)) in enumerate(zip(Seat, hands, strict=False))
        )
        yield "_".join(("2007", *(power for hand in hands for power in hand))), Setup(players, profile, seed=7)


def random_game(name: str, setup: Setup) -> dict[str, Json]:
    """A random game of a good length that somebody wins."""
    for attempt in range(1000):
        game = _played(name, setup, Random(f"{name} {attempt}"))  # noqa: S311 - to be had again, no secret
        if game.outcome is None or game.turn < FEWEST_TURNS:
            continue
        if game.outcome.reason.key == ENDS.get(name, game.outcome.reason.key):
            return record_of(game, with_positions=True)
    raise RuntimeError(f"{name}: no game of {FEWEST_TURNS} to {MOST_TURNS} turns comes to the end wanted")


def _played(name: str, setup: Setup, chance: Random) -> Game:
    game = Game.begin(setup)
    while game.outcome is None and game.turn <= MOST_TURNS:
        if name == RESIGNS_IN and game.turn == 10 and not game.state.resigned | game.state.eliminated:
            game = game.resign(next(seat for seat in game.state.cast.seats if seat != game.active))
            continue
        if name == CORRECTED_IN and game.turn == 8 and not game.plies[-1].begins_turn:
            game = _corrected(game)
            continue
        game = game.play(_likely(game, chance))
    return game


def _corrected(game: Game) -> Game:
    """The game with the first worker on the first free square, and one block more on the second."""
    (_, seat), *others = [(worker.square, worker.seat) for worker in game.seen_workers(PUBLIC)]
    free = [on for on in squares(game.state.size) if game.state.is_unoccupied(on) and game.state.levels[on] < 3]
    return game.corrected([(free[0], seat), *others], [(free[1], game.state.levels[free[1]] + 1)])


def _likely(game: Game, chance: Random) -> Action:
    """An action by chance: often a move up, or what only a power offers."""
    legal, levels = game.legal_actions(), game.state.levels
    ups = [act for act in legal if isinstance(act, Move) and levels[act.to] > levels[act.worker]]
    rare = [act for act in legal if not isinstance(act, Move | Build | Place | Done)]
    if ups and chance.random() < 0.5:
        return chance.choice(ups)
    return chance.choice(rare if rare and chance.random() < 0.4 else legal)


def record_trace(scenario: Scenario) -> None:
    """Let a scenario be played, and write its trace and what came of it."""
    stage = Stage(scenario)
    stage.play()
    path = TRACES / f"{scenario.name}.trace.gz"
    write_trace(path, stage.head, stage.items)
    teller = Transcript()
    with TraceReader(path) as trace:
        start = state_at_start(path, trace.head)
        retraced = replay_trace(start, replay_items(path, trace), make_reader(scenario.board_file), lights_of, teller)
    if retraced.difference is not None:
        raise RuntimeError(f"{scenario.name}: not the same when gone through again: {retraced.difference.words()}")
    (TRACES / f"{scenario.name}.txt").write_text(outcome_text(scenario, teller), "utf-8")


def outcome_text(scenario: Scenario, teller: Transcript) -> str:
    """What came of a scenario, for people to judge: a line for each thing that was played, asked and said. Without
    times, so that a reader that is quicker is not another one."""
    return "\n".join([f"# {scenario.story}", *(line.text for line in teller.lines), ""])


def main(names: list[str]) -> None:
    """Write all of them, or the games and traces with these names."""
    GAMES.mkdir(exist_ok=True)
    for name, setup in setups():
        if not names or name in names:
            (GAMES / f"{name}.json").write_text(json.dumps(random_game(name, setup), indent=1) + "\n", "utf-8")
    TRACES.mkdir(exist_ok=True)
    for scenario in SCENARIOS:
        if not names or scenario.name in names or "traces" in names:
            record_trace(scenario)


if __name__ == "__main__":
    main(sys.argv[1:])
