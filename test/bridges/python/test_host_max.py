"""The bridge of 3ds Max, against a double of `pymxs.runtime` whose scene is in inches."""

import unittest

from host_case import HostCase, use_double

use_double("max")

import pymxs  # noqa: E402
from dropforge_max import session  # noqa: E402
from dropforge_max.max_adapter import MaxAdapter  # noqa: E402
from PySide2.QtCore import QTimer  # noqa: E402

rt = pymxs.runtime


class MaxTest(HostCase):
    package = "dropforge_max"

    def setUp(self):
        super().setUp()
        rt.reset()

    def test_a_rigged_fbx_comes_in_on_a_layer_and_is_measured_at_rest(self):
        model = {"size": [100, 200, 300], "bone": "hips", "clip": True, "textures": ["wood.png", "gone.png"]}
        self.put_model("椅子", "fbx", model, ["wood.png"], clips=["Walk"], hasSkeleton=True)
        receipt = self.deliver_to(MaxAdapter)["椅子.fbx"]
        self.check(receipt, (1, 3, 2), "Z", armature="hips", clips=["Walk"], programVersion="2022", warnings=[])
        self.assertEqual(receipt["textures"], {"linked": 1, "missing": ["gone.png"]})
        self.assertEqual([(layer.name, len(layer.nodes)) for layer in rt.LayerManager.layers], [("椅子", 3)])
        self.assertTrue(rt.objects[0].modifiers[0].enabled)

    def test_the_importers_settings_are_a_persons_own_again_afterwards(self):
        before = dict(rt.fbx)
        self.put_model("Chair", "fbx", {"size": [1, 1, 1]})
        self.put_model("Bad", "fbx", {"fail": "x"})
        self.deliver_to(MaxAdapter)
        self.assertEqual(rt.fbx, before)

    def test_an_obj_in_metres_gets_its_size_and_stands_upright(self):
        self.put_model("Chair", "obj", {"size": [1, 2, 3]}, dimensions=[1, 2, 3])
        receipt = self.deliver_to(MaxAdapter)["Chair.obj"]
        self.check(receipt, (1, 3, 2), "Z", objects=["body", "Chair001"])

    def test_an_stl_that_a_person_put_there_is_taken_as_millimetres(self):
        self.put("nut.stl", b'{"size": [10, 20, 30]}')
        receipt = self.deliver_to(MaxAdapter)["nut.stl"]
        self.check(receipt, (0.01, 0.02, 0.03), "Z")
        self.assertIn("0.001 m per unit", receipt["warnings"][0])

    def test_a_factor_and_a_taken_layer_name(self):
        rt.LayerManager.newLayerFromName("Chair")
        self.put_model("Chair", "fbx", {"size": [100, 200, 300]})
        self.check(self.deliver_to(MaxAdapter, scale=0.5)["Chair.fbx"], (0.5, 1.5, 1), "Z")
        self.assertEqual(rt.LayerManager.layers[1].name, "Chair (2)")

    def test_a_failed_import_leaves_nothing(self):
        mine = pymxs.Node("mine", "Editable_Mesh", (1, 1, 1))
        rt.selection = [mine]
        self.put_model("Bad", "fbx", {"fail": "x"})
        self.check_failed(self.deliver_to(MaxAdapter)["Bad.fbx"], "import_failed", "returned no result")
        self.assertEqual((rt.objects, rt.selection), ([mine], [mine]))

    def test_the_session_imports_on_the_timer_and_ends_without_a_trace(self):
        self.run_session(session, QTimer.turn)
        self.assertEqual(QTimer.all, [])
        self.assertIn("Imported ", rt.said[-1])


if __name__ == "__main__":
    unittest.main()
