"""The work list of a bridge, shared by its two threads."""

import queue
import threading
from typing import Dict, List, NamedTuple, Optional

from .adapter import ImportOrder, Json
from .claims import Claim


class Job(NamedTuple):
    """A verified order with the claim that makes it ours; `loose` goes into the receipt."""

    order: ImportOrder
    claim: Claim
    loose: Optional[Json]


class WorkList:
    """Orders ready to be carried out, at most one ahead, so that other bridges of the target find work, too."""

    def __init__(self) -> None:
        self._ready: "queue.Queue[Job]" = queue.Queue(maxsize=1)
        self._answered: "queue.Queue[Json]" = queue.Queue()
        self._lock = threading.Lock()
        self._held: Dict[str, Claim] = {}
        self._unsent: List[Json] = []

    def has_room(self) -> bool:
        """Whether one more order may be prepared."""
        return not self._ready.full()

    def hold(self, asset: str, claim: Claim) -> None:
        """Keeps a claim alive from now on."""
        with self._lock:
            self._held[asset] = claim

    def let_go(self, asset: str) -> None:
        """Ends `hold`."""
        with self._lock:
            self._held.pop(asset, None)

    def is_held(self, asset: str) -> bool:
        """Whether this bridge is at work on the asset."""
        with self._lock:
            return asset in self._held

    def list_held(self) -> Dict[str, Claim]:
        """All claims to keep alive."""
        with self._lock:
            return dict(self._held)

    def offer(self, job: Job) -> None:
        """Hands an order to the thread that imports."""
        self._ready.put(job)

    def take(self) -> Optional[Job]:
        """The next order; None: there is none yet."""
        try:
            return self._ready.get_nowait()
        except queue.Empty:
            return None

    def answer(self, receipt: Json) -> None:
        """Adds a receipt for the caller of `Bridge.tick`."""
        self._answered.put(receipt)

    def list_answers(self) -> List[Json]:
        """Receipts since the last call."""
        receipts: List[Json] = []
        while True:
            try:
                receipts.append(self._answered.get_nowait())
            except queue.Empty:
                return receipts

    def keep_unsent(self, receipt: Json) -> None:
        """Remembers a receipt that could not be written; its asset counts as held."""
        with self._lock:
            self._unsent.append(receipt)

    def take_unsent(self) -> List[Json]:
        """Receipts to try again."""
        with self._lock:
            unsent, self._unsent = self._unsent, []
            return unsent
