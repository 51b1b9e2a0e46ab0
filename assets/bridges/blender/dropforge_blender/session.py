"""The bridge of this Blender, from the add-on's start to its end."""

import atexit
import os
import time
from typing import Any, List, Optional

import bpy

from .blender_adapter import BlenderAdapter, ImportSettings
from .dropforge_bridge.adapter import Json
from .dropforge_bridge.bridge import Bridge
from .dropforge_bridge.options import BridgeOptions

# Seconds between two ticks; a tick with nothing to import only looks into a list.
TICK_EVERY = 0.1

# After an import Blender draws, and the artist works, before the next.
REST = 0.25

# How many receipts the panel shows.
SHOWN = 6


class _Session:
    def __init__(self) -> None:
        self.bridge: Optional[Bridge] = None
        self.folder = ""
        self.receipts: List[Json] = []


_session = _Session()


def start() -> None:
    """Begins to deliver with the settings as they are now; does nothing without an export folder."""
    stop()
    preferences = read_preferences()
    _session.folder = bpy.path.abspath(preferences.folder) if preferences else ""
    if not preferences or not _session.folder or bpy.app.background:
        return
    settings = ImportSettings(
        preferences.has_collection, preferences.scale, preferences.frames_view, float(preferences.stl_unit)
    )
    options = BridgeOptions(target=preferences.target or None, settings=settings._asdict())
    _session.bridge = Bridge(os.path.abspath(_session.folder), BlenderAdapter(settings), options)
    bpy.app.timers.register(_tick, first_interval=TICK_EVERY, persistent=True)
    atexit.register(stop)


def stop() -> None:
    """Ends delivery; what was claimed and not imported is given back."""
    if bpy.app.timers.is_registered(_tick):
        bpy.app.timers.unregister(_tick)
    atexit.unregister(stop)
    if _session.bridge:
        _session.bridge.close()
        _session.bridge = None


def import_again(asset: str) -> None:
    """Delivers an asset once more. Raises OSError."""
    if _session.bridge:
        _session.bridge.import_again(asset)


def describe() -> str:
    """What the bridge does, or what is in its way, in a sentence."""
    if not _session.bridge:
        return "Choose an export folder in the add-on's preferences."
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
    receipts = _session.bridge.tick()
    if receipts:
        _session.receipts = (receipts[::-1] + _session.receipts)[:SHOWN]
        _redraw()
    return TICK_EVERY if time.monotonic() - began < 0.01 else REST


def _redraw() -> None:
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()
