"""Files that a model file refers to."""

import json
import os
import re
import struct
from typing import Any, List
from urllib.parse import unquote

from .adapter import ImportProblem
from .safe_paths import resolve_inside

# Maximum size in bytes of JSON or text that is parsed.
MAX_TEXT_BYTES = 64 << 20

_MAP_LINE = re.compile(r"^\s*(?:map_\w+|bump|norm|disp|decal|refl)\s+(.+?)\s*$", re.IGNORECASE | re.MULTILINE)
_LIBRARY_LINE = re.compile(r"^\s*mtllib\s+(.+?)\s*$", re.MULTILINE)


class References:
    """References of a model file: `found` are absolute paths, `missing` the names in the file."""

    def __init__(self) -> None:
        self.found: List[str] = []
        self.missing: List[str] = []


def find_references(path: str, format_: str) -> References:
    """The files a glTF, GLB or OBJ asks for.

    Raises ImportProblem `unsafe_path` for a glTF that asks for one outside of its folder, whose program would open it.
    """
    references = References()
    folder = os.path.dirname(path)
    if format_ in ("glb", "gltf"):
        for uri in _list_uris(path, format_):
            _add(references, folder, uri)
    elif format_ == "obj":
        for library in _LIBRARY_LINE.findall(_read_text(path)):
            before = len(references.found)
            _add_obj(references, folder, library)
            if len(references.found) > before:
                for line in _MAP_LINE.findall(_read_text(references.found[-1])):
                    # Options come before the name; a name may hold spaces.
                    _add_obj(references, folder, re.sub(r"^(?:-\w+(?:\s+[-+.\d]+|\s+on|\s+off)*\s+)+", "", line))
    return references


def _add(references: References, folder: str, name: str) -> None:
    try:
        references.found.append(resolve_inside(folder, name))
    except ImportProblem as problem:
        if problem.code == "unsafe_path":
            raise
        references.missing.append(name)


def _add_obj(references: References, folder: str, name: str) -> None:
    """As `_add`; a path of another computer is missing here, and importers look no further than the folder."""
    name = name.replace("\\", "/")
    try:
        _add(references, folder, name[2:] if name.startswith("./") else name)
    except ImportProblem:
        references.missing.append(name)


def _list_uris(path: str, format_: str) -> List[str]:
    try:
        description = json.loads(_read_description(path, format_).decode("utf-8-sig"))
    except (ValueError, RecursionError, struct.error):
        return []
    uris: List[str] = []
    for key in ("buffers", "images"):
        entries: Any = description.get(key) if isinstance(description, dict) else None
        for entry in entries if isinstance(entries, list) else []:
            uri = entry.get("uri") if isinstance(entry, dict) else None
            if isinstance(uri, str) and not uri.startswith("data:"):
                uris.append(unquote(uri))
    return uris


def _read_description(path: str, format_: str) -> bytes:
    with open(path, "rb") as file:
        if format_ == "glb":
            length = struct.unpack("<4sIII4s", file.read(20))[3]
            return file.read(min(length, MAX_TEXT_BYTES))
        return file.read(MAX_TEXT_BYTES)


def _read_text(path: str) -> str:
    with open(path, "rb") as file:
        return file.read(MAX_TEXT_BYTES).decode("utf-8", "replace")
