"""The bridge of Cinema 4D, against a double of `c4d` whose document is in centimetres."""

import glob
import importlib.machinery
import importlib.util
import os
import pathlib
import re
import unittest

from host_case import BRIDGES, HostCase, use_double

use_double("cinema4d")

import c4d  # noqa: E402
from dropforge_c4d import plugin  # noqa: E402
from dropforge_c4d.c4d_adapter import C4dAdapter  # noqa: E402


class Cinema4dTest(HostCase):
    package = "dropforge_c4d"

    def setUp(self):
        super().setUp()
        c4d.reset()

    def test_a_rigged_fbx_comes_in_under_a_null_without_cameras(self):
        model = {"size": [100, 200, 300], "bone": "hips", "clip": True, "textures": ["wood.png", "gone.png"]}
        more = {"dimensions": [1, 2, 3], "clips": ["Walk"], "hasSkeleton": True}
        self.put_model("椅子", "fbx", model, ["wood.png"], **more)
        receipt = self.deliver_to(C4dAdapter)["椅子.fbx"]
        self.check(receipt, (1, 2, 3), "Y", armature="hips", clips=["Walk"], warnings=[], programVersion="23110")
        self.assertEqual(receipt["textures"], {"linked": 1, "missing": ["gone.png"]})
        self.assertEqual(sorted(receipt["objects"]), ["body", "hips", "椅子"])
        self.assertEqual([item.GetName() for item in c4d.State.doc.GetObjects()], ["椅子"])
        self.assertGreater(c4d.State.events, 0)

    def test_a_glb_whose_unit_was_passed_over_gets_its_size_back(self):
        self.put_model("Chair", "glb", {"size": [1, 2, 3]}, dimensions=[1, 2, 3])
        self.check(self.deliver_to(C4dAdapter, scale=2.0)["Chair.glb"], (2, 4, 6), "Y")

    def test_formats_without_a_loader_are_not_promised(self):
        self.put_model("Chair", "usdz", {"size": [1, 2, 3]})
        self.check_failed(self.deliver_to(C4dAdapter)["Chair"], "no_format", "fbx, glb, gltf, obj, stl")

    def test_a_failed_import_leaves_the_document_as_it_was(self):
        mine = c4d.BaseObject(c4d.Onull)
        c4d.State.doc.InsertObject(mine)
        self.put_model("Bad", "fbx", {"fail": "x"})
        self.check_failed(self.deliver_to(C4dAdapter)["Bad.fbx"], "import_failed", "returned no result")
        self.assertEqual((c4d.State.doc.GetObjects(), c4d.State.doc.GetMaterials()), ([mine], []))

    def test_the_plug_in_imports_on_the_timer_and_ends_with_the_program(self):
        path = os.path.join(BRIDGES, "cinema4d", "dropforge.pyp")
        loader = importlib.machinery.SourceFileLoader("dropforge_pyp", path)
        pyp = importlib.util.module_from_spec(importlib.util.spec_from_loader("dropforge_pyp", loader))
        loader.exec_module(pyp)

        class Life:
            _SETTINGS = None

            @staticmethod
            def start():
                plugin._SETTINGS = Life._SETTINGS
                pyp.plugin.register()

            @staticmethod
            def stop():
                self.assertTrue(pyp.PluginMessage(c4d.C4DPL_ENDACTIVITY, None))

        before = plugin._SETTINGS
        self.addCleanup(setattr, plugin, "_SETTINGS", before)
        self.run_session(Life, lambda: [item.CoreMessage(c4d.MSG_TIMER, None) for item in c4d.State.messages])
        self.assertEqual(c4d.State.messages[0].GetTimer(), 0)
        self.assertEqual(len(c4d.State.commands), 1)
        self.assertIn("Imported ", c4d.State.said[-1])

    def test_the_numbers_to_be_registered_stand_in_one_place(self):
        home = os.path.join(BRIDGES, "cinema4d")
        sources = glob.glob(os.path.join(home, "**", "*.py*"), recursive=True)
        texts = {path: pathlib.Path(path).read_bytes() for path in sources if not path.endswith(".pyc")}
        holding = [os.path.basename(path) for path, text in texts.items() if re.search(rb"\b\d{7}\b", text)]
        self.assertEqual(holding, ["plugin.py"])
        self.assertEqual(len(set(plugin.PLUGIN_IDS)), 2)
        with open(os.path.join(BRIDGES, "README.md"), encoding="utf-8") as file:
            self.assertIn("PLUGIN_IDS", file.read())


if __name__ == "__main__":
    unittest.main()
