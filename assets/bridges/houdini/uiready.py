"""Starts Dropforge's bridge with Houdini, which runs the `uiready.py` of every package."""

import dropforge_houdini

dropforge_houdini.start()
