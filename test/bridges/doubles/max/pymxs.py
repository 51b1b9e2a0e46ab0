"""A double of `pymxs.runtime`: the values and functions that the bridge calls, as MAXScript's help has them.

Its scene is in inches, as a new 3ds Max has it. Anything that is not here raises AttributeError.
"""

import os
import threading

from model_file import read_model

MAIN = threading.current_thread()

INCHES = 1.0 / 0.0254


class Name(str):
    """A `#name`."""


class Point3:
    """A point."""

    def __init__(self, x, y, z):
        self.x, self.y, self.z = float(x), float(y), float(z)


class Matrix3:
    """Only the identity is asked for."""

    def __init__(self, one):
        assert one == 1


class EulerAngles:
    """Angles in degrees."""

    def __init__(self, x, y, z):
        self.values = (x, y, z)


class Modifier:
    """A modifier."""

    def __init__(self, kind):
        self.kind = kind
        self.enabled = True


class Controller:
    """A controller with keys, and those it is made of, as sub-animations; some of them have none."""

    def __init__(self, keys, inner):
        self.keys = keys
        self.inner = inner
        self.numSubs = len(inner) + 1

    @property
    def controller(self):
        """A sub-animation has its controller as this."""
        return self


class Node:
    """A node of the scene; `size` is along x, y and z."""

    def __init__(self, name, kind, size=None):
        self.name = name
        self.kind = kind
        self.size = size
        self.parent = None
        self.modifiers = []
        self.controller = Controller(0, [Controller(0, []), Controller(-1, [])])
        self.maps = []
        self.scale = Point3(1, 1, 1)
        self.rotation = None
        runtime.objects.append(self)
        self.handle = len(runtime.handles) + 1
        runtime.handles.append(self.handle)


class Layer:
    """A layer."""

    def __init__(self, name):
        self.name = name
        self.nodes = []

    def addNode(self, node):
        """Moves a node here."""
        self.nodes.append(node)


class _LayerManager:
    def __init__(self):
        self.layers = []

    def newLayerFromName(self, name):
        """None when the name is taken."""
        if any(layer.name == name for layer in self.layers):
            return None
        self.layers.append(Layer(name))
        return self.layers[-1]


class _Units:
    def decodeValue(self, text):
        """System units of a length."""
        assert text == "1m"
        return INCHES


class _PluginManager:
    def loadClass(self, kind):
        """Loads a plug-in whose parameters are asked for."""
        runtime.loaded.add(kind)


class Runtime:
    """`pymxs.runtime`."""

    Name, Point3, Matrix3, EulerAngles = Name, Point3, Matrix3, EulerAngles
    FBXIMP, ObjImp = "FBXIMP", "ObjImp"
    unsupplied = object()
    GeometryClass, Helper, Skin, BoneGeometry = "GeometryClass", "Helper", "Skin", "BoneGeometry"

    def __init__(self):
        self.reset()

    def reset(self):
        """A new scene."""
        self.objects, self.handles, self.selection, self.loaded, self.said = [], [], [], set(), []
        self.LayerManager, self.units, self.pluginManager = _LayerManager(), _Units(), _PluginManager()
        self.fbx = {"Mode": Name("merge"), "Animation": False, "AxisConversion": False, "Cameras": True, "Lights": True}
        self.fbx.update(ScaleConversion=False, Skin=False, UpAxis="Y")
        self.fbx.pop("Lights")

    def maxVersion(self):
        """As `#(24000, 62, 0, 24, 2, 3, 2254, 2022, ".3 Update")`."""
        return [24000, 62, 0, 24, 2, 3, 2254, 2022, ".3 Update"]

    def isAnimPlaying(self):
        """Whether the timeline plays."""
        return False

    def isCreatingObject(self):
        """Whether the mouse is making an object."""
        return False

    def FBXImporterGetParam(self, name):
        """A parameter that is known."""
        assert self.FBXIMP in self.loaded
        return self.fbx.get(name, self.unsupplied)

    def FBXImporterSetParam(self, name, value):
        """Sets a parameter that is known, to a value of its kind."""
        assert type(value) is type(self.fbx[name]), name
        self.fbx[name] = value

    def importFile(self, path, prompt, using=None):
        """Asks nothing with `#noPrompt`; a wrong file ends it with false."""
        assert threading.current_thread() is MAIN
        assert isinstance(prompt, Name) and prompt == "noPrompt"
        assert {"fbx": "FBXIMP", "obj": "ObjImp", "stl": None}[path.rpartition(".")[2]] == using
        early = Node("early", "Editable_Mesh", (1, 1, 1))
        try:
            model = read_model(path)
        except RuntimeError:
            return False
        self.objects.remove(early)
        x, y, z = model["size"]
        if using == "FBXIMP":
            assert (self.fbx["UpAxis"], self.fbx["Mode"], self.fbx["ScaleConversion"]) == ("Z", "create", True)
            factor = 0.01 * INCHES
            x, y, z = x * factor, z * factor, y * factor
        node = Node("body", "Editable_Mesh", (x, y, z))
        node.maps = [os.path.join(os.path.dirname(path), name) for name in model.get("textures", [])]
        if "bone" in model:
            node.modifiers.append(Modifier("Skin"))
            root = Node(model["bone"], "BoneGeometry", (9e9, 9e9, 9e9))
            Node("spine", "BoneGeometry", (9e9, 9e9, 9e9)).parent = root
            root.controller.inner[0].keys = 24 if model.get("clip") else 0
        return True

    def classOf(self, value):
        """The class of a node or a modifier."""
        return value.kind

    def superClassOf(self, node):
        """Bones are geometry, too."""
        return "Helper" if node.kind == "Dummy" else "GeometryClass"

    def getHandleByAnim(self, node):
        """A number that stays."""
        return node.handle

    def nodeGetBoundingBox(self, node, matrix):
        """The tight box in the world."""
        assert isinstance(matrix, Matrix3)
        size = node.size
        if any(item.kind == "Skin" and item.enabled for item in node.modifiers):
            size = tuple(3 * value for value in size)
        above = node.parent
        while above is not None:
            size = tuple(above.scale.x * value for value in size)
            if above.rotation:
                size = (size[0], size[2], size[1])
            above = above.parent
        return [Point3(0, 0, 0), Point3(*size)]

    def usedMaps(self, node):
        """Files of the images on a node."""
        return node.maps

    def getSubAnim(self, controller, index):
        """A sub-animation, counted from 1."""
        return (controller.inner + [None])[index - 1]

    def numKeys(self, controller):
        """How many keys a track has."""
        return controller.keys

    def uniqueName(self, name):
        """Counts up."""
        return name + "001"

    def Dummy(self, name=None):
        """A helper at the origin."""
        return Node(name, "Dummy")

    def rotate(self, node, angles):
        """ImportLock a node; counter-clockwise is positive."""
        assert angles.values == (90, 0, 0)
        node.rotation = angles

    def delete(self, node):
        """Takes a node away."""
        self.objects.remove(node)

    def select(self, nodes):
        """Selects."""
        self.selection = nodes

    def clearSelection(self):
        """Selects nothing."""
        self.selection = []

    def redrawViews(self):
        """Redraws."""

    def pushPrompt(self, text):
        """The line at the bottom."""
        self.said.append(text)


runtime = Runtime()
