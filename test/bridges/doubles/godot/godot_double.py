"""A double of the classes of Godot 4.2 that the plug-in uses, by the signatures of its class reference."""

import hashlib
import json
import os
import re
import shutil
import socket
import sys
import threading
import time

from builtins_double import A, B, D, PackedStringArray, S, to_godot

OK, FAILED, ERR_ALREADY_EXISTS = 0, 1, 32
TYPE_FLOAT, TYPE_STRING, TYPE_OBJECT, TYPE_DICTIONARY, TYPE_ARRAY = 3, 4, 24, 27, 28

MAIN = threading.current_thread()


def typeof(value):
    for kind, number in ((S, TYPE_STRING), (D, TYPE_DICTIONARY), (A, TYPE_ARRAY), (float, TYPE_FLOAT)):
        if isinstance(value, kind):
            return number
    return -1


class RefCounted:
    """Any object of a script."""

    @classmethod
    def new(cls, *values):
        return cls(*values)

    def _init(self):
        """Scripts with something to begin have their own."""

    def set(self, key, value):
        assert hasattr(self, key)
        setattr(self, key, value)

    def get(self, key):
        return getattr(self, key)

    def callv(self, name, values):
        return getattr(self, name)(*values)


class EditorPlugin(RefCounted):
    """A plug-in of the editor."""

    menu = {}

    def add_tool_menu_item(self, name, call):
        self.menu[name] = call

    def remove_tool_menu_item(self, name):
        del self.menu[name]


class FileAccess:
    """A file."""

    READ, WRITE, READ_WRITE = 1, 2, 3

    def __init__(self, file):
        self._file = file

    @staticmethod
    def open(path, flags):
        try:
            return FileAccess(open(path, {1: "rb", 2: "wb", 3: "r+b"}[flags]))
        except OSError:
            return None

    @staticmethod
    def file_exists(path):
        return os.path.isfile(path)

    @staticmethod
    def get_modified_time(file):
        return int(os.stat(file).st_mtime) if os.path.exists(file) else 0

    @staticmethod
    def get_file_as_string(path):
        with open(path, encoding="utf-8", errors="replace") as file:
            return S(file.read())

    def get_length(self):
        return os.fstat(self._file.fileno()).st_size

    def get_position(self):
        return self._file.tell()

    def seek(self, position):
        self._file.seek(position)

    def get_32(self):
        return int.from_bytes(self._file.read(4), "little")

    def get_line(self):
        return S(self._file.readline().rstrip(b"\n").replace(b"\r", b"").decode("utf-8", "replace"))

    def get_buffer(self, length):
        return B(self._file.read(length))

    def store_string(self, string):
        self._file.write(string.encode("utf-8"))

    def flush(self):
        self._file.flush()

    def get_error(self):
        return OK

    def close(self):
        self._file.close()


class DirAccess:
    """A folder."""

    def __init__(self, path):
        self._path = path

    @staticmethod
    def open(path):
        return DirAccess(path) if os.path.isdir(path) else None

    @staticmethod
    def dir_exists_absolute(path):
        return os.path.isdir(path)

    @staticmethod
    def make_dir_absolute(path):
        return _try(os.mkdir, path)

    @staticmethod
    def make_dir_recursive_absolute(path):
        return _try(lambda: os.makedirs(path, exist_ok=True))

    @staticmethod
    def rename_absolute(old, new):
        return _try(os.replace, old, new)

    @staticmethod
    def remove_absolute(path):
        return _try(os.rmdir if os.path.isdir(path) else os.remove, path)

    @staticmethod
    def copy_absolute(old, new):
        return _try(shutil.copyfile, old, new)

    @staticmethod
    def get_files_at(path):
        return DirAccess(path).get_files()

    @staticmethod
    def get_directories_at(path):
        return DirAccess(path).get_directories()

    def get_files(self):
        return self._list(os.path.isfile)

    def get_directories(self):
        return self._list(os.path.isdir)

    def file_exists(self, path):
        return os.path.isfile(os.path.join(self._path, path))

    def is_link(self, path):
        return os.path.islink(os.path.join(self._path, path))

    def _list(self, is_wanted):
        names = sorted(os.listdir(self._path)) if os.path.isdir(self._path) else []
        shown = [name for name in names if name[0] != "." and is_wanted(os.path.join(self._path, name))]
        return PackedStringArray(S(name) for name in shown)


class JSON:
    """Reads and writes JSON."""

    data = None

    @classmethod
    def new(cls):
        return cls()

    def parse(self, text):
        try:
            self.data = to_godot(json.loads(text))
        except ValueError:
            return FAILED
        return OK

    @staticmethod
    def stringify(data, indent="", sort_keys=True, full_precision=False):
        return S(json.dumps(data, indent=indent, sort_keys=sort_keys, ensure_ascii=False, allow_nan=False))


class RegEx:
    """A pattern."""

    @staticmethod
    def create_from_string(pattern):
        made = RegEx()
        made._pattern = re.compile(pattern.replace("\\z", "\\Z"))
        return made

    def search(self, subject):
        found = self._pattern.search(subject)
        return _Match(found) if found else None

    def sub(self, subject, replacement, all=False):
        return S(self._pattern.sub(replacement, subject, 0 if all else 1))


class _Match:
    def __init__(self, found):
        self._found = found

    def get_string(self, name=0):
        return S(self._found.group(name) or "")


class HashingContext:
    """A hash."""

    HASH_SHA256 = 2

    @classmethod
    def new(cls):
        return cls()

    def start(self, type):
        assert type == HashingContext.HASH_SHA256
        self._digest = hashlib.sha256()
        return OK

    def update(self, chunk):
        assert isinstance(chunk, B) and chunk
        self._digest.update(chunk)
        return OK

    def finish(self):
        return B(self._digest.digest())


class Crypto:
    """Chance."""

    @classmethod
    def new(cls):
        return cls()

    def generate_random_bytes(self, size):
        return B(os.urandom(size))


class Thread:
    """A thread."""

    @classmethod
    def new(cls):
        return cls()

    def start(self, callable):
        self._thread = threading.Thread(target=callable, daemon=True)
        self._thread.start()
        return OK

    def wait_to_finish(self):
        self._thread.join(120.0)
        assert not self._thread.is_alive()


class Mutex:
    """A lock; Godot's may be taken twice by one thread."""

    @classmethod
    def new(cls):
        made = cls()
        made._lock = threading.RLock()
        return made

    def lock(self):
        self._lock.acquire()

    def unlock(self):
        self._lock.release()


class Time:
    """Clocks."""

    @staticmethod
    def get_ticks_msec():
        return int(time.monotonic() * 1000)

    @staticmethod
    def get_datetime_string_from_system(utc=False):
        assert utc
        return S(time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime()))


class OS:
    """The system."""

    @staticmethod
    def get_name():
        return S({"win32": "Windows", "darwin": "macOS"}.get(sys.platform, "Linux"))

    @staticmethod
    def get_environment(variable):
        return S(os.environ.get(variable, ""))

    @staticmethod
    def execute(path, arguments, output):
        asked = (path, list(arguments))
        assert asked == ("hostname", []) or (asked == ("uname", ["-n"]) and sys.platform != "win32")
        assert isinstance(arguments, PackedStringArray)
        output.append(S(socket.gethostname() + "\n"))
        return 0

    @staticmethod
    def get_process_id():
        return os.getpid()

    @staticmethod
    def delay_msec(msec):
        time.sleep(msec / 1000.0)


class Engine:
    """Which Godot this is."""

    @staticmethod
    def get_version_info():
        return D(string=S("4.3.stable"), hex=0x040300)


def _try(call, *values):
    try:
        call(*values)
    except FileExistsError:
        return ERR_ALREADY_EXISTS
    except OSError:
        return FAILED
    return OK
