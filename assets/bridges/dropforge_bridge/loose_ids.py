"""Asset ids of loose files."""

import os
from typing import Callable, Dict, Optional, Tuple

from .adapter import Json
from .loose_files import Mark, StabilityTracker, to_loose_id, to_mark
from .verify import hash_file


class LooseIds:
    """Finds the ids of loose files; each state of a file is hashed only once."""

    def __init__(self, export_folder: str, still: StabilityTracker) -> None:
        self._folder = export_folder
        self._still = still
        self._known: Dict[str, Tuple[Mark, str]] = {}
        self._remembered: Dict[tuple, str] = {}

    def remember(self, ids: Dict[tuple, str]) -> None:
        """Restores ids from receipts, by path, size and time."""
        self._remembered = ids

    def find(self, relative: str, mark: Mark) -> Optional[str]:
        """The known id; None if the file must be hashed with `learn`."""
        known = self._known.get(relative)
        if known and known[0] == mark:
            return known[1]
        loose = to_loose(mark)
        return self._remembered.get((relative, loose["bytes"], loose["modifiedMs"]))

    def learn(self, relative: str, mark: Mark, keep_alive: Callable[[], None]) -> Optional[str]:
        """The id by the file's content; None while it is being written. Raises OSError."""
        path = os.path.join(self._folder, relative)
        if not self._still.is_complete(path, relative, mark):
            return None
        sha256 = hash_file(path, keep_alive)
        if to_mark(os.lstat(path)) != mark:
            return None
        self._still.forget(relative)
        self._known[relative] = (mark, to_loose_id(relative, sha256))
        return self._known[relative][1]


def to_loose(mark: Mark) -> Json:
    """Attributes of a loose file in a receipt, which identify it without hashing."""
    return {"bytes": mark.size, "modifiedMs": mark.modified_ns // 1000000}
