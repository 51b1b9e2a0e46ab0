"""Files that a model refers to: what is refused, and how much work the check is."""

import contextlib
import json
import os
import struct
import time
import unittest

from export_folder import FolderCase, RecordingAdapter, describe, make_manifest

from dropforge_bridge.adapter import ImportProblem
from dropforge_bridge.references import find_references

OUTSIDE = [
    "../secret.png",
    "a/../../secret.png",
    "/etc/passwd",
    "//server/share/secret.png",
    "\\\\server\\share\\secret.png",
    "..\\secret.png",
    "C:\\secret.png",
    "C:/secret.png",
    "file:///etc/passwd",
    "file://server/share/secret.png",
    "https://example.org/secret.png",
    "%2e%2e/secret.png",
    "..%2fsecret.png",
    "..%5csecret.png",
    "%2fetc%2fpasswd",
    "%5c%5cserver%5cshare%5csecret.png",
    "file%3a///etc/passwd",
    "%252e%252e/secret.png",
]

MEGABYTE = 1 << 20


def make_fbx(name, node=b"RelativeFilename"):
    """A binary FBX as far as its reader of names looks."""
    value = name.encode("utf-8")
    return b"Kaydara FBX Binary  \0\x1a\0" + node + b"S" + struct.pack("<I", len(value)) + value + b"\0" * 13


def make_gltf(uri, key="images"):
    return json.dumps({"asset": {"version": "2.0"}, key: [{"uri": uri}]}).encode("utf-8")


class ReferenceCase(FolderCase):
    def find(self, path):
        return find_references(path, path.rpartition(".")[2], lambda: None)

    def refuse(self, path, code="unsafe_path"):
        """Expects a refusal; answers its message."""
        with self.assertRaises(ImportProblem) as caught:
            self.find(path)
        self.assertEqual(caught.exception.code, code)
        return str(caught.exception)


class OutsideTest(ReferenceCase):
    def test_a_gltf_that_names_a_file_elsewhere_is_refused(self):
        for key in ("images", "buffers"):
            for uri in OUTSIDE:
                with self.subTest(uri):
                    self.assertIn(uri[:10], self.refuse(self.put("a.gltf", make_gltf(uri, key))))

    def test_an_obj_that_names_a_library_elsewhere_is_refused(self):
        for name in OUTSIDE:
            with self.subTest(name):
                self.refuse(self.put("a.obj", b"v 0 0 0\nmtllib " + name.encode("utf-8") + b"\n"))

    def test_an_mtl_that_names_an_image_elsewhere_is_refused(self):
        model = self.put("a.obj", b"mtllib a.mtl\n")
        for name in OUTSIDE:
            for line in ("map_Kd {}", "  bump -bm 0.5 {}", 'MAP_KS "{}"', "refl -o 1 2 3 -s 1 1 1 {}", "disp a.png {}"):
                with self.subTest(line.format(name)):
                    self.put("a.mtl", ("newmtl a\r\n" + line.format(name) + "\r\n").encode("utf-8"))
                    self.refuse(model)

    def test_an_fbx_that_names_a_file_on_another_computer_is_refused(self):
        text = '; FBX 7.4.0\nTexture: 1 {{\n\t{}: "{}"\n}}\n'
        url = b"XRefUrlS\x01\0\0\0U"
        for name in ("\\\\server\\share\\a.png", "//server/share/a.png", "file://server/a.png", " \\\\?\\UNC\\server\\a.png"):
            for node in ("RelativeFilename", "Filename", "FileName"):
                with self.subTest(node + name):
                    self.refuse(self.put("a.fbx", make_fbx(name, node.encode("ascii"))))
                    self.refuse(self.put("a.fbx", text.format(node, name).encode("utf-8")))
            self.refuse(self.put("a.fbx", make_fbx(name, url)))
            self.refuse(self.put("a.fbx", 'P: "Path", "KString", "XRefUrl", "", "{}"'.format(name).encode("utf-8")))

    def test_an_fbx_with_the_paths_of_its_own_computer_is_imported(self):
        for name in ("C:\\work\\a.png", "/home/me/a.png", "..\\a.png", "a.fbm\\a.png", ""):
            self.assertEqual(self.find(self.put("a.fbx", make_fbx(name))).found, [])
        self.assertEqual(self.find(self.put("a.fbx", b"")).found, [])
        # A length that reaches beyond the end of the file.
        self.find(self.put("a.fbx", b"FileNameS\xff\xff\xff\xffa"))

    def test_a_statement_that_continues_on_the_next_line_is_refused(self):
        for text in (b"mtllib \\\n//server/a.mtl\n", b"mtllib \\\r\n//server/a.mtl", b"o a\\\nmtllib //server/a.mtl\n"):
            with self.subTest(text):
                self.refuse(self.put("a.obj", text))

    def test_every_line_end_separates_statements(self):
        for end in (b"\n", b"\r\n", b"\r"):
            self.refuse(self.put("a.obj", b"v 0 0 0" + end + b"mtllib /etc/a.mtl" + end + b"f 1 1 1"))

    def test_the_receipt_says_in_a_sentence_what_is_refused(self):
        files = {"a.obj": b"mtllib a.mtl\n", "a.mtl": b"map_Kd //server/share/a.png\n"}
        entries = [
            describe("a.obj", files["a.obj"], format_="obj"),
            describe("a.mtl", files["a.mtl"], role="texture", format_="mtl"),
        ]
        self.put_asset("Asset", make_manifest(entries), files)
        for name, data in files.items():
            self.put("loose/" + name, data)
        adapter = RecordingAdapter()
        receipts, _ = self.deliver(adapter)
        message = "The model refers to “//server/share/a.png”, which is outside its folder."
        self.assertEqual([receipt["error"] for receipt in receipts], [{"code": "unsafe_path", "message": message}] * 2)
        self.assertEqual(adapter.orders, [])

    def test_names_inside_the_folder_are_found(self):
        names = ["wood.png", "my wood (1).png", "100%.png", "椅子.png", "tex/wood.png", "a..b.png"]
        for name in names:
            self.put(name, b"png")
        model = self.put("a.obj", b"mtllib ./my chair.mtl\n" * 3)
        maps = ["map_Kd -s 1 1 1 -clamp on " + name.replace("/", "\\") for name in names] + ["map_d gone.png"]
        self.put("my chair.mtl", "\n".join(maps).encode("utf-8"))
        references = self.find(model)
        there = [os.path.relpath(path, self.folder).replace(os.sep, "/") for path in references.found]
        self.assertEqual((there, references.missing), (["my chair.mtl"] + names, ["gone.png"]))
        self.assertEqual(len(self.find(self.put("a.gltf", make_gltf("./tex/wood.png"))).found), 1)
        self.assertEqual(len(self.find(self.put("a.gltf", make_gltf("my%20wood%20(1).png"))).found), 1)


class LargeFileTest(ReferenceCase):
    def test_a_gltf_too_large_to_check_is_refused(self):
        path = self.put("a.gltf", make_gltf("/etc/passwd"))
        os.truncate(path, 64 * MEGABYTE + 1)
        self.assertIn("larger than 64 MB", self.refuse(path, "import_failed"))

    def test_a_glb_is_checked_by_its_json_whatever_its_size(self):
        chunk = make_gltf("//server/a.png")
        header = struct.pack("<4sIII4s", b"glTF", 2, 200 * MEGABYTE, len(chunk), b"JSON")
        path = self.put("a.glb", header + chunk)
        os.truncate(path, 200 * MEGABYTE)
        self.refuse(path)

    def test_a_glb_and_a_gltf_are_told_apart_by_their_content(self):
        chunk = make_gltf("/etc/passwd")
        self.refuse(self.put("a.glb", chunk))
        self.refuse(self.put("a.gltf", struct.pack("<4sIII4s", b"glTF", 2, 20 + len(chunk), len(chunk), b"JSON") + chunk))

    def test_a_glb_whose_json_is_too_large_is_refused(self):
        size = 64 * MEGABYTE + 4
        path = self.put("a.glb", struct.pack("<4sIII4s", b"glTF", 2, 20 + size, size, b"JSON") + make_gltf("/etc/passwd"))
        os.truncate(path, 20 + size)
        self.assertIn("larger than 64 MB", self.refuse(path, "import_failed"))

    def test_a_gltf_nested_too_deeply_to_check_is_refused(self):
        text = b'{"extras":' + b"[" * 200000 + b"]" * 200000 + b',"images":[{"uri":"/etc/passwd"}]}'
        self.refuse(self.put("a.gltf", text), "import_failed")

    def test_json_that_importers_read_leniently_is_checked(self):
        for text in (make_gltf("/etc/passwd") + b"\0\0", make_gltf("/etc/passwd")[:-1] + b',"extras":"\xff\x01"}'):
            self.refuse(self.put("a.gltf", text))

    def test_a_library_at_the_end_of_a_large_obj_is_found(self):
        path = self.put("a.obj", b"v 0.123456789 0.123456789 0.123456789 # vertex\n" * 1500000 + b"mtllib /etc/a.mtl\n")
        self.assertGreater(os.path.getsize(path), 64 * MEGABYTE)
        self.refuse(path)

    def test_a_line_too_long_to_check_is_refused(self):
        path = self.put("a.obj", b" " * (17 * MEGABYTE) + b"\nmtllib /etc/a.mtl\n")
        self.assertIn("too long to check", self.refuse(path, "import_failed"))


class GrowthTest(ReferenceCase):
    """Four times the size must not be much more than four times the work."""

    def seconds(self, text, file):
        model = self.put("a.obj", text if file == "a.obj" else b"mtllib a.mtl\n")
        self.put("a.mtl", text)
        began = time.process_time()
        # A name of thousands of spaces may be refused, but soon.
        with contextlib.suppress(ImportProblem):
            self.find(model)
        return time.process_time() - began

    def test_the_work_grows_with_the_size(self):
        shapes = {
            "blank lines": lambda count: b"\n" * count,
            "spaces": lambda count: b" " * count,
            "spaces before another word": lambda count: b"mtllib a" + b" " * count + b"b\n",
            "spaces in a map": lambda count: b"map_Kd a" + b" " * count + b"b\n",
            "options": lambda count: b"map_Kd" + b" -a -1 on" * (count // 9) + b"\n",
            "continued lines": lambda count: b"\\\n" * (count // 2),
            "one library again and again": lambda count: b"mtllib a.mtl\n" * (count // 13),
        }
        for name, make in shapes.items():
            for file in ("a.obj", "a.mtl"):
                with self.subTest(name, file=file):
                    small = self.seconds(make(20000), file)
                    self.assertLess(self.seconds(make(80000), file), 8 * small + 0.5)


if __name__ == "__main__":
    unittest.main()
