"""Reference material in JSON: the powers with their rulings and diagrams, the choices in the rules, the lights, and the
judge's book.

The texts of the powers are in the part ``powers`` of the catalogues. The English keys say which rulings exist:
``power.pan.ruling.1`` is about Pan, ``power.pan.against.hades`` about the two, whichever of them is asked for. A text
that is the same for several others is written once, as ``power.circe.meets.hero``; this module says who those others
are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from itertools import count, takewhile
from pathlib import Path
from typing import Final, Literal, TypeVar

from msgspec import UNSET, Struct, UnsetType, field

from common.json_reader import JsonReader
from common.message import Message
from engine.casting.catalogue import BANNED_PAIRS, CARDS, FIRST_GAMES, IMPOSSIBLE_PAIRS, REVISED, Card, PowerSet, Timing
from engine.judging import REASONS
from engine.seats import Seat
from engine.setup import Bans, Edition, PowerName, Redraw, Rulings, Supply
from table.settings.options import GODS_EACH, INCREMENTS, MINUTES
from table.typed_json import SquareName, Whole
from table.view.light_legend import LegendLight, light_legend, seat_colours
from web_ui.forms.basic_forms import AnswerForm, KnownPower, MessageForm, message_form
from web_ui.languages import REFERENCE, catalogue

# ---- The judge's book
#
# The sections of the rulings, and which of them explains a reason. They are those of ``docs/rulings``: ``make rulings``
# writes them to ``web_ui/rulings.json`` and their texts to the part ``rulings`` of the English texts.


_FILE = Path(__file__).parent.parent / "rulings.json"


class BlockForm(AnswerForm, frozen=True):
    """A piece of a section: a paragraph, an item, or the cells of a row, with the powers that it names. ``texts`` are
    keys of the part ``rulings`` of the texts. In these, a number in braces leads to another section, and a letter in
    brackets says what the ruling rests on."""

    kind: Literal["text", "item", "step", "head", "row"]
    texts: tuple[str, ...]
    powers: tuple[KnownPower, ...]


class SectionForm(AnswerForm, frozen=True):
    """A section by the number that the code cites; ``title`` is a key as ``texts`` are, and an open question has the
    names of its switches."""

    number: str
    title: str
    page: Literal["general", "powers", "questions"]
    switches: tuple[str, ...]
    blocks: tuple[BlockForm, ...]


class BookForm(AnswerForm, frozen=True):
    """The book. ``reasons`` has the section that explains each reason, by its key or by what that begins with before
    the dot."""

    sections: tuple[SectionForm, ...]
    reasons: dict[str, str]


class _Book(Struct, frozen=True):
    sections: tuple[SectionForm, ...]


_BOOK: Final = JsonReader(_Book)


def book_form() -> BookForm:
    """The whole book."""
    return BookForm(sections(), dict(REASONS))


@cache
def sections() -> tuple[SectionForm, ...]:
    """Return the sections in the order of the book."""
    return _BOOK.decode(_FILE.read_bytes()).sections


# ---- Diagrams of the powers
#
# What each power does, as two small pictures of a few squares.
# ``ACT``: before and after an act of whoever holds the power; what changes by more than a move is lit. ``WINS``:
# before and after what wins by it; who has won so stands on a lit square. ``LIMITS``: what an opponent may do without
# the power and with it; the lit squares are those where the opponent may move or build (Hypnus: whose workers may
# move; Hera: where a move up wins). The holder is blue, the opponent orange. ``tests/web_ui/test_power_diagrams.py``
# plays each picture.
# A picture is written as what stands or happens on it, one square each: ``b2=2`` two blocks, ``b2=1^`` a block with a
# dome, ``blue:b2`` a worker, ``blue~b2`` one that only its player sees, ``clio:b2`` a token of a power, ``b2>c3`` an
# arrow, ``*b2`` a lit square.


class DiagramKind(StrEnum):
    """How the two pictures of a diagram are related."""

    ACT = "act"
    LIMITS = "limits"
    WINS = "wins"


@dataclass(frozen=True, slots=True)
class PowerDiagram:
    """Two pictures of the squares from a1 on, ``size`` on each side. ``cards`` are the powers that are in force on
    them, where that is what the pictures are about."""

    kind: DiagramKind
    before: str
    after: str
    size: int = 3
    cards: tuple[PowerName, PowerName] | None = None


def _act(before: str, after: str, size: int = 3, cards: tuple[str, str] | None = None) -> PowerDiagram:
    named = (PowerName(cards[0]), PowerName(cards[1])) if cards else None
    return PowerDiagram(DiagramKind.ACT, before, after, size, named)


def _limits(before: str, after: str, size: int = 3) -> PowerDiagram:
    return PowerDiagram(DiagramKind.LIMITS, before, after, size)


def _wins(before: str, after: str, size: int = 3) -> PowerDiagram:
    return PowerDiagram(DiagramKind.WINS, before, after, size)


DIAGRAMS: Mapping[str, PowerDiagram] = {
    "apollo": _act("blue:a2 orange:b1 a2>b1 b1>a2", "blue:b1 orange:a2", size=2),
    "artemis": _act("blue:a3 a3>b2 b2>c1", "blue:c1"),
    "athena": _limits(
        "a2=1 b2=1 c3=1 blue:c3 orange:b1 *a1 *a2 *b2 *c1 *c2",
        "a2=1 b2=1 c3=1 blue:c3 c2>c3 orange:b1 *a1 *c1 *c2",
    ),
    "atlas": _act("b1=1 blue:a2 *b1", "b1=1^ blue:a2", size=2),
    "demeter": _act("blue:b2 *a2 *b1", "a2=1 b1=1 blue:b2", size=2),
    "hephaestus": _act("blue:a2 *b1", "b1=2 blue:a2", size=2),
    "hermes": _act("blue:a1 blue:c1 a1>a2 a2>a3 c1>c2 c2>c3", "blue:a3 blue:c3"),
    "minotaur": _act("blue:a3 orange:b2 a3>b2 b2>c1", "blue:b2 orange:c1"),
    "pan": _wins("a2=2 blue:a2 a2>b1", "a2=2 blue:b1 *b1", size=2),
    "prometheus": _act("blue:a3 *b3 a3>b2 *c1", "b3=1 c1=1 blue:b2"),
    "aphrodite": _limits("blue:a1 orange:b2 *a2 *a3 *b1 *b3 *c1 *c2 *c3", "blue:a1 orange:b2 *a2 *b1"),
    "ares": _act("b1=2 blue:a2 *b1", "b1=1 blue:a2", size=2),
    "bia": _act("blue:a3 orange:c1 a3>b2 *c1", "blue:b2"),
    "chaos": _act("b2=3 blue:a1 *b2", "b2=3^ blue:a1", cards=("apollo", "pan")),
    "charon": _act("blue:b2 orange:a3 a3>c1", "blue:b2 orange:c1"),
    "chronus": _wins("a1=3^ c1=3^ a3=3^ b3=3 c3=3^ blue:b2", "a1=3^ c1=3^ a3=3^ b3=3^ c3=3^ blue:b2"),
    "circe": _act("blue:b2 orange:c1 orange:a3 b2>c1 c1>b2", "blue:c1 orange:b2 orange:a3", cards=("apollo", "apollo")),
    "dionysus": _act("a2=3 blue:a1 orange:c1 *a2 c1>c2 *c3", "a2=3^ c3=1 blue:a1 orange:c2"),
    "eros": _wins("a3=1 b2=1 blue:a3 blue:c1 c1>b2", "a3=1 b2=1 blue:a3 blue:b2 *a3 *b2"),
    "hera": _limits("a4=3 b4=2 c4=3 orange:b4 *a4 *c4", "a4=3 b4=2 c4=3 orange:b4 *c4", size=5),
    "hestia": _act("blue:b1 *a1 *c2", "a1=1 c2=1 blue:b1", size=5),
    "hypnus": _limits("a1=1 orange:a1 orange:c3 *a1 *c3", "a1=1 orange:a1 orange:c3 *c3"),
    "limus": _limits("blue:a1 orange:b3 *a2 *a3 *b2 *c2 *c3", "blue:a1 orange:b3 *a3 *c2 *c3"),
    "medusa": _act("a2=1 blue:a2 orange:b1 *b1", "a2=1 b1=1 blue:a2", size=2),
    "morpheus": _act("blue:b1 *a2 *b2 *c2", "a2=1 b2=1 c2=1 blue:b1"),
    "persephone": _limits("b2=1 orange:b1 *a1 *a2 *b2 *c1 *c2", "b2=1 orange:b1 *b2"),
    "poseidon": _act("blue:a1 blue:c3 c3>c2 *c3 *a2 *b1 *b2", "b1=1 a2=1 b2=1 c3=1 blue:a1 blue:c2"),
    "selene": _act("c2=1 blue:a1 blue:c1 a1>a2 *c2", "c2=1^ blue:c1 blue:a2"),
    "triton": _act("blue:b2 b2>a2 a2>a1 a1>b1", "blue:b1"),
    "zeus": _act("blue:a2 *a2", "a2=1 blue:a2", size=2),
    "aeolus": _limits("orange:b2 *a1 *a2 *a3 *b1 *b3 *c1 *c2 *c3", "orange:b2 b1>b3 *a1 *a2 *a3 *b3 *c1 *c2 *c3"),
    "charybdis": _act("blue:a1 charybdis:b1 charybdis:c3 a1>b1 b1>c3", "blue:c3 charybdis:b1 charybdis:c3"),
    "clio": _limits(
        "a2=1 b2=1 blue:a1 orange:b3 *a2 *a3 *b2 *c2 *c3",
        "a2=1 b2=1 blue:a1 orange:b3 clio:a2 clio:b2 *a3 *c2 *c3",
    ),
    "europa": _act("blue:a2 *b1", "blue:a2 europa:b1", size=2),
    "gaea": _act("b2=3 orange:a1 *b2 *c2", "b2=3^ blue:c2 orange:a1"),
    "graeae": _act("blue:a1 blue:c1 blue:c3 a1>a2 *c2", "c2=1 blue:c1 blue:a2 blue:c3"),
    "hades": _limits(
        "c1=1 a2=1 b2=1 b3=2 orange:b2 *a1 *a2 *a3 *b1 *b3 *c1 *c2 *c3", "c1=1 a2=1 b2=1 b3=2 orange:b2 *a2 *b3 *c1"
    ),
    "harpies": _act("orange:a5 a5>b4 b4>c3 c3>d2 d2>e1", "orange:e1", size=5),
    "hecate": _act("orange:a2 blue~b1 a2>b1", "orange:a2 blue~b1", size=2),
    "moerae": _wins(
        "b2=3 c1=2 orange:c1 moerae:b2 moerae:c2 moerae:b3 moerae:c3 c1>b2",
        "b2=3 c1=2 orange:b2 moerae:b2 moerae:c2 moerae:b3 moerae:c3 *b2",
    ),
    "nemesis": _act(
        "blue:a1 blue:c1 orange:a3 orange:c3 a1>a3 a3>a1 c1>c3 c3>c1", "blue:a3 blue:c3 orange:a1 orange:c1"
    ),
    "siren": _act("orange:a1 orange:a3 a1>b1 a3>b3", "orange:b1 orange:b3"),
    "tartarus": _wins("orange:a2 tartarus:b1 a2>b1", "orange:b1 tartarus:b1 *b1", size=2),
    "terpsichore": _act("blue:a1 blue:c1 a1>a2 c1>c2 *a3 *c3", "a3=1 c3=1 blue:a2 blue:c2"),
    "urania": _act("blue:a3 a3>e3", "blue:e3", size=5),
    "achilles": _act("blue:a3 *b2 a3>b2 *c1", "b2=1 c1=1 blue:b2"),
    "adonis": _limits("blue:a1 orange:c2 *b1 *b2 *b3 *c1 *c3", "blue:a1 orange:c2 *b1 *b2"),
    "atalanta": _act("blue:a3 a3>b3 b3>b2 b2>c2 c2>c1", "blue:c1"),
    "bellerophon": _act("b1=2 blue:a2 a2>b1", "b1=2 blue:b1", size=2),
    "heracles": _act("b2=1 c2=2 blue:a1 blue:c3 *a2 *b2 *c2", "a2=0^ b2=1^ c2=2^ blue:a1 blue:c3"),
    "jason": _act("blue:b3 blue:c3 *b1 *b2", "b2=1 blue:b1 blue:b3 blue:c3"),
    "medea": _act("a2=2 c2=1 blue:b1 orange:a2 orange:c2 *a2 *c2", "a2=1 blue:b1 orange:a2 orange:c2"),
    "odysseus": _act("blue:c3 orange:d3 orange:b4 b4>a5 d3>e1", "blue:c3 orange:e1 orange:a5", size=5),
    "polyphemus": _act("b1=1 d2=1 blue:b2 *d2 *d4", "b1=1 d2=1^ d4=0^ blue:b2", size=5),
    "theseus": _act("b1=2 blue:a2 orange:b1 *b1", "b1=2 blue:a2", size=2),
}
"""The diagram of each power."""


class PictureWorker(AnswerForm, frozen=True, omit_defaults=True):
    """A worker on a square of a picture; a ``ghost`` is seen by its player alone."""

    square: SquareName
    seat: Seat
    ghost: bool = False


class PictureToken(AnswerForm, frozen=True):
    """What a power has laid on a square of a picture, in secret if its card says so."""

    square: SquareName
    power: KnownPower


class PictureArrow(AnswerForm, frozen=True):
    """Where something goes."""

    origin: SquareName = field(name="from")
    to: SquareName


class PictureForm(AnswerForm, frozen=True, omit_defaults=True):
    """A picture of a few squares; what is empty is left out. ``marks`` are lit squares, ``power`` is the power in
    force on it."""

    levels: dict[SquareName, Whole] = field(default_factory=dict)
    domes: tuple[SquareName, ...] = ()
    workers: tuple[PictureWorker, ...] = ()
    tokens: tuple[PictureToken, ...] = ()
    arrows: tuple[PictureArrow, ...] = ()
    marks: tuple[SquareName, ...] = ()
    power: KnownPower | UnsetType = UNSET


class DiagramForm(AnswerForm, frozen=True):
    """What a power does, as two pictures of the squares from a1 on, ``size`` on each side."""

    kind: DiagramKind
    size: Whole
    before: PictureForm
    after: PictureForm


@cache
def diagram_form(power: PowerName) -> DiagramForm | UnsetType:
    """Return the diagram of a power, if it has one."""
    found = DIAGRAMS.get(power)
    if found is None:
        return UNSET
    before, after = found.cards or (None, None)
    return DiagramForm(found.kind, found.size, picture_form(found.before, before), picture_form(found.after, after))


def picture_form(text: str, power: PowerName | None = None) -> PictureForm:
    """Return a picture from its text."""
    levels: dict[str, int] = {}
    domes: list[str] = []
    workers: list[PictureWorker] = []
    tokens: list[PictureToken] = []
    arrows: list[PictureArrow] = []
    marks: list[str] = []
    for word in text.split():
        if word.startswith("*"):
            marks.append(word[1:])
        elif "=" in word:
            square, _, tower = word.partition("=")
            levels |= {square: int(tower[0])} if tower[0] != "0" else {}
            domes += [square] if tower.endswith("^") else []
        elif ">" in word:
            arrows.append(PictureArrow(*word.split(">")))
        elif "~" in word:
            seat, _, square = word.partition("~")
            workers.append(PictureWorker(square, Seat(seat), ghost=True))
        else:
            what, _, square = word.partition(":")
            if what in set(Seat):
                workers.append(PictureWorker(square, Seat(what)))
            else:
                tokens.append(PictureToken(square, what))
    pieces = (levels, tuple(domes), tuple(workers), tuple(tokens))
    return PictureForm(*pieces, tuple(arrows), tuple(marks), UNSET if power is None else power)


# ---- Powers, choices and lights


SEVERAL: Mapping[str, tuple[str, ...]] = {
    "power.aphrodite.meets.last_move": ("artemis", "triton", "atalanta"),
    "power.aphrodite.meets.removed": ("bia", "medusa", "theseus"),
    "power.charybdis.meets.limits": ("athena", "hades"),
    "power.circe.meets.hero": tuple(card.power for card in CARDS if card.hero),
    "power.clio.meets.coin": (
        *("apollo", "minotaur", "ares", "bia", "charon", "dionysus", "medusa", "siren"),
        *("adonis", "medea", "odysseus", "theseus"),
    ),
    "power.dionysus.meets.own_workers": ("athena", "aphrodite", "limus", "hades", "harpies"),
    "power.gaea.meets.each_dome": ("demeter", "hestia", "morpheus", "poseidon", "heracles", "polyphemus"),
    "power.gaea.meets.stuck": ("terpsichore", "achilles"),
    "power.harpies.meets.each_move": ("artemis", "terpsichore", "atalanta"),
    "power.hecate.meets.unseen": ("dionysus", "nemesis", "siren", "adonis", "medea", "odysseus", "theseus"),
    "power.hera.meets.by_move": ("pan", "eros"),
    "power.hypnus.meets.builds": ("hermes", "selene", "graeae"),
    "power.limus.meets.each_build": (
        *("demeter", "hephaestus", "prometheus", "hestia", "morpheus", "poseidon"),
        "achilles",
    ),
    "power.limus.meets.low_domes": ("atlas", "selene", "heracles", "polyphemus"),
    "power.moerae.meets.taken": ("pan", "eros"),
    "power.persephone.meets.no_way_round": ("siren", "jason"),
    "power.persephone.meets.not_demanded": ("achilles", "atalanta", "bellerophon", "odysseus"),
    "power.tartarus.meets.forced": ("apollo", "minotaur", "charon", "harpies", "nemesis", "siren", "odysseus"),
}
"""The texts about a power and each of several others; the other's name is their argument ``other``."""

REPETITIONS = (0, 2, 3, 4, 5)
"""The numbers of occurrences of a position at which the page offers to point it out."""

Choice = bool | int | str | None
"""A value of a rule; None: as the edition or the wording in use has it."""

Word = TypeVar("Word", bound=StrEnum)


class CardForm(AnswerForm, frozen=True):
    """What there is to know about a power; its texts are in the catalogue."""

    power: KnownPower
    number: Whole
    set: PowerSet
    players: tuple[Whole, ...]
    timing: tuple[Timing, ...]
    fleece: bool
    first_games: bool
    banned: tuple[KnownPower, ...]
    impossible: tuple[KnownPower, ...]
    rulings: tuple[MessageForm, ...]
    against: dict[str, tuple[MessageForm, ...]]
    diagram: DiagramForm | UnsetType = UNSET


class CardsForm(AnswerForm, frozen=True):
    """All powers in the order of the rulebook."""

    cards: tuple[CardForm, ...]


class QuestionForm(AnswerForm, frozen=True):
    """A question that no rulebook settles, and its answers. ``usual`` null: as the edition or the wording in use has
    it."""

    name: str
    usual: Choice
    values: tuple[Choice, ...]


class ChoicesForm(AnswerForm, frozen=True):
    """The values of each rule, the usual ones first."""

    edition: tuple[Edition, ...]
    bans: tuple[Bans, ...]
    supply: tuple[Supply, ...]
    gods_per_player: tuple[Whole, ...]
    revised: tuple[KnownPower, ...]
    questions: tuple[QuestionForm, ...]
    minutes: tuple[Whole, ...]
    increment: tuple[Whole, ...]


def cards_form() -> CardsForm:
    """Return the facts of all cards in the order of the rulebook, with the keys of their rulings."""
    return CardsForm(tuple(map(_card, CARDS)))


def choices_form() -> ChoicesForm:
    """Return the values of each rule by their names in the options, the usual ones first."""
    return ChoicesForm(
        edition=_usual_first(Edition, Edition.ROXLEY),
        bans=_usual_first(Bans, Bans.WARN),
        supply=_usual_first(Supply, Supply.ADVISORY),
        gods_per_player=GODS_EACH,
        revised=tuple(card.power for card in CARDS if card.power in REVISED),
        questions=(
            QuestionForm("redraw", None, (None, *Redraw)),
            QuestionForm("perimeter_setup", None, (None, True, False)),
            *(_question(field.name) for field in fields(Rulings)),
        ),
        minutes=(MINUTES[0], MINUTES[-1]),
        increment=(INCREMENTS[0], INCREMENTS[-1]),
    )


def _question(name: str) -> QuestionForm:
    usual: Choice = getattr(Rulings(), name)
    match usual:
        case None:
            return QuestionForm(name, usual, (None, True, False))
        case bool():
            return QuestionForm(name, usual, (True, False))
        case _:
            return QuestionForm(name, usual, REPETITIONS)


def _usual_first(words: type[Word], usual: Word) -> tuple[Word, ...]:
    return (usual, *(word for word in words if word is not usual))


def rulings_of(power: PowerName, opponents: Iterable[PowerName] = ()) -> tuple[Message, ...]:
    """Return the rulings about a power, and about it and each of these opponents."""
    keys = (f"power.{power}.ruling.{number}" for number in count(1))
    own = (Message(key) for key in takewhile(catalogue(REFERENCE, "powers").__contains__, keys))
    return (*own, *(ruling for other in opponents for ruling in _pairs().get(frozenset({power, other}), ())))


def _card(card: Card) -> CardForm:
    against = ((other.power, _pairs().get(frozenset({card.power, other.power}), ())) for other in CARDS)
    return CardForm(
        power=card.power,
        number=card.number,
        set=card.group,
        players=tuple(card.players),
        timing=tuple(card.timing),
        fleece=card.fleece,
        first_games=card.power in FIRST_GAMES,
        banned=_partners(card.power, BANNED_PAIRS - IMPOSSIBLE_PAIRS),
        impossible=_partners(card.power, IMPOSSIBLE_PAIRS),
        rulings=tuple(map(message_form, rulings_of(card.power))),
        against={other: tuple(map(message_form, rulings)) for other, rulings in against if rulings},
        diagram=diagram_form(card.power),
    )


def _partners(power: PowerName, pairs: frozenset[frozenset[PowerName]]) -> tuple[PowerName, ...]:
    """Return the other powers of the pairs with this one, in the order of the rulebook."""
    return tuple(card.power for card in CARDS if card.power != power and frozenset({power, card.power}) in pairs)


@cache
def _pairs() -> Mapping[frozenset[str], tuple[Message, ...]]:
    """Return the rulings about two powers."""
    found: dict[frozenset[str], tuple[Message, ...]] = {}
    for key in catalogue(REFERENCE, "powers"):
        match key.split("."):
            case [_, power, "against", other]:
                pairs = [(frozenset({power, other}), Message(key))]
            case [_, power, "meets", _]:
                pairs = [(frozenset({power, other}), Message(key, (("other", other),))) for other in SEVERAL[key]]
            case _:
                continue
        for pair, message in pairs:
            found[pair] = (*found.get(pair, ()), message)
    return found


class LightSampleForm(AnswerForm, frozen=True):
    """What a light is like from ``ms`` on: its colour at full strength (null: a player's), and its brightness, of 1."""

    ms: Whole
    colour: str | None
    share: float


class LightForm(AnswerForm, frozen=True):
    """A light over one period of so many ms; 0: it does not change."""

    light: LegendLight
    period: Whole
    samples: tuple[LightSampleForm, ...]


class LightsForm(AnswerForm, frozen=True):
    """What the lights mean and look like, with the colours of the seats."""

    lights: tuple[LightForm, ...]
    seats: dict[Seat, str]


def lights_form() -> LightsForm:
    """Return the legend of the lights, and the colours of the seats on the board."""
    lights = tuple(
        LightForm(
            entry.light,
            entry.period,
            tuple(LightSampleForm(each.ms, each.colour, each.share) for each in entry.samples),
        )
        for entry in light_legend()
    )
    return LightsForm(lights, seat_colours())
