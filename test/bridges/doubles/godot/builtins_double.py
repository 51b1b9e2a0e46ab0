"""Godot's builtin values with the methods that the plug-in calls."""

import re
from urllib.parse import unquote


class S(str):
    """`String`."""

    def __add__(self, other):
        return S(str.__add__(self, other))

    def __mod__(self, values):
        return S(str.__mod__(self, tuple(values) if isinstance(values, list) else (values,)))

    def __iter__(self):
        return (S(letter) for letter in str.__iter__(self))

    def is_empty(self):
        return self == ""

    def unicode_at(self, at):
        return ord(self[at])

    def begins_with(self, text):
        return self.startswith(text)

    def ends_with(self, text):
        return self.endswith(text)

    def contains(self, text):
        return text in self

    def to_lower(self):
        return S(self.lower())

    def length(self):
        return len(self)

    def left(self, count):
        return S(self[:count])

    def substr(self, start, count=-1):
        return S(self[start : start + count] if count >= 0 else self[start:])

    def split(self, separator, allow_empty=True):
        return PackedStringArray(S(part) for part in str.split(self, separator) if part or allow_empty)

    def join(self, parts):
        assert isinstance(parts, PackedStringArray)
        return S(str.join(self, parts))

    def strip_edges(self):
        return S(self.strip())

    def lstrip(self, letters=None):
        return S(str.lstrip(self, letters))

    def rstrip(self, letters=None):
        return S(str.rstrip(self, letters))

    def replace(self, old, new):
        return S(str.replace(self, old, new))

    def trim_prefix(self, text):
        return S(self[len(text) :]) if self.startswith(text) else self

    def trim_suffix(self, text):
        return S(self[: -len(text)]) if self.endswith(text) else self

    def path_join(self, name):
        return S(str.rstrip(self, "/") + "/" + str.lstrip(name, "/")) if self else S(name)

    def get_file(self):
        return S(self.rpartition("/")[2])

    def get_base_dir(self):
        return S(self.rpartition("/")[0])

    def get_extension(self):
        return S(self.rpartition(".")[2] if "." in self.get_file() else "")

    def get_basename(self):
        return S(self.rpartition(".")[0] if "." in self.get_file() else self)

    def is_valid_int(self):
        return bool(re.fullmatch(r"[+-]?\d+", self))

    def to_int(self):
        return int(self)

    def to_utf8_buffer(self):
        return B(self.encode("utf-8"))

    def to_ascii_buffer(self):
        return B(self.encode("ascii"))

    def uri_decode(self):
        return S(unquote(self))

    def validate_filename(self):
        return S(re.sub(r'[:/\\?*"|%<>]', "_", self))


class A(list):
    """`Array`."""

    def __add__(self, other):
        return A(list.__add__(self, other))

    def size(self):
        return len(self)

    def is_empty(self):
        return not self

    def has(self, value):
        return value in self

    def append_array(self, values):
        self.extend(values)

    def max(self):
        return max(self)

    def find(self, value):
        return self.index(value) if value in self else -1

    def duplicate(self):
        return A(self)

    def slice(self, begin, end=None):
        return A(self[begin:end])

    def map(self, call):
        return A(call(value) for value in self)

    def filter(self, call):
        return A(value for value in self if call(value))


class PackedStringArray(A):
    """`PackedStringArray`."""


class D(dict):
    """`Dictionary`."""

    def has(self, key):
        return key in self

    def is_empty(self):
        return not self

    def size(self):
        return len(self)

    def erase(self, key):
        return self.pop(key, None) is not None

    def keys(self):
        return A(dict.keys(self))

    def values(self):
        return A(dict.values(self))


class B(bytearray):
    """`PackedByteArray`."""

    def is_empty(self):
        return not self

    def size(self):
        return len(self)

    def append_array(self, other):
        self.extend(other)

    def hex_encode(self):
        return S(self.hex())

    def get_string_from_utf8(self):
        return S(self.decode("utf-8", "replace"))


def to_godot(value):
    """JSON as Godot reads it: every number is a float."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, (int, float)):
        return float(value)
    if isinstance(value, str):
        return S(value)
    if isinstance(value, list):
        return A(to_godot(item) for item in value)
    return D((S(key), to_godot(item)) for key, item in value.items())
