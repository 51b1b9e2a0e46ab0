@tool
extends RefCounted
## What lay in the output folder before this target first met it, and is left alone: `seen/TARGET.json` names it.
##
## Dropforge writes that when the bridge is installed, else the first bridge that comes does: with nothing in it when
## there is little, or when the target has receipts already. Times are compared in whole seconds, which is all that
## GDScript is told.

const StateFiles := preload("res://addons/dropforge/state_files.gd")

const _LEFT_ALONE := "%d models were already in the output folder and are not imported. To import them, reinstall the bridge with --import-existing."

# So many models are simply imported at the first contact; of more, nobody asked for any.
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


## Those of some paths, of manifests and loose files, that are not left alone; `ignored` learns how many are.
func leave_out(paths: Array, is_known: Callable, ignored: Dictionary) -> Array:
	_refresh(paths, is_known)
	if _seen.is_empty():
		return paths
	var left: Array = []
	for path: String in paths:
		if not _seen.has(path) or _seen[path] != _mark(_export_folder.path_join(path)):
			left.append(path)
	if left.size() < paths.size():
		ignored["."] = _LEFT_ALONE % (paths.size() - left.size())
	return left


func _refresh(paths: Array, is_known: Callable) -> void:
	var place := StateFiles.folder(_export_folder, "seen").path_join(_target + ".json")
	if not FileAccess.file_exists(place):
		var files := {}
		if paths.size() > _MAX_INITIAL_IMPORTS and not is_known.call():
			for path: String in paths.slice(0, _MAX_ENTRIES):
				var mark := _mark(_export_folder.path_join(path))
				files[path] = [mark[0], mark[1] * 1000]
		StateFiles.place_once(place, {"schema": StateFiles.SCHEMA, "target": _target, "files": files})
	var stamp := str(_mark(place))
	if stamp == _stamp:
		return
	_stamp = stamp
	_seen = {}
	var entries: Variant = StateFiles.read(place, _MAX_BYTES).get("files")
	if typeof(entries) != TYPE_DICTIONARY:
		return
	for path: String in entries:
		var entry: Variant = entries[path]
		if typeof(entry) == TYPE_ARRAY and entry.size() == 2 and typeof(entry[0]) == TYPE_FLOAT and typeof(entry[1]) == TYPE_FLOAT:
			_seen[path] = [int(entry[0]), floori(entry[1] / 1000.0)]


func _mark(path: String) -> Array:
	var file := FileAccess.open(path, FileAccess.READ)
	return [file.get_length() if file != null else 0, FileAccess.get_modified_time(path)]
