"""Runs the plug-in, translated, in a double of the editor until so many receipts are there, and a file.

    python3 run_plugin.py PROJECT EXPORT RECEIPTS [FILE]
"""

import glob
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]

import builtins_double  # noqa: E402
import godot_double  # noqa: E402
import project_double  # noqa: E402
from translate import translate  # noqa: E402

SOURCES = os.path.join(HERE, "..", "..", "..", "..", "assets", "bridges", "godot")


def load_script(path, loaded={}):
    """The class of a script, by its place in the project."""
    name = path.rpartition("/")[2]
    if name not in loaded:
        with open(os.path.join(SOURCES, name), encoding="utf-8") as file:
            code = compile(translate(file.read()), name, "exec")
        space = {"load_script": load_script, "str": lambda value: builtins_double.S(value)}
        for module in (builtins_double, godot_double, project_double):
            space.update({key: value for key, value in vars(module).items() if not key.startswith("__")})
        space.update(floori=lambda value: int(value // 1))
        space.update(mini=min, minf=min, maxi=max, maxf=max, absf=abs, floorf=lambda value: float(int(value // 1)))
        space.update(Array=builtins_double.A, clampf=lambda value, low, high: max(low, min(high, value)))
        space.update(snappedf=lambda value, step: round(value / step) * step)
        space.update(is_equal_approx=lambda a, b: abs(a - b) < 1e-5, push_warning=lambda text: print("WARNING", text))
        exec(code, space)
        loaded[name] = space["Script"]
    return loaded[name]


def main():
    """Returns the exit code: 0 when all receipts came."""
    project_double.Project.root = sys.argv[1]
    receipts = os.path.join(sys.argv[2], ".dropforge", "receipts", "*.json")
    plugin = load_script("plugin.gd").new()
    plugin._enter_tree()
    deadline = time.monotonic() + 120.0
    wanted = sys.argv[4:]
    while time.monotonic() < deadline:
        if len(glob.glob(receipts)) >= int(sys.argv[3]) and all(os.path.exists(path) for path in wanted):
            break
        plugin._process(0.01)
        time.sleep(0.005)
    plugin._exit_tree()
    return 0 if len(glob.glob(receipts)) >= int(sys.argv[3]) and not plugin.menu else 1


if __name__ == "__main__":
    sys.exit(main())
