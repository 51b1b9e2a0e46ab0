"""Lifecycle of the bridge in Blender."""

import atexit
import os
import time
from typing import Any, List, Optional

import bpy

from . import import_settings
from .blender_adapter import BlenderAdapter, ImportSettings
from .dropforge_bridge.adapter import Json
from .dropforge_bridge.bridge import Bridge
from .dropforge_bridge.host_session import SETTINGS_EVERY
from .dropforge_bridge.options import BridgeOptions

# Seconds between two ticks; one without an import takes microseconds, and Blender looks at its timers as often anyway.
TICK_EVERY = 0.01

# Seconds between two imports, in which Blender redraws and the user can work.
REST = 0.25

# Number of receipts in the panel.
SHOWN = 6


class _Session:
    def __init__(self) -> None:
        self.bridge: Optional[Bridge] = None
        self.folder = ""
        self.receipts: List[Json] = []
        # Modification time of the loaded settings file, and when it was last checked.
        self.stamp: Optional[int] = None
        self.checked = 0.0
        self.is_loading = False


_session = _Session()


def start() -> None:
    """Starts delivery with the current settings; does nothing without an output folder."""
    stop()
    preferences = read_preferences()
    if preferences and not bpy.app.background:
        _load_settings(preferences)
    _session.folder = bpy.path.abspath(preferences.folder) if preferences else ""
    if not preferences or not _session.folder or bpy.app.background:
        return
    settings = ImportSettings(
        preferences.has_collection,
        preferences.scale,
        preferences.frames_view,
        float(preferences.stl_unit),
        import_settings.split_formats(preferences.formats),
        preferences.into.strip(),
        None if preferences.bare_up == "usual" else preferences.bare_up,
        preferences.has_materials,
    )
    shown = dict(settings._asdict(), materials=settings.has_materials)
    options = BridgeOptions(target=preferences.target or None, settings=shown)
    _session.bridge = Bridge(os.path.abspath(_session.folder), BlenderAdapter(settings), options)
    bpy.app.timers.register(_tick, first_interval=TICK_EVERY, persistent=True)
    atexit.register(stop)


def stop() -> None:
    """Stops delivery and releases claims on models that were not imported."""
    if bpy.app.timers.is_registered(_tick):
        bpy.app.timers.unregister(_tick)
    atexit.unregister(stop)
    _close()


def change() -> None:
    """Applies changed preferences and saves them for Dropforge."""
    if _session.is_loading:
        return
    preferences = read_preferences()
    if preferences and not bpy.app.background:
        import_settings.write(preferences)
    start()


def import_again(asset: str) -> None:
    """Imports an asset again. Raises OSError."""
    if _session.bridge:
        _session.bridge.import_again(asset)


def describe() -> str:
    """The state of the bridge, or its problem, as a sentence."""
    if not _session.folder:
        return "Choose an output folder in the add-on's preferences."
    if not _session.bridge:
        return "The add-on was removed. Restart Blender to unload it."
    name = os.path.basename(os.path.normpath(_session.folder))
    return _session.bridge.problem or "Waiting for models in “{}”.".format(name)


def last_receipts() -> List[Json]:
    """Receipts of this session, newest first."""
    return _session.receipts


def read_preferences() -> Optional[Any]:
    """The add-on preferences; None if the add-on is not enabled."""
    addon = bpy.context.preferences.addons.get(__package__)
    return addon.preferences if addon else None


def _close() -> None:
    bridge, _session.bridge = _session.bridge, None
    if bridge:
        bridge.close()


def _tick() -> Optional[float]:
    began = time.monotonic()
    if began - _session.checked >= SETTINGS_EVERY:
        _session.checked = began
        stamp = import_settings.read_stamp()
        if stamp is not None and stamp != _session.stamp:
            # It registers this timer again.
            start()
            return None
        if stamp != _session.stamp:
            # Dropforge removed the add-on, or is just updating it: the settings may come back.
            _close()
            _session.stamp = None
    if not _session.bridge:
        return SETTINGS_EVERY
    receipts = _session.bridge.tick()
    if receipts:
        _session.receipts = (receipts[::-1] + _session.receipts)[:SHOWN]
        _redraw()
    if time.monotonic() - began >= 0.01:
        return REST
    return TICK_EVERY


def _load_settings(preferences: Any) -> None:
    """Loads the settings file without restarting delivery for each changed preference."""
    _session.is_loading = True
    try:
        import_settings.load(preferences)
    finally:
        _session.is_loading = False
    _session.stamp = import_settings.read_stamp()


def _redraw() -> None:
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()
