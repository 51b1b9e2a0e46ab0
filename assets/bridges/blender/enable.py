"""Enables or disables the installed add-on and saves the user preferences.

    blender -b --python enable.py -- --folder DIR [--target NAME] [--scale N]
    blender -b --python enable.py -- --remove

Exit code 0 success, 1 failure, 2 invalid arguments. No other preference is changed.
"""

import argparse
import os
import sys
import traceback

import addon_utils
import bpy

MODULE = "dropforge_blender"


def main() -> int:
    """Runs the command and returns the exit code."""
    options = _parse()
    if options.remove:
        addon_utils.disable(MODULE, default_set=True)
    else:
        if not addon_utils.enable(MODULE, default_set=True, persistent=True):
            print("Could not enable the add-on. Check that it is installed.", file=sys.stderr)
            return 1
        preferences = bpy.context.preferences.addons[MODULE].preferences
        preferences.folder = os.path.abspath(options.folder)
        preferences.target = options.target or ""
        if options.scale is not None:
            preferences.scale = options.scale
    bpy.ops.wm.save_userpref()
    return 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="enable.py", description="Enables the Dropforge add-on.")
    parser.add_argument("--folder", help="the output folder")
    parser.add_argument("--target", help="name of this Blender installation")
    parser.add_argument("--scale", type=float, help="import scale; default: unchanged")
    parser.add_argument("--remove", action="store_true", help="disable the add-on")
    options = parser.parse_args(sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else [])
    if not options.remove and not options.folder:
        parser.error("--folder is required")
    return options


if __name__ == "__main__":
    try:
        code = main()
    except Exception:  # noqa: BLE001 - Blender itself would exit with 0
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    os._exit(code)
