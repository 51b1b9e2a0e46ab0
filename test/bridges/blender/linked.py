"""Imports a model into a scene that links the same model from a library, so that names are there twice.

    blender -b --factory-startup --python-exit-code 1 --python linked.py -- MODEL.glb LIBRARY.blend

Prints one line `LINKED {json}`: what the import answers, what is in the scene then, and what a failed import leaves.
"""

import contextlib
import json
import os
import sys

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "assets", "bridges", "blender"))

from dropforge_blender import blender_adapter, importers  # noqa: E402
from dropforge_blender.blender_adapter import BlenderAdapter, ImportSettings  # noqa: E402
from dropforge_blender.dropforge_bridge.adapter import ImportOrder  # noqa: E402

MODEL, LIBRARY = sys.argv[sys.argv.index("--") + 1 :]
ORDER = ImportOrder("asset", "Chair", MODEL, "chair.glb", "glb")


def import_model(settings):
    result = BlenderAdapter(settings).import_asset(ORDER)
    return {
        "objects": sorted(result.objects),
        "dimensions": result.dimensions,
        "textures": result.textures_linked,
        "clips": result.clips,
        "warnings": result.warnings,
    }


bpy.ops.wm.read_factory_settings(use_empty=True)
alone = import_model(ImportSettings(into="Props"))
bpy.data.actions.new("Clip").use_fake_user = True
bpy.ops.wm.save_as_mainfile(filepath=LIBRARY)

bpy.ops.wm.read_factory_settings(use_empty=True)
with bpy.data.libraries.load(LIBRARY, link=True) as (there, linked):
    linked.objects = there.objects
    linked.actions = there.actions
    linked.materials = there.materials
    linked.images = there.images
    linked.collections = ["Props"]
bpy.context.scene.collection.children.link(bpy.data.collections["Props"])
before = len(bpy.data.objects)
beside = import_model(ImportSettings(scale=2.0, into="Props"))
props = next(item for item in bpy.context.scene.collection.children if item.library is None)
in_props = sorted(item.name for item in props.all_objects if item.library is None)


def make_clip(*arguments):
    """As an importer does that makes actions but no tracks."""
    importers.run_importer(*arguments)
    bpy.data.actions.new("Clip")


def fail(*_):
    bpy.ops.import_scene.gltf(filepath=MODEL)
    raise RuntimeError("The model is damaged.")


# Without the local model its names are free again, so that the next one gets them.
bpy.data.batch_remove([item for item in bpy.data.objects if item.library is None])
count = len(bpy.data.objects)
blender_adapter.run_importer = fail
with contextlib.suppress(RuntimeError):
    import_model(ImportSettings())
left = len(bpy.data.objects) - count
blender_adapter.run_importer = make_clip
clips = import_model(ImportSettings())["clips"]
answer = {"before": before, "alone": alone, "beside": beside, "inProps": in_props, "props": props.name}
answer.update(left=left, clips=clips)
print("LINKED " + json.dumps(answer), flush=True)
