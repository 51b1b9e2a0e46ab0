"""Measuring imported models in Maya."""

import os
from typing import Any, List, Optional, Sequence, Tuple

import maya.api.OpenMaya as om
import maya.cmds as cmds

from .dropforge_bridge.adapter import Triple
from .dropforge_bridge.host_measures import Box

# Metres per internal unit of Maya, the centimetre, regardless of the display unit.
METRES = 0.01

_OUTPUTS = ("outColor", "outColorR", "outColorG", "outColorB", "outAlpha")


def list_nodes(nodes: Sequence[str], **flags: Any) -> List[str]:
    """`cmds.ls` on some nodes; without nodes it would list the whole scene."""
    return cmds.ls(list(nodes), **flags) if nodes else []


def measure_dimensions(nodes: Sequence[str]) -> Optional[Triple]:
    """Size in world space, in metres and the scene's axes, skinned meshes in rest pose; None without geometry."""
    skins = list_nodes(nodes, type="skinCluster")
    before = [cmds.getAttr(skin + ".envelope") for skin in skins]
    try:
        # With envelope 0 the mesh is in its bind pose.
        for skin in skins:
            cmds.setAttr(skin + ".envelope", 0)
        box = Box()
        for mesh in list_nodes(nodes, type="mesh", long=True, noIntermediate=True):
            selection = om.MSelectionList()
            selection.add(mesh)
            points = om.MFnMesh(selection.getDagPath(0)).getPoints(om.MSpace.kWorld)
            box.add_all((point.x, point.y, point.z) for point in points)
        return box.size(METRES)
    finally:
        for skin, value in zip(skins, before):
            cmds.setAttr(skin + ".envelope", value)


def find_textures(nodes: Sequence[str]) -> Tuple[int, List[str]]:
    """Number of images used by the materials, and names of the missing files."""
    linked = set()
    missing = set()
    for node in list_nodes(nodes, type="file"):
        if not any(cmds.listConnections(node + "." + plug, destination=True, source=False) for plug in _OUTPUTS):
            continue
        path = cmds.getAttr(node + ".fileTextureName") or ""
        if os.path.isfile(path):
            linked.add(path)
        else:
            missing.add(os.path.basename(path.replace("\\", "/")) or node)
    return len(linked), sorted(missing)
