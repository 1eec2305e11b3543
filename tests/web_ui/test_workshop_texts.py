"""Everything that a calibration or a self-test may say has its words."""

from __future__ import annotations

import re

from perception.calibration.calibrate import CalibrationStage as Calibration
from perception.calibration.calibration_result import SensorTroubleKind
from perception.calibration.procedure import Task
from perception.calibration.scale_calibration import PIECES
from perception.calibration.scale_calibration import ScaleStage as Scale
from perception.calibration.selftest import SelftestStage as SelfTest
from perception.calibration.selftest import symmetries
from tests.house import ROOT, files
from web_ui.languages import catalogue

ASKED = {"walk", "name", "sensor"}


def said() -> set[str]:
    """The keys that the sources name, and those that they put together."""
    keys = {f"finding.{trouble}" for trouble in SensorTroubleKind}
    keys |= {f"calibrate.put_{level}" for level in range(4)}
    keys |= {f"calibrate.{stage}" for stage in (Calibration.ACCEPTED, Calibration.STOPPED)}
    keys |= {f"selftest.{stage}" for stage in SelfTest} - {"selftest.result", "selftest.colours"}
    keys |= {f"selftest.{verdict}" for verdict in ("all_well", "findings", "offer", "rewire", "faint", "several")}
    keys |= {f"selftest.colour_{colour}" for colour in ("red", "green", "blue")}
    ways = [name for name, _ in symmetries(5)] + ["elsewhere", "exchanged"]
    keys |= {f"selftest.{what}_{way}" for what in ("sensors", "lights") for way in ways}
    keys |= {f"scale.{stage}" for stage in (Scale.EMPTY, Scale.CLEAR, Scale.ACCEPTED, Scale.STOPPED)}
    keys |= {f"scale.{what}{piece}" for what in ("", "put_") for piece in PIECES}
    keys |= {f"selftest.further_{what}" for what in ("ended", "silent", "untried")}
    keys |= {f"selftest.{what}_{way}" for what in ("cells", "further") for way in ("elsewhere", "exchanged")}
    keys |= {f"{task}.stored" for task in (Task.CALIBRATE, Task.SCALE, Task.SELFTEST)}
    for path in (*files("perception/calibration/*.py"), ROOT / "thera" / "boards" / "board_adjustment.py"):
        keys |= set(re.findall(r'message\(\s*"([a-z_.]+)"', path.read_text("utf-8")))
    return {f"workshop.{key}" for key in keys}


def test_every_sentence_of_the_workshop_has_words_and_no_words_are_left_over() -> None:
    of_the_page = {key for key in catalogue("en", "workshop") if key.startswith("adjust.")}
    assert set(catalogue("en", "workshop")) - of_the_page == said()


def test_the_sources_were_found() -> None:
    assert "workshop.calibrate.unlike" in said()
    assert (ROOT / "perception" / "calibration" / "calibrate.py").exists()
