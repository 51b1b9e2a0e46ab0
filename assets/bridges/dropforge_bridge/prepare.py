"""Preparing import orders from the files of the output folder."""

import os
from typing import Callable, NamedTuple, Sequence, Tuple

from .adapter import ImportOrder, ImportProblem, Json
from .manifest import ManifestFile, choose_file, list_sides, parse_manifest
from .references import find_references
from .safe_paths import resolve_inside

# Problems that may be temporary while a folder is still being copied.
PASSING = ("missing_file", "damaged")


class Prepared(NamedTuple):
    """An order, and the path, name and SHA-256 of each file to verify before the import."""

    order: ImportOrder
    promises: Sequence[Tuple[str, str, str]]
    size: int


def prepare_asset(
    export_folder: str, relative: str, value: Json, formats: Sequence[str], keep_alive: Callable[[], None]
) -> Prepared:
    """The order for a folder with a manifest; everything except the content of its files is checked.

    Raises ImportProblem; `missing_file` and `damaged` may be temporary while the folder is still being copied.
    """
    manifest = parse_manifest(value, relative.rpartition("/")[2])
    folder = os.path.join(export_folder, relative)
    for file in manifest.files:
        _refuse_unsafe(folder, file)
    chosen = choose_file(manifest, formats)
    sides = list_sides(manifest, chosen)
    paths = [_find_whole(folder, file) for file in [chosen] + sides]
    find_references(paths[0], chosen.format, keep_alive)
    order = ImportOrder(
        asset=manifest.id,
        name=manifest.name,
        path=paths[0],
        file=relative + "/" + chosen.path,
        format=chosen.format,
        sides=paths[1:],
        up_axis=chosen.up_axis,
        forward_axis=chosen.forward_axis,
        metres_per_unit=chosen.metres_per_unit,
        dimensions=chosen.dimensions,
        textures=chosen.textures,
        clips=chosen.clips,
        has_skeleton=chosen.has_skeleton,
        is_later=isinstance(value.get("asset"), str),
    )
    promises = [(path, file.path, file.sha256) for path, file in zip(paths, [chosen] + sides)]
    return Prepared(order, promises, sum(file.size for file in [chosen] + sides))


def prepare_loose(export_folder: str, relative: str, asset: str, keep_alive: Callable[[], None]) -> Prepared:
    """The order for a loose file.

    Raises ImportProblem; `missing_file` may be temporary while the files beside it are still being copied.
    """
    path = os.path.join(export_folder, relative)
    stem, _, ending = relative.rpartition("/")[2].rpartition(".")
    references = find_references(path, ending.lower(), keep_alive)
    if references.missing and ending.lower() == "gltf":
        message = "The model refers to the file “{}”, which is missing.".format(references.missing[0][:200])
        raise ImportProblem("missing_file", message)
    sides = list(dict.fromkeys(references.found))
    order = ImportOrder(asset, stem or relative, path, relative, ending.lower(), sides, is_loose=True)
    return Prepared(order, [], os.path.getsize(path) + sum(os.path.getsize(side) for side in sides))


def _refuse_unsafe(folder: str, file: ManifestFile) -> None:
    try:
        resolve_inside(folder, file.path)
    except ImportProblem as problem:
        if problem.code != "missing_file":
            raise


def _find_whole(folder: str, file: ManifestFile) -> str:
    path = resolve_inside(folder, file.path)
    size = os.path.getsize(path)
    if size != file.size:
        message = "“{}” is damaged: it has {} bytes instead of {}.".format(file.path, size, file.size)
        raise ImportProblem("damaged", message)
    return path
