"""Builds output folders for the tests."""

import hashlib
import json
import os
import shutil
import struct
import sys
import tempfile
import unittest
import uuid

BRIDGES = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", "..", "assets", "bridges"))
sys.path.insert(0, BRIDGES)

from dropforge_bridge import Adapter, Bridge, BridgeOptions, ImportResult  # noqa: E402

# Short waits; a claim outlives what a test does with it.
FAST = BridgeOptions(target="test", scan_every=0.01, patience=0.05, claim_seconds=30.0, imports_existing=True)


def make_glb(text="model"):
    """A GLB that says where it ends."""
    chunk = json.dumps({"asset": {"version": "2.0"}, "extras": text}).encode("utf-8")
    chunk += b" " * (-len(chunk) % 4)
    return b"glTF" + struct.pack("<III4s", 2, 20 + len(chunk), len(chunk), b"JSON") + chunk


def describe(path, data, role="model", format_="glb", **more):
    """One entry of a manifest's files."""
    entry = {"path": path, "role": role, "format": format_, "bytes": len(data)}
    entry.update(sha256=hashlib.sha256(data).hexdigest(), **more)
    return entry


def make_manifest(files, **more):
    """A manifest with what delivery needs."""
    manifest = {"schema": 1, "id": str(uuid.uuid4()), "name": "Chair", "files": files}
    manifest.update(more)
    return manifest


class RecordingAdapter(Adapter):
    """Remembers what it was asked to import."""

    program = "recorder"
    version = "1"
    formats = ("glb", "fbx", "obj")

    def __init__(self, fail=None):
        self.orders = []
        self.fail = fail

    def import_asset(self, order):
        self.orders.append(order)
        if self.fail:
            raise self.fail
        return ImportResult(objects=[order.name], dimensions=(1.0, 2.0, 3.0), up_axis="Z", textures_linked=1)


class FolderCase(unittest.TestCase):
    """A test with an output folder of its own."""

    def setUp(self):
        self.root = tempfile.mkdtemp(prefix="dropforge-test-")
        self.addCleanup(shutil.rmtree, self.root, True)
        self.folder = os.path.join(self.root, "Export")
        os.mkdir(self.folder)

    def put(self, relative, data):
        """Writes a file into the output folder in one step; answers its path."""
        path = os.path.join(self.folder, relative)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path + ".part", "wb") as file:
            file.write(data)
        os.rename(path + ".part", path)
        return path

    def put_asset(self, name="Chair", manifest=None, files=None):
        """An asset as the app exports it: whole, by one rename; answers its manifest."""
        files = files or {"chair.glb": make_glb(name)}
        if manifest is None:
            manifest = make_manifest([describe(path, data) for path, data in files.items()], name=name)
        part = os.path.join(self.folder, ".{}.part".format(uuid.uuid4().hex))
        for path, data in files.items():
            os.makedirs(os.path.dirname(os.path.join(part, path)), exist_ok=True)
            with open(os.path.join(part, path), "wb") as file:
                file.write(data)
        with open(os.path.join(part, "dropforge.json"), "w", encoding="utf-8") as file:
            json.dump(manifest, file)
        os.rename(part, os.path.join(self.folder, name))
        return manifest

    def deliver(self, adapter=None, options=FAST):
        """One life of a bridge until nothing is left to do; answers its receipts and the bridge."""
        bridge = Bridge(self.folder, adapter or RecordingAdapter(), options)
        try:
            return bridge.run_until_idle(120.0), bridge
        finally:
            bridge.close()

    def start(self, adapter, options=FAST):
        """A bridge that lives until the end of the test."""
        bridge = Bridge(self.folder, adapter, options)
        self.addCleanup(bridge.close)
        return bridge

    def state(self, kind):
        """Names of files of the protocol."""
        folder = os.path.join(self.folder, ".dropforge", kind)
        return sorted(os.listdir(folder)) if os.path.isdir(folder) else []

    def age(self, path, seconds):
        """Makes a file look as if it was last written some time ago."""
        info = os.stat(path)
        os.utime(path, (info.st_mtime - seconds, info.st_mtime - seconds))
