"""The add-on's preferences on imports in a file beside it, through which Dropforge reads and changes them."""

import json
import os
from typing import Any, Dict, Optional

from .dropforge_bridge.host_settings import MAX_SCALE, MIN_SCALE
from .dropforge_bridge.state_files import read_json, replace_file

_HERE = os.path.dirname(os.path.abspath(__file__))

# Among the sources, where the protocol is not inside, nothing is written.
_PATH = os.path.join(_HERE, "settings.json") if os.path.isdir(os.path.join(_HERE, "dropforge_bridge")) else None

# Keys of the file by the names of the preferences that are switches.
_SWITCHES = {"has_collection": "ownCollection", "has_materials": "materials", "frames_view": "framesView"}

_UNITS = ("0.001", "0.01", "0.0254", "1.0")
_UPS = ("usual", "Y", "Z")


def read_stamp() -> Optional[int]:
    """Changes with the file; None: there is none."""
    try:
        return os.stat(_PATH).st_mtime_ns if _PATH else None
    except OSError:
        return None


def take_up(preferences: Any) -> None:
    """Sets the preferences to what the file says, where that makes sense; then writes the rest down."""
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
    """Writes the preferences down where they differ from the file; the rest of it stays as it is."""
    before = _read()
    value: Dict[str, Any] = dict(before, schema=1)
    value.update({key: bool(getattr(preferences, name)) for name, key in _SWITCHES.items()})
    value.update(
        formats=list_wanted(preferences.formats),
        # Blender keeps single precision only.
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
        # An add-on of a whole studio may lie where nobody writes; its preferences count all the same.
        print("Dropforge: Could not save the settings: {}.".format(error.strerror or error))


def list_wanted(formats: str) -> list:
    """The formats of a text such as `fbx, glb`."""
    return formats.lower().replace(",", " ").split()


def _read() -> Dict[str, Any]:
    return (read_json(_PATH) or {}) if _PATH else {}


def _set(preferences: Any, name: str, value: Any) -> None:
    if getattr(preferences, name) != value:
        setattr(preferences, name, value)
