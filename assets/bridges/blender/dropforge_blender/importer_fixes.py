"""Workarounds for bugs of Blender's importers."""

from typing import Iterable, List

import bpy

# Maximum number of pixels of an image that is checked for transparency: the copy takes 16 bytes per pixel.
MAX_PIXELS = 4096 * 4096


def restore_numpy_names() -> None:
    """Restores `numpy.bool`, removed in 1.24, which the glTF importer of Blender 3.4 still uses.

    Debian combines that Blender with a newer numpy, and every glTF import fails there.
    """
    import numpy

    if "bool" not in numpy.__dict__:
        numpy.bool = bool


def unlink_opaque_alpha(materials: Iterable[bpy.types.Material]) -> List[str]:
    """Unlinks Alpha from opaque images; returns the names of materials that stay transparent.

    The FBX importer links Alpha of every colour image with an alpha channel, and such materials are sorted incorrectly.
    """
    kept: List[str] = []
    for material in materials:
        tree = material.node_tree
        for link in list(tree.links) if tree else []:
            image = getattr(link.from_node, "image", None)
            if link.to_socket.name != "Alpha" or link.from_socket.name != "Alpha" or image is None:
                continue
            if _is_opaque(image):
                tree.links.remove(link)
                material.blend_method = "OPAQUE"
            else:
                kept.append(material.name)
    return kept


def _is_opaque(image: bpy.types.Image) -> bool:
    import numpy

    count = image.size[0] * image.size[1]
    if image.channels < 4 or not 0 < count <= MAX_PIXELS:
        return image.channels < 4
    pixels = numpy.empty(count * 4, numpy.float32)
    image.pixels.foreach_get(pixels)
    return bool(pixels[3::4].min() >= 1.0)
