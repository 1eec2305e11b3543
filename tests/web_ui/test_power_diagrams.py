"""The pictures of what each power does are true: the engine sets up the first one, plays the act by the power's holder,
and comes to the second; without the power that cannot be done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from engine import Game
from engine.actions import Action, Build, Move
from engine.casting.catalogue import CARDS
from engine.events import WorkerForced, WorkerMoved
from engine.notation import parse_action
from engine.seats import Seat
from engine.setup import PowerName
from tests.engine.cases import game_at, line
from web_ui.forms.basic_forms import NAMES
from web_ui.forms.reference_forms import DIAGRAMS, DiagramForm, DiagramKind, PictureForm, diagram_form, picture_form

SECRET = ("moerae", "tartarus")
"""Powers whose tokens in a picture are what only their holder knows."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a diagram is played: the holder's card and workers, the opponent's, the towers, steps until the first picture
    and from there to the second. A limit has no further steps; ``asked`` is the opponent's worker that it is about."""

    holder: str
    opponent: str
    towers: str = ""
    steps: str = ""
    lead: str = ""
    to_move: int = 1
    asked: str = ""
    aside: str = "e5"

    def game(self, *, mortal: bool = False) -> Game:
        """The game at the first picture; ``mortal``: where nobody has a power."""
        holder, opponent = (
            f"mortal:{side.rpartition(':')[2]}" if mortal else side for side in (self.holder, self.opponent)
        )
        return game_at(line(holder, opponent, self.towers, self.to_move), self.lead)


AWAY = "mortal:e5"

PLAYED = {
    "apollo": Played("apollo:a2", "mortal:b1", steps="a2-b1"),
    "artemis": Played("artemis:a3", AWAY, steps="a3-b2 b2-c1"),
    "athena": Played("athena[^]:c3", "mortal:b1", "a2:1 b2:1 c3:1", to_move=2, asked="b1"),
    "atlas": Played("atlas:a3", AWAY, "b1:1", lead="a3-a2", steps="a2^b1"),
    "demeter": Played("demeter:b3", AWAY, lead="b3-b2", steps="b2+a2 b2+b1"),
    "hephaestus": Played("hephaestus:a3", AWAY, lead="a3-a2", steps="a2+b1 a2+b1"),
    "hermes": Played("hermes:a1,c1", AWAY, steps="a1-a2 a2-a3 c1-c2 c2-c3"),
    "minotaur": Played("minotaur:a3", "mortal:b2", steps="a3-b2"),
    "pan": Played("pan:a2", AWAY, "a2:2", steps="a2-b1"),
    "prometheus": Played("prometheus:a3", AWAY, steps="a3+b3 a3-b2 b2+c1"),
    "aphrodite": Played("aphrodite:a1", "mortal:b2", to_move=2, asked="b2"),
    "ares": Played("ares:a2,e4", "mortal:a5", "b1:2", lead="e4-e3 e3+e4", steps="-b1"),
    "bia": Played("bia:a3", "mortal:c1,e5", steps="a3-b2"),
    "chaos": Played("chaos[face_up=apollo|draw=pan+atlas]:a2", AWAY, "b2:3", lead="a2-a1", steps="a1^b2"),
    "charon": Played("charon:b2", "mortal:a3", steps="a3>c1"),
    "chronus": Played("chronus:a2", AWAY, "a1:4 c1:4 a3:4 c3:4 b3:3", lead="a2-b2", steps="b2^b3"),
    "circe": Played("circe:b2", "apollo:c1,a3", steps="b2-c1"),
    "dionysus": Played("dionysus:b1", "mortal:c1,e5", "a2:3", lead="b1-a1", steps="a1^a2 c1-c2 c2+c3"),
    "eros": Played("eros:a3,c1", AWAY, "a3:1 b2:1", steps="c1-b2"),
    "hera": Played("hera:e1", "mortal:b4", "b4:2 a4:3 c4:3", to_move=2, asked="b4", aside="e1"),
    "hestia": Played("hestia:b2", AWAY, lead="b2-b1", steps="b1+a1 b1+c2"),
    "hypnus": Played("hypnus:e1", "mortal:a1,c3", "a1:1", to_move=2),
    "limus": Played("limus:a1", "mortal:b4", lead="b4-b3", to_move=2, asked="b3"),
    "medusa": Played("medusa:a2,e4", "mortal:b1,e1", "a2:1", lead="e4-e3", steps="e3+e4"),
    "morpheus": Played("morpheus[pieces=3]:a1", AWAY, lead="a1-b1", steps="b1+a2 b1+b2 b1+c2"),
    "persephone": Played("persephone:e5", "mortal:b1", "b2:1", to_move=2, asked="b1"),
    "poseidon": Played("poseidon:a1,c3", AWAY, steps="c3-c2 c2+c3 a1+a2 a1+b1 a1+b2"),
    "selene": Played("selene[marked=c1]:a1,c1", AWAY, "c2:1", steps="a1-a2 c1^c2"),
    "triton": Played("triton:b2", AWAY, steps="b2-a2 a2-a1 a1-b1"),
    "zeus": Played("zeus:a3", AWAY, lead="a3-a2", steps="a2+a2"),
    "aeolus": Played("aeolus[direction=n]:e5", "mortal:b2", to_move=2, asked="b2"),
    "charybdis": Played("charybdis[squares=b1+c3]:a1", AWAY, steps="a1-b1"),
    "clio": Played("clio[squares=a2+b2|left=1]:a1", "mortal:b3", "a2:1 b2:1", to_move=2, asked="b3"),
    "europa": Played("europa:a3", AWAY, lead="a3-a2 a2+a3", steps="*b1"),
    "gaea": Played("gaea:e5", "mortal:b1", "b2:3", lead="b1-a1", steps="a1^b2 @c2", to_move=2),
    "graeae": Played("graeae:a1,c1,c3", AWAY, steps="a1-a2 c3+c2"),
    "hades": Played("hades:e5", "mortal:b2", "b2:1 a2:1 b3:2 c1:1", to_move=2, asked="b2"),
    "harpies": Played("harpies:e5", "mortal:a5", steps="a5-b4", to_move=2),
    "hecate": Played("hecate:b1", "mortal:a2,e5", steps="a2-b1", to_move=2),
    "moerae": Played("moerae[corner=b2]:e5", "mortal:c1", "c1:2 b2:3", steps="c1-b2", to_move=2),
    "nemesis": Played("nemesis:d2,a1", "mortal:a3,c3", lead="d2-c1 c1+d1", steps="a1=a3 c1=c3"),
    "siren": Played("siren[direction=e]:e5", "mortal:a1,a3", steps="a1>b1 a3>b3"),
    "tartarus": Played("tartarus[square=b1]:e5", "mortal:a2", steps="a2-b1", to_move=2),
    "terpsichore": Played("terpsichore:a1,c1", AWAY, steps="a1-a2 c1-c2 a2+a3 c2+c3"),
    "urania": Played("urania:a3", AWAY, steps="a3-e3"),
    "achilles": Played("achilles:a3", AWAY, steps="a3+b2 a3-b2 b2+c1"),
    "adonis": Played("adonis[used=yes|target=c2]:a1", "mortal:c2", to_move=2, asked="c2"),
    "atalanta": Played("atalanta:a3", AWAY, steps="a3-b3 b3-b2 b2-c2 c2-c1"),
    "bellerophon": Played("bellerophon:a2", AWAY, "b1:2", steps="a2-b1"),
    "heracles": Played("heracles:a1,c4", AWAY, "b2:1 c2:2", lead="c4-c3 c3+d3", steps="a1^a2 a1^b2 c3^c2"),
    "jason": Played("jason:c3,b3", AWAY, steps="@b1 b1+b2"),
    "medea": Played("medea:b1,e4", "mortal:a2,c2", "a2:2 c2:1", lead="e4-e3 e3+e4", steps="-a2 -c2"),
    "odysseus": Played("odysseus:c3", "mortal:b4,d3", steps="b4>a5 d3>e1"),
    "polyphemus": Played("polyphemus:b1", AWAY, "d2:1", lead="b1-b2 b2+b1", steps="b2^d4 b2^d2"),
    "theseus": Played("theseus:a2,e4", "mortal:b1,a5", "b1:2", lead="e4-e3 e3+e4", steps="xb1"),
}

OF_ALL = pytest.mark.parametrize("power", [card.power for card in CARDS])


def of_kind(*kinds: DiagramKind) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("power", [power for power, diagram in DIAGRAMS.items() if diagram.kind in kinds])


def drawn(power: str) -> DiagramForm:
    form = diagram_form(PowerName(power))
    assert isinstance(form, DiagramForm)
    return form


Pieces = dict[str, tuple[object, ...]]


def pieces(picture: PictureForm) -> Pieces:
    """What a picture shows on each square, apart from secrets."""
    tokens = [token for token in picture.tokens if token.power not in SECRET]
    workers = [worker for worker in picture.workers if not worker.ghost]
    names = {*picture.levels, *picture.domes, *(each.square for each in workers), *(t.square for t in tokens)}
    return {
        name: (
            picture.levels.get(name, 0),
            name in picture.domes,
            sorted(worker.seat for worker in workers if worker.square == name),
            sorted(token.power for token in tokens if token.square == name),
        )
        for name in names
    }


def standing(game: Game, size: int, aside: str) -> Pieces:
    """What everybody sees on each of these squares."""
    view = game.view(Seat.ORANGE)
    domes = {NAMES[square] for square in view.domes}
    found: Pieces = {}
    for number, name in enumerate(NAMES):
        seats = sorted(worker.seat for worker in view.workers if worker.square == number)
        tokens = sorted(token.power for token in view.tokens if token.square == number)
        within = name[0] <= "abcde"[size - 1] and int(name[1]) <= size
        if within and name != aside and (view.levels[number] or name in domes or seats or tokens):
            found[name] = (view.levels[number], name in domes, seats, tokens)
    return found


def moves(game: Game, count: int) -> set[tuple[str, str]]:
    """From where to where workers went in the last steps, except for those that came to nothing."""
    return {
        (NAMES[event.origin], NAMES[event.to])
        for ply in game.plies[-count:]
        for event in ply.events
        if isinstance(event, WorkerMoved | WorkerForced)
    }


def steps(game: Game, text: str) -> Iterator[tuple[Seat | None, Action]]:
    """Each of the steps with the seat that has to make it."""
    for step in text.split():
        action = parse_action(step)
        yield game.to_act, action
        game = game.play(action)


def after(game: Game, text: str) -> Game:
    for _, action in steps(game, text):
        assert game.why_not(action) is None, action
        game = game.play(action)
    return game


def allowed(game: Game, asked: str) -> set[str]:
    """Where the worker may go or build; of nobody in particular: which may move."""
    found = set()
    for action in game.legal_actions():
        match action:
            case Move(worker=worker, to=to) if asked:
                found |= {NAMES[to]} if NAMES[worker] == asked else set()
            case Move(worker=worker):
                found.add(NAMES[worker])
            case Build(worker=worker, on=on):
                found |= {NAMES[on]} if NAMES[worker] == asked else set()
    return found


def winning(game: Game, asked: str) -> set[str]:
    """Where a move wins."""
    return {name for name in allowed(game, asked) if game.play(parse_action(f"{asked}-{name}")).outcome}


def test_every_power_has_a_diagram_that_is_played() -> None:
    assert [card.power for card in CARDS] == list(DIAGRAMS) == list(PLAYED)


@OF_ALL
def test_the_first_picture_is_the_position(power: str) -> None:
    form = drawn(power)
    played = PLAYED[power]
    game = played.game(mortal=form.kind is DiagramKind.LIMITS)
    assert pieces(form.before) == standing(game, form.size, played.aside)
    assert all(int(name[1]) <= form.size and name[0] <= "abcde"[form.size - 1] for name in (*form.after.marks,))


@of_kind(DiagramKind.ACT, DiagramKind.WINS)
def test_the_second_picture_is_what_the_act_leads_to(power: str) -> None:
    form, played = drawn(power), PLAYED[power]
    before = played.game()
    game = after(before, played.steps)
    assert pieces(form.after) == standing(game, form.size, played.aside)
    if power != "hecate":  # an arrow there is a move that comes to nothing
        assert {(arrow.origin, arrow.to) for arrow in form.before.arrows} == moves(game, len(played.steps.split()))
    assert bool(game.outcome) is (form.kind is DiagramKind.WINS)
    if game.outcome:
        assert game.outcome.winners == (Seat.BLUE,)


@of_kind(DiagramKind.ACT)
def test_lit_is_what_changes_by_more_than_a_move(power: str) -> None:
    form = drawn(power)
    went = {name for arrow in form.before.arrows for name in (arrow.origin, arrow.to)}
    one, two = pieces(form.before), pieces(form.after)
    nothing: tuple[object, ...] = (0, False, [], [])
    changed = {name for name in {*one, *two} if one.get(name, nothing) != two.get(name, nothing)}
    built = {name for name in changed if one.get(name, nothing)[:2] != two.get(name, nothing)[:2]}
    assert {*form.before.marks} == built | (changed - went)
    assert form.after.marks == ()


@of_kind(DiagramKind.WINS)
def test_lit_is_where_the_game_was_won(power: str) -> None:
    form = drawn(power)
    standing_there = {worker.square for worker in form.after.workers}
    assert form.before.marks == ()
    assert {*form.after.marks} == (set() if power == "chronus" else standing_there)


@of_kind(DiagramKind.ACT, DiagramKind.WINS)
def test_without_the_power_it_cannot_be_done(power: str) -> None:
    played = PLAYED[power]
    if drawn(power).before.power:
        return  # the pictures are about which power is in force; see below
    with_power = after(played.game(), played.steps)
    game = played.game(mortal=True)
    for seat, action in steps(played.game(), played.steps):
        if game.outcome or game.to_act is not seat or game.why_not(action) is not None:
            return
        game = game.play(action)
    assert game.outcome != with_power.outcome or standing(game, 5, "") != standing(with_power, 5, "")


@of_kind(DiagramKind.LIMITS)
def test_a_limit_leaves_an_opponent_what_is_lit(power: str) -> None:
    form, played = drawn(power), PLAYED[power]
    asked_of = winning if power == "hera" else allowed
    inside = {name for name in NAMES if int(name[1]) <= form.size and name[0] <= "abcde"[form.size - 1]}
    assert {*form.before.marks} == asked_of(played.game(mortal=True), played.asked) & inside
    assert {*form.after.marks} == asked_of(played.game(), played.asked) & inside
    assert {*form.after.marks} < {*form.before.marks}
    assert pieces(form.after) == standing(played.game(), form.size, played.aside)


def test_a_secret_worker_is_where_only_its_player_knows_it() -> None:
    played, form = PLAYED["hecate"], drawn("hecate")
    known = {NAMES[worker.square] for worker in played.game().seen_workers(Seat.BLUE) if worker.seat is Seat.BLUE}
    for picture in (form.before, form.after):
        assert {worker.square for worker in picture.workers if worker.ghost} == known
        assert all(worker.ghost is (worker.seat is Seat.BLUE) for worker in picture.workers)


@pytest.mark.parametrize("power", SECRET)
def test_a_secret_is_where_only_its_holder_knows_it(power: str) -> None:
    played, form = PLAYED[power], drawn(power)
    shown = {token.square for token in form.before.tokens if token.power == power}
    free = [name for name in NAMES if not played.game().state.standing >> NAMES.index(name) & 1]
    assert shown == {name for name in free if _loses_at(played, name)}


def _loses_at(played: Played, name: str) -> bool:
    """Whether the opponent loses by a winning move to this square, or by entering it."""
    beside = next(square for square in NAMES if square != name and _near(square, name) and square != "e5")
    towers = f"{beside}:2 {name}:3"
    game = game_at(line(played.holder, f"mortal:{beside}", towers, 2))
    outcome = game.play(parse_action(f"{beside}-{name}")).outcome
    return outcome is not None and outcome.winners == (Seat.BLUE,)


def _near(one: str, other: str) -> bool:
    return abs(ord(one[0]) - ord(other[0])) <= 1 and abs(int(one[1]) - int(other[1])) <= 1


@pytest.mark.parametrize("power", [power for power, diagram in DIAGRAMS.items() if diagram.cards])
def test_the_powers_that_are_named_beside_the_pictures_are_in_force(power: str) -> None:
    form, played = drawn(power), PLAYED[power]
    games = (played.game(), after(played.game(), played.steps))
    for picture, game in zip((form.before, form.after), games, strict=True):
        assert picture.power in game.view(Seat.BLUE).players[0].uses + tuple(
            value for _, value in game.view(Seat.BLUE).players[0].memory
        )


def test_a_picture_is_read_from_its_text() -> None:
    form = picture_form("a1=0^ b2=2 blue:b2 clio:c3 a1>b2 *c1")
    assert form.levels == {"b2": 2}
    assert form.domes == ("a1",)
    assert [(worker.square, worker.seat) for worker in form.workers] == [("b2", Seat.BLUE)]
    assert [(token.square, token.power) for token in form.tokens] == [("c3", "clio")]
    assert [(arrow.origin, arrow.to) for arrow in form.arrows] == [("a1", "b2")]
    assert form.marks == ("c1",)
