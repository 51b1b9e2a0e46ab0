"""The bridge of Unreal, against a double of `unreal`."""

import os
import unittest

from host_case import HostCase, use_double

use_double("unreal")

import unreal  # noqa: E402
from dropforge_unreal import session  # noqa: E402
from dropforge_unreal.unreal_adapter import UnrealAdapter  # noqa: E402


class UnrealTest(HostCase):
    package = "dropforge_unreal"

    def setUp(self):
        super().setUp()
        unreal.reset(self.root + "/Saved/")

    def test_a_rigged_fbx_becomes_saved_assets_in_a_folder_of_its_own(self):
        model = {"size": [100, 200, 300], "clips": ["Walk", "Run_fast"], "textures": ["wood.png"]}
        more = {"dimensions": [1, 2, 3], "clips": ["Walk", "Run fast"], "hasSkeleton": True, "textures": 1}
        self.put_model("Old Chair", "fbx", model, **more)
        receipt = self.deliver_to(UnrealAdapter)["Old Chair.fbx"]
        self.check(receipt, (1, 3, 2), "Z", armature="Old_Chair_Skeleton", clips=["Walk", "Run fast"], warnings=[])
        self.assertEqual((receipt["textures"]["linked"], receipt["programVersion"]), (1, "5.1.1"))
        self.assertEqual(unreal.State.saved, ["/Game/Dropforge/Old_Chair"])
        self.assertIn("/Game/Dropforge/Old_Chair/Old_Chair.Old_Chair", receipt["objects"])

    def test_the_folders_of_the_export_folder_are_kept_and_nothing_is_replaced(self):
        unreal.State.folders.add("/Game/Dropforge/Props/Kitchen/Pan")
        self.put("Props/Kitchen/Pan.glb", b'{"size": [1, 2, 3]}')
        self.put("Props/Küche/Topf.fbx", b'{"size": [100, 200, 300]}')
        receipts = self.deliver_to(UnrealAdapter, scale=2.0)
        self.check(receipts["Pan.glb"], (2, 6, 4), "Z", objects=["/Game/Dropforge/Props/Kitchen/Pan_2/Pan.Pan"])
        self.check(receipts["Topf.fbx"], (2, 6, 4), "Z", objects=["/Game/Dropforge/Props/Kuche/Topf/Topf.Topf"])

    def test_a_person_chooses_the_folder_and_whether_materials_come_in(self):
        model = {"size": [1, 2, 3], "textures": ["wood.png"]}
        self.put_model("Chair", "glb", model)
        self.put_model("Stool", "fbx", model)
        receipts = self.deliver_to(UnrealAdapter, into="/Game/Sets/Props", has_materials=False)
        objects = ["/Game/Sets/Props/Chair/Chair.Chair"]
        self.check(receipts["Chair.glb"], (1, 3, 2), "Z", objects=objects, textures={"linked": 0, "missing": []})
        self.assertEqual(receipts["Stool.fbx"]["textures"]["linked"], 0)

    def test_a_folder_outside_of_the_project_is_not_taken(self):
        self.put_model("Chair", "fbx", {"size": [100, 200, 300]})
        receipt = self.deliver_to(UnrealAdapter, into="/Game/../Engine")["Chair.fbx"]
        self.assertEqual(receipt["objects"], ["/Game/Dropforge/Chair/Chair.Chair"])

    def test_an_obj_in_metres_becomes_centimetres(self):
        self.put_model("Chair", "obj", {"size": [1, 2, 3]})
        self.check(self.deliver_to(UnrealAdapter)["Chair.obj"], (1, 3, 2), "Z", warnings=[])

    def test_a_unit_that_was_passed_over_is_put_right_by_a_second_import(self):
        unreal.State.forgets_unit = True
        self.put_model("Chair", "fbx", {"size": [100, 200, 300]}, dimensions=[1, 2, 3])
        self.check(self.deliver_to(UnrealAdapter)["Chair.fbx"], (1, 3, 2), "Z")

    def test_a_failed_import_leaves_nothing_in_the_project(self):
        self.put_model("Bad", "fbx", {"fail": "x"})
        self.check_failed(self.deliver_to(UnrealAdapter)["Bad.fbx"], "import_failed", "Output Log")
        self.assertEqual((unreal.State.assets, unreal.State.folders), ({}, set()))

    def test_the_session_imports_between_frames_and_ends_without_a_trace(self):
        os.makedirs(self.root + "/Saved/Dropforge")
        os.symlink(self.root + "/settings.json", self.root + "/Saved/Dropforge/settings.json")
        session._SETTINGS = None
        self.addCleanup(delattr, session, "_SETTINGS")
        self.run_session(session, lambda: [call(0.01) for call in list(unreal.State.ticks.values())])
        self.assertEqual(unreal.State.ticks, {})
        self.assertEqual(unreal.State.at_end, [session.stop])
        self.assertIn("Imported ", unreal.State.said[-1])


if __name__ == "__main__":
    unittest.main()
