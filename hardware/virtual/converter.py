"""What a converter adds to what sensors put out: its noise, and codes that are wider than others."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from hardware.electronics import Electronics, PicoPins

_SCALE = 4096


@dataclass(frozen=True, slots=True)
class ConverterErrors:
    """The errors of a converter of 12 bits, in its counts: the ``noise`` (rms) of a reading, which is the mean of some
    conversions, and how much wider than the others the codes in ``wide`` are. Offset and gain are right at both ends of
    the range, so all other codes are a little narrower."""

    noise: float
    wide: tuple[int, ...]
    width: float

    def __post_init__(self) -> None:
        if not 0 <= self.noise < _SCALE or not 0 <= self.width * len(self.wide) < _SCALE / 2:
            raise ValueError(
                f"a converter with a noise of {self.noise} and codes wider by {self.width} measures nothing"
            )

    def read(self, level: float) -> float:
        """The code, not yet rounded, for a voltage of so many 4096ths of the reference.

        >>> pico_converter(8).read(0.0), pico_converter(8).read(4096.0)
        (0.0, 4096.0)
        """
        slope = _SCALE / (_SCALE - self.width * len(self.wide))
        before = 0.0
        for code in self.wide:
            begins = code / slope + before
            if level < begins:
                break
            if level < begins + self.width:
                return float(code)
            before += self.width
        return (level - before) * slope


_CONVERSION_NOISE = 0.8
"""An effective number of bits of 8.9 (measured at pico-adc.markomo.me) is an error of 2.5 counts rms. The wide codes
make an error of up to 4 counts either way, 2.3 rms; what is left is noise, of a single conversion."""


def pico_converter(samples: int) -> ConverterErrors:
    """The converter of an RP2040, whose firmware averages so many conversions: the codes 512, 1536, 2560 and 3584 are
    some nine counts wide (its data sheet, erratum RP2040-E11), which averaging does not change."""
    return ConverterErrors(_CONVERSION_NOISE / sqrt(samples), (512, 1536, 2560, 3584), 8.0)


def converter_errors(electronics: Electronics) -> ConverterErrors | None:
    """The errors of the converter that a board has; None for an MCP3208, which has an error of one count."""
    own = isinstance(electronics.pins, PicoPins) and electronics.pins.spi is None
    return pico_converter(electronics.samples) if own else None
