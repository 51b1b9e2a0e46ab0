"""A double of Godot's project: its importer reads JSON models, over several frames, as Godot does."""

import math
import os
import threading

from builtins_double import A, D, S
from godot_double import FAILED, MAIN, OK, TYPE_OBJECT
from model_file import list_corners, read_model


class Project:
    """Where `res://` is, and what was imported."""

    root = ""
    resources = {}
    busy = 0
    # The models that the last scan found.
    found = []
    said = []


class ProjectSettings:
    """Where things are."""

    @staticmethod
    def globalize_path(path):
        assert path.startswith("res://")
        return S(os.path.join(Project.root, path[len("res://") :]))


class ConfigFile:
    """An `.import` file."""

    def __init__(self):
        self._values = D()

    @classmethod
    def new(cls):
        return cls()

    def set_value(self, section, key, value):
        self._values[section, key] = value

    def get_value(self, section, key, default=None):
        return self._values.get((section, key), default)

    def save(self, path):
        Project.resources[path] = self._values
        return OK

    def load(self, path):
        if path not in Project.resources:
            return FAILED
        self._values = Project.resources[path]
        return OK


class _FileSystem:
    def scan(self):
        assert threading.current_thread() is MAIN
        # As Godot's, it starts no scan during another one.
        if Project.busy <= 0:
            Project.busy = 3
            Project.found = _list_models()

    def is_scanning(self):
        Project.busy -= 1
        if Project.busy == 0:
            _import_all()
        return Project.busy > 0


class EditorInterface:
    """The editor."""

    _files = _FileSystem()

    @staticmethod
    def get_resource_filesystem():
        return EditorInterface._files


class ResourceLoader:
    """Resources."""

    CACHE_MODE_IGNORE = 0

    @staticmethod
    def exists(path):
        return isinstance(Project.resources.get(path), Resource)

    @staticmethod
    def load(path, type_hint="", cache_mode=1):
        assert cache_mode == ResourceLoader.CACHE_MODE_IGNORE
        return Project.resources[path]


class Vector3:
    """Three numbers."""

    def __init__(self, x, y, z):
        self.x, self.y, self.z = x, y, z

    def __sub__(self, other):
        return Vector3(self.x - other.x, self.y - other.y, self.z - other.z)

    def __neg__(self):
        return Vector3(-self.x, -self.y, -self.z)

    def is_finite(self):
        return all(math.isfinite(value) for value in (self.x, self.y, self.z))


Vector3.INF = Vector3(math.inf, math.inf, math.inf)


class Transform3D:
    """Scales only, which is all that the double's importer makes."""

    def __init__(self, scale):
        self._scale = scale

    def __mul__(self, other):
        if isinstance(other, Transform3D):
            return Transform3D(self._scale * other._scale)
        return A(Vector3(*(self._scale * value for value in (point.x, point.y, point.z))) for point in other)


Transform3D.IDENTITY = Transform3D(1.0)


class Resource:
    """Anything in a file."""

    resource_path = S("")


class Texture2D(Resource):
    """An image."""

    def get_rid(self):
        return id(self)


class Material(Resource):
    """A material with an image in two places, and a place without one."""

    def __init__(self, texture):
        self._texture = texture

    def get_property_list(self):
        names = ("albedo_texture", "orm_texture", "normal_texture")
        return A([D(name=S("metallic"), type=3)] + [D(name=S(name), type=TYPE_OBJECT) for name in names])

    def get(self, name):
        return None if name == "normal_texture" else self._texture


class Mesh(Resource):
    """A mesh."""

    def __init__(self, size, material):
        self._size, self._material = size, material

    def get_faces(self):
        return A(Vector3(*corner) for corner in list_corners(self._size))

    def get_surface_count(self):
        return 1

    def surface_get_material(self, index):
        return self._material


class Node:
    """A node."""

    def __init__(self, name, children=()):
        self.name, self._children = name, A(children)

    def get_children(self):
        return self._children

    def free(self):
        Project.said.append("freed " + self.name)


class Node3D(Node):
    """A node with a place."""

    transform = Transform3D.IDENTITY


class MeshInstance3D(Node3D):
    """A node with a mesh."""

    mesh = None

    def get_surface_override_material_count(self):
        return 1

    def get_surface_override_material(self, index):
        return None


class Skeleton3D(Node3D):
    """A node with bones."""


class AnimationPlayer(Node):
    """A node with clips."""

    clips = ()

    def get_animation_list(self):
        return A([S("RESET")] + [S(clip) for clip in self.clips])


class PackedScene(Resource):
    """A scene."""

    def __init__(self, model, factor):
        self._model, self._factor = model, factor

    def instantiate(self):
        body = MeshInstance3D("body")
        body.mesh = Mesh(self._model["size"], Material(Texture2D()))
        player = AnimationPlayer("AnimationPlayer")
        player.clips = [self._model["clip"]] if "clip" in self._model else []
        inside = [Skeleton3D(self._model["bone"], [body])] if "bone" in self._model else [body]
        root = Node3D("root", inside + [player])
        root.transform = Transform3D(self._factor)
        return root


def _list_models():
    paths = [os.path.join(folder, name) for folder, _, names in os.walk(Project.root) for name in names]
    return [path for path in paths if path.endswith((".glb", ".fbx", ".obj"))]


def _import_all():
    for path in Project.found:
        place = "res://" + os.path.relpath(path, Project.root)
        if place not in Project.resources:
            _import_one(path, place)


def _import_one(path, place):
    settings = Project.resources.get(place + ".import", D())
    try:
        model = read_model(path)
    except ValueError:
        Project.resources[place + ".import"] = D({("remap", "valid"): False})
        return
    if path.endswith(".obj"):
        scale = settings.get(("params", "scale_mesh"), Vector3(1, 1, 1))
        assert settings.get(("remap", "importer"), "wavefront_obj") == "wavefront_obj"
        Project.resources[place] = Mesh([scale.x * value for value in model["size"]], Material(Texture2D()))
        Project.resources[place].resource_path = S(place)
    else:
        assert settings.get(("remap", "importer"), "scene") == "scene"
        Project.resources[place] = PackedScene(model, settings.get(("params", "nodes/root_scale"), 1.0))
