"""Services of a card are switched off without running a program of the card, which this computer could not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools.release.card_image.card_installation import switch


@pytest.mark.skipif(shutil.which("systemctl") is None, reason="this computer lacks systemctl")
def test_a_service_that_has_an_old_script_as_well_is_switched_off(tmp_path: Path) -> None:
    unit = tmp_path / "usr/lib/systemd/system/ssh.service"
    wanted = tmp_path / "etc/systemd/system/multi-user.target.wants/ssh.service"
    for path, text in {
        unit: "[Service]\nExecStart=/usr/sbin/sshd\n[Install]\nWantedBy=multi-user.target\n",
        tmp_path / "etc/init.d/ssh": "#!/bin/sh\n",
        tmp_path / "usr/sbin/update-rc.d": "for another processor",
    }.items():
        path.parent.mkdir(parents=True)
        path.write_text(text)
        path.chmod(0o755)
    wanted.parent.mkdir(parents=True)
    wanted.symlink_to("/usr/lib/systemd/system/ssh.service")
    switch(tmp_path, "disable", "ssh.service")
    assert not wanted.is_symlink()
