"""``python -m thera``; and ``sudo python3 thera-VERSION-py3-none-any.whl/thera install``, straight from the wheel.

This file must run on any Python 3, so that it can report one that is too old.
"""

import sys

OLDEST = (3, 11)

if __name__ == "__main__":
    if sys.version_info < OLDEST:
        sys.exit("thera: Thera needs Python 3.11 or newer: Raspberry Pi OS or Debian of 2023 or later")

    if __package__:
        from thera.cli import main

        sys.exit(main())

    from pathlib import Path

    # Started by its path, Python looks for modules in this folder and not in its parent.
    sys.path[0] = str(Path(__file__).parent.parent)
    from thera.install.install_command import main as install_from_wheel

    sys.exit(install_from_wheel(__file__))
