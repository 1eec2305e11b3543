"""Snapshots and bench views as JSON, with squares by their names. Pure functions; the scripts read what they give."""

from web_ui.encode.bench import bench_json
from web_ui.encode.snapshot import snapshot_json
from web_ui.encode.view import view_json
from web_ui.encode.workshop import readings_json
from web_ui.forms.action_forms import action_json
from web_ui.forms.json_values import Json, message_json

__all__ = ["Json", "action_json", "bench_json", "message_json", "readings_json", "snapshot_json", "view_json"]
