"""Generator for Dropforge: projects an image onto a model from the front. It needs Python 3.8 and nothing else.

Use it as a pattern for your own program that textures models. Dropforge starts it for each task with the path of a JSON
file:

    {"operation": "texture_model", "inputs": {"model": "/…/model.glb", "image": "/…/image.png"}, "seed": 7,
     "prompt": null, "texture": true, "output": "/…/result"}

It writes the textured model to "output". Its shape must stay the one of "model".
"""

import json
import struct
import sys

FLOAT, VEC3 = 5126, "VEC3"


def read_glb(path):
    """The JSON and the binary part of a GLB, which Dropforge writes without compression."""
    with open(path, "rb") as file:
        data = file.read()
    size = struct.unpack_from("<I", data, 12)[0]
    start = 20 + size
    binary = data[start + 8 : start + 8 + struct.unpack_from("<I", data, start)[0]] if start < len(data) else b""
    return json.loads(data[20:start]), bytearray(binary)


def read_points(document, binary, index):
    accessor = document["accessors"][index]
    if (accessor["componentType"], accessor["type"]) != (FLOAT, VEC3):
        raise ValueError("the positions are not floats")
    view = document["bufferViews"][accessor["bufferView"]]
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    stride = view.get("byteStride", 12)
    return [struct.unpack_from("<3f", binary, start + i * stride) for i in range(accessor["count"])]


def append(document, binary, data):
    """Adds bytes to the binary part; returns the index of their view."""
    binary.extend(b"\0" * (-len(binary) % 4))
    document["bufferViews"].append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(data)})
    binary.extend(data)
    return len(document["bufferViews"]) - 1


def project(document, binary, image):
    primitives = [part for mesh in document["meshes"] for part in mesh["primitives"]]
    points = {part["attributes"]["POSITION"]: None for part in primitives}
    for index in points:
        points[index] = read_points(document, binary, index)
    everything = [point for some in points.values() for point in some]
    low = [min(point[axis] for point in everything) for axis in (0, 1)]
    wide = [max(1e-9, max(point[axis] for point in everything) - low[axis]) for axis in (0, 1)]
    picture = append(document, binary, image)
    document["images"] = [{"bufferView": picture, "mimeType": "image/png"}]
    document["textures"] = [{"source": 0}]
    material = {"baseColorTexture": {"index": 0}, "metallicFactor": 0, "roughnessFactor": 0.8}
    document["materials"] = [{"name": "projected", "pbrMetallicRoughness": material}]
    for index, some in points.items():
        # The image begins at its top.
        uvs = [((x - low[0]) / wide[0], 1 - (y - low[1]) / wide[1]) for x, y, _ in some]
        view = append(document, binary, b"".join(struct.pack("<2f", *uv) for uv in uvs))
        accessor = {"bufferView": view, "componentType": FLOAT, "count": len(uvs), "type": "VEC2"}
        document["accessors"].append(accessor)
        for part in primitives:
            if part["attributes"]["POSITION"] == index:
                kept = {name: part["attributes"][name] for name in ("POSITION", "NORMAL") if name in part["attributes"]}
                part["attributes"] = {**kept, "TEXCOORD_0": len(document["accessors"]) - 1}
                part["material"] = 0


def write_glb(path, document, binary):
    document["buffers"] = [{"byteLength": len(binary)}]
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    body = bytes(binary) + b"\0" * (-len(binary) % 4)
    with open(path, "wb") as file:
        file.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(body)))
        file.write(struct.pack("<I4s", len(text), b"JSON") + text)
        file.write(struct.pack("<I4s", len(body), b"BIN\0") + body)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        task = json.load(file)
    inputs = task["inputs"]
    image = inputs.get("image") or inputs.get("front")
    if image is None:
        sys.exit("a texture needs an image")
    document, binary = read_glb(inputs["model"])
    with open(image, "rb") as file:
        project(document, binary, file.read())
    write_glb(task["output"], document, binary)
    print(f"note The image was projected onto {len(document['meshes'])} meshes.")


if __name__ == "__main__":
    main()
