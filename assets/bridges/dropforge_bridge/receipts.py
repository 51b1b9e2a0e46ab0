"""Receipts: the final result of a target for an asset."""

import datetime
import json
import math
import os
from typing import Any, Dict, List, Optional, Set

from .adapter import Adapter, ImportResult, Json
from .state_files import place_once, read_json, remove_file, state_folder, to_bytes
from .version import BRIDGE_VERSION, SCHEMA

# Maximum length of an error or a warning, and maximum number of list entries.
MAX_TEXT_LENGTH = 500
MAX_ENTRIES = 1000

# Maximum size of a list in bytes: the lists of a receipt together are shorter than a file of the protocol may be.
MAX_LIST_BYTES = 200000


class Receipts:
    """All receipts of one target in one output folder."""

    def __init__(self, export_folder: str, target: str) -> None:
        self._export_folder = export_folder
        self._ending = "--{}.json".format(target)

    def exists(self, asset: str) -> bool:
        """Whether the asset has a receipt and so is never imported again. Raises OSError."""
        return os.path.lexists(self._path(asset))

    def write(self, receipt: Json) -> bool:
        """Writes a receipt; False if one already exists, which is kept. Raises OSError."""
        return place_once(self._path(receipt["asset"]), to_bytes(receipt))

    def forget(self, asset: str) -> None:
        """Removes the receipt, so that the asset is imported again."""
        remove_file(self._path(asset))

    def stamp(self) -> int:
        """A number that changes when receipts are added or removed. Raises OSError."""
        return os.stat(state_folder(self._export_folder, "receipts")).st_mtime_ns

    def list_assets(self) -> Set[str]:
        """Ids of all assets with receipts. Raises OSError."""
        names = os.listdir(state_folder(self._export_folder, "receipts"))
        return {name[: -len(self._ending)] for name in names if name.endswith(self._ending) and name[0] != "."}

    def read(self, asset: str) -> Optional[Json]:
        """Reads a receipt; None if missing or unreadable."""
        return read_json(self._path(asset))

    def _path(self, asset: str) -> str:
        return os.path.join(state_folder(self._export_folder, "receipts"), asset + self._ending)


def make_receipt(
    asset: str,
    target: str,
    adapter: Adapter,
    file: Optional[str],
    result: Optional[ImportResult],
    error: Optional[Dict[str, str]],
    seconds: float,
    attempts: int,
    loose: Optional[Json],
) -> Json:
    """Creates the receipt of an import with a result or an error `{code, message}`."""
    found = result or ImportResult()
    return {
        "schema": SCHEMA,
        "asset": asset,
        "target": target,
        "program": adapter.program,
        "programVersion": adapter.version,
        "bridgeVersion": BRIDGE_VERSION,
        "status": "failed" if error else "imported",
        "file": file,
        "objects": _texts(found.objects),
        "dimensions": _numbers(found.dimensions),
        "upAxis": found.up_axis,
        "textures": {"linked": int(found.textures_linked), "missing": _texts(found.textures_missing)},
        "clips": _texts(found.clips),
        "armature": None if found.armature is None else _text(found.armature),
        "warnings": _texts(found.warnings),
        "error": {"code": error["code"], "message": _text(error["message"])} if error else None,
        "seconds": round(seconds, 3),
        "attempts": attempts,
        "importedAt": to_iso(datetime.datetime.now(datetime.timezone.utc)),
        "loose": loose,
    }


def to_iso(moment: datetime.datetime) -> str:
    """A time in UTC as `2026-01-31T12:00:00.000Z`."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + "{:03d}Z".format(moment.microsecond // 1000)


def _numbers(values: Optional[Any]) -> Optional[List[float]]:
    if values is None or not all(math.isfinite(value) for value in values):
        return None
    return [round(float(value), 6) for value in values]


def _texts(values: Any) -> List[str]:
    texts: List[str] = []
    room = MAX_LIST_BYTES
    for value in list(values)[:MAX_ENTRIES]:
        texts.append(_text(value))
        # With its indentation and comma.
        room -= len(json.dumps(texts[-1])) + 8
        if room < 0:
            return texts[:-1]
    return texts


def _text(value: Any) -> str:
    text = str(value).strip()
    return text if len(text) <= MAX_TEXT_LENGTH else text[: MAX_TEXT_LENGTH - 1] + "…"
