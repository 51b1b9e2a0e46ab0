"""Synchronises the add-on's import preferences with a file that Dropforge reads and writes."""

import json
import os
from typing import Any, Dict, Optional

from .dropforge_bridge.host_settings import MAX_SCALE, MIN_SCALE
from .dropforge_bridge.state_files import read_json, replace_file

_HERE = os.path.dirname(os.path.abspath(__file__))

# In the source tree, which lacks the protocol package here, nothing is written.
_PATH = os.path.join(_HERE, "settings.json") if os.path.isdir(os.path.join(_HERE, "dropforge_bridge")) else None

# Keys in the file of the Boolean preferences.
_SWITCHES = {"has_collection": "ownCollection", "has_materials": "materials", "frames_view": "framesView"}

_UNITS = ("0.001", "0.01", "0.0254", "1.0")
_UPS = ("usual", "Y", "Z")


def read_stamp() -> Optional[int]:
    """Modification time of the file; None if missing."""
    try:
        return os.stat(_PATH).st_mtime_ns if _PATH else None
    except OSError:
        return None


def load(preferences: Any) -> None:
    """Sets the preferences to the valid values in the file, then adds missing ones to the file."""
    value = _read()
    for name, key in _SWITCHES.items():
        if isinstance(value.get(key), bool):
            _set(preferences, name, value[key])
    formats, scale, into = value.get("formats"), value.get("scale"), value.get("into")
    if isinstance(formats, list):
        _set(preferences, "formats", ", ".join(name for name in formats if isinstance(name, str)))
    if isinstance(scale, (int, float)) and not isinstance(scale, bool) and MIN_SCALE <= scale <= MAX_SCALE:
        _set(preferences, "scale", float(scale))
    if isinstance(into, str):
        _set(preferences, "into", into)
    unit = value.get("bareUnit")
    for name in _UNITS:
        if unit == float(name):
            _set(preferences, "stl_unit", name)
    if value.get("bareUp") in _UPS:
        _set(preferences, "bare_up", value["bareUp"])
    write(preferences)


def write(preferences: Any) -> None:
    """Writes the preferences to the file if they differ; other keys are kept."""
    before = _read()
    value: Dict[str, Any] = dict(before, schema=1)
    value.update({key: bool(getattr(preferences, name)) for name, key in _SWITCHES.items()})
    value.update(
        formats=split_formats(preferences.formats),
        # Blender stores single precision.
        scale=float("{:.6g}".format(preferences.scale)),
        into=preferences.into.strip(),
        bareUnit=float(preferences.stl_unit),
        bareUp=preferences.bare_up,
    )
    if not _PATH or value == before:
        return
    try:
        replace_file(_PATH, (json.dumps(value, indent=2) + "\n").encode("ascii"))
    except OSError as error:
        # A shared add-on folder may be read-only; the preferences still apply.
        print("Dropforge: Could not save the settings: {}.".format(error.strerror or error))


def split_formats(formats: str) -> list:
    """Splits a list such as `fbx, glb`."""
    return formats.lower().replace(",", " ").split()


def _read() -> Dict[str, Any]:
    return (read_json(_PATH, follow_links=True) or {}) if _PATH else {}


def _set(preferences: Any, name: str, value: Any) -> None:
    if getattr(preferences, name) != value:
        setattr(preferences, name, value)
