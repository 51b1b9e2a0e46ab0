"""The Unreal adapter."""

import re
from typing import List, Optional

import unreal

from .dropforge_bridge.adapter import Adapter, ImportOrder, ImportResult
from .dropforge_bridge.host_measures import find_unit_correction, is_near_one, multiply, to_plain_name, warn_of_unit
from .dropforge_bridge.host_settings import HostSettings
from .importers import list_formats, run_importer
from .measure import filter_type, load_all, measure_dimensions, name_clips

# Default destination folder; the folder structure of the output folder is kept below the destination.
ROOT = "/Game/Dropforge"
_DESTINATION = re.compile(r"/Game(/[A-Za-z0-9_]+)+")


class UnrealAdapter(Adapter):
    """Imports into the project as assets, each model in a folder of its own, and saves them: centimetres, Z up."""

    program = "unreal"

    def __init__(self, settings: HostSettings) -> None:
        self.version = str(unreal.SystemLibrary.get_engine_version()).partition("-")[0]
        self.formats = list_formats()
        self._settings = settings

    def can_import(self) -> bool:
        """False during Play In Editor, when assets cannot be saved."""
        return not unreal.get_editor_subsystem(unreal.LevelEditorSubsystem).is_in_play_in_editor()

    def import_asset(self, order: ImportOrder) -> ImportResult:
        folder = _free_folder(order, self._settings.into)
        try:
            return self._collect_result(order, folder)
        except Exception:
            # Remove partial results of the failed import.
            if unreal.EditorAssetLibrary.does_directory_exist(folder):
                unreal.EditorAssetLibrary.delete_directory(folder)
            raise

    def _collect_result(self, order: ImportOrder, folder: str) -> ImportResult:
        warnings: List[str] = []
        name = to_plain_name(order.name)
        run_importer(order, folder, name, self._settings.scale, self._settings.has_materials)
        assets = load_all(folder)
        promised = multiply(order.dimensions, self._settings.scale)
        correction = find_unit_correction(measure_dimensions(assets), promised)
        if not is_near_one(correction):
            unreal.EditorAssetLibrary.delete_directory(folder)
            run_importer(order, folder, name, self._settings.scale * correction, self._settings.has_materials)
            assets = load_all(folder)
        if not unreal.EditorAssetLibrary.save_directory(folder, only_if_is_dirty=False, recursive=True):
            warnings.append("Could not save all assets in “{}”.".format(folder))
        if order.format == "obj" and order.metres_per_unit is None:
            warnings.append(warn_of_unit("obj", 1.0))
        size = measure_dimensions(assets)
        if size is None:
            warnings.append("The file contains no mesh.")
        skeletons = [asset.get_name() for asset in filter_type(assets, unreal.Skeleton)]
        sequences = [asset.get_name() for asset in filter_type(assets, unreal.AnimSequence)]
        return ImportResult(
            objects=[asset.get_path_name() for asset in assets],
            dimensions=size,
            up_axis="Z",
            # Unreal creates texture assets only for files that exist.
            textures_linked=len(filter_type(assets, unreal.Texture2D)),
            textures_missing=(),
            clips=name_clips(sequences, order.clips),
            armature=skeletons[0] if skeletons else None,
            warnings=warnings,
        )


def _free_folder(order: ImportOrder, into: Optional[str]) -> str:
    """A new folder at the path that the model has in the output folder."""
    above = order.file.split("/")[:-1]
    if order.is_loose or order.is_later:
        above = above + [order.name]
    root = into if into and _DESTINATION.fullmatch(into) else ROOT
    wanted = "/".join([root] + [to_plain_name(part, "folder") for part in above])
    folder = wanted
    number = 1
    while unreal.EditorAssetLibrary.does_directory_exist(folder):
        number += 1
        folder = "{}_{}".format(wanted, number)
    return folder
