@tool
extends RefCounted
## The manifests of finished assets: `dropforge.json`, and one for each later result in the same folder.

const References := preload("res://addons/dropforge/references.gd")
const SafePaths := preload("res://addons/dropforge/safe_paths.gd")
const StateFiles := preload("res://addons/dropforge/state_files.gd")

const FILE_NAME := "dropforge.json"
const _MAX_FILES := 1000


## Whether it names a manifest: of the asset, or of a later result such as `dropforge.chair_rigged.glb.json`.
static func is_name(name: String) -> bool:
	return name == FILE_NAME or _matches(name, "^dropforge\\..+\\.json$")


## The asset's id; empty if missing or invalid.
static func read_id(value: Dictionary) -> String:
	var id: Variant = value.get("id")
	if typeof(id) != TYPE_STRING:
		return ""
	var lower: String = id.to_lower()
	return lower if _matches(lower, "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\z") else ""


## Whether the manifest requires a newer bridge.
static func is_newer(value: Dictionary) -> bool:
	return typeof(value.get("schema")) == TYPE_FLOAT and value["schema"] > StateFiles.SCHEMA


## The order for a folder with a manifest, in the first available format; everything except the content of its files is
## checked. Or `{ error }`; `missing_file` and `damaged` may be temporary while the folder is copied.
static func to_order(folder: String, relative: String, value: Dictionary, formats: Array, keep_alive: Callable) -> Dictionary:
	var wrong := _find_wrong(value)
	if wrong != "":
		return SafePaths.problem("bad_manifest", "The manifest field “%s” is missing or invalid." % wrong)
	var entries: Array = value["files"]
	for entry: Dictionary in entries:
		var there := SafePaths.resolve(folder, entry["path"])
		if there.has("error") and there["error"]["code"] != "missing_file":
			return there
	var chosen := _choose(entries, formats)
	if chosen.is_empty():
		return SafePaths.problem("no_format", "This program imports %s, but the asset contains none of them." % _list(formats))
	# Godot chooses an importer by the extension.
	if chosen["path"].get_extension().to_lower() != chosen["format"]:
		return SafePaths.problem("bad_manifest", "The manifest field “files[%d].format” is missing or invalid." % entries.find(chosen))
	var inside: String = chosen["path"].left(chosen["path"].rfind("/") + 1)
	var files: Array = [chosen]
	for entry: Dictionary in entries:
		if entry["role"] == "texture" and entry["path"].begins_with(inside):
			files.append(entry)
	var promises: Array = []
	var bytes := 0
	for file: Dictionary in files:
		var found := _find_whole(folder, file)
		if found.has("error"):
			return found
		promises.append({"path": found["path"], "sha256": file["sha256"]})
		bytes += int(file["bytes"])
	var references := References.find(promises[0]["path"], chosen["format"], keep_alive)
	if references.has("error"):
		return references
	var name: Variant = value.get("name")
	return {
		"asset": read_id(value),
		"name": name.strip_edges() if typeof(name) == TYPE_STRING and name.strip_edges() != "" else relative.get_file(),
		"path": promises[0]["path"],
		"file": relative + "/" + chosen["path"],
		"format": chosen["format"],
		"sides": promises.slice(1).map(func(promise: Dictionary) -> String: return promise["path"]),
		"unit": chosen.get("metersPerUnit"),
		"promises": promises,
		"bytes": bytes,
		"loose": null,
		"later": typeof(value.get("asset")) == TYPE_STRING,
	}


static func _find_wrong(value: Dictionary) -> String:
	if typeof(value.get("schema")) != TYPE_FLOAT or value["schema"] != StateFiles.SCHEMA:
		return "schema"
	if read_id(value) == "":
		return "id"
	if typeof(value.get("files")) != TYPE_ARRAY or value["files"].is_empty() or value["files"].size() > _MAX_FILES:
		return "files"
	for index in range(value["files"].size()):
		var entry: Variant = value["files"][index]
		if typeof(entry) != TYPE_DICTIONARY:
			return "files[%d]" % index
		var key := _find_wrong_key(entry)
		if key != "":
			return "files[%d].%s" % [index, key]
	return ""


static func _find_wrong_key(entry: Dictionary) -> String:
	for key: String in ["path", "role", "format", "sha256"]:
		if typeof(entry.get(key)) != TYPE_STRING:
			return key
	if not _matches(entry["format"], "^[a-z0-9]{1,16}\\z"):
		return "format"
	if not _matches(entry["sha256"], "^[0-9a-f]{64}\\z"):
		return "sha256"
	var bytes: Variant = entry.get("bytes")
	if typeof(bytes) != TYPE_FLOAT or bytes < 0.0 or bytes > 9e15 or bytes != floorf(bytes):
		return "bytes"
	return ""


static func _choose(entries: Array, formats: Array) -> Dictionary:
	for format: String in formats:
		for entry: Dictionary in entries:
			if entry["role"] == "model" and entry["format"] == format:
				return entry
	return {}


static func _find_whole(folder: String, entry: Dictionary) -> Dictionary:
	var found := SafePaths.resolve(folder, entry["path"])
	if found.has("error"):
		return found
	var file := FileAccess.open(found["path"], FileAccess.READ)
	if file == null:
		return SafePaths.problem("missing_file", "Could not read “%s”." % entry["path"])
	if file.get_length() != int(entry["bytes"]):
		var words := "“%s” is damaged: it has %d bytes instead of %d."
		return SafePaths.problem("damaged", words % [entry["path"], file.get_length(), int(entry["bytes"])])
	return found


static func _list(formats: Array) -> String:
	return ", ".join(PackedStringArray(formats))


static func _matches(text: String, pattern: String) -> bool:
	return RegEx.create_from_string(pattern).search(text) != null
