"""Scanning the output folder."""

import os
import time
from typing import Dict, List, NamedTuple, Optional, Tuple

from .loose_files import Mark, to_mark
from .manifest import MANIFEST_NAME, is_manifest_name
from .safe_paths import is_hidden, is_link, is_ignored_name

# Maximum depth of scanned folders.
MAX_DEPTH = 4

# A listing right after a change may miss a file created in the same tick of the share's clock; FAT has ticks of two
# seconds.
TICK_SECONDS = 2.5

# Extensions of loose files.
LOOSE_FORMATS = ("glb", "gltf", "fbx", "obj", "stl", "usdz", "usd", "usdc", "usda", "ply", "3mf")

# Modification time in nanoseconds and inode of a folder.
Stamp = Tuple[int, int]


class FolderScanner:
    """Scans the output folder repeatedly and lists only the folders that changed.

    `is_settled`: at the last scan, every folder was unchanged for so long that its next change alters its time.
    """

    def __init__(self, export_folder: str) -> None:
        self._root = export_folder
        self._known: Dict[str, _Listing] = {}
        self.is_settled = False

    def scan(self) -> Tuple[List[str], List[Tuple[str, Mark]]]:
        """Manifests, and model files outside of their folders; paths are relative with forward slashes.

        Raises OSError when the output folder itself cannot be read.
        """
        found: Tuple[List[str], List[Tuple[str, Mark]]] = ([], [])
        self.is_settled = True
        self._walk("", 0, *found)
        return found

    def list_beside(self, path: str) -> List[str]:
        """All manifests in the folder of a manifest of the last scan."""
        folder = path.rpartition("/")[0]
        known = self._known.get(folder)
        return [folder + "/" + name for name in known.manifests] if known else []

    def stamp_beside(self, path: str) -> Optional[Stamp]:
        """A value that differs once the folder of a manifest was changed or replaced, as of the last scan."""
        known = self._known.get(path.rpartition("/")[0])
        return known.changed if known else None

    def has_changed(self) -> bool:
        """Whether the top level of the output folder changed since it was listed. Raises OSError."""
        known = self._known.get("")
        return known is None or _to_stamp(self._root) != known.changed

    def _walk(self, relative: str, depth: int, assets: List[str], loose: List[Tuple[str, Mark]]) -> None:
        listing = self._list(relative)
        inside = relative + "/" if relative else ""
        if relative and MANIFEST_NAME in listing.manifests:
            assets.extend(inside + name for name in listing.manifests)
            return
        if is_ignored_name(relative.rpartition("/")[2]):
            return
        for name in listing.files:
            try:
                info = os.lstat(os.path.join(self._root, inside + name))
            except OSError:
                continue
            if not is_link(info) and not is_hidden(info) and info.st_size > 0:
                loose.append((inside + name, to_mark(info)))
        for name in listing.folders if depth < MAX_DEPTH else []:
            try:
                self._walk(inside + name, depth + 1, assets, loose)
            except OSError:
                # Removed or locked since; the next scan retries.
                continue

    def _list(self, relative: str) -> "_Listing":
        folder = os.path.join(self._root, relative) if relative else self._root
        changed = _to_stamp(folder)
        known = self._known.get(relative)
        now = time.monotonic()
        if known and known.changed == changed and known.is_settled:
            return known
        first_seen = known.first_seen if known and known.changed == changed else now
        listing = _read_listing(folder, changed, first_seen, now - first_seen > TICK_SECONDS)
        self.is_settled = self.is_settled and listing.is_settled
        self._known[relative] = listing
        return listing


class _Listing(NamedTuple):
    changed: Stamp
    # Monotonic time at which the folder was first seen with that stamp.
    first_seen: float
    is_settled: bool
    files: List[str]
    folders: List[str]
    # The asset's own comes first.
    manifests: List[str]


def _to_stamp(folder: str) -> Stamp:
    info = os.stat(folder)
    return info.st_mtime_ns, info.st_ino


def _read_listing(folder: str, changed: Stamp, first_seen: float, is_settled: bool) -> _Listing:
    files: List[str] = []
    folders: List[str] = []
    manifests: List[str] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            try:
                if entry.is_dir(follow_symlinks=False):
                    # An asset whose folder has the name of a temporary file is imported.
                    if not is_link(entry.stat(follow_symlinks=False)):
                        folders.append(entry.name)
                elif is_ignored_name(entry.name):
                    continue
                elif is_manifest_name(entry.name):
                    manifests.extend([entry.name] if entry.is_file(follow_symlinks=False) else [])
                elif os.path.splitext(entry.name)[1][1:].lower() in LOOSE_FORMATS:
                    files.append(entry.name)
            except OSError:
                continue
    manifests.sort(key=lambda name: (name != MANIFEST_NAME, name))
    return _Listing(changed, first_seen, is_settled, sorted(files), sorted(folders), manifests)
