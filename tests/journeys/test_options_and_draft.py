"""Three phones from the options of a game to its Start Player: as the rulebook has it, once more as in 2007, and by
vote."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.players import PATIENCE, Phone, Room, sits_down


def the_host_chooses_the_options(ann: Phone, bo: Phone) -> None:
    """A kind of game in the lobby, the rest in a view of its own; the others read what is chosen."""
    ann.chooses("Choose gods")
    ann.presses_in_more("First games")
    bo.sees("Gods for the first games: 8 to choose from.")
    ann.follows_all_options()
    ann.page.get_by_role("checkbox", name="Play with a clock").click()
    bo.sees("Clock: 15 minutes for each player.")
    ann.picture("3-3-options")
    ann.page.get_by_role("link", name="Back to the table").click()
    expect(bo.start).to_have_count(0)
    bo.picture("3-3-options-read")
    ann.begins()


def the_challenger_offers(ann: Phone, bo: Phone) -> None:
    """What is left out says why; a card tells all about itself, and what is picked is offered by a button apart."""
    bo.sees("Ann is the Challenger and lays out 3 gods to pick from.")
    expect(bo.app.get_by_role("button", name="Apollo Lord of the Lyre")).to_be_visible(timeout=PATIENCE)
    expect(bo.app.get_by_role("button", name="Choose Apollo")).to_have_count(0)
    ann.page.get_by_text("Not in this game (47)").click()
    ann.sees("The options of this game leave out Zeus.")
    ann.app.get_by_role("button", name="Pan Piper of the Woods").click()
    sheet = ann.page.get_by_role("dialog", name="Pan")
    expect(sheet.get_by_role("heading", name="Good to know")).to_be_visible(timeout=PATIENCE)
    ann.picture("3-3-card")
    sheet.get_by_role("button", name="Choose Pan").click()
    for god in ("Atlas", "Demeter"):
        ann.pick(god)
    ann.picture("3-3-offer")
    ann.press("Offer these gods (3 of 3)")


def they_take_one_after_the_other(ann: Phone, bo: Phone, cleo: Phone) -> None:
    cleo.sees("Bo is choosing a god.")
    cleo.picture("3-3-others")
    bo.takes("Pan")
    cleo.sees("Choose your god.")
    expect(cleo.app.get_by_role("button", name="Choose Pan")).to_have_attribute("aria-disabled", "true")
    cleo.sees("Pan is taken already.")
    cleo.takes("Atlas")
    ann.sees("Who goes first?")
    ann.press("Cleo")
    cleo.sees("Put a worker on a free square.")


def they_choose_at_once(ann: Phone, bo: Phone, cleo: Phone) -> None:
    """As in 2007: the table deals, everybody points at once, and nothing is told before all have."""
    ann.press("Back to the lobby")
    ann.presses_in_more("As in 2007")
    bo.sees("As in 2007: all choose at once")
    ann.begins()
    for who in (ann, bo, cleo):
        who.sees("The choices are shown when all have chosen.")
    first = bo.app.get_by_role("button", name=re.compile("^Choose ")).first
    god = (first.get_attribute("aria-label", timeout=PATIENCE) or "").removeprefix("Choose ")
    for who, others in ((bo, (ann, cleo)), (ann, (cleo,))):
        who.pick(god)
        who.press("Take this god")
        who.sees("Still choosing:")
        for other in others:
            expect(other.app.get_by_label("Who has which god").get_by_text(god)).to_have_count(0)
    bo.picture("3-3-at-once")
    cleo.pick("Mortal")
    cleo.press("Go without a god")
    owners = cleo.app.get_by_label("Who has which god").get_by_role("listitem").filter(has_text=god)
    expect(owners).to_have_count(2, timeout=PATIENCE)  # a card may say its god's name more than once


def they_vote(ann: Phone, bo: Phone, cleo: Phone) -> None:
    """All votes are on all phones; what has the most lies there, and what the lot has left out says so."""
    ann.press("Back to the lobby")
    ann.presses_in_more("All gods")
    ann.follows_all_options()
    ann.page.get_by_role("radio", name="The players vote").click()
    ann.follow("Back to the table")
    bo.sees("The players vote for the gods to pick from.")
    ann.begins()
    for who, gods in ((ann, ("Pan", "Atlas", "Hera")), (bo, ("Pan", "Atlas")), (cleo, ("Pan", "Zeus"))):
        who.sees("Vote for up to 3 gods.")
        for god in gods:
            who.pick(god)
    bo.press("Cast my vote (2 of 3)")
    bo.sees("Still voting: Ann, Cleo.")
    bo.press("Vote again: Bo")
    bo.press("Cast my vote (2 of 3)")
    ann.press("Cast my vote (3 of 3)")
    votes = cleo.app.get_by_role("region", name="Votes so far").get_by_role("listitem")
    told = ["PanVotes of Ann, Bo, Cleo", "AtlasVotes of Ann, Bo", "HeraVotes of Ann", "ZeusVotes of Cleo"]
    expect(votes).to_have_text(told, timeout=PATIENCE)
    cleo.picture("3-3-vote")
    cleo.press("Cast my vote (2 of 3)")
    bo.sees("Tied with another god; decided by lot.")
    bo.picture("3-3-voted")
    bo.takes("Pan")
    cleo.takes("Atlas")
    ann.sees("Who goes first?")


@pytest.mark.timeout(300)
def test_three_phones_from_the_options_to_the_start_player(room: Room) -> None:
    ann, bo, cleo = (room.phone(name) for name in ("Ann", "Bo", "Cleo"))
    board = room.board()
    for who in (ann, bo, cleo):
        sits_down(who, board)
    the_host_chooses_the_options(ann, bo)
    the_challenger_offers(ann, bo)
    they_take_one_after_the_other(ann, bo, cleo)
    they_choose_at_once(ann, bo, cleo)
    they_vote(ann, bo, cleo)
