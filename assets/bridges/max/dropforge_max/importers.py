"""3ds Max's importers."""

import contextlib
from typing import Any, Iterator, List

from pymxs import runtime as rt

from .dropforge_bridge.adapter import ImportOrder, ImportProblem

# FBX import settings: new objects, Z up, in the system unit of the scene.
_FBX = (
    ("Animation", True),
    ("AxisConversion", True),
    ("Cameras", False),
    ("Lights", False),
    ("ScaleConversion", True),
    ("Skin", True),
    ("UpAxis", "Z"),
)

_USD = ("usdz", "usdc", "usda", "usd")


def list_formats() -> List[str]:
    """Formats that this 3ds Max can import, best first; USD is an optional component."""
    can_usd = getattr(rt, "USDImporter", None) is not None
    return ["fbx"] + list(_USD if can_usd else ()) + ["obj", "stl"]


def run_importer(order: ImportOrder) -> None:
    """Imports a file into the scene without a dialog. Raises errors of 3ds Max, and ImportProblem."""
    if order.format == "fbx":
        rt.pluginManager.loadClass(rt.FBXIMP)
        with _fbx_settings():
            is_done = rt.importFile(order.path, rt.Name("noPrompt"), using=rt.FBXIMP)
    elif order.format == "obj":
        is_done = rt.importFile(order.path, rt.Name("noPrompt"), using=rt.ObjImp)
    elif order.format == "stl":
        is_done = rt.importFile(order.path, rt.Name("noPrompt"))
    elif order.format in _USD:
        is_done = rt.USDImporter.ImportFile(order.path, importOptions=rt.USDImporter.CreateOptions())
    else:
        raise ImportProblem("no_format", "3ds Max cannot import .{} files.".format(order.format))
    if not is_done:
        raise ImportProblem("import_failed", "The 3ds Max importer returned no result.")


@contextlib.contextmanager
def _fbx_settings() -> Iterator[None]:
    """Sets the importer's persistent settings and restores those of the user."""
    wanted: List[Any] = [("Mode", rt.Name("create"))]
    wanted += _FBX
    before = [(name, rt.FBXImporterGetParam(name)) for name, _ in wanted]
    # Parameters come and go with versions of the plug-in.
    before = [(name, value) for name, value in before if value != rt.unsupplied]
    known = {name for name, _ in before}
    for name, value in [item for item in wanted if item[0] in known]:
        rt.FBXImporterSetParam(name, value)
    try:
        yield
    finally:
        for name, value in before:
            rt.FBXImporterSetParam(name, value)
