"""A double of `unreal`: the classes and functions that the bridge calls, as Epic's Python reference has them.

Editor properties are checked by name and kind. Its FBX importer converts units when told so; its Interchange takes
a glTF's numbers as metres.
"""

import threading

from model_file import read_model

MAIN = threading.current_thread()


class State:
    """The project."""

    assets = {}
    folders = set()
    saved = []
    ticks = {}
    at_end = []
    said = []
    saved_dir = ""
    forgets_unit = False


def reset(saved_dir=""):
    """An empty project."""
    State.assets, State.folders, State.saved, State.ticks, State.at_end, State.said = {}, set(), [], {}, [], []
    State.saved_dir, State.forgets_unit = saved_dir, False


class _Properties:
    """An object with editor properties: only known ones, only values of their kind."""

    properties = {}

    def __init__(self):
        self._values = {key: value() if isinstance(value, type) else value for key, value in self.properties.items()}

    def set_editor_property(self, name, value):
        """Raises for one that is not there, or a value of another kind."""
        if name not in self._values:
            raise Exception("Failed to find property '{}'".format(name))
        before = self._values[name]
        if before is not None and type(value) is not type(before):
            raise TypeError("Property '{}' takes {}".format(name, type(before).__name__))
        self._values[name] = value

    def get_editor_property(self, name):
        """Raises for one that is not there."""
        return self._values[name]


class AssetImportTask(_Properties):
    """An import."""

    properties = {"filename": "", "destination_path": "", "destination_name": "", "automated": False}
    properties.update(replace_existing=False, save=False, options=None, imported_object_paths=list)


class FbxStaticMeshImportData(_Properties):
    """How a static mesh comes in."""

    properties = {"combine_meshes": False, "auto_generate_collision": False, "convert_scene": False}
    properties.update(convert_scene_unit=False, import_uniform_scale=1.0)


class FbxSkeletalMeshImportData(_Properties):
    """How a skeletal mesh comes in."""

    properties = {"convert_scene": False, "convert_scene_unit": False, "import_uniform_scale": 1.0}


class FbxAnimSequenceImportData(_Properties):
    """How animations come in."""

    properties = {"import_uniform_scale": 1.0}


class FBXImportType:
    """Kinds of meshes."""

    FBXIT_STATIC_MESH, FBXIT_SKELETAL_MESH = "static", "skeletal"


class FbxImportUI(_Properties):
    """The importer's window."""

    properties = {"automated_import_should_detect_type": True, "mesh_type_to_import": "static", "import_mesh": True}
    properties.update(import_as_skeletal=False, import_animations=True, import_materials=True, import_textures=True)
    properties.update(static_mesh_import_data=FbxStaticMeshImportData)
    properties.update(skeletal_mesh_import_data=FbxSkeletalMeshImportData)
    properties.update(anim_sequence_import_data=FbxAnimSequenceImportData)


class InterchangeGenericMeshPipeline(_Properties):
    """How Interchange makes meshes."""

    properties = {"combine_static_meshes": False}


class InterchangeGenericTexturePipeline(_Properties):
    """How Interchange makes textures."""

    properties = {"import_textures": True}


class InterchangeGenericMaterialPipeline(_Properties):
    """How Interchange makes materials."""

    properties = {"import_materials": True, "texture_pipeline": InterchangeGenericTexturePipeline}


class InterchangeGenericAssetsPipeline(_Properties):
    """How Interchange makes assets."""

    properties = {"import_offset_uniform_scale": 1.0, "mesh_pipeline": InterchangeGenericMeshPipeline}
    properties.update(material_pipeline=InterchangeGenericMaterialPipeline)


class InterchangePipelineStackOverride:
    """Pipelines instead of the project's own."""

    def __init__(self):
        self.pipelines = []

    def add_pipeline(self, pipeline):
        """Takes one in."""
        assert isinstance(pipeline, InterchangeGenericAssetsPipeline)
        self.pipelines.append(pipeline)


class Vector:
    """A point."""

    def __init__(self, x, y, z):
        self.x, self.y, self.z = x, y, z


class Object:
    """An asset."""

    def __init__(self, path, size=None):
        self._path, self._size = path, size

    def get_name(self):
        return self._path.rpartition("/")[2]

    def get_path_name(self):
        return "{}.{}".format(self._path, self.get_name())


class Box:
    """From one corner to the other."""

    def __init__(self, size):
        self.min, self.max = Vector(0, 0, 0), Vector(*size)


class BoxSphereBounds:
    """A middle and half a size."""

    def __init__(self, size):
        self.origin, self.box_extent = Vector(*(value / 2 for value in size)), Vector(*(value / 2 for value in size))


class StaticMesh(Object):
    """A mesh."""

    def get_bounding_box(self):
        return Box(self._size)


class SkeletalMesh(Object):
    """A mesh with bones."""

    def get_imported_bounds(self):
        return BoxSphereBounds(self._size)


class Skeleton(Object):
    """Bones."""


class AnimSequence(Object):
    """A clip."""


class Texture2D(Object):
    """An image."""


class _AssetTools:
    def import_asset_tasks(self, import_tasks):
        assert threading.current_thread() is MAIN
        for task in import_tasks:
            _run(task)


class AssetToolsHelpers:
    """Where the tools are."""

    @staticmethod
    def get_asset_tools():
        return _AssetTools()


class EditorAssetLibrary:
    """The project's assets."""

    @staticmethod
    def does_directory_exist(directory_path):
        return directory_path in State.folders

    @staticmethod
    def delete_directory(directory_path):
        State.folders.discard(directory_path)
        for path in [path for path in State.assets if path.startswith(directory_path + "/")]:
            del State.assets[path]
        return True

    @staticmethod
    def list_assets(directory_path, recursive=True, include_folder=False):
        assert recursive and not include_folder
        return [asset.get_path_name() for path, asset in State.assets.items() if path.startswith(directory_path + "/")]

    @staticmethod
    def load_asset(asset_path):
        return State.assets.get(asset_path.partition(".")[0])

    @staticmethod
    def save_directory(directory_path, only_if_is_dirty=True, recursive=True):
        assert recursive
        State.saved.append(directory_path)
        return True


class LevelEditorSubsystem:
    """The level editor."""

    def is_in_play_in_editor(self):
        return False


def get_editor_subsystem(subsystem):
    return subsystem()


class SystemLibrary:
    """The engine."""

    @staticmethod
    def get_engine_version():
        return "5.1.1-23901901+++UE5+Release-5.1"

    @staticmethod
    def get_command_line():
        return ""


class Paths:
    """Where things are."""

    @staticmethod
    def project_saved_dir():
        return "../../Project/Saved/"

    @staticmethod
    def convert_relative_path_to_full(path):
        assert path == "../../Project/Saved/"
        return State.saved_dir


def register_slate_post_tick_callback(call):
    number = len(State.ticks) + 1
    State.ticks[number] = call
    return number


def unregister_slate_post_tick_callback(handle):
    del State.ticks[handle]


def register_python_shutdown_callback(call):
    State.at_end.append(call)


def log(text):
    State.said.append(text)


def _run(task):
    get = task.get_editor_property
    assert get("automated") and not get("replace_existing")
    folder, name, options = get("destination_path"), get("destination_name"), get("options")
    assert folder.startswith("/Game/") and all(part.isidentifier() for part in folder[1:].split("/") + [name])
    State.folders.add(folder)
    State.assets[folder + "/early"] = Object(folder + "/early")
    try:
        model = read_model(get("filename"))
    except RuntimeError:
        return
    del State.assets[folder + "/early"]
    x, y, z = model["size"]
    made = []
    if isinstance(options, InterchangePipelineStackOverride):
        assert get("filename").endswith((".glb", ".gltf"))
        pipeline = options.pipelines[0]
        assert pipeline.get_editor_property("mesh_pipeline").get_editor_property("combine_static_meshes")
        factor = 100.0 * pipeline.get_editor_property("import_offset_uniform_scale")
        materials = pipeline.get_editor_property("material_pipeline")
        has_textures = materials.get_editor_property("texture_pipeline").get_editor_property("import_textures")
        assert has_textures == materials.get_editor_property("import_materials")
    else:
        kind = "skeletal" if options.get_editor_property("import_as_skeletal") else "static"
        data = options.get_editor_property(kind + "_mesh_import_data")
        factor = data.get_editor_property("import_uniform_scale")
        has_textures = options.get_editor_property("import_textures")
        assert data.get_editor_property("convert_scene_unit")
    factor *= 100.0 if State.forgets_unit else 1.0
    size = (x * factor, z * factor, y * factor)
    is_rigged = isinstance(options, FbxImportUI) and options.get_editor_property("import_as_skeletal")
    made.append((SkeletalMesh if is_rigged else StaticMesh)(folder + "/" + name, size))
    if is_rigged:
        made.append(Skeleton("{}/{}_Skeleton".format(folder, name)))
        made += [AnimSequence("{}/{}_Anim_{}".format(folder, name, clip)) for clip in model.get("clips", [])]
    images = model.get("textures", []) if has_textures else []
    made += [Texture2D("{}/{}".format(folder, image.partition(".")[0])) for image in images]
    State.assets.update({asset._path: asset for asset in made})
    # Only the first is told, as Interchange does.
    task.set_editor_property("imported_object_paths", [made[0].get_path_name()])
