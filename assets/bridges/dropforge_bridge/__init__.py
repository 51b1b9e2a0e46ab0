"""The delivery protocol of Dropforge: imports models from an output folder into a program and writes receipts.

Standard library only, Python 3.7 and later, no open port: all communication uses files in the output folder, which
`docs/output-folder.md` describes.
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
