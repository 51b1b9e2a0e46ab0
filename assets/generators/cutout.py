"""Generator for Dropforge: removes the background of an image. It needs Python 3.8, and relief.py beside it.

Use it as a pattern for your own program that removes backgrounds. Dropforge starts it for images with busy backgrounds,
with the path of a JSON file:

    {"operation": "remove_background", "inputs": {"image": "/…/image.png"}, "output": "/…/result"}

It writes the image with a transparent background to "output". This one makes the colors transparent that the border of the
image has, which is right for few images only.
"""

import json
import struct
import sys
import zlib

from relief import read_png


def clear_border_colors(width, height, rows):
    """Makes the colors of the border transparent; a color is one of 512."""

    def color_at(x, y):
        return tuple(value >> 5 for value in rows[y][4 * x : 4 * x + 3])

    edges = [(x, y) for x in range(width) for y in (0, height - 1)] + [(x, y) for y in range(height) for x in (0, width - 1)]
    background = {color_at(x, y) for x, y in edges}
    for y in range(height):
        for x in range(width):
            if color_at(x, y) in background:
                rows[y][4 * x + 3] = 0


def write_png(path, width, height, rows):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    # Eight bits, red, green, blue and alpha; rows without a filter.
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    packed = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b""))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        task = json.load(file)
    width, height, rows = read_png(task["inputs"]["image"])
    clear_border_colors(width, height, rows)
    write_png(task["output"], width, height, rows)


if __name__ == "__main__":
    main()
