"""Blender's importers, whose names depend on the version."""

from typing import Any, Dict, List, Optional

import bpy

from .dropforge_bridge.adapter import ImportOrder, ImportProblem
from .importer_fixes import restore_numpy_names

# Metres per unit of an STL file without a manifest; 3D printers use millimetres.
STL_UNIT = 0.001

# Best first: GLB contains everything in one file, and its importer is the most accurate.
_FORMATS = ("glb", "gltf", "fbx", "obj", "usdz", "usdc", "usd", "usda", "stl", "ply")

# Axis names of the newer importers by those of the old ones in Python.
_NEW_AXES = {"-X": "NEGATIVE_X", "-Y": "NEGATIVE_Y", "-Z": "NEGATIVE_Z"}


def list_formats() -> List[str]:
    """Formats that this Blender can import, best first; some builds lack USD."""
    can_usd = _has("wm", "usd_import") and getattr(bpy.app.build_options, "usd", True)
    return [name for name in _FORMATS if can_usd or not name.startswith("usd")]


def run_importer(order: ImportOrder, stl_unit: float, bare_up: Optional[str] = None) -> None:
    """Imports a file into the current scene: Z up, front to -Y, metres. Raises errors of Blender, and ImportProblem."""
    path = order.path
    if order.format in ("glb", "gltf"):
        restore_numpy_names()
        _finish(bpy.ops.import_scene.gltf(filepath=path))
    elif order.format == "fbx":
        # The C++ importer of Blender 4.5 replaced the one in Python.
        operator = bpy.ops.import_scene.fbx if _has("import_scene", "fbx") else bpy.ops.wm.fbx_import
        _finish(operator(filepath=path))
    elif order.format == "obj":
        is_new = _has("wm", "obj_import")
        operator = bpy.ops.wm.obj_import if is_new else bpy.ops.import_scene.obj
        _finish(operator(filepath=path, **_axes(order, bare_up or "Y", is_new)))
    elif order.format == "stl":
        is_new = _has("wm", "stl_import")
        operator = bpy.ops.wm.stl_import if is_new else bpy.ops.import_mesh.stl
        unit = order.metres_per_unit or stl_unit
        _finish(operator(filepath=path, global_scale=unit, **_axes(order, bare_up or "Z", is_new)))
    elif order.format == "ply":
        operator = bpy.ops.wm.ply_import if _has("wm", "ply_import") else bpy.ops.import_mesh.ply
        _finish(operator(filepath=path))
    elif order.format.startswith("usd"):
        _finish(bpy.ops.wm.usd_import(filepath=path))
    else:
        raise ImportProblem("no_format", "Blender cannot import .{} files.".format(order.format))


def _axes(order: ImportOrder, default_up: str, is_new: bool) -> Dict[str, Any]:
    """Arguments of the importer for the up and forward axes of the file."""
    up = order.up_axis or default_up
    forward = "-Z" if up == "Y" else "Y"
    if is_new:
        return {"forward_axis": _NEW_AXES.get(forward, forward), "up_axis": up}
    return {"axis_forward": forward, "axis_up": up}


def _has(module: str, name: str) -> bool:
    """Whether an operator exists; `hasattr` is true for every name."""
    return name in dir(getattr(bpy.ops, module))


def _finish(outcome: Optional[set]) -> None:
    if outcome is not None and "FINISHED" not in outcome:
        raise ImportProblem("import_failed", "The Blender importer returned no result.")
