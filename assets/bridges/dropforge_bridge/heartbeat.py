"""Heartbeats, which show Dropforge and other bridges that a target is live."""

import datetime
import os
import sys
import time
from typing import Dict

from .adapter import Adapter
from .options import BridgeOptions, host_name
from .receipts import to_iso
from .state_files import replace_file, state_folder, to_bytes
from .import_lock import ImportLock
from .version import BRIDGE_VERSION, SCHEMA
from .work_list import WorkList

# Maximum number of ignored paths in a heartbeat.
MAX_IGNORED = 50


class Stopping(BaseException):
    """Interrupts reading a long file when the bridge stops; not an error, so that no handler of errors catches it."""


class Heartbeat:
    """Writes the heartbeat of a target and renews its claims.

    `state`: `idle`, `importing` or `stopped`; `ignored`: reasons by path.
    """

    def __init__(
        self,
        export_folder: str,
        target: str,
        adapter: Adapter,
        options: BridgeOptions,
        work: WorkList,
        import_lock: ImportLock,
    ) -> None:
        self.state = "idle"
        self.ignored: Dict[str, str] = {}
        self.is_stopping = False
        self.import_lock = import_lock
        self._folder = export_folder
        self._target = target
        self._adapter = adapter
        self._options = options
        self._work = work
        self._beat_at = float("-inf")

    def keep_alive(self) -> None:
        """Yields to a running import, then writes the heartbeat and renews claims if due. Raises Stopping, OSError."""
        self.import_lock.yield_to_import()
        if self.is_stopping:
            raise Stopping
        if time.monotonic() - self._beat_at < self._options.beat_every:
            return
        for claim in self._work.list_claims().values():
            claim.refresh()
        self._beat()

    def end(self) -> None:
        """Writes a final heartbeat with state `stopped`, if possible."""
        self.state = "stopped"
        try:
            self._beat()
        except OSError:
            pass

    def _beat(self) -> None:
        ignored = [{"path": path, "reason": reason} for path, reason in list(self.ignored.items())[:MAX_IGNORED]]
        heartbeat = {
            "schema": SCHEMA,
            "target": self._target,
            "program": self._adapter.program,
            "programVersion": self._adapter.version,
            "bridgeVersion": BRIDGE_VERSION,
            "pythonVersion": "{}.{}.{}".format(*sys.version_info[:3]),
            "host": host_name(),
            "pid": os.getpid(),
            "formats": list(self._adapter.formats),
            "settings": self._options.settings,
            "state": self.state,
            "ignored": ignored,
            "seenAt": to_iso(datetime.datetime.now(datetime.timezone.utc)),
        }
        folder = state_folder(self._folder, "targets")
        replace_file(os.path.join(folder, self._target + ".json"), to_bytes(heartbeat))
        self._beat_at = time.monotonic()
