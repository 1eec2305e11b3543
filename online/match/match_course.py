"""What a table and its match need of each other next: the game of the table is compared with that of the match.

Nothing here remembers anything, so it does not matter at which moment a program was stopped: whatever is lacking on
either side is found again by comparing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import Game
from engine.actions import Action, Unseen
from engine.casting.draft import Draft, DraftStage
from engine.game import Ply
from engine.notation import turn_text
from engine.seats import PUBLIC, Seat
from engine.told_games import cards_drawn, conceals_workers, draws_cards, position_as_known, steps_not_told_in
from online.match.match_entries import (
    DECIDING,
    GameSetUp,
    MatchContent,
    PowersDrafted,
    SeatNamed,
    SeatsReassigned,
    StepsTaken,
    TakebackAnswered,
    TakebackRequested,
    in_order,
)
from online.match.match_limits import LONGEST_NAME
from online.match.match_state import MatchState
from table.log_forms import DraftRecord, SetupForm, draft_record, setup_form
from table.session.drafting import with_choices
from table.session.journal_entries import (
    CardsTold,
    DraftedApart,
    GameBeganApart,
    ResultTold,
    TokensShown,
    WentBackApart,
)
from table.session.match_part import FarSeat, MatchPart, MatchSeats
from table.session.match_play import ResultAgreed, StepsAgreed, TurnAgreed
from table.session.saved_state import TABLE_SEATS, SavedState
from table.session.session_events import EntryDecided, TableEvent
from table.session.snapshot import Phase
from table.session.table_seats import choices_of_table
from table.session.table_state import TableState
from table.session.turns import missing_here


class GamesDifferError(Exception):
    """The game at this table is another one than that of the match, though both have the same steps."""


@dataclass(frozen=True, slots=True)
class AgreedGame:
    """The game that the table should have: how it was ``setup``, by the entry of this ``number``, and how it stands;
    ``newest``: no game of the match began after it."""

    number: int
    setup: SetupForm
    game: Game
    newest: bool


def seats_of(state: MatchState, invited: tuple[Seat, ...]) -> MatchSeats | None:
    """Who plays where, and the seats for which other tables are still invited; None until this table is admitted."""
    if state.here >= len(state.tables):
        return None
    here, names = state.tables[state.here], dict(state.names)
    far = {
        seat: FarSeat(seat, table.number, table.name, names.get(seat, ""))
        for table in state.tables
        if table.number != state.here
        for seat in table.seats
    }
    far |= {seat: FarSeat(seat) for seat in invited if seat not in far}
    own = () if state.here == DECIDING else here.seats
    return MatchSeats(state.match, state.here, own, tuple(far[seat] for seat in TABLE_SEATS if seat in far))


def next_news(table: TableState, agreed: AgreedGame | None, draft: Draft | None) -> TableEvent | None:
    """What the table has to hear next of the agreed game, or the draft of the next one (None: there is none).

    :raises GamesDifferError: if both have the same steps, and other positions.
    """
    saved, part = table.saved, table.saved.match
    if part is None:
        return None
    if agreed is not None and agreed.number > part.began:
        return EntryDecided(GameBeganApart(agreed.number, agreed.setup))
    news = _draft_news(saved, part, draft)
    if news is not None or agreed is None:
        return news
    if not part.current or saved.game is None:
        return None
    return _compared(saved, part, saved.game, agreed.game)


def size_begun(news: TableEvent) -> int | None:
    """The squares a side of the board that a draft or a game begins on; None for other news."""
    match news:
        case EntryDecided(GameBeganApart(_, setup)):
            return setup.size
        case EntryDecided(DraftedApart(DraftRecord(size=size))):
            return size
        case _:
            return None


def _draft_news(saved: SavedState, part: MatchPart, draft: Draft | None) -> EntryDecided | None:
    """How far the draft of the match is, where the table does not know it. A draft that is not that of the table that
    opened the match has been ended there, and one that is complete is followed by its game."""
    if draft is not None and draft.stage is DraftStage.COMPLETE:
        return None
    if part.drafting:
        same = saved.draft == draft
        return None if same else EntryDecided(DraftedApart(None if draft is None else draft_record(draft)))
    if draft is None or (saved.game is not None and saved.phase is not Phase.OVER):
        return None
    begun_here = not part.seats.opened_here or saved.draft == draft
    return EntryDecided(DraftedApart(draft_record(draft))) if begun_here else None


def _compared(saved: SavedState, part: MatchPart, here: Game, there: Game) -> TableEvent | None:
    if here.known_by is not None and there.known_by is None:
        cast = there.state.cast
        seed = there.setup.seed if draws_cards(cast) or conceals_workers(cast) else None
        return EntryDecided(TokensShown(steps_not_told_in(here, there), seed))
    far = saved.seating.played_elsewhere
    same, left = _same(here, there), there.plies
    if same < len(here.plies):
        gone = same < len(left) or same < part.agreed or here.plies[same].seat in far
        if not gone:
            return None
        return _result(there, same) if _is_result(left, same) else EntryDecided(WentBackApart(same))
    if here.awaits_cards and same <= len(left):
        return EntryDecided(CardsTold(cards_drawn(left[same - 1 : same])))
    if part.offered or (saved.confirming is not None and saved.confirming not in far):
        return TurnAgreed()
    if saved.confirming is not None:
        return None  # it is confirmed once the board shows it
    if _is_result(left, same):
        return _result(there, same)
    rest = _playable(left[same:])
    if not rest and here.state != there.state:
        raise GamesDifferError
    return StepsAgreed(rest) if rest and not saved.announced else None


def _playable(plies: Sequence[Ply]) -> tuple[Action, ...]:
    """The steps of these plies, up to the first after which a card was drawn, since it is told then which one, and to
    those that cannot be played."""
    steps = list[Action]()
    for ply in plies:
        if isinstance(ply.action, Unseen):
            break
        steps.append(ply.action)
        if cards_drawn((ply,)):
            break
    return tuple(steps)


def _is_result(plies: Sequence[Ply], number: int) -> bool:
    """Whether the ply with this number is a turn of which only the result was told."""
    return number < len(plies) and isinstance(plies[number].action, Unseen)


def _result(there: Game, number: int) -> ResultAgreed:
    """The turn of which only the result was told, by the number of its ply."""
    ply, after = there.plies[number], there.as_it_stood(number + 1).state
    told = ResultTold(ply.seat, ply.events, position_as_known(after, there.known_by or PUBLIC))
    return ResultAgreed(number, told)


def _same(here: Game, there: Game) -> int:
    """How many plies both have in common."""
    pairs = zip(here.plies, there.plies, strict=False)
    return next(
        (number for number, (one, other) in enumerate(pairs) if not _is_same(one, other)),
        min(len(here.plies), len(there.plies)),
    )


def _is_same(one: Ply, other: Ply) -> bool:
    """Whether two plies are the same step, or turns of which the same is known."""
    return one.action == other.action and (not isinstance(one.action, Unseen) or one.events == other.events)


def is_level(saved: SavedState, agreed: AgreedGame | None) -> bool:
    """Whether the table has the newest agreed game as it stands, and nothing is carried out or open."""
    part, game = saved.match, saved.game
    if part is None or game is None or agreed is None or not part.current or part.began != agreed.number:
        return False
    settled = saved.confirming is None and not part.offered and not saved.announced
    return settled and agreed.newest and len(game.plies) == len(agreed.game.plies) == _same(game, agreed.game)


def next_wish(table: TableState, match: MatchState, agreed: AgreedGame | None) -> MatchContent | None:
    """What the people at the table want the match to have next; None: nothing that it lacks."""
    saved, part = table.saved, table.saved.match
    if part is None or match.closed or match.here >= len(match.tables) or match.tables[match.here].left:
        return None
    wish = _seats_wish(saved, match) or _draft_wish(saved, part, match)
    if wish is not None:
        return wish
    if saved.game is None:
        return None
    if not part.current:
        begins = match.here == DECIDING and (agreed is None or agreed.number <= part.began)
        return GameSetUp(setup_form(saved.game.setup)) if begins and saved.phase is not Phase.OVER else None
    if agreed is None or agreed.number != part.began or not agreed.newest:
        return None
    if part.offered:
        same = _same(saved.game, agreed.game)
        steps = tuple(ply.action for ply in saved.game.plies[same:])
        return StepsTaken(turn_text(steps)) if steps and same == len(agreed.game.plies) else None
    return _takeback_wish(table, match) if is_level(saved, agreed) else None


def _draft_wish(saved: SavedState, part: MatchPart, match: MatchState) -> MatchContent | None:
    """What the table that opened the match wants about a draft that it began, ended or can set up; and the choices for
    seats that a table plays itself."""
    draft, decides = match.draft, match.here == DECIDING
    if decides and not part.drafting:
        if draft is not None:
            return None if saved.draft == draft else PowersDrafted(None)
        if saved.draft is None or saved.voting or saved.draft.simultaneous:
            return None
        return PowersDrafted(draft_record(saved.draft))
    if draft is not None and draft.stage is DraftStage.COMPLETE:
        return GameSetUp(setup_form(draft.setup())) if decides else None
    if draft is None or draft != saved.draft:
        return None
    choices = choices_of_table(saved, f"{match.match} {match.count}")
    return PowersDrafted(draft_record(with_choices(draft, choices))) if choices else None


def _seats_wish(saved: SavedState, match: MatchState) -> MatchContent | None:
    """Seats that people of the deciding table have taken, and names that are not known."""
    here = [player for player in saved.seating.players if player.far is None]
    if match.here == DECIDING:
        added = [player.seat for player in here if match.holder(player.seat) is None]
        if added:
            return SeatsReassigned(DECIDING, in_order(added))
    names = dict(match.names)
    for player in here:
        name = player.name[:LONGEST_NAME]
        if player.seat in match.tables[match.here].seats and names.get(player.seat, "") != name:
            return SeatNamed(player.seat, name)
    return None


def _takeback_wish(table: TableState, match: MatchState) -> MatchContent | None:
    """The answer of all people here to a question whether to take back the last steps, or their own question."""
    wish, question = table.takeback, match.question
    if wish is None or not match.standing:
        return None
    agreed = not missing_here(table.saved, wish)
    if wish.asker in table.saved.seating.played_elsewhere:
        if question is None or match.here not in match.asked() or not (agreed or wish.refused is not None):
            return None
        return TakebackAnswered(question.steps, wish.refused is None)
    if question is not None or not agreed or wish.refused is not None:
        return None
    return TakebackRequested(match.standing[-1].number)


def asking_seat(table: TableState, match: MatchState, agreed: AgreedGame | None) -> Seat | None:
    """The seat of another table that wants the last turn taken back and waits for this one; None if there is none."""
    question = match.question
    if question is None or match.here not in match.asked() or not is_level(table.saved, agreed):
        return None
    askers = (seat for number in sorted(question.agreed) for seat in match.tables[number].seats)
    return next(askers, None)
