"""Measuring imported assets in Unreal."""

from typing import Any, List, Optional, Sequence, Type

import unreal

from .dropforge_bridge.adapter import Triple
from .dropforge_bridge.host_measures import Box, to_plain_name

# Metres per unit of Unreal, the centimetre.
METRES = 0.01


def load_all(folder: str) -> List[Any]:
    """All assets in a folder and its subfolders."""
    paths = unreal.EditorAssetLibrary.list_assets(folder, recursive=True, include_folder=False)
    return [asset for asset in (unreal.EditorAssetLibrary.load_asset(path) for path in paths) if asset is not None]


def filter_type(assets: Sequence[Any], kind: Type[Any]) -> List[Any]:
    """The assets of a type."""
    return [asset for asset in assets if isinstance(asset, kind)]


def measure_dimensions(assets: Sequence[Any]) -> Optional[Triple]:
    """Size of the imported meshes in metres, Z up; None without meshes."""
    box = Box()
    for mesh in filter_type(assets, unreal.StaticMesh):
        bounds = mesh.get_bounding_box()
        box.add((bounds.min.x, bounds.min.y, bounds.min.z))
        box.add((bounds.max.x, bounds.max.y, bounds.max.z))
    for mesh in filter_type(assets, unreal.SkeletalMesh):
        bounds = mesh.get_imported_bounds()
        for sign in (-1.0, 1.0):
            middle, half = bounds.origin, bounds.box_extent
            box.add((middle.x + sign * half.x, middle.y + sign * half.y, middle.z + sign * half.z))
    return box.size(METRES)


def name_clips(sequences: Sequence[str], promised: Sequence[str]) -> List[str]:
    """Names of clips: the name in the file if the asset name ends with it, otherwise the asset name.

    Unreal adds the name of the mesh and `Anim` before the name of a clip, or omits the name of a single clip.
    """
    if len(sequences) == 1 and len(promised) == 1:
        return list(promised)
    names = []
    for sequence in sequences:
        match = [clip for clip in promised if ("_" + sequence).endswith("_" + to_plain_name(clip, "clip"))]
        names.append(max(match, key=len) if match else sequence)
    return names
