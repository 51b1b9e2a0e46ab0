"""The classes of `maya.api.OpenMaya` that the bridge uses."""

from maya.scene import State, find


class MGlobal:
    """Messages."""

    @staticmethod
    def displayInfo(text):
        """Into the script editor."""
        State.calls.append(("info", text))


class MMessage:
    """Callbacks of any kind."""

    @staticmethod
    def removeCallback(number):
        """Raises for one that is not there."""
        del State.timers[number]


class MTimerMessage(MMessage):
    """Callbacks of a timer."""

    @staticmethod
    def addTimerCallback(period, function, clientData=None):
        """`function(elapsed, last, data)` every so many seconds."""
        assert period > 0
        return _add(lambda: function(period, 0.0, clientData))


class MSceneMessage(MMessage):
    """Callbacks of the scene."""

    kMayaExiting = 15

    @staticmethod
    def addCallback(message, function, clientData=None):
        """`function(data)`."""
        assert message == MSceneMessage.kMayaExiting
        return _add(lambda: None)


class MSpace:
    """Spaces."""

    kWorld = 4


class MSelectionList:
    """Nodes by name."""

    def __init__(self):
        self._names = []

    def add(self, name):
        """Takes one in."""
        self._names.append(name)
        return self

    def getDagPath(self, index):
        """The way to one."""
        return find(self._names[index])


class MFnMesh:
    """A mesh, in centimetres whatever the scene shows."""

    def __init__(self, path):
        assert path.kind == "mesh"
        self._node = path

    def getPoints(self, space):
        """All points, moved by the skin as far as its envelope says, then by what is above."""
        assert space == MSpace.kWorld
        skin = self._node.attributes.get("skin")
        posed = 3.0 if skin is not None and skin.attributes["envelope"] else 1.0
        points = [tuple(posed * value for value in corner) for corner in self._node.attributes["corners"]]
        above = self._node.parent
        while above is not None:
            factor = above.attributes.get("scale", 1.0)
            turn = above.attributes.get("turn")
            points = [tuple(factor * value for value in point) for point in points]
            if turn == 90:
                points = [(x, -z, y) for x, y, z in points]
            if turn == -90:
                points = [(x, z, -y) for x, y, z in points]
            above = above.parent
        return [_Point(*point) for point in points]


class _Point:
    def __init__(self, x, y, z):
        self.x, self.y, self.z = x, y, z


def _add(function):
    number = len(State.timers) + 1
    State.timers[number] = function
    return number
