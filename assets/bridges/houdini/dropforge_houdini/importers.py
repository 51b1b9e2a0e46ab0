"""Houdini's importers."""

import os
from typing import List

import hou

from .dropforge_bridge.adapter import ImportOrder, ImportProblem

# Best first. FBX imports skeletons and clips; the glTF importer does not support skins.
_FORMATS = ("fbx", "glb", "gltf", "obj", "stl", "ply")


def list_formats() -> List[str]:
    """Formats that Houdini can import, best first."""
    return list(_FORMATS)


def run_importer(order: ImportOrder, name: str) -> "hou.ObjNode":
    """Imports a file below `/obj`; returns its root node. Raises errors of Houdini, and ImportProblem."""
    # Houdini uses forward slashes on every system.
    path = order.path.replace(os.sep, "/")
    if "`" in path:
        message = "The path “{}” contains a backtick, which Houdini runs as an expression. Rename the file or folder."
        raise ImportProblem("unsafe_path", message.format(order.file[:200]))
    if order.format == "fbx":
        return _import_fbx(path)
    # Parameters expand variables such as `$HIP`.
    path = path.replace("$", "\\$")
    parent = hou.node("/obj")
    if order.format in ("glb", "gltf"):
        node = parent.createNode("gltf_hierarchy", name)
        node.parm("filename").set(path)
        node.parm("buildscene").pressButton()
        return node
    if order.format in ("obj", "stl", "ply"):
        # The initialisation scripts would add a default file.
        node = parent.createNode("geo", name, run_init_scripts=False)
        reader = node.createNode("file", "read")
        reader.parm("file").set(path)
        reader.setDisplayFlag(True)
        reader.setRenderFlag(True)
        problems = reader.errors()
        if problems:
            raise ImportProblem("import_failed", "Houdini could not read the file: " + "; ".join(problems))
        return node
    raise ImportProblem("no_format", "Houdini cannot import .{} files.".format(order.format))


def _import_fbx(path: str) -> "hou.ObjNode":
    settings = {
        "suppress_save_prompt": True,
        "merge_into_scene": True,
        "import_cameras": False,
        "import_lights": False,
        "convert_file_paths_to_relative": False,
        "import_into_object_subnet": True,
        "convert_into_y_up_coordinate_system": True,
    }
    try:
        node, messages = hou.hipFile.importFBX(path, convert_units=True, **settings)
    except TypeError:
        # Older versions do not convert units; the size is corrected after the import.
        node, messages = hou.hipFile.importFBX(path, **settings)
    if node is None:
        raise ImportProblem("import_failed", messages.strip() or "The Houdini FBX importer returned no result.")
    return node
