"""Actions and positions of a game in JSON. An action is ``{"kind": "move", "worker": "b2", "square": "c3"}``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final, Literal, Union, cast

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from engine.actions import (
    Action,
    Build,
    Choose,
    Correct,
    Done,
    Force,
    Move,
    Offered,
    Piece,
    Place,
    Point,
    PutToken,
    Recycle,
    RemoveWorker,
    Resign,
    Swap,
    TakeBlock,
    Unseen,
    Use,
    by_card,
    card_named,
)
from engine.seats import HINDSIGHT, PUBLIC, Seat
from engine.setup import PowerName
from engine.squares import Direction, square
from engine.state import Outcome
from engine.supply import Stock
from engine.views import SeenCard, SeenPlayer, SeenToken, SeenWorker, View
from table.typed_json import SquareName, Whole, tag_of
from web_ui.forms.basic_forms import NAMES, AnswerForm, KnownPower, MessageForm

CardName = Annotated[
    PowerName,
    Meta(description="the card, where two of a player's cards offer the same with different results; mortal: none"),
]


@dataclass(frozen=True, slots=True)
class ActionKind:
    """The JSON name of a kind of action, and of its attributes: ``fields`` maps a name in JSON to the attribute."""

    tag: str
    action: type[Action]
    fields: Mapping[str, str]


def _kind(tag: str, action: type[Action], /, **fields: str) -> ActionKind:
    return ActionKind(tag, action, fields)


ACTION_KINDS: Final = (
    _kind("place", Place, square="square"),
    _kind("move", Move, worker="worker", square="to"),
    _kind("build", Build, worker="worker", square="on", piece="piece"),
    _kind("force", Force, worker="worker", square="to"),
    _kind("swap", Swap, worker="mine", square="theirs"),
    _kind("remove", RemoveWorker, square="square"),
    _kind("take", TakeBlock, square="square"),
    _kind("token", PutToken, square="square"),
    _kind("point", Point, direction="direction"),
    _kind("choose", Choose, square="worker"),
    _kind("recycle", Recycle, square="square"),
    _kind("use", Use, power="power"),
    _kind("done", Done),
    _kind("resign", Resign, seat="seat"),
)
"""What a phone can ask for."""

_SHOWN: Final = {kind.action: kind for kind in (*ACTION_KINDS, _kind("correct", Correct), _kind("unseen", Unseen))}
_BY_TAG: Final = {kind.tag: kind for kind in ACTION_KINDS}
_SQUARES: Final = ("worker", "square")
_TYPES: Final[Mapping[str, object]] = {
    "worker": SquareName,
    "square": SquareName,
    "piece": Piece,
    "direction": Direction | None,
    "power": PowerName,
    "seat": Seat,
}


class ActionForm(Struct, frozen=True, tag_field="kind"):
    """An action as a phone sends it; each kind has a form of its own."""

    @property
    def action(self) -> Action:
        """The action."""
        kind = _BY_TAG[tag_of(type(self))]
        values = {attribute: getattr(self, name) for name, attribute in kind.fields.items()}
        squares = {kind.fields[name]: square(getattr(self, name)) for name in _SQUARES if name in kind.fields}
        action = kind.action(**{**values, **squares})
        by = getattr(self, "by", None)
        return action if by is None else by_card(action, by)


def _form(kind: ActionKind) -> type[ActionForm]:
    fields: list[tuple[str, object] | tuple[str, object, object]] = [(name, _TYPES[name]) for name in kind.fields]
    if issubclass(kind.action, Offered):
        fields.append(("by", CardName | None, None))
    about = {"__doc__": kind.action.__doc__}
    name = f"{kind.action.__name__}Action"
    form = defstruct(name, fields, bases=(ActionForm,), tag=kind.tag, frozen=True, namespace=about, module=__name__)
    return cast("type[ActionForm]", form)


ACTION_FORMS: Final = tuple(_form(kind) for kind in ACTION_KINDS)
"""The form in which each kind of action is sent."""

if TYPE_CHECKING:
    AnyAction = ActionForm  # a type checker cannot follow a union that is made of a table
else:
    AnyAction = Union[ACTION_FORMS]  # noqa: UP007 - made of the table above


class ShownAction(AnswerForm, frozen=True):
    """An action in the form in which it is sent. ``worker``, ``square`` and ``piece`` are null where it has none;
    ``direction``, ``power``, ``seat`` and ``by`` are there only where it has them, ``wins`` where it wins the game at
    once as far as this viewer can know."""

    kind: Annotated[str, Meta(extra_json_schema={"enum": [kind.tag for kind in _SHOWN.values()]})]
    worker: SquareName | None
    square: SquareName | None
    piece: Piece | None
    direction: Direction | UnsetType | None = UNSET
    power: PowerName | UnsetType = UNSET
    seat: Seat | UnsetType = UNSET
    by: CardName | UnsetType = UNSET
    wins: Literal[True] | UnsetType = UNSET


@lru_cache(maxsize=4096)
def shown_action(action: Action, *, wins: bool = False) -> ShownAction:
    """An action in the form in which it is sent."""
    kind = _SHOWN[type(action)]
    shown = {name: getattr(action, attribute) for name, attribute in kind.fields.items()}
    for name in _SQUARES:
        shown[name] = NAMES[shown[name]] if name in shown else None
    card = card_named(action)
    return ShownAction(
        kind.tag,
        piece=shown.pop("piece", None),
        by=UNSET if card is None else card,
        wins=True if wins else UNSET,
        **shown,
    )


ViewerName = Annotated[str, Meta(extra_json_schema={"enum": [*Seat, PUBLIC, HINDSIGHT]})]
Memory = Annotated[dict[str, str], Meta(description="what cards remember, as far as this viewer may know it")]


class WorkerForm(AnswerForm, frozen=True):
    """A worker that this viewer sees."""

    seat: Seat
    square: SquareName
    marked: bool


class TokenForm(AnswerForm, frozen=True):
    """A token."""

    power: KnownPower
    square: SquareName


class PlayerForm(AnswerForm, frozen=True):
    """A player of the game; ``hidden`` is how many workers stand where this viewer cannot see them."""

    seat: Seat
    team: Whole
    power: str
    second: str
    uses: tuple[str, ...]
    memory: Memory
    reserve: Whole
    hidden: Whole
    eliminated: bool


class CardBesideForm(AnswerForm, frozen=True):
    """A card beside the board."""

    power: KnownPower
    holders: tuple[Seat, ...]
    memory: Memory


class OutcomeForm(AnswerForm, frozen=True):
    """The end of a game."""

    winners: tuple[Seat, ...]
    reason: MessageForm


class ViewForm(AnswerForm, frozen=True):
    """The game as this viewer may see it. ``secrets`` are the tokens on secret maps that this viewer knows;
    ``revealed``: the game is over, and what was kept secret in it is told."""

    viewer: ViewerName
    size: Whole
    levels: dict[SquareName, Whole]
    domes: tuple[SquareName, ...]
    workers: tuple[WorkerForm, ...]
    tokens: tuple[TokenForm, ...]
    secrets: tuple[TokenForm, ...]
    players: tuple[PlayerForm, ...]
    beside: tuple[CardBesideForm, ...]
    stock: Stock
    active: Seat | None
    driven: bool
    options: tuple[ShownAction, ...]
    outcome: OutcomeForm | None
    revealed: bool


def view_form(view: View) -> ViewForm:
    """A position."""
    return ViewForm(
        viewer=view.viewer,
        size=view.size,
        levels=dict(zip(NAMES, view.levels, strict=True)),
        domes=tuple(NAMES[on] for on in sorted(view.domes)),
        workers=tuple(map(worker_form, view.workers)),
        tokens=tuple(map(_token, view.tokens)),
        secrets=tuple(map(_token, view.secrets)),
        players=tuple(map(_player, view.players)),
        beside=tuple(map(_beside, view.beside)),
        stock=view.stock,
        active=view.active,
        driven=view.driven,
        options=tuple(shown_action(option, wins=option in view.wins) for option in view.options),
        outcome=None if view.outcome is None else _outcome(view.outcome),
        revealed=view.revealed,
    )


def worker_form(worker: SeenWorker) -> WorkerForm:
    """A worker that is seen."""
    return WorkerForm(worker.seat, NAMES[worker.square], worker.marked)


def _token(token: SeenToken) -> TokenForm:
    return TokenForm(token.power, NAMES[token.square])


def _player(player: SeenPlayer) -> PlayerForm:
    return PlayerForm(
        seat=player.seat,
        team=player.team,
        power=player.power,
        second=player.second,
        uses=player.uses,
        memory=dict(player.memory),
        reserve=player.reserve,
        hidden=player.hidden,
        eliminated=player.eliminated,
    )


def _beside(card: SeenCard) -> CardBesideForm:
    return CardBesideForm(card.power, card.holders, dict(card.memory))


def _outcome(outcome: Outcome) -> OutcomeForm:
    return OutcomeForm(outcome.winners, MessageForm(outcome.reason.key, dict(outcome.reason.args)))
