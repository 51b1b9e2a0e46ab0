"""Files that a model file refers to."""

import os
import re
from typing import Callable, List
from urllib.parse import unquote

from .adapter import ImportProblem
from .fbx_names import list_names
from .gltf_uris import list_uris
from .obj_names import list_libraries, list_maps, strip_options
from .safe_paths import refuse_network, refuse_outside, resolve_inside
from .usd_names import FORMATS, NameReader

# Maximum number of USD layers of a model.
MAX_LAYERS = 1000


class References:
    """References of a model file: `found` are absolute paths, `missing` the names in the file."""

    def __init__(self) -> None:
        self.found: List[str] = []
        self.missing: List[str] = []

    def add(self, folder: str, name: str) -> None:
        """Resolves a relative path below a folder. Raises ImportProblem `unsafe_path`."""
        if not self.add_if_there(folder, name):
            self.missing.append(name)

    def add_if_there(self, folder: str, name: str) -> bool:
        """As `add`, for a name that may not be one; False if there is no such file."""
        plain = "/".join(part for part in name.split("/") if part not in ("", "."))
        try:
            if plain:
                self.found.append(resolve_inside(folder, plain))
            return bool(plain)
        except ImportProblem as problem:
            if problem.code == "unsafe_path":
                raise
            return False


def find_references(path: str, format_: str, keep_alive: Callable[[], None]) -> References:
    """The files that a glTF, GLB or OBJ refers to, and those of the MTL files of an OBJ.

    An FBX is checked only: its textures are inside it, and many programs write the absolute paths of their own computer.
    So is a USD, with the layers that it refers to: absolute paths and `..` are valid in it, also inside a package.
    Raises ImportProblem: `unsafe_path` for a reference that leaves the folder, because the importer would open it;
    `import_failed` for a file that cannot be checked. Raises OSError.
    """
    references = References()
    folder = os.path.dirname(path)
    if format_ in ("glb", "gltf"):
        for uri in list_uris(path):
            refuse_outside(uri)
            references.add(folder, unquote(uri))
    elif format_ == "fbx":
        for name in list_names(path, keep_alive):
            refuse_network(name)
    elif format_ == "obj":
        _add_libraries(references, path, keep_alive)
        # Windows and macOS find a file by names that differ in case.
        for library in list({os.path.normcase(found): found for found in references.found}.values()):
            for value in list_maps(library, keep_alive):
                _refuse_words(value)
                references.add(folder, _to_slashes(strip_options(value)))
    elif format_ in FORMATS:
        _check_layers(path, keep_alive)
    return references


def _add_libraries(references: References, path: str, keep_alive: Callable[[], None]) -> None:
    """Adds the MTL files that an importer may read."""
    folder = os.path.dirname(path)
    for library in list_libraries(path, keep_alive):
        _refuse_words(library)
        references.add(folder, _to_slashes(library.strip('"')))
        # Some importers read several libraries in a statement.
        for word in dict.fromkeys(_split_words(library)):
            keep_alive()
            references.add_if_there(folder, _to_slashes(word))
    # Blender also reads the one with the name of the model.
    usual = os.path.splitext(path)[0] + ".mtl"
    if os.path.lexists(usual):
        references.add(folder, os.path.basename(usual))


def _check_layers(path: str, keep_alive: Callable[[], None]) -> None:
    """Reads a USD file and the layers on this computer that it refers to, directly or not."""
    reader = NameReader(keep_alive)
    waiting = [path]
    known = {os.path.normcase(os.path.abspath(path))}
    while waiting:
        layer = waiting.pop()
        for name in reader.list_layers(layer):
            keep_alive()
            other = _find_local(os.path.dirname(layer), name)
            if other and os.path.normcase(other) not in known:
                known.add(os.path.normcase(other))
                waiting.append(other)
        if len(known) > MAX_LAYERS:
            message = "“{}” refers to too many USD layers to check.".format(os.path.basename(path)[:200])
            raise ImportProblem("import_failed", message)


def _find_local(folder: str, name: str) -> str:
    """The file on this computer that a name in a layer means; empty if there is none, or if looking would need a network."""
    plain = _to_slashes(name.strip())
    if plain.startswith(("//", "/?")) or ":" in plain[2:] or "\0" in plain:
        return ""
    other = os.path.abspath(os.path.join(folder, plain))
    return other if os.path.isfile(other) else ""


def _refuse_words(value: str) -> None:
    """Importers differ in where a name in a statement begins, so each word must be safe."""
    for word in [value] + _split_words(value):
        refuse_outside(word)


def _split_words(value: str) -> List[str]:
    return re.split(r'[\s"\x00-\x20]+', value)


def _to_slashes(name: str) -> str:
    return name.replace("\\", "/")
