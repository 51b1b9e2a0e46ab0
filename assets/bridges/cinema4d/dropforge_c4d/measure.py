"""Measuring imported models in Cinema 4D."""

import os
from typing import Any, Iterator, List, Optional, Sequence, Set, Tuple

import c4d

from .dropforge_bridge.adapter import Triple
from .dropforge_bridge.host_measures import Box


def metres_per_unit(doc: Any) -> float:
    """Metres of one unit of the document."""
    scale, unit = doc[c4d.DOCUMENT_DOCUNIT].GetUnitScale()
    metres = {
        c4d.DOCUMENT_UNIT_KM: 1000.0,
        c4d.DOCUMENT_UNIT_M: 1.0,
        c4d.DOCUMENT_UNIT_CM: 0.01,
        c4d.DOCUMENT_UNIT_MM: 0.001,
        c4d.DOCUMENT_UNIT_MICRO: 1e-6,
        c4d.DOCUMENT_UNIT_NM: 1e-9,
        c4d.DOCUMENT_UNIT_MILE: 1609.344,
        c4d.DOCUMENT_UNIT_YARD: 0.9144,
        c4d.DOCUMENT_UNIT_FOOT: 0.3048,
        c4d.DOCUMENT_UNIT_INCH: 0.0254,
    }
    return float(scale) * metres.get(unit, 0.01)


def list_below(roots: Sequence[Any]) -> Iterator[Any]:
    """Objects and all their children."""
    for root in roots:
        yield root
        yield from list_below(root.GetChildren())


def measure_dimensions(objects: Sequence[Any], unit: float) -> Optional[Triple]:
    """Size in world space, in metres, Y up; measured before deformers."""
    box = Box()
    for item in objects:
        if not item.CheckType(c4d.Opolygon):
            continue
        matrix = item.GetMg()
        for point in item.GetAllPoints():
            world = matrix * point
            box.add((world.x, world.y, world.z))
    return box.size(unit)


def list_textures(doc: Any) -> Set[Tuple[str, bool]]:
    """Files of all images in a document, and whether they exist."""
    assets: List[Any] = []
    c4d.documents.GetAllAssetsNew(doc, False, "", c4d.ASSETDATA_FLAG_TEXTURESONLY, assets)
    found = set()
    for asset in assets:
        path = str(asset.get("filename") or asset.get("assetname") or "")
        if path:
            found.add((path, bool(asset.get("exists")) or os.path.isfile(path)))
    return found


def has_keys(objects: Sequence[Any]) -> bool:
    """Whether anything has a track on the timeline."""
    return any(item.GetCTracks() for item in objects)
