"""URIs of the files that a glTF or GLB refers to."""

import json
import os
import struct
from typing import Any, List

from .adapter import ImportProblem

# Maximum size in bytes of glTF JSON; a larger one cannot be checked and is refused.
MAX_JSON_BYTES = 64 << 20

_HEADER = struct.Struct("<4sIII4s")


def list_uris(path: str) -> List[str]:
    """URIs of buffers and images as written, without `data:` URIs.

    Importers tell a GLB from JSON by its first bytes, whatever its extension.

    Raises ImportProblem `import_failed` if the JSON is too large or too deeply nested to check; OSError.
    """
    try:
        # As lenient as importers are about control characters, invalid UTF-8 and what follows the JSON.
        text = _read_json(path).decode("utf-8-sig", "replace")
        # Integers as floats: those of any length are read in linear time, and none is refused.
        document, _ = json.JSONDecoder(strict=False, parse_int=float).raw_decode(text.lstrip())
    except RecursionError:
        message = "The glTF JSON of “{}” is nested too deeply to check.".format(os.path.basename(path)[:200])
        raise ImportProblem("import_failed", message) from None
    except ValueError:
        # The importer explains what is wrong.
        return []
    uris: List[str] = []
    for key in ("buffers", "images"):
        entries: Any = document.get(key) if isinstance(document, dict) else None
        for entry in entries if isinstance(entries, list) else []:
            uri = entry.get("uri") if isinstance(entry, dict) else None
            if isinstance(uri, str) and not uri.startswith("data:"):
                uris.append(uri)
    return uris


def _read_json(path: str) -> bytes:
    with open(path, "rb") as file:
        header = file.read(_HEADER.size)
        if len(header) == _HEADER.size and header.startswith(b"glTF"):
            # glTF 2.0, section 4.4: the first chunk of a GLB is its JSON.
            size = _HEADER.unpack(header)[3]
        else:
            file.seek(0)
            size = os.fstat(file.fileno()).st_size
        if size > MAX_JSON_BYTES:
            message = "The glTF JSON of “{}” is larger than {} MB and cannot be checked."
            raise ImportProblem("import_failed", message.format(os.path.basename(path)[:200], MAX_JSON_BYTES >> 20))
        return file.read(size)
