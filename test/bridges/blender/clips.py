"""Says what Blender makes of moving models: skeletons, clips, and the box around all surfaces while they play.

    blender -b --factory-startup --python-exit-code 1 --python clips.py -- SHARES FILE...

SHARES are points of each clip as parts of its length, such as `0,0.5,1`. Prints one line `CLIPS {json}` per file, its
boxes in the scene's axes.
"""

import json
import sys

import bpy
import numpy

numpy.bool = bool


def load(path):
    """Imports a file into an empty scene; answers the frame at which its clips begin."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    if path.endswith(".fbx"):
        bpy.ops.import_scene.fbx(filepath=path)
        return 1.0
    bpy.ops.import_scene.gltf(filepath=path)
    return 0.0


def animated():
    """Everything that can have an action of its own."""
    blocks = [*bpy.data.objects, *bpy.data.shape_keys]
    return [block for block in blocks if block.animation_data]


def find_clips():
    """For each clip's name the actions it has, by what they move."""
    clips = {}
    for block in animated():
        for track in block.animation_data.nla_tracks:
            clips.setdefault(track.name, []).append((block, track.strips[0].action))
        for action in bpy.data.actions:
            if action.name.startswith(block.name + "|"):
                clips.setdefault(action.name.split("|")[1], []).append((block, action))
    return clips


def play(clip):
    """Gives each block its action of a clip; bones that the clip leaves alone stand at rest."""
    for block in animated():
        while block.animation_data.nla_tracks:
            block.animation_data.nla_tracks.remove(block.animation_data.nla_tracks[0])
        block.animation_data.action = None
    for item in bpy.data.objects:
        for bone in item.pose.bones if item.pose else []:
            bone.matrix_basis.identity()
    for block, action in clip:
        block.animation_data.action = action


def measure(at=None):
    """The corners of the box around all surfaces, at a frame or as things are; what only shows bones is no surface."""
    if at is not None:
        bpy.context.scene.frame_set(int(at), subframe=at - int(at))
    graph = bpy.context.evaluated_depsgraph_get()
    posed = [bone for item in bpy.data.objects if item.pose for bone in item.pose.bones]
    helpers = {bone.custom_shape.name for bone in posed if bone.custom_shape}
    points = []
    for item in bpy.context.scene.objects:
        if item.type != "MESH" or item.name in helpers:
            continue
        whole = item.evaluated_get(graph)
        points += [list(whole.matrix_world @ vertex.co) for vertex in whole.data.vertices]
    points = numpy.array(points)
    return [points.min(axis=0).tolist(), points.max(axis=0).tolist()]


def set_rest(position):
    for armature in bpy.data.armatures:
        armature.pose_position = position


arguments = sys.argv[sys.argv.index("--") + 1 :]
shares = [float(text) for text in arguments[0].split(",")]
for path in arguments[1:]:
    begin = load(path)
    fps = bpy.context.scene.render.fps
    clips = find_clips()
    said = {
        "armatures": [item.name for item in bpy.data.objects if item.type == "ARMATURE"],
        "bones": sorted(bone.name for armature in bpy.data.armatures for bone in armature.bones),
        "objects": sorted(item.name for item in bpy.context.scene.objects),
        "sizes": {item.name: list(item.matrix_world.to_scale()) for item in bpy.context.scene.objects},
        "shapes": sorted(block.name for key in bpy.data.shape_keys for block in key.key_blocks[1:]),
        "clips": {},
    }
    set_rest("REST")
    said["rest"] = measure()
    set_rest("POSE")
    for name, clip in clips.items():
        play(clip)
        end = max(action.frame_range[1] for _, action in clip)
        boxes = [measure(begin + share * (end - begin)) for share in shares]
        said["clips"][name] = {"seconds": (end - begin) / fps, "boxes": boxes}
    print("CLIPS " + json.dumps({"file": path, **said}), flush=True)
