"""Measuring imported models."""

import os
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Set, Tuple

import bpy

Box = Tuple[List[float], List[float]]


def measure_dimensions(objects: Sequence[bpy.types.Object]) -> Optional[Tuple[float, float, float]]:
    """Size in world space, in metres and the scene's axes, with modifiers applied and armatures in rest pose.

    None without geometry.
    """
    armatures = [item.data for item in objects if item.type == "ARMATURE"]
    before = [armature.pose_position for armature in armatures]
    for armature in armatures:
        armature.pose_position = "REST"
    try:
        graph = bpy.context.evaluated_depsgraph_get()
        graph.update()
        boxes = [_measure_one(item.evaluated_get(graph)) for item in objects if item.type == "MESH"]
    finally:
        for armature, position in zip(armatures, before):
            armature.pose_position = position
    found = [box for box in boxes if box]
    if not found:
        return None
    unit = bpy.context.scene.unit_settings.scale_length or 1.0
    low = [min(box[0][axis] for box in found) for axis in range(3)]
    high = [max(box[1][axis] for box in found) for axis in range(3)]
    return ((high[0] - low[0]) * unit, (high[1] - low[1]) * unit, (high[2] - low[2]) * unit)


def list_materials(objects: Iterable[bpy.types.Object]) -> List[bpy.types.Material]:
    """The distinct materials of objects."""
    materials = [slot.material for item in objects for slot in item.material_slots if slot.material]
    return list({material.as_pointer(): material for material in materials}.values())


def find_textures(materials: Iterable[bpy.types.Material]) -> Tuple[int, List[str]]:
    """Number of images used by the materials, and names of the images without pixels."""
    linked: Set[int] = set()
    missing: Dict[int, str] = {}
    for material in materials:
        for image in _list_images(material.node_tree, set()) if material.node_tree else []:
            if _has_pixels(image):
                linked.add(image.as_pointer())
            else:
                missing[image.as_pointer()] = image.name
    return len(linked), sorted(missing.values())


def list_helpers(objects: Iterable[bpy.types.Object]) -> Set[int]:
    """Pointers of custom bone shapes; the glTF importer creates one, which is not part of the model."""
    helpers: Set[int] = set()
    for item in objects:
        for bone in item.pose.bones if item.pose else []:
            if bone.custom_shape:
                helpers.add(bone.custom_shape.as_pointer())
    return helpers


def _measure_one(item: bpy.types.Object) -> Optional[Box]:
    """Bounding box of the vertices; the bounding box of a rotated object would be too large."""
    import numpy

    mesh = item.to_mesh()
    try:
        count = len(mesh.vertices)
        if count == 0:
            return None
        points = numpy.empty(count * 3, numpy.float32)
        mesh.vertices.foreach_get("co", points)
        matrix = numpy.array(item.matrix_world)
        world = points.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
        return world.min(axis=0).tolist(), world.max(axis=0).tolist()
    finally:
        item.to_mesh_clear()


def _list_images(tree: Any, seen: Set[int]) -> Iterator[bpy.types.Image]:
    """Images of nodes with linked outputs, including those in groups."""
    if tree.as_pointer() in seen:
        return
    seen.add(tree.as_pointer())
    for node in tree.nodes:
        if node.type == "TEX_IMAGE" and node.image and any(output.is_linked for output in node.outputs):
            yield node.image
        elif node.type == "GROUP" and node.node_tree:
            yield from _list_images(node.node_tree, seen)


def _has_pixels(image: bpy.types.Image) -> bool:
    if image.source != "FILE" or image.packed_file or image.has_data:
        return True
    return os.path.isfile(bpy.path.abspath(image.filepath, library=image.library))
