"""Loose files: model files in the output folder without a manifest."""

import hashlib
import os
import re
import struct
import time
import unicodedata
import uuid
from typing import Dict, List, NamedTuple, Tuple

# A file counts as complete if it does not change for this long.
STABLE_SECONDS = 0.5

# Zeros at the end of a GLB may be preallocated space that a copy has not filled yet.
TAIL_BYTES = 4096


class Mark(NamedTuple):
    """File attributes that change when a file is written."""

    size: int
    modified_ns: int
    inode: int


def to_mark(info: os.stat_result) -> Mark:
    """The mark of a file."""
    return Mark(info.st_size, info.st_mtime_ns, info.st_ino)


class StabilityTracker:
    """Detects whether files are complete or still being written."""

    def __init__(self) -> None:
        self._seen: Dict[str, Tuple[Mark, float]] = {}

    def is_complete(self, path: str, relative: str, mark: Mark) -> bool:
        """Whether a file is complete: by its header for a GLB, otherwise if it does not change.

        In a subfolder the whole folder must be unchanged, because a manifest or textures may still be copied.
        """
        folder = os.path.dirname(path)
        inner, _, _ = relative.rpartition("/")
        if inner and self.seconds_unchanged(inner, to_folder_mark(folder)) < STABLE_SECONDS:
            return False
        if relative.lower().endswith(".glb") and _has_glb_end(path, mark.size):
            return True
        return self.seconds_unchanged(relative, mark) >= STABLE_SECONDS

    def seconds_unchanged(self, key: str, mark: Mark) -> float:
        """Seconds since this state was first seen."""
        now = time.monotonic()
        before = self._seen.get(key)
        if before is None or before[0] != mark:
            self._seen[key] = (mark, now)
            return 0.0
        return now - before[1]

    def folder_seconds_unchanged(self, export_folder: str, relative: str) -> float:
        """Seconds since the current state of a folder, or of a file's folder, was first seen."""
        place = os.path.join(export_folder, relative)
        return self.seconds_unchanged(relative + "/", to_folder_mark(place if os.path.isdir(place) else os.path.dirname(place)))

    def forget(self, key: str) -> None:
        """Forgets a file."""
        self._seen.pop(key, None)


def to_folder_mark(folder: str) -> Mark:
    """A mark that changes while files are copied into a folder; hidden folders, as that of the protocol, do not count."""
    size = 0
    changed: List[int] = [0]
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in [""] + names:
            try:
                info = os.lstat(os.path.join(place, name))
            except OSError:
                continue
            size += info.st_size
            changed.append(info.st_mtime_ns)
    return Mark(size, max(changed), len(changed))


def to_loose_id(relative: str, sha256: str) -> str:
    """Id of a loose file from its path and content, the same on every computer."""
    place = unicodedata.normalize("NFC", relative)
    try:
        name = place.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        # Windows allows half a surrogate pair; Dropforge reads a replacement character.
        name = re.sub("[\ud800-\udfff]", "\ufffd", place).encode("utf-8")
    digest = hashlib.sha256(name + b"\0" + sha256.encode("ascii")).digest()
    return str(uuid.UUID(bytes=digest[:16], version=5))


def _has_glb_end(path: str, size: int) -> bool:
    """glTF 2.0, section 4.4: magic, version, total length; the end must not be all zeros."""
    try:
        with open(path, "rb") as file:
            magic, _, length = struct.unpack("<4sII", file.read(12))
            if magic != b"glTF" or length != size:
                return False
            file.seek(max(0, size - TAIL_BYTES))
            return any(file.read(TAIL_BYTES))
    except (OSError, struct.error):
        return False
