"""A plain folder as a target: copies files by a naming rule."""

import datetime
import filecmp
import os
import re
import shutil
import uuid
from typing import Sequence, Tuple

from .adapter import Adapter, ImportOrder, ImportProblem, ImportResult
from .state_files import remove_file
from .version import BRIDGE_VERSION

# Placeholders: `{name}` of the asset, `{file}` with extension, `{id}`, `{format}`, `{date}`.
DEFAULT_RULE = "{name}/{file}"

_UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\\/:*?"<>|]')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)
_PLACE = re.compile(r"\{(\w+)\}")


class CopyAdapter(Adapter):
    """Copies the best format and its side files to `folder`; existing files are never overwritten."""

    program = "folder"
    version = BRIDGE_VERSION

    def __init__(self, folder: str, rule: str = DEFAULT_RULE, formats: Sequence[str] = ("*",)) -> None:
        self.formats = tuple(formats)
        self._folder = os.path.abspath(folder)
        self._rule = rule
        if not rule.rpartition("/")[2] or "{file}" not in rule.rpartition("/")[2]:
            raise ValueError("The naming rule must end with a file name that contains {file}.")
        unknown = set(_PLACE.findall(rule)) - {"name", "file", "id", "format", "date"}
        if unknown:
            raise ValueError("Unknown placeholder in the naming rule: {{{}}}.".format(sorted(unknown)[0]))

    def import_asset(self, order: ImportOrder) -> ImportResult:
        base = os.path.dirname(order.path)
        # Side files keep their relative paths, which the model refers to.
        sides = [(side, os.path.relpath(side, base)) for side in order.sides]
        target = self._place(order)
        if sides:
            target = self._find_free_folder(order.path, target, sides)
        copies = [self._copy(order.path, target)]
        copies += [self._copy(side, os.path.join(os.path.dirname(target), relative)) for side, relative in sides]
        return ImportResult(objects=[os.path.relpath(path, self._folder).replace(os.sep, "/") for path in copies])

    def _place(self, order: ImportOrder) -> str:
        values = {
            "name": order.name,
            "file": os.path.basename(order.path),
            "id": order.asset,
            "format": order.format,
            "date": datetime.date.today().isoformat(),
        }
        parts = [
            to_safe_name(_PLACE.sub(lambda match: values[match.group(1)], part))
            for part in self._rule.split("/")
            if part not in ("", ".", "..")
        ]
        return os.path.join(self._folder, *parts)

    def _find_free_folder(self, model: str, target: str, sides: Sequence[Tuple[str, str]]) -> str:
        """The target in a folder, numbered if needed, in which no file of the same name has other content.

        A model would not find a side file under a numbered name.
        """
        place, name = os.path.split(target)
        # The destination itself is never numbered.
        base = place if place != self._folder else os.path.splitext(target)[0]
        version = 1
        while not all(_is_free(source, os.path.join(place, relative)) for source, relative in [(model, name), *sides]):
            version += 1
            place = "{} ({})".format(base, version)
        return os.path.join(place, name)

    def _copy(self, source: str, wanted: str) -> str:
        try:
            os.makedirs(os.path.dirname(wanted), exist_ok=True)
            part = "{}.{}.part".format(wanted, uuid.uuid4().hex[:8])
            try:
                shutil.copyfile(source, part)
                return _claim_name(part, wanted)
            finally:
                remove_file(part)
        except OSError as error:
            words = "Could not copy to “{}”: {}.".format(self._folder, error.strerror or error)
            raise ImportProblem("import_failed", words) from error


def to_safe_name(text: str) -> str:
    """A file or folder name that is valid on every system, at most 120 bytes long, with its extension."""
    cleaned = _UNSAFE.sub("_", text).strip(" .")
    stem, dot, ending = cleaned.rpartition(".")
    if not dot or len(ending) > 8:
        stem, dot, ending = cleaned, "", ""
    room = 120 - len((dot + ending).encode("utf-8"))
    stem = stem.encode("utf-8")[:room].decode("utf-8", "ignore").strip(" .")
    if _RESERVED.fullmatch(stem.partition(".")[0].strip()):
        stem = "_" + stem
    return (stem or "model") + dot + ending


def _is_free(source: str, path: str) -> bool:
    if not os.path.lexists(path):
        return True
    return os.path.isfile(path) and filecmp.cmp(source, path, shallow=False)


def _claim_name(part: str, wanted: str) -> str:
    stem, ending = os.path.splitext(wanted)
    version = 1
    while True:
        path = wanted if version == 1 else "{} ({}){}".format(stem, version, ending)
        try:
            os.link(part, path)
            return path
        except FileExistsError:
            pass
        except OSError:
            if not os.path.lexists(path):
                os.replace(part, path)
                return path
        if os.path.isfile(path) and filecmp.cmp(part, path, shallow=False):
            return path
        version += 1
