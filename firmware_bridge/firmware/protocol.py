"""Declares the messages between host and board. A Pico runs this file unchanged, and the host imports it.

A message is a kind and its fields, in the order of the payload. A field is ``(name, format)``, or ``(name, format,
lowest, highest)`` if its values are bounded. A format is one of these, little-endian and without padding:

- one of `struct`'s: ``"H"`` is a number, ``"25h"`` an array, ``"75s"`` that number of bytes;
- ``TEXT``: the number of bytes (one byte, at most ``LONGEST_TEXT``) and that many bytes of UTF-8;
- ``COUNTS``: how many there are (one byte) and that many numbers of 16 bits with a sign; nothing for none, at the end;
- ``LONG_COUNTS``: the same of 32 bits;
- ``REST``: UTF-8 up to the end of the payload;
- ``CHECKSUM``: the CRC-16 of all bytes of the payload before it, as ``"H"``;
- a tuple of fields: a record, which both ends store as bytes.

``SINCE_1_1`` stands between the fields of version 1.0 and those that 1.1 added, ``SINCE_1_2`` before those of 1.2, and
so on. docs/protocol.md explains them.
"""

TYPE_CHECKING = False  # there is no module typing on a microcontroller
if TYPE_CHECKING:
    Record = tuple[tuple[str, str], ...]
    Field = tuple[str, str | Record] | tuple[str, str, int, int]

VERSION = 1
MINOR = 3
MAX_PAYLOAD = 240
BUFFER_CAP = 512
"""A reader drops more bytes than this without a zero."""

SQUARES = 25
LONGEST_TEXT = 64
FASTEST_SCAN_HZ = 200
LEAST_BUDGET_MA = SQUARES
LEAVE_MAGIC = 0x5645414C

TEXT = "text"
REST = "rest"
CHECKSUM = "crc16"
COUNTS = "counts"
LONG_COUNTS = "long counts"
LISTS = {COUNTS: "h", LONG_COUNTS: "i"}
"""The format of a value of each kind of list."""
SINCE_1_1 = ("", "1.1")
SINCE_1_2 = ("", "1.2")
SINCE_1_3 = ("", "1.3")
LATER = (SINCE_1_1, SINCE_1_2, SINCE_1_3)

# A reply has the kind of its command and this bit.
REPLY = 0x80

HELLO_REQUEST = 0x01
CONFIGURE = 0x02
LED_FRAME = 0x03
CALIBRATION_REQUEST = 0x05
PING = 0x06
STORE_CALIBRATION = 0x07
WIRING_REQUEST = 0x08
STORE_WIRING = 0x09
LEAVE = 0x0A
SCAN = 0x10
BUTTON = 0x11
WEIGHTS = 0x12
LOG = 0x1F
NAK = 0x7F
HELLO = HELLO_REQUEST | REPLY
CONFIGURED = CONFIGURE | REPLY
LED_SHOWN = LED_FRAME | REPLY
CALIBRATION = CALIBRATION_REQUEST | REPLY
PONG = PING | REPLY
CALIBRATION_STORED = STORE_CALIBRATION | REPLY
WIRING = WIRING_REQUEST | REPLY
WIRING_STORED = STORE_WIRING | REPLY
LEAVING = LEAVE | REPLY

UNASKED = (SCAN, BUTTON, WEIGHTS, LOG, NAK)
"""The kinds that a board sends besides replies."""

CALIBRATION_RECORD: "Record" = (("full_scale", "H"), ("margin", "H"), ("offsets", "25f"), ("gains", "25f"))
WIRING_RECORD: "Record" = (("sensors", "25B"), ("lights", "25B"))

FIELDS: "dict[int, tuple[Field, ...]]" = {
    HELLO_REQUEST: (("major", "B"), ("minor", "B")),
    HELLO: (
        ("major", "B"),
        ("minor", "B"),
        ("boots", "I"),
        ("reset", "B"),
        ("sensors", "B"),
        ("lights", "B"),
        ("adc_bits", "B"),
        ("capabilities", "H"),
        ("name", TEXT),
        ("unique_id", TEXT),
        ("firmware", TEXT),
        SINCE_1_1,
        ("revision", "B"),
        ("faults", "B"),
        SINCE_1_2,
        ("further", "B"),
        SINCE_1_3,
        ("cells", "B"),
    ),
    CONFIGURE: (("scan_hz", "B", 1, FASTEST_SCAN_HZ), SINCE_1_3, ("weights", "B")),
    CONFIGURED: (("scan_hz", "B"),),
    LED_FRAME: (("budget_ma", "H", LEAST_BUDGET_MA, 0xFFFF), ("lights", "75s")),
    LED_SHOWN: (("current_ma", "H"), ("limited", "B")),
    CALIBRATION_REQUEST: (),
    CALIBRATION: (("values", CALIBRATION_RECORD), SINCE_1_1, ("checksum", CHECKSUM), ("stored", "B")),
    PING: (("echo", "I"),),
    PONG: (("echo", "I"), ("boots", "I"), ("uptime_ms", "I"), ("errors", "H"), ("dropped", "H")),
    STORE_CALIBRATION: (("values", CALIBRATION_RECORD), ("checksum", CHECKSUM)),
    CALIBRATION_STORED: (("checksum", "H"),),
    WIRING_REQUEST: (),
    WIRING: (("values", WIRING_RECORD), ("checksum", CHECKSUM), ("stored", "B")),
    STORE_WIRING: (("values", WIRING_RECORD), ("checksum", CHECKSUM)),
    WIRING_STORED: (("checksum", "H"),),
    LEAVE: (("magic", "I", LEAVE_MAGIC, LEAVE_MAGIC),),
    LEAVING: (),
    SCAN: (("t_ms", "I"), ("number", "H"), ("counts", "25h"), ("flags", "B"), SINCE_1_2, ("further", COUNTS)),
    BUTTON: (("t_ms", "I"), ("button", "B", 1, 2)),
    WEIGHTS: (("t_ms", "I"), ("number", "H"), ("counts", LONG_COUNTS)),
    LOG: (("level", "B"), ("text", REST)),
    NAK: (("code", "B", 1, 4), ("refused", "B")),
}
COMMANDS = tuple(kind for kind in FIELDS if kind | REPLY in FIELDS and kind < REPLY)

NAK_UNKNOWN_KIND = 1
NAK_MALFORMED = 2
NAK_CHECKSUM = 3
NAK_CANNOT_STORE = 4

RESET_UNKNOWN = 0
RESET_POWER = 1
RESET_WATCHDOG = 2
RESET_SOFTWARE = 3
RESET_BROWNOUT = 4

HAS_BUTTONS = 1
STORES_CALIBRATION = 2
STORES_WIRING = 4
LEAVES = 8

FAULT_STRAPS = 1
FAULT_CALIBRATION = 2
FAULT_WIRING = 4
FAULT_NO_CONFIGURATION = 8
REVISION_UNKNOWN = 255

LOG_DEBUG = 10
LOG_WARNING = 30
LOG_ERROR = 40


def record_form(record: "Record") -> str:
    """Return the format of a whole record for `struct`."""
    return "<" + "".join([field[1] for field in record])
