"""Plays what happens at a family's table as scenes, and says how the table took each: ``make life-scenes``
(``ARGS="--scene two_fell --seeds 50 --explain"``).

A scene is a game at a board as people make it, with towers, in which something happens that is no step: a worker falls
off its tower, a phone stays on the rim, two workers snap together. Hands then do literally what the phone says. What
the phone says counts once it has stood for two seconds, since nobody acts on less.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import cos, hypot, inf, pi, sin
from statistics import median
from typing import Final

from engine import Game, Move, Place, Seat, Square
from engine.actions import Resign
from engine.squares import SQUARE_COUNT, STRIDE, are_neighbors, distance, neighbors
from hardware.hand_actions import (
    Arrange,
    Carry,
    Hover,
    Knock,
    Lift,
    MagnetVisit,
    Pause,
    Put,
    PutInBox,
    PutStray,
    SetDown,
    Slide,
)
from hardware.virtual.magnets import outside, stray_of
from perception.orientation import turned_square
from table.moves.step_search import visible_pieces
from table.runtime.seat_thinker import SeatThinker
from table.session.lobby import Rematch
from table.session.rematch import RematchKind
from table.session.saved_state import TABLE_SEATS
from table.session.snapshot import (
    BoardIssue,
    BoardMode,
    BoardView,
    TurnBoard,
)
from table.session.turns import Act
from thera.commands.simulate_command import open_simulated_board
from thera.simulator.game_simulation import table_at
from thera.simulator.hardware_faults import HardwareFaults
from thera.simulator.simulated_board import Conditions
from thera.simulator.simulated_player import TALLEST
from thera.simulator.tested_table import HandsFailed, TableStopped
from tools.benchmarks.family_at_table import (
    WAITS,
    FamilyAtTable,
    Judge,
    PartOfScene,
    SceneOutcome,
    SceneOver,
    SceneRecord,
    among,
)

FIRST_SEED: Final = 7_100_000
FRAME_RATE: Final = 50
LIES: Final = 4_000
"""The ms for which a fallen worker lies."""
STRONGEST: Final = 900_000.0
"""The strongest magnet in a phone, in mT mm^3: half again as strong as in the recorded scene, where 1.8 mT were felt at
70 mm."""
SNAPPED: Final = 18.0
"""The distance in mm between the middles of two workers that snapped together."""
FURTHEST_SLIDE: Final = 15.6
"""The most mm by which one of them slides: a little further it would fall off its block. In the recorded scene one slid
by 16 mm and the other by 11."""

# ---- The scenes


def anything(_game: Game) -> bool:
    """Any position."""
    return True


def free_beside(game: Game, home: Square) -> list[Square]:
    """Return the squares beside one to which a worker may fall: free, without a dome, and not higher."""
    taken = {square for square, _ in visible_pieces(game)}
    levels, domes = game.state.levels, game.state.domes
    return [
        each for each in neighbors(home) if each not in taken and not domes >> each & 1 and levels[each] <= levels[home]
    ]


def one_fell_far(family: FamilyAtTable) -> None:
    """A worker is knocked off one to three blocks, lies on the next square or between two, and is stood up."""
    chance, level = family.chance, 1 + family.record.seed % 3

    def homes(game: Game) -> list[Square]:
        there = [square for square, _ in visible_pieces(game) if game.state.levels[square] == level]
        return [square for square in sorted(there) if free_beside(game, square)]

    def far_towers(game: Game) -> list[tuple[Square, Square]]:
        """A worker and a free tower of three blocks to which no step leads it."""
        workers = {square for square, _ in visible_pieces(game)}
        towers = [each for each in range(SQUARE_COUNT) if game.state.levels[each] == TALLEST and each not in workers]
        free = [Square(each) for each in towers if not game.state.domes >> each & 1 and free_beside(game, Square(each))]
        return [(worker, to) for to in free for worker in sorted(workers) if distance(worker, to) > 2]

    if level < TALLEST:
        family.set_up(lambda game: bool(homes(game)))
        home = chance.choice(homes(family.game))
    else:
        # A step to three blocks ends the game.
        family.set_up(lambda game: bool(far_towers(game)))
        worker, home = chance.choice(far_towers(family.game))
        family.put_elsewhere(worker, home)
    to = chance.choice(free_beside(family.game, home))
    beside = to
    if chance.random() < 0.5:
        beside = chance.choice([each for each in neighbors(to) if abs(each - to) in (1, 5)])
        between = {1: (1.0, 0.0), -1: (-1.0, 0.0), 5: (0.0, 1.0), -5: (0.0, -1.0)}[beside - to]
        far, aside = chance.uniform(0.35, 0.5) * family.geometry.pitch, chance.uniform(-8, 8)
        spot = (between[0] * far + between[1] * aside, between[1] * far + between[0] * aside)
    else:
        far, heading = 8 * chance.random(), chance.uniform(-pi, pi)
        spot = (far * cos(heading), far * sin(heading))
    piece = family.piece_on(home)
    family.do(Knock(piece, to, spot))
    family.rest()
    lies(family, [(piece, home)], among(home, to, beside))


def two_fell(family: FamilyAtTable) -> None:
    """A sleeve knocks two workers over, one after the other within half a second; both are stood up."""
    chance = family.chance
    family.set_up(anything)
    fallen, squares = list[tuple[str, Square]](), list[Square]()
    for home, _ in chance.sample(sorted(visible_pieces(family.game)), 2):
        piece = family.piece_on(home)
        ways = [each for each in free_beside(family.game, home) if each not in squares]
        to = chance.choice([home, *ways])
        family.do(Knock(piece, None if to == home else to), Pause(chance.uniform(0, 500)))
        fallen.append((piece, home))
        squares += [home, to]
    family.rest()
    lies(family, fallen, among(*squares))


def lies(family: FamilyAtTable, fallen: list[tuple[str, Square]], judge: Judge) -> None:
    """Let fallen workers lie, stand them up where they stood, and play on."""
    game, until = family.game, family.hands.now + LIES
    said = family.watch(
        judge, LIES, done=lambda: False, game=game, is_wrong=lambda: family.board.mode is BoardMode.FOLLOWING
    )
    family.pause(until - family.hands.now)
    for piece, home in fallen:
        family.do(Lift(piece), Put(piece, family.at(home)))
    family.rest()
    family.come_to_order(game, said or PartOfScene(SceneOutcome.READ, 0.0))
    family.play(1)


def phone_on_rim(family: FamilyAtTable, strength: float) -> None:
    """A phone that gives so many mT at the sensor that feels it most stays beside the board for twelve turns."""
    chance, geometry = family.chance, family.geometry
    family.set_up(anything)
    first, last = -0.5 * geometry.pitch, (geometry.size - 0.5) * geometry.pitch
    while True:
        along, away = chance.uniform(first, last), chance.uniform(20, 60)
        x, y = chance.choice([(along, first - away), (along, last + away), (first - away, along), (last + away, along)])
        visit = MagnetVisit(
            x,
            y,
            height=chance.uniform(5, 15),
            field=strength,
            heading=chance.uniform(-pi, pi),
            dip=chance.uniform(-pi / 2, pi / 2),
            stay=inf,
            worn=False,
        )
        stray = stray_of(visit, geometry)
        if hypot(stray.east, stray.north, stray.down) <= STRONGEST:
            break
    family.lay_phone(PutStray(stray, outside(visit, geometry)))
    family.play(12)


def snapped_together(family: FamilyAtTable) -> None:
    """Two workers of both players snap together and stay so while others play three turns."""
    chance, pitch = family.chance, family.geometry.pitch

    def pairs(game: Game) -> list[tuple[Square, Square]]:
        pieces, levels = sorted(visible_pieces(game)), game.state.levels
        return [
            (one, other)
            for one, seat in pieces
            for other, whose in pieces
            if other - one in (1, STRIDE) and are_neighbors(one, other)
            if seat is not whose and levels[one] == levels[other]
        ]

    family.set_up(lambda game: bool(pairs(game)))
    one, other = chance.choice(pairs(family.game))
    way = pitch - SNAPPED  # one of them slides further, but not off its block
    least, most = way - FURTHEST_SLIDE, FURTHEST_SLIDE
    mine = chance.choice((least, most, chance.uniform(least, most)))
    for square, far, hand in ((one, mine, family.hands), (other, mine - way, family.other_hand)):
        aside = chance.uniform(-3, 3)
        spot = (far, aside) if other - one == 1 else (aside, far)
        family.do(Slide(family.piece_on(square), (square,), spot=spot), hand=hand)
    family.rest()
    game, judge = family.game, among(one, other)
    said = family.watch(judge, WAITS, done=lambda: False, game=game, is_wrong=lambda: False)
    family.come_to_order(game, said or PartOfScene(SceneOutcome.READ, 0.0))
    family.play(3, spared=(one, other))


def both_placed(family: FamilyAtTable) -> None:
    """Each player sets both workers down within a tenth of a second, as a game begins."""
    chance = family.chance
    family.begin_placing()
    for _ in range(2):
        game, seat = family.game, family.game.to_act
        if seat is None:
            raise SceneOver
        free = sorted(set(range(SQUARE_COUNT)) - {square for square, _ in visible_pieces(game)})
        one, other = chance.sample([Square(each) for each in free], 2)
        hands = (family.hands, family.other_hand)
        for number, (square, hand) in enumerate(zip((one, other), hands, strict=True), start=1):
            x, y = family.geometry.centre(square)
            family.do(Lift(f"{seat}-{number}"), Carry(f"{seat}-{number}", x, y), hand=hand)
        family.rest()
        for number, (square, hand) in enumerate(zip((one, other), hands, strict=True), start=1):
            family.do(Pause(chance.uniform(0, 100)), Put(f"{seat}-{number}", square), hand=hand)
        family.rest()
        family.settle(Place(one), game.play(Place(one)).play(Place(other)), among(one, other))
        family.until(lambda: family.state.saved.confirming is None, WAITS)
    family.play(1)


def held_over_square(family: FamilyAtTable) -> None:
    """A player thinks with the worker 8 to 14 mm over the square that it will enter, and puts it down or goes home."""
    chance = family.chance
    family.set_up(anything)
    game = family.game
    action = family.choose(game)
    while not isinstance(action, Move):
        action = family.choose(game)
    piece, judge = family.piece_on(action.worker), among(action.worker, action.to)
    height, duration = chance.choice((8.0, 10.0, 12.0, 14.0)), chance.uniform(5000, 12_000)
    family.do(Lift(piece), Hover(piece, family.at(action.to), height, duration))
    said = family.watch(judge, inf, done=lambda: family.hands.idle, game=game, is_wrong=lambda: False)
    family.rest()
    if chance.random() < 0.5:
        family.do(Put(piece, family.at(action.worker)))
        family.rest()
        family.come_to_order(game, said or PartOfScene(SceneOutcome.READ, 0.0))
    else:
        if said is not None:
            family.note(said.outcome, said.seconds)
        family.do(SetDown(piece))
        family.rest()
        family.settle(action, game.play(action), judge)
    family.play(1)


def turned_with_towers(family: FamilyAtTable) -> None:
    """The pieces are taken off, the board is turned by one to three quarters, and all is set up again as it lay."""
    quarters = family.chance.choice((1, 2, 3))
    family.set_up(anything)
    game, look = family.game, family.hands.look()
    standing = [(each.piece, each.square) for each in look.pieces if each.square is not None]
    for piece, _ in standing:
        family.do(PutInBox(piece))

    def turned(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(values[turned_square(square, quarters)] for square in range(SQUARE_COUNT))

    family.do(Arrange(turned(look.levels), tuple(map(bool, turned(look.domes)))))
    for piece, square in standing:
        family.do(Lift(piece), Put(piece, turned_square(square, -quarters)))
    family.rest()

    def judge(board: BoardView) -> bool:
        offered = [each.quarters for each in board.offers if isinstance(each, TurnBoard)]
        return board.issue is BoardIssue.TURNED and offered in ([], [quarters])

    said = family.watch(
        judge,
        20_000,
        done=lambda: False,
        game=game,
        is_wrong=lambda: family.board.mode is BoardMode.FOLLOWING,
    )
    family.until(lambda: any(isinstance(each, TurnBoard) for each in family.board.offers), WAITS)
    if any(isinstance(each, TurnBoard) for each in family.board.offers):
        family.take_turn()
    family.come_to_order(game, said or PartOfScene(SceneOutcome.READ, 0.0))
    if family.quarters:
        family.play(1)


def new_game_in_a_hurry(family: FamilyAtTable) -> None:
    """A game is given up and another one begun while hands still clear the board and already place new workers."""
    chance = family.chance
    family.set_up(anything)
    old = sorted((square, seat, family.piece_on(square)) for square, seat in visible_pieces(family.game))
    loser = family.game.to_act or TABLE_SEATS[0]
    family.give(loser, Act(Resign(loser)))
    for seat in TABLE_SEATS[:2]:
        family.give(seat, Rematch(RematchKind.SAME))
    first = family.game.to_act or TABLE_SEATS[0]
    order = [first, first, *(seat for seat in TABLE_SEATS[:2] if seat is not first for _ in range(2))]
    taken = {square for square, _, _ in old}
    moves_over = chance.random() < 0.3
    free = [Square(each) for each in range(SQUARE_COUNT) if not (moves_over and each in taken)]
    places = list(zip(order, chance.sample(free, 4), strict=True))
    expected = family.game
    for _, square in places:
        expected = expected.play(Place(square))
    jobs = list(places)
    if chance.random() < 0.4:
        chance.shuffle(jobs)
    hands = (family.hands, family.other_hand)
    wood = Arrange((0,) * SQUARE_COUNT, (False,) * SQUARE_COUNT)
    if moves_over:
        family.do(wood)
        for seat, square in jobs:
            piece = next(name for _, whose, name in old if whose is seat)
            old = [each for each in old if each[2] != piece]
            family.do(Lift(piece), Put(piece, square), Pause(chance.uniform(0, 500)))
    else:
        chance.shuffle(old)
        for hand, mine in zip(hands, (old[:2], old[2:]), strict=True):
            family.do(*(Lift(name) for _, _, name in mine), hand=hand)
            family.do(*(PutInBox(name) for _, _, name in mine), hand=hand)
        family.do(wood, hand=family.other_hand)
        if chance.random() < 0.5:
            family.rest()
        used = Counter[Seat]()
        for seat, square in jobs:
            used[seat] += 1
            piece = f"{seat}-{used[seat] + 2}"  # players have two more workers in the box
            family.do(Lift(piece), Put(piece, square), Pause(chance.uniform(0, 500)))
    family.rest()
    squares = [square for _, square in places]
    family.settle(Place(squares[-1]), expected, among(*squares))
    family.play(1)


SCENES: Final[dict[str, Callable[[FamilyAtTable], None]]] = {
    "one_fell_far": one_fell_far,
    "two_fell": two_fell,
    **{f"phone_on_rim_{strength}": partial(phone_on_rim, strength=strength) for strength in (0.8, 1.2, 1.6, 2.0)},
    "snapped_together": snapped_together,
    "both_placed": both_placed,
    "held_over_square": held_over_square,
    "turned_with_towers": turned_with_towers,
    "new_game_in_a_hurry": new_game_in_a_hurry,
}


def played(job: tuple[str, int], *, weighs: bool) -> SceneRecord:
    """Play a scene, on a board that weighs or on another."""
    name, seed = job
    conditions = Conditions(seed=seed, frame_rate=FRAME_RATE, scale=weighs)
    with (
        open_simulated_board(conditions) as bench,
        table_at(bench, HardwareFaults(conditions), SeatThinker()) as table,
    ):
        family = FamilyAtTable(table, seed, name)
        record = family.record
        try:
            SCENES[name](family)
        except SceneOver:
            pass
        except (HandsFailed, TableStopped) as error:
            family.tell(f"the scene broke off: {error}")
            record.parts.append(PartOfScene(SceneOutcome.STUCK, 0.0))
        return record


def row(name: str, records: list[SceneRecord]) -> str:
    """Return the row of a scene in the table."""
    counts = Counter(each.outcome for each in records)
    right = [each.seconds for each in records if each.outcome in (SceneOutcome.READ, SceneOutcome.NAMED)]
    steps = [part for each in records for part in each.parts if part.is_step]
    read = sum(part.outcome is SceneOutcome.READ for part in steps)
    seconds = f"{median(right):.1f}" if right else "-"
    numbers = " | ".join(str(counts[each]) for each in SceneOutcome)
    return f"| {name} | {numbers} | {seconds} | {read} of {len(steps)} |"


def main() -> None:
    """Play the scenes and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20, metavar="N", help="of each scene (default: 20)")
    parser.add_argument(
        "--first", type=int, default=FIRST_SEED, metavar="SEED", help="the first seed (default: %(default)s)"
    )
    parser.add_argument("--scene", default="", metavar="NAME", help="only scenes whose name has this in it")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="scenes at a time (default: 2)")
    parser.add_argument("--scale", action="store_true", help="on a board that weighs")
    parser.add_argument("--explain", action="store_true", help="also tell each scene that was neither read nor named")
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.seeds)
    outcomes = " | ".join(SceneOutcome)
    print(f"| scene | {outcomes} | median s | steps read |\n|---|{'---|' * len(SceneOutcome)}---|---|")
    with ProcessPoolExecutor(asked.jobs) as pool:
        for name in (each for each in SCENES if asked.scene in each):
            records = list(pool.map(partial(played, weighs=asked.scale), [(name, seed) for seed in seeds], chunksize=4))
            print(row(name, records), flush=True)
            for record in records if asked.explain else ():
                if record.outcome not in (SceneOutcome.READ, SceneOutcome.NAMED):
                    print(f"\n{name} {record.seed}: {record.outcome}", *record.told, sep="\n  ", flush=True)


if __name__ == "__main__":
    main()
