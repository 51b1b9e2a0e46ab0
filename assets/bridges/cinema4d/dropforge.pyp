"""Dropforge for Cinema 4D: imports models from an output folder and writes receipts."""

import os
import sys

import c4d

_PLACE = os.path.dirname(os.path.abspath(__file__))
if _PLACE not in sys.path:
    sys.path.append(_PLACE)

from dropforge_c4d import plugin  # noqa: E402


def PluginMessage(id, data):  # noqa: A002, N802 - names that Cinema 4D requires
    """Called by Cinema 4D; stops the bridge before the program exits."""
    if id == c4d.C4DPL_ENDACTIVITY:
        plugin.stop()
        return True
    return False


if __name__ == "__main__":
    plugin.register()
