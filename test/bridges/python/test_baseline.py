"""What lay in the output folder before a target came."""

import errno
import json
import os
import unittest
from unittest import mock

from export_folder import FAST, FolderCase, RecordingAdapter, describe, make_glb, make_manifest

from dropforge_bridge.baseline import MAX_INITIAL_IMPORTS

NEWCOMER = FAST._replace(imports_existing=False)


class BaselineTest(FolderCase):
    def put_many(self):
        """More old models than anybody wants to meet at once; answers the manifest of one."""
        for number in range(MAX_INITIAL_IMPORTS):
            self.put("old{}.glb".format(number), make_glb(str(number)))
        return self.put_asset("Old Chair")

    def write_seen(self, *relative):
        """What an installation writes down."""
        files = {}
        for path in relative:
            info = os.stat(os.path.join(self.folder, path))
            files[path] = [info.st_size, info.st_mtime_ns // 1000000]
        content = {"schema": 1, "target": "test", "files": files}
        self.put(".dropforge/seen/test.json", json.dumps(content).encode("utf-8"))

    def test_a_folder_full_of_old_models_is_left_alone_and_what_comes_later_is_not(self):
        self.put_many()
        receipts, bridge = self.deliver(options=NEWCOMER)
        self.assertEqual(receipts, [])
        self.assertIn("{} models".format(MAX_INITIAL_IMPORTS + 1), bridge.ignored["."])
        late = self.put_asset("Late Chair")
        self.put("late.glb", make_glb("late"))
        receipts, _ = self.deliver(options=NEWCOMER)
        self.assertEqual({receipt["file"] for receipt in receipts}, {"Late Chair/chair.glb", "late.glb"})
        self.assertIn(late["id"], [receipt["asset"] for receipt in receipts])

    def test_a_few_models_are_imported_at_once(self):
        self.put_asset()
        self.assertEqual(len(self.deliver(options=NEWCOMER)[0]), 1)

    def test_many_models_made_while_the_program_was_closed_are_not_a_baseline(self):
        self.deliver(options=NEWCOMER)
        self.put_many()
        self.assertEqual(len(self.deliver(options=NEWCOMER)[0]), MAX_INITIAL_IMPORTS + 1)

    def test_a_target_with_receipts_from_an_earlier_bridge_knows_the_folder(self):
        self.put_asset()
        self.deliver()
        self.put_many()
        self.assertEqual(self.state("seen"), [])
        self.assertEqual(len(self.deliver(options=NEWCOMER)[0]), MAX_INITIAL_IMPORTS + 1)

    def test_a_list_that_cannot_be_read_for_a_moment_is_not_empty(self):
        self.put_asset("Old")
        self.write_seen("Old/dropforge.json")
        opened = os.open

        def fail(path, *values):
            if path.endswith(os.path.join("seen", "test.json")):
                raise PermissionError(errno.EACCES, "Permission denied", path)
            return opened(path, *values)

        adapter = RecordingAdapter()
        bridge = self.start(adapter, NEWCOMER)
        with mock.patch("os.open", fail):
            while not bridge.problem:
                bridge.tick()
        while bridge.problem:
            bridge.tick()
        new = self.put_asset("New")
        receipts = []
        while not receipts:
            receipts = bridge.tick()
        self.assertEqual([receipt["asset"] for receipt in receipts], [new["id"]])

    def test_what_an_installation_wrote_down_is_left_alone_however_little(self):
        self.put_asset("Old")
        self.put("old.glb", make_glb("old"))
        self.write_seen("Old/dropforge.json", "old.glb")
        self.put_asset("New")
        receipts, _ = self.deliver(options=NEWCOMER)
        self.assertEqual([receipt["file"] for receipt in receipts], ["New/chair.glb"])

    def test_new_content_under_an_old_name_is_new(self):
        self.put("old.glb", make_glb("old"))
        self.put_asset("Chair")
        self.write_seen("Chair/dropforge.json", "old.glb")
        os.rename(os.path.join(self.folder, "Chair"), os.path.join(self.root, "away"))
        files = {"chair.glb": make_glb("another one, and longer")}
        entries = [describe(path, data) for path, data in files.items()]
        manifest = self.put_asset("Chair", make_manifest(entries, name="Chair, made again"), files)
        self.put("old.glb", make_glb("new and longer"))
        receipts, _ = self.deliver(options=NEWCOMER)
        self.assertEqual(len(receipts), 2)
        self.assertIn(manifest["id"], [receipt["asset"] for receipt in receipts])

    def test_one_old_model_is_imported_when_asked_for(self):
        manifest = self.put_many()
        bridge = self.start(RecordingAdapter(), NEWCOMER)
        self.assertEqual(bridge.run_until_idle(120.0), [])
        bridge.import_again(manifest["id"])
        receipts = []
        while not receipts:
            receipts = bridge.tick()
        self.assertEqual([receipt["asset"] for receipt in receipts], [manifest["id"]])

    def test_a_running_bridge_takes_the_rest_when_a_person_asks_for_it(self):
        self.put_many()
        bridge = self.start(RecordingAdapter(), NEWCOMER)
        self.assertEqual(bridge.run_until_idle(120.0), [])
        self.write_seen()
        receipts = []
        while len(receipts) <= MAX_INITIAL_IMPORTS:
            receipts += bridge.tick()
        self.assertEqual(bridge.ignored, {})

    def test_a_list_that_is_deleted_while_a_bridge_runs_is_written_again(self):
        self.put_many()
        old = ["old{}.glb".format(number) for number in range(MAX_INITIAL_IMPORTS)]
        self.write_seen("Old Chair/dropforge.json", *old)
        path = os.path.join(self.folder, ".dropforge", "seen", "test.json")
        with open(path, encoding="utf-8") as file:
            before = json.load(file)
        self.put_asset("New")
        adapter = RecordingAdapter()
        bridge = self.start(adapter, NEWCOMER)
        self.assertEqual(len(bridge.run_until_idle(120.0)), 1)
        os.remove(path)
        while not self.state("seen"):
            bridge.tick()
        self.put_asset("Newer")
        while len(adapter.orders) < 2:
            bridge.tick()
        bridge.run_until_idle(120.0)
        self.assertEqual([order.name for order in adapter.orders], ["New", "Newer"])
        with open(path, encoding="utf-8") as file:
            self.assertEqual(json.load(file), before)

    def test_a_list_that_cannot_be_read_holds_nothing(self):
        self.put_asset()
        self.put(".dropforge/seen/test.json", b'{"files": {"Chair/dropforge.json": ["x"], "y": 3}}')
        self.assertEqual(len(self.deliver(options=NEWCOMER)[0]), 1)


if __name__ == "__main__":
    unittest.main()
