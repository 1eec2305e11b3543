"""What has been found out in a self-test so far, and what follows from it: all from the list of replies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from calibration.wiring_map import STRAIGHT, Order, symmetry_of


@dataclass(frozen=True, slots=True)
class LightShown:
    """Whether all lights show the colour of this number (red, green, blue)."""

    number: int
    right: bool


@dataclass(frozen=True, slots=True)
class LightsWalked:
    """To the light that is taken for square ``light``'s: a worker was put where it shines and the sensor that is taken
    for square ``sensor``'s felt it (None: none did), or the square where it shines was ``named``, or it is dark."""

    light: int
    sensor: int | None = None
    named: int | None = None
    dark: bool = False


@dataclass(frozen=True, slots=True)
class NamedLight:
    """The light that is taken for square ``light``'s shines on the square that was ``named`` (None: it is dark)."""

    light: int
    named: int | None


@dataclass(frozen=True, slots=True)
class FeltSensor:
    """A worker on ``square`` was felt by the sensor that is taken for square ``sensor``'s; None: by none. ``tried`` is
    whether anybody put a worker there at all."""

    square: int
    sensor: int | None
    tried: bool = True


Reply = LightShown | LightsWalked | NamedLight | FeltSensor


@dataclass(frozen=True, slots=True)
class SelftestQuestion:
    """What is asked next: about the colour of this number, where a light shines (by a worker, or only by name), or for
    a worker on a square."""

    kind: type[Reply]
    about: int


@dataclass(frozen=True, slots=True)
class SelftestFindings:
    """What replies of a board with these squares come to."""

    squares: tuple[int, ...]
    size: int
    replies: tuple[Reply, ...]

    @property
    def questions(self) -> Iterator[SelftestQuestion]:
        """What is still to be asked, as far as it can be known now."""
        shown = {each.number for each in self.replies if isinstance(each, LightShown)}
        yield from (SelftestQuestion(LightShown, number) for number in range(3) if number not in shown)
        walked = {each.light for each in self._walks}
        yield from (SelftestQuestion(LightsWalked, light) for light in self.squares if light not in walked)
        if len(walked) == len(self.squares):
            to_name = self._to_name()
            yield from (SelftestQuestion(NamedLight, light) for light in to_name)
            if not to_name:
                felt = self._felt
                yield from (SelftestQuestion(FeltSensor, square) for square in self.squares if square not in felt)

    @property
    def colours_right(self) -> bool:
        """Whether the lights show the colours they should."""
        return all(each.right for each in self.replies if isinstance(each, LightShown))

    @property
    def lights(self) -> dict[int, int]:
        """For squares whose light is known: the square whose light it was taken for."""
        return {square: light for light, square in self._places.items()}

    @property
    def dark(self) -> frozenset[int]:
        """The lights that do not shine, by the squares whose they were taken for."""
        return frozenset(light for light in self.squares if light not in self._places and self._is_dark(light))

    @property
    def sensors(self) -> dict[int, int]:
        """For squares whose sensor is known: the square whose sensor it was taken for."""
        return {square: sensor for square, sensor in self._felt.items() if sensor is not None}

    @property
    def silent(self) -> frozenset[int]:
        """The squares where no sensor feels a worker."""
        felt = self._felt
        return frozenset(square for square in self.squares if felt.get(square, 0) is None) - self.untried

    @property
    def untried(self) -> frozenset[int]:
        """The squares where nobody tried."""
        return frozenset(each.square for each in self.replies if isinstance(each, FeltSensor) and not each.tried)

    # -- what follows from what

    @property
    def _walks(self) -> list[LightsWalked]:
        return [each for each in self.replies if isinstance(each, LightsWalked)]

    def _named_lights(self) -> dict[int, int | None]:
        """The lights of which a person said where they shine; the last word counts."""
        named: dict[int, int | None] = {}
        for each in self.replies:
            if isinstance(each, NamedLight) or (isinstance(each, LightsWalked) and each.named is not None):
                named.pop(each.light, None)  # so that they are in the order in which they were last said
                named[each.light] = each.named
        return named

    def _is_dark(self, light: int) -> bool:
        said = self._named_lights()
        return said[light] is None if light in said else any(each.dark for each in self._walks if each.light == light)

    @property
    def _always_asked(self) -> tuple[int, ...]:
        """Lights that are always named: two corners show whether the board as a whole is turned or mirrored, lights and
        sensors alike, and if they say so, a third square shows whether that is not about these corners alone."""
        corners = self.squares[0], self.squares[self.size - 1]
        return corners if self._turn() == STRAIGHT else (*corners, self.squares[1])

    def _turn(self) -> Order:
        """How the board as a whole is turned or mirrored; straight unless its corners say otherwise."""
        said = self._named_lights()
        marks = (self.squares[0], self.squares[self.size - 1], self.squares[1])
        named = {light: square for light in marks if (square := said.get(light)) is not None}
        if len(named) < 2 or all(light == square for light, square in named.items()):
            return STRAIGHT
        return symmetry_of(named, self.size) or STRAIGHT

    @property
    def _places(self) -> dict[int, int]:
        """For each light that shines: the square where it does."""
        said, turn = self._named_lights(), self._turn()
        places = {light: square for light, square in said.items() if square is not None}
        for walk in self._walks:
            if walk.light not in said and walk.sensor == walk.light:
                places[walk.light] = turn[walk.light]  # light and sensor agree: both are right, or turned alike
        return places

    def _to_name(self) -> list[int]:
        """The lights of which only a person can say where they shine."""
        said, places = self._named_lights(), self._places
        unsure = [
            walk.light
            for walk in self._walks
            if walk.light not in said
            and not walk.dark
            and (walk.sensor != walk.light or walk.light in self._always_asked)
        ]
        if unsure:
            return unsure
        times = Counter(places.values())
        twice = [light for light, square in places.items() if times[square] > 1]
        # What was said longest ago, or never, is asked again first.
        return sorted(twice, key=lambda light: (*said,).index(light) if light in said else -1)[:1]

    @property
    def _felt(self) -> dict[int, int | None]:
        """For each square where a worker was put: the sensor that felt it, by the square whose it was taken for."""
        places, felt = self._places, dict[int, int | None]()
        for walk in self._walks:
            if walk.light in places and (walk.sensor is not None or walk.named is None):
                felt[places[walk.light]] = walk.sensor
        felt.update({each.square: each.sensor for each in self.replies if isinstance(each, FeltSensor)})
        return felt
