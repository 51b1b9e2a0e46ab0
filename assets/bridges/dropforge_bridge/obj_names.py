"""Names of the files that an OBJ or MTL refers to."""

import os
import re
from typing import Callable, Dict, Iterator, List

from .adapter import ImportProblem

# Maximum length of a line in characters; a file with a longer one cannot be checked and is refused.
MAX_LINE = 1 << 24

# `keep_alive` is called after this many lines.
LINES_PER_TURN = 1 << 16

_BLANK = r"[\s\x00-\x20]"
_LIBRARY = re.compile(r"\A" + _BLANK + r"*mtllib" + _BLANK + r"+(.*)", re.IGNORECASE | re.DOTALL)
_MAP = re.compile(r"\A" + _BLANK + r"*(?:map_\w+|bump|norm|disp|decal|refl)" + _BLANK + r"+(.*)", re.IGNORECASE | re.DOTALL)
_NUMBER = re.compile(r"[-+.\d]+")


def list_libraries(path: str, keep_alive: Callable[[], None]) -> List[str]:
    """What follows `mtllib` in an OBJ, once each. Raises ImportProblem, OSError."""
    return _list_values(path, _LIBRARY, keep_alive)


def list_maps(path: str, keep_alive: Callable[[], None]) -> List[str]:
    """What follows the keywords of images in an MTL, options included, once each. Raises ImportProblem, OSError."""
    return _list_values(path, _MAP, keep_alive)


def strip_options(value: str) -> str:
    """The file name after the options of an MTL statement; it may contain spaces."""
    words = value.split()
    count = 0
    while count < len(words) - 1 and re.match(r"-\w", words[count]):
        count += 1
        while count < len(words) - 1 and (words[count] in ("on", "off") or _NUMBER.fullmatch(words[count])):
            count += 1
    return value.split(None, count)[count].strip('"')


def _list_values(path: str, pattern: "re.Pattern[str]", keep_alive: Callable[[], None]) -> List[str]:
    values: Dict[str, None] = {}
    for number, line in enumerate(_read_lines(path)):
        if number % LINES_PER_TURN == 0:
            keep_alive()
        match = pattern.match(line)
        value = match.group(1).strip() if match else ""
        if value:
            values[value] = None
    return list(values)


def _read_lines(path: str) -> Iterator[str]:
    """All lines; lines that a backslash continues also joined, because importers differ in whether they join them."""
    parts: List[str] = []
    length = 0
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        while True:
            line = file.readline(MAX_LINE)
            length += len(line)
            if length >= MAX_LINE:
                message = "“{}” contains a line that is too long to check.".format(os.path.basename(path)[:200])
                raise ImportProblem("import_failed", message)
            if line.endswith("\\\n"):
                parts.append(line[:-2])
                yield parts[-1]
                continue
            yield line
            if parts:
                yield " ".join(parts + [line])
                parts = []
            length = 0
            if not line:
                return
