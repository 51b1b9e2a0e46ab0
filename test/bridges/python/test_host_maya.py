"""The bridge of Maya, against a double of `maya.cmds`, `maya.mel` and `maya.api.OpenMaya`."""

import os
import unittest
from unittest import mock

from host_case import HostCase, use_double

use_double("maya")

import maya.utils  # noqa: E402
from dropforge_maya import session  # noqa: E402
from dropforge_maya.maya_adapter import MayaAdapter  # noqa: E402
from maya import cmds, scene  # noqa: E402


class MayaTest(HostCase):
    package = "dropforge_maya"

    def setUp(self):
        super().setUp()
        scene.reset()
        plugins = os.path.join(self.root, "plug-ins")
        os.mkdir(plugins)
        for name in ("fbxmaya.so", "objExport.so", "mayaUsdPlugin.so"):
            open(os.path.join(plugins, name), "w").close()
        patch = mock.patch.dict(os.environ, {"MAYA_PLUG_IN_PATH": "/not/there" + os.pathsep + plugins})
        patch.start()
        self.addCleanup(patch.stop)

    def test_a_rigged_fbx_comes_in_as_a_group_and_is_measured_at_rest(self):
        model = {"size": [100, 200, 300], "bone": "hips", "clip": True, "textures": ["wood.png", "gone.png"]}
        self.put_model("Stuhl Ä", "fbx", model, ["wood.png"], clips=["Walk", "Run"], hasSkeleton=True)
        receipt = self.deliver_to(MayaAdapter)["Stuhl Ä.fbx"]
        self.check(receipt, (1, 2, 3), "Y", armature="hips", clips=["Walk"], programVersion="2022")
        self.assertEqual(receipt["textures"], {"linked": 1, "missing": ["gone.png"]})
        self.assertEqual(receipt["objects"], ["Stuhl_A", "body"])
        self.assertIn("single timeline", receipt["warnings"][0])
        self.assertEqual((scene.State.mel[0], scene.State.mel[-1]), ("FBXPushSettings", "FBXPopSettings"))
        self.assertIn("FBXImportMode -v add", scene.State.mel)
        self.assertEqual(scene.find("skinCluster1").attributes["envelope"], 1.0)

    def test_an_obj_in_metres_stands_upright_in_a_scene_with_z_up(self):
        scene.State.up = "z"
        self.put_model("Chair", "obj", {"size": [1, 2, 3]})
        self.check(self.deliver_to(MayaAdapter)["Chair.obj"], (1, 3, 2), "Z", warnings=[])
        self.assertIn(("rotate", 90, 0, 0), scene.State.calls)

    def test_an_obj_with_z_up_stands_upright_in_a_scene_with_y_up(self):
        self.put_model("Chair", "obj", {"size": [1, 2, 3]}, upAxis="Z", metersPerUnit=0.01)
        self.check(self.deliver_to(MayaAdapter)["Chair.obj"], (0.01, 0.03, 0.02), "Y", warnings=[])
        self.assertIn(("rotate", -90, 0, 0), scene.State.calls)

    def test_a_stage_whose_unit_was_passed_over_gets_its_size_back(self):
        self.put_model("Chair", "usdz", {"size": [1, 2, 3]}, dimensions=[1, 2, 3])
        self.check(self.deliver_to(MayaAdapter)["Chair.usdz"], (1, 2, 3), "Y")

    def test_a_scaled_skin_does_not_follow_its_group_too(self):
        self.put_model("Chair", "fbx", {"size": [100, 200, 300], "bone": "hips"}, hasSkeleton=True)
        self.check(self.deliver_to(MayaAdapter, scale=2.0)["Chair.fbx"], (2, 4, 6), "Y")
        self.assertIs(scene.find("body").attributes["inheritsTransform"], False)

    def test_a_file_without_objects_changes_nothing_in_the_scene(self):
        scene.State.nodes.append(scene.Node("mine", "transform"))
        self.put_model("Empty", "fbx", {"size": None})
        receipt = self.deliver_to(MayaAdapter)["Empty.fbx"]
        self.assertEqual((receipt["status"], receipt["dimensions"], receipt["objects"]), ("imported", None, []))
        self.assertEqual(receipt["warnings"], ["The file contains no objects."])
        self.assertIsNone(scene.find("mine").parent)

    def test_a_failed_import_leaves_the_scene_and_the_selection_as_they_were(self):
        mine = scene.Node("mine", "transform")
        scene.State.nodes.append(mine)
        scene.State.selected = [mine]
        self.put_model("Bad", "fbx", {"fail": "File is corrupt."})
        self.put_model("Good", "fbx", {"size": [100, 100, 100]})
        receipts = self.deliver_to(MayaAdapter)
        self.check_failed(receipts["Bad.fbx"], "import_failed", "File is corrupt.")
        self.check(receipts["Good.fbx"], (1, 1, 1), "Y")
        self.assertNotIn("early", [node.name for node in scene.State.nodes])
        self.assertEqual(scene.State.selected, [mine])
        self.assertEqual(scene.State.mel.count("FBXPushSettings"), scene.State.mel.count("FBXPopSettings"))

    def test_without_the_usd_plug_in_usd_is_not_promised(self):
        os.remove(os.path.join(self.root, "plug-ins", "mayaUsdPlugin.so"))
        self.put_model("Chair", "usdz", {"size": [1, 2, 3]})
        self.check_failed(self.deliver_to(MayaAdapter)["Chair"], "no_format", "fbx, obj")
        self.assertEqual([call for call in scene.State.calls if call[0] == "loadPlugin"], [])

    def test_the_session_imports_when_maya_is_idle_and_ends_without_a_trace(self):
        def turn():
            for timer in list(scene.State.timers.values()):
                timer()
            maya.utils.run_idle()

        self.run_session(session, turn)
        self.assertEqual(scene.State.timers, {})
        self.assertIn("body", cmds.ls())


if __name__ == "__main__":
    unittest.main()
