"""A double of `c4d`: the classes and functions that the bridge calls, as Maxon's Python reference has them.

Its document is in centimetres; its importers take a file's numbers as they are.
"""

import os
import sys
import threading
import types

from model_file import list_corners, read_model

MAIN = threading.current_thread()

MSG_TIMER, C4DPL_ENDACTIVITY = 11, 1001
PLUGINTYPE_SCENELOADER = 4
SCENEFILTER_OBJECTS, SCENEFILTER_MATERIALS, SCENEFILTER_MERGESCENE = 1, 2, 32
ASSETDATA_FLAG_TEXTURESONLY = 2
CHECKISRUNNING_ANIMATIONRUNNING, CHECKISRUNNING_EDITORRENDERING, CHECKISRUNNING_EXTERNALRENDERING = 0, 4, 5
DOCUMENT_DOCUNIT = 10010
DOCUMENT_UNIT_KM, DOCUMENT_UNIT_M, DOCUMENT_UNIT_CM, DOCUMENT_UNIT_MM = 1, 2, 3, 4
DOCUMENT_UNIT_MICRO, DOCUMENT_UNIT_NM, DOCUMENT_UNIT_MILE = 5, 6, 7
DOCUMENT_UNIT_YARD, DOCUMENT_UNIT_FOOT, DOCUMENT_UNIT_INCH = 8, 9, 10
Onull, Opolygon, Ocamera, Olight, Ojoint, Oskin = 5140, 5100, 5103, 5102, 1019362, 1019363
FILESELECT_DIRECTORY = 2


class Vector:
    """Three numbers."""

    def __init__(self, x=0.0, y=0.0, z=0.0):
        self.x, self.y, self.z = float(x), float(y), float(z)


class Matrix:
    """A matrix that only scales."""

    def __init__(self, scale):
        self._scale = scale

    def __mul__(self, point):
        assert isinstance(point, Vector)
        return Vector(self._scale * point.x, self._scale * point.y, self._scale * point.z)


class BaseObject:
    """An object."""

    def __init__(self, kind):
        self._kind, self._name, self._children, self._holder, self._scale = kind, "", [], None, 1.0
        self.points, self.tracks = [], []

    def SetName(self, name):
        self._name = name

    def GetName(self):
        return self._name

    def CheckType(self, kind):
        return self._kind == kind

    def GetChildren(self):
        return list(self._children)

    def GetDocument(self):
        above = self._holder
        while isinstance(above, BaseObject):
            above = above._holder
        return above

    def Remove(self):
        if self._holder is not None:
            self._holder._children.remove(self)
            self._holder = None

    def InsertUnderLast(self, holder):
        assert self._holder is None
        holder._children.append(self)
        self._holder = holder

    def SetRelScale(self, scale):
        assert isinstance(scale, Vector) and scale.x == scale.y == scale.z
        self._scale = scale.x

    def GetMg(self):
        above, scale = self, 1.0
        while isinstance(above, BaseObject):
            scale *= above._scale
            above = above._holder
        return Matrix(scale)

    def GetAllPoints(self):
        assert self._kind == Opolygon
        return self.points

    def GetCTracks(self):
        return self.tracks


class Material(BaseObject):
    """A material."""


class _UnitScale:
    def GetUnitScale(self):
        return 1.0, DOCUMENT_UNIT_CM


class BaseDocument:
    """A document."""

    def __init__(self):
        self._children, self._materials, self.assets = [], [], []

    def __getitem__(self, key):
        assert key == DOCUMENT_DOCUNIT
        return _UnitScale()

    def GetObjects(self):
        return list(self._children)

    def GetMaterials(self):
        return list(self._materials)

    def InsertObject(self, item):
        assert item._holder is None
        self._children.insert(0, item)
        item._holder = self


class State:
    """All there is."""

    doc = BaseDocument()
    messages = []
    commands = []
    said = []
    events = 0
    loaders = ("FBX (*.fbx)", "glTF (*.gltf)", "Wavefront OBJ (*.obj)", "STL (*.stl)")


def reset():
    """A new document."""
    State.doc, State.messages, State.commands, State.said, State.events = BaseDocument(), [], [], [], 0


def GetC4DVersion():
    return 23110


def CheckIsRunning(kind):
    assert kind in (0, 4, 5)
    return False


def EventAdd():
    State.events += 1


def StatusSetText(text):
    State.said.append(text)


class _Loader:
    def __init__(self, name):
        self._name = name

    def GetName(self):
        return self._name


def _filter_plugins(kind, by_name):
    assert kind == PLUGINTYPE_SCENELOADER and by_name is True
    return [_Loader(name) for name in State.loaders]


def _register_message(id, str, info, dat):
    assert isinstance(dat, plugins.MessageData)
    State.messages.append(dat)
    return True


def _register_command(id, str, info, icon, help, dat):
    assert isinstance(dat, plugins.CommandData)
    State.commands.append(dat)
    return True


def _merge(doc, name, loadflags, thread=None):
    assert threading.current_thread() is MAIN
    assert loadflags == SCENEFILTER_OBJECTS | SCENEFILTER_MATERIALS | SCENEFILTER_MERGESCENE
    early = BaseObject(Onull)
    doc.InsertObject(early)
    doc._materials.append(Material(0))
    doc._materials[-1]._holder = types.SimpleNamespace(_children=doc._materials)
    try:
        model = read_model(name)
    except RuntimeError:
        return False
    early.Remove()
    body = BaseObject(Opolygon)
    body.SetName("body")
    body.points = [Vector(*corner) for corner in list_corners(model["size"])]
    camera = BaseObject(Ocamera)
    camera.SetName("camera")
    made = [body, camera]
    if "bone" in model:
        joint = BaseObject(Ojoint)
        joint.SetName(model["bone"])
        joint.tracks = ["track"] if model.get("clip") else []
        made.append(joint)
    for item in made:
        doc.InsertObject(item)
    for image in model.get("textures", []):
        path = os.path.join(os.path.dirname(name), image)
        doc.assets.append({"filename": path, "assetname": image, "exists": os.path.isfile(path), "owner": None})
    return True


def _list_assets(doc, allowDialogs, lastPath, flags=0, assetList=None):
    assert allowDialogs is False and flags == ASSETDATA_FLAG_TEXTURESONLY
    assetList.extend(doc.assets)
    return 0


def _module(name, **content):
    module = types.ModuleType("c4d." + name)
    module.__dict__.update(content)
    sys.modules["c4d." + name] = module
    return module


plugins = _module(
    "plugins",
    MessageData=type("MessageData", (), {}),
    CommandData=type("CommandData", (), {}),
    FilterPluginList=_filter_plugins,
    RegisterMessagePlugin=_register_message,
    RegisterCommandPlugin=_register_command,
)
gui = _module("gui")
documents = _module(
    "documents",
    GetActiveDocument=lambda: State.doc,
    MergeDocument=_merge,
    GetAllAssetsNew=_list_assets,
)
