"""Cinema 4D's importers."""

from typing import Any, List

import c4d

from .dropforge_bridge.adapter import ImportOrder, ImportProblem

# Formats, best first, and a part of the name of their loader. The available loaders depend on the version.
_LOADERS = (
    ("fbx", "fbx"),
    ("glb", "gltf"),
    ("gltf", "gltf"),
    ("usdz", "usd"),
    ("usdc", "usd"),
    ("usda", "usd"),
    ("usd", "usd"),
    ("obj", "obj"),
    ("stl", "stl"),
)


def list_formats() -> List[str]:
    """Formats that this Cinema 4D can import, best first."""
    loaders = c4d.plugins.FilterPluginList(c4d.PLUGINTYPE_SCENELOADER, True)
    names = [str(loader.GetName()).lower() for loader in loaders]
    return [format_ for format_, word in _LOADERS if any(word in name for name in names)]


def run_importer(order: ImportOrder, doc: Any) -> None:
    """Merges a file into a document without a dialog. Raises ImportProblem."""
    if order.format not in dict(_LOADERS):
        raise ImportProblem("no_format", "Cinema 4D cannot import .{} files.".format(order.format))
    flags = c4d.SCENEFILTER_OBJECTS | c4d.SCENEFILTER_MATERIALS | c4d.SCENEFILTER_MERGESCENE
    if not c4d.documents.MergeDocument(doc, order.path, flags):
        raise ImportProblem("import_failed", "The Cinema 4D importer returned no result.")
