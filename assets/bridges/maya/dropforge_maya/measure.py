"""Measuring imported models in Maya."""

import os
from typing import Any, List, Optional, Sequence, Tuple

import maya.api.OpenMaya as om
import maya.cmds as cmds

from .dropforge_bridge.adapter import Triple
from .dropforge_bridge.host_measures import Box

# Maya's own unit is the centimetre, whatever the scene shows.
METRES = 0.01

_OUTPUTS = ("outColor", "outColorR", "outColorG", "outColorB", "outAlpha")


def list_nodes(nodes: Sequence[str], **flags: Any) -> List[str]:
    """Those of some nodes that `cmds.ls` chooses; of no nodes it would choose from all there are."""
    return cmds.ls(list(nodes), **flags) if nodes else []


def measure_dimensions(nodes: Sequence[str]) -> Optional[Triple]:
    """Size in world space, in metres and the scene's axes, skinned meshes at rest; None when there is no surface."""
    skins = list_nodes(nodes, type="skinCluster")
    before = [cmds.getAttr(skin + ".envelope") for skin in skins]
    try:
        # Without its envelope a skin leaves the mesh as it was bound.
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
    """How many images feed the materials, and the names of those whose file is not there."""
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
