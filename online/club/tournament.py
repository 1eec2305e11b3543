"""A tournament: its players, rounds and results. Pure: entries are made here and folded here."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from common.message import Message
from online.club.pairings import SwissPlayer, round_robin, swiss_round
from online.club.tournament_entries import (
    MOST_PLAYERS,
    PairingSystem,
    PlayerEntered,
    PlayerWithdrew,
    ResultEntered,
    ResultSource,
    RoundCancelled,
    RoundPaired,
    TournamentBegan,
    TournamentEntry,
)
from table.settings.names import clean_name

# ---- tournament rounds
#
# The rounds of a tournament: games between two, and who has no opponent.


@dataclass(frozen=True, slots=True)
class PairedGame:
    """A game: who begins, the other, the winner (None: not decided), and where the result comes from."""

    first: str
    second: str
    winner: str | None = None
    source: ResultSource | None = None

    @property
    def loser(self) -> str | None:
        """The loser; None while it is not decided."""
        if self.winner is None:
            return None
        return self.second if self.winner == self.first else self.first


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """A round: its games, and the ``free`` player, who gets a point without a game."""

    games: tuple[PairedGame, ...]
    free: tuple[str, ...] = ()

    @property
    def decided(self) -> bool:
        """Whether all of its games are decided."""
        return all(game.winner is not None for game in self.games)

    @property
    def names(self) -> frozenset[str]:
        """All of its players."""
        return frozenset(self.free) | {name for game in self.games for name in (game.first, game.second)}


# ---- standings
#
# How the players of a tournament stand. Pure.
# A won game is a point, and so is a free round; there are no draws in Santorini. In a Swiss tournament equal points
# are decided by the sum of all opponents' points (Buchholz), then by that of the beaten opponents'
# (Sonneborn-Berger); where everybody meets everybody, by the latter alone. Who is still equal shares the place.


FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The characters with which a formula begins in a spreadsheet."""


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """A player's place from 1, points, decided games, won games, ``free`` rounds, the points of all opponents, and the
    points of the beaten ones."""

    place: int
    name: str
    points: int
    games: int
    won: int
    free: int
    opponents: int
    beaten: int


def standings(
    names: Sequence[str], rounds: Iterable[TournamentRound], system: PairingSystem
) -> tuple[PlayerStanding, ...]:
    """The standings of these players, the best first. Players who share a place are in the order of ``names``."""
    played = tuple(rounds)
    games = [game for each in played for game in each.games if game.winner is not None]
    free = {name: [name in each.free for each in played].count(True) for name in names}
    won = {name: [game.winner == name for game in games].count(True) for name in names}
    points = {name: won[name] + free[name] for name in names}
    met = {name: [game for game in games if name in (game.first, game.second)] for name in names}
    beaten = {
        name: sum(points[game.loser] for game in met[name] if game.winner == name and game.loser) for name in names
    }
    opponents = {
        name: sum(points[game.second if game.first == name else game.first] for game in met[name]) for name in names
    }

    def rank(name: str) -> tuple[int, int, int]:
        buchholz = opponents[name] if system is PairingSystem.SWISS else 0
        return -points[name], -buchholz, -beaten[name]

    found: list[PlayerStanding] = []
    for _, group in groupby(sorted(names, key=rank), key=rank):
        place = len(found) + 1
        for name in group:
            sums = (opponents[name], beaten[name])
            found.append(PlayerStanding(place, name, points[name], len(met[name]), won[name], free[name], *sums))
    return tuple(found)


def standings_csv(found: Iterable[PlayerStanding]) -> str:
    """The standings as comma separated values, with a line of headings. A name that a spreadsheet would take for a
    formula gets an apostrophe before it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(["place", "name", "points", "games", "won", "free", "opponents", "beaten"])
    for each in found:
        name = f"'{each.name}" if each.name.startswith(FORMULA) else each.name
        writer.writerow([each.place, name, each.points, each.games, each.won, each.free, each.opponents, each.beaten])
    return text.getvalue()


# ---- tournament


class TournamentRefused(Exception):
    """A command cannot be carried out; ``message`` says why."""

    def __init__(self, key: str, **args: str) -> None:
        self.message = Message(f"club.refused.{key}", tuple(args.items()))
        super().__init__(f"{key} {args}")


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a tournament. ``lot`` orders players with equal points; a ``withdrawn`` player plays no further
    rounds."""

    name: str
    lot: int
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament; ``planned`` is the number of rounds of a Swiss one."""

    title: str
    system: PairingSystem
    planned: int
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[TournamentRound, ...] = ()

    @property
    def present(self) -> tuple[Entrant, ...]:
        """The players of the next round."""
        return tuple(each for each in self.entrants if not each.withdrawn)

    @property
    def length(self) -> int:
        """The number of rounds."""
        if self.system is PairingSystem.SWISS:
            return self.planned
        count = len(self.rounds[0].names) if self.rounds else len(self.present)
        return count - 1 + count % 2 if count > 1 else 0

    @property
    def over(self) -> bool:
        """Whether all games are decided."""
        return len(self.rounds) >= self.length > 0 and all(each.decided for each in self.rounds)

    def entrant(self, name: str) -> Entrant | None:
        """The player with a name, ignoring capitals, or None."""
        return next((each for each in self.entrants if same_name(each.name, name)), None)

    def standings(self) -> tuple[PlayerStanding, ...]:
        """The players in the order of the standings."""
        names = [each.name for each in sorted(self.entrants, key=lambda each: each.lot)]
        return standings(names, self.rounds, self.system)


def same_name(one: str, other: str) -> bool:
    """Whether two names are the same player's: capitals do not matter.

    >>> same_name("Ann", " ANN ")
    True
    """
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def evolve(before: Tournament | None, entry: TournamentEntry) -> Tournament:
    """The tournament after an entry.

    :raises ValueError: if the entry does not fit what was before.
    """
    if isinstance(entry, TournamentBegan):
        return Tournament(entry.title, entry.system, entry.rounds)
    if before is None:
        raise ValueError(f"no tournament has begun before {entry}")
    match entry:
        case PlayerEntered(name=name, lot=lot):
            known = before.entrant(name)
            fresh = Entrant(name, lot) if known is None else replace(known, withdrawn=False)
            return replace(before, entrants=_with(before.entrants, known, fresh))
        case PlayerWithdrew(name=name):
            known = before.entrant(name)
            played = any(name in each.names for each in before.rounds)
            gone = replace(known, withdrawn=True) if known is not None and played else None
            return replace(before, entrants=_with(before.entrants, known, gone))
        case RoundPaired(pairs=pairs, free=free):
            paired = TournamentRound(tuple(PairedGame(first, second) for first, second in pairs), free)
            return replace(before, rounds=(*before.rounds, paired))
        case RoundCancelled():
            return replace(before, rounds=before.rounds[:-1])
        case ResultEntered():
            return replace(before, rounds=_with_result(before.rounds, entry))


def _with(entrants: tuple[Entrant, ...], known: Entrant | None, fresh: Entrant | None) -> tuple[Entrant, ...]:
    """The entrants with a new one, in the place of ``known`` if that is given."""
    kept = tuple(fresh if each is known else each for each in entrants)
    return tuple(each for each in (kept if known is not None else (*kept, fresh)) if each is not None)


def _with_result(rounds: tuple[TournamentRound, ...], entry: ResultEntered) -> tuple[TournamentRound, ...]:
    if entry.round >= len(rounds) or entry.game >= len(rounds[entry.round].games):
        raise ValueError(f"there is no such game: {entry}")
    changed = rounds[entry.round]
    game = replace(changed.games[entry.game], winner=entry.winner, source=entry.source)
    games = (*changed.games[: entry.game], game, *changed.games[entry.game + 1 :])
    return (*rounds[: entry.round], replace(changed, games=games), *rounds[entry.round + 1 :])


def begun(title: str, system: PairingSystem, rounds: int) -> TournamentBegan:
    """Begin a tournament; its title may be empty.

    :raises TournamentRefused: if the title is too long.
    """
    cleaned = clean_name(title) if title.strip() else ""
    if cleaned is None:
        raise TournamentRefused("name", name=title[:40])
    return TournamentBegan(cleaned, system, rounds)


def entered(tournament: Tournament, name: str, lot: int) -> PlayerEntered:
    """Enter a player, or let one come back.

    :raises TournamentRefused: if the name is empty or taken, the tournament is full, or it is too late.
    """
    cleaned = clean_name(name)
    if cleaned is None:
        raise TournamentRefused("name", name=name[:40])
    known = tournament.entrant(cleaned)
    if known is not None and not known.withdrawn:
        raise TournamentRefused("twice", name=known.name)
    if known is None and tournament.system is PairingSystem.ROUND_ROBIN and tournament.rounds:
        raise TournamentRefused("late", name=cleaned)
    if len(tournament.entrants) >= MOST_PLAYERS:
        raise TournamentRefused("full", most=str(MOST_PLAYERS))
    return PlayerEntered(cleaned if known is None else known.name, lot)


def withdrew(tournament: Tournament, name: str) -> PlayerWithdrew:
    """Withdraw a player from further rounds.

    :raises TournamentRefused: if no player has this name.
    """
    known = tournament.entrant(name)
    if known is None or known.withdrawn:
        raise TournamentRefused("unknown", name=name[:40])
    return PlayerWithdrew(known.name)


def next_round(tournament: Tournament) -> RoundPaired:
    """Pair the next round.

    :raises TournamentRefused: while a game of the last round is not decided, after the last round, and with fewer than
        two players.
    """
    if tournament.rounds and not tournament.rounds[-1].decided:
        raise TournamentRefused("undecided", number=str(len(tournament.rounds)))
    if len(tournament.present) < 2:
        raise TournamentRefused("few")
    if len(tournament.rounds) >= tournament.length:
        raise TournamentRefused("over")
    if tournament.system is PairingSystem.SWISS:
        paired = swiss_round(_ranked(tournament))
        return RoundPaired(paired.pairs, () if paired.free is None else (paired.free,))
    return _of_the_circle(tournament)


def _of_the_circle(tournament: Tournament) -> RoundPaired:
    """The next round of everybody against everybody. The opponent of a withdrawn player is free."""
    if tournament.rounds:
        first = tournament.rounds[0].names
        drawn = sorted((each for each in tournament.entrants if each.name in first), key=lambda each: each.lot)
    else:
        drawn = sorted(tournament.present, key=lambda each: each.lot)
    paired = round_robin([each.name for each in drawn])[len(tournament.rounds)]
    gone = {each.name for each in drawn if each.withdrawn}
    free = [name for pair in paired.pairs for name in pair if gone & set(pair) and name not in gone]
    if paired.free is not None and paired.free not in gone:
        free.append(paired.free)
    return RoundPaired(tuple(pair for pair in paired.pairs if not gone & set(pair)), tuple(free))


def _ranked(tournament: Tournament) -> list[SwissPlayer]:
    """The players of the next round, the best first, with the facts that pairing needs."""
    present = {each.name for each in tournament.present}
    players = (_before_the_round(each, tournament.rounds) for each in tournament.standings() if each.name in present)
    lots = {each.name: each.lot for each in tournament.entrants}
    return sorted(players, key=lambda each: (-each.points, lots[each.name]))


def _before_the_round(standing: PlayerStanding, rounds: Iterable[TournamentRound]) -> SwissPlayer:
    name, met = standing.name, dict[str, int]()
    began: list[bool] = []
    for each in rounds:
        for game in each.games:
            if name in (game.first, game.second):
                opponent = game.second if name == game.first else game.first
                met[opponent] = met.get(opponent, 0) + 1
                began.append(name == game.first)
    surplus = began.count(True) - began.count(False)
    return SwissPlayer(name, standing.points, met, standing.free, surplus, bool(began) and began[-1])


def cancelled(tournament: Tournament) -> RoundCancelled:
    """Cancel the last round.

    :raises TournamentRefused: if there is none, or a game of it is decided.
    """
    if not tournament.rounds:
        raise TournamentRefused("no_round")
    if any(game.winner is not None for game in tournament.rounds[-1].games):
        raise TournamentRefused("decided")
    return RoundCancelled()


def result(tournament: Tournament, number: int, game: int, winner: str | None) -> ResultEntered:
    """Enter a result for the organiser; ``winner`` None takes a result back.

    :raises TournamentRefused: if there is no such game, or the winner does not play it.
    """
    if not 0 <= number < len(tournament.rounds) or not 0 <= game < len(tournament.rounds[number].games):
        raise TournamentRefused("no_game")
    paired = tournament.rounds[number].games[game]
    if winner is not None and winner not in (paired.first, paired.second):
        raise TournamentRefused("no_game")
    return ResultEntered(number, game, winner, ResultSource.ORGANISER)


def result_of_table(tournament: Tournament, won: Mapping[str, bool]) -> ResultEntered | None:
    """The result of a game at a table, from the players and whether each of them won; None if the last round has no
    undecided game of these two."""
    if len(won) != 2 or list(won.values()).count(True) != 1 or not tournament.rounds:
        return None
    number = len(tournament.rounds) - 1
    for at, game in enumerate(tournament.rounds[number].games):
        winners = [
            each for each in (game.first, game.second) for name, has in won.items() if has and same_name(each, name)
        ]
        both = all(any(same_name(each, name) for name in won) for each in (game.first, game.second))
        if both and winners and game.winner is None:
            return ResultEntered(number, at, winners[0], ResultSource.TABLE)
    return None
