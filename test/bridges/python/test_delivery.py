"""What is delivered, once, and what the receipt says."""

import json
import os
import shutil
import time
import unittest

from export_folder import FAST, FolderCase, RecordingAdapter, describe, make_glb, make_manifest

from dropforge_bridge.adapter import ImportResult
from dropforge_bridge.state_files import read_json
from dropforge_bridge.loose_files import StabilityTracker, to_loose_id, to_mark


class DeliveryTest(FolderCase):
    def test_an_exported_asset_is_imported_and_answered(self):
        manifest = self.put_asset()
        adapter = RecordingAdapter()
        receipts, _ = self.deliver(adapter)
        self.assertEqual([receipt["status"] for receipt in receipts], ["imported"])
        self.assertEqual(receipts[0]["asset"], manifest["id"])
        self.assertEqual(receipts[0]["file"], "Chair/chair.glb")
        self.assertEqual(receipts[0]["dimensions"], [1.0, 2.0, 3.0])
        self.assertEqual(receipts[0]["attempts"], 1)
        self.assertEqual(adapter.orders[0].path, os.path.join(self.folder, "Chair", "chair.glb"))
        self.assertEqual(self.state("receipts"), [manifest["id"] + "--test.json"])
        self.assertEqual(self.state("claims"), [])

    def test_a_second_life_of_the_bridge_imports_nothing_again(self):
        self.put_asset()
        self.put("loose.glb", make_glb("loose"))
        self.assertEqual(len(self.deliver()[0]), 2)
        adapter = RecordingAdapter()
        self.assertEqual(self.deliver(adapter)[0], [])
        self.assertEqual(adapter.orders, [])

    def test_another_target_gets_the_asset_too(self):
        self.put_asset()
        self.deliver()
        self.assertEqual(len(self.deliver(options=FAST._replace(target="other"))[0]), 1)

    def test_import_again_imports_once_more(self):
        manifest = self.put_asset()
        _, bridge = self.deliver()
        bridge.import_again(manifest["id"])
        self.assertEqual(len(self.deliver()[0]), 1)

    def test_a_removed_receipt_is_noticed_by_a_running_bridge(self):
        manifest = self.put_asset()
        adapter = RecordingAdapter()
        bridge = self.start(adapter)
        receipts = bridge.run_until_idle(120.0)
        os.remove(os.path.join(self.folder, ".dropforge", "receipts", manifest["id"] + "--test.json"))
        while len(receipts) < 2:
            receipts += bridge.tick()
        self.assertEqual(len(adapter.orders), 2)

    def test_another_asset_in_the_place_of_a_deleted_one_is_imported_by_a_running_bridge(self):
        manifests = [self.put_asset()]
        adapter = RecordingAdapter()
        bridge = self.start(adapter)
        bridge.run_until_idle(120.0)
        for has_scan_between in (True, False):
            shutil.rmtree(os.path.join(self.folder, "Chair"))
            if has_scan_between:
                time.sleep(0.1)
            manifests.append(self.put_asset())
            deadline = time.monotonic() + 20.0
            while len(adapter.orders) < len(manifests) and time.monotonic() < deadline:
                bridge.tick()
            bridge.run_until_idle(120.0)
            self.assertEqual([order.asset for order in adapter.orders], [manifest["id"] for manifest in manifests])

    def test_the_best_format_is_chosen_and_its_side_files_come_along(self):
        data = {"a/chair.obj": b"mtllib chair.mtl\n", "a/chair.mtl": b"map_Kd wood.png\n", "a/wood.png": b"png"}
        data.update({"b/far.png": b"far", "chair.usdz": b"usdz", "chair.png": b"preview"})
        files = [
            describe("chair.usdz", data["chair.usdz"], format_="usdz"),
            describe("chair.png", data["chair.png"], role="preview", format_="png"),
            describe("a/chair.obj", data["a/chair.obj"], format_="obj", upAxis="Y", metersPerUnit=1),
            describe("a/chair.mtl", data["a/chair.mtl"], role="texture", format_="mtl"),
            describe("a/wood.png", data["a/wood.png"], role="texture", format_="png"),
            describe("b/far.png", data["b/far.png"], role="texture", format_="png"),
        ]
        self.put_asset(manifest=make_manifest(files), files=data)
        adapter = RecordingAdapter()
        self.deliver(adapter)
        order = adapter.orders[0]
        self.assertEqual((order.format, order.up_axis, order.metres_per_unit), ("obj", "Y", 1.0))
        self.assertEqual([os.path.basename(side) for side in order.sides], ["chair.mtl", "wood.png"])

    def test_names_in_every_script_pass(self):
        names = ["椅子", "стул", "كرسي", "कुर्सी", "🦊🪑", "Stühle (2)", "e\u0301tage", "a b  c"]
        for name in names:
            self.put_asset(name, files={name + ".glb": make_glb(name)})
            self.put("deep/{}/{}.glb".format(name, name), make_glb("loose " + name))
        receipts, _ = self.deliver()
        self.assertEqual({receipt["status"] for receipt in receipts}, {"imported"})
        self.assertEqual(len(receipts), 2 * len(names))

    def test_a_failing_import_is_answered_with_its_words_and_not_tried_again(self):
        self.put_asset()
        receipts, _ = self.deliver(RecordingAdapter(fail=RuntimeError("The file is of no use. " + "x" * 9000)))
        self.assertEqual(receipts[0]["error"]["code"], "import_failed")
        self.assertTrue(receipts[0]["error"]["message"].startswith("The file is of no use."))
        self.assertLessEqual(len(receipts[0]["error"]["message"]), 500)
        self.assertEqual(self.deliver()[0], [])

    def test_the_receipt_of_any_model_can_be_read(self):
        class Adapter(RecordingAdapter):
            def import_asset(self, order):
                names = ["椅" * 600] * 1000
                return ImportResult(names, clips=names, armature=names[0] * 1000, warnings=names, textures_missing=names)

        manifest = self.put_asset()
        self.deliver(Adapter())
        receipt = read_json(os.path.join(self.folder, ".dropforge/receipts", manifest["id"] + "--test.json"))
        self.assertEqual(receipt["status"], "imported")
        self.assertGreater(len(receipt["objects"]), 50)
        self.assertEqual(len(receipt["armature"]), 500)

    def test_the_heartbeat_says_who_is_there_and_who_is_gone(self):
        self.put("picture.usdz", b"of no use here")
        self.deliver(options=FAST._replace(target="Mein Blender/../x", settings={"scale": 2}))
        self.assertEqual(self.state("targets"), ["mein-blender-..-x.json"])
        with open(os.path.join(self.folder, ".dropforge", "targets", "mein-blender-..-x.json")) as file:
            heartbeat = json.load(file)
        self.assertEqual((heartbeat["state"], heartbeat["settings"]), ("stopped", {"scale": 2}))
        self.assertEqual([entry["path"] for entry in heartbeat["ignored"]], ["picture.usdz"])


class LooseFileTest(FolderCase):
    def test_a_half_written_glb_waits_until_it_is_whole(self):
        data = make_glb()
        path = os.path.join(self.folder, "slow.glb")
        with open(path, "wb") as file:
            file.write(data[:-4])
        adapter = RecordingAdapter()
        bridge = self.start(adapter)
        for _ in range(5):
            bridge.tick()
        self.assertEqual(adapter.orders, [])
        with open(path, "ab") as file:
            file.write(data[-4:])
        self.assertEqual(len(bridge.run_until_idle(120.0)), 1)

    def test_reserved_room_at_the_end_of_a_glb_is_no_end(self):
        path = self.put("reserved.glb", b"glTF" + (2).to_bytes(4, "little") + (9000).to_bytes(4, "little") + bytes(8988))
        self.assertFalse(StabilityTracker().is_complete(path, "reserved.glb", to_mark(os.stat(path))))
        whole = self.put("whole.glb", make_glb())
        self.assertTrue(StabilityTracker().is_complete(whole, "whole.glb", to_mark(os.stat(whole))))

    def test_a_model_copied_before_its_manifest_is_delivered_by_the_manifest_only(self):
        glb = make_glb()
        self.put("Chair/chair.glb", glb)
        bridge = self.start(RecordingAdapter())
        for _ in range(20):
            self.assertEqual(bridge.tick(), [])
        manifest = make_manifest([describe("chair.glb", glb)])
        self.put("Chair/dropforge.json", json.dumps(manifest).encode("utf-8"))
        self.assertEqual([receipt["asset"] for receipt in bridge.run_until_idle(120.0)], [manifest["id"]])

    def test_other_formats_are_taken_after_two_equal_looks(self):
        self.put("a.fbx", b"Kaydara FBX Binary")
        adapter = RecordingAdapter()
        receipts, _ = self.deliver(adapter)
        self.assertEqual(len(receipts), 1)
        self.assertTrue(adapter.orders[0].is_loose)

    def test_hidden_temporary_empty_and_linked_files_are_passed_over(self):
        secret = os.path.join(self.root, "secret.glb")
        with open(secret, "wb") as file:
            file.write(make_glb("secret"))
        os.symlink(secret, os.path.join(self.folder, "link.glb"))
        os.symlink(self.root, os.path.join(self.folder, "folder"))
        for name in (".hidden.glb", "a.glb.part", "b.glb.crdownload", "c.tmp", "~d.glb", "e.glb~", "notes.txt"):
            self.put(name, make_glb(name))
        self.put("empty.glb", b"")
        adapter = RecordingAdapter()
        self.assertEqual(self.deliver(adapter)[0], [])
        self.assertEqual(adapter.orders, [])

    def test_new_content_under_an_old_name_is_a_new_asset(self):
        self.put("a.glb", make_glb("one"))
        first = self.deliver()[0]
        self.put("a.glb", make_glb("two"))
        second = self.deliver()[0]
        self.assertEqual(len(second), 1)
        self.assertNotEqual(first[0]["asset"], second[0]["asset"])

    def test_a_gltf_beside_the_state_of_the_protocol_whose_buffer_stays_missing_is_refused(self):
        self.put("a.gltf", b'{"buffers": [{"uri": "gone.bin"}]}')
        adapter = RecordingAdapter()
        adapter.formats = ("gltf",)
        # Heartbeats come as often, in proportion, as those of a real bridge.
        bridge = self.start(adapter, FAST._replace(patience=0.5, beat_every=0.5))
        receipts = []
        deadline = time.monotonic() + 5.0
        while not receipts and time.monotonic() < deadline:
            receipts = bridge.tick()
            time.sleep(0.01)
        self.assertEqual([receipt["error"]["code"] for receipt in receipts], ["missing_file"])

    def test_a_file_without_an_extension_is_no_model(self):
        self.put("obj", b"v 0 0 0\n")
        self.put("a.OBJ", b"v 0 0 0\n")
        self.assertEqual([receipt["file"] for receipt in self.deliver()[0]], ["a.OBJ"])

    def test_a_name_of_windows_that_is_not_valid_unicode_has_an_id(self):
        self.assertEqual(to_loose_id("a\ud800.glb", "0" * 64), to_loose_id("a\ufffd.glb", "0" * 64))

    def test_a_gltf_that_asks_for_a_file_elsewhere_is_refused(self):
        for number, uri in enumerate(("../secret.bin", "/etc/passwd", "file:///etc/passwd", "%2e%2e/secret.bin")):
            text = json.dumps({"asset": {"version": "2.0"}, "buffers": [{"uri": uri, "byteLength": 4}]})
            self.put("bad{}.gltf".format(number), text.encode("utf-8"))
        adapter = RecordingAdapter()
        adapter.formats = ("gltf",)
        receipts, _ = self.deliver(adapter)
        self.assertEqual([receipt["error"]["code"] for receipt in receipts], ["unsafe_path"] * 4)
        self.assertEqual(adapter.orders, [])


if __name__ == "__main__":
    unittest.main()
