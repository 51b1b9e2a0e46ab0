"""Dropforge for 3ds Max: models that appear in an export folder are imported, and answered with a receipt."""

import os

# Installed, the package carries the protocol inside; in the sources all programs share one copy further up.
_place = os.path.dirname(os.path.abspath(__file__))
for _ in range(4):
    if os.path.isdir(os.path.join(_place, "dropforge_bridge")):
        __path__.append(_place)
        break
    _place = os.path.dirname(_place)


def start() -> None:
    """Called by the startup script `dropforge.ms`."""
    from . import session

    session.start()


def stop() -> None:
    """Ends delivery until the next `start`."""
    from . import session

    session.stop()
