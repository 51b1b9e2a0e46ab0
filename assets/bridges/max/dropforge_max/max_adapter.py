"""The 3ds Max adapter."""

from typing import Any, List, Optional, Sequence, Set

from pymxs import runtime as rt

from .dropforge_bridge.adapter import Adapter, ImportOrder, ImportResult, Triple
from .dropforge_bridge.host_measures import find_unit_correction, lacks_up_rotation, warn_of_clips, warn_of_unit
from .dropforge_bridge.host_settings import HostSettings
from .importers import list_formats, run_importer
from .measure import find_skeleton, find_textures, has_keys, measure_dimensions, metres_per_unit


class MaxAdapter(Adapter):
    """Imports into the open scene, Z up, in its system unit, on a layer named after the model."""

    program = "max"

    def __init__(self, settings: HostSettings) -> None:
        self.version = str(rt.maxVersion()[7])
        self.formats = list_formats()
        self._settings = settings

    def can_import(self) -> bool:
        """False during playback and while an object is created with the mouse."""
        return not rt.isAnimPlaying() and not rt.isCreatingObject()

    def import_asset(self, order: ImportOrder) -> ImportResult:
        before = _list_handles()
        selected = list(rt.selection)
        try:
            run_importer(order)
            return self._collect_result(order, _list_new(before))
        except Exception:
            # Remove partial results of the failed import.
            for node in _list_new(before):
                rt.delete(node)
            raise
        finally:
            rt.select(selected) if selected else rt.clearSelection()
            rt.redrawViews()

    def _collect_result(self, order: ImportOrder, nodes: List[Any]) -> ImportResult:
        warnings = warn_of_clips("3ds Max", order.clips)
        clips = list(order.clips[:1]) if order.clips and has_keys(nodes) else []
        skeleton = find_skeleton(nodes)
        size = measure_dimensions(nodes)
        factor = self._settings.scale
        is_rotated = False
        if order.format in ("obj", "stl"):
            # Neither format names a unit: their numbers become system units.
            unit = order.metres_per_unit or (1.0 if order.format == "obj" else self._settings.bare_unit)
            factor *= unit / metres_per_unit()
            if order.metres_per_unit is None:
                warnings.append(warn_of_unit(order.format, unit))
            # Whether the OBJ importer rotates the axes depends on a setting of the user.
            is_rotated = lacks_up_rotation(size, order.dimensions, order.up_axis)
        else:
            factor *= find_unit_correction(size, _to_z_up(order))
        if nodes and (factor != 1.0 or is_rotated):
            nodes = nodes + [_parent_to_dummy(nodes, order.name, factor, is_rotated)]
            size = measure_dimensions(nodes)
        _put_on_layer(nodes, order.name)
        linked, missing = find_textures(nodes)
        if not nodes:
            warnings.append("The file contains no objects.")
        return ImportResult(
            objects=[str(node.name) for node in nodes],
            dimensions=size,
            up_axis="Z",
            textures_linked=linked,
            textures_missing=missing,
            clips=clips,
            armature=skeleton,
            warnings=warnings,
        )


def _parent_to_dummy(nodes: Sequence[Any], name: str, factor: float, is_rotated: bool) -> Any:
    """Parents the imported nodes to a dummy at the origin, which scales and rotates them."""
    dummy = rt.Dummy(name=rt.uniqueName(name))
    for node in nodes:
        if node.parent is None:
            node.parent = dummy
    dummy.scale = rt.Point3(factor, factor, factor)
    if is_rotated:
        rt.rotate(dummy, rt.EulerAngles(90, 0, 0))
    return dummy


def _put_on_layer(nodes: Sequence[Any], name: str) -> None:
    layer: Optional[Any] = rt.LayerManager.newLayerFromName(name)
    number = 1
    # Undefined if the name already exists.
    while layer is None and number < 1000:
        number += 1
        layer = rt.LayerManager.newLayerFromName("{} ({})".format(name, number))
    for node in nodes if layer is not None else []:
        layer.addNode(node)


def _to_z_up(order: ImportOrder) -> Optional[Triple]:
    size = order.dimensions
    return (size[0], size[2], size[1]) if size and order.up_axis == "Y" else size


def _list_handles() -> Set[int]:
    return {int(rt.getHandleByAnim(node)) for node in rt.objects}


def _list_new(before: Set[int]) -> List[Any]:
    return [node for node in rt.objects if int(rt.getHandleByAnim(node)) not in before]
