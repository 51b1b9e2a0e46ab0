"""The delivery protocol of Dropforge: takes models from an export folder into a program, and answers with receipts.

Standard library only, Python 3.7 and later, no open port: everything passes through files in the export folder.
`docs/export-folder.md` describes them.
"""

from .adapter import Adapter, ImportOrder, ImportProblem, ImportResult
from .bridge import Bridge
from .options import BridgeOptions
from .version import BRIDGE_VERSION, SCHEMA

__all__ = [
    "Adapter",
    "BRIDGE_VERSION",
    "Bridge",
    "BridgeOptions",
    "ImportOrder",
    "ImportProblem",
    "ImportResult",
    "SCHEMA",
]
