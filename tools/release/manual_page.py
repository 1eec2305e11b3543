"""Makes the manual page thera(1) from the parser of the commands, while the wheel is built: ``python -m
tools.release.manual_page FILE``."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from thera.command_parser import CommandParser, Example
from thera.command_tree import whole_parser
from thera.exit_codes import EXIT_MEANINGS

_WIDTH = 75
"""The longest line of the source, which the reader never sees."""

_FILES = (
    ("/etc/thera/thera.toml", "the configuration of an installation"),
    ("/var/lib/thera", "the games, seats and calibrations of an installation"),
    ("~/.local/share/thera", "the same for a table that a user starts"),
)
_ENVIRONMENT = (
    ("THERA_CONFIG", "the configuration file, if not /etc/thera/thera.toml"),
    ("XDG_DATA_HOME", "the folder in which a table of a user stores its data, if not ~/.local/share"),
    ("NO_COLOR", "if it is set and not empty, nothing is coloured"),
)


def manual_page(parser: CommandParser) -> str:
    """Return the source of the page in the language of man(7)."""
    lines = [
        ".\\\" Made from the program's own help.",
        f'.TH THERA 1 "" "thera {version("thera")}" "User Commands"',
        *_section("NAME", "thera \\- the companion for a physical Santorini table"),
        *_section("SYNOPSIS", f"{_bold('thera')} {_italic('COMMAND')} [{_italic('OPTION')} ...]"),
        *_section("DESCRIPTION", *_paragraph(_DESCRIPTION)),
        ".SH COMMANDS",
    ]
    for command in _leaves(parser):
        lines += _command(command)
    lines += [".SH EXIT STATUS", *_pairs((str(int(code)), meaning) for code, meaning in EXIT_MEANINGS.items())]
    lines += [".SH ENVIRONMENT", *_pairs(_ENVIRONMENT), ".SH FILES", *_pairs(_FILES)]
    lines += [".SH EXAMPLES", *_examples(parser.examples)]
    lines += _section("SEE ALSO", *_paragraph("The documents that are named here: /opt/thera/current/share/doc/thera"))
    return "\n".join(lines) + "\n"


_DESCRIPTION = (
    "Thera follows a game of Santorini on a board with sensors and lights, or on a simulated one, judges it by the"
    " rules, and shows it on the players' phones. Results go to standard output; errors, progress and the log go to"
    " standard error. Colours, QR codes and progress are for terminals only."
)


def _leaves(parser: CommandParser) -> Iterator[CommandParser]:
    """Yield the commands that do something."""
    if not parser.commands:
        yield parser
    for each in parser.commands.values():
        yield from _leaves(each)


def _command(parser: CommandParser) -> list[str]:
    plain = [each for each in parser.arguments if not each.option_strings]
    options = [each for each in parser.arguments if each.option_strings and each.dest != "help"]
    synopsis = [_bold(parser.prog), *(["[options]"] if options else []), *map(_positional, plain)]
    lines = [f'.SS "{parser.prog}"', " ".join(synopsis), ".PP", *_paragraph(parser.description or "")]
    lines += _pairs((f"{_positional(each)}", each.help or "") for each in plain)
    return [
        *lines,
        *_pairs((_option(each), _help(parser, each)) for each in options),
        ".PP",
        *_examples(parser.examples),
    ]


def _positional(action: argparse.Action) -> str:
    name = _italic(str(action.metavar or action.dest))
    return f"[{name}]" if action.nargs == "?" else name


def _option(action: argparse.Action) -> str:
    value = "" if action.nargs == 0 else f" {_italic(str(action.metavar or action.dest.upper()))}"
    return ", ".join(f"{_bold(name)}{value}" for name in action.option_strings)


def _help(parser: CommandParser, action: argparse.Action) -> str:
    return (action.help or "") % {"default": action.default, "prog": parser.prog}


def _examples(examples: tuple[Example, ...]) -> list[str]:
    lines = []
    for example in examples:
        lines += [*_paragraph(f"{example.effect}:"), ".RS 4", ".nf", _escaped(example.line), ".fi", ".RE", ".PP"]
    return lines[:-1]


def _section(title: str, *lines: str) -> list[str]:
    return [f".SH {title}", *lines]


def _pairs(pairs: Iterator[tuple[str, str]] | tuple[tuple[str, str], ...]) -> list[str]:
    """Return each first text with the second one indented below it. The first is source already or has nothing to
    escape."""
    return [line for first, second in pairs for line in (".TP", first, *_paragraph(second))]


def _paragraph(text: str) -> list[str]:
    return [_escaped(line) for line in textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)]


def _bold(text: str) -> str:
    return f"\\fB{_escaped(text)}\\fR"


def _italic(text: str) -> str:
    return f"\\fI{_escaped(text)}\\fR"


def _escaped(text: str) -> str:
    """Return text escaped for the reader: hyphens and quotes as they are typed, and no line that begins a request."""
    for letter, source in (("\\", "\\e"), ("-", "\\-"), ("'", "\\(aq"), ("^", "\\(ha"), ("~", "\\(ti"), ("`", "\\(ga")):
        text = text.replace(letter, source)
    return f"\\&{text}" if text.startswith(".") else text


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(manual_page(whole_parser()), "utf-8")
