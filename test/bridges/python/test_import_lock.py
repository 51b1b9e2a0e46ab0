"""The two threads of a bridge: one stands still while the program imports."""

import threading
import unittest

from dropforge_bridge.import_lock import ImportLock


class ImportLockTest(unittest.TestCase):
    def setUp(self):
        self.went_on = 0
        self.is_over = False
        self.lock = ImportLock(lambda: None)
        self.other = threading.Thread(target=self.go_on)
        self.other.start()
        self.addCleanup(self.end)

    def go_on(self):
        while not self.is_over:
            self.lock.yield_to_import()
            self.went_on += 1

    def end(self):
        self.is_over = True
        self.other.join()

    def test_the_other_thread_stands_still_during_an_import_and_goes_on_after_it(self):
        for _ in range(50):
            with self.lock:
                before = self.went_on
                threading.Event().wait(0.001)
                self.assertEqual(self.went_on, before)
            while self.went_on == before:
                pass

    def test_an_import_that_fails_lets_it_go_on(self):
        with self.assertRaises(ValueError):
            with self.lock:
                raise ValueError
        before = self.went_on
        while self.went_on == before:
            pass


if __name__ == "__main__":
    unittest.main()
