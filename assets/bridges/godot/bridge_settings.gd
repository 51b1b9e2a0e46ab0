@tool
extends RefCounted
## What was chosen for this project on this computer. Dropforge writes the file, or a person in Godot's menu; the
## `.gitignore` beside it keeps it from a team's other computers.

const StateFiles := preload("res://addons/dropforge/state_files.gd")

const PATH := "res://addons/dropforge/settings.json"


## `{ folder, target, formats, scale, into }`; what is missing or makes no sense is as if nobody had chosen, and without an
## output folder `folder` is empty.
static func read() -> Dictionary:
	var value := StateFiles.read(place())
	var folder: Variant = value.get("folder")
	var target: Variant = value.get("target")
	var formats: Variant = value.get("formats")
	var scale: Variant = value.get("scale")
	var into: Variant = value.get("into")
	return {
		"folder": folder if typeof(folder) == TYPE_STRING else "",
		"target": target if typeof(target) == TYPE_STRING else "",
		"formats": formats if typeof(formats) == TYPE_ARRAY else [],
		"scale": scale if typeof(scale) == TYPE_FLOAT and scale >= 1e-4 and scale <= 1e4 else 1.0,
		"into": into if typeof(into) == TYPE_STRING and is_place(into) else "",
	}


## Chooses the output folder; the rest of the file stays as it is.
static func write_folder(folder: String) -> void:
	var value := StateFiles.read(place())
	value["schema"] = StateFiles.SCHEMA
	value["folder"] = folder
	if not StateFiles.replace(place(), value):
		push_warning("Dropforge: Could not save the output folder setting.")


## Whether models may be put below a folder of the project, such as `res://props`.
static func is_place(into: String) -> bool:
	var parts := into.trim_prefix("res://").split("/")
	for part: String in parts:
		if part == "" or part.begins_with(".") or part != part.strip_edges() or part.validate_filename() != part:
			return false
	return into.begins_with("res://")


## Where the file is.
static func place() -> String:
	return ProjectSettings.globalize_path(PATH)
