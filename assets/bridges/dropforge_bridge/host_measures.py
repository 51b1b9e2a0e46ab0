"""Measuring and naming imported models, shared by all adapters."""

import re
import unicodedata
from typing import Iterable, List, Optional, Sequence

from .adapter import Triple

# Scale errors of importers that ignore the unit of a file: centimetres or millimetres instead of metres.
_UNIT_ERRORS = (100.0, 0.01, 1000.0, 0.001)
_TOLERANCE = 0.01

_UNSAFE = re.compile(r"[^A-Za-z0-9_]+")


class Box:
    """Axis-aligned bounding box of points, in any unit."""

    def __init__(self) -> None:
        self._low: Optional[List[float]] = None
        self._high: Optional[List[float]] = None

    def add(self, point: Sequence[float]) -> None:
        """Extends the box by a point."""
        if self._low is None or self._high is None:
            self._low, self._high = list(point[:3]), list(point[:3])
            return
        for axis in range(3):
            self._low[axis] = min(self._low[axis], point[axis])
            self._high[axis] = max(self._high[axis], point[axis])

    def add_all(self, points: Iterable[Sequence[float]]) -> None:
        """Extends the box by points."""
        for point in points:
            self.add(point)

    def size(self, metres_per_unit: float = 1.0) -> Optional[Triple]:
        """Size in metres; None without points."""
        if self._low is None or self._high is None:
            return None
        x, y, z = (metres_per_unit * (high - low) for low, high in zip(self._low, self._high))
        return (x, y, z)


def find_unit_correction(found: Optional[Triple], promised: Optional[Triple]) -> float:
    """Scale that corrects an importer that ignored the unit of the file; 1.0 if none is needed.

    Only exact unit factors are corrected; any other difference stays and is shown in the receipt.
    """
    if not found or not promised or max(found) <= 0.0 or max(promised) <= 0.0:
        return 1.0
    ratio = max(found) / max(promised)
    for slip in _UNIT_ERRORS:
        wanted = [slip * value for value in sorted(promised)]
        near = all(abs(a - b) <= _TOLERANCE * wanted[2] for a, b in zip(sorted(found), wanted))
        if abs(ratio / slip - 1.0) <= _TOLERANCE and near:
            return 1.0 / slip
    return 1.0


def is_near_one(factor: float) -> bool:
    """Whether a scale is 1 within rounding errors."""
    return abs(factor - 1.0) < 1e-9


def lacks_up_rotation(found: Optional[Triple], promised: Optional[Triple], up_axis: Optional[str]) -> bool:
    """Whether a Y-up model was not rotated in a Z-up scene; False if depth equals height, which hides the rotation."""
    if not found or not promised or up_axis != "Y" or max(found) <= 0.0 or max(promised) <= 0.0:
        return False

    def is_like(wanted: Triple) -> bool:
        return all(abs(a / max(found) - b / max(wanted)) <= _TOLERANCE for a, b in zip(found, wanted))

    return is_like(promised) and not is_like((promised[0], promised[2], promised[1]))


def to_plain_name(text: str, fallback: str = "model") -> str:
    """A name of ASCII letters, digits and `_` that starts with a letter, for programs with such limits."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    cleaned = _UNSAFE.sub("_", plain).strip("_")[:64]
    if not cleaned:
        return fallback
    return cleaned if cleaned[0].isalpha() else "{}_{}".format(fallback, cleaned)


def multiply(size: Optional[Triple], factor: float) -> Optional[Triple]:
    """A size times a factor."""
    return (size[0] * factor, size[1] * factor, size[2] * factor) if size else None


def warn_of_unit(format_: str, unit: float) -> str:
    """Warning about a file format without units."""
    return "{} files do not store a unit; {:g} m per unit was used.".format(format_.upper(), unit)


def warn_of_clips(program: str, clips: Sequence[str]) -> List[str]:
    """Warning about animations that a program with a single timeline cannot import."""
    if len(clips) < 2:
        return []
    words = "{} has a single timeline: only “{}” was imported. Animations left in the file: {}."
    return [words.format(program, clips[0], len(clips) - 1)]
