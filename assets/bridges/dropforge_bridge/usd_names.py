"""Names of files that a USD file refers to, in text, binary layers and packages."""

import os
import re
import struct
from typing import Callable, Dict, List, Union

from .adapter import ImportProblem
from .safe_paths import is_on_other_computer
from .usd_crate import CRATE, Span, read_tokens

FORMATS = ("usd", "usda", "usdc", "usdz")

# Maximum size in bytes of the tokens of all layers of a model together.
MAX_TOKEN_BYTES = 64 << 20
# Maximum number of names in a file that must be looked at.
MAX_NAMES = 100000
# A zip without ZIP64, which USDZ excludes, contains no more files.
_MAX_ENTRIES = 0xFFFF
_MAX_DEPTH = 4
_MAX_NAME = 4096
# The part of a name that tells whether it is on another computer; more would be slow for many names.
_MAX_BEGIN = 256
_CHUNK = 1 << 20
# How many names or entries are read before the receipt is renewed.
_BATCH = 1000

_ENTRY = struct.Struct("<4sHHHHHIIIHH")
_PACKAGE = (b"PK\x03\x04", b"PK\x05\x06")
_DIRECTORY = (b"PK\x01\x02", b"PK\x05\x06")

# The first characters of a name of interest: two slashes, maybe escaped, a name of the Windows kernel, a URL of files, an
# expression with variables.
_TEXT_NAME = re.compile(
    rb"(?:@[ \t\0]{0,16}|[\"'\[]\0{0,16})(?=/(?:[/\\?]|global\?|dosdevices|device)|\\|file:|smb:)|@(?=`)",
    re.IGNORECASE,
)
_TEXT_LAYER = re.compile(rb"\.usd[acz]?(?=[@\"'\[:?])", re.IGNORECASE)
# A layer may be named with other marks than those beside its extension, as in `@@@a@b.usd@@@`.
_TEXT_MARKS = (b"@@@", b"@", b'"', b"'")
_TEXT_END = {b"@": re.compile(r"@"), b"[": re.compile(r"[\]@\"']")}
_STRING_END = re.compile(r"[\"']")
# Tokens have no escapes, so that a host is recognized at once; most strings with two slashes are comments of shaders.
_TOKEN_NAME = re.compile(
    rb"(?:\0|\.usdz\[)(?=[/\\]{2,}[^/\\\s*{}<>|\"\0]+[/\\\0]|[/\\](?:(?:global)?\?\?|dosdevices|device)[/\\]"
    + rb"|file:|smb:|`)",
    re.IGNORECASE,
)
_TOKEN_LAYER = re.compile(rb"\.usd[acz]?(?=[\0\[:?])", re.IGNORECASE)

_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|(.))", re.DOTALL)


class NameReader:
    """Reads the layers of one model; the limits are those of all of them together."""

    def __init__(self, keep_alive: Callable[[], None]) -> None:
        self._keep_alive = keep_alive
        self._token_bytes = MAX_TOKEN_BYTES
        self._names: Dict[str, None] = {}
        self._file = ""

    def list_layers(self, path: str) -> List[str]:
        """Names of the layers that a file may refer to, once each; strings that only look like one are among them.

        Raises ImportProblem: `unsafe_path` for a name on another computer, in an asset path or another string, because
        the tokens of a crate do not tell them apart; `import_failed` for a file that cannot be checked. Raises OSError.
        """
        self._names = {}
        self._file = os.path.basename(path)[:200]
        with open(path, "rb") as file:
            try:
                self._read_layer(Span(file, 0, os.fstat(file.fileno()).st_size), 0)
            except ValueError:
                raise self._fail("“{}” is damaged and cannot be checked.") from None
            except OverflowError:
                raise self._fail("The names in “{}” exceed {} MB and cannot be checked.", MAX_TOKEN_BYTES >> 20) from None
        return list(self._names)

    def _fail(self, message: str, *values: object) -> ImportProblem:
        return ImportProblem("import_failed", message.format(self._file, *values))

    def _read_layer(self, layer: Span, depth: int) -> None:
        """As importers do, tells the formats apart by the first bytes."""
        self._keep_alive()
        begin = layer.read_most(0, len(CRATE))
        if begin == CRATE:
            tokens = read_tokens(layer, self._token_bytes, self._keep_alive)
            self._token_bytes -= len(tokens)
            self._read_tokens(tokens)
        elif begin.startswith(_PACKAGE):
            self._read_package(layer, depth)
        else:
            self._read_text(layer)

    def _read_package(self, package: Span, depth: int) -> None:
        """As OpenUSD does (usd/zipFile.cpp), goes from file to file and does not read the directory at the end."""
        if depth == _MAX_DEPTH:
            raise self._fail("“{}” contains packages nested too deeply to check.")
        at = 0
        for count in range(_MAX_ENTRIES + 1):
            if count % _BATCH == 0:
                self._keep_alive()
            if package.read(at, 4) in _DIRECTORY:
                return
            entry = _ENTRY.unpack(package.read(at, _ENTRY.size))
            signature, flags, method, size = entry[0], entry[2], entry[3], entry[7]
            if signature != _PACKAGE[0]:
                raise ValueError("not a file")
            start = at + _ENTRY.size + entry[9] + entry[10]
            name = package.read(at + _ENTRY.size, entry[9])
            at = start + size
            if at > package.size:
                raise ValueError("outside the package")
            if name.rpartition(b".")[2].lower().decode("latin-1") not in FORMATS:
                continue
            if method != 0 or flags & 1:
                raise self._fail("“{}” contains a compressed or encrypted layer, which USDZ excludes.")
            self._read_layer(Span(package.file, package.start + start, size), depth + 1)
        raise self._fail("“{}” contains too many files to check.")

    def _read_text(self, layer: Span) -> None:
        known = b""
        at = 0
        while at < layer.size:
            self._keep_alive()
            content = known + layer.read_most(at, _CHUNK)
            at += _CHUNK
            # A name that may continue in the next chunk is read there.
            whole = len(content) if at >= layer.size else len(content) - _MAX_NAME
            for found in _TEXT_NAME.finditer(content):
                if found.start() < whole:
                    refuse_computer(_cut(found.group()[:1], content[found.end() : found.end() + _MAX_BEGIN]))
            for found in _TEXT_LAYER.finditer(content):
                for mark in _TEXT_MARKS:
                    self._add_layer(content, mark, found)
            known = content[-_MAX_NAME:]

    def _read_tokens(self, content: bytearray) -> None:
        content[:0] = b"\0"
        content += b"\0"
        for count, found in enumerate(_TOKEN_NAME.finditer(content)):
            self._count(count)
            end = content.find(b"\0", found.end())
            name = bytes(content[found.end() : min(end, found.end() + _MAX_BEGIN)])
            # Only an expression ends as it begins.
            if not name.startswith(b"`") or (content[end - 1] == name[0] and re.search(rb"[\"'$(]", name)):
                refuse_computer(name.decode("utf-8", "replace"))
        for count, found in enumerate(_TOKEN_LAYER.finditer(content)):
            self._count(count)
            self._add_layer(content, b"\0", found)

    def _add_layer(self, content: Union[bytes, bytearray], mark: bytes, found: "re.Match[bytes]") -> None:
        """Adds the name between the last mark and a found extension."""
        begin = content.rfind(mark, max(0, found.start() - _MAX_NAME), found.start())
        if begin < 0 or content.find(b"\n", begin, found.end()) >= 0:
            return
        self._names[content[begin + len(mark) : found.end()].decode("utf-8", "replace")] = None
        self._count(len(self._names))

    def _count(self, count: int) -> None:
        if count % _BATCH == 0:
            self._keep_alive()
        if count > MAX_NAMES:
            raise self._fail("“{}” refers to too many files to check.")


def refuse_computer(name: str) -> None:
    """Raises ImportProblem `unsafe_path` for a path on another computer, which Windows would sign in to.

    Other URLs are not refused: OpenUSD does not open them, and the metadata of models contains those of licenses.
    An expression is refused because its variables may contain any path.
    """
    if name.strip().startswith("`"):
        message = "The model refers to “{}”, an expression that cannot be checked.".format(name[:200])
        raise ImportProblem("unsafe_path", message)
    if is_on_other_computer(name):
        raise ImportProblem("unsafe_path", "The model refers to “{}”, which is on another computer.".format(name[:200]))


def _cut(mark: bytes, rest: bytes) -> str:
    """The name at the begin of a text; only strings have escapes."""
    text = rest.decode("utf-8", "replace")
    if mark in _TEXT_END:
        return _TEXT_END[mark].split(text, 1)[0]
    return _STRING_END.split(_ESCAPE.sub(_to_character, text), 1)[0]


def _to_character(escape: "re.Match[str]") -> str:
    hexadecimal, octal, other = escape.groups()
    if other:
        return {"n": "\n", "r": "\r", "t": "\t"}.get(other, str(other))
    return chr(int(hexadecimal, 16) if hexadecimal else int(octal, 8))
