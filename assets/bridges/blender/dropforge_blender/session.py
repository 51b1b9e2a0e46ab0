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
from .dropforge_bridge.host_session import SETTINGS_EVERY, TICK_SOON
from .dropforge_bridge.options import BridgeOptions

# Seconds between two ticks; a tick with nothing to import only looks into a list, and takes some microseconds.
TICK_EVERY = 0.05

# After an import Blender draws, and the artist works, before the next.
REST = 0.25

# How many receipts the panel shows.
SHOWN = 6


class _Session:
    def __init__(self) -> None:
        self.bridge: Optional[Bridge] = None
        self.folder = ""
        self.receipts: List[Json] = []
        # The settings file as it was taken up last, and when it was looked at; `is_taking`: right now.
        self.stamp: Optional[int] = None
        self.looked = 0.0
        self.is_taking = False


_session = _Session()


def start() -> None:
    """Begins to deliver with the settings as they are now; does nothing without an output folder."""
    stop()
    preferences = read_preferences()
    if preferences and not bpy.app.background:
        _take_up(preferences)
    _session.folder = bpy.path.abspath(preferences.folder) if preferences else ""
    if not preferences or not _session.folder or bpy.app.background:
        return
    settings = ImportSettings(
        preferences.has_collection,
        preferences.scale,
        preferences.frames_view,
        float(preferences.stl_unit),
        import_settings.list_wanted(preferences.formats),
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
    if _session.bridge:
        _session.bridge.close()
        _session.bridge = None


def change() -> None:
    """Takes over what a person changed in the preferences, and writes it down for Dropforge."""
    if _session.is_taking:
        return
    preferences = read_preferences()
    if preferences and not bpy.app.background:
        import_settings.write(preferences)
    start()


def import_again(asset: str) -> None:
    """Delivers an asset once more. Raises OSError."""
    if _session.bridge:
        _session.bridge.import_again(asset)


def describe() -> str:
    """The state of the bridge, or its problem, as a sentence."""
    if not _session.bridge:
        return "Choose an output folder in the add-on's preferences."
    name = os.path.basename(os.path.normpath(_session.folder))
    return _session.bridge.problem or "Waiting for models in “{}”.".format(name)


def last_receipts() -> List[Json]:
    """The newest receipts of this session, the newest first."""
    return _session.receipts


def read_preferences() -> Optional[Any]:
    """The add-on's preferences; None while Blender is only trying the add-on out."""
    addon = bpy.context.preferences.addons.get(__package__)
    return addon.preferences if addon else None


def _tick() -> Optional[float]:
    if not _session.bridge:
        return None
    began = time.monotonic()
    if began - _session.looked >= SETTINGS_EVERY:
        _session.looked = began
        if import_settings.read_stamp() != _session.stamp:
            # It begins this timer anew.
            start()
            return None
    receipts = _session.bridge.tick()
    if receipts:
        _session.receipts = (receipts[::-1] + _session.receipts)[:SHOWN]
        _redraw()
    if time.monotonic() - began >= 0.01:
        return REST
    return TICK_SOON if _session.bridge.is_preparing else TICK_EVERY


def _take_up(preferences: Any) -> None:
    """Each preference that is set here would begin delivery anew by itself."""
    _session.is_taking = True
    try:
        import_settings.take_up(preferences)
    finally:
        _session.is_taking = False
    _session.stamp = import_settings.read_stamp()


def _redraw() -> None:
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()
