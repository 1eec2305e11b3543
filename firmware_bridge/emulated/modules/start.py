"""Runs an emulated Pico from power on: ``main.py`` of its flash, and then the console.

The console replaces MicroPython's own, which only microcontrollers have in this form: it speaks the raw REPL (the mode
for programs, docs.micropython.org, "The MicroPython Interactive Interpreter Mode") byte for byte, and of the mode for
people only the prompt. MicroPython executes the commands on the flash.
"""

import gc
import io
import os
import sys

import uselect

_RAW, _FRIENDLY, _INTERRUPT, _DONE, _PASTE = 1, 2, 3, 4, 5
_END = b"\x04"
_BANNER = b"raw REPL; CTRL-B to exit\r\n"
_PROMPT = b"\r\n" + 3 * b">" + b" "
_WINDOW = 128

_ours = dict.fromkeys(sys.modules)


class _Console:
    def __init__(self):
        self._stdin = uselect.poll()
        self._stdin.register(sys.stdin, uselect.POLLIN)
        self._stdout = uselect.poll()
        self._stdout.register(sys.stdout, uselect.POLLOUT)

    def read(self):
        while True:
            self._stdin.poll(-1)
            byte = sys.stdin.buffer.read(1)
            if byte:
                return byte[0]
            if byte == b"":
                raise SystemExit

    def write(self, data):
        while data:
            self._stdout.poll(-1)
            data = data[sys.stdout.buffer.write(data) or 0 :]

    def serve(self):
        """Show the friendly prompt, then serve the raw REPL as long as it is wanted."""
        self.write(b"\r\nMicroPython on an emulated Pico" + _PROMPT)
        pasting = False
        while True:
            byte = self.read()
            if pasting:
                if byte in (_INTERRUPT, _DONE):
                    pasting = False
                    self.write(_PROMPT)
            elif byte == _RAW:
                self._raw()
                self.write(_PROMPT)
            elif byte == _PASTE:
                pasting = True
                self.write(b"\r\npaste mode; Ctrl-C to cancel, Ctrl-D to finish\r\n=== ")
            elif byte in b"\x03\r":
                self.write(_PROMPT)

    def _raw(self):
        self.write(_BANNER + b">")
        line = bytearray()
        while True:
            byte = self.read()
            if byte == _FRIENDLY:
                return
            if byte == _RAW:
                if line == b"\x05A":
                    self._execute(self._pasted())
                    self.write(b">")
                else:
                    self.write(_BANNER + b">")
                line = bytearray()
            elif byte == _INTERRUPT:
                line = bytearray()
            elif byte != _DONE:
                line.append(byte)
            elif line.strip():
                self.write(b"OK")
                self._execute(bytes(line))
                line = bytearray()
                self.write(b">")
            else:
                self.write(b"OK\r\nMPY: soft reboot\r\n")
                forget()
                self.write(_BANNER + b">")

    def _pasted(self):
        """Read in raw paste mode, in which the other side sends at most one window at a time."""
        self.write(b"R\x01" + bytes((_WINDOW & 0xFF, _WINDOW >> 8, 1)))
        source = bytearray()
        while (byte := self.read()) != _DONE:
            source.append(byte)
            if len(source) % _WINDOW == 0:
                self.write(b"\x01")
        self.write(_END)
        return bytes(source)

    def _execute(self, source):
        try:
            exec(source, _globals)  # noqa: S102 - what a REPL is for
            self.write(_END)
        except SystemExit:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the other side gets it
            output = io.StringIO()
            sys.print_exception(error, output)
            self.write(_END + output.getvalue().encode())
        self.write(_END)


_globals = {}


def forget():
    """Reset softly: forget everything except for the emulator's own modules."""
    _globals.clear()
    _globals["__name__"] = "__main__"
    for name in list(sys.modules):
        if name not in _ours and name not in _EMULATED:
            del sys.modules[name]
    gc.collect()


_EMULATED = ("hx711", "machine", "neopixel", "select", "side", "time")


def run_main():
    """Run ``main.py``, as a Pico does when it starts."""
    try:
        os.stat("main.py")
    except OSError:
        return
    with open("main.py") as file:
        source = file.read()
    try:
        exec(source, {"__name__": "__main__"})  # noqa: S102 - that is what starting means
    except SystemExit:
        raise
    except Exception as error:  # noqa: BLE001 - as MicroPython does it
        sys.print_exception(error)
    forget()


sys.path[:] = ["", sys.path[0]]
run_main()
_Console().serve()
