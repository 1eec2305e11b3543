"""Where the broker is, and by what it knows this table."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from pathlib import Path

PLAIN_PORT = 1883
TLS_PORT = 8883


class _OpeningSocket(ssl.SSLSocket):
    """A socket that is closed where TLS cannot be agreed on; whatever the reason, the error is one of TLS."""

    def do_handshake(self, block: bool = False) -> None:  # noqa: FBT001, FBT002 - as in `ssl`
        try:
            super().do_handshake(block)
        except OSError as error:
            self.close()
            if isinstance(error, ssl.SSLError):
                raise
            raise ssl.SSLError(f"no TLS: {error.strerror or error}") from error


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """The files of TLS: the ``authority`` whose signature makes a broker's certificate valid (None: those that the
    system trusts), and the ``certificate`` with its ``key`` that this table shows (None: it shows none)."""

    authority: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    def context(self) -> ssl.SSLContext:
        """What TLS needs of them.

        :raises OSError: if a file cannot be read, or does not hold what it should (`ssl.SSLError`).
        """
        for file in (self.authority, self.certificate, self.key):
            if file is not None:
                file.read_bytes()  # the errors of ssl do not name the file
        made = ssl.create_default_context(cafile=None if self.authority is None else str(self.authority))
        made.sslsocket_class = _OpeningSocket
        if self.certificate is not None:
            made.load_cert_chain(self.certificate, self.key)
        return made


@dataclass(frozen=True, slots=True)
class BrokerAccess:
    """The broker at a ``host`` and ``port``, and how to sign in there: ``tls`` (None: without encryption), and a user
    with the password that is the first line of a file (None: none). ``client`` is the name by which the broker knows
    the connection; it stores messages for it for ``session_seconds`` after it ended."""

    host: str
    port: int
    client: str
    tls: TlsFiles | None = None
    username: str | None = None
    password_file: Path | None = None
    session_seconds: int = 0

    def password(self) -> str | None:
        """The password, as its file has it now.

        :raises OSError: if it cannot be read.
        :raises ValueError: if it is not text, or empty.
        """
        if self.password_file is None:
            return None
        first = self.password_file.read_text("utf-8").partition("\n")[0]
        if not first:
            raise ValueError(f"{self.password_file}: its first line is empty, and should be the password")
        return first
