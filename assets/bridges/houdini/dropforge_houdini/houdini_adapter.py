"""The Houdini adapter."""

from typing import List

import hou

from .dropforge_bridge.adapter import Adapter, ImportOrder, ImportResult
from .dropforge_bridge.host_measures import find_unit_correction, is_near_one, to_plain_name, warn_of_clips, warn_of_unit
from .dropforge_bridge.host_settings import HostSettings
from .importers import list_formats, run_importer
from .measure import find_skeleton, find_textures, has_keys, list_objects, measure_dimensions


class HoudiniAdapter(Adapter):
    """Imports below `/obj` into a node named after the model: metres, Y up."""

    program = "houdini"

    def __init__(self, settings: HostSettings) -> None:
        self.version = str(hou.applicationVersionString())
        self.formats = list_formats()
        self._settings = settings

    def can_import(self) -> bool:
        """False during playback, which an import would stop."""
        return not hou.playbar.isPlaying()

    def import_asset(self, order: ImportOrder) -> ImportResult:
        parent = hou.node("/obj")
        before = {node.sessionId() for node in parent.children()}
        with hou.undos.group("Dropforge: " + order.name):
            try:
                return self._collect_result(order)
            except Exception:
                # Remove partial results of the failed import.
                for node in parent.children():
                    if node.sessionId() not in before:
                        node.destroy()
                raise

    def _collect_result(self, order: ImportOrder) -> ImportResult:
        warnings: List[str] = warn_of_clips("Houdini", order.clips)
        name = to_plain_name(order.name)
        root = run_importer(order, name)
        root.setName(name, unique_name=True)
        factor = self._settings.scale
        if order.format in ("obj", "stl", "ply"):
            unit = order.metres_per_unit or (self._settings.bare_unit if order.format == "stl" else 1.0)
            factor *= unit
            if order.metres_per_unit is None:
                warnings.append(warn_of_unit(order.format, unit))
            bare_up = self._settings.bare_up if order.format in ("obj", "stl") else None
            if (order.up_axis or bare_up or ("Z" if order.format == "stl" else "Y")) == "Z":
                root.parmTuple("r").set((-90.0, 0.0, 0.0))
        objects = list_objects(root)
        factor *= find_unit_correction(measure_dimensions(objects), order.dimensions) if order.format == "fbx" else 1.0
        if not is_near_one(factor):
            root.parm("scale").set(factor)
        root.moveToGoodPosition()
        size = measure_dimensions(objects)
        linked, missing = find_textures(root)
        if size is None:
            warnings.append("The file contains no geometry.")
        return ImportResult(
            objects=[node.name() for node in objects],
            dimensions=size,
            up_axis="Y",
            textures_linked=linked,
            textures_missing=missing,
            clips=list(order.clips[:1]) if order.clips and has_keys(objects) else [],
            armature=find_skeleton(objects),
            warnings=warnings,
        )
