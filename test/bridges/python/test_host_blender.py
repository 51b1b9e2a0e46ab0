"""What the add-on asks of Blenders that are not on this computer, against a double of their operators."""

import glob
import os
import re
import sys
import types
import unittest
from unittest import mock

from host_case import BRIDGES, HostCase, use_double

use_double("blender")
# Blender brings it; the importers only mend its names.
sys.modules.setdefault("numpy", types.ModuleType("numpy"))

import bpy  # noqa: E402
from dropforge_blender import import_settings, importers, session  # noqa: E402
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


class BlenderSessionTest(HostCase):
    def start_session(self):
        """Starts the add-on with its settings in a file; answers the path of the file."""
        settings = os.path.join(self.root, "settings.json")
        values = dict(folder=self.folder, target="test", has_collection=True, has_materials=True, frames_view=False)
        values.update(scale=1.0, stl_unit="0.001", formats="", into="", bare_up="usual")
        preferences = types.SimpleNamespace(**values)
        for patch in (
            mock.patch.object(import_settings, "_PATH", settings),
            mock.patch.object(session, "read_preferences", lambda: preferences),
            mock.patch.object(session, "SETTINGS_EVERY", 0.0),
        ):
            patch.start()
            self.addCleanup(patch.stop)
        self.addCleanup(session.stop)
        session.start()
        return settings

    def test_it_stops_when_its_settings_are_removed_and_resumes_when_they_are_back(self):
        settings = self.start_session()
        self.assertTrue(os.path.exists(settings))
        bpy.app.timers.tick()
        self.assertIn("Waiting for models", session.describe())
        os.rename(settings, settings + ".old")
        bpy.app.timers.tick()
        self.assertIsNone(session._session.bridge)
        self.assertIn("Restart Blender", session.describe())
        bpy.app.timers.tick()
        self.assertFalse(os.path.exists(settings))
        os.rename(settings + ".old", settings)
        bpy.app.timers.tick()
        self.assertIn("Waiting for models", session.describe())
        self.assertEqual(len(bpy.app.timers.entries), 1)


if __name__ == "__main__":
    unittest.main()
