"""Imports every model file it is given into an empty scene and prints one JSON object a file."""
import json
import os
import sys

import bpy
import numpy

# Blender 3.4's glTF importer uses a name that newer numpy took away.
if not hasattr(numpy, "bool"):
    numpy.bool = bool

IMPORTERS = {
    ".glb": bpy.ops.import_scene.gltf,
    ".gltf": bpy.ops.import_scene.gltf,
    ".fbx": bpy.ops.import_scene.fbx,
    ".obj": bpy.ops.wm.obj_import,
    ".stl": bpy.ops.import_mesh.stl,
    ".ply": bpy.ops.import_mesh.ply,
}


def look():
    """What lies in the scene: counts, and the pictures whose pixels cannot be had."""
    meshes = [thing.data for thing in bpy.data.objects if thing.type == "MESH"]
    pictures = [picture for picture in bpy.data.images if picture.source == "FILE"]
    return {
        "vertices": sum(len(mesh.vertices) for mesh in meshes),
        "faces": sum(len(mesh.polygons) for mesh in meshes),
        "quads": sum(1 for mesh in meshes for face in mesh.polygons if face.loop_total == 4),
        "pictures": len(pictures),
        "missing": [picture.name for picture in pictures if not picture.has_data and not picture.pixels],
        "bones": sum(len(thing.data.bones) for thing in bpy.data.objects if thing.type == "ARMATURE"),
        "clips": len(bpy.data.actions),
    }


for path in sys.argv[sys.argv.index("--") + 1 :]:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    try:
        IMPORTERS[os.path.splitext(path)[1].lower()](filepath=path)
        said = look()
    except Exception as error:  # Whatever it is, it is that file's, and the others are opened as well.
        said = {"failure": str(error)}
    print("OPENED " + json.dumps({"path": path, **said}), flush=True)
