"""Every page can be read: axe-core finds nothing wrong, in light and in dark colours, and on a small phone nothing is
cut off or without words, in any language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from common.message import Message
from engine.casting.catalogue import CARDS
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import square
from engine.state import Outcome
from hardware.board import Button
from table.session.board_choice import BoardKind
from table.session.snapshot import (
    BoardDifference,
    BoardMode,
    BoardsView,
    ClaimEnd,
    ClaimView,
    ClockView,
    DifferenceKind,
    DraftStep,
    Phase,
    SecretView,
    Snapshot,
    TakebackView,
    TurnedAwayView,
)
from table.settings.configuration import Configuration, Configured, Wifi
from table.settings.options import ClockRule
from tests.web_ui.accessibility import violations
from tests.web_ui.board_page import open_bench
from tests.web_ui.browser import Lend
from tests.web_ui.fake_table import CAST, FOLLOWING, SmallTable, atlas_build, draft, lobby, playing, voted
from tests.web_ui.layout import in_each_language, unreadable
from web_ui.languages import catalogue, offered

GUESTS = Wifi("The guests of the house by the sea", "correct horse battery staple correct horse battery staple")
OWNED = Configured(Configuration(wifi=GUESTS), Path("/etc/thera/thera.toml"))
WOOD = BoardsView(BoardKind.REAL, offered=None, moved=False, troubles=())
HOSTED = replace(
    lobby(*CAST), seats_held=(Seat.BLUE,), host=True, leader=Seat.BLUE, wifi=GUESTS, configured=OWNED, boards=WOOD
)
LONG = ((Seat.BLUE, "Maximiliane Alexandra II"), (Seat.ORANGE, "Bartholomaeuswilhelmson"))
CLEO = ClaimView(Seat.WHITE, "Cleo", "KTRM", mine=False, answers=True)
MINE = replace(CLEO, mine=True, answers=False, corners=tuple(map(square, ("e5", "a1", "a5"))), asked=(Seat.BLUE,))
PRESSES = (Button.UNDO, Button.DONE, Button.DONE, Button.UNDO, Button.UNDO, Button.DONE)
TOUCHED = {"squares": "e5, a1, a5"}
MANY = tuple(replace(CLEO, name="X" * 24, code=f"KTR{number}") for number in range(10))
CROWDED = TurnedAwayView(Seat.BLUE, ClaimEnd.CROWDED)
LYING_STILL = replace(playing(), seats_held=(), host=False, found=True)
FREEING = "thera seats free"
HELPLESS = replace(MINE, corners=(), asked=())
PRESSED = replace(HELPLESS, presses=PRESSES)


def secret() -> Snapshot:
    """Ann puts the Abyss of Tartarus somewhere."""
    shown = playing()
    assert shown.prompt is not None
    prompt = replace(shown.prompt, power=PowerName("tartarus"))
    return replace(shown, prompt=prompt, secret=SecretView((), (), step=True))


def disagreement() -> Snapshot:
    """A worker stands where it may not go, and the page leads it back."""
    told = (
        BoardDifference(square("b2"), DifferenceKind.MISSING, Seat.BLUE, None, None),
        BoardDifference(square("e5"), DifferenceKind.EXTRA, Seat.BLUE, None, None),
    )
    board = replace(FOLLOWING, mode=BoardMode.RESTORE, differences=told, message=Message("board.differs"))
    return replace(playing(), board=board)


def playing_with(people: tuple[tuple[Seat, str], ...]) -> Snapshot:
    return replace(playing(), seats=lobby(*people).seats)


def over() -> Snapshot:
    """Ann has won."""
    shown = playing()
    assert shown.game is not None
    outcome = Outcome((Seat.BLUE,), Reason("win.moved_up", (("square", "c4"),)))
    return replace(
        shown, phase=Phase.OVER, prompt=None, game=replace(shown.game, prompt=None, options=(), outcome=outcome)
    )


def of_the_clock() -> Snapshot:
    left = ((Seat.BLUE, 754_000), (Seat.ORANGE, 61_000))
    clock = ClockView(ClockRule(15, 0), left, Seat.BLUE, paused=True, since=0.0)
    return replace(playing(), clock=clock, can_restart=True)


# A state of the table, and the key and the arguments of a sentence that is on the page then and was not just before.
States = tuple[tuple[str, Snapshot, str, dict[str, str]], ...]
BEFORE_A_GAME: States = (
    ("lobby", HOSTED, "lobby.begin", {}),
    ("claim", replace(HOSTED, claims=(CLEO,)), "claim.compare", {}),
    ("long names in the lobby", replace(lobby(*LONG), leader=Seat.BLUE), "lobby.claim", {}),
    ("my claim", replace(lobby(*CAST), claims=(replace(MINE, presses=PRESSES),)), "claim.withdraw", {}),
    ("my claim at a board of wood", replace(lobby(*CAST), claims=(MINE,), boards=WOOD), "claim.touch", TOUCHED),
    ("many claims", replace(HOSTED, claims=MANY), "claim.more", {"count": "8"}),
    ("a claim too many", replace(lobby(), turned_away=CROWDED), "claim.ended.crowded", {}),
    ("offer", draft(), "draft.offer.you", {"count": "2"}),
    ("vote", voted(), "draft.vote.you", {"count": "2"}),
    ("choose", draft(DraftStep.CHOOSE), "draft.choose.you", {}),
    ("voted", voted(DraftStep.CHOOSE), "draft.votes_were", {}),
    ("start", draft(DraftStep.START), "draft.start.you", {}),
)
IN_A_GAME: States = (
    ("a claim in a game that lies still", replace(LYING_STILL, claims=(PRESSED,), boards=WOOD), "claim.press", {}),
    (
        "a claim in a game",
        replace(LYING_STILL, found=False, claims=(HELPLESS,), boards=WOOD),
        "claim.nobody",
        {"command": FREEING},
    ),
    ("a claim on a screen", replace(LYING_STILL, claims=(PRESSED,)), "claim.nobody_screen", {"command": FREEING}),
    ("turn", playing(), "ask.move", {}),
    ("a question", atlas_build(), "ask.build", {}),
    ("secret", secret(), "secret.choose", {}),
    ("disagreement", disagreement(), "board.differs", {}),
    ("found", replace(playing(), found=True), "found.resume", {}),
    ("clocks", of_the_clock(), "clock.go_on", {}),
    ("taking back", replace(playing(), takeback=TakebackView(Seat.ORANGE, (Seat.BLUE,))), "takeback.agree", {}),
    ("to confirm", replace(playing(()), prompt=None, confirming=Seat.BLUE), "play.confirm", {}),
    ("long names", playing_with(LONG), "ask.move", {}),
    ("over", over(), "outcome.again", {}),
)
SOME_POWERS = frozenset(map(PowerName, ("apollo", "atlas", "circe", "gaea", "hecate", "pan")))
DRAFT_AND_TURN = tuple(
    state
    for state in (*BEFORE_A_GAME, *IN_A_GAME)
    if state[0] in ("offer", "choose", "start", "turn", "a question", "secret", "to confirm")
)


@pytest.fixture
def opened(lend: Lend, address: str) -> Iterator[Callable[..., Page]]:
    """Opens phones at the table; nothing that their consoles complain of is allowed."""
    complaints: list[str] = []

    def at(path: str, width: int, height: int, language: str = "en") -> Page:
        page = pages.enter_context(lend(complaints, width, height))
        page.context.add_cookies([{"name": "thera_language", "value": language, "url": address}])
        page.goto(address + path)
        return page

    with ExitStack() as pages:
        yield at
    assert complaints == []


def said(language: str, key: str, args: dict[str, str]) -> str:
    text = catalogue(language)[key]
    for name, value in args.items():
        text = text.replace("{" + name + "}", value)
    return text


def with_some_powers(states: States) -> States:
    """The same states with six powers to choose from, two of them with something to say against it: axe-core takes
    seconds for a list of 55, which `test_web_draft` gives it once."""

    def short(shown: Snapshot) -> Snapshot:
        if shown.draft is None:
            return shown
        cards = tuple(card for card in shown.draft.cards if card.power in SOME_POWERS)
        return replace(shown, draft=replace(shown.draft, cards=cards))

    return tuple((name, short(shown), key, args) for name, shown, key, args in states)


def faults(
    page: Page, table_api: SmallTable, states: States, language: str, look: Callable[[Page], list[str]]
) -> dict[str, list[str]]:
    """What ``look`` finds in each state."""
    found = {}
    for name, state, key, args in states:
        table_api.show(state)
        expect(page.get_by_text(said(language, key, args)).locator("visible=true").first).to_be_visible()
        found[name] = look(page)
    return {name: them for name, them in found.items() if them}


def test_axe_finds_nothing_in_any_state(opened: Callable[..., Page], table_api: SmallTable) -> None:
    page = opened("/", 320, 640)
    assert faults(page, table_api, with_some_powers((*BEFORE_A_GAME, *IN_A_GAME)), "en", violations) == {}


@pytest.mark.parametrize("language", ["pl", *(pytest.param(each, marks=pytest.mark.slow) for each in ("fr", "nl"))])
def test_axe_finds_nothing_in_the_draft_and_the_turn_in_other_languages(
    opened: Callable[..., Page], table_api: SmallTable, language: str
) -> None:
    page = opened("/", 320, 640, language)
    assert faults(page, table_api, with_some_powers(DRAFT_AND_TURN), language, violations) == {}


@in_each_language
def test_nothing_is_cut_off_or_without_words_on_a_small_phone(
    opened: Callable[..., Page], table_api: SmallTable, language: str
) -> None:
    page = opened("/", 320, 640, language)
    assert faults(page, table_api, (*BEFORE_A_GAME, *IN_A_GAME), language, unreadable) == {}


BROKEN_WORDS = r"""() => [...document.querySelectorAll(".thumb button")].flatMap((button) => {
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    const broken = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const word of node.data.matchAll(/\S+/g)) {
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            if (range.getClientRects().length > 1) broken.push(word[0]);
        }
    }
    return broken;
})"""


@pytest.mark.parametrize("text", [16, 32])
@in_each_language
def test_no_word_on_the_bar_at_the_thumb_is_broken(
    opened: Callable[..., Page], table_api: SmallTable, language: str, text: int
) -> None:
    page = opened("/", 320, 640, language)
    page.evaluate("size => { document.documentElement.style.fontSize = `${size}px`; }", text)
    states = tuple(state for state in IN_A_GAME if state[0] in ("turn", "a question", "to confirm", "over"))
    assert faults(page, table_api, states, language, lambda shown: list(shown.evaluate(BROKEN_WORDS))) == {}


@pytest.mark.parametrize("path", ["/", "/board"])
@in_each_language
def test_the_lobby_fits_a_small_phone_with_text_twice_as_large(
    opened: Callable[..., Page], table_api: SmallTable, language: str, path: str
) -> None:
    table_api.show(HOSTED)
    page = opened(path, 320, 640, language)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(page.locator(".join .address").first).to_be_attached()
    assert unreadable(page) == []
    page.locator("#menu button").click()
    opened_menu = page.locator("#menu nav").bounding_box()
    assert opened_menu
    assert opened_menu["x"] >= 0
    assert opened_menu["x"] + opened_menu["width"] <= 320


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        ("#powers", f"{len(CARDS)} gods"),
        ("#powers/pan", "Good to know"),
        ("#settings", "Brightness of the board"),
        ("#settings/first/colours", "Can you tell the four apart?"),
        ("#options", "Play with a clock"),
    ],
)
def test_every_view_is_readable(opened: Callable[..., Page], table_api: SmallTable, view: str, sentence: str) -> None:
    table_api.show(HOSTED)
    page = opened(f"/{view}", 320, 640)
    expect(page.get_by_text(sentence).first).to_be_visible()
    assert violations(page) + unreadable(page) == []


@pytest.mark.parametrize("language", [language for language in offered() if language != "en"])
def test_what_is_configured_is_readable_in_other_languages(
    opened: Callable[..., Page], table_api: SmallTable, language: str
) -> None:
    table_api.show(HOSTED)
    page = opened("/#settings", 320, 640, language)
    texts = catalogue(language, "settings")
    page.get_by_role("heading", name=texts["configured.door"]).click()
    expect(page.get_by_text(texts["configured.title"])).to_be_visible()
    assert unreadable(page) == []


def test_the_virtual_board_is_readable(opened: Callable[..., Page], table_api: SmallTable) -> None:
    table_api.show(playing())
    page = opened("/board", 1180, 900)
    open_bench(page)
    expect(page.get_by_text("Move one of your workers.").first).to_be_visible()
    assert violations(page) + unreadable(page) == []


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("<main><h1>Thera</h1><button></button></main>", "button-name"),
        ("<main><h1>Thera</h1><p id='dim'>low</p></main>", "color-contrast"),
        ("<main><h1>Thera</h1><p id='small'>Donaudampfschiffahrtsgesellschaft</p></main>", "wider than its box"),
        ("<main><h1>Thera</h1><p id='far'>over there</p></main>", "beside the page"),
        ("<main><h1>Thera</h1><p>turn.of</p></main>", "no words"),
        ("<main><h1>Thera</h1><p>{seat} wins</p></main>", "no words"),
    ],
)
def test_what_cannot_be_read_is_noticed(lend: Lend, content: str, fault: str) -> None:
    style = "<style>#dim { color: #ccc } #small { width: 40px } #far { position: absolute; left: 900px }</style>"
    with lend([]) as page:
        page.set_content(
            f"<!doctype html><html lang='en'><head><title>Thera</title>{style}</head><body>{content}</body></html>"
        )
        assert any(fault in line for line in violations(page) + unreadable(page))
