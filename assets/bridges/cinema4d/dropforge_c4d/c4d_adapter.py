"""The Cinema 4D adapter."""

import os
from typing import Any, List, Sequence

import c4d

from .dropforge_bridge.adapter import Adapter, ImportOrder, ImportResult
from .dropforge_bridge.host_measures import find_unit_correction, is_near_one, warn_of_clips, warn_of_unit
from .dropforge_bridge.host_settings import HostSettings
from .importers import list_formats, run_importer
from .measure import has_keys, list_below, list_textures, measure_dimensions, metres_per_unit


class C4dAdapter(Adapter):
    """Imports into the active document, in its unit, Y up, under a null named after the model."""

    program = "cinema4d"

    def __init__(self, settings: HostSettings) -> None:
        self.version = str(c4d.GetC4DVersion())
        self.formats = list_formats()
        self._settings = settings

    def can_import(self) -> bool:
        """False while rendering, during playback and without a document."""
        busy = (
            c4d.CHECKISRUNNING_ANIMATIONRUNNING,
            c4d.CHECKISRUNNING_EDITORRENDERING,
            c4d.CHECKISRUNNING_EXTERNALRENDERING,
        )
        return c4d.documents.GetActiveDocument() is not None and not any(c4d.CheckIsRunning(kind) for kind in busy)

    def import_asset(self, order: ImportOrder) -> ImportResult:
        doc = c4d.documents.GetActiveDocument()
        objects, materials = doc.GetObjects(), doc.GetMaterials()
        textures = list_textures(doc)
        try:
            run_importer(order, doc)
            roots = [item for item in doc.GetObjects() if item not in objects]
            return self._collect_result(order, doc, roots, sorted(list_textures(doc) - textures))
        except Exception:
            # Remove partial results of the failed import.
            for item in doc.GetObjects():
                if item not in objects:
                    item.Remove()
            for item in doc.GetMaterials():
                if item not in materials:
                    item.Remove()
            raise
        finally:
            c4d.EventAdd()

    def _collect_result(
        self, order: ImportOrder, doc: Any, roots: Sequence[Any], textures: Sequence[Any]
    ) -> ImportResult:
        warnings: List[str] = warn_of_clips("Cinema 4D", order.clips)
        for item in list(list_below(roots)):
            # Only the model: cameras and lights would change renders of the scene.
            if (item.CheckType(c4d.Ocamera) or item.CheckType(c4d.Olight)) and not item.GetChildren():
                item.Remove()
        unit = metres_per_unit(doc)
        root = c4d.BaseObject(c4d.Onull)
        root.SetName(order.name)
        doc.InsertObject(root)
        for item in roots:
            if item.GetDocument() is not None:
                item.Remove()
                item.InsertUnderLast(root)
        made = list(list_below([root]))
        factor = self._settings.scale
        factor *= find_unit_correction(measure_dimensions(made, unit), order.dimensions)
        if order.is_loose and order.format in ("obj", "stl"):
            warnings.append(warn_of_unit(order.format, unit))
        if not is_near_one(factor):
            root.SetRelScale(c4d.Vector(factor, factor, factor))
        size = measure_dimensions(made, unit)
        if size is None:
            warnings.append("The file contains no geometry.")
        joints = [item.GetName() for item in made if item.CheckType(c4d.Ojoint)]
        return ImportResult(
            objects=[item.GetName() for item in made],
            dimensions=size,
            up_axis="Y",
            textures_linked=sum(is_there for _, is_there in textures),
            textures_missing=[os.path.basename(path) for path, is_there in textures if not is_there],
            clips=list(order.clips[:1]) if order.clips and has_keys(made) else [],
            armature=joints[0] if joints else None,
            warnings=warnings,
        )
