"""Synchronises the two threads of a bridge: the background thread pauses during imports."""

import threading
from typing import Callable

# Longest wait for the other thread to end: a share that does not answer must not keep the program from ending.
CLOSE_SECONDS = 5.0

# Longest wait for it to stand still: it may be inside a question to a disk that does not answer.
PATIENCE = 1.0


class Turns:
    """Programs such as Blender may crash where a second thread runs Python while an operator of theirs does.

    `wake`: ends a pause of the other thread, so that it comes to `give_way`.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._import = threading.Lock()
        self._is_wanted = False
        self._stands = threading.Event()

    def give_way(self) -> None:
        """Stands still while the program imports; to be called wherever the other thread goes on to something new."""
        if not self._is_wanted:
            return
        self._stands.set()
        # Inside the lock no Python runs.
        with self._import:
            self._stands.clear()

    def __enter__(self) -> None:
        """What follows runs while the other thread stands still, or waits for a disk."""
        self._import.acquire()
        self._is_wanted = True
        self._wake()
        self._stands.wait(PATIENCE)

    def __exit__(self, *_: object) -> None:
        self._is_wanted = False
        self._import.release()
