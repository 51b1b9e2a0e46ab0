"""Lifecycle of the bridge in Cinema 4D."""

import os
from typing import Any, Optional

import c4d

from .c4d_adapter import C4dAdapter
from .dropforge_bridge.host_session import TICK_EVERY, HostSession

# Ids of the message plug-in and of the command. Both are from 1000001 to 1000010, which Maxon reserves for tests; the
# README of the bridges describes how to register ids before a release.
PLUGIN_IDS = (1000007, 1000008)

_SETTINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "settings.json")


class _State:
    session: Optional[HostSession] = None
    is_busy = False


class DropforgeMessages(c4d.plugins.MessageData):
    """Ticks on a timer of the main thread."""

    def GetTimer(self) -> int:  # noqa: N802
        """Milliseconds until the next tick; 0 for none."""
        return int(TICK_EVERY * 1000) if _State.session else 0

    def CoreMessage(self, id: int, bc: Any) -> bool:  # noqa: A002, N802
        """Called for every message; ticks on the message of the timer."""
        # Redrawing after an import sends messages again.
        if id == c4d.MSG_TIMER and _State.session and not _State.is_busy:
            _State.is_busy = True
            try:
                _State.session.tick()
            finally:
                _State.is_busy = False
        return True


class DropforgeCommand(c4d.plugins.CommandData):
    """Command in the Extensions menu that sets the output folder."""

    def Execute(self, doc: Any) -> bool:  # noqa: N802
        """Shows a folder dialog and starts delivery from the folder."""
        if _State.session:
            title = "Dropforge: " + _State.session.describe()
            folder = c4d.storage.LoadDialog(title=title, flags=c4d.FILESELECT_DIRECTORY)
            if folder:
                _State.session.choose_folder(folder)
        return True


def register() -> None:
    """Called by the plug-in file when Cinema 4D starts."""
    _State.session = HostSession(_SETTINGS, C4dAdapter, _log)
    _State.session.start()
    messages_id, command_id = PLUGIN_IDS
    c4d.plugins.RegisterMessagePlugin(id=messages_id, str="Dropforge", info=0, dat=DropforgeMessages())
    c4d.plugins.RegisterCommandPlugin(
        id=command_id,
        str="Dropforge Output Folder…",
        info=0,
        icon=None,
        help="Choose the folder to import models from",
        dat=DropforgeCommand(),
    )


def stop() -> None:
    """Stops delivery and releases claims on models that were not imported."""
    session, _State.session = _State.session, None
    if session:
        session.stop()


def _log(text: str) -> None:
    print("Dropforge: " + text)
    # Cinema 4D 2025 moved this function.
    set_text = getattr(c4d.gui, "StatusSetText", None) or c4d.StatusSetText
    set_text("Dropforge: " + text)
