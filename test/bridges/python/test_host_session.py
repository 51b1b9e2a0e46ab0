"""What all programs' bridges share: settings, measures, names, and a session that never takes its program down."""

import json
import math
import os
import unittest
from unittest import mock

from export_folder import FAST, FolderCase, RecordingAdapter

from dropforge_bridge import host_session
from dropforge_bridge.host_measures import Box, find_unit_correction, lacks_up_rotation, to_plain_name
from dropforge_bridge.host_session import HostSession
from dropforge_bridge.host_settings import HostSettings, prefer, read_settings, write_folder


class SettingsTest(FolderCase):
    def path(self, value):
        path = os.path.join(self.root, "settings.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(value if isinstance(value, str) else json.dumps(value))
        return path

    def test_what_makes_no_sense_is_as_if_nobody_had_chosen(self):
        wild = {"folder": 3, "target": "  ", "formats": "fbx", "scale": 0, "bareUnit": True}
        wild.update(bareUp="X", into=7, materials="off", material=" ")
        for value in ({}, wild, "{", "[]", {"folder": "a\0b", "scale": 1e9, "formats": None}):
            self.assertEqual(read_settings(self.path(value)), HostSettings(None, None, [], 1.0, 0.001))
        self.assertIsNone(read_settings(os.path.join(self.root, "none.json")).folder)

    def test_what_was_chosen_is_read(self):
        value = {"folder": self.folder, "target": "mine", "formats": ["obj", 3], "scale": 2, "bareUnit": 1, "later": {}}
        self.assertEqual(read_settings(self.path(value)), HostSettings(self.folder, "mine", ["obj"], 2.0, 1.0))

    def test_the_way_in_is_read(self):
        value = {"bareUp": "Z", "into": "/Game/Props", "materials": False, "material": "lambert"}
        settings = read_settings(self.path(value))
        self.assertEqual((settings.bare_up, settings.into), ("Z", "/Game/Props"))
        self.assertEqual((settings.has_materials, settings.material), (False, "lambert"))
        self.assertIs(settings.to_heartbeat()["materials"], False)

    def test_a_chosen_folder_leaves_the_rest_as_it_is(self):
        path = self.path({"scale": 2, "later": {"a": 1}})
        write_folder(path, "/srv/椅子")
        with open(path, encoding="utf-8") as file:
            self.assertEqual(json.load(file), {"scale": 2, "later": {"a": 1}, "schema": 1, "folder": "/srv/椅子"})

    def test_a_persons_order_of_formats_comes_first(self):
        self.assertEqual(prefer(["fbx", "glb", "obj"], ["obj", "usd", "obj"]), ["obj", "fbx", "glb"])


class MeasuresTest(unittest.TestCase):
    def test_only_the_factors_of_a_forgotten_unit_are_taken_back(self):
        promised = (1.0, 2.0, 3.0)
        for factor in (100.0, 0.01, 1000.0, 0.001):
            turned = (factor * 1.0, factor * 3.0, factor * 2.0)
            self.assertAlmostEqual(find_unit_correction(turned, promised) * factor, 1.0)
        for found in ((1, 2, 3), (2, 4, 6), (100, 200, 310), (100, 100, 300), (10, 20, 30), (0, 0, 0), None):
            self.assertEqual(find_unit_correction(found, promised), 1.0, found)
        self.assertEqual(find_unit_correction((100, 200, 300), None), 1.0)
        self.assertAlmostEqual(find_unit_correction((100, 0, 300), (1, 0, 3)), 0.01)

    def test_a_model_that_was_not_turned_is_seen(self):
        self.assertTrue(lacks_up_rotation((10, 20, 30), (1, 2, 3), "Y"))
        self.assertFalse(lacks_up_rotation((10, 30, 20), (1, 2, 3), "Y"))
        self.assertFalse(lacks_up_rotation((1, 2, 2), (1, 2, 2), "Y"))
        self.assertFalse(lacks_up_rotation((1, 2, 3), (1, 2, 3), "Z"))

    def test_a_box_without_points_has_no_size(self):
        box = Box()
        self.assertIsNone(box.size())
        box.add_all([(1, 2, 3), (-1, 2, 5)])
        self.assertEqual(box.size(0.5), (1.0, 0.0, 1.0))

    def test_plain_names(self):
        names = {"Stühle (2)": "Stuhle_2", "椅子": "model", "3 Chairs": "model_3_Chairs", "_a_": "a", "": "model"}
        self.assertEqual({name: to_plain_name(name) for name in names}, names)
        self.assertLessEqual(len(to_plain_name("x" * 500)), 64)


class SessionTest(FolderCase):
    def start_session(self, make_adapter, settings=True):
        path = os.path.join(self.root, "settings.json")
        if settings:
            write_folder(path, self.folder)
        said = []
        session = HostSession(path, make_adapter, said.append, FAST)
        self.addCleanup(session.stop)
        session.start()
        return session, said

    def turn(self, session, is_done):
        with mock.patch.object(host_session, "SETTINGS_EVERY", 0.0):
            for _ in range(2000):
                self.assertGreater(session.tick(), 0.0)
                if is_done():
                    return
                host_session.time.sleep(0.005)
        self.fail("nothing happened")

    def test_it_waits_for_a_folder_and_follows_the_settings(self):
        adapter = RecordingAdapter()
        session, said = self.start_session(lambda _: adapter, settings=False)
        self.put_asset()
        session.tick()
        self.assertEqual((session.describe(), adapter.orders), ("Choose an output folder.", []))
        session.choose_folder(self.folder)
        self.turn(session, lambda: session.receipts)
        self.assertEqual(said, ["Imported “chair.glb”, 1 × 2 × 3 m."])
        self.assertIn(self.folder, session.describe())
        session.stop()
        self.assertEqual(session.tick(), 0.0)

    def test_a_factor_that_is_changed_while_the_program_runs_comes_to_the_adapter(self):
        seen = []

        def make(settings):
            seen.append(settings.scale)
            return RecordingAdapter()

        session, _ = self.start_session(make)
        with open(os.path.join(self.root, "settings.json"), "w", encoding="utf-8") as file:
            json.dump({"schema": 1, "folder": self.folder, "scale": 3}, file)
        self.turn(session, lambda: len(seen) == 2)
        self.assertEqual(seen, [1.0, 3.0])

    def test_nothing_an_adapter_does_takes_the_program_down(self):
        class Wild(RecordingAdapter):
            def can_import(self):
                raise RuntimeError("The scene is gone.")

        self.put_asset()
        session, said = self.start_session(lambda _: Wild())
        self.turn(session, lambda: said)
        session.tick()
        self.assertEqual(said, ["Delivery error: The scene is gone."])
        broken, said = self.start_session(lambda _: math.sqrt(-1))
        self.assertEqual(len(said), 1)
        self.assertGreater(broken.tick(), 0.0)

    def test_a_folder_that_is_not_there_is_said_once(self):
        session, said = self.start_session(lambda _: RecordingAdapter())
        session.choose_folder(os.path.join(self.root, "gone"))
        self.turn(session, lambda: said)
        session.tick()
        self.assertEqual(len(said), 1)
        self.assertIn("Could not find", said[0])


if __name__ == "__main__":
    unittest.main()
