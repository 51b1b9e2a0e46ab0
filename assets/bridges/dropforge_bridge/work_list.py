"""The work list of a bridge, shared by its two threads."""

import queue
import threading
from typing import Dict, List, NamedTuple, Optional

from .adapter import ImportOrder, Json
from .claims import Claim


class Job(NamedTuple):
    """A verified order and its claim; `loose` is written to the receipt."""

    order: ImportOrder
    claim: Claim
    loose: Optional[Json]


class WorkList:
    """Prepared orders, at most one ahead, so that other bridges of the target get work, too."""

    def __init__(self) -> None:
        self._ready: "queue.Queue[Job]" = queue.Queue(maxsize=1)
        self._receipts: "queue.Queue[Json]" = queue.Queue()
        self._lock = threading.Lock()
        self._held: Dict[str, Claim] = {}
        self._unsent: List[Json] = []

    def has_room(self) -> bool:
        """Whether one more order may be prepared."""
        return not self._ready.full()

    def keep_claim(self, asset: str, claim: Claim) -> None:
        """Renews a claim with every heartbeat until `drop_claim`."""
        with self._lock:
            self._held[asset] = claim

    def drop_claim(self, asset: str) -> None:
        """Stops renewing the claim on an asset."""
        with self._lock:
            self._held.pop(asset, None)

    def has_claim(self, asset: str) -> bool:
        """Whether this bridge is processing the asset."""
        with self._lock:
            return asset in self._held

    def list_claims(self) -> Dict[str, Claim]:
        """All claims to renew, by asset."""
        with self._lock:
            return dict(self._held)

    def add(self, job: Job) -> None:
        """Hands an order to the thread that imports."""
        self._ready.put(job)

    def next(self) -> Optional[Job]:
        """Removes and returns the next job; None if there is none yet."""
        try:
            return self._ready.get_nowait()
        except queue.Empty:
            return None

    def add_receipt(self, receipt: Json) -> None:
        """Adds a receipt for the caller of `Bridge.tick`."""
        self._receipts.put(receipt)

    def list_receipts(self) -> List[Json]:
        """Receipts since the last call."""
        receipts: List[Json] = []
        while True:
            try:
                receipts.append(self._receipts.get_nowait())
            except queue.Empty:
                return receipts

    def keep_unsent(self, receipt: Json) -> None:
        """Queues a receipt that could not be written; the claim on its asset is kept."""
        with self._lock:
            self._unsent.append(receipt)

    def pop_unsent(self) -> List[Json]:
        """Removes and returns the receipts to retry."""
        with self._lock:
            unsent, self._unsent = self._unsent, []
            return unsent
