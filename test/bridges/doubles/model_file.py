"""The files that the doubles' importers read: JSON under a model's ending.

`size` in the file's unit along its axes; `textures`: names of images; `bone`, `clip`: whether there are any;
`fail`: what the importer says instead of importing.
"""

import json


def read_model(path):
    """What a file holds; raises what a program's importer raises."""
    with open(path, encoding="utf-8") as file:
        model = json.load(file)
    if "fail" in model:
        raise RuntimeError(model["fail"])
    return model


def list_corners(size):
    """The corners of a box that stands on the origin."""
    return [(x, y, z) for x in (0.0, size[0]) for y in (0.0, size[1]) for z in (0.0, size[2])]
