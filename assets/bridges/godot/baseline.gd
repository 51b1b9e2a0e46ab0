@tool
extends RefCounted
## Models that were in the output folder before this target first scanned it and are not imported.
##
## Listed in `seen/TARGET.json`. The installer writes it, otherwise the first bridge does. It is empty if there are few
## models or if the target already has receipts. If it is deleted later, it is written again. Times are compared in whole
## seconds, the resolution of GDScript.

const StateFiles := preload("res://addons/dropforge/state_files.gd")

const _NOT_IMPORTED := "%d models were already in the output folder and are not imported. To import them, reinstall the bridge with --import-existing."

# Up to this many existing models are imported at the first scan; if there are more, none is.
const _MAX_INITIAL_IMPORTS := 10
const _MAX_ENTRIES := 100000
const _MAX_BYTES := 1 << 25

var _export_folder: String
var _target: String
var _seen := {}
var _stamp := ""


func _init(export_folder: String, target: String) -> void:
	_export_folder = export_folder
	_target = target


## The paths of manifests and loose files that are not in the baseline, whose size is added to `ignored`.
func exclude(paths: Array, is_known: Callable, ignored: Dictionary) -> Array:
	if not _refresh(paths, is_known):
		return []
	if _seen.is_empty():
		return paths
	var left: Array = []
	for path: String in paths:
		if not _seen.has(path) or _seen[path] != _mark(_export_folder.path_join(path)):
			left.append(path)
	if left.size() < paths.size():
		ignored["."] = _NOT_IMPORTED % (paths.size() - left.size())
	return left


## False if the list cannot be read or written now: all models that were there before would be imported.
func _refresh(paths: Array, is_known: Callable) -> bool:
	var folder := StateFiles.folder(_export_folder, "seen")
	if not DirAccess.dir_exists_absolute(folder):
		# The share is gone for a moment.
		return false
	var place := folder.path_join(_target + ".json")
	if not FileAccess.file_exists(place):
		var marks := _seen
		if _stamp == "" and paths.size() > _MAX_INITIAL_IMPORTS and not is_known.call():
			for path: String in paths.slice(0, _MAX_ENTRIES):
				marks[path] = _mark(_export_folder.path_join(path))
		var files := {}
		for path: String in marks:
			files[path] = [marks[path][0], marks[path][1] * 1000]
		if not StateFiles.place_once(place, {"schema": StateFiles.SCHEMA, "target": _target, "files": files}):
			return false
	var stamp := str(_mark(place))
	if stamp == _stamp:
		return true
	if FileAccess.open(place, FileAccess.READ) == null:
		return false
	_stamp = stamp
	_seen = {}
	var entries: Variant = StateFiles.read(place, _MAX_BYTES).get("files")
	if typeof(entries) != TYPE_DICTIONARY:
		return true
	for path: String in entries:
		var entry: Variant = entries[path]
		if typeof(entry) == TYPE_ARRAY and entry.size() == 2 and typeof(entry[0]) == TYPE_FLOAT and typeof(entry[1]) == TYPE_FLOAT:
			_seen[path] = [int(entry[0]), floori(entry[1] / 1000.0)]
	return true


func _mark(path: String) -> Array:
	var file := FileAccess.open(path, FileAccess.READ)
	return [file.get_length() if file != null else 0, FileAccess.get_modified_time(path)]
