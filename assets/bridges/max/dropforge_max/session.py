"""Lifecycle of the bridge in 3ds Max."""

import os
from typing import Any, Optional

import pymxs

from .dropforge_bridge.host_session import TICK_EVERY, HostSession
from .max_adapter import MaxAdapter

# 3ds Max 2025 and later contain Qt 6.
try:
    from PySide6 import QtCore
except ImportError:
    from PySide2 import QtCore

_SETTINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "settings.json")


class _State:
    session: Optional[HostSession] = None
    timer: Any = None


def start() -> None:
    """Starts delivery on a timer of the main thread."""
    stop()
    _State.session = HostSession(_SETTINGS, MaxAdapter, _log)
    _State.session.start()
    application = QtCore.QCoreApplication.instance()
    _State.timer = QtCore.QTimer(application)
    _State.timer.setInterval(int(TICK_EVERY * 1000))
    _State.timer.timeout.connect(_tick)
    _State.timer.start()
    application.aboutToQuit.connect(stop)


def stop() -> None:
    """Stops delivery and releases claims on models that were not imported."""
    timer, _State.timer = _State.timer, None
    if timer is not None:
        timer.stop()
        timer.deleteLater()
    session, _State.session = _State.session, None
    if session:
        session.stop()


def _tick() -> None:
    if not _State.session:
        return
    # Dialogs of importers run an event loop, in which the timer would fire again.
    _State.timer.stop()
    _State.session.tick()
    if _State.timer is not None:
        _State.timer.start()


def _log(text: str) -> None:
    print("Dropforge: " + text)
    pymxs.runtime.pushPrompt("Dropforge: " + text)
