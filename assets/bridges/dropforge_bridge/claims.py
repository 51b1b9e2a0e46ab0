"""Claims: which bridge is at work on which asset for a target."""

import os
import re
import uuid
from typing import List, Optional, Tuple

from .options import host_name
from .share_clock import ShareClock
from .state_files import create_file, read_json, remove_file, state_folder, to_bytes
from .version import SCHEMA

# Bounds on what another bridge may ask for, in seconds.
SHORTEST = 0.1
LONGEST = 3600.0


class Claim:
    """The right to work on one asset for one target, until it is released or not refreshed in time."""

    def __init__(self, path: str, attempt: int, data: bytes, nonce: str) -> None:
        self.path = path
        self.attempt = attempt
        self._data = data
        self._nonce = nonce

    def refresh(self) -> None:
        """Shows that the work goes on; does nothing once the claim is gone."""
        try:
            with open(self.path, "r+b") as file:
                file.write(self._data)
                file.flush()
                os.fsync(file.fileno())
        except OSError:
            pass

    def is_held(self) -> bool:
        """Whether nobody took the work over meanwhile."""
        content = read_json(self.path)
        return content is not None and content.get("nonce") == self._nonce


class Claims:
    """All claims of one target on assets of one export folder.

    Attempt n+1 is a file of its own, created only by the one bridge that is first to do so after attempt n was left
    behind. Nothing is renamed or replaced, so nobody can take a claim by mistake that was renewed a moment ago, and
    the number of attempts tells how often the program went down over the asset.
    """

    def __init__(self, export_folder: str, target: str, clock: ShareClock, seconds: float) -> None:
        self._export_folder = export_folder
        self._target = target
        self._clock = clock
        self._seconds = seconds

    def take(self, asset: str, size: int) -> Optional[Claim]:
        """A claim on an asset of `size` bytes; None: another bridge is at work on it. Raises OSError."""
        found = self._list(asset)
        if found and not self._is_left(found[-1][1]):
            return None
        attempt = found[-1][0] + 1 if found else 1
        nonce = uuid.uuid4().hex
        data = to_bytes(
            {
                "schema": SCHEMA,
                "asset": asset,
                "target": self._target,
                "host": host_name(),
                "pid": os.getpid(),
                "nonce": nonce,
                "attempt": attempt,
                "expiresAfter": min(LONGEST, self._seconds + size / 1e6),
            }
        )
        path = self._path(asset, attempt)
        return Claim(path, attempt, data, nonce) if create_file(path, data) else None

    def give_back(self, claim: Claim) -> None:
        """Ends a claim without a result; what was left behind before it still counts."""
        if claim.is_held():
            remove_file(claim.path)

    def forget(self, asset: str) -> None:
        """Removes every claim on an asset; only after its receipt is there, or to begin again."""
        for _, path in self._list(asset):
            remove_file(path)

    def _path(self, asset: str, attempt: int) -> str:
        folder = state_folder(self._export_folder, "claims")
        return os.path.join(folder, "{}--{}.{}.json".format(asset, self._target, attempt))

    def _list(self, asset: str) -> List[Tuple[int, str]]:
        """Attempts and their files, the last one last."""
        folder = state_folder(self._export_folder, "claims")
        pattern = re.compile(re.escape("{}--{}.".format(asset, self._target)) + r"([0-9]{1,6})\.json")
        matches = [pattern.fullmatch(name) for name in os.listdir(folder)]
        return sorted((int(match.group(1)), os.path.join(folder, match.group(0))) for match in matches if match)

    def _is_left(self, path: str) -> bool:
        wanted = (read_json(path) or {}).get("expiresAfter")
        seconds = float(wanted) if isinstance(wanted, (int, float)) else self._seconds
        seconds = max(SHORTEST, min(LONGEST, seconds))
        # The first answer may stem from before this computer slept.
        return all(self._age(path, fresh) > seconds for fresh in (False, True))

    def _age(self, path: str, fresh: bool) -> float:
        try:
            # In the future: the share's clock was set back, and the owner would have refreshed it since.
            return abs(self._clock.now(fresh) - os.stat(path).st_mtime)
        except FileNotFoundError:
            return 0.0
