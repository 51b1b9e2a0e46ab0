"""Files that a model refers to: what is refused, and how much work the check is."""

import contextlib
import io
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import time
import unittest
import zipfile

from export_folder import BRIDGES, FolderCase, RecordingAdapter, describe, make_manifest

from dropforge_bridge.adapter import ImportProblem
from dropforge_bridge.fbx_names import list_names
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


def pack_literals(data):
    """An LZ4 block of literals only."""
    size, rest = min(len(data), 15), len(data) - 15
    lengths = b"\xff" * (rest // 255) + bytes([rest % 255]) if rest >= 0 else b""
    return bytes([size << 4]) + lengths + data


def pack_repeated(start, size):
    """A short LZ4 block that repeats its start up to a size."""
    rest = size - len(start) - 4 - 15
    lengths = b"\xff" * (rest // 255) + bytes([rest % 255])
    return bytes([len(start) << 4 | 15]) + start + struct.pack("<H", len(start)) + lengths


def make_crate(*tokens, version=(0, 8, 0), block=None, size=None):
    """A crate as far as its reader of tokens looks: before version 0.4.0 not compressed, later in one LZ4 block."""
    data = b"".join(token.encode("utf-8") + b"\0" for token in tokens)
    packed = b"\0" + pack_literals(data) if block is None else block
    size = len(data) if size is None else size
    if version < (0, 4, 0):
        section = struct.pack("<QQ", len(tokens), size) + data
    else:
        section = struct.pack("<QQQ", len(tokens), size, len(packed)) + packed
    sections = ((b"TOKENS", 88, len(section)), (b"STRINGS", 88 + len(section), 8))
    contents = struct.pack("<Q", len(sections)) + b"".join(struct.pack("<16sQQ", *each) for each in sections)
    header = struct.pack("<8s8BQ", b"PXR-USDC", *version, 0, 0, 0, 0, 0, 88 + len(section) + 8)
    return header.ljust(88, b"\0") + section + struct.pack("<Q", 0) + contents


def make_usda(text):
    return ("#usda 1.0\n(\n    metersPerUnit = 1\n)\n" + text + "\n").encode("utf-8")


def make_usdz(files, method=zipfile.ZIP_STORED):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method) as package:
        for name, data in files.items():
            package.writestr(name, data)
    return content.getvalue()


def make_gltf(uri, key="images"):
    return json.dumps({"asset": {"version": "2.0"}, key: [{"uri": uri}]}).encode("utf-8")


class ReferenceCase(FolderCase):
    def find(self, path):
        return find_references(path, path.rpartition(".")[2], lambda: None)

    def refuse_quickly(self, path):
        """Expects a refusal, also by versions of Python that read integers of any length."""
        limit = getattr(sys, "get_int_max_str_digits", lambda: 0)()
        began = time.process_time()
        try:
            getattr(sys, "set_int_max_str_digits", int)(0)
            self.refuse(path)
        finally:
            getattr(sys, "set_int_max_str_digits", int)(limit)
        self.assertLess(time.process_time() - began, 2.0)
        self.refuse(path)

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

    def test_a_gltf_with_a_very_long_number_is_checked_in_little_time(self):
        for digits in (5000, 4000000):
            start = b'{"extras": [1' + b"0" * digits + b', -0, 1e999, 0.5], '
            path = self.put("a.gltf", start + make_gltf("../secret.png")[1:])
            self.refuse_quickly(path)

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

    def test_an_mtl_that_is_not_named_or_not_alone_in_its_statement_is_refused_too(self):
        self.put("a.mtl", b"map_Kd ../secret.png\n")
        for library in (b"", b"mtllib a.mtl b.mtl\n", b'mtllib "b c.mtl" a.mtl\n', b"mtllib gone.mtl\n"):
            with self.subTest(library):
                self.refuse(self.put("a.obj", library + b"v 0 0 0\n"))
        self.refuse(self.put("other.obj", b"mtllib b.mtl a.mtl\n"))
        self.assertEqual(self.find(self.put("other.obj", b"v 0 0 0\n")).found, [])
        self.put("a.mtl", b"map_Kd a.png\n")
        references = self.find(self.put("a.obj", b"mtllib a.mtl\n"))
        self.assertEqual((set(references.found), references.missing), ({os.path.join(self.folder, "a.mtl")}, ["a.png"]))

    def test_an_fbx_that_names_a_file_on_another_computer_is_refused(self):
        text = '; FBX 7.4.0\nTexture: 1 {{\n\t{}: "{}"\n}}\n'
        url = b"XRefUrlS\x01\0\0\0U"
        for name in NETWORK + [" \\\\?\\UNC\\server\\a.png", "https:\\\\example.org/a.png", "/\\my server/a.png"]:
            for node in ("RelativeFilename", "Filename", "FileName"):
                with self.subTest(node + name):
                    self.refuse(self.put("a.fbx", make_fbx(name, node.encode("ascii"))))
                    self.refuse(self.put("a.fbx", text.format(node, name).encode("utf-8")))
            self.refuse(self.put("a.fbx", make_fbx(name, url)))
            self.refuse(self.put("a.fbx", 'P: "Path", "KString", "XRefUrl", "", "{}"'.format(name).encode("utf-8")))

    def test_an_fbx_with_the_paths_of_its_own_computer_is_imported(self):
        for name in ("C:\\models\\a.png", "/home/me/a.png", "..\\a.png", "a.fbm\\a.png", "/Device/a.png", ""):
            self.assertEqual(self.find(self.put("a.fbx", make_fbx(name))).found, [])
        self.assertEqual(self.find(self.put("a.fbx", b"")).found, [])
        # A length that reaches beyond the end of the file.
        self.find(self.put("a.fbx", b"FileNameS\xff\xff\xff\xffa"))

    def test_names_across_the_parts_of_a_long_fbx_are_read(self):
        name = "//server/" + "a" * 20
        texts = [
            make_fbx(name)[23:],
            make_fbx(name, b"XRefUrlS\x01\0\0\0U")[23:],
            'Filename: "{}"'.format(name).encode("utf-8"),
            'P: "Path", "KString", "XRefUrl", "", "{}"'.format(name).encode("utf-8"),
        ]
        for text in texts:
            for size in range(MEGABYTE - len(text) - 2, MEGABYTE + 2, 3):
                content = b" " * size + text + b"\n" + b" " * 6000
                self.assertIn("“{}”".format(name), self.refuse(self.put("a.fbx", content)))
        # Names of which only the last is on another computer, and the longest that is read.
        text = b'FileName: "a" ' * 200000 + b'FileName: "//server/a"'
        self.refuse(self.put("a.fbx", text))
        long = self.put("a.fbx", make_fbx("a" * 5000))
        self.assertEqual([len(each) for each in list_names(long, lambda: None)], [4096])

    def test_a_long_fbx_renews_the_claim(self):
        turns = []
        list_names(self.put("a.fbx", b"\0" * (8 * MEGABYTE)), lambda: turns.append(0))
        self.assertGreaterEqual(len(turns), 8)

    def test_an_fbx_that_another_program_writes_again_is_an_error_of_the_disk(self):
        script = """
import os, sys
from dropforge_bridge.fbx_names import list_names
turns = []
def shorten():
    turns.append(0)
    if len(turns) == int(sys.argv[2]):
        os.truncate(sys.argv[1], 0)
try:
    list_names(sys.argv[1], shorten)
except OSError as error:
    print(error.strerror)
"""
        env = dict(os.environ, PYTHONPATH=BRIDGES)
        for turn in ("1", "3"):
            path = self.put("a.fbx", make_fbx("a.png") + b"\0" * (8 * MEGABYTE))
            ran = subprocess.run([sys.executable, "-c", script, path, turn], env=env, stdout=subprocess.PIPE)
            self.assertEqual((ran.returncode, ran.stdout.strip()), (0, b"the file changed while it was read"))

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


# Paths and URLs on another computer, whatever the format of the model that names them.
NETWORK = [
    "//server/share/a.png",
    "\\\\server\\share\\a.png",
    "/\\server/share/a.png",
    "\\\\server@SSL\\share\\a.png",
    "\\\\?\\UNC\\server\\share\\a.png",
    "\\??\\UNC\\server\\share\\a.png",
    "/??/UNC/server/share/a.png",
    "\\GLOBAL??\\UNC\\server\\share\\a.png",
    "/DosDevices/UNC/server/share/a.png",
    "\\Device\\Mup\\server\\share\\a.png",
    "/device/LanmanRedirector/server/share/a.png",
    "\0//server/share/a.png",
    "\0\\\\server\\share\\a.png",
    "\0\\??\\UNC\\server\\share\\a.png",
    "//server",
    "file://server/share/a.png",
    "FILE:////server/share/a.png",
    "file:%5c%5cserver/share/a.png",
    "file:///Device/Mup/server/share/a.png",
    "smb://server/share/a.png",
    "//server/share/a.usdz[b.png]",
    "//server/share/a.usd:SDF_FORMAT_ARGS:a=b",
]

# The same in the notations of USD.
NETWORK_USD = [
    "a.usdz[//server/share/a.png]",
    '`"${HOST}/a.png"`',
]

# Asset paths and other strings of valid files.
LOCAL = [
    "",
    "textures/a.png",
    "./a.usda",
    "../a.png",
    "/home/me/a.png",
    "/Device/a.png",
    "/device",
    "C:/models/a.png",
    "C:\\models\\a.png",
    "a.usdz[textures/b.png]",
    "textures/a.<UDIM>.png",
    "file:///C:/models/a.png",
    "file://localhost/models/a.png",
    "https://creativecommons.org/licenses/by/4.0/",
    "http://example.org/a.mdl",
    "omniverse://localhost/Library/a.mdl",
    "me@example.org",
    "// A comment of a shader\nvoid main() {}",
    "//comment\nvoid main() {}",
    "/// A/B comment",
    "//",
    "//*/Wheel",
    "//{isa:Mesh}",
    "See //server/share for the original.",
    "It's `code` of \"a\"",
    "`code`",
    "\\d+ and \\ alone",
]


class UsdTest(ReferenceCase):
    def test_a_layer_that_names_a_file_on_another_computer_is_refused(self):
        for name in NETWORK + NETWORK_USD:
            shapes = {
                "usda": [make_usda("asset a = @{}@".format(name)), make_usda("asset[] a = [@a.png@, @@@{}@@@]".format(name))],
                "usdc": [make_crate("a", name, "b"), make_crate(name, version=(0, 3, 0))],
            }
            shapes["usd"] = shapes["usda"] + shapes["usdc"]
            layers = {"a.usda": make_usda(""), "0/b.usd": shapes["usdc"][0]}
            shapes["usdz"] = [make_usdz(layers), make_usdz({"b.png": b"png", "a.usdz": make_usdz(layers)})]
            for ending, contents in shapes.items():
                for content in contents:
                    with self.subTest(name, ending=ending):
                        message = self.refuse(self.put("a." + ending, content))
                        end = "an expression that cannot be checked." if "`" in name else "which is on another computer."
                        self.assertRegex(message, "^The model refers to “.+”, " + end + "$")

    def test_a_string_of_text_is_refused_however_it_is_escaped(self):
        for text in (
            '"//server/share/a.###.usd"',
            "'\\\\\\\\server\\\\share\\\\a.###.usd'",
            '"\\x2f\\057server/share"',
            '"""//server/share"""',
        ):
            with self.subTest(text):
                self.refuse(self.put("a.usda", make_usda("string templateAssetPath = " + text)))

    def test_valid_files_are_accepted(self):
        text = "\n".join('asset a = @@@{}@@@ # "comment"'.format(name) for name in LOCAL if "`" not in name)
        text += "\n" + "\n".join("string a = " + json.dumps(name) for name in LOCAL)
        text += "\nrel material:binding = </Root/Material> # @ // ' \" \n/* a @b */ # //comment/of the text\n"
        crates = [make_crate(*LOCAL), make_crate(*LOCAL, version=(0, 0, 1)), make_crate()]
        for ending in ("usd", "usda", "usdc"):
            for content in [make_usda(text), b""] + crates:
                self.assertEqual(self.find(self.put("a." + ending, content)).found, [])
        for packed in ({}, {"a.usda": make_usda(text), "0/b.usdc": crates[0], "b.png": b"//server/share"}):
            self.find(self.put("a.usdz", make_usdz(packed)))

    def test_names_across_the_parts_of_a_long_text_are_read(self):
        for name in ("@//server/share/a.png@", "@./b.usda@"):
            self.put("b.usda", make_usda("asset a = @//server/share@"))
            for size in range(MEGABYTE - 30, MEGABYTE, 3):
                self.refuse(self.put("a.usda", b" " * size + name.encode("utf-8") + b" " * 5000))
        # A comment that is cut is not read as a name.
        for size in range(MEGABYTE - 16, MEGABYTE):
            self.find(self.put("a.usda", b" " * size + b'"//comment of a shader"' + b" " * 5000))

    def test_the_layers_beside_a_layer_are_read(self):
        evil = make_usda("asset a = @//server/share/a.png@")
        self.put("Other/evil.usda", evil)
        self.put("it's@.usdc", make_crate("../Export/Other/evil.usda"))
        self.put("loop.usd", make_usda("prepend references = @loop.usd@</A>, subLayers = [@./gone.usd@]"))
        self.find(self.put("loop.usda", make_usda("subLayers = [@loop.usd@, @loop.usda@]")))
        self.refuse(self.put("a.usda", make_usda("subLayers = [@@@./it's@.usdc@@@]")))
        self.refuse(self.put("a.usdc", make_crate("a", os.path.join(self.folder, "Other", "evil.usda"))))
        self.refuse(self.put("a.usdz", make_usdz({"a.usdc": make_crate("Other\\evil.usda[a]")})))
        self.assertEqual(self.find(self.put("b.usdc", make_crate("a.png", "gone.usda", "Other"))).found, [])

    def test_more_layers_than_can_be_checked_are_refused(self):
        for count in range(1001):
            self.put("{}.usda".format(count), b"")
        model = self.put("a.usda", make_usda("".join("@{}.usda@".format(count) for count in range(1001))))
        self.assertIn("too many USD layers", self.refuse(model, "import_failed"))
        model = self.put("a.usda", make_usda("".join("@gone{}.usda@".format(count) for count in range(100001))))
        self.assertIn("too many files", self.refuse(model, "import_failed"))

    def test_matches_of_a_compressed_block_are_unpacked(self):
        # The name is copied from the end of a token, first without a NUL before it.
        block = b"\0" + b"\xd8" + b"x//server/sha" + struct.pack("<H", 12) + b"\x10\0"
        self.find(self.put("a.usdc", make_crate(block=block, size=13 + 12 + 1)))
        block = b"\0" + b"\xef" + b"x//server/sha\0" + struct.pack("<H", 13) + b"\0" + b"\x10" + b"\0"
        self.assertIn("//server/sha", self.refuse(self.put("a.usdc", make_crate(block=block, size=14 + 19 + 1))))
        # An overlapping match: `/` repeated, then a host.
        block = b"\0" + b"\x20\0/" + struct.pack("<H", 1) + b"\x80host/a\0\0"
        self.assertIn("/////host/a", self.refuse(self.put("a.usdc", make_crate(block=block, size=14))))
        # Two chunks, each with its size.
        parts = [pack_literals(b"x\0//ser"), pack_literals(b"ver/share\0")]
        block = b"\x02" + b"".join(struct.pack("<I", len(part)) + part for part in parts)
        self.assertIn("//server/share", self.refuse(self.put("a.usdc", make_crate(block=block, size=17))))

    def test_files_of_the_writers_are_accepted(self):
        root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
        node = shutil.which(os.path.join(root, "node_modules", ".bin", "node")) or shutil.which("node")
        version = subprocess.run([node, "--version"], stdout=subprocess.PIPE).stdout if node else b""
        if int(version[1:].partition(b".")[0] or 0) < 24:
            self.skipTest("needs Node.js 24 or later")
        script = """
            const load = (path) => import(new URL(path, `file://${process.argv[1]}/`).href);
            const { writeFileSync } = await import('node:fs');
            const { createAsymmetricModel } = await load('test/engine/files/asymmetric-model.ts');
            const { writeUsdz } = await load('src-main/engine/files/usd/write/write-usdz.ts');
            const { writeUsdc } = await load('test/engine/files/import/usdc-writer.ts');
            writeFileSync(`${process.argv[2]}/a.usdz`, await writeUsdz(await createAsymmetricModel()));
            for (const [name, asset] of [['good', 'textures/a.png'], ['bad', '//server/share/a.png']]) {
                const properties = { 'inputs:file': { type: 'asset', value: { asset } } };
                const prims = [{ path: '/Image', type: 'Shader', properties }];
                writeFileSync(`${process.argv[2]}/${name}.usdc`, writeUsdc({ metersPerUnit: 1 }, prims));
            }
        """
        subprocess.run([node, "--input-type=module", "-e", script, root, self.folder], check=True)
        for name in ("a.usdz", "good.usdc"):
            self.assertEqual(self.find(os.path.join(self.folder, name)).found, [])
        self.refuse(os.path.join(self.folder, "bad.usdc"))

    def test_a_damaged_file_ends_in_a_sentence(self):
        crate = make_crate("a", "b" * 100)
        package = make_usdz({"a.usdc": crate, "b.png": b"png"})
        damaged = {
            "a.usdc": [crate[:size] for size in (8, 23, 88, 100, len(crate) - 1)],
            "a.usdz": [package[:size] for size in (4, 29, 50, 200)] + [package[:30] + b"x" + package[30:]],
        }
        for distance in (0, 9):
            damaged["a.usdc"].append(make_crate(block=b"\0\x10a" + struct.pack("<H", distance), size=100))
        damaged["a.usdc"] += [make_crate(block=block, size=100) for block in (b"", b"\0\xf0\xff", b"\1\0\0", b"\0\x10a\1")]
        damaged["a.usdc"] += [make_crate(block=b"\0" + pack_literals(b"a" * 101), size=100)]
        for name, contents in damaged.items():
            for content in contents:
                with self.subTest(name, content=content[:40]):
                    message = "“{}” is damaged and cannot be checked.".format(name)
                    self.assertEqual(self.refuse(self.put(name, content), "import_failed"), message)

    def test_changed_bytes_cause_no_other_error(self):
        chance = random.Random(5)
        block = b"\0\xef" + b"x//server/sha\0" + struct.pack("<H", 13) + b"\0\x10\0"
        crate = make_crate("a", "textures/a.png", block=block, size=34)
        layers = {"a.usda": make_usda("asset a = @b.usda@"), "b.usdc": make_crate("a", "b" * 300)}
        packages = make_usdz(dict(layers, **{"c.usdz": make_usdz(layers)}))
        old = make_crate("a", "textures/a.png", version=(0, 3, 0))
        for content in (crate, old, packages, make_usda('asset a = @a.usda@\nstring b = "\\x2f//a"')):
            for _ in range(600):
                changed = bytearray(content)
                for _ in range(chance.choice((1, 1, 2, 8))):
                    changed[chance.randrange(len(changed))] = chance.choice((0, 1, 0x7F, 0xFF, chance.randrange(256)))
                if chance.random() < 0.2:
                    del changed[chance.randrange(len(changed)) :]
                with contextlib.suppress(ImportProblem):
                    self.find(self.put("a.usd", bytes(changed)))

    def test_names_that_unpack_to_more_than_the_limit_are_refused_soon(self):
        began = time.process_time()
        for version in ((0, 3, 0), (0, 8, 0)):
            model = self.put("a.usdc", make_crate("a", version=version, size=64 * MEGABYTE + 1))
            self.assertIn("exceed 64 MB", self.refuse(model, "import_failed"))
        block = b"\0" + pack_repeated(b"//a b c\0", 16 * MEGABYTE)
        layer = make_crate(block=block, size=16 * MEGABYTE)
        self.assertLess(len(layer), MEGABYTE)
        model = self.put("a.usdz", make_usdz({"{}.usdc".format(count): layer for count in range(100)}))
        self.assertIn("exceed 64 MB", self.refuse(model, "import_failed"))
        # More than the size in its header.
        self.assertIn("damaged", self.refuse(self.put("a.usdc", make_crate(block=block, size=MEGABYTE)), "import_failed"))
        for start in (b"\0file:", b"\0`", b"\0a.usd"):
            layer = make_crate(block=b"\0" + pack_repeated(start, 16 * MEGABYTE), size=16 * MEGABYTE)
            self.refuse(self.put("a.usdc", layer), "import_failed")
        self.assertLess(time.process_time() - began, 30)

    def test_a_package_that_importers_cannot_read_is_refused(self):
        layer = make_usda("asset a = @//server/share/a.png@")
        model = self.put("a.usdz", make_usdz({"a.usda": layer}, zipfile.ZIP_DEFLATED))
        self.assertIn("compressed or encrypted layer", self.refuse(model, "import_failed"))
        content = bytearray(make_usdz({"a.usda": layer}))
        content[6] = 1
        self.assertIn("compressed or encrypted layer", self.refuse(self.put("a.usdz", bytes(content)), "import_failed"))
        content = make_usda("")
        for _ in range(5):
            content = make_usdz({"a.usdz": content})
        self.assertIn("nested too deeply", self.refuse(self.put("a.usdz", content), "import_failed"))
        entry = make_usdz({"a": b""}).partition(b"PK\x01\x02")[0]
        self.assertIn("too many files", self.refuse(self.put("a.usdz", entry * 65537), "import_failed"))

    def test_a_layer_that_the_directory_of_a_package_does_not_list_is_read(self):
        hidden = make_usdz({"a.usda": make_usda("asset a = @//server/share/a.png@")}).partition(b"PK\x01\x02")[0]
        content = hidden + make_usdz({"b.usda": make_usda("")})
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            self.assertEqual(package.namelist(), ["b.usda"])
        self.refuse(self.put("a.usdz", content))


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

    def test_the_work_grows_with_the_size_of_a_usd(self):
        texts = [b"\n", b"@", b'"', b"@ ", b"@//", b'"\\', b"@// @", b"/", b"\\", b"`", b"@` @", b"[//", b".usd[", b"@a.usd@"]
        shapes = texts + [b"\0//", b"\0`", b"`(", b"file:"]
        for shape in shapes:
            for is_text in (True, False):
                with self.subTest(shape, is_text=is_text):
                    seconds = []
                    for size in (30000, 120000):
                        data = b"\0a" + shape * (size // len(shape))
                        crate = make_crate(block=b"\0" + pack_literals(data), size=len(data))
                        model = self.put("a.usd", data if is_text else crate)
                        began = time.process_time()
                        with contextlib.suppress(ImportProblem):
                            self.find(model)
                        seconds.append(time.process_time() - began)
                    self.assertLess(seconds[1], 8 * seconds[0] + 0.5)


if __name__ == "__main__":
    unittest.main()
