"""What the add-on asks of Blenders that are not on this computer, against a double of their operators."""

import glob
import os
import re
import sys
import types
import unittest

from host_case import BRIDGES, use_double

use_double("blender")
# Blender brings it; the importers only mend its names.
sys.modules.setdefault("numpy", types.ModuleType("numpy"))

import bpy  # noqa: E402
from dropforge_blender import importers  # noqa: E402
from dropforge_blender.dropforge_bridge.adapter import ImportOrder  # noqa: E402

SOURCES = glob.glob(os.path.join(BRIDGES, "blender", "**", "*.py"), recursive=True)

# Gone from the API since 3.4, and in which version. Still there in 5.0, only not to be used: Material.blend_method.
GONE = {
    r"use_auto_smooth|auto_smooth_angle|calc_normals|create_normals_split": "4.1",
    r"\bimport bgl\b|\bbgl\.": "5.0 (deprecated since 3.5)",
    r"\bface_maps\b|bone_groups?\b|\.layers\[": "4.0",
    r"\.vertex_colors\b|edge_creases|bevel_weight\b": "4.0 and earlier",
    r"\.fcurves\b|\.id_root\b|action\.groups\b": "5.0, with the actions of old",
    r"scene\.node_tree|scene\.use_nodes": "5.0",
    r"context\.copy\(\)": "4.0, as what an operator is called with",
    r"\.inputs\.new\(|\.outputs\.new\(": "4.0, of node trees",
    r"shadow_method|use_screen_refraction\b": "4.3",
    r'inputs\["(Specular|Emission|Transmission|Subsurface|Clearcoat|Sheen)"\]': "4.0, where they are called otherwise",
}


class BlenderVersionsTest(unittest.TestCase):
    def run_importer(self, format_, **more):
        order = ImportOrder("asset", "Chair", "/x/chair." + format_, "chair." + format_, format_, **more)
        bpy.calls.clear()
        importers.run_importer(order, 0.001)
        return bpy.calls[0]

    def test_every_format_has_an_importer_with_these_arguments_in_every_version(self):
        for version in bpy.OPERATORS:
            bpy.choose(version)
            for format_ in importers.list_formats():
                for up_axis in (None, "Y", "Z"):
                    with self.subTest(version=version, format=format_, up_axis=up_axis):
                        arguments = self.run_importer(format_, up_axis=up_axis)[1]
                        self.assertEqual(arguments["filepath"], "/x/chair." + format_)

    def test_the_importers_that_are_there_are_called(self):
        names = {"obj": "wm.obj_import", "stl": "wm.stl_import", "ply": "wm.ply_import", "fbx": "import_scene.fbx"}
        for version, others in {
            "3.4": {"ply": "import_mesh.ply"},
            "4.0": {},
            "4.2": {},
            "5.0": {},
            "later": {"fbx": "wm.fbx_import"},
        }.items():
            bpy.choose(version)
            found = {format_: self.run_importer(format_)[0] for format_ in names}
            self.assertEqual(found, {**names, **others}, version)

    def test_axes_and_unit_are_told_in_the_importers_words(self):
        bpy.choose("4.2")
        stl = self.run_importer("stl", up_axis="Y", metres_per_unit=0.01)[1]
        self.assertEqual((stl["forward_axis"], stl["up_axis"], stl["global_scale"]), ("NEGATIVE_Z", "Y", 0.01))
        self.assertEqual(self.run_importer("obj", up_axis="Z")[1]["forward_axis"], "Y")

    def test_nothing_is_asked_for_that_is_gone(self):
        self.assertGreater(len(SOURCES), 8)
        for path in SOURCES:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for pattern, version in GONE.items():
                self.assertIsNone(re.search(pattern, text), "{}: gone since {}".format(os.path.basename(path), version))


if __name__ == "__main__":
    unittest.main()
