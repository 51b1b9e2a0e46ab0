"""Scan intervals of the output folder."""

import threading
import time
from typing import Callable

# Seconds between two questions whether anything came or went at the top of the folder, which only read its time.
PEEK_EVERY = 0.1

# Each of them rests so many times as long as it took: a slow share must not be kept busy.
REST = 10

# The same where nothing changes: half a percent of a core, whatever the number of assets that lie there.
REST_AT_EASE = 200

# A person's file deep in a folder that is at ease is found within so many seconds, if a look takes less than a tenth.
LONGEST_AT_EASE = 5.0


class Pace:
    """The pauses between looks at the output folder: they end early when somebody sets `wake`, or `has_changed`."""

    def __init__(self, look_every: float, has_changed: Callable[[], bool]) -> None:
        self.wake = threading.Event()
        self._look_every = look_every
        self._has_changed = has_changed

    def rest(self, took: float, is_at_ease: bool) -> None:
        """Waits after a look that took so many seconds; `is_at_ease`: it found nothing that may go on."""
        shortest = min(PEEK_EVERY, self._look_every)
        pause = max(shortest, REST * took)
        ease = min(LONGEST_AT_EASE, REST_AT_EASE * took) if is_at_ease else 0.0
        until = time.monotonic() + max(self._look_every, pause, ease)
        while not self.wake.wait(pause):
            began = time.monotonic()
            if began >= until or self._has_changed():
                break
            asked = time.monotonic() - began
            pause = min(max(shortest, REST * asked), until - began)
        self.wake.clear()
