"""The clock of the output folder's file system."""

import os
import time
import uuid
from typing import Optional

from .state_files import create_file, remove_file, state_folder


class ShareClock:
    """The current time of the share in seconds, comparable with file times there even if the clocks differ."""

    def __init__(self, export_folder: str) -> None:
        self._export_folder = export_folder
        self._measured_at = 0.0
        self._offset: Optional[float] = None

    def now(self, fresh: bool = False) -> float:
        """The time of the share, measured again if the last value is over a second old or with `fresh`. Raises OSError."""
        steady = time.monotonic()
        if fresh or self._offset is None or steady - self._measured_at > 1.0:
            self._offset = self._measure() - time.monotonic()
            self._measured_at = steady
        return self._offset + time.monotonic()

    def _measure(self) -> float:
        # A write, because some clients send their own time when they only set a time.
        folder = state_folder(self._export_folder, "targets")
        probe = os.path.join(folder, ".clock-{}".format(uuid.uuid4().hex[:12]))
        try:
            create_file(probe, b".")
            return os.stat(probe).st_mtime
        finally:
            remove_file(probe)
