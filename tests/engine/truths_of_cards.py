"""When it is true that a seat has not the use of a power: it is used up, with somebody else, or beside the Ram."""

from __future__ import annotations

from collections.abc import Mapping

from engine import Game
from engine.actions import Done, bare, target_of
from engine.errors import IllegalAction
from engine.secrets import known_to
from engine.squares import are_neighbors
from engine.state import Memory, PowerState
from engine.turns.ending import refreshed
from engine.turns.flow import planned
from tests.engine.claims import Claim
from tests.engine.truths_of_acts import Truth


def hero_has_acted(claim: Claim) -> bool:
    """The hero's card says that it is used, and would allow the act if it were not."""
    power = claim.args["power"]
    marks = claim.known.memory(power, claim.holder)
    spent = marks.get("used") == "yes" or marks.get("workers") == "0"
    if not spent or not claim.known.uses(power, claim.holder) or claim.holder is not claim.known.seat:
        return False
    state = claim.known.state
    index = next(index for index, card in enumerate(state.powers) if card.power == power)
    card = state.powers[index]._replace(memory=unused(claim, index))
    now = Game(state.with_power(index, card))
    return allows(claim, now) or would_allow(claim, index, claim.trail.start.powers[index]._replace(memory=card.memory))


def unused(claim: Claim, index: int) -> Memory | None:
    cast = claim.known.state.cast
    return cast.powers[index].memory_at_start(cast, index)


def serves_another(claim: Claim) -> bool:
    """The card lies before the actor and serves the seat that is named; the act would be legal with it."""
    return any(
        card.owner is claim.known.seat
        and claim.args["seat"] in card.holders
        and claim.known.seat not in card.holders
        and would_allow(claim, index, given_back(claim, index))
        for index, card in cards_named(claim)
    )


def serves_nobody(claim: Claim) -> bool:
    return any(
        card.owner is claim.known.seat and not card.holders and would_allow(claim, index, given_back(claim, index))
        for index, card in cards_named(claim)
    )


def began_away_from_the_ram(claim: Claim) -> bool:
    """No worker of the actor's stood next to the Ram when the turn began; with the card beside it the act would be
    legal."""
    start, seat = claim.trail.start, claim.known.seat
    rams = [token.square for token in claim.view.tokens if token.power == "ram"]
    mine = [each.square for each in start.workers if each.team == claim.known.team]
    near = any(are_neighbors(each, ram) for each in mine for ram in rams)
    beside = [index for index, card in cards_named(claim) if card.owner is None]
    allowed = any(would_allow(claim, index, given_back(claim, index)) for index in beside)
    return claim.args["seat"] == seat and not near and allowed


def cards_named(claim: Claim) -> list[tuple[int, PowerState]]:
    return [each for each in enumerate(claim.known.state.powers) if each[1].power == claim.args["power"]]


def given_back(claim: Claim, index: int) -> PowerState:
    return claim.trail.start.powers[index]._replace(holders=(claim.known.seat,))


def would_allow(claim: Claim, index: int, card: PowerState) -> bool:
    """Whether the act would be legal if a card (by index) had been so when the turn began."""
    start = known_to(claim.trail.start, claim.known.seat)
    changed = refreshed(start.with_power(index, card))
    if start.agenda == planned(start, claim.known.seat):
        changed = changed._replace(agenda=planned(changed, claim.known.seat))
    game = Game(changed)
    for action in claim.known.game.turn_so_far[1]:
        try:
            game = game.play(action)
        except IllegalAction:
            game = game.play(Done()).play(action)
    return allows(claim, game)


def allows(claim: Claim, game: Game) -> bool:
    options = game.legal_actions() if game.to_act is claim.known.seat else ()
    if claim.act is None:
        return any(target_of(each) == claim.target for each in options)
    return any(bare(each) == bare(claim.act) for each in options)


TRUTHS_OF_CARDS: Mapping[str, Truth] = {
    "card.asleep": serves_nobody,
    "card.lent": serves_another,
    "hero.spent": hero_has_acted,
    "ram.away": began_away_from_the_ram,
}
