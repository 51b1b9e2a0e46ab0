@tool
extends RefCounted
## All receipts of one target: the final result for each asset.

const StateFiles := preload("res://addons/dropforge/state_files.gd")

const _MAX_TEXT_LENGTH := 500
const _MAX_ENTRIES := 1000

# The lists of a receipt together are shorter than a file of the protocol may be.
const _MAX_LIST_BYTES := 200000

var _export_folder: String
var _target: String
var _version: String


func _init(export_folder: String, target: String, version: String) -> void:
	_export_folder = export_folder
	_target = target
	_version = version


## Whether the asset has a receipt and so is never imported again.
func exists(asset: String) -> bool:
	return FileAccess.file_exists(_path(asset))


## Whether the receipt says that the asset was imported.
func has_imported(asset: String) -> bool:
	return StateFiles.read(_path(asset)).get("status") == "imported"


## Whether this target has any receipt.
func has_any() -> bool:
	for name in DirAccess.get_files_at(StateFiles.folder(_export_folder, "receipts")):
		if name.ends_with("--%s.json" % _target):
			return true
	return false


## Ids of loose files by `path|bytes|time`, so that they need not be hashed again after a restart.
func list_loose() -> Dictionary:
	var found := {}
	var folder := StateFiles.folder(_export_folder, "receipts")
	for name in DirAccess.get_files_at(folder):
		if not name.ends_with("--%s.json" % _target):
			continue
		var receipt := StateFiles.read(folder.path_join(name))
		var loose: Variant = receipt.get("loose")
		if typeof(loose) == TYPE_DICTIONARY:
			var key := "%s|%d|%d" % [receipt.get("file"), loose.get("bytes", 0), loose.get("modifiedMs", 0)]
			found[key] = receipt.get("asset", "")
	return found


## Writes a receipt; `result` is empty for a failure, `error` is null for an import. False on a disk error.
func write(order: Dictionary, result: Dictionary, error: Variant, seconds: float, attempts: int) -> bool:
	var dimensions: Variant = result.get("dimensions")
	var armature: Variant = result.get("armature")
	return StateFiles.place_once(_path(order["asset"]), {
		"schema": StateFiles.SCHEMA,
		"asset": order["asset"],
		"target": _target,
		"program": "godot",
		"programVersion": _version,
		"bridgeVersion": StateFiles.BRIDGE_VERSION,
		"status": "imported" if error == null else "failed",
		"file": order["file"],
		"objects": _texts(result.get("objects", [])),
		"dimensions": dimensions,
		"upAxis": null if dimensions == null else "Y",
		"textures": {"linked": result.get("linked", 0), "missing": _texts(result.get("missing", []))},
		"clips": _texts(result.get("clips", [])),
		"armature": null if armature == null else str(armature).left(_MAX_TEXT_LENGTH),
		"warnings": _texts(result.get("warnings", [])),
		"error": error,
		"seconds": snappedf(maxf(0.0, seconds), 0.001),
		"attempts": attempts,
		"importedAt": StateFiles.now(),
		"loose": order.get("loose"),
	})


func _path(asset: String) -> String:
	return StateFiles.folder(_export_folder, "receipts").path_join("%s--%s.json" % [asset, _target])


func _texts(values: Array) -> Array:
	var texts: Array = []
	var room := _MAX_LIST_BYTES
	for value: Variant in values.slice(0, _MAX_ENTRIES):
		var text := str(value).left(_MAX_TEXT_LENGTH)
		# With its indentation and comma.
		room -= JSON.stringify(text).to_utf8_buffer().size() + 8
		if room < 0:
			break
		texts.append(text)
	return texts
