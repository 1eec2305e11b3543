"""Every choice that a power gives can be made on the page: by taps on squares and arrows or with a button of its own,
and is asked for in words of its own."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page

from engine import Game
from engine.casting.catalogue import CARDS, REVISED, unfit_beside_board
from engine.seats import Seat
from engine.setup import MORTAL, Bans, Edition, Player, PowerName, Profile, Setup
from engine.views import Prompt
from table.session.saved_state import SavedState, SeatedPlayer, Seating
from table.session.table_state import TableState
from table.view.snapshot_builder import NOTHING_DARK, present
from tests.sampling import one_in
from tests.web_ui.browser import Lend
from tests.web_ui.fake_table import SmallTable, lobby
from tests.web_ui.posted import json_of
from tests.web_ui.shared_server import OneServer
from web_ui.app import create_app
from web_ui.forms.snapshot_forms import snapshot_form
from web_ui.languages import catalogue

STEPS = 70
TEXTS = catalogue("en")
POWERS = tuple(card.power for card in CARDS)
OPPONENTS = tuple(map(PowerName, ("apollo", "charon", "europa", "prometheus", "siren", "nemesis", "zeus")))

REACHABLE = """
async (texts) => {
  const { reach, tap } = await import("/static/js/game/choosing.js");
  const unreachable = [];
  for (const snapshot of texts.map((text) => JSON.parse(text))) {
    const can = reach(snapshot, null);
    const wanted = new Set(can.options.map((option) => JSON.stringify(option)));
    const found = (option) => wanted.delete(JSON.stringify(option));
    for (const option of [...can.points, ...can.named, can.done].filter(Boolean)) found(option);
    const seen = new Set();
    const waiting = [null];
    while (waiting.length) {
      const worker = waiting.pop();
      if (seen.has(worker)) continue;
      seen.add(worker);
      const now = reach(snapshot, worker);
      for (const square of Object.keys(snapshot.game.levels)) {
        const meant = tap(now, square);
        if (meant.act) found(meant.act);
        for (const option of meant.between ?? []) found(option);
        if (meant.pick !== undefined) waiting.push(meant.pick);
      }
    }
    for (const option of wanted) unreachable.push({ option, prompt: snapshot.prompt });
  }
  return unreachable;
}
"""


def played(setup: Setup, chance: random.Random) -> Iterator[Game]:
    """The positions of a random game."""
    game = Game.begin(setup)
    for _ in range(STEPS):
        if game.outcome is not None:
            return
        yield game
        game = game.play(chance.choice(game.legal_actions()))


def setups(number: int) -> Iterator[Setup]:
    """Games of this power: against one, with the Golden Fleece, and with two gods each."""
    power = POWERS[number]
    other = next(each for each in OPPONENTS[number % len(OPPONENTS) :] + OPPONENTS if each != power)
    yield against(power, other, Profile(bans=Bans.OFF))
    yield against(other, power, Profile(bans=Bans.OFF, revised=frozenset({power} & REVISED)))
    if number % 5 == 0:
        two_each = Profile(bans=Bans.OFF, edition=Edition.ORIGINAL_2007, gods_per_player=2)
        seconds = (PowerName("hermes"), PowerName("artemis"))
        players = against("pan", "atlas", two_each).players
        each = tuple(replace(player, second=second) for player, second in zip(players, seconds, strict=True))
        yield Setup(each, two_each)
    if unfit_beside_board(power) is None:
        yield replace(against(MORTAL, MORTAL, Profile()), fleece=power)


def against(one: str, other: str, profile: Profile) -> Setup:
    """Blue with one power begins against orange with the other."""
    players = (Player(Seat.BLUE, PowerName(one), 0), Player(Seat.ORANGE, PowerName(other), 1))
    return Setup(players, profile, seed=len(one))


def shown(game: Game) -> dict[str, Any]:
    """What the phone of the player to act gets."""
    seat = game.to_act
    assert seat is not None
    seating = Seating(
        tuple(SeatedPlayer(player.seat, player.seat.value, player.seat.value) for player in game.setup.players)
    )
    state = TableState.opening(SavedState(seating=seating, game=game))
    snapshot = present(state, (seat,), lambda: NOTHING_DARK)
    sent: dict[str, Any] = json.loads(json.dumps({**json_of(snapshot_form(snapshot)), "log": []}))
    return sent


def asked_for(prompt: Prompt, *, driven: bool) -> list[str]:
    """The keys of which one has to have words for this step; what a power asks for has to be its own words."""
    kind, power = prompt.kind.value, prompt.power
    if power == "mortal":
        return [f"ask.{kind}"]
    keys = [f"ask.{kind}.{power}"]
    return [*keys, f"ask.{kind}.driven"] if driven else keys


def also_allowed(snapshot: dict[str, Any]) -> list[list[str]]:
    """For each kind of action beside the step itself, the keys of which one has to have words."""
    prompt, game = snapshot["prompt"], snapshot["game"]
    uses = next(player["uses"] for player in game["players"] if player["seat"] == prompt["seat"])
    kinds = {option["kind"] for option in game["options"]} - {"use" if prompt["kind"] == "order" else prompt["kind"]}
    if prompt["optional"]:
        kinds.discard("done")
    return [[f"also.{kind}.{power}" for power in uses] for kind in sorted(kinds)]


@pytest.fixture(scope="module")
def page(lend: Lend, server: OneServer) -> Iterator[Page]:
    """A page that is there for its scripts alone."""
    table = SmallTable(lobby())
    server.put(create_app(table, None, join_url=lambda: server.address))
    complaints: list[str] = []
    with lend(complaints) as opened:
        opened.goto(server.address)
        yield opened
    table.close()
    assert complaints == []


@pytest.mark.parametrize("number", one_in(4, range(len(POWERS))), ids=POWERS)
def test_every_choice_of_a_power_can_be_made_on_the_page(page: Page, number: int) -> None:
    chance = random.Random(number)  # noqa: S311 - a game, no secret
    wordless: set[str] = set()
    snapshots = []
    for setup in setups(number):
        for game in played(setup, chance):
            snapshot = shown(game)
            snapshots.append(snapshot)
            view = game.view(game.to_act or Seat.BLUE)
            assert view.prompt is not None
            keys = [asked_for(view.prompt, driven=view.driven), *also_allowed(snapshot)]
            wordless |= {" or ".join(wanted) for wanted in keys if not TEXTS.keys() & set(wanted)}
    assert snapshots
    # As texts: the way into the browser takes each value by itself, and a text is one.
    assert page.evaluate(REACHABLE, [json.dumps(snapshot) for snapshot in snapshots]) == []
    assert wordless == set()
