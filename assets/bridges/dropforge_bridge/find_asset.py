"""Finding one asset of an output folder without the protocol."""

import os
from typing import Sequence

from .adapter import ImportOrder, ImportProblem
from .loose_files import to_loose_id
from .manifest import MANIFEST_NAME, is_newer, read_id
from .prepare import prepare_asset, prepare_loose
from .safe_paths import resolve_inside
from .state_files import read_json
from .folder_scanner import FolderScanner
from .verify import check_content, hash_file


def find_asset(export_folder: str, wanted: str, formats: Sequence[str]) -> ImportOrder:
    """Finds and verifies an asset by its id or by a path relative to the output folder.

    Raises ImportProblem: `not_found`, `newer_schema`, or what is wrong with the asset; OSError.
    """
    assets, loose = FolderScanner(export_folder).scan()
    for place in assets:
        relative, _, name = place.rpartition("/")
        value = read_json(os.path.join(export_folder, place))
        is_named = name == MANIFEST_NAME and wanted.lower() == relative.lower()
        if value is None or not is_named and wanted.lower() != read_id(value):
            continue
        if is_newer(value):
            raise ImportProblem("newer_schema", "This asset requires a newer version of the bridge. Update the bridge.")
        prepared = prepare_asset(export_folder, relative, value, formats, lambda: None)
        for path, name, sha256 in prepared.promises:
            check_content(path, name, sha256, lambda: None)
        return prepared.order
    if wanted in [relative for relative, _ in loose]:
        path = resolve_inside(export_folder, wanted)
        asset = to_loose_id(wanted, hash_file(path, lambda: None))
        return prepare_loose(export_folder, wanted, asset, lambda: None).order
    raise ImportProblem("not_found", "The output folder contains no asset “{}”.".format(wanted[:200]))
