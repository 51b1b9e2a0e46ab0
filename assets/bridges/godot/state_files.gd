@tool
extends RefCounted
## Small JSON files that several computers read and write concurrently.

const SCHEMA := 1
const BRIDGE_VERSION := "1.1.0"
const MAX_BYTES := 1 << 20


## Path of `targets`, `claims`, `receipts` or `seen`; created if missing and possible. The output folder itself is never
## created: an unmounted share must not become a local folder.
static func folder(export_folder: String, kind: String) -> String:
	var path := export_folder.path_join(".dropforge").path_join(kind)
	if not DirAccess.dir_exists_absolute(path) and DirAccess.dir_exists_absolute(export_folder):
		DirAccess.make_dir_recursive_absolute(path)
	return path


## The JSON object in a file; empty if missing, too long or anything else.
static func read(path: String, most: int = MAX_BYTES) -> Dictionary:
	var file := FileAccess.open(path, FileAccess.READ)
	if file == null or file.get_length() > most:
		return {}
	var text := file.get_buffer(file.get_length()).get_string_from_utf8()
	file.close()
	var json := JSON.new()
	if json.parse(text) != OK or typeof(json.data) != TYPE_DICTIONARY:
		return {}
	return json.data


## Writes a file; false on a disk error.
static func write(path: String, text: String) -> bool:
	var file := FileAccess.open(path, FileAccess.WRITE)
	if file == null:
		return false
	file.store_string(text)
	file.flush()
	var is_written := file.get_error() == OK
	file.close()
	return is_written


## Writes the same bytes again to update the modification time of an existing file.
static func touch(path: String, text: String) -> void:
	# Not truncated first: another thread may be reading it.
	var file := FileAccess.open(path, FileAccess.READ_WRITE)
	if file != null:
		file.store_string(text)
		file.flush()
		file.close()


## Replaces the content of a file atomically; false on a disk error.
static func replace(path: String, value: Dictionary) -> bool:
	var part := path.get_base_dir().path_join(".%s.%s.part" % [path.get_file(), nonce().left(8)])
	var is_done := write(part, to_text(value)) and DirAccess.rename_absolute(part, path) == OK
	if not is_done:
		remove(part)
	return is_done


## Creates a file atomically; an existing file is kept. Only the holder of the claim writes it. False on a disk error.
static func place_once(path: String, value: Dictionary) -> bool:
	return FileAccess.file_exists(path) or replace(path, value)


## Removes a file if it exists.
static func remove(path: String) -> void:
	if FileAccess.file_exists(path):
		DirAccess.remove_absolute(path)


## A value as JSON text.
static func to_text(value: Dictionary) -> String:
	return JSON.stringify(value, "  ", false, true) + "\n"


## A random id.
static func nonce() -> String:
	return Crypto.new().generate_random_bytes(16).hex_encode()


## Now, in UTC, as `2026-01-31T12:00:00.000Z`.
static func now() -> String:
	return Time.get_datetime_string_from_system(true) + ".000Z"
