"""The bridge session of a running program: start, tick on a timer, stop."""

import atexit
import os
import time
from typing import Callable, List, Optional

from .adapter import Adapter, Json
from .bridge import Bridge
from .host_settings import HostSettings, prefer, read_settings, write_folder
from .options import BridgeOptions

# Interval in seconds between two ticks; most ticks only check a list.
TICK_EVERY = 0.1

# Interval in seconds while a model is being verified.
TICK_SOON = 0.02

# Interval in seconds between two checks of the settings file, which Dropforge may change at any time.
SETTINGS_EVERY = 2.0

# Maximum number of receipts kept for display.
SHOWN = 6


class HostSession:
    """Delivers into the program it runs in. Call all methods on the main thread; none of them raises.

    `make_adapter` is called again whenever the settings change; `log` receives messages for the program's log.
    """

    def __init__(
        self,
        settings_path: str,
        make_adapter: Callable[[HostSettings], Adapter],
        log: Callable[[str], None] = print,
        options: BridgeOptions = BridgeOptions(),
    ) -> None:
        self.receipts: List[Json] = []
        self._path = settings_path
        self._make_adapter = make_adapter
        self._log = log
        self._options = options
        self._bridge: Optional[Bridge] = None
        self._folder: Optional[str] = None
        self._stamp: Optional[int] = None
        self._checked = float("-inf")
        self._logged: Optional[str] = None
        self._is_running = False

    def start(self) -> None:
        """Starts delivery with the current settings; without an output folder it waits for one."""
        self.stop()
        self._is_running = True
        atexit.register(self.stop)
        self._open()

    def stop(self) -> None:
        """Stops delivery and releases claims on models that were not imported."""
        self._is_running = False
        atexit.unregister(self.stop)
        self._close()

    def tick(self) -> float:
        """Imports at most one model; returns the seconds until the next tick, 0 after `stop`."""
        if not self._is_running:
            return 0.0
        try:
            self._check_settings()
            for receipt in self._bridge.tick() if self._bridge else []:
                self.receipts = ([receipt] + self.receipts)[:SHOWN]
                self._log(describe_receipt(receipt))
            self._log_once(self._bridge.problem if self._bridge else None)
        except Exception as failure:  # noqa: BLE001 - a bridge must not crash its program
            self._log_once("Delivery error: {}".format(str(failure) or type(failure).__name__))
        return TICK_SOON if self._bridge and self._bridge.is_preparing else TICK_EVERY

    def choose_folder(self, folder: str) -> None:
        """Saves the output folder in the settings and starts delivery from it."""
        try:
            write_folder(self._path, folder)
        except OSError as error:
            self._log_once("Could not save the output folder setting: {}.".format(error.strerror or error))
            return
        self._open()

    def describe(self) -> str:
        """The state of the bridge, or its problem, as a sentence."""
        if not self._bridge or not self._folder:
            return "Choose an output folder."
        return self._bridge.problem or "Waiting for models in “{}”.".format(self._folder)

    def _open(self) -> None:
        self._close()
        self._stamp = self._read_stamp()
        self._checked = time.monotonic()
        settings = read_settings(self._path)
        self._folder = settings.folder
        if not settings.folder:
            return
        try:
            adapter = self._make_adapter(settings)
            adapter.formats = prefer(adapter.formats, settings.formats)
            options = self._options._replace(target=settings.target, settings=settings.to_heartbeat())
            self._bridge = Bridge(settings.folder, adapter, options)
        except Exception as failure:  # noqa: BLE001 - a bridge must not crash its program
            self._log_once("Could not start delivery: {}".format(str(failure) or type(failure).__name__))

    def _close(self) -> None:
        bridge, self._bridge = self._bridge, None
        try:
            if bridge:
                bridge.close()
        except Exception as failure:  # noqa: BLE001 - a bridge must not prevent its program from exiting
            self._log_once("Could not stop delivery cleanly: {}".format(failure))

    def _check_settings(self) -> None:
        if time.monotonic() - self._checked < SETTINGS_EVERY:
            return
        self._checked = time.monotonic()
        if self._read_stamp() != self._stamp:
            self._open()

    def _read_stamp(self) -> Optional[int]:
        try:
            return os.stat(self._path).st_mtime_ns
        except OSError:
            return None

    def _log_once(self, problem: Optional[str]) -> None:
        """Logs a problem once, not with every tick."""
        if problem and problem != self._logged:
            self._log(problem)
        self._logged = problem


def describe_receipt(receipt: Json) -> str:
    """Formats a receipt as a log line."""
    name = (receipt["file"] or receipt["asset"]).rpartition("/")[2]
    if receipt["status"] == "failed":
        return "Could not import “{}”: {}".format(name, receipt["error"]["message"])
    size = receipt["dimensions"]
    words = ", {:.3g} × {:.3g} × {:.3g} m".format(*size) if size else ""
    return "Imported “{}”{}.".format(name, words)
