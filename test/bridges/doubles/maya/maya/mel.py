"""`mel.eval`, for the commands of the FBX plug-in that its documentation lists."""

from .scene import State

_KNOWN = {
    "FBXPushSettings",
    "FBXPopSettings",
    "FBXResetImport",
    "FBXImportMode -v add",
    "FBXImportCameras -v false",
    "FBXImportLights -v false",
    "FBXImportSetMayaFrameRate -v false",
    "FBXImportAxisConversionEnable -v true",
    "FBXImportUpAxis y",
    "FBXImportUpAxis z",
    "FBXImportSetTake -ti 1",
}


def eval(command):
    """Runs a command; Maya raises RuntimeError for one that is not there."""
    if "fbxmaya" not in State.loaded or command not in _KNOWN:
        raise RuntimeError("Cannot find procedure " + command)
    State.mel.append(command)
