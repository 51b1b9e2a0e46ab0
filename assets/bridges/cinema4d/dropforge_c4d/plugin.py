"""The bridge of this Cinema 4D, from its start to its end."""

import os
from typing import Any, Optional

import c4d

from .c4d_adapter import C4dAdapter
from .dropforge_bridge.host_session import TICK_EVERY, HostSession

# From the range that Maxon keeps free for plug-ins that are not registered.
PLUGIN_ID = 1000007
COMMAND_ID = 1000008

_SETTINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "settings.json")


class _State:
    session: Optional[HostSession] = None
    is_busy = False


class DropforgeMessages(c4d.plugins.MessageData):
    """Ticks on Cinema 4D's own timer, and so on its main thread."""

    def GetTimer(self) -> int:  # noqa: N802
        """Milliseconds until the next tick; 0: none."""
        return int(TICK_EVERY * 1000) if _State.session else 0

    def CoreMessage(self, id: int, bc: Any) -> bool:  # noqa: A002, N802
        """Called for every message; the timer's is the tick."""
        # Redrawing after an import sends messages, too.
        if id == c4d.MSG_TIMER and _State.session and not _State.is_busy:
            _State.is_busy = True
            try:
                _State.session.tick()
            finally:
                _State.is_busy = False
        return True


class DropforgeCommand(c4d.plugins.CommandData):
    """The entry in the menu Extensions that asks for the export folder."""

    def Execute(self, doc: Any) -> bool:  # noqa: N802
        """Asks, and delivers from there."""
        if _State.session:
            title = "Dropforge: " + _State.session.describe()
            folder = c4d.storage.LoadDialog(title=title, flags=c4d.FILESELECT_DIRECTORY)
            if folder:
                _State.session.choose_folder(folder)
        return True


def register() -> None:
    """Called by the plug-in's file when Cinema 4D starts."""
    _State.session = HostSession(_SETTINGS, C4dAdapter, _say)
    _State.session.start()
    c4d.plugins.RegisterMessagePlugin(id=PLUGIN_ID, str="Dropforge", info=0, dat=DropforgeMessages())
    c4d.plugins.RegisterCommandPlugin(
        id=COMMAND_ID,
        str="Dropforge Export Folder…",
        info=0,
        icon=None,
        help="The folder that models are taken from",
        dat=DropforgeCommand(),
    )


def stop() -> None:
    """Ends delivery; what was claimed and not imported is given back."""
    session, _State.session = _State.session, None
    if session:
        session.stop()


def _say(text: str) -> None:
    print("Dropforge: " + text)
    # Cinema 4D 2025 moved it.
    set_text = getattr(c4d.gui, "StatusSetText", None) or c4d.StatusSetText
    set_text("Dropforge: " + text)
