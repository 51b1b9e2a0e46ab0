"""What a manifest may say, and what it may not."""

import copy
import json
import os
import random
import unittest

from export_folder import FAST, FolderCase, RecordingAdapter, describe, make_glb, make_manifest

MUTATIONS = 300


class ManifestTest(FolderCase):
    def refuse(self, manifest, files=None, code=None):
        self.put_asset(manifest=manifest, files=files)
        adapter = RecordingAdapter()
        receipts, bridge = self.deliver(adapter)
        self.assertEqual(adapter.orders, [])
        if code:
            self.assertEqual([receipt["error"]["code"] for receipt in receipts], [code])
        return receipts, bridge

    def test_a_path_out_of_the_folder_is_refused(self):
        glb = make_glb()
        self.put("secret.txt", glb)
        paths = ["../secret.txt", "/etc/passwd", "a/../../secret.txt", "..\\secret.txt", "C:/x.glb", "./chair.glb", "a//b"]
        for path in paths:
            with self.subTest(path):
                manifest = make_manifest([describe("chair.glb", glb), describe(path, glb)])
                self.put_asset("n{}".format(paths.index(path)), manifest, {"chair.glb": glb})
        adapter = RecordingAdapter()
        receipts, _ = self.deliver(adapter)
        self.assertEqual({receipt["error"]["code"] for receipt in receipts}, {"unsafe_path"})
        self.assertEqual((len(receipts), adapter.orders), (len(paths), []))

    def test_a_link_inside_the_folder_is_refused(self):
        glb = make_glb()
        secret = os.path.join(self.root, "secret.glb")
        with open(secret, "wb") as file:
            file.write(glb)
        manifest = self.put_asset(manifest=make_manifest([describe("linked.glb", glb)]), files={"chair.glb": glb})
        os.symlink(secret, os.path.join(self.folder, "Chair", "linked.glb"))
        receipts, _ = self.deliver()
        self.assertEqual(receipts[0]["error"]["code"], "unsafe_path")
        self.assertEqual(receipts[0]["asset"], manifest["id"])

    def test_other_content_than_promised_is_refused_by_name(self):
        entry = describe("chair.glb", make_glb("one"))
        receipts, _ = self.refuse(make_manifest([entry]), {"chair.glb": make_glb("two")}, "damaged")
        self.assertIn("chair.glb", receipts[0]["error"]["message"])

    def test_a_model_whose_name_belongs_to_another_importer_is_refused(self):
        files = {"chair.c4d": b"a scene with scripts"}
        other = describe("notes.txt", b"", role="preview", format_="txt")
        entries = [other, describe("chair.c4d", files["chair.c4d"], format_="fbx")]
        receipts, _ = self.refuse(make_manifest(entries), files, "bad_manifest")
        self.assertIn("“files[1].format”", receipts[0]["error"]["message"])
        entry = describe("Chair.GLB", make_glb())
        self.put_asset("Upper", make_manifest([entry]), {"Chair.GLB": make_glb()})
        self.assertEqual([receipt["status"] for receipt in self.deliver()[0]], ["imported"])

    def test_a_damaged_side_file_is_refused_by_name(self):
        files = {"chair.obj": b"v 0 0 0\n", "wood.png": b"png"}
        entries = [
            describe("chair.obj", files["chair.obj"], format_="obj"),
            describe("wood.png", b"gnp", role="texture", format_="png"),
        ]
        receipts, _ = self.refuse(make_manifest(entries), files, "damaged")
        self.assertIn("wood.png", receipts[0]["error"]["message"])

    def test_a_missing_file_is_refused_once_the_folder_rests(self):
        self.refuse(make_manifest([describe("gone.glb", make_glb())]), {"chair.glb": make_glb()}, "missing_file")

    def test_a_file_that_arrives_after_the_manifest_is_waited_for(self):
        glb = make_glb()
        self.put_asset(manifest=make_manifest([describe("chair.glb", glb)]), files={"other.txt": b"x"})
        bridge = self.start(RecordingAdapter(), FAST._replace(patience=30.0))
        for _ in range(20):
            self.assertEqual(bridge.tick(), [])
        self.put("Chair/chair.glb", glb)
        self.assertEqual([receipt["status"] for receipt in bridge.run_until_idle(120.0)], ["imported"])

    def test_no_format_for_the_program_is_said(self):
        receipts, _ = self.refuse(make_manifest([describe("a.usdz", b"usdz", format_="usdz")]), {"a.usdz": b"usdz"}, "no_format")
        self.assertIn("usdz", receipts[0]["error"]["message"])

    def test_a_later_manifest_is_left_for_a_later_bridge(self):
        glb = make_glb()
        manifest = make_manifest([describe("chair.glb", glb)], schema=2)
        receipts, bridge = self.refuse(manifest, {"chair.glb": glb})
        self.assertEqual(receipts, [])
        self.assertIn("Update the bridge", bridge.ignored["Chair"])
        self.assertEqual(self.state("receipts"), [])

    def test_keys_of_a_later_minor_version_are_passed_over(self):
        glb = make_glb()
        entry = describe("chair.glb", glb, upAxis="sideways", clips="none", dimensions=[1, "x", 2], glow=True)
        self.put_asset(manifest=make_manifest([entry, dict(entry, role="poster")], mood="happy"), files={"chair.glb": glb})
        adapter = RecordingAdapter()
        self.assertEqual(self.deliver(adapter)[0][0]["status"], "imported")
        self.assertEqual((adapter.orders[0].up_axis, adapter.orders[0].dimensions), (None, None))

    def test_a_manifest_that_is_no_json_is_passed_over_with_the_reason(self):
        for number, data in enumerate((b"{", b"[]", b"\xff\xfe", b"[" * 100000, b'{"id": 3}')):
            self.put("bad{}/chair.glb".format(number), make_glb())
            self.put("bad{}/dropforge.json".format(number), data)
        adapter = RecordingAdapter()
        receipts, bridge = self.deliver(adapter)
        self.assertEqual((receipts, adapter.orders, len(bridge.ignored)), ([], [], 5))

    def test_no_mutation_of_a_manifest_brings_the_bridge_down(self):
        """Each ends in a receipt, or is passed over with a reason; the good asset beside it is delivered."""
        chance = random.Random(20)
        glb = make_glb()
        good = make_manifest([describe("chair.glb", glb, dimensions=[1, 2, 3], clips=["walk"], upAxis="Y")])
        for number in range(MUTATIONS):
            value = dict(copy.deepcopy(good), id="{:08x}-0000-4000-8000-000000000000".format(number))
            for _ in range(chance.randint(1, 3)):
                value = mutate(value, chance)
            self.put("m{}/chair.glb".format(number), glb)
            self.put("m{}/dropforge.json".format(number), json.dumps(value).encode("utf-8"))
        self.put_asset("zz", good, {"chair.glb": glb})
        receipts, bridge = self.deliver(options=FAST._replace(patience=0.0))
        self.assertIn((good["id"], "imported"), [(receipt["asset"], receipt["status"]) for receipt in receipts])
        answered = {receipt["file"].split("/")[0] for receipt in receipts}
        for number in range(MUTATIONS):
            name = "m{}".format(number)
            if name in answered or name in bridge.ignored:
                continue
            # The same asset a second time is the only other way out.
            with open(os.path.join(self.folder, name, "dropforge.json")) as file:
                self.assertIn(json.load(file)["id"].lower(), {receipt["asset"] for receipt in receipts})
        self.assertTrue(set(self.state("receipts")) >= {receipt["asset"] + "--test.json" for receipt in receipts})
        self.assertEqual(self.state("claims"), [])


WILD = [None, True, -1, 0, 1e308, "", "x", "../x", "\0", "\ud800", [], {}, [[]], {"a": 1}, "x" * 5000, 1 << 70, 1.5]


def mutate(value, chance):
    """The value with one thing in it changed, taken out or put in."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(sorted(value))
        changed = dict(value)
        way = chance.random()
        if way < 0.2:
            del changed[key]
        elif way < 0.5:
            changed[key] = chance.choice(WILD)
        else:
            changed[key] = mutate(value[key], chance)
        return changed
    if isinstance(value, list) and value and chance.random() < 0.8:
        index = chance.randrange(len(value))
        return value[:index] + [mutate(value[index], chance)] + value[index + chance.randint(0, 1) :]
    return chance.choice(WILD)


if __name__ == "__main__":
    unittest.main()
