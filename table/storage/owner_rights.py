"""What root does in a folder that belongs to somebody else is done with that one's rights.

So whatever is made there is theirs, and nothing that they have put there, such as a symbolic link, leads root to what
they may not touch themselves.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def as_owner_of(folder: Path) -> Iterator[None]:
    """Let root have the rights of whoever this folder belongs to until the end of the context; anybody else keeps those
    that they have. It counts for all threads.

    :raises OSError: if the folder is not there.
    """
    owner = folder.stat()
    if os.geteuid() != 0 or owner.st_uid == 0:
        yield
        return
    groups, group = os.getgroups(), os.getegid()
    try:
        os.setgroups([owner.st_gid])
        os.setegid(owner.st_gid)
        os.seteuid(owner.st_uid)
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
        os.setgroups(groups)
