"""The background thread that scans, claims and verifies, so that the main thread only imports."""

import os
import threading
import time
from typing import Dict, Optional

from .adapter import Adapter, ImportProblem, Json
from .answers import Answers
from .claims import Claims
from .disk_words import to_sentence
from .first_contact import FirstContact
from .heartbeat import Pulse, Stopping
from .loose_files import Mark, Stillness
from .loose_ids import LooseIds, to_loose
from .manifest import MANIFEST_NAME, is_newer, read_id
from .options import MAX_CRASHES, BridgeOptions
from .pace import Pace
from .prepare import Prepared, prepare_asset, prepare_loose
from .receipts import make_receipt
from .state_files import read_json
from .turns import CLOSE_SECONDS, Turns
from .verify import check_content
from .work_list import Job, WorkList

# Problems that may be temporary while a folder is still being copied.
PASSING = ("missing_file", "damaged")


class Scout(threading.Thread):
    """Fills a work list with verified orders until stopped. `problem`: message for the user; None if there is none."""

    def __init__(
        self,
        export_folder: str,
        target: str,
        adapter: Adapter,
        options: BridgeOptions,
        claims: Claims,
        answers: Answers,
        work: WorkList,
    ) -> None:
        super().__init__(name="dropforge-scout", daemon=True)
        self.problem: Optional[str] = None
        self.is_idle = threading.Event()
        self.pace = Pace(options.look_every, self._has_changed)
        self.pulse = Pulse(export_folder, target, adapter, options, work, Turns(self.pace.wake.set))
        self._folder = export_folder
        self._target = target
        self._adapter = adapter
        self._options = options
        self._claims = claims
        self._answers = answers
        self._work = work
        self.survey = FirstContact(export_folder, target, options.imports_existing, answers.has_any)
        self._still = Stillness()
        self._asset_ids: Dict[str, str] = {}
        self._loose_ids: Optional[LooseIds] = None

    def run(self) -> None:
        while not self.pulse.is_stopping:
            began = time.monotonic()
            try:
                is_at_ease = self._look()
                self.pace.rest(time.monotonic() - began, is_at_ease)
            except Stopping:
                break

    def stop(self) -> None:
        """Stops the thread and writes the final heartbeat."""
        self.pulse.is_stopping = True
        self.pace.wake.set()
        if self.is_alive():
            self.join(CLOSE_SECONDS)
        self.pulse.end()

    def _look(self) -> bool:
        """Scans the output folder once; returns whether it is idle."""
        self._has_more = False
        ignored: Dict[str, str] = {}
        try:
            self.pulse.keep_alive()
            self._answers.refresh()
            if self._loose_ids is None:
                self._loose_ids = LooseIds(self._folder, self._still)
                self._loose_ids.remember(self._answers.list_loose())
            assets, loose = self.survey.look(ignored)
            for relative in assets:
                self._visit_asset(relative, ignored)
            for relative, mark in loose:
                self._visit_loose(relative, mark, self._loose_ids, ignored)
            self.problem = None
        except OSError as error:
            self.problem = to_sentence(error, self._folder)
        self.pulse.ignored = ignored
        is_done = not self._has_more and not self._work.list_held()
        if is_done:
            self.is_idle.set()
        return is_done and self.survey.is_settled

    def _has_changed(self) -> bool:
        try:
            self.pulse.keep_alive()
            return self.survey.has_changed() or self._answers.has_changed()
        except OSError:
            return True

    def _visit_asset(self, relative: str, ignored: Dict[str, str]) -> None:
        self.pulse.turns.give_way()
        asset = self._asset_ids.get(relative)
        if self._answers.has(asset):
            return
        value = read_json(os.path.join(self._folder, relative, MANIFEST_NAME))
        asset = read_id(value) if value else None
        if value is None or asset is None:
            if self._is_still(relative):
                ignored[relative] = "Could not read the manifest {}.".format(MANIFEST_NAME)
            return
        if is_newer(value):
            ignored[relative] = "This asset requires a newer version of the bridge. Update the bridge."
            return
        self._asset_ids[relative] = asset
        if self._answers.has(asset) or not self._has_room():
            return
        try:
            prepared = prepare_asset(self._folder, relative, value, self._adapter.formats, self.pulse.keep_alive)
        except ImportProblem as problem:
            if problem.code not in PASSING or self._is_still(relative):
                self._refuse(asset, relative, problem, 1, None)
        except OSError:
            self._has_more = True
        else:
            self._claim(prepared, None)

    def _visit_loose(self, relative: str, mark: Mark, ids: LooseIds, ignored: Dict[str, str]) -> None:
        self.pulse.turns.give_way()
        ending = relative.rpartition(".")[2].lower()
        if ending not in self._adapter.formats and "*" not in self._adapter.formats:
            ignored[relative] = "{} cannot import .{} files.".format(self._adapter.program, ending)
            return
        asset = ids.find(relative, mark)
        if self._answers.has(asset) or not self._has_room():
            return
        try:
            asset = asset or ids.learn(relative, mark, self.pulse.keep_alive)
            if asset is None:
                self._has_more = True
                return
            if self._answers.has(asset):
                return
            prepared = prepare_loose(self._folder, relative, asset, self.pulse.keep_alive)
        except ImportProblem as problem:
            if asset and (problem.code not in PASSING or self._is_still(relative)):
                self._refuse(asset, relative, problem, 1, to_loose(mark))
        except FileNotFoundError:
            self._has_more = True
        except OSError as error:
            ignored[relative] = "Could not read the file: {}.".format(error.strerror or error)
        else:
            self._claim(prepared, to_loose(mark))

    def _claim(self, prepared: Prepared, loose: Optional[Json]) -> None:
        order = prepared.order
        claim = self._claims.take(order.asset, prepared.size)
        if claim is None:
            return
        self._work.hold(order.asset, claim)
        try:
            if self._answers.is_late(order.asset):
                self._answers.end(order.asset)
                return
            if claim.attempt > MAX_CRASHES:
                words = "The program crashed {} times while importing this asset. It will not be tried again."
                raise ImportProblem("crashed", words.format(MAX_CRASHES))
            for path, name, sha256 in prepared.promises:
                check_content(path, name, sha256, self.pulse.keep_alive)
        except ImportProblem as problem:
            self._refuse(order.asset, order.file, problem, min(claim.attempt, MAX_CRASHES), loose)
        except OSError:
            self._work.let_go(order.asset)
            self._claims.give_back(claim)
            raise
        else:
            self._has_more = True
            self._work.offer(Job(order, claim, loose))

    def _refuse(self, asset: str, file: str, problem: ImportProblem, attempts: int, loose: Optional[Json]) -> None:
        error = {"code": problem.code, "message": str(problem)}
        self._answers.send(make_receipt(asset, self._target, self._adapter, file, None, error, 0.0, attempts, loose))

    def _has_room(self) -> bool:
        has_room = self._work.has_room()
        self._has_more = self._has_more or not has_room
        return has_room

    def _is_still(self, relative: str) -> bool:
        """Whether a folder was unchanged for so long that it counts as final."""
        is_still = self._still.rests_for(self._folder, relative) >= self._options.patience
        self._has_more = self._has_more or not is_still
        return is_still
