"""The manifests of finished assets: `dropforge.json`, and one for each later result in the same folder."""

import math
import re
import uuid
from typing import Any, List, NamedTuple, Optional, Sequence

from .adapter import ImportProblem, Json, Triple
from .version import SCHEMA

MANIFEST_NAME = "dropforge.json"
_RESULT_NAME = re.compile(r"\Adropforge\..+\.json\Z")

# Known roles of files; files with other roles are ignored.
MODEL = "model"
SIDE = "texture"

MAX_FILES = 1000
_SHA256 = re.compile(r"[0-9a-f]{64}")
_FORMAT = re.compile(r"[a-z0-9]{1,16}")


class ManifestFile(NamedTuple):
    """One file of an asset; optional fields are None if missing or invalid in the manifest."""

    path: str
    role: str
    format: str
    size: int
    sha256: str
    up_axis: Optional[str]
    forward_axis: Optional[str]
    metres_per_unit: Optional[float]
    dimensions: Optional[Triple]
    textures: Optional[int]
    clips: Sequence[str]
    has_skeleton: bool


class Manifest(NamedTuple):
    """An asset as its manifest describes it."""

    id: str
    name: str
    files: Sequence[ManifestFile]


def is_manifest_name(name: str) -> bool:
    """Whether it names a manifest: of the asset, or of a later result such as `dropforge.chair_rigged.glb.json`."""
    return name == MANIFEST_NAME or _RESULT_NAME.fullmatch(name) is not None


def read_id(value: Json) -> Optional[str]:
    """The asset id in canonical form; None if missing or invalid."""
    text = value.get("id")
    try:
        return str(uuid.UUID(text)) if isinstance(text, str) and len(text) == 36 else None
    except ValueError:
        return None


def is_newer(value: Json) -> bool:
    """Whether the manifest requires a newer bridge."""
    schema = value.get("schema")
    return isinstance(schema, int) and not isinstance(schema, bool) and schema > SCHEMA


def parse_manifest(value: Json, fallback_name: str) -> Manifest:
    """Parses and validates a manifest; unknown keys are ignored.

    Raises ImportProblem `bad_manifest` with the key that is wrong.
    """
    if value.get("schema") != SCHEMA or isinstance(value.get("schema"), bool):
        raise _bad("schema")
    asset = read_id(value)
    if asset is None:
        raise _bad("id")
    name = value.get("name")
    files = value.get("files")
    if not isinstance(files, list) or not 0 < len(files) <= MAX_FILES:
        raise _bad("files")
    return Manifest(
        id=asset,
        name=name.strip()[:200] if isinstance(name, str) and name.strip() else fallback_name,
        files=[_parse_file(entry, index) for index, entry in enumerate(files)],
    )


def choose_file(manifest: Manifest, formats: Sequence[str]) -> ManifestFile:
    """The model file in the first available format. Raises ImportProblem `no_format`, `bad_manifest`."""
    models = [file for file in manifest.files if file.role == MODEL]
    for wanted in formats:
        for file in models:
            if file.format == wanted or wanted == "*":
                # Programs choose an importer by the extension, also for scenes that contain scripts.
                if not file.path.lower().endswith("." + file.format):
                    raise _bad("files[{}].format".format(manifest.files.index(file)))
                return file
    if not models:
        raise ImportProblem("no_format", "The asset contains no model.")
    available = ", ".join(sorted({file.format for file in models}))
    message = "This program imports {}, but the asset contains {}.".format(", ".join(formats), available)
    raise ImportProblem("no_format", message)


def list_sides(manifest: Manifest, chosen: ManifestFile) -> List[ManifestFile]:
    """The files that belong to the chosen one: textures, materials and buffers in its folder or below."""
    folder = chosen.path.rpartition("/")[0]
    inside = folder + "/" if folder else ""
    return [file for file in manifest.files if file.role == SIDE and file.path.startswith(inside)]


def _parse_file(entry: Any, index: int) -> ManifestFile:
    def need(key: str, is_right: Any) -> Any:
        value = entry.get(key)
        if not is_right(value):
            raise _bad("files[{}].{}".format(index, key))
        return value

    if not isinstance(entry, dict):
        raise _bad("files[{}]".format(index))
    dimensions = entry.get("dimensions")
    is_box = isinstance(dimensions, list) and len(dimensions) == 3 and all(_is_number(value) for value in dimensions)
    unit = entry.get("metersPerUnit")
    clips = entry.get("clips")
    textures = entry.get("textures")
    return ManifestFile(
        path=need("path", lambda value: isinstance(value, str)),
        role=need("role", lambda value: isinstance(value, str)),
        format=need("format", lambda value: isinstance(value, str) and _FORMAT.fullmatch(value)),
        size=need("bytes", lambda value: _is_count(value)),
        sha256=need("sha256", lambda value: isinstance(value, str) and _SHA256.fullmatch(value)),
        up_axis=_axis(entry.get("upAxis"), ("Y", "Z")),
        forward_axis=_axis(entry.get("forwardAxis"), ("X", "-X", "Y", "-Y", "Z", "-Z")),
        metres_per_unit=float(unit) if _is_number(unit) and 1e-6 <= unit <= 1e6 else None,
        dimensions=(float(dimensions[0]), float(dimensions[1]), float(dimensions[2])) if is_box else None,
        textures=textures if _is_count(textures) else None,
        clips=[clip for clip in clips if isinstance(clip, str)] if isinstance(clips, list) else [],
        has_skeleton=entry.get("hasSkeleton") is True,
    )


def _axis(value: Any, allowed: Sequence[str]) -> Optional[str]:
    return value if isinstance(value, str) and value in allowed else None


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53


def _is_number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return abs(value) < 1e12 and math.isfinite(value)


def _bad(key: str) -> ImportProblem:
    return ImportProblem("bad_manifest", "The manifest field “{}” is missing or invalid.".format(key))
