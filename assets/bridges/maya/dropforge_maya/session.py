"""Lifecycle of the bridge in Maya."""

import os
from typing import Any, Optional

import maya.api.OpenMaya as om
import maya.cmds as cmds
import maya.utils

from .dropforge_bridge.host_session import TICK_EVERY, HostSession
from .maya_adapter import MayaAdapter

MENU = "dropforgeMenu"

_SETTINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "settings.json")


class _State:
    session: Optional[HostSession] = None
    timer: Optional[int] = None
    at_exit: Optional[int] = None
    is_due = False


def start() -> None:
    """Starts delivery; does nothing in batch mode."""
    stop()
    if cmds.about(batch=True):
        return
    _State.session = HostSession(_SETTINGS, MayaAdapter, om.MGlobal.displayInfo)
    _State.session.start()
    _State.timer = om.MTimerMessage.addTimerCallback(TICK_EVERY, _on_timer)
    _State.at_exit = om.MSceneMessage.addCallback(om.MSceneMessage.kMayaExiting, lambda _data: stop())
    _add_menu()


def stop() -> None:
    """Stops delivery and releases claims on models that were not imported."""
    for callback in (_State.timer, _State.at_exit):
        if callback is not None:
            om.MMessage.removeCallback(callback)
    _State.timer = _State.at_exit = None
    session, _State.session = _State.session, None
    if session:
        session.stop()
        if cmds.menu(MENU, exists=True):
            cmds.deleteUI(MENU, menu=True)


def _on_timer(_elapsed: float, _last: float, _data: Any) -> None:
    # The timer also fires during a drag; a deferred call waits until Maya is idle.
    if not _State.is_due:
        _State.is_due = True
        maya.utils.executeDeferred(_tick)


def _tick() -> None:
    _State.is_due = False
    if _State.session:
        _State.session.tick()


def _add_menu() -> None:
    if cmds.menu(MENU, exists=True):
        cmds.deleteUI(MENU, menu=True)
    cmds.menu(MENU, label="Dropforge", parent="MayaWindow", tearOff=True)
    cmds.menuItem(label="Set Output Folder…", parent=MENU, command=_choose_folder)
    cmds.menuItem(label="Show Status", parent=MENU, command=_describe)


def _choose_folder(*_: Any) -> None:
    chosen = cmds.fileDialog2(caption="Choose the Dropforge Output Folder", fileMode=3, dialogStyle=2)
    if chosen and _State.session:
        _State.session.choose_folder(chosen[0])


def _describe(*_: Any) -> None:
    if _State.session:
        cmds.confirmDialog(title="Dropforge", message=_State.session.describe(), button=["OK"])
