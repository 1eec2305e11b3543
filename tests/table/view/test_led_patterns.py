"""What the lights say, that it can be told apart without colours, and what it costs."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from common.message import Message
from engine import PUBLIC, Game, Outcome, Player, PowerName, Reason, Seat, Setup, Square, View, square
from engine.notation import parse_action, parse_position, state_of
from hardware.board import DARK, Lights
from hardware.lights import DEFAULT_BUDGET_MA, current
from table.session.board_reports import FOLLOWING, BoardStatus
from table.session.snapshot import TOUCH_QUESTIONS, BoardDifference, BoardIssue, BoardMode, DifferenceKind, Phase
from table.view.led_patterns import SEAT_COLOURS, LightPlan, Pattern, plan_lights, plan_lobby


def game(blue: str = "mortal", orange: str = "mortal", *steps: str) -> Game:
    players = (Player(Seat.BLUE, PowerName(blue), 0), Player(Seat.ORANGE, PowerName(orange), 1))
    begun = Game.begin(Setup(players))
    for text in ("@b2", "@d4", "@d2", "@b4", *steps):
        begun = begun.play(parse_action(text))
    return begun


def plan(of: Game, status: BoardStatus = FOLLOWING) -> LightPlan:
    return plan_lights(of.view(PUBLIC), status)


def lit(of: LightPlan, ms: int = 0) -> set[int]:
    return {number for number, colour in enumerate(of.at(ms).colours) if colour != DARK}


def names(*squares: str) -> set[int]:
    return {square(name) for name in squares}


def in_hand(name: str) -> BoardStatus:
    return BoardStatus(BoardMode.IN_HAND, square(name))


def flashes(of: LightPlan, at: int, period: int = 12_000) -> int:
    """How often a light goes on within the period, looked at every 10 ms."""
    levels = [of.at(ms).colours[at] != DARK for ms in range(0, period, 10)]
    return sum(now and not before for before, now in itertools.pairwise(levels))


def test_the_workers_that_may_move_are_softly_lit_in_their_colour() -> None:
    shown = plan(game()).at(0)
    assert lit(plan(game())) == names("b2", "d4")
    assert shown.colours[square("b2")].blue > shown.colours[square("b2")].red


def test_a_lifted_worker_lights_its_destinations_brighter() -> None:
    destinations = plan(game(), in_hand("b2"))
    assert lit(destinations) == names("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3")
    assert destinations.at(0).colours[square("c3")].blue > plan(game()).at(0).colours[square("b2")].blue


def test_a_hint_flashes_over_what_may_be_chosen_and_is_never_dark() -> None:
    view = game().view(PUBLIC)
    hint = (parse_action("b2-c3"), parse_action("b2-b3"))
    shown = plan_lights(view, FOLLOWING, hinted=hint)
    assert all(lit(shown, ms) == names("b2", "b3", "c3", "d4") for ms in range(0, 2400, 20))
    assert {at for at in range(25) if shown.at(0).colours[at] != shown.at(600).colours[at]} == names("b2", "b3", "c3")
    lifted = plan_lights(view, in_hand("b2"), hinted=hint)
    assert {at for at in range(25) if lifted.at(0).colours[at] != lifted.at(600).colours[at]} == names("b3", "c3")
    assert lit(lifted) == lit(plan(game(), in_hand("b2")))


def test_a_worker_that_may_not_move_lights_only_its_way_back() -> None:
    assert lit(plan(game(), in_hand("d2"))) == names("d2")


def test_after_a_move_the_builds_pulse() -> None:
    builds = plan(game("mortal", "mortal", "b2-b3"))
    assert lit(builds) == names("a2", "b2", "c2", "a3", "c3", "a4", "c4")
    assert {glow.pattern for glow in builds.glows} == {Pattern.PULSE}
    assert builds.animated


def test_after_a_first_move_that_may_go_on_the_builds_pulse_too() -> None:
    """Artemis may move on, or tap a square to build: both are lit, and differ in time."""
    shown = plan(game("artemis", "mortal", "b2-b3"))
    pulsing = {glow.square for glow in shown.glows if glow.pattern is Pattern.PULSE}
    assert pulsing == names("a2", "b2", "c2", "a3", "c3", "a4", "c4")
    assert {glow.square for glow in shown.glows if glow.pattern is Pattern.STEADY} == names("b3")


def test_what_else_a_step_names_is_softly_lit() -> None:
    """Selene's player tells which worker is the female one; the Siren's call moves an opponent's worker."""
    players = (Player(Seat.BLUE, PowerName("selene"), 0), Player(Seat.ORANGE, PowerName("apollo"), 1))
    begun = Game.begin(Setup(players)).play(parse_action("@b2")).play(parse_action("@d4"))
    assert lit(plan_lights(begun.view(PUBLIC), FOLLOWING)) == names("b2", "d4")


def test_a_worker_that_may_be_forced_is_lit_and_in_the_hand_lights_where_to() -> None:
    """Charon's worker on b2 may bring the one on b3 across to b1."""
    begun = Game.at(state_of(parse_position("0000000000000000000000000/1/charon:b2,e1/mortal:b3,e5")))
    assert lit(plan(begun)) == names("b2", "e1", "b3")
    assert lit(plan(begun, in_hand("b3"))) == names("b1")


def test_before_the_first_move_of_a_power_that_need_not_move_only_its_workers_are_lit() -> None:
    assert lit(plan(game("hermes"))) == names("b2", "d4")


def test_free_squares_are_lit_while_workers_are_placed() -> None:
    players = (Player(Seat.WHITE, team=0), Player(Seat.ORANGE, team=1))
    begun = Game.begin(Setup(players)).play(parse_action("@c3"))
    shown = plan_lights(begun.view(PUBLIC), FOLLOWING)
    assert len(lit(shown)) == 24
    assert square("c3") not in lit(shown)


def restore(*differences: BoardDifference) -> LightPlan:
    return plan(game(), BoardStatus(BoardMode.RESTORE, None, differences, Message("board.differs")))


def test_what_to_clear_and_what_to_fill_differ_in_colour_and_in_time() -> None:
    shown = restore(
        BoardDifference(square("e5"), DifferenceKind.EXTRA, Seat.BLUE),
        BoardDifference(square("b2"), DifferenceKind.MISSING, Seat.BLUE),
        BoardDifference(square("a1"), DifferenceKind.WRONG_SEAT, Seat.ORANGE),
    )
    assert {glow.pattern for glow in shown.glows} == {Pattern.DOUBLE_BLINK, Pattern.PULSE, Pattern.EXCHANGE}
    assert flashes(shown, square("e5")) == 15
    assert flashes(shown, square("b2")) <= 1
    clear, fill = (shown.at(0).colours[square(name)] for name in ("e5", "b2"))
    assert clear.red > clear.blue
    assert fill.blue > fill.red


def in_time(of: LightPlan, at: int) -> tuple[float, ...]:
    """How bright a light is over its longest period, each 20 ms, whatever its colour."""
    colours = [of.at(ms).colours[at] for ms in range(0, 9600, 20)]
    sums = [colour.red + colour.green + colour.blue for colour in colours]
    return tuple(round(each / max(sums), 2) for each in sums)


def test_each_kind_of_difference_is_told_by_its_course_in_time_alone() -> None:
    kinds = list(DifferenceKind)
    shown = restore(*(BoardDifference(number, kind, Seat.BLUE, 1, 2) for number, kind in enumerate(kinds)))
    unsure = plan(game(), BoardStatus(BoardMode.UNSURE, doubtful=(square("a1"),)))
    courses = {in_time(shown, number) for number in range(len(kinds))} | {in_time(unsure, square("a1"))}
    assert len(courses) == len(kinds) + 1


def test_a_tower_to_build_up_climbs_and_one_to_take_down_descends() -> None:
    shown = restore(
        BoardDifference(0, DifferenceKind.TOO_LOW, None, 1, 2),
        BoardDifference(1, DifferenceKind.TOO_HIGH, None, 3, 2),
    )
    up, down = ([shown.at(ms).colours[at] for ms in range(300, 2400, 600)] for at in (0, 1))
    assert up[0] == down[3] == DARK
    assert [colour.blue for colour in up] == sorted(colour.blue for colour in up)
    assert [colour.red for colour in down] == sorted((colour.red for colour in down), reverse=True)


def test_a_worker_that_is_away_for_long_is_pointed_out_while_its_ways_stay_lit() -> None:
    waiting = BoardStatus(
        BoardMode.IN_HAND, square("b2"), (BoardDifference(square("b2"), DifferenceKind.MISSING, Seat.BLUE),)
    )
    assert lit(plan(game(), waiting), 1000) == lit(plan(game(), in_hand("b2"))) | names("b2")


def test_nothing_blinks_faster_than_three_times_a_second() -> None:
    kinds = list(DifferenceKind)
    shown = restore(*(BoardDifference(number, kind, Seat.BLUE, 1, 2) for number, kind in enumerate(kinds)))
    for at in range(len(kinds)):
        on = [ms for ms in range(10, 12_000, 10) if shown.at(ms).colours[at] != DARK == shown.at(ms - 10).colours[at]]
        assert all(later - earlier >= 334 for earlier, later in itertools.pairwise(on))


def test_squares_in_doubt_are_shown() -> None:
    doubt = BoardStatus(BoardMode.UNSURE, doubtful=(square("c3"), square("d4")))
    assert lit(plan(game(), doubt)) == names("c3", "d4")


@pytest.mark.parametrize("question", TOUCH_QUESTIONS)
def test_a_square_that_may_have_been_touched_blinks_among_the_builds(question: BoardIssue) -> None:
    doubt = BoardStatus(BoardMode.FOLLOWING, issue=question, doubtful=(square("c3"),))
    built = game("mortal", "mortal", "b2-b3")
    patterns = {glow.square: glow.pattern for glow in plan(built, doubt).glows}
    others = names("a2", "b2", "c2", "a3", "a4", "c4")
    assert patterns == {**dict.fromkeys(others, Pattern.PULSE), square("c3"): Pattern.SLOW_BLINK}


def test_where_a_strange_magnet_hinders_the_reading_it_is_to_be_taken_away() -> None:
    stray = (square("e1"), square("e2"))
    doubt = BoardStatus(BoardMode.UNSURE, doubtful=(square("d1"),), stray=stray)
    patterns = {glow.square: glow.pattern for glow in plan(game(), doubt).glows}
    assert patterns == {
        square("d1"): Pattern.SLOW_BLINK,
        square("e1"): Pattern.DOUBLE_BLINK,
        square("e2"): Pattern.DOUBLE_BLINK,
    }
    following = BoardStatus(BoardMode.FOLLOWING, stray=stray)
    assert plan(game(), following) == plan(game())


def test_a_turn_that_waits_for_its_confirmation_lights_the_rim() -> None:
    shown = plan_lights(game().view(PUBLIC), FOLLOWING, confirming=Seat.PURPLE)
    assert len(lit(shown)) == 16
    assert {glow.colour for glow in shown.glows} == {SEAT_COLOURS[Seat.PURPLE]}


def won(view: View) -> View:
    return replace(view, outcome=Outcome((Seat.ORANGE,), Reason.of("win.moved_up")), prompt=None, options=())


def test_a_win_is_celebrated_in_the_winners_colour_on_every_square() -> None:
    shown = plan_lights(won(game().view(PUBLIC)), FOLLOWING)
    assert {glow.square for glow in shown.glows} == {Square(number) for number in range(25)}
    assert {glow.colour for glow in shown.glows} == {SEAT_COLOURS[Seat.ORANGE]}
    assert shown.animated


def test_a_secret_turn_looks_the_same_whatever_is_secret() -> None:
    """Hecate's workers: no square of the lights depends on where they are, and none changes with time."""
    players = (Player(Seat.BLUE, PowerName("hecate"), 0), Player(Seat.ORANGE, PowerName("mortal"), 1))
    shown = set()
    for first, second in (("@a1", "@e5"), ("@c3", "@b4"), ("@d1", "@a4")):
        begun = Game.begin(Setup(players))
        for text in ("@b2", "@d4"):
            begun = begun.play(parse_action(text))
        assert begun.to_act is Seat.BLUE
        shown.add(plan_lights(begun.view(PUBLIC), FOLLOWING))
        begun = begun.play(parse_action(first))
        shown.add(plan_lights(begun.view(PUBLIC), FOLLOWING))
        begun = begun.play(parse_action(second))
    assert len(shown) == 1
    (neutral,) = shown
    assert lit(neutral)
    assert not neutral.animated


def test_lights_refuse_a_view_that_is_not_public() -> None:
    with pytest.raises(ValueError, match="everyone"):
        plan_lights(game().view(Seat.BLUE), FOLLOWING)


def test_without_a_game_the_table_shows_its_four_colours() -> None:
    shown = plan_lobby(Phase.LOBBY)
    assert lit(shown) == names("a1", "e1", "e5", "a5")
    assert not shown.animated


@pytest.mark.parametrize(("size", "clockwise"), [(5, ("a1", "a5", "e5", "e1")), (4, ("a1", "a4", "d4", "d1"))])
def test_the_colours_of_the_seats_go_round_the_board_clockwise(size: int, clockwise: tuple[str, ...]) -> None:
    shown = plan_lobby(Phase.LOBBY, size=size)
    colours = {glow.square: glow.colour for glow in shown.glows}
    assert colours == {square(name): SEAT_COLOURS[seat] for name, seat in zip(clockwise, Seat, strict=True)}


def worst(of: LightPlan) -> float:
    return max(current(of.at(ms)) for ms in range(0, 12_000, 20))


def everywhere(kind: DifferenceKind) -> LightPlan:
    return restore(*(BoardDifference(number, kind, Seat.WHITE) for number in range(25)))


def white_game() -> View:
    return Game.begin(Setup((Player(Seat.WHITE, team=0), Player(Seat.ORANGE, team=1)))).view(PUBLIC)


def test_no_picture_needs_to_be_dimmed_for_the_usual_power_supply() -> None:
    """Computed by the model of `hardware.lights`; 25 mA of it is dark. The dearest picture of all is 25 squares of
    white winners or of pieces to fill, below 500 mA; a usual hint is below 100 mA."""
    white_win = replace(won(white_game()), outcome=Outcome((Seat.WHITE,), Reason.of("win.moved_up")))
    pictures = {
        "placing": plan_lights(white_game(), FOLLOWING),
        "win": plan_lights(white_win, FOLLOWING),
        "clear": everywhere(DifferenceKind.EXTRA),
        "fill": everywhere(DifferenceKind.MISSING),
        "exchange": everywhere(DifferenceKind.WRONG_SEAT),
        "build up": everywhere(DifferenceKind.TOO_LOW),
        "take down": everywhere(DifferenceKind.TOO_HIGH),
        "stand up": everywhere(DifferenceKind.FALLEN),
    }
    costs = {name: round(worst(picture)) for name, picture in pictures.items()}
    assert max(costs.values()) <= 260, costs
    assert max(costs.values()) < DEFAULT_BUDGET_MA
    assert worst(plan(game(), in_hand("b2"))) < 100
    assert worst(plan(game("mortal", "mortal", "b2-b3"))) < 100


def test_a_plan_gives_whole_lights() -> None:
    assert isinstance(LightPlan().at(123), Lights)
