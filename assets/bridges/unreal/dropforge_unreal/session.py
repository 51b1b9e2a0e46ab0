"""Lifecycle of the bridge in the Unreal Editor."""

import time
from typing import Any, Optional

import unreal

from .dropforge_bridge.host_session import HostSession
from .unreal_adapter import UnrealAdapter


class _State:
    session: Optional[HostSession] = None
    handle: Any = None
    due = 0.0


def start() -> None:
    """Starts delivery, at most once per frame of the editor; does nothing in a commandlet."""
    stop()
    if "-run=" in unreal.SystemLibrary.get_command_line().lower():
        return
    saved = unreal.Paths.convert_relative_path_to_full(unreal.Paths.project_saved_dir())
    _State.session = HostSession(saved.rstrip("/") + "/Dropforge/settings.json", UnrealAdapter, _log)
    _State.session.start()
    _State.handle = unreal.register_slate_post_tick_callback(_tick)
    unreal.register_python_shutdown_callback(stop)


def stop() -> None:
    """Stops delivery and releases claims on models that were not imported."""
    handle, _State.handle = _State.handle, None
    if handle is not None:
        unreal.unregister_slate_post_tick_callback(handle)
    session, _State.session = _State.session, None
    if session:
        session.stop()


def _tick(_seconds: float) -> None:
    now = time.monotonic()
    if not _State.session or now < _State.due:
        return
    # Progress bars of importers tick the editor, which must not import again.
    _State.due = float("inf")
    _State.due = time.monotonic() + _State.session.tick()


def _log(text: str) -> None:
    unreal.log("Dropforge: " + text)
