"""How a bridge behaves."""

import re
import socket
import unicodedata
from typing import Any, Dict, NamedTuple, Optional

# Seconds between two looks at the export folder.
LOOK_EVERY = 0.25

# Seconds between two signs of life: of the target and of each claim.
BEAT_EVERY = 5.0

# Seconds without a sign of life after which a claim counts as left behind. A program that reads a model in compiled
# code lets no thread run meanwhile, so this covers a long import; each megabyte adds one more.
CLAIM_SECONDS = 60.0

# Seconds in which nothing may change before a folder with missing files counts as finished, and so as damaged.
PATIENCE = 5.0

# How often one asset may take a program down before it is no longer tried there.
MOST_CRASHES = 3

_UNSAFE = re.compile(r"[^a-z0-9@._-]+")


class BridgeOptions(NamedTuple):
    """Settings of a bridge; times in seconds. `settings` is shown by Dropforge beside the target as it is.

    `imports_existing`: whatever lies in the folder is imported, also when it was there long before this target.
    """

    target: Optional[str] = None
    settings: Dict[str, Any] = {}
    look_every: float = LOOK_EVERY
    beat_every: float = BEAT_EVERY
    claim_seconds: float = CLAIM_SECONDS
    patience: float = PATIENCE
    imports_existing: bool = False


def to_target_id(wanted: Optional[str], program: str) -> str:
    """A target id that is safe as part of a file name everywhere; without a wish `program@host`."""
    text = wanted if wanted and wanted.strip() else "{}@{}".format(program, host_name())
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    # Two dashes part an asset from its target in file names.
    cleaned = re.sub(r"-{2,}", "-", _UNSAFE.sub("-", plain)).strip("-._@")[:64].strip("-._@")
    return cleaned or _UNSAFE.sub("-", program.lower()).strip("-._@") or "target"


def host_name() -> str:
    """The name of this computer, never empty."""
    return socket.gethostname() or "computer"
