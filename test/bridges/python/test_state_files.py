"""Reading state files that are no files."""

import os
import threading
import unittest

from export_folder import FolderCase
from dropforge_bridge.state_files import MAX_BYTES, read_json


class ReadJsonTest(FolderCase):
    def read(self, path):
        """Reads in a thread, so that a read that blocks fails the test."""
        found = ["blocked"]
        thread = threading.Thread(target=lambda: found.__setitem__(0, read_json(path)), daemon=True)
        thread.start()
        thread.join(10)
        return found[0]

    @unittest.skipUnless(hasattr(os, "mkfifo"), "no pipes")
    def test_a_pipe_is_not_read_and_does_not_block(self):
        path = os.path.join(self.root, "dropforge.json")
        os.mkfifo(path)
        self.assertIsNone(self.read(path))

    @unittest.skipUnless(hasattr(os, "O_NOFOLLOW"), "links are followed")
    def test_a_link_is_not_followed(self):
        self.put("real.json", b'{"a": 1}')
        path = os.path.join(self.folder, "link.json")
        os.symlink(os.path.join(self.folder, "real.json"), path)
        self.assertEqual(self.read(os.path.join(self.folder, "real.json")), {"a": 1})
        self.assertIsNone(self.read(path))

    def test_a_folder_and_a_file_that_is_too_long_are_not_read(self):
        self.put("long.json", b'{"a": 1}' + b" " * MAX_BYTES)
        self.assertIsNone(self.read(os.path.join(self.folder, "long.json")))
        self.assertIsNone(self.read(self.folder))

    def test_a_very_long_number_is_read_as_a_float(self):
        path = self.put("long.json", b'{"a": 1' + b"0" * 5000 + b', "b": -9007199254740991, "c": 1.5}')
        self.assertEqual(self.read(path), {"a": float("inf"), "b": -9007199254740991, "c": 1.5})
