"""Maya's importers."""

import os
from typing import List, Optional

import maya.cmds as cmds
import maya.mel as mel

from .dropforge_bridge.adapter import ImportOrder, ImportProblem

# Plug-in for each format. FBX is first because it imports skeletons and clips in every version.
_PLUGINS = {"fbx": "fbxmaya", "usdz": "mayaUsdPlugin", "usdc": "mayaUsdPlugin", "usda": "mayaUsdPlugin"}
_PLUGINS.update(usd="mayaUsdPlugin", obj="objExport")

# Material types for USD files, the default first.
_MATERIALS = ("standardSurface", "lambert", "none")


def list_formats() -> List[str]:
    """Formats that this Maya can import, best first. No plug-in is loaded: the USD plug-in takes seconds."""
    return [name for name, plugin in _PLUGINS.items() if _is_available(plugin)]


def run_importer(order: ImportOrder, material: Optional[str] = None) -> List[str]:
    """Imports a file into the scene; returns the new nodes. Raises errors of Maya, and ImportProblem."""
    plugin = _PLUGINS.get(order.format)
    if plugin is None:
        raise ImportProblem("no_format", "Maya cannot import .{} files.".format(order.format))
    if not cmds.pluginInfo(plugin, query=True, loaded=True):
        cmds.loadPlugin(plugin, quiet=True)
    if order.format == "fbx":
        return _import_fbx(order)
    if order.format == "obj":
        # mo: one mesh per group of the file.
        return _read(order.path, "OBJ", "mo=1;lo=0")
    return _import_usd(order, material if material in _MATERIALS else _MATERIALS[0])


def _import_fbx(order: ImportOrder) -> List[str]:
    mel.eval("FBXPushSettings")
    try:
        # Without `add`, existing nodes of the same name would be changed.
        for command in (
            "FBXResetImport",
            "FBXImportMode -v add",
            "FBXImportCameras -v false",
            "FBXImportLights -v false",
            "FBXImportSetMayaFrameRate -v false",
            "FBXImportAxisConversionEnable -v true",
            "FBXImportUpAxis {}".format(cmds.upAxis(query=True, axis=True)),
        ):
            mel.eval(command)
        if len(order.clips) > 1:
            mel.eval("FBXImportSetTake -ti 1")
        return _read(order.path, "FBX", "fbx")
    finally:
        mel.eval("FBXPopSettings")


def _import_usd(order: ImportOrder, material: str) -> List[str]:
    before = set(cmds.ls(long=True))
    cmds.mayaUSDImport(
        file=order.path.replace(os.sep, "/"),
        readAnimData=bool(order.clips),
        shadingMode=[("useRegistry", "UsdPreviewSurface")],
        preferredMaterial=material,
    )
    return [node for node in cmds.ls(long=True) if node not in before]


def _read(path: str, kind: str, options: str) -> List[str]:
    # The root namespace instead of one per model; Maya numbers names that already exist.
    return cmds.file(
        path.replace(os.sep, "/"),
        i=True,
        type=kind,
        ignoreVersion=True,
        mergeNamespacesOnClash=True,
        namespace=":",
        options=options,
        returnNewNodes=True,
    )


def _is_available(plugin: str) -> bool:
    if cmds.pluginInfo(plugin, query=True, loaded=True):
        return True
    for folder in os.environ.get("MAYA_PLUG_IN_PATH", "").split(os.pathsep):
        if any(os.path.isfile(os.path.join(folder, plugin + ending)) for ending in (".mll", ".so", ".bundle", ".py")):
            return True
    return False
