"""Pauses between scans of the output folder."""

import threading
import time
from typing import Callable

# Seconds between two checks of the folder's modification time, if one is quick, and if it is slow.
CHECK_EVERY = 0.02
SLOW_CHECK_EVERY = 0.1

# Between these two, the pause is this many times as long as the check before it: a quarter of a percent of a core.
CHECK_REST = 400

# A pause is at least this many times as long as the scan or check before it: a slow share must not be kept busy.
REST = 10

# The same while nothing changes: half a percent of a core, whatever the number of assets.
IDLE_REST = 200

# Longest pause while nothing changes; bounds the delay for a file that the user adds deep in the folder.
MAX_IDLE_SECONDS = 5.0


class ScanInterval:
    """Pauses between scans; they end early when `wake` is set or `has_changed` returns True."""

    def __init__(self, scan_every: float, has_changed: Callable[[], bool]) -> None:
        self.wake = threading.Event()
        self._look_every = scan_every
        self._has_changed = has_changed

    def wait(self, took: float, is_idle: bool) -> None:
        """Waits after a scan that took `took` seconds; `is_idle`: it left no work."""
        shortest = min(CHECK_EVERY, self._look_every)
        pause = max(shortest, REST * took)
        idle = min(MAX_IDLE_SECONDS, IDLE_REST * took) if is_idle else 0.0
        until = time.monotonic() + max(self._look_every, pause, idle)
        while not self.wake.wait(pause):
            began = time.monotonic()
            if began >= until or self._has_changed():
                break
            pause = min(rest_after_check(time.monotonic() - began, shortest), until - began)
        self.wake.clear()


def rest_after_check(asked: float, shortest: float = CHECK_EVERY) -> float:
    """Seconds until the next check of the folder, after one that took `asked`."""
    return max(shortest, min(SLOW_CHECK_EVERY, CHECK_REST * asked), REST * asked)
