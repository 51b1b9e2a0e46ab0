"""Several results in the folder of one asset."""

import json
import os
import shutil
import time
import unittest

from export_folder import FAST, FolderCase, RecordingAdapter, describe, make_glb, make_manifest

from dropforge_bridge import ImportProblem
from dropforge_bridge.find_asset import find_asset


class ResultsTest(FolderCase):
    def add(self, name, kind=None, version=1, created="2026-01-02T00:00:00.000Z", data=None, root="Chair"):
        """A later result in the folder of the asset; answers its id."""
        data = data or make_glb(name)
        self.put("{}/{}".format(root, name), data)
        entry = describe(name, data, format_=name.rpartition(".")[2])
        manifest = make_manifest([entry], name=name, createdAt=created, version=version)
        if kind:
            manifest.update(kind=kind)
        self.put("{}/dropforge.{}.json".format(root, name), json.dumps(manifest).encode("utf-8"))
        return manifest["id"]

    def imported(self, adapter=None, options=FAST):
        """What a life of a bridge imports."""
        adapter = adapter or RecordingAdapter()
        self.deliver(adapter, options)
        return [order.file for order in adapter.orders]

    def test_a_later_result_is_imported_once_like_an_asset_of_its_own(self):
        first = self.put_asset()["id"]
        self.assertEqual(self.imported(), ["Chair/chair.glb"])
        later = self.add("chair_bricks.glb", "bricks")
        self.assertEqual(self.imported(), ["Chair/chair_bricks.glb"])
        self.assertEqual(self.imported(), [])
        receipts = sorted("{}--test.json".format(asset) for asset in (first, later))
        self.assertEqual(self.state("receipts"), receipts)
        self.assertEqual(find_asset(self.folder, later, ("glb",)).file, "Chair/chair_bricks.glb")
        self.assertEqual(find_asset(self.folder, "Chair", ("glb",)).file, "Chair/chair.glb")

    def test_a_running_bridge_takes_a_result_that_is_added(self):
        self.put_asset()
        adapter = RecordingAdapter()
        bridge = self.start(adapter)
        bridge.run_until_idle(120.0)
        self.add("chair_rigged.glb", "rigged")
        bridge.run_until_idle(120.0)
        while len(adapter.orders) < 2:
            bridge.tick()
        self.assertEqual([order.file for order in adapter.orders], ["Chair/chair.glb", "Chair/chair_rigged.glb"])

    def test_of_several_versions_of_a_kind_the_newest_is_imported(self):
        self.put_asset()
        self.add("chair_bricks.glb", "bricks")
        self.add("chair_bricks (10).glb", "bricks", 10)
        self.add("chair_bricks (9).glb", "bricks", 9)
        self.add("chair_rigged.glb", "rigged")
        imported = self.imported()
        self.assertEqual(imported[0], "Chair/chair.glb")
        self.assertEqual(sorted(imported[1:]), ["Chair/chair_bricks (10).glb", "Chair/chair_rigged.glb"])

    def test_another_format_is_not_imported_beside_the_first(self):
        self.put_asset()
        self.add("chair.fbx", data=b"fbx")
        self.assertEqual(self.imported(), ["Chair/chair.glb"])
        self.add("chair.obj", data=b"v 0 0 0\n", created="2026-01-03T00:00:00.000Z")
        self.assertEqual(self.imported(), [])

    def test_another_format_is_imported_when_the_first_failed(self):
        self.put_asset()
        adapter = RecordingAdapter(fail=ImportProblem("import_failed", "It failed."))
        self.assertEqual(self.imported(adapter), ["Chair/chair.glb"])
        self.add("chair.fbx", data=b"fbx")
        self.assertEqual(self.imported(), ["Chair/chair.fbx"])

    def test_results_in_the_place_of_a_deleted_asset_are_compared_with_each_other_only(self):
        self.put_asset()
        self.add("chair.obj", data=b"v 0 0 0\n")
        adapter = RecordingAdapter()
        bridge = self.start(adapter)
        bridge.run_until_idle(120.0)
        self.assertEqual([order.file for order in adapter.orders], ["Chair/chair.glb"])
        shutil.rmtree(os.path.join(self.folder, "Chair"))
        entry = describe("chair.usdz", b"usdz", format_="usdz")
        failing = self.put_asset("Chair", make_manifest([entry]), {"chair.usdz": b"usdz"})
        self.add("chair.obj", data=b"v 0 0 0\n")
        deadline = time.monotonic() + 20.0
        while len(adapter.orders) < 2 and time.monotonic() < deadline:
            bridge.tick()
        self.assertEqual([order.file for order in adapter.orders], ["Chair/chair.glb", "Chair/chair.obj"])
        self.assertIn(failing["id"] + "--test.json", self.state("receipts"))

    def test_another_format_is_imported_by_a_program_that_does_not_read_the_first(self):
        self.put_asset()
        adapter = RecordingAdapter()
        adapter.formats = ("fbx",)
        self.add("chair.fbx", data=b"fbx")
        self.assertEqual(self.imported(adapter), ["Chair/chair.fbx"])

    def test_a_result_of_an_asset_from_before_the_target_is_imported_alone(self):
        self.put_asset()
        path = os.path.join(self.folder, "Chair", "dropforge.json")
        info = os.stat(path)
        files = {"Chair/dropforge.json": [info.st_size, info.st_mtime_ns // 1000000]}
        seen = {"schema": 1, "target": "test", "files": files}
        self.put(".dropforge/seen/test.json", json.dumps(seen).encode("utf-8"))
        self.add("chair.fbx", data=b"fbx")
        self.assertEqual(self.imported(options=FAST._replace(imports_existing=False)), ["Chair/chair.fbx"])

    def test_a_damaged_manifest_beside_others_does_not_stop_them(self):
        self.put_asset()
        self.put("Chair/dropforge.chair_broken.glb.json", b"{")
        self.put("Chair/dropforge.odd.glb.json", b'{"id": 3, "version": true, "kind": []}')
        self.add("chair_bricks.glb", "bricks")
        self.assertEqual(self.imported(), ["Chair/chair.glb", "Chair/chair_bricks.glb"])

    def test_without_the_first_manifest_they_are_files_like_any_other(self):
        self.add("chair_bricks.glb", "bricks", root="Loose")
        self.assertEqual(self.imported(), ["Loose/chair_bricks.glb"])
        self.assertEqual(self.imported(), [])


if __name__ == "__main__":
    unittest.main()
