"""Pauses the background thread of a bridge during imports."""

import threading
from typing import Callable

# Maximum wait for the thread to end: an unresponsive share must not keep the program from exiting.
CLOSE_SECONDS = 5.0

# Maximum wait for the thread to pause: it may be blocked by an unresponsive disk.
PATIENCE = 1.0


class ImportLock:
    """Programs such as Blender may crash if a second thread runs Python while one of their operators does.

    `wake` ends a wait of the background thread, so that it reaches `yield_to_import`.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._import = threading.Lock()
        self._is_wanted = False
        self._is_paused = threading.Event()

    def yield_to_import(self) -> None:
        """Blocks while the program imports; the background thread calls it between its steps."""
        if not self._is_wanted:
            return
        self._is_paused.set()
        # Waiting for the lock runs no Python.
        with self._import:
            self._is_paused.clear()

    def __enter__(self) -> None:
        """Waits until the background thread is paused or blocked by a disk."""
        self._import.acquire()
        self._is_wanted = True
        self._wake()
        self._is_paused.wait(PATIENCE)

    def __exit__(self, *_: object) -> None:
        self._is_wanted = False
        self._import.release()
