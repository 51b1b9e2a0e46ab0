"""What the tests of all programs' bridges share: one output folder, delivered to a double of the program."""

import importlib
import json
import os
import sys
import time
from unittest import mock

from export_folder import BRIDGES, FAST, FolderCase, describe, make_manifest

DOUBLES = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "doubles"))

PNG = b"not a real picture, and nobody looks into it"


def use_double(host):
    """Lets Python find a program's double, and the bridge for it."""
    for folder in (DOUBLES, os.path.join(DOUBLES, host), os.path.join(BRIDGES, host)):
        if folder not in sys.path:
            sys.path.insert(0, folder)


class HostCase(FolderCase):
    """Tests of one program's adapter; `package` is the bridge's, which carries the core inside."""

    package = ""

    def core(self, name):
        """A module of the core as the bridge itself sees it."""
        return importlib.import_module("{}.dropforge_bridge.{}".format(self.package, name))

    def put_model(self, name, format_, model, images=(), **more):
        """An exported asset with one model, and its images beside it; answers its manifest."""
        files = {"{}.{}".format(name, format_): json.dumps(model).encode("utf-8")}
        files.update({texture: PNG for texture in images})
        entries = [describe(path, data, format_=path.rpartition(".")[2]) for path, data in files.items()]
        for entry in entries[1:]:
            entry["role"] = "texture"
        entries[0].update(upAxis="Y", forwardAxis="Z", metersPerUnit=1, clips=[], hasSkeleton=False)
        entries[0].update(more)
        return self.put_asset(name, make_manifest(entries, name=name), files)

    def deliver_to(self, adapter_class, **settings):
        """Delivers all there is; answers the receipts by the name of the file."""
        chosen = self.core("host_settings").HostSettings(folder=self.folder, **settings)
        options = self.core("options").BridgeOptions(**FAST._asdict())
        bridge = self.core("bridge").Bridge(self.folder, adapter_class(chosen), options)
        self.addCleanup(bridge.close)
        receipts = bridge.run_until_idle(120.0)
        self.assertIsNone(bridge.problem)
        self.assertEqual(self.state("claims"), [])
        return {receipt["file"].rpartition("/")[2]: receipt for receipt in receipts}

    def check(self, receipt, dimensions, up_axis, **more):
        """That a receipt tells of an import with this size, and so on."""
        self.assertEqual((receipt["status"], receipt["error"]), ("imported", None))
        self.assertEqual(receipt["upAxis"], up_axis)
        for found, wanted in zip(receipt["dimensions"], dimensions):
            self.assertAlmostEqual(found, wanted, places=4)
        for key, value in more.items():
            self.assertEqual(receipt[key], value, key)

    def check_failed(self, receipt, code, *words):
        """That a receipt tells of a failure with these words."""
        self.assertEqual((receipt["status"], receipt["error"]["code"]), ("failed", code))
        for word in words:
            self.assertIn(word, receipt["error"]["message"])

    def run_session(self, session, turn):
        """One life of a program with its bridge: `turn` is one round of its event loop."""
        self.put_model("Chair", "fbx", {"size": [100, 200, 300]})
        settings = os.path.join(self.root, "settings.json")
        with mock.patch.object(session, "_SETTINGS", settings):
            session.start()
            for _ in range(3):
                turn()
            self.assertEqual(self.state("targets"), [])
            with open(settings, "w", encoding="utf-8") as file:
                json.dump({"schema": 1, "folder": self.folder, "target": "test"}, file)
            with mock.patch.object(self.core("host_session"), "SETTINGS_EVERY", 0.0):
                deadline = time.monotonic() + 120.0
                while not self.state("receipts") and time.monotonic() < deadline:
                    turn()
                    time.sleep(0.01)
            session.stop()
        self.assertEqual(len(self.state("receipts")), 1)
        self.assertEqual(self.state("claims"), [])
        with open(os.path.join(self.folder, ".dropforge", "targets", "test.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["state"], "stopped")
