"""Paths that cannot leave a folder."""

import os
import re
import stat
import unicodedata
from urllib.parse import unquote

from .adapter import ImportProblem

# Windows: marks links, junctions, mounts and files that are only in the cloud.
_REPARSE = getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0x400)
_HIDDEN = getattr(stat, "FILE_ATTRIBUTE_HIDDEN", 0x2)

_TEMPORARY = (".part", ".partial", ".tmp", ".temp", ".crdownload", ".download", ".filepart", "~")

# A name that is percent-encoded more often than this is refused.
_MAX_DECODINGS = 4

# Host names do not contain white space or what patterns of USD do, as in `//*` and `//{isa:Mesh}`.
_HOST = re.compile(r"\A//+[^/\s*{}<>|\"]+(?:/|\Z)")
_OWN_HOST = re.compile(r"\A(?:localhost|[a-z]:)?\Z", re.IGNORECASE)
# Names of the Windows kernel, whose links and devices lead to shares too.
_KERNEL_NAME = re.compile(
    r"\A/(?:\?\?|(?:global\?\?|dosdevices)/unc|device/(?:mup|lanmanredirector|webdavredirector))/",
    re.IGNORECASE,
)
_BLANK = " \t\n\r\f\v\0"


def is_link(info: os.stat_result) -> bool:
    """Whether an `os.lstat` result is a link or a reparse point."""
    return stat.S_ISLNK(info.st_mode) or bool(getattr(info, "st_file_attributes", 0) & _REPARSE)


def is_ignored_name(name: str) -> bool:
    """Whether a name is that of a hidden or temporary file."""
    lower = name.lower()
    return lower.startswith((".", "~")) or lower.endswith(_TEMPORARY)


def is_hidden(info: os.stat_result) -> bool:
    """Whether a file is hidden by an attribute."""
    return bool(getattr(info, "st_file_attributes", 0) & _HIDDEN)


def resolve_inside(folder: str, relative: str) -> str:
    """Absolute path of a regular file named by a relative path with forward slashes.

    Raises ImportProblem: `unsafe_path` for one that leaves the folder or passes a link, `missing_file`.
    """
    parts = relative.split("/")
    if (
        not relative
        or len(relative) > 1000
        or any(part in ("", ".", "..") for part in parts)
        or any(character in relative for character in "\\:\0")
    ):
        raise ImportProblem("unsafe_path", "The path “{}” is outside the asset folder.".format(relative[:200]))
    path = folder
    info = None
    for part in parts:
        path = _find_part(path, part)
        try:
            info = os.lstat(path)
        except (OSError, ValueError):
            raise ImportProblem("missing_file", "The file “{}” is missing.".format(relative[:200])) from None
        if is_link(info):
            raise ImportProblem("unsafe_path", "“{}” is a link. Links are not followed.".format(relative[:200]))
    if info is None or not stat.S_ISREG(info.st_mode):
        raise ImportProblem("missing_file", "“{}” is not a file.".format(relative[:200]))
    return path


def refuse_outside(reference: str) -> None:
    """Raises ImportProblem `unsafe_path` for an absolute or UNC path, a URL, or a path with `..`, also percent-encoded."""
    name = reference
    for _ in range(_MAX_DECODINGS):
        parts = name.replace("\\", "/").split("/")
        if (not parts[0] and len(parts) > 1) or any(character in name for character in ":\0") or ".." in map(str.strip, parts):
            break
        decoded = unquote(name)
        if decoded == name:
            return
        name = decoded
    message = "The model refers to “{}”, which is outside its folder.".format(reference[:200])
    raise ImportProblem("unsafe_path", message)


def is_on_other_computer(name: str) -> bool:
    """Whether a path or a `file:` or `smb:` URL is on another computer, which Windows would sign in to."""
    plain = name.strip(_BLANK).strip().replace("\\", "/")
    if plain.lower().startswith("file:"):
        location = unquote(plain[5:]).replace("\\", "/")
        host, slash, rest = location[2:].partition("/") if location.startswith("//") else ("", "", location)
        path = slash + rest
        return not _OWN_HOST.match(host) or path.startswith("//") or bool(_KERNEL_NAME.match(path))
    return bool(_HOST.match(plain) or _KERNEL_NAME.match(plain)) or plain.lower().startswith("smb://")


def refuse_network(reference: str) -> None:
    """Raises ImportProblem `unsafe_path` for a path on another computer or a URL."""
    name = reference.strip().replace("\\", "/")
    if is_on_other_computer(reference) or name.startswith("//") or "://" in name:
        message = "The model refers to “{}”, which is on another computer.".format(reference[:200])
        raise ImportProblem("unsafe_path", message)


def _find_part(folder: str, name: str) -> str:
    """Joins one path part; macOS may store the name with decomposed accents."""
    path = os.path.join(folder, name)
    if name.isascii():
        return path
    try:
        if not os.path.lexists(path):
            wanted = unicodedata.normalize("NFC", name)
            for entry in os.listdir(folder):
                if unicodedata.normalize("NFC", entry) == wanted:
                    return os.path.join(folder, entry)
    except (OSError, ValueError):
        pass
    return path
