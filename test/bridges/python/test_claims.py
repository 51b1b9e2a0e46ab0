"""Several bridges on one folder, and bridges that go down."""

import collections
import json
import os
import shutil
import subprocess
import sys
import unittest
from unittest import mock

from export_folder import FAST, FolderCase, RecordingAdapter, describe, make_glb, make_manifest

from dropforge_bridge.claims import Claims
from dropforge_bridge.share_clock import ShareClock
from dropforge_bridge.state_files import create_file, place_once

PROCESS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bridge_process.py")
ASSETS = 200
PROCESSES = 8


class ClaimsTest(FolderCase):
    def run_bridge(self, *arguments):
        log = os.path.join(self.root, "log")
        return subprocess.Popen([sys.executable, PROCESS, self.folder, "test", log] + list(arguments))

    def count_imports(self):
        path = os.path.join(self.root, "log")
        if not os.path.exists(path):
            return {}
        with open(path) as file:
            return collections.Counter(line.split()[0] for line in file)

    def test_eight_bridges_of_one_target_import_every_asset_once(self):
        for number in range(ASSETS // 2):
            self.put_asset("asset{}".format(number))
            self.put("loose{}.glb".format(number), make_glb("loose {}".format(number)))
        processes = [self.run_bridge() for _ in range(PROCESSES)]
        self.assertEqual([process.wait() for process in processes], [0] * PROCESSES)
        counts = self.count_imports()
        self.assertEqual(len(counts), ASSETS)
        self.assertEqual(set(counts.values()), {1})
        self.assertEqual(len(self.state("receipts")), ASSETS)
        self.assertEqual(self.state("claims"), [])

    def test_the_work_of_a_killed_bridge_is_taken_over_by_one_other(self):
        manifest = self.put_asset()
        self.assertEqual(self.run_bridge("--die-at", "1").wait(), -9)
        self.assertEqual(len(self.state("claims")), 1)
        # The claim still counts: nobody else begins.
        self.assertEqual(self.deliver()[0], [])
        self.age(self.claim_path(), 100)
        processes = [self.run_bridge() for _ in range(4)]
        self.assertEqual([process.wait() for process in processes], [0] * 4)
        self.assertEqual(self.count_imports(), {manifest["id"]: 2})
        self.assertEqual(self.read_receipt(manifest)["attempts"], 2)

    def test_an_asset_that_brings_the_program_down_three_times_is_left_alone(self):
        manifest = self.put_asset()
        for _ in range(3):
            self.assertEqual(self.run_bridge("--die-at", "1").wait(), -9)
            self.age(self.claim_path(), 100)
        self.assertEqual(self.run_bridge().wait(), 0)
        self.assertEqual(self.count_imports(), {manifest["id"]: 3})
        receipt = self.read_receipt(manifest)
        self.assertEqual((receipt["status"], receipt["error"]["code"], receipt["attempts"]), ("failed", "crashed", 3))
        self.assertEqual(self.state("claims"), [])

    def test_a_wrong_clock_neither_steals_nor_keeps_a_claim(self):
        for clock in ("86400", "-86400"):
            with self.subTest(clock):
                manifest = self.put_asset("clock" + clock)
                self.assertEqual(self.run_bridge("--die-at", "1", "--clock", clock).wait(), -9)
                self.assertEqual(self.run_bridge("--clock", clock).wait(), 0)
                self.assertEqual(self.deliver()[0], [])
                self.age(self.claim_path(), 100)
                self.assertEqual(self.run_bridge("--clock", clock).wait(), 0)
                self.assertEqual(self.count_imports()[manifest["id"]], 2)

    def test_a_claim_that_is_refreshed_stays(self):
        claims = Claims(self.folder, "test", ShareClock(self.folder), 60.0)
        claim = claims.acquire("asset", 0)
        self.age(claim.path, 100)
        claim.refresh()
        self.assertIsNone(claims.acquire("asset", 0))
        self.assertTrue(claim.is_valid())

    def test_a_claim_of_a_large_asset_lasts_longer(self):
        claims = Claims(self.folder, "test", ShareClock(self.folder), 60.0)
        claim = claims.acquire("asset", 200000000)
        self.age(claim.path, 100)
        self.assertIsNone(claims.acquire("asset", 0))
        self.age(claim.path, 200)
        self.assertEqual(claims.acquire("asset", 0).attempt, 2)

    def test_a_file_is_created_by_one_only(self):
        path = os.path.join(self.folder, "claim")
        self.assertTrue(create_file(path, b"first"))
        self.assertFalse(create_file(path, b"second"))
        self.assertFalse(place_once(path, b"third"))
        with open(path, "rb") as file:
            self.assertEqual(file.read(), b"first")
        self.assertEqual(os.listdir(self.folder), ["claim"])

    def test_a_claim_without_content_ends_like_any_other(self):
        claims = Claims(self.folder, "test", ShareClock(self.folder), 60.0)
        claim = claims.acquire("asset", 0)
        with open(claim.path, "wb"):
            pass
        self.assertIsNone(claims.acquire("asset", 0))
        self.age(claim.path, 61)
        self.assertEqual(claims.acquire("asset", 0).attempt, 2)

    def test_a_claim_that_names_no_possible_time_ends_like_any_other(self):
        claims = Claims(self.folder, "test", ShareClock(self.folder), 60.0)
        for seconds in ("1" + "0" * 400, "1e999", "NaN", "[]", "true"):
            with self.subTest(seconds[:5]):
                claim = claims.acquire(seconds[:5], 0)
                with open(claim.path, "w") as file:
                    file.write('{"expiresAfter": ' + seconds + "}")
                self.assertEqual(claims.acquire(seconds[:5], 0), None)
                self.age(claim.path, 3601)
                self.assertEqual(claims.acquire(seconds[:5], 0).attempt, 2)

    def test_a_bridge_that_ends_gives_back_what_it_did_not_import(self):
        self.put_asset()
        adapter = RecordingAdapter()
        adapter.can_import = lambda: False
        bridge = self.start(adapter, FAST)
        while not self.state("claims"):
            bridge.tick()
        bridge.close()
        self.assertEqual(self.state("claims"), [])
        self.assertEqual(len(self.deliver()[0]), 1)

    def test_an_asset_that_another_bridge_imports_is_not_refused(self):
        files = {"chair.obj": b"v 0 0 0\n", "wood.png": b"png"}
        entries = [describe("chair.obj", files["chair.obj"], format_="obj")]
        entries.append(describe("wood.png", files["wood.png"], role="texture", format_="png"))
        self.put_asset(manifest=make_manifest(entries), files=files)
        adapter = RecordingAdapter()
        adapter.can_import = lambda: False
        bridge = self.start(adapter, FAST)
        while bridge._next is None:
            bridge.tick()
        os.remove(os.path.join(self.folder, "Chair", "wood.png"))
        # The other bridge rests when it has decided about all that it found.
        self.assertEqual(self.deliver()[0], [])
        adapter.can_import = lambda: True
        receipts = []
        while not receipts:
            receipts = bridge.tick()
        self.assertEqual([receipt["status"] for receipt in receipts], ["imported"])
        self.deliver()
        self.assertEqual((len(self.state("receipts")), self.state("claims")), (1, []))

    def test_a_bridge_that_slept_leaves_an_asset_that_another_bridge_took_over(self):
        self.put_asset()
        adapter = RecordingAdapter()
        adapter.can_import = lambda: False
        bridge = self.start(adapter, FAST)
        # Claimed, checked, and next to be imported.
        while bridge._next is None:
            bridge.tick()
        create_file(self.claim_path().replace(".1.json", ".2.json"), b"{}")
        adapter.can_import = lambda: True
        self.assertEqual((bridge.tick(), adapter.orders), ([], []))
        bridge.close()
        self.assertEqual(len(self.state("claims")), 2)

    def claim_path(self):
        return os.path.join(self.folder, ".dropforge", "claims", self.state("claims")[-1])

    def read_receipt(self, manifest):
        with open(os.path.join(self.folder, ".dropforge", "receipts", manifest["id"] + "--test.json")) as file:
            return json.load(file)


class TroubleTest(FolderCase):
    def test_a_folder_that_is_not_there_is_said_and_not_made(self):
        os.rmdir(self.folder)
        _, bridge = self.deliver()
        self.assertIn("Could not find", bridge.problem)
        self.assertFalse(os.path.exists(self.folder))

    def test_a_folder_that_comes_back_is_delivered_from(self):
        os.rmdir(self.folder)
        bridge = self.start(RecordingAdapter())
        while not bridge.problem:
            bridge.tick()
        os.mkdir(self.folder)
        self.put_asset()
        receipts = []
        while not receipts:
            receipts = bridge.tick()
        self.assertIsNone(bridge.problem)

    @unittest.skipUnless(hasattr(os, "fork"), "folders cannot be locked like this here")
    def test_a_read_only_folder_is_said_and_nothing_is_imported(self):
        self.put_asset()
        os.chmod(self.root, 0o755)
        os.chmod(self.folder, 0o555)
        self.addCleanup(os.chmod, self.folder, 0o755)
        child = os.fork()
        if child == 0:
            code = 1
            try:
                # The administrator may write everywhere.
                if os.geteuid() == 0:
                    os.setuid(65534)
                adapter = RecordingAdapter()
                _, bridge = self.deliver(adapter)
                code = 0 if "Could not write to" in bridge.problem and not adapter.orders else 1
            finally:
                os._exit(code)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_receipts_of_other_programs_do_not_end_the_delivery(self):
        for number, loose in enumerate(('{"bytes": [], "modifiedMs": 1}', '{"bytes": {}}', "[]", "1")):
            self.put(".dropforge/receipts/{}--test.json".format(number), b'{"file": "a", "loose": %s}' % loose.encode())
        self.put_asset()
        self.assertEqual([receipt["status"] for receipt in self.deliver()[0]], ["imported"])

    def test_an_error_in_one_scan_does_not_end_the_delivery(self):
        self.put_asset()
        bridge = self.start(RecordingAdapter())
        baseline = bridge._worker.baseline
        scan = baseline.scan
        baseline.scan = mock.Mock(side_effect=ValueError("odd"))
        while not bridge.problem:
            bridge.tick()
        self.assertEqual(bridge.problem, "Delivery error: odd")
        baseline.scan = scan
        receipts = []
        while not receipts:
            receipts = bridge.tick()
        self.assertIsNone(bridge.problem)

    def test_state_that_cannot_be_made_is_said_and_nothing_is_imported(self):
        """A file where the folder of the state belongs, which not even the administrator can write into."""
        self.put_asset()
        self.put(".dropforge", b"in the way")
        adapter = RecordingAdapter()
        _, bridge = self.deliver(adapter)
        self.assertIn("Could not use", bridge.problem)
        self.assertEqual(adapter.orders, [])

    def test_a_receipt_that_cannot_be_written_is_written_later_and_the_import_not_repeated(self):
        manifest = self.put_asset()
        receipts_folder = os.path.join(self.folder, ".dropforge", "receipts")

        class Adapter(RecordingAdapter):
            def import_asset(self, order):
                shutil.rmtree(receipts_folder)
                open(receipts_folder, "wb").close()
                return super().import_asset(order)

        adapter = Adapter()
        bridge = self.start(adapter)
        while not bridge.problem:
            bridge.tick()
        os.remove(receipts_folder)
        receipts = []
        while not receipts:
            receipts = bridge.tick()
        self.assertEqual(self.state("receipts"), [manifest["id"] + "--test.json"])
        self.assertEqual(len(adapter.orders), 1)


if __name__ == "__main__":
    unittest.main()
