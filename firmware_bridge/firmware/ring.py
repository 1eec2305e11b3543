"""Drives a ring of eight sensors on two I2C buses. Apart from `drivers`, since loading it takes a Pico some 0.1 s, and
few boards have one."""

import struct
from time import ticks_diff, ticks_us

from machine import I2C, Pin

# Registers of a TMAG5273 and what is written there (its data sheet, SLYS045).
_DEVICE_CONFIG_1 = 0x00  # 5 and 6: for magnets of neodymium; 2 to 4: the mean of 32 conversions; plain reads
_DEVICE_CONFIG_2 = 0x01  # 4: low noise; 0 and 1: measure without a pause
_SENSOR_CONFIG_1 = 0x02  # 4 to 7: X, Y and Z
_SENSOR_CONFIG_2 = 0x03  # 0 and 1: the greater range of Z, of X and Y
_DEVICE_ID = 0x0D
_X_MSB = 0x12
_CONV_STATUS = 0x18
_FOR_NEODYMIUM_MEAN_OF_32 = 0x20 | 5 << 2
_LOW_NOISE_CONTINUOUS = 1 << 4 | 2
_X_Y_Z = 7 << 4
_GREATER_RANGE = 3
_VERSION = 3
_TEXAS_INSTRUMENTS = b"\x49\x54"
_POWERED_UP = 1 << 4
_RING_ADDRESSES = (0x35, 0x22, 0x78, 0x44)
_I2C_BAUD = 400_000
_I2C_WAIT_US = 1000
"""A sensor is read in a quarter of this."""
NO_ANSWER = -32768
"""The count of a sensor that does not answer."""
_RETRY_SCANS = 25


class Ring:
    """Eight TMAG5273 on two I2C buses, four on each. Those that do not answer are tried again now and then, one at a
    time, so that they never delay a scan by much. A sensor that has lost its power for a moment is set up again."""

    def __init__(self, pins: list, range_mt: int) -> None:
        self._buses = [
            I2C(bus, sda=Pin(pins[2 * bus]), scl=Pin(pins[2 * bus + 1]), freq=_I2C_BAUD, timeout=_I2C_WAIT_US)
            for bus in (0, 1)
        ]
        self._version = 1 if range_mt <= 80 else 2
        self._range = _GREATER_RANGE if range_mt in (80, 266) else 0
        self._answer = bytearray(7)
        self._scans = 0
        self._notes: list[str] = []
        self._troubles = ["" for _ in range(8)]
        self._missed = [False for _ in range(8)]
        for number in range(8):
            self._set_up(number)

    def read(self, counts: list) -> None:
        """Write the counts of X, Y and Z of all sensors into this list, ``NO_ANSWER`` where there is none."""
        answer = self._answer
        self._scans += 1
        for number, trouble in enumerate(self._troubles):
            at = 3 * number
            if not trouble:
                try:
                    self._buses[number // 4].readfrom_mem_into(_RING_ADDRESSES[number % 4], _X_MSB, answer)
                    if not answer[6] & _POWERED_UP:
                        for axis, count in enumerate(struct.unpack(">hhh", answer)):
                            counts[at + axis] = count if count > NO_ANSWER else NO_ANSWER + 1
                        self._missed[number] = False
                        continue
                    self._set_up(number)
                except OSError:
                    # Once may be the bus, which one before it has blocked.
                    if self._missed[number]:
                        self._note(number, "does not answer")
                    self._missed[number] = True
            elif self._scans % (8 * _RETRY_SCANS) == number * _RETRY_SCANS:
                self._set_up(number)
            counts[at] = counts[at + 1] = counts[at + 2] = NO_ANSWER

    def takes_us(self) -> int:
        """Return how long reading all of them takes in microseconds."""
        began = ticks_us()
        self.read([0] * 24)
        return ticks_diff(ticks_us(), began)

    def recall(self) -> None:
        """Say again what is wrong, to a host that has just come."""
        self._notes = [self._said(number, trouble) for number, trouble in enumerate(self._troubles) if trouble]

    def notes(self) -> list:
        """Return what has changed since the last call, a line for each sensor."""
        notes, self._notes = self._notes, []
        return notes

    def _set_up(self, number: int) -> None:
        bus, address = self._buses[number // 4], _RING_ADDRESSES[number % 4]
        try:
            told = bus.readfrom_mem(address, _DEVICE_ID, 3)
            if told[1:] != _TEXAS_INSTRUMENTS or told[0] & _VERSION != self._version:
                self._note(number, f"is no TMAG5273 of version {self._version}")
                return
            bus.writeto_mem(address, _DEVICE_CONFIG_1, bytes((_FOR_NEODYMIUM_MEAN_OF_32,)))
            bus.writeto_mem(address, _SENSOR_CONFIG_1, bytes((_X_Y_Z,)))
            bus.writeto_mem(address, _SENSOR_CONFIG_2, bytes((self._range,)))
            bus.writeto_mem(address, _CONV_STATUS, bytes((_POWERED_UP,)))  # writing the bit clears it
            bus.writeto_mem(address, _DEVICE_CONFIG_2, bytes((_LOW_NOISE_CONTINUOUS,)))
        except OSError:
            self._note(number, "does not answer")
            return
        self._note(number, "")

    def _note(self, number: int, trouble: str) -> None:
        if trouble != self._troubles[number]:
            self._troubles[number] = trouble
            self._notes.append(self._said(number, trouble or "answers again"))

    def _said(self, number: int, trouble: str) -> str:
        return f"the sensor {_RING_ADDRESSES[number % 4]:#x} on I2C {number // 4} {trouble}"
