"""Claims: leases of bridges on assets for a target."""

import os
import re
import uuid
from typing import Dict, List, Optional, Tuple

from .options import host_name
from .share_clock import ShareClock
from .state_files import create_file, read_json, remove_file, state_folder, to_bytes
from .version import SCHEMA

# Limits of the lease of another bridge, in seconds.
MIN_LEASE = 0.1
MAX_LEASE = 3600.0


class Claim:
    """A lease on one asset for one target, until it is released or expires without refresh."""

    def __init__(self, path: str, next_path: str, attempt: int, data: bytes, nonce: str) -> None:
        self.path = path
        self._next_path = next_path
        self.attempt = attempt
        self._data = data
        self._nonce = nonce

    def refresh(self) -> None:
        """Renews the lease; does nothing once the claim is gone."""
        try:
            with open(self.path, "r+b") as file:
                file.write(self._data)
                file.flush()
                os.fsync(file.fileno())
        except OSError:
            pass

    def is_valid(self) -> bool:
        """Whether no other bridge took over the asset."""
        content = read_json(self.path)
        is_ours = content is not None and content.get("nonce") == self._nonce
        return is_ours and not os.path.lexists(self._next_path)


class Claims:
    """All claims of one target on assets of one output folder.

    Each attempt is a separate file. Attempt n+1 is created exclusively after the lease of attempt n expired. Nothing is
    renamed or replaced, so a claim that was just renewed cannot be replaced by mistake, and the number of attempts shows
    how often the program crashed on the asset.
    """

    def __init__(self, export_folder: str, target: str, clock: ShareClock, seconds: float) -> None:
        self._export_folder = export_folder
        self._target = target
        self._clock = clock
        self._seconds = seconds
        # Released claims by path; a file that stayed because the output folder was gone is used again.
        self._released: Dict[str, Claim] = {}

    def acquire(self, asset: str, size: int) -> Optional[Claim]:
        """Claims an asset of `size` bytes; None if another bridge holds it. Raises OSError."""
        found = self._list(asset)
        if found:
            ours = self._released.get(found[-1][1])
            if ours and ours.is_valid():
                del self._released[ours.path]
                ours.refresh()
                return ours
            if not self._is_expired(found[-1][1]):
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
                "expiresAfter": min(MAX_LEASE, self._seconds + size / 1e6),
            }
        )
        path = self._path(asset, attempt)
        claim = Claim(path, self._path(asset, attempt + 1), attempt, data, nonce)
        try:
            return claim if create_file(path, data) else None
        except OSError:
            self._released[path] = claim
            raise

    def release(self, claim: Claim) -> None:
        """Releases a claim without a result; earlier expired attempts still count."""
        if claim.is_valid():
            remove_file(claim.path)
        self._released[claim.path] = claim

    def forget(self, asset: str) -> None:
        """Removes all claims on an asset; call only after its receipt was written, or to start over."""
        for _, path in self._list(asset):
            remove_file(path)

    def _path(self, asset: str, attempt: int) -> str:
        folder = state_folder(self._export_folder, "claims")
        return os.path.join(folder, "{}--{}.{}.json".format(asset, self._target, attempt))

    def _list(self, asset: str) -> List[Tuple[int, str]]:
        """Attempts and their files in order."""
        folder = state_folder(self._export_folder, "claims")
        pattern = re.compile(re.escape("{}--{}.".format(asset, self._target)) + r"([0-9]{1,6})\.json")
        matches = [pattern.fullmatch(name) for name in os.listdir(folder)]
        return sorted((int(match.group(1)), os.path.join(folder, match.group(0))) for match in matches if match)

    def _is_expired(self, path: str) -> bool:
        wanted = (read_json(path) or {}).get("expiresAfter")
        seconds = wanted if isinstance(wanted, (int, float)) else self._seconds
        seconds = max(MIN_LEASE, min(MAX_LEASE, seconds))
        # The cached time may be from before the computer was asleep.
        return all(self._age(path, fresh) > seconds for fresh in (False, True))

    def _age(self, path: str, fresh: bool) -> float:
        try:
            # `abs`: the time is in the future if the clock of the share was set back since the last refresh.
            return abs(self._clock.now(fresh) - os.stat(path).st_mtime)
        except FileNotFoundError:
            return 0.0
