"""Settings of a bridge: a JSON file that Dropforge or the user writes."""

import json
import os
from typing import Any, NamedTuple, Optional, Sequence

from .adapter import Json
from .state_files import read_json, replace_file

# Limits of the import scale.
MIN_SCALE = 1e-4
MAX_SCALE = 1e4

# Metres per unit of formats without units, such as STL; 3D printers use millimetres.
BARE_UNIT = 0.001


class HostSettings(NamedTuple):
    """Settings of a bridge.

    `folder`: the output folder, absolute; None if not set. `formats`: preferred formats, best first. `bare_unit`: metres
    per unit of an STL without a manifest. `bare_up`: up axis of an OBJ or STL without one; None for the format's default.
    `into`: destination in the program, in its own terms. `material`: material type to create; None for the default.
    """

    folder: Optional[str] = None
    target: Optional[str] = None
    formats: Sequence[str] = ()
    scale: float = 1.0
    bare_unit: float = BARE_UNIT
    bare_up: Optional[str] = None
    into: Optional[str] = None
    has_materials: bool = True
    material: Optional[str] = None

    def to_heartbeat(self) -> Json:
        """Settings that Dropforge shows for the target."""
        return {
            "scale": self.scale,
            "formats": list(self.formats),
            "bareUnit": self.bare_unit,
            "materials": self.has_materials,
        }


def read_settings(path: str) -> HostSettings:
    """Reads the settings; missing and invalid values are replaced by their defaults."""
    value = read_json(path, follow_links=True) or {}
    folder = value.get("folder")
    target = value.get("target")
    formats = value.get("formats")
    return HostSettings(
        folder=os.path.abspath(folder) if isinstance(folder, str) and folder and "\0" not in folder else None,
        target=target if isinstance(target, str) and target.strip() else None,
        formats=[name for name in formats if isinstance(name, str)] if isinstance(formats, list) else [],
        scale=_factor(value.get("scale"), 1.0),
        bare_unit=_factor(value.get("bareUnit"), BARE_UNIT),
        bare_up=value.get("bareUp") if value.get("bareUp") in ("Y", "Z") else None,
        into=_text(value.get("into")),
        has_materials=value.get("materials") is not False,
        material=_text(value.get("material")),
    )


def write_folder(path: str, folder: str) -> None:
    """Sets the output folder; all other settings are kept. Raises OSError."""
    value = read_json(path, follow_links=True) or {}
    value.update(schema=1, folder=folder)
    replace_file(path, (json.dumps(value, indent=2) + "\n").encode("ascii"))


def prefer(formats: Sequence[str], wanted: Sequence[str]) -> Sequence[str]:
    """Supported formats in order of preference, the user's preferred formats first."""
    first = [name for name in dict.fromkeys(wanted) if name in formats]
    return first + [name for name in formats if name not in first]


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) and value.strip() else None


def _factor(value: Any, fallback: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return fallback
    return float(value) if MIN_SCALE <= value <= MAX_SCALE else fallback
