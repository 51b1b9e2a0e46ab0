"""Context overrides that Blender's operators need."""

import contextlib
from typing import Iterator

import bpy


@contextlib.contextmanager
def best_window() -> Iterator[None]:
    """Makes a window current, which a timer's context lacks; in the background there is none, and none is needed."""
    windows = bpy.context.window_manager.windows
    if not windows:
        yield
        return
    with bpy.context.temp_override(window=windows[0]):
        yield


@contextlib.contextmanager
def object_mode() -> Iterator[None]:
    """Leaves sculpting or editing for an import, and returns to it with what was selected."""
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
