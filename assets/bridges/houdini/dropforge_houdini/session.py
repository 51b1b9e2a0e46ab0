"""Lifecycle of the bridge in Houdini."""

import os
import time
from typing import Optional

import hou

from .dropforge_bridge.host_session import HostSession
from .houdini_adapter import HoudiniAdapter

_SETTINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "settings.json")


class _State:
    session: Optional[HostSession] = None
    due = 0.0


def start() -> None:
    """Starts delivery in the event loop; does nothing without a user interface."""
    stop()
    if not hou.isUIAvailable():
        return
    _State.session = HostSession(_SETTINGS, HoudiniAdapter, _log)
    _State.session.start()
    hou.ui.addEventLoopCallback(_tick)


def stop() -> None:
    """Stops delivery and releases claims on models that were not imported."""
    session, _State.session = _State.session, None
    if session:
        hou.ui.removeEventLoopCallback(_tick)
        session.stop()


def _tick() -> None:
    # The event loop calls about every 50 ms, and more often while the mouse moves.
    now = time.monotonic()
    if not _State.session or now < _State.due:
        return
    # Progress windows of importers run the event loop, which must not tick again.
    _State.due = float("inf")
    _State.due = time.monotonic() + _State.session.tick()


def _log(text: str) -> None:
    hou.ui.setStatusMessage("Dropforge: " + text)
