"""Folders and files that cannot be reached for a moment while a model is verified."""

import os
import time
import unittest

from export_folder import FAST, FolderCase, RecordingAdapter, describe, make_manifest

# A heartbeat after every megabyte, so that each of them meets the outage.
BEATING = FAST._replace(beat_every=0.0)


class OutageTest(FolderCase):
    def begin(self):
        """A running bridge that has just begun to verify an asset; answers its adapter and itself."""
        data = {"chair.obj": b"v 0 0 0\n", "big.png": bytes(32 << 20), "wood.png": b"png"}
        entries = [describe("chair.obj", data["chair.obj"], format_="obj")]
        entries += [describe(name, data[name], role="texture", format_="png") for name in ("big.png", "wood.png")]
        self.put_asset("Big", make_manifest(entries, name="Big"), data)
        adapter = RecordingAdapter()
        bridge = self.start(adapter, BEATING)
        bridge.tick()
        while not self.state("claims"):
            time.sleep(0.001)
        return adapter, bridge

    def finish(self, bridge):
        """Waits for the first receipt."""
        receipts = []
        deadline = time.monotonic() + 20.0
        while not receipts and time.monotonic() < deadline:
            receipts = bridge.tick()
            time.sleep(0.005)
        self.assertEqual(self.state("claims"), [])
        return [(receipt["status"], receipt["attempts"]) for receipt in receipts]

    def wait_for_problem(self, bridge):
        while not bridge.problem:
            time.sleep(0.005)

    def test_a_folder_that_is_gone_for_a_moment_fails_no_import(self):
        adapter, bridge = self.begin()
        os.rename(self.folder, self.folder + "-away")
        self.wait_for_problem(bridge)
        os.rename(self.folder + "-away", self.folder)
        self.assertEqual(self.finish(bridge), [("imported", 1)])
        self.assertEqual(len(adapter.orders), 1)

    def test_a_folder_that_is_gone_when_the_import_would_begin_fails_no_import(self):
        self.put_asset()
        adapter = RecordingAdapter()
        adapter.can_import = lambda: False
        bridge = self.start(adapter, BEATING)
        while bridge._next is None:
            bridge.tick()
        os.rename(self.folder, self.folder + "-away")
        adapter.can_import = lambda: True
        self.assertEqual((bridge.tick(), adapter.orders), ([], []))
        os.rename(self.folder + "-away", self.folder)
        self.assertEqual(self.finish(bridge), [("imported", 1)])
        self.assertEqual(len(adapter.orders), 1)

    def test_a_heartbeat_that_cannot_be_written_fails_no_import(self):
        adapter, bridge = self.begin()
        targets = os.path.join(self.folder, ".dropforge", "targets")
        os.rename(targets, targets + "-away")
        with open(targets, "w"):
            pass
        self.wait_for_problem(bridge)
        os.remove(targets)
        os.rename(targets + "-away", targets)
        self.assertEqual(self.finish(bridge), [("imported", 1)])
        self.assertEqual(len(adapter.orders), 1)

    def test_a_file_that_stays_missing_is_refused(self):
        adapter, bridge = self.begin()
        os.remove(os.path.join(self.folder, "Big", "wood.png"))
        self.assertEqual(self.finish(bridge), [("failed", 1)])
        self.assertEqual(adapter.orders, [])


if __name__ == "__main__":
    unittest.main()
