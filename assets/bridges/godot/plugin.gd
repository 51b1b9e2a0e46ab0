@tool
extends EditorPlugin
## The bridge of the Godot editor: starts when the plugin is enabled and stops when the project is closed.

const BridgeSettings := preload("res://addons/dropforge/bridge_settings.gd")
const ModelImport := preload("res://addons/dropforge/model_import.gd")
const BackgroundWorker := preload("res://addons/dropforge/background_worker.gd")
const TargetName := preload("res://addons/dropforge/target_name.gd")

const _MENU := "Dropforge Output Folder…"
const _SETTINGS_EVERY_MS := 2000

# The first version with Godot's own FBX importer.
const _FBX_SINCE := 0x040300

var _worker: BackgroundWorker
var _import: ModelImport
var _scale := 1.0
var _into := ""
var _stamp := -1
var _checked := 0
var _logged := ""


func _enter_tree() -> void:
	add_tool_menu_item(_MENU, _choose_folder)
	_start()


func _exit_tree() -> void:
	remove_tool_menu_item(_MENU)
	_stop()


func _process(_delta: float) -> void:
	if Time.get_ticks_msec() - _checked > _SETTINGS_EVERY_MS and _import == null:
		_checked = Time.get_ticks_msec()
		if _read_stamp() != _stamp:
			_start()
	if _worker == null:
		return
	_log_once(_worker.error_message())
	if _import == null:
		_begin(_worker.next_order())
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
	_worker = BackgroundWorker.new(settings["folder"], TargetName.to_id(settings["target"], "godot"), version, formats, shown)
	_worker.start()


func _stop() -> void:
	if _import != null:
		# The claim of an unfinished import is released, because it has no receipt; the next bridge imports the model.
		_import.cancel()
	_import = null
	if _worker != null:
		_worker.stop()
	_worker = null


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
	_worker.answer(order, answer.get("result", {}), answer.get("error"), seconds)
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


func _log_once(error_message: String) -> void:
	if error_message != "" and error_message != _logged:
		push_warning("Dropforge: " + error_message)
	_logged = error_message


func _choose_folder() -> void:
	var dialog := EditorFileDialog.new()
	dialog.title = "Choose the Dropforge Output Folder"
	dialog.file_mode = EditorFileDialog.FILE_MODE_OPEN_DIR
	dialog.access = EditorFileDialog.ACCESS_FILESYSTEM
	dialog.dir_selected.connect(_set_folder)
	dialog.visibility_changed.connect(_free_when_hidden.bind(dialog))
	EditorInterface.get_base_control().add_child(dialog)
	dialog.popup_file_dialog()


func _free_when_hidden(dialog: EditorFileDialog) -> void:
	if not dialog.visible:
		dialog.queue_free()


func _set_folder(folder: String) -> void:
	BridgeSettings.write_folder(folder)
	_start()
