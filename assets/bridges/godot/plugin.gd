@tool
extends EditorPlugin
## The bridge of the Godot editor: starts when the plugin is enabled and stops when the project is closed.

const BridgeSettings := preload("res://addons/dropforge/bridge_settings.gd")
const ModelImport := preload("res://addons/dropforge/model_import.gd")
const Scout := preload("res://addons/dropforge/scout.gd")
const TargetName := preload("res://addons/dropforge/target_name.gd")

const _MENU := "Dropforge Output Folder…"
const _SETTINGS_EVERY_MS := 2000

# The version that brought an FBX importer of Godot's own.
const _FBX_SINCE := 0x040300

var _scout: Scout
var _import: ModelImport
var _scale := 1.0
var _into := ""
var _stamp := -1
var _looked := 0
var _told := ""


func _enter_tree() -> void:
	add_tool_menu_item(_MENU, _choose_folder)
	_start()


func _exit_tree() -> void:
	remove_tool_menu_item(_MENU)
	_stop()


func _process(_delta: float) -> void:
	if Time.get_ticks_msec() - _looked > _SETTINGS_EVERY_MS and _import == null:
		_looked = Time.get_ticks_msec()
		if _read_stamp() != _stamp:
			_start()
	if _scout == null:
		return
	_tell(_scout.trouble())
	if _import == null:
		_begin(_scout.take())
	else:
		_finish(_import.poll())


func _start() -> void:
	_stop()
	_stamp = _read_stamp()
	var settings := BridgeSettings.read()
	if settings["folder"] == "":
		return
	_scale = settings["scale"]
	_into = settings["into"]
	var formats := _list_formats(settings["formats"])
	var shown := {"scale": settings["scale"], "formats": settings["formats"]}
	var version: String = Engine.get_version_info()["string"]
	_scout = Scout.new(settings["folder"], TargetName.to_id(settings["target"], "godot"), version, formats, shown)
	_scout.start()


func _stop() -> void:
	# What is being imported was claimed, and is given back: it has no receipt.
	_import = null
	if _scout != null:
		_scout.stop()
	_scout = null


func _begin(order: Dictionary) -> void:
	if order.is_empty():
		return
	_import = ModelImport.new(order, _scale, _into)
	_finish(_import.begin())


func _finish(answer: Dictionary) -> void:
	if answer.is_empty():
		return
	var order := _import.order
	var seconds := _import.seconds()
	_import = null
	_scout.answer(order, answer.get("result", {}), answer.get("error"), seconds)
	if answer.has("error"):
		push_warning("Dropforge: Could not import “%s”: %s" % [order["file"].get_file(), answer["error"]["message"]])
	else:
		print("Dropforge: Imported “%s”." % order["file"].get_file())


func _list_formats(wanted: Array) -> Array:
	var own: Array = ["glb", "gltf", "obj"]
	if Engine.get_version_info()["hex"] >= _FBX_SINCE:
		own.insert(2, "fbx")
	var first := wanted.filter(func(format: Variant) -> bool: return own.has(format))
	return first + own.filter(func(format: String) -> bool: return not first.has(format))


func _read_stamp() -> int:
	var place := BridgeSettings.place()
	return FileAccess.get_modified_time(place) if FileAccess.file_exists(place) else 0


func _tell(trouble: String) -> void:
	if trouble != "" and trouble != _told:
		push_warning("Dropforge: " + trouble)
	_told = trouble


func _choose_folder() -> void:
	var dialog := EditorFileDialog.new()
	dialog.title = "Choose the Dropforge Output Folder"
	dialog.file_mode = EditorFileDialog.FILE_MODE_OPEN_DIR
	dialog.access = EditorFileDialog.ACCESS_FILESYSTEM
	dialog.dir_selected.connect(_take_folder)
	dialog.visibility_changed.connect(_free_when_hidden.bind(dialog))
	EditorInterface.get_base_control().add_child(dialog)
	dialog.popup_file_dialog()


func _free_when_hidden(dialog: EditorFileDialog) -> void:
	if not dialog.visible:
		dialog.queue_free()


func _take_folder(folder: String) -> void:
	BridgeSettings.write_folder(folder)
	_start()
