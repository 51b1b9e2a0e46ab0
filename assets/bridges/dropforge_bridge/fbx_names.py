"""Names of files that an FBX refers to."""

import errno
import os
import re
import struct
from typing import Callable, Dict, List

_MAX_NAME = 4096
# The longest label of a name, with all that stands between the label and the name.
_MAX_LABEL = 128
_CHUNK = 1 << 20

# A label is followed by a lookahead, so that the name after one label cannot hide the next label.
# Binary FBX: the name of a node, its first property of type S (string) and its length. Strings are never compressed.
_BINARY = re.compile(rb"(?:RelativeFilename|Filename|FileName)S(?=(.{4}))", re.DOTALL)
# The end of an entry of Properties70: its label, flags of at most 8 characters, its value.
_BINARY_URL = re.compile(rb"XRefUrlS(?=.{4}[\x20-\x7e]{0,8}S(.{4}))", re.DOTALL)
_TEXT = re.compile(rb'(?:RelativeFilename|Filename|FileName):(?=[ \t]{0,16}"([^"\r\n]*))')
_TEXT_URL = re.compile(rb'"XRefUrl(?="[ \t]{0,16},[ \t]{0,16}"[^"\r\n]{0,16}"[ \t]{0,16},[ \t]{0,16}"([^"\r\n]*))')

_LENGTH = struct.Struct("<I")


def list_names(path: str, keep_alive: Callable[[], None]) -> List[str]:
    """Names of textures and videos as written, each once; calls `keep_alive` before every megabyte. Raises OSError.

    The file is read, not mapped: a mapped file that becomes shorter would end the process.
    """
    names: Dict[bytes, None] = {}
    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        known = b""
        at = 0
        while at < size:
            keep_alive()
            chunk = file.read(min(_CHUNK, size - at))
            if not chunk:
                raise OSError(errno.EIO, "the file changed while it was read", path)
            at += len(chunk)
            content = known + chunk
            # A name that may continue in the next chunk is read there.
            whole = len(content) if at >= size else len(content) - _MAX_LABEL - _MAX_NAME
            _add_names(names, content, whole)
            known = content[-_MAX_LABEL - _MAX_NAME :]
    return [name.decode("utf-8", "replace") for name in names]


def _add_names(names: Dict[bytes, None], content: bytes, whole: int) -> None:
    """Adds the names whose labels begin before `whole`."""
    for pattern in (_BINARY, _BINARY_URL):
        for found in pattern.finditer(content):
            if found.start() < whole:
                length = min(_LENGTH.unpack(found.group(1))[0], _MAX_NAME)
                names[content[found.end(1) : found.end(1) + length]] = None
    for pattern in (_TEXT, _TEXT_URL):
        for found in pattern.finditer(content):
            if found.start() < whole:
                start, end = found.span(1)
                names[content[start : min(end, start + _MAX_NAME)]] = None
