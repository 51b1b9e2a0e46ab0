"""The scene of the double: what `cmds`, `mel` and `OpenMaya` look at."""

import threading


class Node:
    """A node; `parent` is another node, None at the top."""

    def __init__(self, name, kind, parent=None, **attributes):
        self.name = name
        self.kind = kind
        self.parent = parent
        self.attributes = dict(attributes)
        self.id = "ID-{}".format(len(State.ever))
        State.ever.append(self)

    def path(self):
        """As Maya's long names: only DAG nodes have a way."""
        if self.kind not in ("transform", "mesh", "joint"):
            return self.name
        return (self.parent.path() if self.parent else "") + "|" + self.name


class State:
    """All there is."""

    ever = []
    nodes = []
    selected = []
    loaded = set()
    calls = []
    mel = []
    deferred = []
    timers = {}
    up = "y"
    main = threading.current_thread()


def reset():
    """A new scene."""
    for name in ("ever", "nodes", "selected", "calls", "mel", "deferred"):
        setattr(State, name, [])
    State.loaded = set()
    State.timers = {}
    State.up = "y"


def call(name, *values):
    """Writes a call down; Maya's commands are for its main thread."""
    if threading.current_thread() is not State.main:
        raise RuntimeError("cmds.{} outside of Maya's main thread".format(name))
    State.calls.append((name,) + values)


def find(name):
    """A node by its long or short name, or its id."""
    for node in State.nodes:
        if name in (node.path(), node.name, node.id):
            return node
    raise ValueError("No object matches name: {}".format(name))


def is_below(node, top):
    """Whether a node hangs under another."""
    while node is not None:
        if node is top:
            return True
        node = node.parent
    return False
