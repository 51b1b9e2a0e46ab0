"""Measuring imported models in 3ds Max."""

import os
from typing import Any, List, Optional, Sequence, Tuple

from pymxs import runtime as rt

from .dropforge_bridge.adapter import Triple
from .dropforge_bridge.host_measures import Box


def metres_per_unit() -> float:
    """Metres per system unit of the scene, regardless of its display unit."""
    return 1.0 / float(rt.units.decodeValue("1m"))


def measure_dimensions(nodes: Sequence[Any]) -> Optional[Triple]:
    """Size in world space, in metres, Z up, skinned meshes in rest pose; None without geometry."""
    skins = [item for node in nodes for item in list_skins(node) if item.enabled]
    for skin in skins:
        skin.enabled = False
    try:
        box = Box()
        for node in nodes:
            if rt.superClassOf(node) == rt.GeometryClass and not is_bone(node):
                low, high = rt.nodeGetBoundingBox(node, rt.Matrix3(1))
                box.add((low.x, low.y, low.z))
                box.add((high.x, high.y, high.z))
        return box.size(metres_per_unit())
    finally:
        for skin in skins:
            skin.enabled = True


def find_textures(nodes: Sequence[Any]) -> Tuple[int, List[str]]:
    """Number of images used by the materials, and names of the missing files."""
    paths = {str(path) for node in nodes for path in rt.usedMaps(node)}
    missing = {os.path.basename(path.replace("\\", "/")) for path in paths if not os.path.isfile(path)}
    return sum(os.path.isfile(path) for path in paths), sorted(missing)


def find_skeleton(nodes: Sequence[Any]) -> Optional[str]:
    """Name of the root bone; without bones, of the first helper of a skinned mesh."""
    bones = [node for node in nodes if is_bone(node)]
    if bones:
        return str(next((bone for bone in bones if bone.parent not in bones), bones[0]).name)
    if any(list_skins(node) for node in nodes):
        helpers = [node for node in nodes if rt.superClassOf(node) == rt.Helper]
        return str(helpers[0].name) if helpers else None
    return None


def has_keys(nodes: Sequence[Any]) -> bool:
    """Whether any node is animated."""
    return any(_has_keys(node.controller) for node in nodes)


def _has_keys(controller: Any) -> bool:
    """Whether a controller or one of its sub-controllers, such as X Position, has keys."""
    if controller is None:
        return False
    # -1 if the controller cannot have keys.
    if int(rt.numKeys(controller)) > 1:
        return True
    inner = [rt.getSubAnim(controller, index + 1) for index in range(int(controller.numSubs))]
    return any(_has_keys(part.controller) for part in inner if part is not None)


def list_skins(node: Any) -> List[Any]:
    """The skin modifiers of a node."""
    return [item for item in node.modifiers if rt.classOf(item) == rt.Skin]


def is_bone(node: Any) -> bool:
    """Whether a node is a bone, whose geometry is only for display."""
    return bool(rt.classOf(node) == rt.BoneGeometry)
