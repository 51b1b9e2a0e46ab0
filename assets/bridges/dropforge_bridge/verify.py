"""Verifying the content of files."""

import hashlib
from typing import Callable

from .adapter import ImportProblem

CHUNK_BYTES = 1 << 20


def hash_file(path: str, keep_alive: Callable[[], None]) -> str:
    """SHA-256 in hexadecimal; calls `keep_alive` after every megabyte. Raises OSError."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while True:
            chunk = file.read(CHUNK_BYTES)
            if not chunk:
                return digest.hexdigest()
            digest.update(chunk)
            keep_alive()


def check_content(path: str, name: str, sha256: str, keep_alive: Callable[[], None]) -> None:
    """Raises ImportProblem `damaged` if the content differs from the manifest; OSError."""
    if hash_file(path, keep_alive) != sha256:
        raise ImportProblem("damaged", "“{}” is damaged: its content does not match the manifest.".format(name))
