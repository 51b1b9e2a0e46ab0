"""Delivers everything in an output folder to a Blender without a window, and says what Blender then holds.

    blender -b --factory-startup --python-exit-code 1 --python deliver.py -- FOLDER

Prints one line `SCENE {json}` per asset: what is in its collection, found by other means than the add-on's own.
"""

import json
import os
import sys

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "assets", "bridges", "blender"))

from dropforge_blender.blender_adapter import BlenderAdapter, ImportSettings  # noqa: E402
from dropforge_blender.dropforge_bridge import Bridge, BridgeOptions  # noqa: E402


def describe(collection, actions):
    """Corners of the box around all faces in the scene's axes, images, clips and skeletons of a collection."""
    corners = []
    images = set()
    for item in collection.all_objects:
        if item.type == "ARMATURE":
            item.data.pose_position = "REST"
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    for item in collection.all_objects:
        if item.type != "MESH":
            continue
        whole = item.evaluated_get(graph)
        for polygon in whole.data.polygons:
            corners += [whole.matrix_world @ whole.data.vertices[index].co for index in polygon.vertices]
        for slot in item.material_slots:
            for node in slot.material.node_tree.nodes if slot.material else []:
                if node.type == "TEX_IMAGE" and node.image.size[0] > 0:
                    images.add(node.image.name)
    return {
        "low": [min(corner[axis] for corner in corners) for axis in range(3)],
        "high": [max(corner[axis] for corner in corners) for axis in range(3)],
        "images": len(images),
        "objects": sorted(item.name for item in collection.all_objects),
        "armatures": [item.name for item in collection.all_objects if item.type == "ARMATURE"],
        "bones": sum(len(item.data.bones) for item in collection.all_objects if item.type == "ARMATURE"),
        "actions": len(bpy.data.actions) - actions,
    }


class DescribingAdapter(BlenderAdapter):
    """Says after every import what is there now."""

    def import_asset(self, order):
        actions = len(bpy.data.actions)
        collections = set(bpy.data.collections.keys())
        result = super().import_asset(order)
        new = [item for item in bpy.context.scene.collection.children if item.name not in collections]
        print("SCENE " + json.dumps({"asset": order.asset, **describe(new[-1], actions)}), flush=True)
        return result


bpy.ops.wm.read_factory_settings(use_empty=True)
OPTIONS = BridgeOptions(target="test", imports_existing=True)
bridge = Bridge(sys.argv[sys.argv.index("--") + 1], DescribingAdapter(ImportSettings()), OPTIONS)
bridge.run_until_idle(240.0)
bridge.close()
print(bridge.problem or "DELIVERED", flush=True)
