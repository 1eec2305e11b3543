"""``thera doctor`` tries the broker that is configured, and says what to do where that fails."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from common.mqtt.broker import BrokerTrouble
from hardware.doctor.computer import CheckState
from table.settings.configuration import MqttSettings
from tests.common.mqtt.mosquitto import free_port, mosquitto, needs_mosquitto
from thera.cli import main
from thera.commands.doctor_command import FIXES, WHAT, broker_finding


def test_without_a_broker_there_is_nothing_to_check() -> None:
    assert broker_finding(None).state is CheckState.NOT_HERE


@needs_mosquitto
def test_a_broker_that_can_be_used_and_one_that_refuses(tmp_path: Path) -> None:
    users, secret = tmp_path / "users", tmp_path / "secret"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(users), "thera", "right"], check=True)
    secret.write_text("right\n", "utf-8")
    with mosquitto(tmp_path, "allow_anonymous false", f"password_file {users}") as broker:
        mqtt = MqttSettings("127.0.0.1", broker.port, username="thera", password_file=secret)
        found = broker_finding(mqtt)
        assert (found.state, found.meaning) == (CheckState.OK, f"connected to 127.0.0.1, port {broker.port}")
        refused = broker_finding(replace(mqtt, username="somebody"))
        assert refused.state is CheckState.WARNING
        assert refused.meaning == f"127.0.0.1, port {broker.port}: Not authorized"
        assert "username of [mqtt]" in refused.fix
    secret.unlink()
    unread = broker_finding(mqtt)
    assert unread.meaning.endswith(f"{secret}: No such file or directory")
    assert "password_file" in unread.fix


def test_a_broker_that_is_not_there_and_a_name_that_nobody_knows() -> None:
    port = free_port()
    away = broker_finding(MqttSettings("127.0.0.1", port))
    assert away.meaning == f"127.0.0.1, port {port}: Connection refused"
    assert "start the broker" in away.fix
    unknown = broker_finding(MqttSettings("broker.invalid"))
    assert unknown.commands == ("getent hosts broker.invalid",)


def test_each_trouble_has_something_to_do() -> None:
    connected = {
        BrokerTrouble.DENIED,
        BrokerTrouble.TAKEN_OVER,
        BrokerTrouble.TOO_LARGE,
    }  # no attempt to connect ends so
    assert set(FIXES) == set(BrokerTrouble) - connected


def test_the_doctor_reports_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "thera.toml"
    file.write_text(f'[mqtt]\nhost = "127.0.0.1"\nport = {free_port()}\n', "utf-8")
    monkeypatch.setenv("THERA_CONFIG", str(file))
    main(["doctor", "--data", str(tmp_path)])
    assert f"LOOK   {WHAT}" in capsys.readouterr().out
