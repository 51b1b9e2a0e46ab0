@tool
extends RefCounted
## Imports a model into its own folder of the project. Godot's importer takes several frames: call `begin`, then `poll`
## until it returns a result.

const ModelMeasure := preload("res://addons/dropforge/model_measure.gd")
const SafePaths := preload("res://addons/dropforge/safe_paths.gd")

## Default destination folder; the folder structure of the output folder is kept below the destination.
const ROOT := "res://dropforge"

# What models refer to. Godot runs the scripts that an `.import` file names.
const _SIDE_FORMATS: Array[String] = [
	"bin", "bmp", "dds", "exr", "gif", "hdr", "jpeg", "jpg", "ktx", "ktx2", "mtl", "png", "psd", "tga", "tif", "tiff", "webp",
]

# Time limit of an import.
const _PATIENCE_MS := 60000

var order: Dictionary
var _scale: float
var _root: String
var _folder: String
var _model: String
var _is_scan_missing := false
var _began := Time.get_ticks_msec()


func _init(wanted: Dictionary, scale: float, into: String) -> void:
	order = wanted
	_scale = scale
	_root = ROOT if into == "" else into
	_folder = _find_free_folder()
	_model = _folder.path_join(order["path"].get_file())


## Copies the files into the project and starts the import; returns `{ error }` on failure, otherwise `{}`.
func begin() -> Dictionary:
	var base: String = order["path"].get_base_dir()
	for source: String in [order["path"]] + order["sides"]:
		if source != order["path"] and not _is_side(source):
			continue
		# Side files keep their relative paths, which the model refers to.
		var to := ProjectSettings.globalize_path(_folder).path_join(source.trim_prefix(base + "/"))
		DirAccess.make_dir_recursive_absolute(to.get_base_dir())
		if DirAccess.copy_absolute(source, to) != OK:
			return _fail("Could not copy “%s” into the project." % source.get_file())
	_write_settings()
	var files := EditorInterface.get_resource_filesystem()
	# A scan is not started during another one, which may have passed the folder already.
	_is_scan_missing = files.is_scanning()
	files.scan()
	return {}


## Empty while Godot imports; then `{ result }` or `{ error }`.
func poll() -> Dictionary:
	var files := EditorInterface.get_resource_filesystem()
	if files.is_scanning():
		return {}
	if _is_scan_missing:
		_is_scan_missing = false
		files.scan()
		return {}
	if ResourceLoader.exists(_model):
		var resource := ResourceLoader.load(_model, "", ResourceLoader.CACHE_MODE_IGNORE)
		if resource != null:
			var result := ModelMeasure.measure(resource)
			if order["format"] == "obj" and order["unit"] == null:
				result["warnings"].append("OBJ files do not store a unit; 1 m per unit was used.")
			for side: String in order["sides"]:
				if not _is_side(side):
					var words := "“%s” was not copied into the project: it is neither an image nor a material."
					result["warnings"].append(words % side.get_file())
			return {"result": result}
	if _is_refused() or Time.get_ticks_msec() - _began > _PATIENCE_MS:
		return _fail("The Godot importer returned no model. See the Output panel for details.")
	return {}


## Removes the files of an unfinished import.
func cancel() -> void:
	_remove(ProjectSettings.globalize_path(_folder))


static func _is_side(path: String) -> bool:
	return _SIDE_FORMATS.has(path.get_extension().to_lower())


func seconds() -> float:
	return (Time.get_ticks_msec() - _began) / 1000.0


## Writes import settings that differ from Godot's defaults; Godot reads them before the first import.
func _write_settings() -> void:
	var settings := ConfigFile.new()
	var unit: float = order["unit"] if order["format"] == "obj" and order["unit"] != null else 1.0
	var factor := _scale * unit
	if is_equal_approx(factor, 1.0):
		return
	if order["format"] == "obj":
		settings.set_value("remap", "importer", "wavefront_obj")
		settings.set_value("params", "scale_mesh", Vector3(factor, factor, factor))
	else:
		settings.set_value("remap", "importer", "scene")
		settings.set_value("params", "nodes/root_scale", factor)
	settings.save(_model + ".import")


func _is_refused() -> bool:
	var settings := ConfigFile.new()
	if settings.load(_model + ".import") != OK:
		return false
	return settings.get_value("remap", "valid", true) == false


## Removes partial results of the failed import.
func _fail(message: String) -> Dictionary:
	_remove(ProjectSettings.globalize_path(_folder))
	EditorInterface.get_resource_filesystem().scan()
	return SafePaths.problem("import_failed", message)


func _remove(folder: String) -> void:
	for name in DirAccess.get_files_at(folder):
		DirAccess.remove_absolute(folder.path_join(name))
	for name in DirAccess.get_directories_at(folder):
		_remove(folder.path_join(name))
	DirAccess.remove_absolute(folder)


## A new folder at the path that the model has in the output folder.
func _find_free_folder() -> String:
	var above: Array = Array(order["file"].get_base_dir().split("/", false))
	if order["loose"] != null or order.get("later", false):
		above.append(order["name"])
	var wanted := _root
	for part: String in above:
		# Without dots: `..` is the folder above, and Godot ignores hidden folders.
		var safe := part.validate_filename().strip_edges().lstrip(" .").rstrip(" .")
		wanted = wanted.path_join(safe if safe != "" else "model")
	var free := wanted
	var number := 1
	while _is_taken(ProjectSettings.globalize_path(free)):
		number += 1
		free = "%s_%d" % [wanted, number]
	return free


## True if something is already there: a failed import must not remove it.
static func _is_taken(path: String) -> bool:
	return DirAccess.dir_exists_absolute(path) or FileAccess.file_exists(path)
