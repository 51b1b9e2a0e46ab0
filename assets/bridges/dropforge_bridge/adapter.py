"""Interface between a bridge and a program."""

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

Triple = Tuple[float, float, float]


class ImportOrder(NamedTuple):
    """A verified model to import into a program.

    `path` and `sides` are absolute; `file` is `path` relative to the output folder, with forward slashes.
    `up_axis`, `metres_per_unit`, `dimensions` (metres, in the file's axes) and the fields after them come from the
    manifest; None or empty if it does not contain them, as for loose files.
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
    # A later result in the folder of an asset.
    is_later: bool = False


class ImportResult(NamedTuple):
    """Result of an import as measured in the program; `dimensions` in metres, in the axes of the scene."""

    objects: Sequence[str] = ()
    dimensions: Optional[Triple] = None
    up_axis: Optional[str] = None
    textures_linked: int = 0
    textures_missing: Sequence[str] = ()
    clips: Sequence[str] = ()
    armature: Optional[str] = None
    warnings: Sequence[str] = ()


class ImportProblem(Exception):
    """A model that cannot be delivered. The message is shown to the user; `code` is an error code of receipts."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Adapter:
    """The program-specific part of a bridge. `formats`: supported extensions, best first."""

    program: str = ""
    version: str = ""
    formats: Sequence[str] = ()

    def can_import(self) -> bool:
        """Whether an import may start now; called before each import on the thread of `Bridge.tick`."""
        return True

    def import_asset(self, order: ImportOrder) -> ImportResult:
        """Imports a model on the thread of `Bridge.tick`; raises if that fails."""
        raise NotImplementedError


# A receipt, manifest or heartbeat as parsed JSON.
Json = Dict[str, Any]
Names = List[str]
