"""A double of Blender's importers, version by version. As there, every name exists as an attribute; calling it tells.

Asked were: Blender 3.4.1 itself for its operators and their arguments; docs.blender.org/api for import_mesh (4.0, 4.1:
STL only), Material (4.0, 4.2, 5.0: blend_method is there, since 4.2 deprecated) and the change logs of 4.1 to 4.3;
reports of add-ons that lost import_scene.obj and import_mesh.ply in 4.0, and import_mesh.stl in 4.2. Not asked: whether
5.0 still has import_scene.fbx; `later` is a Blender without it.
"""

from types import SimpleNamespace

_OLD_AXES = ("X", "Y", "Z", "-X", "-Y", "-Z")
_NEW_AXES = ("X", "Y", "Z", "NEGATIVE_X", "NEGATIVE_Y", "NEGATIVE_Z")
_BY_OLD = {"filepath": None, "axis_forward": _OLD_AXES, "axis_up": _OLD_AXES}
_BY_NEW = {"filepath": None, "forward_axis": _NEW_AXES, "up_axis": _NEW_AXES, "global_scale": None}
_PLAIN = {"filepath": None}

_OBJ, _STL, _PLY = {"wm.obj_import": _BY_NEW}, {"wm.stl_import": _BY_NEW}, {"wm.ply_import": _PLAIN}
_OLD_STL = {"import_mesh.stl": dict(_BY_OLD, global_scale=None)}
_ALWAYS = {"import_scene.gltf": _PLAIN, "import_scene.fbx": _PLAIN, "wm.usd_import": _PLAIN, **_OBJ, **_STL}

# What each version has of what the add-on calls, with the arguments it gives: a version in which something changed, and
# from which on.
OPERATORS = {
    # The importers in Python are still there, those of OBJ and STL in compiled code already.
    "3.4": {**_ALWAYS, "import_scene.obj": _BY_OLD, **_OLD_STL, "import_mesh.ply": _PLAIN},
    # OBJ and PLY in Python are gone.
    "4.0": {**_ALWAYS, **_OLD_STL, **_PLY},
    "4.1": {**_ALWAYS, **_OLD_STL, **_PLY},
    # STL in Python is gone, and with it all of import_mesh.
    "4.2": {**_ALWAYS, **_PLY},
    # FBX in compiled code is there beside the one in Python.
    "4.5": {**_ALWAYS, **_PLY, "wm.fbx_import": _PLAIN},
    "5.0": {**_ALWAYS, **_PLY, "wm.fbx_import": _PLAIN},
    # The FBX importer in Python is an add-on, which a person may switch off, too.
    "later": {**_ALWAYS, **_PLY, "wm.fbx_import": _PLAIN},
}
del OPERATORS["later"]["import_scene.fbx"]

calls = []
_there = {}


def choose(version):
    """Becomes another version."""
    calls.clear()
    _there.clear()
    _there.update(OPERATORS[version])


class _Operators:
    def __init__(self, module):
        self._module = module

    def __dir__(self):
        return [name.partition(".")[2] for name in _there if name.startswith(self._module + ".")]

    def __getattr__(self, name):
        return lambda **arguments: _call("{}.{}".format(self._module, name), arguments)


def _call(name, arguments):
    if name not in _there:
        raise AttributeError('Calling operator "bpy.ops.{}" error, could not be found'.format(name))
    for key, value in arguments.items():
        if key not in _there[name]:
            raise TypeError('Converting py args to operator properties: keyword "{}" unrecognized'.format(key))
        allowed = _there[name][key]
        if allowed and value not in allowed:
            raise TypeError('enum "{}" not found in {}'.format(value, allowed))
    calls.append((name, arguments))
    return {"FINISHED"}


class _Types:
    def __getattr__(self, name):
        return type(name, (), {})


class _Timers:
    """Timers that are all due at every tick. A timer that returns None ends; it may have registered its function again."""

    def __init__(self):
        self.entries = []

    def register(self, function, first_interval=0.0, persistent=False):
        self.entries.append([function])

    def unregister(self, function):
        self.entries = [entry for entry in self.entries if entry[0] is not function]

    def is_registered(self, function):
        return any(entry[0] is function for entry in self.entries)

    def tick(self):
        for entry in list(self.entries):
            if entry[0]() is None:
                self.entries = [each for each in self.entries if each is not entry]


ops = SimpleNamespace(**{name: _Operators(name) for name in ("import_scene", "import_mesh", "wm")})
types = _Types()
app = SimpleNamespace(build_options=SimpleNamespace(usd=True), background=False, version_string="4.2.0", timers=_Timers())
path = SimpleNamespace(abspath=lambda text: text)
