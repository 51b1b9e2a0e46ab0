"""How soon a bridge finds what comes, and how little it does while nothing comes."""

import os
import time
import unittest

from export_folder import FAST, FolderCase, RecordingAdapter

from dropforge_bridge.scan_interval import ScanInterval, rest_after_check

# Scans are so rare that whatever is found was found between two of them.
RARE = FAST._replace(scan_every=60.0)
PATIENCE = 120.0


class ScanIntervalTest(FolderCase):
    def wait_for(self, is_there):
        deadline = time.monotonic() + PATIENCE
        while not is_there():
            self.assertLess(time.monotonic(), deadline, "It was not found between two scans.")
            time.sleep(0.01)

    def start_idle(self, options):
        """A bridge that went through the folder, and rests."""
        self.receipts = []
        bridge = self.start(RecordingAdapter(), options)
        self.receipts += bridge.run_until_idle(PATIENCE)
        return bridge

    def has_receipts(self, bridge, count):
        self.receipts += bridge.tick()
        return len(self.receipts) >= count

    def test_an_asset_is_found_between_two_scans(self):
        bridge = self.start_idle(RARE)
        for count in (1, 2):
            self.put_asset("asset{}".format(count))
            self.wait_for(lambda count=count: self.has_receipts(bridge, count))

    def test_a_receipt_that_is_taken_away_is_missed_between_two_scans(self):
        manifest = self.put_asset()
        bridge = self.start_idle(RARE)
        self.wait_for(lambda: self.has_receipts(bridge, 1))
        os.remove(os.path.join(self.folder, ".dropforge", "receipts", manifest["id"] + "--test.json"))
        self.wait_for(lambda: self.has_receipts(bridge, 2))

    def test_a_receipt_that_is_taken_away_in_the_tick_of_its_listing_is_missed(self):
        manifest = self.put_asset()
        bridge = self.start_idle(RARE)
        self.wait_for(lambda: self.has_receipts(bridge, 1))
        index, receipts = bridge._index, os.path.join(self.folder, ".dropforge", "receipts")
        index.refresh()
        listed = os.stat(receipts)
        os.remove(os.path.join(receipts, manifest["id"] + "--test.json"))
        os.utime(receipts, ns=(listed.st_atime_ns, listed.st_mtime_ns))
        self.wait_for(lambda: self.has_receipts(bridge, 2))

    def test_the_target_stays_live_between_two_scans(self):
        self.start_idle(RARE._replace(beat_every=0.05))
        beat = os.path.join(self.folder, ".dropforge", "targets", "test.json")
        before = os.stat(beat).st_mtime_ns
        self.wait_for(lambda: os.stat(beat).st_mtime_ns != before)

    def test_a_scan_takes_linear_time(self):
        worker = self.start(RecordingAdapter())._worker
        paths = ["Chair {}/dropforge.json".format(number) for number in range(16000)]
        worker._visit_asset = lambda *_: None
        worker.baseline.scan = lambda _: (paths, [])
        began = time.process_time()
        worker._scan()
        self.assertIsNone(worker.problem)
        self.assertLess(time.process_time() - began, 2.0)

    def test_a_bridge_that_rests_ends_at_once(self):
        bridge = self.start_idle(RARE)
        bridge.close()
        self.assertFalse(bridge._worker.is_alive())

    def test_ticks_are_asked_for_soon_while_a_model_is_prepared(self):
        manifest = self.put_asset()
        bridge = self.start(RecordingAdapter(), RARE)
        self.assertFalse(bridge.is_preparing)
        bridge._worker.start()
        bridge._is_started = True
        self.wait_for(lambda: bridge.is_preparing)
        self.assertEqual(bridge.run_until_idle(PATIENCE)[0]["asset"], manifest["id"])
        self.assertFalse(bridge.is_preparing)


class RestTest(unittest.TestCase):
    def rest(self, wakes, answers):
        """How often a rest of minutes asked whether something changed."""
        asked = []
        interval = ScanInterval(300.0, lambda: asked.append(1) or answers[len(asked) - 1])
        if wakes:
            interval.wake.set()
        interval.wait(0.0, True)
        self.assertFalse(interval.wake.is_set())
        return len(asked)

    def test_it_ends_when_something_changed(self):
        self.assertEqual(self.rest(False, [False, False, True]), 3)

    def test_it_ends_when_somebody_wakes_it(self):
        self.assertEqual(self.rest(True, []), 0)

    def test_a_quick_folder_is_asked_often_a_share_seldom_and_a_slow_one_hardly(self):
        self.assertEqual(
            [round(rest_after_check(asked), 3) for asked in (0.00002, 0.0001, 0.001, 0.05)], [0.02, 0.04, 0.1, 0.5]
        )

    def test_a_scan_without_changes_costs_half_a_percent_of_a_core_at_most(self):
        asked = []
        ScanInterval(0.01, lambda: asked.append(1)).wait(0.02, True)
        at_ease = len(asked)
        ScanInterval(0.01, lambda: asked.append(1)).wait(0.02, False)
        self.assertGreater(at_ease, 2 * (len(asked) - at_ease))


if __name__ == "__main__":
    unittest.main()
