"""Selects the later results of an asset that a target imports."""

import os
from typing import Any, Container, Dict, List, NamedTuple, Optional, Tuple

from .adapter import Json
from .folder_scanner import Stamp
from .manifest import MANIFEST_NAME, read_id
from .receipts import Receipts
from .state_files import read_json


class _Result(NamedTuple):
    id: str
    kind: str
    version: int
    # Sorts results by age.
    age: List[str]


class Results:
    """The results of all assets of an output folder. Manifests are final: each is read once, unless its folder changes."""

    def __init__(self, export_folder: str, receipts: Receipts) -> None:
        self._folder = export_folder
        self._receipts = receipts
        self._known: Dict[str, Tuple[Optional[Stamp], _Result]] = {}

    def known_id(self, path: str, stamp: Optional[Stamp]) -> Optional[str]:
        """The id in a manifest that was read while its folder had that stamp; None if none was."""
        known = self._known.get(path)
        return known[1].id if known and known[0] == stamp else None

    def remember(self, path: str, stamp: Optional[Stamp], value: Json) -> Optional[_Result]:
        """Keeps what a manifest says until the stamp of its folder changes; None if it has no id."""
        result = _to_result(value)
        if result:
            self._known[path] = (stamp, result)
        return result

    def is_due(
        self, path: str, value: Json, beside: List[str], stamp: Optional[Stamp], awaited: Container[str]
    ) -> Optional[bool]:
        """Whether to import a result: after the asset itself, the newest version of its kind, in one format. None: not yet.

        `beside` are all manifests of its folder, which has that stamp; `awaited` those that the target is to import.
        """
        result = _to_result(value)
        for place in beside:
            other = self._find(place, stamp) if result and place != path else None
            if other is None:
                continue
            is_pending = place in awaited and not self._receipts.exists(other.id)
            if is_pending and place.rpartition("/")[2] == MANIFEST_NAME:
                return None
            if other.kind != result.kind or other.version < result.version:
                continue
            if other.version > result.version or self._was_imported(other.id):
                return False
            if is_pending and other.age < result.age:
                return None
        return True

    def _find(self, place: str, stamp: Optional[Stamp]) -> Optional[_Result]:
        known = self._known.get(place)
        if known and known[0] == stamp:
            return known[1]
        return self.remember(place, stamp, read_json(os.path.join(self._folder, place)) or {})

    def _was_imported(self, asset: str) -> bool:
        return (self._receipts.read(asset) or {}).get("status") == "imported"


def _to_result(value: Json) -> Optional[_Result]:
    asset = read_id(value)
    if asset is None:
        return None
    return _Result(asset, _text(value.get("kind")), _version(value.get("version")), [_text(value.get("createdAt")), asset])


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _version(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 1
