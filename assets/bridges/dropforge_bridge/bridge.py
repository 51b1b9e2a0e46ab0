"""The bridge: imports assets and writes receipts."""

import time
from typing import Dict, List, Optional

from .adapter import Adapter, ImportProblem, ImportResult, Json
from .receipt_index import ReceiptIndex
from .claims import Claims
from .options import BridgeOptions, to_target_id
from .receipts import Receipts, make_receipt
from .background_worker import BackgroundWorker
from .share_clock import ShareClock
from .work_list import Job, WorkList


class Bridge:
    """Delivers from an output folder to a program; call `tick` several times a second until `close`.

    All disk access except the import itself happens in a background thread.
    """

    def __init__(self, export_folder: str, adapter: Adapter, options: Optional[BridgeOptions] = None) -> None:
        self._options = options or BridgeOptions()
        self._adapter = adapter
        self.target = to_target_id(self._options.target, adapter.program)
        self._receipts = Receipts(export_folder, self.target)
        clock = ShareClock(export_folder)
        self._claims = Claims(export_folder, self.target, clock, self._options.claim_seconds)
        self._work = WorkList()
        self._index = ReceiptIndex(self._receipts, self._claims, self._work)
        self._next: Optional[Job] = None
        self._is_started = False
        self._worker = BackgroundWorker(
            export_folder, self.target, adapter, self._options, self._claims, self._index, self._work
        )

    @property
    def problem(self) -> Optional[str]:
        """Why delivery is not possible at the moment, as a message for the user; None if it is."""
        return self._worker.problem

    @property
    def ignored(self) -> Dict[str, str]:
        """Paths in the folder that are not delivered, with reasons."""
        return dict(self._worker.heartbeat.ignored)

    @property
    def is_preparing(self) -> bool:
        """Whether a model is being verified or its receipt written, so the next tick should come soon."""
        return self._next is None and bool(self._work.list_claims())

    def tick(self) -> List[Json]:
        """Imports at most one asset and returns the receipts since the last call."""
        if not self._is_started:
            self._is_started = True
            self._worker.start()
        self._next = self._next or self._work.next()
        if self._next and self._adapter.can_import():
            job, self._next = self._next, None
            self._carry_out(job)
            self._worker.interval.wake.set()
        return self._work.list_receipts()

    def run_until_idle(self, timeout: float) -> List[Json]:
        """Ticks until idle, until a problem occurs, or for `timeout` seconds; returns the receipts."""
        receipts: List[Json] = []
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            receipts += self.tick()
            if self._next is None and (self._worker.is_idle.is_set() or self.problem):
                break
            time.sleep(0.005)
        return receipts + self.tick()

    def import_again(self, asset: str) -> None:
        """Removes the receipt of an asset, so that it is delivered again. Raises OSError."""
        self._claims.forget(asset)
        self._receipts.forget(asset)
        self._worker.baseline.forget(asset)
        self._worker.interval.wake.set()

    def close(self) -> None:
        """Stops and releases claims on assets that were not imported."""
        if not self._is_started:
            return
        self._worker.stop()
        for asset, claim in self._work.list_claims().items():
            self._work.drop_claim(asset)
            self._claims.release(claim)

    def _carry_out(self, job: Job) -> None:
        order = job.order
        if not job.claim.is_valid():
            # The computer was asleep and another bridge took over the asset, or the folder is gone for a moment.
            self._work.drop_claim(order.asset)
            self._claims.release(job.claim)
            return
        self._worker.heartbeat.state = "importing"
        began = time.monotonic()
        result: Optional[ImportResult] = None
        error: Optional[Dict[str, str]] = None
        try:
            with self._worker.heartbeat.import_lock:
                result = self._adapter.import_asset(order)
        except ImportProblem as problem:
            error = {"code": problem.code, "message": str(problem)}
        except Exception as failure:  # noqa: BLE001 - any exception of the program becomes the error of the receipt
            message = str(failure).strip() or type(failure).__name__
            error = {"code": "import_failed", "message": message}
        finally:
            self._worker.heartbeat.state = "idle"
        seconds = time.monotonic() - began
        receipt = make_receipt(
            order.asset, self.target, self._adapter, order.file, result, error, seconds, job.claim.attempt, job.loose
        )
        self._index.send(receipt)
