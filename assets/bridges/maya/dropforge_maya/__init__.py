"""Dropforge for Maya: imports models from an output folder and writes receipts."""

import os

# Installed bridges contain the protocol package; in the source tree all bridges share one copy in a parent folder.
_place = os.path.dirname(os.path.abspath(__file__))
for _ in range(4):
    if os.path.isdir(os.path.join(_place, "dropforge_bridge")):
        __path__.append(_place)
        break
    _place = os.path.dirname(_place)


def start() -> None:
    """Called by `userSetup.py` once Maya's window exists."""
    from . import session

    session.start()


def stop() -> None:
    """Stops delivery until the next `start`."""
    from . import session

    session.stop()
