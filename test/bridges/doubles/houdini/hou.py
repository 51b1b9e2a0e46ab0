"""A double of `hou`: the functions that the bridge calls, with the arguments that SideFX's help names and no others.

Its FBX importer passes over units, as Houdini's does unless it is told otherwise, and knows no `convert_units`, as
those of 19.0 do not.
"""

import contextlib
import os
import re
import threading

from model_file import list_corners, read_model

MAIN = threading.current_thread()


class OperationFailed(Exception):
    """What Houdini raises."""


class NodeType:
    """The type of a node."""

    def __init__(self, name):
        self._name = name

    def name(self):
        """Its name."""
        return self._name


class Parm:
    """A parameter."""

    def __init__(self, node, name, value):
        self._node, self._name, self._value = node, name, value
        self.keys = ()

    def set(self, value):
        """Sets it; the kind of its value stays."""
        assert type(value) is type(self._value), self._name
        self._value = value

    def node(self):
        """Where it is."""
        return self._node

    def evalAsString(self):
        """Its value."""
        return str(self.eval())

    def eval(self):
        """Its value; of a text with what is in backticks run, and variables expanded that no backslash precedes."""
        if not isinstance(self._value, str):
            return self._value
        State.ran += re.findall("`([^`]*)`", self._value)
        return re.sub(r"\\(.)|\$\w+", lambda found: found.group(1) or "", self._value)

    def keyframes(self):
        """Its keys."""
        return self.keys

    def pressButton(self):
        """Presses the button."""
        assert self._name == "buildscene"
        _build(self._node, self._node.parm("filename").eval())


class Matrix4:
    """A matrix for points as rows: a scale, and a turn about x."""

    def __init__(self, scale, turn):
        self._scale, self._turn = scale, turn

    def asTuple(self):
        """Sixteen numbers, row by row."""
        s = self._scale
        if self._turn == -90.0:
            return (s, 0, 0, 0, 0, 0, -s, 0, 0, s, 0, 0, 0, 0, 0, 1)
        return (s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, 0, 0, 0, 1)


class Geometry:
    """Points."""

    def __init__(self, size):
        self._values = tuple(value for corner in list_corners(size) for value in corner)

    def pointFloatAttribValues(self, name):
        """All values one after the other."""
        assert name == "P"
        return self._values


class Node:
    """Any node."""

    _parms = {}

    def __init__(self, name, kind, parent):
        self._name, self._kind, self._parent, self._children = name, kind, parent, []
        self._values = {key: Parm(self, key, value) for key, value in self._parms.get(kind, {}).items()}
        State.count += 1
        self._id = State.count
        if parent:
            taken = {child.name() for child in parent._children}
            number = 1
            while self._name in taken:
                self._name = "{}{}".format(name, number)
                number += 1
            parent._children.append(self)

    def name(self):
        return self._name

    def path(self):
        return (self._parent.path() if self._parent else "") + "/" + self._name

    def type(self):
        return NodeType(self._kind)

    def sessionId(self):
        return self._id

    def children(self):
        return tuple(self._children)

    def allSubChildren(self):
        return tuple(node for child in self._children for node in (child,) + child.allSubChildren())

    def parm(self, name):
        return self._values.get(name)

    def setName(self, name, unique_name=False):
        assert name.isidentifier() and unique_name
        self._name = name

    def moveToGoodPosition(self):
        State.calls.append("moveToGoodPosition")

    def destroy(self):
        self._parent._children.remove(self)

    def createNode(self, node_type_name, node_name=None, run_init_scripts=True):
        assert threading.current_thread() is MAIN
        assert node_type_name in ("geo", "gltf_hierarchy", "file")
        if node_type_name == "file":
            return SopNode(node_name, "file", self)
        return ObjNode(node_name, node_type_name, self)


class ObjNode(Node):
    """A node of `/obj`."""

    _parms = {
        "geo": {"scale": 1.0},
        "subnet": {"scale": 1.0},
        "bone": {"scale": 1.0},
        "gltf_hierarchy": {"scale": 1.0, "filename": "", "buildscene": 0},
    }

    def __init__(self, name, kind, parent):
        super().__init__(name, kind, parent)
        self._tuples = {"t": ParmTuple(self, "t"), "r": ParmTuple(self, "r")}
        self._shown = None

    def parmTuple(self, name):
        return self._tuples.get(name)

    def displayNode(self):
        return next((child for child in self._children if getattr(child, "is_shown", False)), None)

    def worldTransform(self):
        scale, turn, node = 1.0, 0.0, self
        while isinstance(node, ObjNode):
            scale *= node.parm("scale").eval()
            turn = node.parmTuple("r").values[0] or turn
            node = node._parent
        return Matrix4(scale, turn)


class ParmTuple:
    """Three parameters."""

    def __init__(self, node, name):
        self.values = (0.0, 0.0, 0.0)
        self.parms = [Parm(node, name + axis, 0.0) for axis in "xyz"]

    def set(self, values):
        assert len(values) == 3 and all(isinstance(value, float) for value in values)
        self.values = values

    def __iter__(self):
        return iter(self.parms)


class SopNode(Node):
    """A node of geometry."""

    _parms = {"file": {"file": ""}, "image": {"map": ""}}

    def __init__(self, name, kind, parent, size=None, above=None):
        super().__init__(name, kind, parent)
        self.is_shown = False
        self._size, self._above = size, above

    def inputs(self):
        return (self._above,) if self._above else ()

    def setDisplayFlag(self, on):
        self.is_shown = on

    def setRenderFlag(self, on):
        assert on is True

    def errors(self):
        if self._kind != "file":
            return ()
        try:
            self._size = read_model(self.parm("file").eval())["size"]
        except RuntimeError as error:
            return (str(error),)
        return ()

    def geometry(self):
        return Geometry(self._size)


class State:
    """All there is."""

    count = 0
    calls = []
    callbacks = []
    said = []
    ran = []
    obj = None


class _HipFile:
    def importFBX(
        self,
        file_name,
        suppress_save_prompt=False,
        merge_into_scene=True,
        import_cameras=True,
        import_lights=True,
        convert_file_paths_to_relative=True,
        import_into_object_subnet=True,
        convert_into_y_up_coordinate_system=False,
    ):
        assert suppress_save_prompt and merge_into_scene and import_into_object_subnet
        root = ObjNode(os.path.basename(file_name).replace(".", "_"), "subnet", State.obj)
        _build(root, file_name)
        return root, ""


class _Ui:
    def addEventLoopCallback(self, call):
        State.callbacks.append(call)

    def removeEventLoopCallback(self, call):
        State.callbacks.remove(call)

    def setStatusMessage(self, message):
        State.said.append(message)


class _Playbar:
    def isPlaying(self):
        return False


class _Undos:
    @contextlib.contextmanager
    def group(self, label):
        State.calls.append(label)
        yield


hipFile, ui, playbar, undos = _HipFile(), _Ui(), _Playbar(), _Undos()


def reset():
    """A new scene."""
    State.count, State.calls, State.callbacks, State.said, State.ran = 0, [], [], [], []
    State.obj = Node("obj", "obj", None)


def node(path):
    """A node by its path."""
    assert path == "/obj"
    return State.obj


def isUIAvailable():
    """Whether there is a window."""
    return True


def applicationVersionString():
    """As 19.0.720."""
    return "19.0.720"


def fileReferences(project_dir_variable="HIP", include_all_refs=True):
    """Parameters that name files, and what they say; some have no parameter."""
    found = [(None, "$HIP/nothing.png")]
    for item in State.obj.allSubChildren():
        for parm in item._values.values():
            found.append((parm, parm.evalAsString()))
    return tuple(found)


def _build(root, path):
    geo = ObjNode("body", "geo", root)
    model = read_model(path)
    rest = SopNode("read", "file", geo, model["size"])
    if "bone" in model:
        posed = tuple(3 * value for value in model["size"])
        SopNode("deform", "bonedeform", geo, posed, rest).is_shown = True
        hips = ObjNode(model["bone"], "bone", root)
        ObjNode("spine", "bone", hips)
        hips.parmTuple("r").parms[0].keys = (0, 1) if model.get("clip") else ()
    else:
        rest.is_shown = True
    for name in model.get("textures", []):
        image = SopNode("image", "image", geo)
        image.parm("map").set(os.path.join(os.path.dirname(path), name))
