"""Dropforge for Blender: imports models from an output folder and writes receipts."""

import os

bl_info = {
    "name": "Dropforge",
    "author": "Dropforge",
    "version": (1, 1, 0),
    "blender": (3, 4, 0),
    "location": "3D View > Sidebar > Dropforge",
    "description": "Imports models from the Dropforge output folder",
    "category": "Import-Export",
}

# The installed add-on contains the protocol package; in the source tree all bridges share one copy two folders up.
if not os.path.isdir(os.path.join(os.path.dirname(__file__), "dropforge_bridge")):
    __path__.append(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def register() -> None:
    """Called by Blender when the add-on is enabled."""
    from . import interface, session

    interface.register()
    session.start()


def unregister() -> None:
    """Called by Blender when the add-on is disabled and when Blender exits."""
    from . import interface, session

    session.stop()
    interface.unregister()
