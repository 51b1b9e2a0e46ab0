"""One bridge as a process of its own, for tests of races and crashes.

    python bridge_process.py FOLDER TARGET LOG [--die-at N] [--claim-seconds S] [--clock SECONDS]

Appends a line to LOG for every import, before it is answered. `--die-at 1` kills the process in its first import,
`--clock` puts this computer's clock wrong.
"""

import argparse
import os
import signal
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("folder")
parser.add_argument("target")
parser.add_argument("log")
parser.add_argument("--die-at", type=int, default=0)
parser.add_argument("--claim-seconds", type=float, default=30.0)
parser.add_argument("--clock", type=float, default=0.0)
parser.add_argument("--timeout", type=float, default=60.0)
options = parser.parse_args()

real_time = time.time
time.time = lambda: real_time() + options.clock

from export_folder import Bridge, BridgeOptions, RecordingAdapter  # noqa: E402


class LoggingAdapter(RecordingAdapter):
    """Writes down what it imports where all processes write."""

    def import_asset(self, order):
        with open(options.log, "ab", buffering=0) as file:
            file.write("{} {}\n".format(order.asset, os.getpid()).encode("ascii"))
        if options.die_at and len(self.orders) + 1 == options.die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().import_asset(order)


settings = BridgeOptions(options.target, {}, 0.01, 0.1, options.claim_seconds, 0.05, True)
bridge = Bridge(options.folder, LoggingAdapter(), settings)
bridge.run_until_idle(options.timeout)
bridge.close()
sys.exit(1 if bridge.problem else 0)
