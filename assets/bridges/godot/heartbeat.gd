@tool
extends RefCounted
## The heartbeat of a target, which shows Dropforge and other bridges that it is live.

const StateFiles := preload("res://addons/dropforge/state_files.gd")
const TargetName := preload("res://addons/dropforge/target_name.gd")

const _MAX_IGNORED := 50

var _export_folder: String
var _target: String
var _host: String
var _version: String
var _formats: Array
var _settings: Dictionary


func _init(export_folder: String, target: String, version: String, formats: Array, settings: Dictionary) -> void:
	_export_folder = export_folder
	_target = target
	_host = TargetName.host()
	_version = version
	_formats = formats
	_settings = settings


## Writes it, if possible; `ignored`: reasons by path.
func write(state: String, ignored: Dictionary) -> void:
	var reasons: Array = []
	for path: String in ignored.keys().slice(0, _MAX_IGNORED):
		reasons.append({"path": path, "reason": ignored[path]})
	var folder := StateFiles.folder(_export_folder, "targets")
	StateFiles.replace(folder.path_join(_target + ".json"), {
		"schema": StateFiles.SCHEMA,
		"target": _target,
		"program": "godot",
		"programVersion": _version,
		"bridgeVersion": StateFiles.BRIDGE_VERSION,
		"host": _host,
		"pid": OS.get_process_id(),
		"formats": _formats,
		"settings": _settings,
		"state": state,
		"ignored": reasons,
		"seenAt": StateFiles.now(),
	})
