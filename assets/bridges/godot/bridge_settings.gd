@tool
extends RefCounted
## Settings for this project on this computer. Dropforge and the menu in Godot write the file; a `.gitignore` in the
## same folder excludes it from version control.

const StateFiles := preload("res://addons/dropforge/state_files.gd")

const PATH := "res://addons/dropforge/settings.json"


## `{ folder, target, formats, scale, into }`; missing and invalid values are replaced by their defaults. `folder` is empty
## if not set.
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


## Sets the output folder; all other settings are kept.
static func write_folder(folder: String) -> void:
	var value := StateFiles.read(place())
	value["schema"] = StateFiles.SCHEMA
	value["folder"] = folder
	if not StateFiles.replace(place(), value):
		push_warning("Dropforge: Could not save the output folder setting.")


## Whether a path such as `res://props` is a valid destination folder in the project.
static func is_place(into: String) -> bool:
	var parts := into.trim_prefix("res://").split("/")
	for part: String in parts:
		if part == "" or part.begins_with(".") or part != part.strip_edges() or part.validate_filename() != part:
			return false
	return into.begins_with("res://")


## Path of the file.
static func place() -> String:
	return ProjectSettings.globalize_path(PATH)
