"""The command that delivers to a plain folder."""

import json
import os
import subprocess
import sys
import unittest

from export_folder import BRIDGES, FolderCase, describe, make_glb, make_manifest

from dropforge_bridge.copy_adapter import CopyAdapter, to_safe_name


class CopyTest(FolderCase):
    def run_command(self, *arguments):
        command = [sys.executable, "-m", "dropforge_bridge", "--folder", self.folder, "--to", self.to(), "--once"]
        environment = dict(os.environ, PYTHONPATH=BRIDGES, PYTHONIOENCODING="utf-8")
        done = subprocess.run(
            command + list(arguments), env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode("utf-8")

    def to(self, *names):
        return os.path.join(self.root, "to", *names)

    def read(self, *names):
        with open(self.to(*names), "rb") as file:
            return file.read()

    def test_a_model_is_copied_with_its_side_files_in_their_places(self):
        files = {"chair.obj": b"v 0 0 0\n", "maps/wood.png": b"png"}
        entries = [
            describe("chair.obj", files["chair.obj"], format_="obj"),
            describe("maps/wood.png", files["maps/wood.png"], role="texture", format_="png"),
        ]
        self.put_asset("Стул", make_manifest(entries, name="Стул: rot?"), files)
        code, receipts, _ = self.run_command()
        self.assertEqual((code, receipts[0]["status"]), (0, "imported"))
        self.assertEqual(receipts[0]["objects"], ["Стул_ rot_/chair.obj", "Стул_ rot_/maps/wood.png"])
        self.assertEqual(self.read("Стул_ rot_", "maps", "wood.png"), b"png")
        self.assertEqual(self.run_command()[1], [])

    def test_what_is_there_is_never_replaced_and_never_doubled(self):
        os.makedirs(self.to("Chair"))
        with open(self.to("Chair", "chair.glb"), "wb") as file:
            file.write(b"mine")
        manifest = self.put_asset()
        self.assertEqual(self.run_command()[1][0]["objects"], ["Chair/chair (2).glb"])
        self.assertEqual(self.read("Chair", "chair.glb"), b"mine")
        self.assertEqual(self.run_command("--again", manifest["id"])[1][0]["objects"], ["Chair/chair (2).glb"])
        self.assertEqual(sorted(os.listdir(self.to("Chair"))), ["chair (2).glb", "chair.glb"])

    def test_a_model_keeps_its_own_side_files_beside_another_of_the_same_name(self):
        for name, color in (("one", b"1"), ("other", b"2")):
            files = {"chair.obj": b"mtllib chair.mtl\n# " + color, "chair.mtl": b"newmtl " + color}
            entries = [
                describe("chair.obj", files["chair.obj"], format_="obj"),
                describe("chair.mtl", files["chair.mtl"], role="texture", format_="mtl"),
            ]
            self.put_asset(name, make_manifest(entries, name="Chair"), files)
            self.assertEqual(self.run_command()[0], 0)
            self.assertEqual(self.run_command("--rule", "{file}", "--target", "flat", "--to", self.to("."))[0], 0)
        self.assertEqual(self.read("chair.mtl") + self.read("chair (2)", "chair.mtl"), b"newmtl 1newmtl 2")
        for place, color in (("Chair", b"1"), ("Chair (2)", b"2")):
            self.assertEqual(self.read(place, "chair.obj"), b"mtllib chair.mtl\n# " + color)
            self.assertEqual(self.read(place, "chair.mtl"), b"newmtl " + color)

    def test_a_rule_names_the_place(self):
        self.put_asset()
        self.assertEqual(
            self.run_command("--rule", "{format}/{name}-{file}")[1][0]["objects"], ["glb/Chair-chair.glb"]
        )

    def test_a_wrong_call_is_said(self):
        self.assertEqual(self.run_command("--rule", "{name}")[0], 2)
        self.assertIn("{mood}", self.run_command("--rule", "{mood}/{file}")[2])
        self.assertEqual(self.run_command("--to", os.path.join(self.folder, "inside"))[0], 2)

    def test_a_failure_ends_with_one(self):
        self.put_asset(manifest=make_manifest([describe("chair.glb", make_glb("other"))]), files={"chair.glb": make_glb("12345")})
        code, receipts, _ = self.run_command()
        self.assertEqual((code, receipts[0]["error"]["code"]), (1, "damaged"))

    def test_names_are_safe_on_every_system(self):
        names = {"con.glb": "_con.glb", "a/b.glb": "a_b.glb", " x. ": "x", "..": "model", "\u202egnp.glb": "_gnp.glb"}
        self.assertEqual({name: to_safe_name(name) for name in names}, names)
        self.assertLessEqual(len(to_safe_name("椅" * 300 + ".glb").encode("utf-8")), 120)

    def test_an_unwritable_place_is_an_answer(self):
        with open(self.to(), "wb"):
            pass
        self.put_asset()
        receipts, _ = self.deliver(CopyAdapter(self.to()))
        self.assertEqual(receipts[0]["error"]["code"], "import_failed")


if __name__ == "__main__":
    unittest.main()
