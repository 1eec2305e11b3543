"""The baseline of each sensor: what it reads without a magnet of the game, so that a cold start can begin from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import dist
from operator import add, sub

from common.numbers import total
from hardware.board import SQUARE_COUNT
from hardware.field_model import FieldModel
from hardware.geometry import steps_between
from perception.arrangements import PlacedMagnet, Reading, ReferenceReading
from perception.fitting.residual import BOUNDLESS, Fields, nothing
from perception.sensors import limits


class Baseline:
    """The baselines of one board's sensors in mT, relative to the calibration, and what interference adds to them while
    it is there."""

    def __init__(self, model: FieldModel) -> None:
        self._model = model
        self._nothing = nothing(model.channels)
        self._zeros: Fields = self._nothing
        self._zero_variance: Fields = self._nothing
        self._interference_fields: Fields = self._nothing
        self._interference_unsure: Fields = self._nothing
        self._interference_variance: Fields = self._nothing

    @property
    def interference_fields(self) -> Fields:
        """The fields of the known interference."""
        return self._interference_fields

    @property
    def fields(self) -> Fields:
        """What the sensors read without magnets of the game."""
        return _sum(self._zeros, self._interference_fields)

    @property
    def interference_unsure(self) -> Fields:
        """The standard deviations of those fields when the interference was found, in mT."""
        return self._interference_unsure

    def add(self, fields: Fields, unsure: Fields) -> None:
        """Add the fields of interference; ``unsure`` are their standard deviations in mT."""
        total = _sum(self._interference_fields, fields)
        if max(map(abs, total)) < max(unsure):
            self._drop_interference()
            self.learn(total, tuple(map(abs, total)))
        else:
            self._interference_fields = total
            self._interference_unsure = tuple(map(max, self._interference_unsure, unsure))
            self._interference_variance = with_variance_of(self._interference_variance, unsure)

    def learn(self, fields: Fields, unsure: Fields) -> None:
        """Change the baselines by these fields; ``unsure`` are their standard deviations in mT."""
        self._zeros = _sum(self._zeros, fields)
        self._zero_variance = with_variance_of(self._zero_variance, unsure)

    def _drop_interference(self) -> None:
        self._interference_fields = self._interference_unsure = self._interference_variance = self._nothing

    def drop_interference_if_gone(self, reading: Reading, placed: Iterable[PlacedMagnet]) -> None:
        """Forget the known interference if a reading with these magnets is explained better without it."""
        if not any(self._interference_fields):
            return
        share = evidence = 0.0
        for square, added in enumerate(self._interference_fields):
            if square in reading.clipped or (reading.extra_variance and reading.extra_variance[square] >= BOUNDLESS):
                continue
            felt = self.felt(placed, square)
            weight = 1 / (limits.GONE_ERROR**2 + (limits.GONE_ERROR * felt) ** 2)
            share += weight * added * (reading.fields[square] - felt)
            evidence += weight * added * added
        if share < -limits.GONE_SHARE * evidence and evidence > limits.GONE_EVIDENCE:
            self._drop_interference()

    def exchanged(self, reading: Reading, placed: Iterable[PlacedMagnet], one: int, other: int) -> float:
        """Return how many mT the sensor at ``one`` reads too much since it was exchanged with ``other``, which reads as
        much too little. The sensor that feels less shows it."""
        placed = tuple(placed)
        felt = {square: self.felt(placed, square) for square in (one, other)}
        square = min(felt, key=lambda each: abs(felt[each]))
        if square in reading.clipped:
            return 0.0
        return (reading.fields[square] - felt[square]) * (1 if square == one else -1)

    def follow(self, reading: Reading, placed: Iterable[PlacedMagnet]) -> None:
        """Follow a decoded board at rest, at sensors with no magnet within two squares."""
        placed = tuple(placed)
        zeros = list(self._zeros)
        variances, interference_variances = list(self._zero_variance), list(self._interference_variance)
        for square in range(self._model.channels):
            if square in reading.clipped or (reading.extra_variance and reading.extra_variance[square] >= BOUNDLESS):
                continue
            if any(self._is_near(square, each) for each in placed):
                continue
            off = reading.fields[square] - self.felt(placed, square)
            zeros[square] += min(max(off, -limits.FASTEST_DRIFT), limits.FASTEST_DRIFT)
            if abs(off) < limits.FASTEST_DRIFT:
                variances[square] = interference_variances[square] = 0.0
        self._zeros, self._zero_variance = tuple(zeros), tuple(variances)
        self._interference_variance = tuple(interference_variances)

    def _is_near(self, channel: int, placed: PlacedMagnet) -> bool:
        """Check whether a magnet stands within two squares of a sensor."""
        square, geometry = placed.standing.square, self._model.geometry
        if channel < SQUARE_COUNT:
            return steps_between(channel, square) <= limits.CLEAR_SQUARES
        sensor = geometry.further_channels[channel - SQUARE_COUNT]
        way = dist((sensor.east, sensor.north), geometry.centre(square))
        return way <= (limits.CLEAR_SQUARES + 0.5) * geometry.pitch

    def corrected(self, reading: Reading) -> Reading:
        """Return a reading less the baselines and the known interference."""
        return _less(
            reading,
            self.fields,
            _sum(self._zero_variance, self._interference_variance),
        )

    def undisturbed(self, reading: Reading) -> Reading:
        """Return a reading less the baselines, as if the known interference were gone."""
        return _less(reading, self._zeros, self._zero_variance)

    def felt(self, placed: Iterable[PlacedMagnet], square: int) -> float:
        """Return the field that the sensor of a square should read with these magnets, in mT."""
        there = self._zeros[square] + self._interference_fields[square]
        return there + total(field_of(each, square, self._model) for each in placed)


def field_of(placed: PlacedMagnet, square: int, model: FieldModel) -> float:
    """Return the field of a magnet at the sensor of a square in mT, or in the channel of a further sensor, by the field
    model."""
    x, y = model.geometry.centre(placed.standing.square)
    if square >= SQUARE_COUNT:
        fields = model.further_fields(x + placed.east, y + placed.north, placed.standing.level)
        return placed.standing.polarity * fields[square - SQUARE_COUNT]
    way = dist((x + placed.east, y + placed.north), model.geometry.centre(square))
    return placed.standing.polarity * model.field(way, placed.standing.level)


def empty_board_reference(doubts: Fields) -> ReferenceReading:
    """Return a board without magnets, as the reference for readings less their baselines. The baseline of each channel
    may be as far off as its ``doubts``, in mT."""
    variance = tuple(doubt * doubt for doubt in doubts)
    return ReferenceReading(Reading(nothing(len(doubts)), count=limits.EMPTY_FRAMES, extra_variance=variance), ())


def with_added_fields(reference: ReferenceReading, adds: Fields, unsure: Fields) -> ReferenceReading:
    """Return a reference as it would read with these fields added; ``unsure`` are their standard deviations in mT."""
    base = reference.reading
    extra_variance = with_variance_of(base.variances, unsure)
    reading = replace(base, fields=_sum(base.fields, adds), extra_variance=extra_variance)
    return replace(reference, reading=reading, besides=_sum(reference.felt_besides, adds))


def _less(reading: Reading, fields: Fields, variance: Fields) -> Reading:
    """Return a reading less these fields, which are known with this variance."""
    less = tuple(map(sub, reading.fields, fields))
    if not any(variance):
        return replace(reading, fields=less)
    return replace(reading, fields=less, extra_variance=_sum(reading.variances, variance))


def with_variance_of(variance: Fields, unsure: Fields) -> Fields:
    """Add to a variance in mT squared the variance of fields with these standard deviations in mT."""
    return tuple(known + each * each for known, each in zip(variance, unsure, strict=True))


def _sum(one: Fields, other: Fields) -> Fields:
    return tuple(map(add, one, other))
