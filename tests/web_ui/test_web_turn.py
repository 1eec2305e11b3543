"""A turn on the page in a real browser: what is typed, directions, going back, clocks, the private map, sound."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from engine.actions import Build, Done, Move, Place, Point, PutToken
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Direction, square
from engine.state import StepKind
from engine.views import SeenPlayer, SeenToken, SeenWorker
from table.session.snapshot import (
    ClockView,
    DraftStep,
    LogLine,
    Phase,
    SecretView,
    Snapshot,
    TakebackView,
)
from table.session.turns import Act, AnswerTakeback, AskTakeback, ChooseReading, ConfirmTurn, PauseClock, RestartTurn
from table.settings.options import ClockRule
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import Lend, open_sheet, press_button, press_in_more
from tests.web_ui.fake_table import SmallTable, atlas_build, draft, happened, lobby, playing
from tests.web_ui.layout import unreadable

B2, B5, C3, C4, D3 = (square(name) for name in ("b2", "b5", "c3", "c4", "d3"))


def remembering(snapshot: Snapshot, power: str, memory: tuple[tuple[str, str], ...]) -> Snapshot:
    """The same with another card in front of Ann, which remembers this."""
    assert snapshot.game is not None
    name = PowerName(power)
    players = (SeenPlayer(Seat.BLUE, 0, name, (name,), memory), *snapshot.game.players[1:])
    prompt = None if snapshot.prompt is None else replace(snapshot.prompt, power=name)
    return replace(snapshot, prompt=prompt, game=replace(snapshot.game, players=players, prompt=prompt))


# Placing.


def placing(first: Seat, placed: tuple[str, ...] = ()) -> Snapshot:
    """A player places the first worker, or the second, on Ann's phone."""
    shown = playing(tuple(Place(each) for each in (B2, C3)), StepKind.PLACE)
    assert shown.game is not None
    assert shown.prompt is not None
    prompt = replace(shown.prompt, seat=first, in_a_row=2 - len(placed))
    workers = tuple(SeenWorker(first, square(name)) for name in placed)
    game = replace(shown.game, workers=workers, prompt=prompt, active=None)
    return replace(shown, phase=Phase.PLACING, game=game, prompt=prompt, can_undo=bool(placed))


def test_the_band_says_which_worker_of_how_many_is_placed(screen: Page, table_api: SmallTable) -> None:
    for placed, title in (((), "place worker 1 of 2"), (("b2",), "place worker 2 of 2")):
        table_api.show(placing(Seat.BLUE, placed))
        expect(screen.get_by_role("heading", name=f"Your turn: {title}")).to_be_visible()


@pytest.mark.parametrize(
    ("before", "why"),
    [
        (replace(lobby((Seat.BLUE, "Ann"), (Seat.ORANGE, "Bo")), seats_held=(Seat.BLUE,)), "Bo sat down first"),
        (draft(DraftStep.START), "Bo was chosen to go first."),
        (replace(playing(()), phase=Phase.OVER, prompt=None), "This time Bo begins."),
    ],
    ids=["without gods", "named in the draft", "in a rematch"],
)
def test_the_band_says_why_somebody_begins_until_the_first_worker_stands(
    screen: Page, table_api: SmallTable, before: Snapshot, why: str
) -> None:
    table_api.show(before)
    expect(screen.locator("#app[data-version='2']")).to_be_visible()
    table_api.show(placing(Seat.ORANGE))
    expect(screen.locator(".banner, .under").get_by_text(why)).to_be_visible()
    table_api.show(placing(Seat.ORANGE, ("b2",)))
    expect(screen.locator(".board").get_by_role("button", name=re.compile("^b2, .*worker"))).to_be_visible()
    expect(screen.locator(".banner, .under").get_by_text(why)).to_have_count(0)


# Choosing.


def test_squares_can_be_typed(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing())
    sheet = open_sheet(screen)
    sheet.get_by_text("Type squares").click()
    field = screen.get_by_label("Squares one after another")
    field.fill("b2, z9")
    press_button(screen, "Tap them")
    expect(screen.get_by_role("status").filter(has_text="There is no square “z9”.")).to_be_visible()
    field.fill("b2 C3")
    field.press("Enter")
    expect(sheet).to_have_count(0)
    assert table_api.command() == Act(Move(B2, C3))


NEIGHBORS = {"n": "c4", "ne": "d4", "e": "d3", "se": "d2", "s": "c2", "sw": "b2", "w": "b3", "nw": "b4"}
ARROWS = """(neighbors) => {
  const degrees = (dx, dy) => Math.atan2(dx, -dy) * 180 / Math.PI;
  const middle = (name) => {
    const { left, top, width, height } = document.querySelector(`.board [data-square=${name}]`).getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const drawn = (tip, from, to) => {
    const place = (y) => new DOMPoint(0, y).matrixTransform(tip.getScreenCTM());
    const [start, end] = [place(from), place(to)];
    return degrees(end.x - start.x, end.y - start.y);
  };
  const [x, y] = middle("c3");
  const arrows = [...document.querySelectorAll(".pointer")].map((arrow) => {
    const box = arrow.getBoundingClientRect();
    const [across, down] = [box.left + box.width / 2, box.top + box.height / 2];
    const reached = document.elementFromPoint(across, down)?.closest(".pointer") === arrow;
    const angles = [drawn(arrow.querySelector(".tip"), 0, -49), degrees(across - x, down - y)];
    return [arrow.dataset.direction, angles, reached && box.width >= 44];
  });
  const seen = (name) => { const at = middle(name); return degrees(at[0] - x, at[1] - y); };
  const lines = [...document.querySelectorAll(".remembered .arrow path")].map((path) => drawn(path, 8, -8));
  const winds = [...document.querySelectorAll(".vane .tip")].map((tip) => drawn(tip, -12, -32));
  return { arrows, winds: [...winds, ...lines], seen: neighbors.map(([direction, name]) => [direction, seen(name)]) };
}"""


def apart(one: float, other: float) -> float:
    """Degrees between two directions."""
    return abs((one - other + 180) % 360 - 180)


def before_wind(seat: Seat, now: str | None = None) -> Snapshot:
    """The seat's phone is to choose a direction, on a board without towers; one may be chosen already."""
    options = tuple(Point(direction) for direction in Direction if direction.value != now)
    shown = remembering(playing(options, StepKind.POINT), "aeolus", (("direction", now),) if now else ())
    assert shown.game is not None
    assert shown.prompt is not None
    game = replace(shown.game, levels=(0,) * 25, domes=frozenset(), workers=())
    return replace(shown, game=game, prompt=replace(shown.prompt, seat=seat), seats_held=(seat,))


@pytest.mark.parametrize("flat", [False, True], ids=["isometric", "from above"])
@pytest.mark.parametrize("seat", list(Seat))
def test_arrows_lead_where_the_board_shows_the_neighbors(
    lend: Lend, address: str, table_api: SmallTable, seat: Seat, *, flat: bool
) -> None:
    complaints: list[str] = []
    table_api.show(before_wind(seat))
    with lend(complaints, 360, 640) as screen:
        screen.goto(address)
        expect(screen.locator(".pointer")).to_have_count(8)
        if flat:
            press_in_more(screen, "Board from above")
            screen.keyboard.press("Escape")
            expect(screen.locator(".board.flat")).to_be_visible()
        for now in Direction:
            table_api.show(before_wind(seat, now.value))
            expect(screen.locator(".pointer")).to_have_count(7)
            expect(screen.locator(f'.pointer[data-direction="{now.value}"]')).to_have_count(0)
            told = screen.evaluate(ARROWS, list(NEIGHBORS.items()))
            seen = dict(told["seen"])
            assert len(told["winds"]) == 2
            assert all(apart(angle, seen[now.value]) < 1 for angle in told["winds"])
            for direction, angles, reached in told["arrows"]:
                assert reached, direction
                assert all(apart(angle, seen[direction]) < 1 for angle in angles), direction
    assert complaints == []


def test_a_wind_is_chosen_by_an_arrow_on_the_board(screen: Page, table_api: SmallTable) -> None:
    winds = tuple(Point(direction) for direction in Direction if direction is not Direction.NE)
    table_api.show(remembering(playing((*winds, Point(None)), StepKind.POINT), "aeolus", (("direction", "ne"),)))
    arrows = screen.get_by_role("group", name="Directions")
    expect(arrows.get_by_role("button")).to_have_count(7)
    expect(arrows.get_by_role("button", name="To the north-east")).to_have_count(0)
    expect(arrows.get_by_text("SW", exact=True)).to_be_visible()
    expect(screen.get_by_role("button", name="Back to the card")).to_be_visible()
    remembered = screen.get_by_role("list", name="What the cards remember")
    expect(remembered.get_by_text("Direction: north-east.")).to_be_visible()
    assert violations(screen) == []
    arrows.get_by_role("button", name="To the south-west").press("Enter")
    assert table_api.command() == Act(Point(Direction.SW))


def test_a_double_tap_is_one_tap(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing())
    worker = screen.get_by_role("button", name=re.compile("^c4, "))
    worker.dblclick()
    expect(worker).to_have_attribute("aria-pressed", "true")
    table_api.show(atlas_build())
    skip = screen.get_by_role("button", name="Skip", exact=True)
    expect(skip).to_be_visible()
    box = skip.bounding_box()
    assert box is not None
    with screen.expect_response("**/command"):
        screen.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table_api.show(replace(playing(()), prompt=None, confirming=Seat.BLUE))
    expect(screen.get_by_role("button", name="Confirm turn")).to_be_visible()
    screen.mouse.down(click_count=2)
    screen.mouse.up(click_count=2)
    assert table_api.command() == Act(Done())
    screen.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(screen.locator("#app")).not_to_have_attribute("aria-busy", "true")
    assert table_api.asked[-1][1] == ConfirmTurn()


def test_what_a_power_allows_beside_the_step_is_said(screen: Page, table_api: SmallTable) -> None:
    table_api.show(remembering(playing((Move(B2, C3), Build(B2, C3))), "prometheus", ()))
    expect(screen.get_by_text("Or first build with a worker; then it must not move up.").first).to_be_visible()
    press_button(screen, "c3, level 1, you can move here, you can build here")
    press_button(screen, "Move b2 to c3")
    assert table_api.command() == Act(Move(B2, C3))


AS_APOLLO, AS_MINOTAUR = (Move(B2, C3, by=PowerName(power)) for power in ("apollo", "minotaur"))


def test_where_two_cards_allow_the_same_the_player_says_as_which(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing((AS_APOLLO, AS_MINOTAUR)))
    press_button(screen, "c3, level 1, you can move here")
    screen.get_by_role("group", name="What do you want to do there?").get_by_role(
        "button", name="Minotaur: Move b2 to c3; the other worker is pushed on"
    ).click()
    assert table_api.command() == Act(AS_MINOTAUR)


def test_and_what_the_board_was_read_as(screen: Page, table_api: SmallTable) -> None:
    builds = [Build(B2, C3, by=PowerName(power)) for power in ("achilles", "prometheus")]
    table_api.show(replace(playing(), choices=tuple((build,) for build in builds)))
    expect(screen.get_by_text("The board allows two readings. What did you play?").first).to_be_visible()
    press_button(screen, "Prometheus: Build a block on c3; no moving up afterwards")
    assert table_api.command() == ChooseReading(1)


def test_what_is_left_out_by_a_card_is_a_button_beside_leaving_it_out(screen: Page, table_api: SmallTable) -> None:
    as_heracles = Done(by=PowerName("heracles"))
    table_api.show(playing((Done(by=PowerName("morpheus")), as_heracles), StepKind.BUILD))
    press_button(screen, "Heracles: Skip the rest; this uses the power up")
    assert table_api.command() == Act(as_heracles)


def test_others_see_where_the_player_can_go_and_cannot_choose(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(playing(), seats_held=(), dark=(None,) * 25))
    expect(screen.get_by_text("You are watching.")).to_be_visible()
    press_button(screen, "c3, level 1, Ann can choose this")
    expect(screen.get_by_role("status").filter(has_text="Ann has to choose now.")).to_be_visible()
    assert table_api.asked == []


def test_the_last_turn_is_marked(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing())
    expect(screen.get_by_role("button", name="b1, level 2, worker of Bo, a worker came here last")).to_be_visible()


def test_what_happens_is_spoken(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing())
    spoken = screen.get_by_role("log").locator("p").last
    expect(spoken).to_have_text("Bo moved from b2 to b1. Your turn: move. Move one of your workers.")
    built = LogLine(3, happened("built", (("piece", "dome"), ("seat", "orange"), ("square", "e5"))))
    table_api.show(replace(table_api.current, log=(*table_api.current.log, built)))
    expect(spoken).to_have_text("Bo built a dome on e5.")


def test_a_teammate_is_told_to_talk_it_over_and_who_is_out_is_marked(screen: Page, table_api: SmallTable) -> None:
    shown = playing()
    assert shown.game is not None
    blue, orange = shown.game.players
    players = (blue, replace(orange, eliminated=True), replace(orange, seat=Seat.WHITE, team=0))
    table_api.show(replace(shown, seats_held=(Seat.WHITE,), game=replace(shown.game, players=players)))
    expect(screen.get_by_role("heading", name="Ann is moving")).to_be_visible()
    expect(screen.get_by_text("Your partner", exact=True)).to_be_visible()
    expect(screen.get_by_text("You play together: talk it over.")).to_be_visible()
    listed = open_sheet(screen, "Players").get_by_role("region", name="Players")
    expect(listed.get_by_text("Out of the game.")).to_have_count(1)


# Going back.


def test_a_turn_is_restarted(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(playing(), can_restart=True))
    press_in_more(screen, "Restart turn")
    assert table_api.command() == RestartTurn()


def test_a_player_asks_for_a_turn_to_be_taken_back_and_thinks_better_of_it(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(playing(), can_take_back=True))
    press_in_more(screen, "Take back the last turn")
    assert table_api.command() == AskTakeback()
    table_api.show(replace(table_api.current, takeback=TakebackView(Seat.BLUE, (Seat.ORANGE,))))
    expect(screen.get_by_text("Still to agree: Bo.")).to_be_visible()
    press_button(screen, "Cancel")
    assert table_api.command(1) == AnswerTakeback(agree=False)
    table_api.show(replace(table_api.current, takeback=TakebackView(Seat.BLUE, (Seat.ORANGE,), refused=Seat.ORANGE)))
    expect(screen.get_by_text("Bo declined. The game goes on.")).to_be_visible()


@pytest.mark.parametrize(("name", "agree"), [("Agree", True), ("Decline", False)])
def test_the_others_agree_or_not(screen: Page, table_api: SmallTable, name: str, agree: bool) -> None:  # noqa: FBT001 - a row
    table_api.show(replace(playing(), takeback=TakebackView(Seat.ORANGE, (Seat.BLUE,))))
    expect(screen.get_by_text("Bo would like to take back the last turn.")).to_be_visible()
    press_button(screen, name)
    assert table_api.command() == AnswerTakeback(agree=agree)


# The clock.


def test_the_clocks_run_on_and_say_when_time_is_out(screen: Page, table_api: SmallTable) -> None:
    left = ((Seat.BLUE, 1_500), (Seat.ORANGE, 61_000))
    table_api.show(replace(playing(), clock=ClockView(ClockRule(2, 0), left, Seat.BLUE, paused=False, since=0.0)))
    clocks = screen.get_by_role("region", name="Clocks")
    expect(clocks.get_by_text("1:01")).to_be_visible()
    expect(clocks.get_by_role("status")).to_have_text("Ann's time has run out.")
    press_button(screen, "Pause the clocks")
    assert table_api.command() == PauseClock(paused=True)


# Secrets.


def hecate() -> Snapshot:
    """Ann has Hecate; her own workers are secret, and she moves one of them."""
    shown = remembering(playing(), "hecate", ())
    assert shown.game is not None
    assert shown.prompt is not None
    prompt = replace(shown.prompt, power=PowerName("mortal"))
    own = (SeenWorker(Seat.BLUE, B2), SeenWorker(Seat.BLUE, C4))
    moved = (("origin", "b1"), ("seat", "blue"), ("to", "b2"))
    instead = happened("acted_in_secret", moved[1:2])
    log = (LogLine(1, happened("worker_moved", moved), secret=True, instead=instead),)
    secret = SecretView(own, (), step=True)
    return replace(shown, prompt=prompt, game=replace(shown.game, prompt=prompt), secret=secret, log=log)


def test_what_is_secret_is_covered_until_its_owner_uncovers_it(screen: Page, table_api: SmallTable) -> None:
    table_api.show(hecate())
    expect(screen.get_by_role("img", name="covered")).to_be_visible()
    expect(screen.get_by_role("button", name=", your worker")).to_have_count(0)
    expect(screen.get_by_text("Ann did something in secret.").first).to_be_visible()
    expect(screen.get_by_text("from b1 to b2")).to_have_count(0)
    press_button(screen, "c3")
    expect(screen.get_by_role("status").filter(has_text="Uncover your secret map and choose there.")).to_be_visible()
    assert table_api.asked == []
    screen.get_by_role("button", name="Uncover", exact=True).click()
    board = screen.get_by_role("table", name="Your secret map, uncovered")
    assert violations(screen) + unreadable(screen) == []
    board.get_by_role("button", name="b2, ground, your worker").click()
    board.get_by_role("button", name="c3, level 1, you can move here").click()
    assert table_api.command() == Act(Move(B2, C3))
    screen.get_by_role("button", name="Cover", exact=True).click()
    expect(board).to_have_count(0)


def test_a_step_in_secret_reveals_nothing_by_how_fast_it_was(timed: Page, table_api: SmallTable) -> None:
    timed.clock.install()
    table_api.show(hecate())
    expect(timed.get_by_role("img", name="covered")).to_be_visible()
    timed.clock.pause_at(timed.evaluate("Date.now()") / 1000 + 0.1)
    press_button(timed, "Uncover")
    board = timed.get_by_role("table", name="Your secret map, uncovered")
    board.get_by_role("button", name="b2, ground, your worker").click()
    board.get_by_role("button", name="c3, level 1, you can move here").click()
    expect(timed.get_by_text("Wait a moment, so that nobody learns from how fast you choose.")).to_be_visible()
    timed.clock.run_for(2000)
    assert table_api.asked == []
    timed.clock.run_for(1000)
    assert table_api.command() == Act(Move(B2, C3))


def test_the_map_is_seen_while_its_button_is_held(screen: Page, table_api: SmallTable) -> None:
    table_api.show(hecate())
    board = screen.get_by_role("table", name="Your secret map, uncovered")
    screen.get_by_role("button", name="Hold to look").hover()
    screen.mouse.down()
    expect(board).to_be_visible()
    screen.mouse.up()
    expect(board).to_have_count(0)


def test_the_map_covers_itself_when_the_page_is_left(screen: Page, table_api: SmallTable) -> None:
    table_api.show(hecate())
    screen.get_by_role("button", name="Uncover", exact=True).click()
    board = screen.get_by_role("table", name="Your secret map, uncovered")
    expect(board).to_be_visible()
    screen.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(board).to_have_count(0)
    screen.get_by_role("button", name="Uncover", exact=True).click()
    expect(board).to_be_visible()
    table_api.show(replace(hecate(), secret=SecretView((), (), step=False)))
    expect(board).to_have_count(0)


def test_the_squares_of_fate_are_marked_on_the_covered_map_alone(screen: Page, table_api: SmallTable) -> None:
    secret = SecretView((), (("corner", "c3"),), step=False)
    shown = remembering(playing(), "moerae", (("corner", "c3"),))
    assert shown.game is not None
    fate = tuple(SeenToken(PowerName("moerae"), square(name)) for name in ("c3", "d3", "c4", "d4"))
    table_api.show(replace(shown, game=replace(shown.game, secrets=fate), secret=secret))
    expect(screen.get_by_role("button", name="a square of fate")).to_have_count(0)
    expect(screen.get_by_text("Fate from c3")).to_have_count(0)
    screen.get_by_role("button", name="Uncover", exact=True).click()
    board = screen.get_by_role("table", name="Your secret map, uncovered")
    for name in ("c3", "d3", "c4", "d4"):
        marked = re.compile(rf"^{name},.*a square of fate")
        expect(board.get_by_role("button", name=name)).to_have_accessible_name(marked)


def test_a_secret_token_is_put_on_the_covered_map(screen: Page, table_api: SmallTable) -> None:
    shown = remembering(playing((PutToken(B5), PutToken(D3)), StepKind.TOKEN), "tartarus", ())
    table_api.show(replace(shown, secret=SecretView((), (), step=True)))
    expect(screen.get_by_text("Tartarus: choose in secret the square of the Abyss.").first).to_be_visible()
    screen.get_by_role("button", name="Uncover", exact=True).click()
    board = screen.get_by_role("table", name="Your secret map, uncovered")
    board.get_by_role("button", name="b5").click()
    assert table_api.command() == Act(PutToken(B5))


# Sound.


def test_one_tap_turns_the_sound_off_and_the_phone_remembers_it(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing())
    sound = open_sheet(screen).get_by_role("button", name="Sound and vibration")
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    screen.reload()
    expect(screen.get_by_role("button", name="Sound and vibration")).to_have_attribute("aria-pressed", "false")
