@tool
extends RefCounted
## Scans the output folder.

const LooseFiles := preload("res://addons/dropforge/loose_files.gd")
const Manifest := preload("res://addons/dropforge/manifest.gd")
const SafePaths := preload("res://addons/dropforge/safe_paths.gd")

# Maximum depth of scanned folders.
const _MAX_DEPTH := 4


## Adds the manifests, and the model files outside of an asset's folder, below a folder: relative to the output folder,
## with forward slashes.
static func walk(export_folder: String, relative: String, depth: int, found: Array) -> void:
	var folder := export_folder.path_join(relative) if relative != "" else export_folder
	var directory := DirAccess.open(folder)
	if directory == null:
		return
	var inside := relative + "/" if relative != "" else ""
	var is_asset := directory.file_exists(Manifest.FILE_NAME) and not directory.is_link(folder.path_join(Manifest.FILE_NAME))
	if depth > 0 and is_asset:
		found.append(inside + Manifest.FILE_NAME)
		for name in directory.get_files():
			if name != Manifest.FILE_NAME and Manifest.is_name(name) and not directory.is_link(folder.path_join(name)):
				found.append(inside + name)
		return
	if SafePaths.is_ignored_name(relative.get_file()):
		return
	for name in directory.get_files():
		var is_model := LooseFiles.FORMATS.has(name.get_extension().to_lower())
		if is_model and not SafePaths.is_ignored_name(name) and not directory.is_link(folder.path_join(name)):
			found.append(inside + name)
	for name in directory.get_directories():
		# An asset whose folder has the name of a temporary file is imported.
		if depth < _MAX_DEPTH and not name.begins_with(".") and not directory.is_link(folder.path_join(name)):
			walk(export_folder, inside + name, depth + 1, found)
