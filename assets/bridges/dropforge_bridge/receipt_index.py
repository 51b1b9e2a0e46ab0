"""Assets with receipts, and writing receipts."""

import time
from typing import Dict, List, Optional, Set

from .adapter import Json
from .claims import Claims
from .folder_scanner import TICK_SECONDS
from .receipts import Receipts
from .work_list import WorkList

# The receipts folder is listed when it changes, and at this interval in seconds for shares with coarse timestamps.
LIST_EVERY = 2.0


class ReceiptIndex:
    """The assets of one target that have receipts."""

    def __init__(self, receipts: Receipts, claims: Claims, work: WorkList) -> None:
        self.receipts = receipts
        self._claims = claims
        self._work = work
        self._answered: Set[str] = set()
        self._stamp = -1
        self._first_seen = 0.0
        self._listed = float("-inf")

    def refresh(self) -> None:
        """Updates the list of receipts, including removed ones. Raises OSError."""
        self._send_again()
        stamp = self.receipts.stamp()
        now = time.monotonic()
        if stamp != self._stamp:
            self._first_seen = now
        elif now - self._listed <= LIST_EVERY and not self._is_doubtful(now):
            return
        self._answered = self.receipts.list_assets()
        self._stamp = stamp
        self._listed = now

    def has_changed(self) -> bool:
        """Whether receipts may have been added or removed since the last listing. Raises OSError."""
        return self.receipts.stamp() != self._stamp or self._is_doubtful(time.monotonic())

    def has(self, asset: Optional[str]) -> bool:
        """Whether the asset has a receipt or is being imported by this bridge."""
        return asset is not None and (asset in self._answered or self._work.has_claim(asset))

    def has_any(self) -> bool:
        """Whether this target has any receipt."""
        return bool(self._answered)

    def is_late(self, asset: str) -> bool:
        """Whether another bridge wrote a receipt between the last listing and our claim. Raises OSError."""
        return self.receipts.exists(asset)

    def send(self, receipt: Json) -> None:
        """Writes a receipt and releases the claim; a failed write is retried with every scan."""
        try:
            if self.receipts.write(receipt):
                self._work.add_receipt(receipt)
            self.end(receipt["asset"])
        except OSError:
            self._work.keep_unsent(receipt)

    def end(self, asset: str) -> None:
        """Marks an asset as done and releases its claims. Raises OSError."""
        self._answered.add(asset)
        self._claims.forget(asset)
        self._work.drop_claim(asset)

    def list_loose(self) -> Dict[tuple, str]:
        """Ids of loose files by path, size and time, so that they need not be hashed again after a restart."""
        found: Dict[tuple, str] = {}
        for asset in list(self._answered):
            receipt = self.receipts.read(asset) or {}
            loose, file = receipt.get("loose"), receipt.get("file")
            mark = (loose.get("bytes"), loose.get("modifiedMs")) if isinstance(loose, dict) else ()
            if mark and isinstance(file, str) and all(isinstance(value, int) for value in mark):
                found[(file, *mark)] = asset
        return found

    def _is_doubtful(self, now: float) -> bool:
        """Whether the folder could have changed after its listing within one tick of its modification time."""
        return self._listed - self._first_seen <= TICK_SECONDS < now - self._first_seen

    def _send_again(self) -> None:
        unsent: List[Json] = self._work.pop_unsent()
        for receipt in unsent:
            self.send(receipt)
