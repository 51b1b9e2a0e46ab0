"""What a program must offer so that a bridge can deliver to it."""

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

Triple = Tuple[float, float, float]


class ImportOrder(NamedTuple):
    """One verified model on its way into a program.

    `path` and `sides` are absolute; `file` is `path` relative to the export folder, with forward slashes.
    `up_axis`, `metres_per_unit`, `dimensions` (metres, in the file's axes) and what follows are what the manifest
    promises; None, or empty, where it says nothing, as for a file a person put there.
    """

    asset: str
    name: str
    path: str
    file: str
    format: str
    sides: Sequence[str] = ()
    up_axis: Optional[str] = None
    forward_axis: Optional[str] = None
    metres_per_unit: Optional[float] = None
    dimensions: Optional[Triple] = None
    textures: Optional[int] = None
    clips: Sequence[str] = ()
    has_skeleton: bool = False
    is_loose: bool = False


class ImportResult(NamedTuple):
    """What a program found in itself after an import; `dimensions` in metres, in the axes of its scene."""

    objects: Sequence[str] = ()
    dimensions: Optional[Triple] = None
    up_axis: Optional[str] = None
    textures_linked: int = 0
    textures_missing: Sequence[str] = ()
    clips: Sequence[str] = ()
    armature: Optional[str] = None
    warnings: Sequence[str] = ()


class ImportProblem(Exception):
    """A model that cannot be delivered, in a sentence for a person; `code` is one of the receipt's error codes."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Adapter:
    """The program's side of a bridge. `formats`: file endings it reads, the best first."""

    program: str = ""
    version: str = ""
    formats: Sequence[str] = ()

    def can_import(self) -> bool:
        """Whether an import may begin right now; asked before each, on the thread that calls `Bridge.tick`."""
        return True

    def import_asset(self, order: ImportOrder) -> ImportResult:
        """Brings the model in, on the thread that calls `Bridge.tick`; raises when it cannot."""
        raise NotImplementedError


# A receipt, a manifest or a heartbeat as it stands in its file.
Json = Dict[str, Any]
Names = List[str]
