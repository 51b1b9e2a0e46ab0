"""`python -m dropforge_bridge --folder DIR --to DIR [--once]`: delivers to a plain folder."""

import argparse
import json
import os
import signal
import sys
import time
from typing import List, Optional

from .bridge import Bridge
from .copy_adapter import DEFAULT_RULE, CopyAdapter
from .options import BridgeOptions
from .version import BRIDGE_VERSION


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the command and returns the exit code: 0 all delivered, 1 a delivery failed, 2 invalid arguments."""
    options = _parse(arguments)
    if _is_inside(options.to, options.folder) or _is_inside(options.folder, options.to):
        print("--folder and --to must not contain each other: the copies would be delivered again.", file=sys.stderr)
        return 2
    try:
        adapter = CopyAdapter(options.to, options.rule, options.formats.split(",") if options.formats else ("*",))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    settings = {"to": options.to, "rule": options.rule}
    # `--once` delivers existing assets.
    imports_existing = options.once or options.import_existing
    bridge_options = BridgeOptions(target=options.target, settings=settings, imports_existing=imports_existing)
    bridge = Bridge(options.folder, adapter, bridge_options)
    try:
        if options.again:
            bridge.import_again(options.again)
        return _run_once(bridge, options.timeout) if options.once else _run(bridge)
    finally:
        bridge.close()


def _run_once(bridge: Bridge, timeout: float) -> int:
    receipts = bridge.run_until_idle(timeout)
    _print(receipts)
    for path, reason in bridge.ignored.items():
        print("{}: {}".format(path, reason), file=sys.stderr)
    if bridge.problem:
        print(bridge.problem, file=sys.stderr)
    return 1 if bridge.problem or any(receipt["status"] == "failed" for receipt in receipts) else 0


def _run(bridge: Bridge) -> int:
    stopping: List[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda received, _frame: stopping.append(received))
    shown: Optional[str] = None
    while not stopping:
        _print(bridge.tick())
        if bridge.problem != shown:
            shown = bridge.problem
            print(shown or "Delivery resumed.", file=sys.stderr, flush=True)
        time.sleep(0.05)
    return 0


def _print(receipts: List[dict]) -> None:
    for receipt in receipts:
        print(json.dumps(receipt), flush=True)


def _is_inside(path: str, folder: str) -> bool:
    path, folder = os.path.realpath(path), os.path.realpath(folder)
    return path == folder or path.startswith(os.path.join(folder, ""))


def _parse(arguments: Optional[List[str]]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dropforge_bridge", description="Delivers models to a plain folder.")
    parser.add_argument("--folder", required=True, help="the output folder")
    parser.add_argument("--to", required=True, help="the destination folder for copies")
    parser.add_argument("--rule", default=DEFAULT_RULE, help="naming rule with {name} {file} {id} {format} {date}")
    parser.add_argument("--formats", default="", help="comma-separated formats in order of preference; default: any")
    parser.add_argument("--target", help="id of this target; default: folder@this-computer")
    parser.add_argument("--again", metavar="ID", help="deliver this asset again")
    parser.add_argument("--once", action="store_true", help="deliver pending assets, then exit")
    parser.add_argument("--import-existing", action="store_true", help="also deliver assets from before the first run")
    parser.add_argument("--timeout", type=float, default=600.0, help="time limit in seconds for --once")
    parser.add_argument("--version", action="version", version=BRIDGE_VERSION)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
