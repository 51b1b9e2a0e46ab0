"""Lifecycle of the bridge in 3ds Max."""

import os
from typing import Any, Optional

import pymxs

from .dropforge_bridge.host_session import TICK_EVERY, HostSession
from .max_adapter import MaxAdapter

# 3ds Max 2025 came with Qt 6; both bindings are its own.
try:
    from PySide6 import QtCore
except ImportError:
    from PySide2 import QtCore

_SETTINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "settings.json")


class _State:
    session: Optional[HostSession] = None
    timer: Any = None


def start() -> None:
    """Begins to deliver, on the timer of Max's own event loop and so on its main thread."""
    stop()
    _State.session = HostSession(_SETTINGS, MaxAdapter, _say)
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
    # A dialog of an importer has an event loop of its own, in which the timer goes on.
    _State.timer.stop()
    _State.session.tick()
    if _State.timer is not None:
        _State.timer.start()


def _say(text: str) -> None:
    print("Dropforge: " + text)
    pymxs.runtime.pushPrompt("Dropforge: " + text)
