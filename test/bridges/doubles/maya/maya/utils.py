"""`maya.utils`."""

from .scene import State


def executeDeferred(call, *values):
    """Runs a call, or a string, when Maya is idle."""
    State.deferred.append((call, values))


def run_idle():
    """What Maya does when it is idle."""
    waiting, State.deferred = State.deferred, []
    for call, values in waiting:
        exec(call, {}) if isinstance(call, str) else call(*values)
