"""The Blender adapter."""

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Set

import bpy

from .dropforge_bridge.adapter import Adapter, ImportOrder, ImportResult
from .dropforge_bridge.host_settings import prefer
from .importer_fixes import unlink_opaque_alpha
from .importers import STL_UNIT, list_formats, run_importer
from .measure import find_textures, list_helpers, list_materials, measure_dimensions
from .window_context import window_context, object_mode


# Modal operators during which nothing is imported; those of add-ons may run for ever.
_BLOCKING = ("TRANSFORM_OT_", "SCULPT_OT_", "PAINT_OT_", "MESH_OT_", "GPENCIL_OT_", "CURVE_OT_", "VIEW3D_OT_")


class ImportSettings(NamedTuple):
    """Import settings.

    `formats`: preferred formats, best first. `into`: name of the parent collection; empty for the scene collection.
    `bare_up`: up axis of an OBJ or STL without a manifest; None for the format's default.
    """

    has_collection: bool = True
    scale: float = 1.0
    frames_view: bool = False
    stl_unit: float = STL_UNIT
    formats: Sequence[str] = ()
    into: str = ""
    bare_up: Optional[str] = None
    has_materials: bool = True


class BlenderAdapter(Adapter):
    """Imports into the open scene: Z up, front to -Y, metres."""

    program = "blender"

    def __init__(self, settings: ImportSettings) -> None:
        self.version = bpy.app.version_string
        self.formats = prefer(list_formats(), settings.formats)
        self._settings = settings

    def can_import(self) -> bool:
        """False while rendering, during a stroke or drag, and without a window."""
        if bpy.app.background:
            return True
        windows = bpy.context.window_manager.windows
        running = [item.bl_idname for window in windows for item in getattr(window, "modal_operators", ())]
        is_rendering = getattr(bpy.app, "is_job_running", lambda _: False)("RENDER")
        return bool(windows) and not is_rendering and not any(name.startswith(_BLOCKING) for name in running)

    def import_asset(self, order: ImportOrder) -> ImportResult:
        with window_context(), object_mode():
            before = _identify()
            try:
                run_importer(order, self._settings.stl_unit, self._settings.bare_up)
            except Exception:
                # Remove partial results of the failed import.
                bpy.data.batch_remove([item for item in bpy.data.objects if item.as_pointer() not in before["objects"]])
                raise
            result = self._collect_result(order, before)
            if not bpy.app.background and bpy.ops.ed.undo_push.poll():
                bpy.ops.ed.undo_push(message="Dropforge: " + order.name)
            return result

    def _collect_result(self, order: ImportOrder, before: Dict[str, Set[int]]) -> ImportResult:
        new = [item for item in bpy.data.objects if item.as_pointer() not in before["objects"]]
        helpers = list_helpers(new)
        objects = [item for item in new if item.as_pointer() not in helpers]
        warnings: List[str] = []
        if order.format == "stl" and order.metres_per_unit is None:
            warnings.append("STL files do not store a unit; {} m per unit was used.".format(self._settings.stl_unit))
        # The importers of OBJ and PLY know no unit.
        unit = order.metres_per_unit if order.format in ("obj", "ply") else None
        factor = self._settings.scale * (unit or 1.0)
        if factor != 1.0:
            _scale(objects, factor)
        if not self._settings.has_materials:
            _remove_materials(objects)
        _collect(objects, order.name if self._settings.has_collection else None, self._settings.into)
        materials = list_materials(objects)
        if order.format == "fbx":
            for name in unlink_opaque_alpha(materials):
                warning = "The material “{}” is transparent: its color texture has transparent pixels."
                warnings.append(warning.format(name))
        linked, missing = find_textures(materials)
        if not objects:
            warnings.append("The file contains no objects.")
        if self._settings.frames_view and not bpy.app.background:
            _frame(objects)
        armatures = [item.name for item in objects if item.type == "ARMATURE"]
        return ImportResult(
            objects=[item.name for item in objects],
            dimensions=measure_dimensions(objects),
            up_axis="Z",
            textures_linked=linked,
            textures_missing=missing,
            clips=_list_clips(objects, before["actions"]),
            armature=armatures[0] if armatures else None,
            warnings=warnings,
        )


def _identify() -> Dict[str, Set[int]]:
    """The objects and actions that exist; data from a library may have the same names as that of the file."""
    return {
        "objects": {item.as_pointer() for item in bpy.data.objects},
        "actions": {item.as_pointer() for item in bpy.data.actions},
    }


def _list_clips(objects: List[bpy.types.Object], before: Set[int]) -> List[str]:
    """Names of the clips: the NLA tracks, which keep the names in the file, otherwise the new actions."""
    tracks: Dict[str, None] = {}
    for item in objects:
        for track in item.animation_data.nla_tracks if item.animation_data else []:
            tracks[track.name] = None
    return list(tracks) or [action.name for action in bpy.data.actions if action.as_pointer() not in before]


def _scale(objects: List[bpy.types.Object], factor: float) -> None:
    for item in objects:
        if item.parent is None:
            item.location = [value * factor for value in item.location]
            item.scale = [value * factor for value in item.scale]
    bpy.context.view_layer.update()


def _remove_materials(objects: List[bpy.types.Object]) -> None:
    """Removes the materials; unused ones are not saved."""
    for item in objects:
        materials = getattr(item.data, "materials", None)
        if materials is not None:
            materials.clear()


def _collect(objects: List[bpy.types.Object], name: Optional[str], into: str) -> None:
    """Moves objects to a new collection below another; Blender numbers a name that already exists."""
    if name is None and not into:
        return
    above = _find_collection(into) if into else bpy.context.scene.collection
    collection = above
    if name is not None:
        collection = bpy.data.collections.new(name)
        above.children.link(collection)
    for item in objects:
        for old in list(item.users_collection):
            old.objects.unlink(item)
        collection.objects.link(item)


def _find_collection(name: str) -> bpy.types.Collection:
    """The collection with a name in the open scene, not from a library; created if missing."""
    root = bpy.context.scene.collection
    for found in root.children_recursive:
        if found.name == name and found.library is None:
            return found
    collection = bpy.data.collections.new(name)
    root.children.link(collection)
    return collection


def _frame(objects: List[Any]) -> None:
    for area in bpy.context.window.screen.areas if bpy.context.window else []:
        if area.type == "VIEW_3D":
            region = next(region for region in area.regions if region.type == "WINDOW")
            for item in bpy.context.view_layer.objects:
                item.select_set(item in objects)
            with bpy.context.temp_override(area=area, region=region):
                bpy.ops.view3d.view_selected()
