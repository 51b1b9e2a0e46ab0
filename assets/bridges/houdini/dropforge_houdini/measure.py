"""Measuring imported models in Houdini."""

import os
from typing import Iterator, List, Optional, Sequence, Tuple

import hou

from .dropforge_bridge.adapter import Triple
from .dropforge_bridge.host_measures import Box

_IMAGES = (".png", ".jpg", ".jpeg", ".tga", ".tif", ".tiff", ".bmp", ".exr", ".hdr", ".webp", ".rat")


def list_objects(root: "hou.ObjNode") -> List["hou.ObjNode"]:
    """The object nodes of an import: the root and all its children."""
    return [root] + [node for node in root.allSubChildren() if isinstance(node, hou.ObjNode)]


def measure_dimensions(objects: Sequence["hou.ObjNode"]) -> Optional[Triple]:
    """Size in world space, in metres, Y up, skinned meshes in rest pose; None without geometry."""
    box = Box()
    for node in objects:
        # The geometry of bones is only for display.
        shown = node.displayNode() if node.type().name() == "geo" else None
        geometry = _before_bones(shown).geometry() if shown is not None else None
        if geometry is not None:
            box.add_all(_to_world(geometry.pointFloatAttribValues("P"), node.worldTransform().asTuple()))
    return box.size()


def find_textures(root: "hou.ObjNode") -> Tuple[int, List[str]]:
    """Number of images used by the nodes, and names of the missing files."""
    inside = root.path() + "/"
    linked = set()
    missing = set()
    for parm, _ in hou.fileReferences():
        if parm is None or not parm.node().path().startswith(inside):
            continue
        path = parm.evalAsString()
        if path.lower().endswith(_IMAGES):
            if os.path.isfile(path):
                linked.add(path)
            else:
                missing.add(os.path.basename(path))
    return len(linked), sorted(missing)


def find_skeleton(objects: Sequence["hou.ObjNode"]) -> Optional[str]:
    """Name of the root bone."""
    bones = [node for node in objects if node.type().name() == "bone"]
    return min(bones, key=lambda node: len(node.path())).name() if bones else None


def has_keys(objects: Sequence["hou.ObjNode"]) -> bool:
    """Whether any node is animated."""
    return any(
        len(parm.keyframes()) > 1
        for node in objects
        for name in ("t", "r")
        for parm in (node.parmTuple(name) or ())
    )


def _before_bones(node: "hou.SopNode") -> "hou.SopNode":
    """The node before the bone deformation."""
    current = node
    while current is not None:
        above = current.inputs()[0] if current.inputs() else None
        if "deform" in current.type().name():
            return above or node
        current = above
    return node


def _to_world(values: Sequence[float], m: Sequence[float]) -> Iterator[Triple]:
    """Transforms points as row vectors, Houdini's convention."""
    for index in range(0, len(values) - 2, 3):
        x, y, z = values[index], values[index + 1], values[index + 2]
        yield (
            x * m[0] + y * m[4] + z * m[8] + m[12],
            x * m[1] + y * m[5] + z * m[9] + m[13],
            x * m[2] + y * m[6] + z * m[10] + m[14],
        )
