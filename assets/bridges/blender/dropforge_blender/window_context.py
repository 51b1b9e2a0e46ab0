"""Context overrides that Blender's operators need."""

import contextlib
from typing import Iterator

import bpy


@contextlib.contextmanager
def window_context() -> Iterator[None]:
    """Sets a window in the context, which is missing in timers; without windows, in background mode, none is needed."""
    windows = bpy.context.window_manager.windows
    if not windows:
        yield
        return
    with bpy.context.temp_override(window=windows[0]):
        yield


@contextlib.contextmanager
def object_mode() -> Iterator[None]:
    """Switches to Object Mode for an import, then restores the mode and the selection."""
    active = bpy.context.view_layer.objects.active
    mode = active.mode if active else "OBJECT"
    if mode == "OBJECT":
        yield
        return
    selected = list(bpy.context.selected_objects)
    bpy.ops.object.mode_set(mode="OBJECT")
    try:
        yield
    finally:
        for item in bpy.context.view_layer.objects:
            item.select_set(item in selected)
        bpy.context.view_layer.objects.active = active
        bpy.ops.object.mode_set(mode=mode)
