"""A timer and an application, which is all that the bridge asks of Qt."""


class _Signal:
    def __init__(self):
        self.calls = []

    def connect(self, call):
        """Calls it from now on."""
        self.calls.append(call)


class QCoreApplication:
    """The application."""

    _one = None

    def __init__(self):
        self.aboutToQuit = _Signal()

    @classmethod
    def instance(cls):
        """The only one."""
        cls._one = cls._one or cls()
        return cls._one


class QTimer:
    """A timer, which a test turns by hand."""

    all = []

    def __init__(self, parent):
        assert isinstance(parent, QCoreApplication)
        self.timeout = _Signal()
        self.is_active = False
        QTimer.all.append(self)

    def setInterval(self, milliseconds):
        """How often."""
        assert isinstance(milliseconds, int) and milliseconds > 0

    def start(self):
        """Begins."""
        self.is_active = True

    def stop(self):
        """Ends."""
        self.is_active = False

    def deleteLater(self):
        """Ends for good."""
        QTimer.all.remove(self)

    @classmethod
    def turn(cls):
        """Fires all timers that run."""
        for timer in list(cls.all):
            for call in timer.timeout.calls if timer.is_active else []:
                call()
