"""Small JSON files that several computers read and write concurrently."""

import errno
import json
import os
import stat
import time
import uuid
from typing import Any, Dict, Optional

# Hidden folder inside the output folder with the state of the protocol.
STATE_FOLDER = ".dropforge"

# Maximum size of a file; a manifest of a thousand files is smaller.
MAX_BYTES = 1 << 20

# Longest integer that is read exactly.
MAX_DIGITS = 20

# Opening a pipe must not block. Windows has no such flag, and none against links.
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)

# On Windows, virus scanners and indexers lock new files for a moment.
RENAME_TRIES = 10


def state_folder(export_folder: str, kind: str) -> str:
    """Path of `targets`, `claims`, `receipts` or `seen`; created if missing. Raises OSError."""
    folder = os.path.join(export_folder, STATE_FOLDER, kind)
    # The output folder itself is never created: an unmounted share must not become a local folder.
    if not os.path.isdir(export_folder):
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", export_folder)
    for path in (os.path.dirname(folder), folder):
        if not os.path.isdir(path):
            try:
                os.mkdir(path)
            except FileExistsError:
                pass
    return folder


def read_json(path: str, most: int = MAX_BYTES, follow_links: bool = False) -> Optional[Dict[str, Any]]:
    """The JSON object in a regular file; None if missing, too long or anything else, and for a link unless asked."""
    try:
        return load_json(path, most, follow_links)
    except OSError:
        return None


def load_json(path: str, most: int = MAX_BYTES, follow_links: bool = False) -> Optional[Dict[str, Any]]:
    """As `read_json`, but raises OSError for a file that cannot be read, which may pass."""
    with os.fdopen(os.open(path, _READ if follow_links else _READ | _NO_LINK), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return None
        data = file.read(most + 1)
    if len(data) > most:
        return None
    try:
        value = json.loads(data.decode("utf-8"), parse_int=_parse_int)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def to_bytes(value: Dict[str, Any]) -> bytes:
    """JSON in ASCII, so that file names that are not valid Unicode do not make it unreadable."""
    return (json.dumps(value, indent=2, allow_nan=False) + "\n").encode("ascii")


def create_file(path: str, data: bytes) -> bool:
    """Creates a file exclusively; False if it already exists. Raises OSError; the file is then removed if possible."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    except FileExistsError:
        return False
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            _sync(file)
    except OSError:
        remove_file(path)
        raise
    return True


def replace_file(path: str, data: bytes) -> None:
    """Replaces the content of a file atomically. Raises OSError."""
    part = _write_part(path, data)
    try:
        for attempt in range(RENAME_TRIES):
            try:
                os.replace(part, path)
                return
            except PermissionError:
                if attempt == RENAME_TRIES - 1:
                    raise
                time.sleep(0.02)
    finally:
        remove_file(part)


def place_once(path: str, data: bytes) -> bool:
    """Creates a file atomically; False, without changes, if it already exists. Raises OSError."""
    part = _write_part(path, data)
    try:
        os.link(part, path)
        return True
    except FileExistsError:
        return False
    except OSError:
        # exFAT and some shares do not support hard links.
        if os.path.lexists(path):
            return False
        os.replace(part, path)
        return True
    finally:
        remove_file(part)


def remove_file(path: str) -> None:
    """Removes a file if possible."""
    try:
        os.remove(path)
    except OSError:
        pass


def _parse_int(text: str) -> float:
    """Long integers as floats: reading one takes quadratic time in some versions of Python, and fails in others."""
    return int(text) if len(text) <= MAX_DIGITS else float(text)


def _write_part(path: str, data: bytes) -> str:
    folder, name = os.path.split(path)
    part = os.path.join(folder, ".{}.{}.part".format(name, uuid.uuid4().hex[:8]))
    create_file(part, data)
    return part


def _sync(file: Any) -> None:
    file.flush()
    os.fsync(file.fileno())
