"""The background thread that scans, claims and verifies, so that the main thread only imports."""

import os
import threading
import time
from typing import Dict, Optional, Set

from .adapter import Adapter, ImportProblem, Json
from .receipt_index import ReceiptIndex
from .claims import Claims
from .disk_errors import describe_error
from .baseline import Baseline
from .heartbeat import Heartbeat, Stopping
from .loose_files import Mark, StabilityTracker
from .loose_ids import LooseIds, to_loose
from .manifest import is_newer, read_id
from .options import MAX_CRASHES, BridgeOptions
from .scan_interval import ScanInterval
from .prepare import PASSING, Prepared, prepare_asset, prepare_loose
from .receipts import make_receipt
from .results import Results
from .state_files import read_json
from .import_lock import CLOSE_SECONDS, ImportLock
from .verify import check_content
from .work_list import Job, WorkList


class BackgroundWorker(threading.Thread):
    """Fills a work list with verified orders until stopped. `problem`: message for the user; None if there is none."""

    def __init__(
        self,
        export_folder: str,
        target: str,
        adapter: Adapter,
        options: BridgeOptions,
        claims: Claims,
        index: ReceiptIndex,
        work: WorkList,
    ) -> None:
        super().__init__(name="dropforge-worker", daemon=True)
        self.problem: Optional[str] = None
        self.is_idle = threading.Event()
        self.interval = ScanInterval(options.scan_every, self._has_changed)
        self.heartbeat = Heartbeat(export_folder, target, adapter, options, work, ImportLock(self.interval.wake.set))
        self._folder, self._target = export_folder, target
        self._adapter, self._options = adapter, options
        self._claims, self._index, self._work = claims, index, work
        self.baseline = Baseline(export_folder, target, options.imports_existing, index.has_any)
        self._still = StabilityTracker()
        self._loose_ids: Optional[LooseIds] = None
        self._results = Results(export_folder, index.receipts)

    def run(self) -> None:
        while not self.heartbeat.is_stopping:
            began = time.monotonic()
            try:
                is_idle = self._scan()
                self.interval.wait(time.monotonic() - began, is_idle)
            except Stopping:
                break

    def stop(self) -> None:
        """Stops the thread and writes the final heartbeat."""
        self.heartbeat.is_stopping = True
        self.interval.wake.set()
        if self.is_alive():
            self.join(CLOSE_SECONDS)
        self.heartbeat.end()

    def _scan(self) -> bool:
        """Scans the output folder once; returns whether it is idle."""
        self._has_more = False
        ignored: Dict[str, str] = {}
        try:
            self.heartbeat.keep_alive()
            self._index.refresh()
            if self._loose_ids is None:
                self._loose_ids = LooseIds(self._folder, self._still)
                self._loose_ids.remember(self._index.list_loose())
            assets, loose = self.baseline.scan(ignored)
            awaited = set(assets)
            for path in assets:
                self._visit_asset(path, awaited, ignored)
            for relative, mark in loose:
                self._visit_loose(relative, mark, self._loose_ids, ignored)
            self.problem = None
        except Exception as error:  # noqa: BLE001 - one model must not end the delivery of all others
            self.problem = describe_error(error, self._folder)
        self.heartbeat.ignored = ignored
        is_done = not self._has_more and not self._work.list_claims()
        if is_done:
            self.is_idle.set()
        return is_done and self.baseline.is_settled

    def _has_changed(self) -> bool:
        try:
            self.heartbeat.keep_alive()
            return self.baseline.has_changed() or self._index.has_changed()
        except OSError:
            return True

    def _visit_asset(self, path: str, awaited: Set[str], ignored: Dict[str, str]) -> None:
        self.heartbeat.import_lock.yield_to_import()
        stamp = self.baseline.stamp_beside(path)
        if self._index.has(self._results.known_id(path, stamp)):
            return
        relative, _, name = path.rpartition("/")
        value = read_json(os.path.join(self._folder, path))
        asset = read_id(value) if value else None
        if value is None or asset is None:
            if self._is_still(relative):
                ignored[relative] = "Could not read the manifest {}.".format(name)
            return
        if is_newer(value):
            ignored[relative] = "This asset requires a newer version of the bridge. Update the bridge."
            return
        self._results.remember(path, stamp, value)
        if self._index.has(asset) or not self._has_room():
            return
        is_due = self._results.is_due(path, value, self.baseline.list_beside(path), stamp, awaited)
        self._has_more = self._has_more or is_due is None
        if not is_due:
            return
        try:
            prepared = prepare_asset(self._folder, relative, value, self._adapter.formats, self.heartbeat.keep_alive)
        except ImportProblem as problem:
            if (problem.code not in PASSING or self._is_still(relative)) and self._claims.acquire(asset, 0):
                self._refuse(asset, relative, problem, 1, None)
        except OSError:
            self._has_more = True
        else:
            self._claim(prepared, None, ignored)

    def _visit_loose(self, relative: str, mark: Mark, ids: LooseIds, ignored: Dict[str, str]) -> None:
        self.heartbeat.import_lock.yield_to_import()
        ending = relative.rpartition(".")[2].lower()
        if ending not in self._adapter.formats and "*" not in self._adapter.formats:
            ignored[relative] = "{} cannot import .{} files.".format(self._adapter.program, ending)
            return
        asset = ids.find(relative, mark)
        if self._index.has(asset) or not self._has_room():
            return
        try:
            asset = asset or ids.learn(relative, mark, self.heartbeat.keep_alive)
            if asset is None or self._index.has(asset):
                self._has_more = self._has_more or asset is None
                return
            prepared = prepare_loose(self._folder, relative, asset, self.heartbeat.keep_alive)
        except ImportProblem as problem:
            if asset and (problem.code not in PASSING or self._is_still(relative)) and self._claims.acquire(asset, 0):
                self._refuse(asset, relative, problem, 1, to_loose(mark))
        except FileNotFoundError:
            self._has_more = True
        except OSError as error:
            ignored[relative] = "Could not read the file: {}.".format(error.strerror or error)
        else:
            self._claim(prepared, to_loose(mark), ignored)

    def _claim(self, prepared: Prepared, loose: Optional[Json], ignored: Dict[str, str]) -> None:
        order = prepared.order
        claim = self._claims.acquire(order.asset, prepared.size)
        if claim is None:
            return
        self._work.keep_claim(order.asset, claim)
        try:
            if self._index.is_late(order.asset):
                self._index.end(order.asset)
                return
            if claim.attempt > MAX_CRASHES:
                words = "The program crashed {} times while importing this asset. It will not be tried again."
                raise ImportProblem("crashed", words.format(MAX_CRASHES))
            for path, name, sha256 in prepared.promises:
                check_content(path, name, sha256, self.heartbeat.keep_alive)
        except ImportProblem as problem:
            self._refuse(order.asset, order.file, problem, min(claim.attempt, MAX_CRASHES), loose)
        except OSError as error:
            # The folder may be gone for a moment. A file that stays missing is refused when it is prepared.
            self._work.drop_claim(order.asset)
            self._claims.release(claim)
            self._has_more = True
            ignored[order.file] = "Could not verify the model: {}.".format(error.strerror or error)
        else:
            self._has_more = True
            self._work.add(Job(order, claim, loose))

    def _refuse(self, asset: str, file: str, problem: ImportProblem, attempts: int, loose: Optional[Json]) -> None:
        error = {"code": problem.code, "message": str(problem)}
        self._index.send(make_receipt(asset, self._target, self._adapter, file, None, error, 0.0, attempts, loose))

    def _has_room(self) -> bool:
        has_room = self._work.has_room()
        self._has_more = self._has_more or not has_room
        return has_room

    def _is_still(self, relative: str) -> bool:
        """Whether a folder was unchanged for so long that it counts as final."""
        is_still = self._still.folder_seconds_unchanged(self._folder, relative) >= self._options.patience
        self._has_more = self._has_more or not is_still
        return is_still
