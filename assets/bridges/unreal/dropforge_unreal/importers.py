"""Unreal's importers."""

import os
from typing import Any, List

import unreal

from .dropforge_bridge.adapter import ImportOrder, ImportProblem

# Best first. FBX imports skeletons and clips in every version; glTF requires Interchange.
_FORMATS = ("fbx", "glb", "gltf", "obj")


def list_formats() -> List[str]:
    """Formats that this Unreal can import, best first."""
    has_interchange = hasattr(unreal, "InterchangeGenericAssetsPipeline")
    return [name for name in _FORMATS if has_interchange or name not in ("glb", "gltf")]


def run_importer(order: ImportOrder, folder: str, name: str, scale: float, has_materials: bool = True) -> None:
    """Imports a file into a folder such as `/Game/Dropforge/Chair`, without a dialog. Raises ImportProblem."""
    if order.format not in _FORMATS:
        raise ImportProblem("no_format", "Unreal cannot import .{} files.".format(order.format))
    task = unreal.AssetImportTask()
    values = {
        "filename": order.path.replace(os.sep, "/"),
        "destination_path": folder,
        "destination_name": name,
        "automated": True,
        "replace_existing": False,
        "save": False,
        "options": (
            _fbx_options(order, scale, has_materials)
            if order.format in ("fbx", "obj")
            else _interchange_options(scale, has_materials)
        ),
    }
    for key, value in values.items():
        task.set_editor_property(key, value)
    unreal.AssetToolsHelpers.get_asset_tools().import_asset_tasks([task])
    if not task.get_editor_property("imported_object_paths"):
        raise ImportProblem("import_failed", "The Unreal importer returned no result. See the Output Log for details.")


def _fbx_options(order: ImportOrder, scale: float, has_materials: bool) -> Any:
    """A static mesh that combines all parts and keeps their positions, or a skeletal mesh with its animations."""
    options = unreal.FbxImportUI()
    kind = unreal.FBXImportType.FBXIT_SKELETAL_MESH if order.has_skeleton else unreal.FBXImportType.FBXIT_STATIC_MESH
    values = {
        # Loose files have no manifest that states whether there is a skeleton.
        "automated_import_should_detect_type": order.is_loose,
        "mesh_type_to_import": kind,
        "import_mesh": True,
        "import_as_skeletal": order.has_skeleton,
        "import_animations": bool(order.clips) or order.is_loose,
        "import_materials": has_materials,
        "import_textures": has_materials,
    }
    for key, value in values.items():
        options.set_editor_property(key, value)
    static = options.get_editor_property("static_mesh_import_data")
    static.set_editor_property("combine_meshes", True)
    static.set_editor_property("auto_generate_collision", True)
    for data in (static, options.get_editor_property("skeletal_mesh_import_data")):
        data.set_editor_property("convert_scene", True)
        data.set_editor_property("convert_scene_unit", True)
        data.set_editor_property("import_uniform_scale", _unit_scale(order) * scale)
    animations = options.get_editor_property("anim_sequence_import_data")
    animations.set_editor_property("import_uniform_scale", _unit_scale(order) * scale)
    return options


def _interchange_options(scale: float, has_materials: bool) -> Any:
    """Interchange pipeline that combines all parts in one mesh; it converts the metres of glTF automatically."""
    pipeline = unreal.InterchangeGenericAssetsPipeline()
    pipeline.set_editor_property("import_offset_uniform_scale", scale)
    meshes = pipeline.get_editor_property("mesh_pipeline")
    try:
        meshes.set_editor_property("combine_static_meshes", True)
    except Exception:  # noqa: BLE001 - later versions replaced the property by an enum
        meshes.set_editor_property("combine_static_meshes_behavior", unreal.InterchangeCombineStaticMeshesBehavior.ALL)
    if not has_materials:
        materials = pipeline.get_editor_property("material_pipeline")
        materials.set_editor_property("import_materials", False)
        materials.get_editor_property("texture_pipeline").set_editor_property("import_textures", False)
    stack = unreal.InterchangePipelineStackOverride()
    stack.add_pipeline(pipeline)
    return stack


def _unit_scale(order: ImportOrder) -> float:
    """FBX files store a unit; Unreal reads OBJ coordinates as centimetres."""
    return 100.0 * (order.metres_per_unit or 1.0) if order.format == "obj" else 1.0
