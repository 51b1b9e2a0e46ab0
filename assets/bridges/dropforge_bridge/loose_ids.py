"""Which asset a loose file is."""

import os
from typing import Callable, Dict, Optional, Tuple

from .adapter import Json
from .loose_files import Mark, Stillness, to_loose_id, to_mark
from .verify import hash_file


class LooseIds:
    """Finds the id of loose files, and hashes each state of a file only once."""

    def __init__(self, export_folder: str, still: Stillness) -> None:
        self._folder = export_folder
        self._still = still
        self._known: Dict[str, Tuple[Mark, str]] = {}
        self._remembered: Dict[tuple, str] = {}

    def remember(self, ids: Dict[tuple, str]) -> None:
        """Takes in what an earlier life learned, by place, size and time."""
        self._remembered = ids

    def find(self, relative: str, mark: Mark) -> Optional[str]:
        """The id as far as it is known; None: it must be `learn`ed."""
        known = self._known.get(relative)
        if known and known[0] == mark:
            return known[1]
        loose = to_loose(mark)
        return self._remembered.get((relative, loose["bytes"], loose["modifiedMs"]))

    def learn(self, relative: str, mark: Mark, keep_alive: Callable[[], None]) -> Optional[str]:
        """The id by the file's content; None while it is being written. Raises OSError when it cannot be read."""
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
    """What a receipt says of a loose file, to know it again without its content."""
    return {"bytes": mark.size, "modifiedMs": mark.modified_ns // 1000000}
