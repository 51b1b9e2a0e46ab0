@tool
extends RefCounted
## Loose files: model files without a manifest, and whether files are still being written.

const References := preload("res://addons/dropforge/references.gd")

## Extensions of loose files.
const FORMATS: Array[String] = [
	"glb", "gltf", "fbx", "obj", "stl", "usdz", "usd", "usdc", "usda", "ply", "3mf",
]

## Code of a file that cannot be read now.
const UNREADABLE := "unreadable"

# A file counts as complete if it does not change for this long. GDScript reads file times in whole seconds.
const _STABLE_SECONDS := 1.0
const _CHUNK := 1 << 20

var _export_folder: String
var _seen := {}
var _known := {}
var _remembered := {}


func _init(export_folder: String) -> void:
	_export_folder = export_folder


## Restores ids from receipts.
func remember(ids: Dictionary) -> void:
	_remembered = ids


## Id of a file, hashed once for each state of it; empty while it is being written, or if `keep_alive` returns false.
func find_id(relative: String, keep_alive: Callable) -> String:
	var path := _export_folder.path_join(relative)
	var key := _key(relative, path)
	if _remembered.has(key):
		return _remembered[key]
	if _known.has(key):
		return _known[key]
	if _length(path) == 0:
		return ""
	var is_still := seconds_unchanged(relative, key) >= _STABLE_SECONDS
	if relative.contains("/"):
		is_still = folder_seconds_unchanged(path.get_base_dir()) >= _STABLE_SECONDS and is_still
	if not is_still:
		return ""
	var sha256 := hash_file(path, keep_alive)
	if sha256 == "" or _key(relative, path) != key:
		return ""
	_known[key] = to_id(relative, sha256)
	return _known[key]


## The order for a loose file, or `{ error }`.
func to_order(relative: String, asset: String, keep_alive: Callable) -> Dictionary:
	var path := _export_folder.path_join(relative)
	var format := relative.get_extension().to_lower()
	var found := References.find(path, format, keep_alive)
	if found.has("error"):
		return found
	if format == "gltf" and not found["missing"].is_empty():
		return found["missing"]
	var bytes := _length(path)
	return {
		"asset": asset,
		"name": relative.get_file().get_basename(),
		"path": path,
		"file": relative,
		"format": format,
		"sides": found["sides"],
		"unit": null,
		"promises": [],
		"bytes": bytes,
		"loose": {"bytes": bytes, "modifiedMs": FileAccess.get_modified_time(path) * 1000},
	}


## Seconds since a folder was first seen as it is now, with everything in it.
func folder_seconds_unchanged(folder: String) -> float:
	return seconds_unchanged(folder + "/", "\n".join(_list_marks(folder)))


## Seconds since something was first seen with this mark.
func seconds_unchanged(key: String, mark: String) -> float:
	var now := Time.get_ticks_msec()
	if not _seen.has(key) or _seen[key][0] != mark:
		_seen[key] = [mark, now]
	return (now - _seen[key][1]) / 1000.0


## SHA-256 in hexadecimal; empty if the file cannot be read to its end or `keep_alive`, called after every megabyte,
## returns false.
static func hash_file(path: String, keep_alive: Callable) -> String:
	var file := FileAccess.open(path, FileAccess.READ)
	if file == null:
		return ""
	var digest := HashingContext.new()
	digest.start(HashingContext.HASH_SHA256)
	var left := file.get_length()
	while left > 0:
		var chunk := file.get_buffer(mini(_CHUNK, left))
		if chunk.is_empty() or not keep_alive.call():
			return ""
		digest.update(chunk)
		left -= chunk.size()
	return digest.finish().hex_encode()


## The error of the first file whose content differs from the manifest or, `UNREADABLE`, cannot be read; null if all match.
static func find_damage(promises: Array, keep_alive: Callable) -> Variant:
	for promise: Dictionary in promises:
		var name: String = promise["path"].get_file()
		var found := hash_file(promise["path"], keep_alive)
		if found == "":
			return {"code": UNREADABLE, "message": "Could not read “%s”." % name}
		if found != promise["sha256"]:
			return {"code": "damaged", "message": "“%s” is damaged: its content does not match the manifest." % name}
	return null


## Id of a loose file from its path and content, the same on every computer.
static func to_id(relative: String, sha256: String) -> String:
	var bytes := relative.to_utf8_buffer()
	bytes.append(0)
	bytes.append_array(sha256.to_ascii_buffer())
	var digest := HashingContext.new()
	digest.start(HashingContext.HASH_SHA256)
	digest.update(bytes)
	var id := digest.finish()
	id[6] = (id[6] & 0x0f) | 0x50
	id[8] = (id[8] & 0x3f) | 0x80
	var text := id.hex_encode()
	return "-".join(PackedStringArray([
		text.substr(0, 8), text.substr(8, 4), text.substr(12, 4), text.substr(16, 4), text.substr(20, 12),
	]))


## A text that changes when a file is written or replaced.
static func to_mark(path: String) -> String:
	return "%d|%d" % [_length(path), FileAccess.get_modified_time(path) * 1000]


func _list_marks(folder: String) -> PackedStringArray:
	var marks := PackedStringArray()
	var directory := DirAccess.open(folder)
	if directory == null:
		return marks
	for name in directory.get_files():
		marks.append(_key(name, folder.path_join(name)))
	for name in directory.get_directories():
		marks.append(name)
		# A link may lead back to its own folder.
		if not directory.is_link(folder.path_join(name)):
			marks.append_array(_list_marks(folder.path_join(name)))
	return marks


func _key(relative: String, path: String) -> String:
	return relative + "|" + to_mark(path)


static func _length(path: String) -> int:
	var file := FileAccess.open(path, FileAccess.READ)
	return file.get_length() if file != null else 0
