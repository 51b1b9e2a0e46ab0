"""The commands that the bridge calls, with the flags that Maya's reference lists for them and no others."""

import os

from model_file import list_corners, read_model

from .scene import Node, State, call, find, is_below


def about(version=False, batch=False):
    """`about`."""
    call("about")
    return "2022" if version else False


def play(query=False, state=False):
    """`play`."""
    assert query and state
    return False


def upAxis(query=False, axis=False):
    """`upAxis`."""
    assert query and axis
    return State.up


def pluginInfo(plugin, query=False, loaded=False):
    """`pluginInfo`."""
    assert query and loaded
    return plugin in State.loaded


def loadPlugin(plugin, quiet=False):
    """`loadPlugin`."""
    call("loadPlugin", plugin)
    State.loaded.add(plugin)
    return [plugin]


def ls(
    *names, long=False, assemblies=False, selection=False, type=None, noIntermediate=False, uuid=False
):
    """`ls`; a name that matches nothing is passed over, and no name, or an empty list, means all."""
    wanted = [name for item in names for name in (item if isinstance(item, (list, tuple)) else [item])]
    nodes = list(State.selected) if selection else list(State.nodes)
    if wanted:
        nodes = [node for node in nodes if {node.path(), node.name, node.id} & set(wanted)]
    if assemblies:
        nodes = [node for node in nodes if node.kind in ("transform", "joint") and node.parent is None]
    if type:
        nodes = [node for node in nodes if node.kind == type]
    if noIntermediate:
        nodes = [node for node in nodes if not node.attributes.get("intermediate")]
    if uuid:
        return [node.id for node in nodes]
    return [node.path() if long else node.name for node in nodes]


def file(
    path,
    i=False,
    type=None,
    ignoreVersion=False,
    mergeNamespacesOnClash=False,
    namespace=None,
    options=None,
    returnNewNodes=False,
):
    """`file -import`."""
    call("file", path, type, options)
    assert i and returnNewNodes and namespace == ":" and "\\" not in path
    plugin = {"FBX": "fbxmaya", "OBJ": "objExport"}[type]
    if plugin not in State.loaded:
        raise RuntimeError("Unrecognized file type.")
    # Maya knows centimetres only: an FBX tells that it is in them, an OBJ's numbers are taken as them.
    return [node.path() for node in _make(path)]


def mayaUSDImport(file, readAnimData=False, shadingMode=(), preferredMaterial=""):
    """`mayaUSDImport` of a version that passes over the unit of a stage."""
    call("mayaUSDImport", file)
    assert "mayaUsdPlugin" in State.loaded
    assert all(isinstance(entry, tuple) and len(entry) == 2 for entry in shadingMode)
    return [node.path() for node in _make(file) if node.parent is None]


def group(names, name=None):
    """`group`."""
    taken = {node.name for node in State.nodes}
    free = name
    while free in taken:
        free = name + str(int(free[len(name) :] or 0) + 1)
    assert name.isidentifier()
    made = Node(free, "transform")
    State.nodes.append(made)
    for item in names:
        find(item).parent = made
    made.attributes["pivot"] = "middle"
    return made.name


def xform(name, objectSpace=False, pivots=None):
    """`xform`."""
    assert objectSpace and pivots == (0.0, 0.0, 0.0)
    find(name).attributes["pivot"] = "origin"


def rotate(x, y, z, name, absolute=False):
    """`rotate`."""
    call("rotate", x, y, z)
    assert absolute and abs(x) == 90 and y == z == 0
    assert find(name).attributes["pivot"] == "origin"
    find(name).attributes["turn"] = x


def scale(x, y, z, name, absolute=False):
    """`scale`."""
    call("scale", x)
    assert absolute and x == y == z
    assert find(name).attributes["pivot"] == "origin"
    find(name).attributes["scale"] = x


def delete(names):
    """`delete`."""
    call("delete", tuple(names))
    for name in names:
        top = find(name)
        State.nodes = [node for node in State.nodes if not is_below(node, top)]


def select(names=None, replace=False, clear=False):
    """`select`."""
    assert replace != clear
    State.selected = [find(name) for name in names or []]


def getAttr(plug):
    """`getAttr`."""
    node, _, attribute = plug.rpartition(".")
    return find(node).attributes[attribute]


def setAttr(plug, value):
    """`setAttr`."""
    node, _, attribute = plug.rpartition(".")
    find(node).attributes[attribute] = value


def listConnections(plug, destination=True, source=True):
    """`listConnections`; None, not a list, where there are none."""
    assert destination and not source
    node, _, attribute = plug.rpartition(".")
    return ["material"] if attribute == find(node).attributes.get("connected") else None


def skinCluster(name, query=False, geometry=False):
    """`skinCluster`."""
    assert query and geometry
    return [find(name).attributes["shape"]]


def listRelatives(name, parent=False, fullPath=False):
    """`listRelatives`."""
    assert parent and fullPath
    above = find(name).parent
    return [above.path()] if above else None


def menu(name, exists=None, label=None, parent=None, tearOff=None):
    """`menu`."""
    return False if exists else name


def menuItem(label=None, parent=None, command=None):
    """`menuItem`."""
    assert callable(command)
    return label


def deleteUI(name, menu=False):
    """`deleteUI`."""
    call("deleteUI", name)


def _make(path):
    # What an importer makes before it gives up stays in the scene.
    early = Node("early", "transform")
    State.nodes.append(early)
    model = read_model(path)
    State.nodes.remove(early)
    State.selected = []
    if model["size"] is None:
        return []
    body = Node("body", "transform", inheritsTransform=True)
    made = [body, Node("bodyShape", "mesh", body, corners=list_corners(model["size"]))]
    made.append(Node("bodyShapeOrig", "mesh", body, corners=list_corners((9e9, 9e9, 9e9)), intermediate=True))
    if "bone" in model:
        joint = Node(model["bone"], "joint")
        made += [joint, Node("spine", "joint", joint)]
        made.append(Node("skinCluster1", "skinCluster", envelope=1.0, shape="bodyShape"))
        made[1].attributes["skin"] = made[-1]
    for number, name in enumerate(model.get("textures", [])):
        image = os.path.join(os.path.dirname(path), name)
        made.append(Node("file{}".format(number + 1), "file", fileTextureName=image, connected="outColor"))
    made.append(Node("unused", "file", fileTextureName="/not/there.png"))
    if model.get("clip"):
        made.append(Node("body_translateX", "animCurve"))
    State.nodes += made
    return made
