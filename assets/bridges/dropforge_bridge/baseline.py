"""The baseline: models that were in the output folder before a target first scanned it and are not imported."""

import os
import unicodedata
from typing import Any, Callable, Dict, List, Optional, Tuple

from .loose_files import Mark, to_mark
from .manifest import is_manifest_name, read_id
from .state_files import load_json, place_once, read_json, replace_file, state_folder, to_bytes
from .folder_scanner import FolderScanner, Stamp
from .version import SCHEMA

# Up to this many existing models are imported at the first scan; if there are more, none is.
MAX_INITIAL_IMPORTS = 10

# Maximum number of baseline entries, and maximum size of the file.
MAX_ENTRIES = 100000
MAX_BYTES = 1 << 25

NOT_IMPORTED = (
    "{} models were already in the output folder and are not imported. To import them, reinstall the bridge with "
    "--import-existing."
)

Found = Tuple[List[str], List[Tuple[str, Mark]]]


class Baseline:
    """Scans an output folder and leaves out models of the baseline.

    `seen/<target>.json` lists them by path, size and time. The installer writes it; otherwise the first bridge does. It
    is empty if there are few models or if the target already has receipts. If it is deleted later, it is written again.
    """

    def __init__(self, export_folder: str, target: str, imports_existing: bool, is_known: Callable[[], bool]) -> None:
        self._folder = export_folder
        self._target = target
        self._imports_existing = imports_existing
        self._is_known = is_known
        self._scanner = FolderScanner(export_folder)
        self._seen: Dict[str, Tuple[int, int]] = {}
        self._stamp: Optional[Mark] = None

    def scan(self, ignored: Dict[str, str]) -> Found:
        """Like `FolderScanner.scan`, without the baseline, whose size is added to `ignored`. Raises OSError."""
        found = self._scanner.scan()
        if self._imports_existing:
            return found
        self._refresh(found)
        if not self._seen:
            return found
        assets = [path for path in found[0] if not self._is_listed(path, None)]
        loose = [(path, mark) for path, mark in found[1] if not self._is_listed(path, mark)]
        count = len(found[0]) + len(found[1]) - len(assets) - len(loose)
        if count:
            ignored["."] = NOT_IMPORTED.format(count)
        return assets, loose

    @property
    def is_settled(self) -> bool:
        """As `FolderScanner.is_settled`."""
        return self._scanner.is_settled

    def list_beside(self, path: str) -> List[str]:
        """As `FolderScanner.list_beside`."""
        return self._scanner.list_beside(path)

    def stamp_beside(self, path: str) -> Optional[Stamp]:
        """As `FolderScanner.stamp_beside`."""
        return self._scanner.stamp_beside(path)

    def has_changed(self) -> bool:
        """As `FolderScanner.has_changed`."""
        return self._scanner.has_changed()

    def forget(self, asset: str) -> None:
        """Removes an asset from the baseline, so that it is delivered. Raises OSError."""
        content = self._read() if os.path.exists(self._path()) else {}
        for path in [path for path in content if is_manifest_name(path.rpartition("/")[2])]:
            if read_id(read_json(os.path.join(self._folder, path)) or {}) == asset:
                del content[path]
                replace_file(self._path(), self._to_bytes(content))
                return

    def _refresh(self, found: Found) -> None:
        try:
            stamp = to_mark(os.stat(self._path()))
        except FileNotFoundError:
            place_once(self._path(), self._to_bytes(self._choose(found) if self._stamp is None else self._seen))
            stamp = to_mark(os.stat(self._path()))
        if stamp != self._stamp:
            self._seen = {_to_key(path): mark for path, mark in self._read().items()}
            self._stamp = stamp

    def _choose(self, found: Found) -> Dict[str, Tuple[int, int]]:
        """The models that this target does not import after its first scan."""
        is_large = len(found[0]) + len(found[1]) > MAX_INITIAL_IMPORTS
        return self._describe(found) if is_large and not self._is_known() else {}

    def _describe(self, found: Found) -> Dict[str, Tuple[int, int]]:
        marks = {path: _to_entry(mark) for path, mark in found[1]}
        for path in found[0]:
            try:
                marks[path] = _to_entry(to_mark(os.stat(os.path.join(self._folder, path))))
            except OSError:
                # Removed between two scans.
                continue
        return dict(list(marks.items())[:MAX_ENTRIES])

    def _is_listed(self, path: str, mark: Optional[Mark]) -> bool:
        before = self._seen.get(_to_key(path))
        if before is None:
            return False
        try:
            return before == _to_entry(mark or to_mark(os.stat(os.path.join(self._folder, path))))
        except OSError:
            return False

    def _path(self) -> str:
        return os.path.join(state_folder(self._folder, "seen"), self._target + ".json")

    def _read(self) -> Dict[str, Tuple[int, int]]:
        # Not empty if it cannot be read: all models that were there before would be imported.
        files = (load_json(self._path(), MAX_BYTES) or {}).get("files")
        entries = files.items() if isinstance(files, dict) else []
        return {path: (value[0], value[1]) for path, value in entries if _is_entry(value)}

    def _to_bytes(self, files: Dict[str, Tuple[int, int]]) -> bytes:
        return to_bytes({"schema": SCHEMA, "target": self._target, "files": files})


def _to_entry(mark: Mark) -> Tuple[int, int]:
    return mark.size, mark.modified_ns // 1000000


def _is_entry(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(number, int) for number in value)


def _to_key(path: str) -> str:
    """Normalises Unicode, because shares store accented letters differently."""
    return unicodedata.normalize("NFC", path)
