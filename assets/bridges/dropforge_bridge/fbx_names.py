"""Names of files that an FBX refers to."""

import mmap
import re
import struct
from typing import Callable, List

_MAX_NAME = 4096
# How many names are read before the receipt is renewed.
_BATCH = 1000

# Binary FBX: the name of a node, its first property of type S (string) and its length. Strings are never compressed.
_BINARY = re.compile(rb"(?:RelativeFilename|Filename|FileName)S(.{4})", re.DOTALL)
# The end of an entry of Properties70: its label, flags of at most 8 characters, its value.
_BINARY_URL = re.compile(rb"XRefUrlS.{4}[\x20-\x7e]{0,8}S(.{4})", re.DOTALL)
_TEXT = re.compile(rb'(?:RelativeFilename|Filename|FileName):[ \t]{0,16}"([^"\r\n]*)')
_TEXT_URL = re.compile(rb'"XRefUrl"[ \t]{0,16},[ \t]{0,16}"[^"\r\n]{0,16}"[ \t]{0,16},[ \t]{0,16}"([^"\r\n]*)')

_LENGTH = struct.Struct("<I")


def list_names(path: str, keep_alive: Callable[[], None]) -> List[str]:
    """Names of textures and videos as written, each once. Raises OSError."""
    names = {}
    with open(path, "rb") as file:
        try:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:
            # An empty file.
            return []
        with content:
            for pattern in (_BINARY, _BINARY_URL):
                for count, found in enumerate(pattern.finditer(content)):
                    if count % _BATCH == 0:
                        keep_alive()
                    length = min(_LENGTH.unpack(found.group(1))[0], _MAX_NAME)
                    names[content[found.end() : found.end() + length]] = True
            for pattern in (_TEXT, _TEXT_URL):
                for count, found in enumerate(pattern.finditer(content)):
                    if count % _BATCH == 0:
                        keep_alive()
                    start, end = found.span(1)
                    names[content[start : min(end, start + _MAX_NAME)]] = True
    return [name.decode("utf-8", "replace") for name in names]
