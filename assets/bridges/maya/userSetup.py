"""Starts Dropforge's bridge with Maya, which runs the `userSetup.py` of every module."""

import maya.utils

# Deferred: this file is run before Maya's window and its menus are there.
maya.utils.executeDeferred("import dropforge_maya; dropforge_maya.start()")
