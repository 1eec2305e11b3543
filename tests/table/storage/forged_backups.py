"""Backups with right checksums that no table has written."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from table.storage.backup_file import _HEAD, MANIFEST

Member = tuple[tarfile.TarInfo, bytes]


def sealed(path: Path, tar: Iterable[bytes]) -> Path:
    """A file that holds this tar, with all checksums right."""
    return sealed_body(path, packed(tar))


def sealed_body(path: Path, body: bytes) -> Path:
    """A file with this behind gzip's header, and the checksum of it right."""
    path.write_bytes(_HEAD + hashlib.sha256(body).digest() + body)
    return path


def packed(tar: Iterable[bytes]) -> bytes:
    """What stands behind gzip's header for this tar."""
    packer, found, size = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS), 0, 0
    body = bytearray()
    for part in tar:
        found, size = zlib.crc32(part, found), size + len(part)
        body += packer.compress(part)
    return bytes(body + packer.flush()) + found.to_bytes(4, "little") + (size % 2**32).to_bytes(4, "little")


def plain(name: str, content: bytes) -> Member:
    """A plain file."""
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(content), 0o600
    return entry, content


def special(name: str, kind: bytes) -> Member:
    """Something else than a plain file."""
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = kind, "/etc/passwd"
    return entry, b""


def tarred(members: Iterable[Member], form: int = tarfile.USTAR_FORMAT) -> bytes:
    """A tar of these."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=form) as tar:
        for entry, content in members:
            tar.addfile(entry, io.BytesIO(content))
    return made.getvalue()


def listed(files: Mapping[str, bytes]) -> dict[str, list[int | str]]:
    """Files as a manifest has them."""
    return {name: [len(held), hashlib.sha256(held).hexdigest()] for name, held in files.items()}


def told(files: object, **other: object) -> bytes:
    """A manifest with these files, in which other things may be said otherwise."""
    return json.dumps(
        {"thera": "backup", "format": 1, "version": "1", "made": "then", "files": files, **other}
    ).encode()


def with_manifest(path: Path, manifest: bytes, *members: Member) -> Path:
    """A backup with this manifest and these files."""
    return sealed(path, [tarred([plain(MANIFEST, manifest), *members])])
