@tool
extends RefCounted
## Selects the later results of an asset that a target imports. A manifest is read again only if it changed.

const LooseFiles := preload("res://addons/dropforge/loose_files.gd")
const Manifest := preload("res://addons/dropforge/manifest.gd")
const Receipts := preload("res://addons/dropforge/receipts.gd")
const StateFiles := preload("res://addons/dropforge/state_files.gd")

var _export_folder: String
var _receipts: Receipts
var _known := {}


func _init(export_folder: String, receipts: Receipts) -> void:
	_export_folder = export_folder
	_receipts = receipts


## Whether to import a result now: after the asset itself, the newest version of its kind, in one format. `found` are all
## files of the scan, `awaited` those that the target is to import.
func is_due(path: String, value: Dictionary, found: Array, awaited: Array) -> bool:
	var result := _read(value)
	for place: String in found:
		if place == path or place.get_base_dir() != path.get_base_dir():
			continue
		var other := _find(place)
		if other["id"] == "":
			continue
		var is_pending := awaited.has(place) and not _receipts.exists(other["id"])
		if is_pending and place.get_file() == Manifest.FILE_NAME:
			return false
		if other["kind"] != result["kind"] or other["version"] < result["version"]:
			continue
		if other["version"] > result["version"] or _receipts.has_imported(other["id"]):
			return false
		if is_pending and other["age"] < result["age"]:
			return false
	return true


func _find(place: String) -> Dictionary:
	# Another asset may have taken the place of a deleted one.
	var path := _export_folder.path_join(place)
	var mark := LooseFiles.to_mark(path)
	if not _known.has(place) or _known[place]["id"] == "" or _known[place]["mark"] != mark:
		_known[place] = _read(StateFiles.read(path))
		_known[place]["mark"] = mark
	return _known[place]


static func _read(value: Dictionary) -> Dictionary:
	var id := Manifest.read_id(value)
	var kind: Variant = value.get("kind")
	var version: Variant = value.get("version")
	var created: Variant = value.get("createdAt")
	return {
		"id": id,
		"kind": kind if typeof(kind) == TYPE_STRING else "",
		"version": version if typeof(version) == TYPE_FLOAT and version > 0.0 else 1.0,
		"age": (created if typeof(created) == TYPE_STRING else "") + " " + id,
	}
