"""Starts Dropforge's bridge with the Unreal editor, which runs the `init_unreal.py` of every plug-in."""

import dropforge_unreal

dropforge_unreal.start()
