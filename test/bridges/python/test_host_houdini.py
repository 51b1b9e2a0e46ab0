"""The bridge of Houdini, against a double of `hou`."""

import unittest

from host_case import HostCase, use_double

use_double("houdini")

import hou  # noqa: E402
from dropforge_houdini import session  # noqa: E402
from dropforge_houdini.houdini_adapter import HoudiniAdapter  # noqa: E402


class HoudiniTest(HostCase):
    package = "dropforge_houdini"

    def setUp(self):
        super().setUp()
        hou.reset()

    def test_a_rigged_fbx_gets_back_its_unit_and_is_measured_before_its_bones_move_it(self):
        model = {"size": [100, 200, 300], "bone": "hips", "clip": True, "textures": ["wood.png", "gone.png"]}
        more = {"dimensions": [1, 2, 3], "clips": ["Walk"], "hasSkeleton": True}
        self.put_model("Old Chair", "fbx", model, ["wood.png"], **more)
        receipt = self.deliver_to(HoudiniAdapter)["Old Chair.fbx"]
        self.check(receipt, (1, 2, 3), "Y", armature="hips", clips=["Walk"], warnings=[])
        self.assertEqual(receipt["textures"], {"linked": 1, "missing": ["gone.png"]})
        self.assertEqual(receipt["objects"], ["Old_Chair", "body", "hips", "spine"])
        self.assertEqual(hou.State.calls[0], "Dropforge: Old Chair")
        self.assertAlmostEqual(hou.State.obj.children()[0].parm("scale").eval(), 0.01)

    def test_a_glb_in_metres_stays_as_it_is(self):
        self.put_model("Chair", "glb", {"size": [1, 2, 3]}, dimensions=[1, 2, 3])
        self.check(self.deliver_to(HoudiniAdapter)["Chair.glb"], (1, 2, 3), "Y")

    def test_a_person_says_which_way_is_up_in_a_file_that_does_not(self):
        self.put("Nut.stl", b'{"size": [10, 30, 20]}')
        receipt = self.deliver_to(HoudiniAdapter, bare_up="Y", bare_unit=0.01)["Nut.stl"]
        self.check(receipt, (0.1, 0.3, 0.2), "Y")

    def test_an_stl_with_z_up_stands_upright_in_metres(self):
        more = {"upAxis": "Z", "metersPerUnit": 0.001, "dimensions": [0.01, 0.03, 0.02]}
        self.put_model("Nut", "stl", {"size": [10, 30, 20]}, **more)
        self.check(self.deliver_to(HoudiniAdapter)["Nut.stl"], (0.01, 0.02, 0.03), "Y", warnings=[])

    def test_no_name_is_run_or_expanded(self):
        formats = ("obj", "glb", "fbx")
        for format_ in formats:
            for name in ('`system("x")`', "$HOME"):
                self.put_model(name + format_, format_, {"size": [1, 2, 3]}, dimensions=[1, 2, 3])
        receipts = self.deliver_to(HoudiniAdapter)
        for format_ in formats:
            self.check_failed(receipts['`system("x")`{0}.{0}'.format(format_)], "unsafe_path", "backtick")
            self.check(receipts["$HOME{0}.{0}".format(format_)], (1, 2, 3), "Y")
        self.assertEqual(hou.State.ran, [])

    def test_a_failed_import_leaves_nothing(self):
        self.put_model("Bad", "fbx", {"fail": "Unable to read."})
        self.put_model("Worse", "obj", {"fail": "Unable to read that."})
        receipts = self.deliver_to(HoudiniAdapter)
        self.check_failed(receipts["Bad.fbx"], "import_failed", "Unable to read.")
        self.check_failed(receipts["Worse.obj"], "import_failed", "Unable to read that.")
        self.assertEqual(hou.State.obj.children(), ())

    def test_the_session_imports_on_the_event_loop_and_ends_without_a_trace(self):
        self.run_session(session, lambda: [call() for call in list(hou.State.callbacks)])
        self.assertEqual(hou.State.callbacks, [])
        self.assertIn("Imported ", hou.State.said[-1])


if __name__ == "__main__":
    unittest.main()
