"""Creates a .blend file from one asset in background mode.

    blender -b --factory-startup --python make_blend.py -- --folder DIR --asset ID --out X.blend [--target NAME]

`--asset` is an id, or a file path relative to the output folder. Textures are packed into the .blend file, which is
written atomically. The receipt is printed on a line that begins with `RECEIPT `; with `--target` it is also written to
the output folder and replaces an earlier one. Exit code 0 success, 1 failure, 2 invalid arguments.
"""

import argparse
import json
import os
import sys
import time
import traceback

import bpy

# This folder may be read-only.
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from dropforge_blender.blender_adapter import BlenderAdapter, ImportSettings  # noqa: E402
from dropforge_blender.dropforge_bridge.adapter import ImportProblem  # noqa: E402
from dropforge_blender.dropforge_bridge.find_asset import find_asset  # noqa: E402
from dropforge_blender.dropforge_bridge.options import to_target_id  # noqa: E402
from dropforge_blender.dropforge_bridge.receipts import Receipts, make_receipt  # noqa: E402


def main() -> int:
    """Runs the command and returns the exit code."""
    options = _parse()
    settings = ImportSettings(has_collection=not options.no_collection, scale=options.scale)
    adapter = BlenderAdapter(settings)
    target = to_target_id(options.target or "blend-file", adapter.program)
    began = time.monotonic()
    asset, file, result, error = options.asset, None, None, None
    try:
        order = find_asset(options.folder, options.asset, adapter.formats)
        asset, file = order.asset, order.file
        bpy.ops.wm.read_factory_settings(use_empty=True)
        result = adapter.import_asset(order)
        _save(options.out)
    except ImportProblem as problem:
        error = {"code": problem.code, "message": str(problem)}
    except (RuntimeError, OSError) as failure:
        error = {"code": "import_failed", "message": str(failure)}
    seconds = time.monotonic() - began
    receipt = make_receipt(asset, target, adapter, file, None if error else result, error, seconds, 1, None)
    if options.target and file:
        receipts = Receipts(options.folder, target)
        receipts.forget(asset)
        receipts.write(receipt)
    print("RECEIPT " + json.dumps(receipt), flush=True)
    return 1 if error else 0


def _save(path: str) -> None:
    """Packs textures, saves to a temporary file and renames it."""
    path = os.path.abspath(path)
    bpy.ops.file.pack_all()
    part = path + ".part"
    bpy.ops.wm.save_as_mainfile(filepath=part, check_existing=False, copy=True)
    os.replace(part, path)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make_blend.py", description="Creates a .blend file from one asset.")
    parser.add_argument("--folder", required=True, help="the output folder")
    parser.add_argument("--asset", required=True, help="asset id, or file path relative to the output folder")
    parser.add_argument("--out", required=True, help="output .blend file; overwritten if it exists")
    parser.add_argument("--target", help="also write a receipt for this target")
    parser.add_argument("--scale", type=float, default=1.0, help="import scale")
    parser.add_argument("--no-collection", action="store_true", help="link the objects to the scene collection")
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else [])


if __name__ == "__main__":
    try:
        code = main()
    except Exception:  # noqa: BLE001 - Blender itself would exit with 0
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    os._exit(code)
