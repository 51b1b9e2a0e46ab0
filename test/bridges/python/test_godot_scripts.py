"""Single scripts of the Godot plug-in, translated, in the double of the editor."""

import json
import os
import sys
import threading
import time
import unittest
from unittest import mock

from export_folder import FolderCase, describe, make_manifest

from dropforge_bridge.state_files import read_json

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "doubles", "godot"))

import run_plugin  # noqa: E402
from builtins_double import A, D, S, to_godot  # noqa: E402
from godot_double import FileAccess  # noqa: E402
from project_double import EditorInterface, Project  # noqa: E402


class ManifestTest(FolderCase):
    def to_order(self, entries, files):
        """What the plug-in makes of the manifest of an asset."""
        manifest = self.put_asset("Chair", make_manifest(entries), files)
        script = run_plugin.load_script("manifest.gd")
        return script.to_order(S(self.folder + "/Chair"), S("Chair"), to_godot(manifest), A([S("obj")]), lambda: True)

    def test_a_model_whose_name_belongs_to_another_importer_is_refused(self):
        files = {"chair.gd": b"a script"}
        error = self.to_order([describe("chair.gd", files["chair.gd"], format_="obj")], files)["error"]
        self.assertEqual(error["code"], "bad_manifest")
        self.assertIn("“files[0].format”", error["message"])

    def test_an_id_with_a_line_break_after_it_is_none(self):
        read = run_plugin.load_script("manifest.gd").read_id
        self.assertEqual(read(D(id=S("B2F0A3C4-0000-4000-8000-000000000001"))), "b2f0a3c4-0000-4000-8000-000000000001")
        self.assertEqual(read(D(id=S("b2f0a3c4-0000-4000-8000-000000000001\n"))), "")


class ReferencesTest(FolderCase):
    def find(self, data, keep_alive=lambda: True):
        return run_plugin.load_script("references.gd").find(S(self.put("a.obj", data)), S("obj"), keep_alive)

    def test_a_line_that_is_too_long_is_refused(self):
        error = self.find(b"v 0 0 0\n" + b" " * (17 << 20) + b"\nmtllib a.mtl")["error"]
        self.assertEqual((error["code"], error["message"]), ("import_failed", "“a.obj” contains a line that is too long to check."))

    def test_a_bridge_that_stops_does_not_read_to_the_end(self):
        turns = []
        self.find(b"v 0 0 0\n" * 100000, lambda: turns.append(0) or len(turns) < 3)
        self.assertEqual(len(turns), 3)
        self.assertEqual(self.find(b"v 0 0 0\n" * 100000 + b"mtllib ../a.mtl")["error"]["code"], "unsafe_path")


class ImportTest(FolderCase):
    def setUp(self):
        super().setUp()
        Project.root = os.path.join(self.root, "Project")
        Project.resources, Project.busy = {}, 0
        self.own = self.place("dropforge/own.glb")

    def place(self, relative):
        """A file of the user in the project."""
        path = os.path.join(Project.root, relative)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write("mine")
        return path

    def run_import(self, name, path="own.glb", file="Chair/own.glb", is_later=True, data=b"no model"):
        """The answer of an import."""
        source = self.put(path, data)
        order = D(asset=S("x"), name=S(name), path=S(source), file=S(file), format=S("glb"), sides=A(), unit=None)
        order.update(loose=None, later=is_later)
        run = run_plugin.load_script("model_import.gd").new(order, 1.0, S(""))
        answer = run.begin()
        while not answer:
            answer = run.poll()
        return answer

    def refuse(self, *values):
        """Imports a file that is no model."""
        self.assertEqual(self.run_import(*values)["error"]["code"], "import_failed")

    def test_a_scan_that_runs_already_hides_no_model(self):
        EditorInterface.get_resource_filesystem().scan()
        self.assertEqual(self.run_import("Chair", data=b'{"size": [1, 2, 3]}')["result"]["dimensions"], [1, 2, 3])

    def test_an_import_that_is_interrupted_leaves_nothing_and_is_done_once(self):
        data = b'{"size": [1, 2, 3]}'
        self.put_asset(manifest=make_manifest([describe("a.glb", data)]), files={"a.glb": data})
        settings = os.path.dirname(self.place("addons/dropforge/settings.json")) + "/settings.json"
        with open(settings, "w") as file:
            json.dump({"schema": 1, "folder": self.folder, "target": "test"}, file)
        for is_interrupted in (True, False):
            plugin = run_plugin.load_script("plugin.gd").new()
            plugin._enter_tree()
            while not (plugin._import if is_interrupted else self.state("receipts")):
                plugin._process(0.01)
                time.sleep(0.001)
            plugin._exit_tree()
            there = ["own.glb"] if is_interrupted else ["Chair", "own.glb"]
            self.assertEqual(sorted(os.listdir(os.path.join(Project.root, "dropforge"))), there)

    def test_a_name_of_dots_leaves_the_files_of_the_user(self):
        for name in ("..", ".", " .. ", "...", ".hidden"):
            self.refuse(name)
            with open(self.own) as file:
                self.assertEqual(file.read(), "mine")
            self.assertEqual(os.listdir(Project.root), ["dropforge"])

    def test_a_file_of_the_user_in_place_of_the_folder_is_kept(self):
        own = self.place("dropforge/logo.png")
        self.refuse("x", "logo.png/own.glb", "logo.png/own.glb", False)
        self.assertTrue(os.path.isfile(own))


class ClaimTest(FolderCase):
    def test_a_claim_of_an_impossible_attempt_is_none(self):
        claims = run_plugin.load_script("claims.gd").new(S(self.folder), S("test"))
        others = ["a--test.9999999999999.json", "a--test.-5.json", "a--test.x.json", "b--test.1.json"]
        for name in others:
            self.put(".dropforge/claims/" + name, b"{}")
        self.put(".dropforge/claims/a--test.2.json", b"{}")
        self.age(os.path.join(self.folder, ".dropforge/claims/a--test.2.json"), 100)
        self.assertEqual(claims.acquire(S("a"), 0)["attempt"], 3)
        thread = threading.Thread(target=claims.forget, args=(S("a"),), daemon=True)
        thread.start()
        thread.join(10)
        self.assertFalse(thread.is_alive())
        self.assertEqual(self.state("claims"), sorted(others))


class BaselineTest(FolderCase):
    def test_a_list_that_cannot_be_read_for_a_moment_is_not_empty(self):
        path = self.put("old.obj", b"v 0 0 0\n")
        info = os.stat(path)
        files = {"old.obj": [info.st_size, info.st_mtime_ns // 1000000]}
        self.put(".dropforge/seen/test.json", json.dumps({"schema": 1, "target": "test", "files": files}).encode())
        baseline = run_plugin.load_script("baseline.gd").new(S(self.folder), S("test"))
        exclude = lambda: baseline.exclude(A([S("old.obj"), S("new.obj")]), lambda: False, D())
        opened = FileAccess.open
        with mock.patch.object(FileAccess, "open", lambda path, flags: None if "seen" in path else opened(path, flags)):
            self.assertEqual(exclude(), [])
        self.assertEqual(exclude(), ["new.obj"])


class ScanTest(FolderCase):
    def test_a_manifest_that_is_a_link_is_none(self):
        self.put("Chair/a.obj", b"v 0 0 0\n")
        os.symlink(self.put("manifest.json", b"{}"), os.path.join(self.folder, "Chair", "dropforge.json"))
        found = A()
        run_plugin.load_script("folder_scan.gd").walk(S(self.folder), S(""), 0, found)
        self.assertEqual(found, ["Chair/a.obj"])


class ReceiptTest(FolderCase):
    def test_the_receipt_of_any_model_can_be_read(self):
        receipts = run_plugin.load_script("receipts.gd").new(S(self.folder), S("test"), S("4.3"))
        names = A([S("椅" * 600)] * 1000)
        result = D(objects=names, clips=names, warnings=names, missing=names, armature=S("椅" * 1000000))
        self.assertTrue(receipts.write(D(asset=S("a"), file=S("a")), result, None, 1.0, 1))
        receipt = read_json(os.path.join(self.folder, ".dropforge/receipts/a--test.json"))
        self.assertEqual(receipt["status"], "imported")
        self.assertGreater(len(receipt["objects"]), 50)
        self.assertEqual(len(receipt["armature"]), 500)


class WorkerTest(FolderCase):
    def count_scans(self, is_idle, act=lambda: None):
        """Scans of 20 ms each within two seconds; after one of them something is done."""
        script = run_plugin.load_script("background_worker.gd")
        worker = script.new(S(self.folder), S("test"), S("4.3"), A([S("obj")]), D())
        scans = []

        def scan():
            scans.append(0)
            time.sleep(0.02)
            return is_idle

        worker._scan = scan
        worker.start()
        time.sleep(1.0)
        act()
        time.sleep(1.0)
        worker.stop()
        return len(scans)

    def test_a_bridge_rests_longer_while_nothing_changes(self):
        self.assertGreater(self.count_scans(False), 3)
        self.assertEqual(self.count_scans(True), 1)
        self.assertEqual(self.count_scans(True, self.put_asset), 2)

    def test_no_link_is_followed_to_see_whether_a_folder_still_changes(self):
        for name in ("one", "other"):
            os.symlink(".", os.path.join(self.folder, name))
        files = run_plugin.load_script("loose_files.gd").new(S(self.folder))
        seconds = []
        look = lambda: seconds.append(files.folder_seconds_unchanged(S(self.folder)))
        thread = threading.Thread(target=look, daemon=True)
        thread.start()
        thread.join(10)
        self.assertEqual(seconds, [0.0])

    def test_an_asset_that_another_bridge_imports_is_not_refused(self):
        entry = describe("a.usdz", b"usdz", format_="usdz")
        asset = self.put_asset(manifest=make_manifest([entry]), files={"a.usdz": b"usdz"})["id"]
        claim = self.put(".dropforge/claims/{}--test.1.json".format(asset), b'{"expiresAfter": 60}')
        script = run_plugin.load_script("background_worker.gd")
        worker = script.new(S(self.folder), S("test"), S("4.3"), A([S("obj")]), D())
        worker.start()
        self.addCleanup(worker.stop)
        time.sleep(1.0)
        self.assertEqual(self.state("receipts"), [])
        os.remove(claim)
        while not self.state("receipts"):
            time.sleep(0.01)

    def test_a_folder_that_is_gone_when_the_import_would_begin_fails_no_import(self):
        data = b"v 0 0 0\n"
        self.put_asset(manifest=make_manifest([describe("a.obj", data, format_="obj")]), files={"a.obj": data})
        script = run_plugin.load_script("background_worker.gd")
        worker = script.new(S(self.folder), S("test"), S("4.3"), A([S("obj")]), D())
        worker.start()
        self.addCleanup(worker.stop)
        while not worker._ready:
            time.sleep(0.01)
        os.rename(self.folder, self.folder + "-away")
        self.assertEqual(worker.next_order(), {})
        os.rename(self.folder + "-away", self.folder)
        order = {}
        deadline = time.monotonic() + 10.0
        while not order and time.monotonic() < deadline:
            order = worker.next_order()
            time.sleep(0.01)
        self.assertEqual(order["claim"]["attempt"], 1)


if __name__ == "__main__":
    unittest.main()
