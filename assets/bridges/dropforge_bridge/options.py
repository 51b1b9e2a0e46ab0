"""Options of a bridge."""

import re
import socket
import unicodedata
from typing import Any, Dict, NamedTuple, Optional

# Interval in seconds between two scans of the output folder.
SCAN_EVERY = 0.25

# Interval in seconds between two heartbeats, of the target and of each claim.
BEAT_EVERY = 5.0

# Seconds without renewal after which a claim expires. Native importers block all Python threads, so this must cover a
# long import; each megabyte adds one second.
CLAIM_SECONDS = 60.0

# Seconds without change after which a folder with missing files counts as damaged.
PATIENCE = 5.0

# Maximum number of crashes on one asset before it is given up.
MAX_CRASHES = 3

_UNSAFE = re.compile(r"[^a-z0-9@._-]+")


class BridgeOptions(NamedTuple):
    """Options of a bridge; times in seconds. Dropforge shows `settings` for the target.

    `imports_existing`: also import models that were in the folder before this target first scanned it.
    """

    target: Optional[str] = None
    settings: Dict[str, Any] = {}
    scan_every: float = SCAN_EVERY
    beat_every: float = BEAT_EVERY
    claim_seconds: float = CLAIM_SECONDS
    patience: float = PATIENCE
    imports_existing: bool = False


def to_target_id(wanted: Optional[str], program: str) -> str:
    """A target id that is valid in file names on every system; `program@host` by default."""
    text = wanted if wanted and wanted.strip() else "{}@{}".format(program, host_name())
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    # Two dashes separate the asset from the target in file names.
    cleaned = re.sub(r"-{2,}", "-", _UNSAFE.sub("-", plain)).strip("-._@")[:64].strip("-._@")
    return cleaned or _UNSAFE.sub("-", program.lower()).strip("-._@") or "target"


def host_name() -> str:
    """The name of this computer, never empty."""
    return socket.gethostname() or "computer"
