"""The Maya adapter."""

from typing import List, Sequence

import maya.cmds as cmds

from .dropforge_bridge.adapter import Adapter, ImportOrder, ImportResult
from .dropforge_bridge.host_measures import find_unit_correction, multiply, to_plain_name, warn_of_clips, warn_of_unit
from .dropforge_bridge.host_settings import HostSettings
from .importers import list_formats, run_importer
from .measure import METRES, find_textures, list_nodes, measure_dimensions


class MayaAdapter(Adapter):
    """Imports into the open scene, in the axis the scene has, under a group named after the model."""

    program = "maya"

    def __init__(self, settings: HostSettings) -> None:
        self.version = str(cmds.about(version=True))
        self.formats = list_formats()
        self._settings = settings

    def can_import(self) -> bool:
        """False during playback, which an import would stop."""
        return not cmds.play(query=True, state=True)

    def import_asset(self, order: ImportOrder) -> ImportResult:
        selected = cmds.ls(selection=True, long=True)
        before = set(cmds.ls(assemblies=True, long=True))
        try:
            return self._collect_result(order, run_importer(order, self._settings.material))
        except Exception:
            # Remove partial results of the failed import.
            left = [node for node in cmds.ls(assemblies=True, long=True) if node not in before]
            if left:
                cmds.delete(left)
            raise
        finally:
            there = list_nodes(selected, long=True)
            if there:
                cmds.select(there, replace=True)
            else:
                cmds.select(clear=True)

    def _collect_result(self, order: ImportOrder, made: Sequence[str]) -> ImportResult:
        warnings: List[str] = warn_of_clips("Maya", order.clips)
        tops = list_nodes(made, assemblies=True, long=True)
        # Names change with the parent; ids do not.
        ids = list_nodes(made, uuid=True)
        group = _group(tops, order.name) if tops else None
        nodes = list_nodes(ids, long=True)
        is_up_y = cmds.upAxis(query=True, axis=True) == "y"
        scale = 1.0
        if order.format == "obj":
            # OBJ files store neither unit nor up axis; Maya assumes centimetres and its own axis.
            unit = order.metres_per_unit or 1.0
            scale = unit / METRES
            if order.metres_per_unit is None:
                warnings.append(warn_of_unit("obj", unit))
            if group and (order.up_axis or self._settings.bare_up or "Y") != ("Y" if is_up_y else "Z"):
                cmds.rotate(-90 if is_up_y else 90, 0, 0, group, absolute=True)
        size = measure_dimensions(nodes)
        if order.format.startswith("usd"):
            scale = find_unit_correction(size, order.dimensions)
        scale *= self._settings.scale
        if group and scale != 1.0:
            _scale(group, nodes, scale)
        linked, missing = find_textures(nodes)
        if not tops:
            warnings.append("The file contains no objects.")
        joints = sorted(list_nodes(nodes, type="joint", long=True), key=len)
        has_keys = bool(list_nodes(nodes, type="animCurve"))
        return ImportResult(
            objects=[group] * bool(group) + [_leaf(node) for node in list_nodes(nodes, type="transform", long=True)],
            dimensions=multiply(size, scale),
            up_axis="Y" if is_up_y else "Z",
            textures_linked=linked,
            textures_missing=missing,
            # Maya's single timeline contains the keys of the first clip.
            clips=list(order.clips[:1]) if has_keys else [],
            armature=_leaf(joints[0]) if joints else None,
            warnings=warnings,
        )


def _group(tops: Sequence[str], name: str) -> str:
    """Groups nodes; the pivot is the origin of the file, not the centre of the nodes."""
    group = cmds.group(list(tops), name=to_plain_name(name))
    cmds.xform(group, objectSpace=True, pivots=(0.0, 0.0, 0.0))
    return group


def _scale(group: str, nodes: Sequence[str], factor: float) -> None:
    """Scales a group; skinned meshes do not inherit its transform, because their joints already scale them."""
    for skin in list_nodes(nodes, type="skinCluster"):
        for shape in cmds.skinCluster(skin, query=True, geometry=True) or []:
            for parent in cmds.listRelatives(shape, parent=True, fullPath=True) or []:
                cmds.setAttr(parent + ".inheritsTransform", False)
    cmds.scale(factor, factor, factor, group, absolute=True)


def _leaf(path: str) -> str:
    return path.rpartition("|")[2]
