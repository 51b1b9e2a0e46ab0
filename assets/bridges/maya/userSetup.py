"""Starts Dropforge's bridge with Maya, which runs the `userSetup.py` of every module."""

import maya.utils

# Deferred, because Maya runs this file before its window and menus exist.
maya.utils.executeDeferred("import dropforge_maya; dropforge_maya.start()")
