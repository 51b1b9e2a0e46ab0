"""Generator for Dropforge: a relief of the image, in the form of a program. It needs Python 3.8 and nothing else.

Use it as a pattern for your own program. Dropforge starts it for each task with the path of a JSON file:

    {"operation": "image_to_model", "inputs": {"image": "/…/image.png"}, "seed": 7, "faceLimit": null,
     "texture": true, "prompt": null, "output": "/…/result"}

It writes the model to "output", reports "progress 0.5" and "note …" on standard output, and ends with 0.
"""

import json
import struct
import sys
import zlib


def read_png(path):
    """Rows of an 8-bit RGBA PNG without interlacing, as Dropforge writes it."""
    with open(path, "rb") as file:
        data = file.read()
    at, packed, width, height = 8, b"", 0, 0
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
            if (depth, color) != (8, 6):
                raise ValueError("the image is not an 8-bit RGBA PNG")
        elif kind == b"IDAT":
            packed += body
        at += size + 12
    raw, stride, rows, above = zlib.decompress(packed), width * 4, [], bytearray(width * 4)
    for y in range(height):
        method, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        for x in range(stride):
            a, b, c = (row[x - 4] if x >= 4 else 0), above[x], (above[x - 4] if x >= 4 else 0)
            if method == 4:
                p = a + b - c
                pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
                guess = a if pa <= pb and pa <= pc else b if pb <= pc else c
            else:
                guess = (0, a, b, (a + b) // 2)[method]
            row[x] = (row[x] + guess) & 255
        rows.append(row)
        above = row
    return width, height, rows


def make_relief(width, height, rows, cells):
    """A grid of vertices whose height is the brightness of the visible image."""
    points, triangles = [], []
    for j in range(cells + 1):
        for i in range(cells + 1):
            x, y = i * (width - 1) // cells, j * (height - 1) // cells
            red, green, blue, alpha = rows[y][x * 4 : x * 4 + 4]
            light = (red * 3 + green * 6 + blue) / 2550 * alpha / 255
            points.append((i / cells - 0.5, 0.5 - j / cells, 0.2 * light))
    for j in range(cells):
        for i in range(cells):
            a, b = j * (cells + 1) + i, (j + 1) * (cells + 1) + i
            triangles += [(a, b, a + 1), (a + 1, b, b + 1)]
        print(f"progress {(j + 1) / cells:.2f}", flush=True)
    return points, triangles


def write_glb(path, points, triangles):
    vertices = b"".join(struct.pack("<3f", *point) for point in points)
    indices = b"".join(struct.pack("<3I", *triangle) for triangle in triangles)
    axes = list(zip(*points))
    document = {
        "asset": {"version": "2.0", "generator": "relief.py"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "relief"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "buffers": [{"byteLength": len(vertices) + len(indices)}],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": len(vertices), "target": 34962},
            {"buffer": 0, "byteOffset": len(vertices), "byteLength": len(indices), "target": 34963},
        ],
        "accessors": [
            {
                "bufferView": 0,
                "componentType": 5126,
                "count": len(points),
                "type": "VEC3",
                "min": [struct.unpack("<f", struct.pack("<f", min(axis)))[0] for axis in axes],
                "max": [struct.unpack("<f", struct.pack("<f", max(axis)))[0] for axis in axes],
            },
            {"bufferView": 1, "componentType": 5125, "count": 3 * len(triangles), "type": "SCALAR"},
        ],
    }
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    body = vertices + indices
    with open(path, "wb") as file:
        file.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(body)))
        file.write(struct.pack("<I4s", len(text), b"JSON") + text)
        file.write(struct.pack("<I4s", len(body), b"BIN\0") + body)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        task = json.load(file)
    image = task["inputs"].get("image") or task["inputs"]["front"]
    width, height, rows = read_png(image)
    limit = task["faceLimit"] or 8192
    cells = max(2, min(64, int((limit / 2) ** 0.5)))
    points, triangles = make_relief(width, height, rows, cells)
    write_glb(task["output"], points, triangles)
    print(f"note The relief has {len(triangles)} triangles.")


if __name__ == "__main__":
    main()
