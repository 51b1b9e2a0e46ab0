"""Single scripts of the Godot plug-in, translated, in the double of the editor."""

import os
import sys
import unittest

from export_folder import FolderCase, describe, make_manifest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "doubles", "godot"))

import run_plugin  # noqa: E402
from builtins_double import A, S, to_godot  # noqa: E402


class ManifestTest(FolderCase):
    def to_order(self, entries, files):
        """What the plug-in makes of the manifest of an asset."""
        manifest = self.put_asset("Chair", make_manifest(entries), files)
        script = run_plugin.load_script("manifest.gd")
        return script.to_order(S(self.folder + "/Chair"), S("Chair"), to_godot(manifest), A([S("obj")]))

    def test_a_model_whose_name_belongs_to_another_importer_is_refused(self):
        files = {"chair.gd": b"a script"}
        error = self.to_order([describe("chair.gd", files["chair.gd"], format_="obj")], files)["error"]
        self.assertEqual(error["code"], "bad_manifest")
        self.assertIn("“files[0].format”", error["message"])


if __name__ == "__main__":
    unittest.main()
