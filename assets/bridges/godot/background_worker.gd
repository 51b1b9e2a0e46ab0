@tool
extends RefCounted
## The background thread that scans, claims and verifies, so that the main thread only imports. It keeps at most one
## order ahead, so that other bridges of the target get work, too.

const Claims := preload("res://addons/dropforge/claims.gd")
const Baseline := preload("res://addons/dropforge/baseline.gd")
const Heartbeat := preload("res://addons/dropforge/heartbeat.gd")
const LooseFiles := preload("res://addons/dropforge/loose_files.gd")
const Manifest := preload("res://addons/dropforge/manifest.gd")
const Receipts := preload("res://addons/dropforge/receipts.gd")
const Results := preload("res://addons/dropforge/results.gd")
const StateFiles := preload("res://addons/dropforge/state_files.gd")
const FolderScan := preload("res://addons/dropforge/folder_scan.gd")
const ScanInterval := preload("res://addons/dropforge/scan_interval.gd")

const _BEAT_EVERY_MS := 5000
const _PATIENCE := 5.0
const _MAX_CRASHES := 3
const _TEMPORARY: Array[String] = ["missing_file", "damaged"]

var _export_folder: String
var _formats: Array
var _claims: Claims
var _receipts: Receipts
var _loose: LooseFiles
var _baseline: Baseline
var _results: Results
var _interval: ScanInterval
var _heartbeat: Heartbeat
var _thread := Thread.new()
var _mutex := Mutex.new()

# Guarded by the mutex.
var _is_stopping := false
var _state := "idle"
var _error_message := ""
var _ready := {}
var _held := {}
var _unsent: Array = []
var _lost: Array = []

# Used by the background thread only.
var _beat_at := -_BEAT_EVERY_MS
var _ignored := {}
var _is_remembered := false
var _has_more := false


func _init(export_folder: String, target: String, version: String, formats: Array, settings: Dictionary) -> void:
	_export_folder = export_folder
	_formats = formats
	_claims = Claims.new(export_folder, target)
	_receipts = Receipts.new(export_folder, target, version)
	_loose = LooseFiles.new(export_folder)
	_baseline = Baseline.new(export_folder, target)
	_results = Results.new(export_folder, _receipts)
	_interval = ScanInterval.new(export_folder)
	_heartbeat = Heartbeat.new(export_folder, target, version, formats, settings)


func start() -> void:
	_thread.start(_run)


## Stops the thread and releases claims on assets that were not imported.
func stop() -> void:
	_set_shared("_is_stopping", true)
	_thread.wait_to_finish()
	for asset: String in _held:
		_claims.release(_held[asset])
	_state = "stopped"
	_beat()


## Why delivery is not possible at the moment, as a message for the user; empty if it is.
func error_message() -> String:
	return _get_shared("_error_message")


## Removes and returns the next order with its `claim`; empty if there is none. The caller calls `answer` after the
## import.
func next_order() -> Dictionary:
	_mutex.lock()
	var order := _ready
	_ready = {}
	_mutex.unlock()
	if order.is_empty():
		return order
	if not _claims.is_valid(order["claim"]):
		# The computer was asleep and another bridge took over the asset, or the folder is gone for a moment.
		_mutex.lock()
		_lost.append(order)
		_mutex.unlock()
		return {}
	_set_shared("_state", "importing")
	return order


## Writes the receipt; a failed write is retried with every scan.
func answer(order: Dictionary, result: Dictionary, error: Variant, seconds: float) -> void:
	_set_shared("_state", "idle")
	_send(order, result, error, seconds, order["claim"]["attempt"])


func _run() -> void:
	while not _get_shared("_is_stopping"):
		_interval.begin()
		_interval.rest(_scan(), _keep_alive)


## Scans once; returns whether no work is left.
func _scan() -> bool:
	_has_more = false
	if not DirAccess.dir_exists_absolute(StateFiles.folder(_export_folder, "receipts")):
		_set_shared("_error_message", "Could not find or write to the output folder “%s”." % _export_folder)
		return false
	_keep_alive()
	_send_again()
	if not _is_remembered:
		_loose.remember(_receipts.list_loose())
		_is_remembered = true
	var ignored := {}
	var found: Array = []
	FolderScan.walk(_export_folder, "", 0, found)
	var awaited := _baseline.exclude(found, _receipts.has_any, ignored)
	for path: String in awaited:
		if _get_shared("_is_stopping"):
			return false
		if Manifest.is_name(path.get_file()):
			_visit_asset(path, found, awaited, ignored)
		else:
			_visit_loose(path, ignored)
	_ignored = ignored
	_set_shared("_error_message", "")
	return not _has_more and _get_shared("_held").is_empty()


func _visit_asset(path: String, found: Array, awaited: Array, ignored: Dictionary) -> void:
	var relative := path.get_base_dir()
	var folder := _export_folder.path_join(relative)
	var value := StateFiles.read(_export_folder.path_join(path))
	var asset := Manifest.read_id(value)
	if asset == "":
		if _is_still(folder):
			ignored[relative] = "Could not read the manifest %s." % path.get_file()
		return
	if Manifest.is_newer(value):
		ignored[relative] = "This asset requires a newer version of the bridge. Update the bridge."
		return
	if _is_done(asset) or not _has_room() or not _results.is_due(path, value, found, awaited):
		return
	var order := Manifest.to_order(folder, relative, value, _formats, _keep_alive)
	if not order.has("error"):
		_claim_and_verify(order, ignored)
	elif _may_refuse(asset, folder, order["error"]["code"]):
		_send({"asset": asset, "file": relative}, {}, order["error"], 0.0, 1)


func _visit_loose(relative: String, ignored: Dictionary) -> void:
	if not _formats.has(relative.get_extension().to_lower()):
		ignored[relative] = "godot cannot import .%s files." % relative.get_extension().to_lower()
		return
	var asset := _loose.find_id(relative, _keep_alive)
	_has_more = _has_more or asset == ""
	if asset == "" or _is_done(asset) or not _has_room():
		return
	var order := _loose.to_order(relative, asset, _keep_alive)
	if not order.has("error"):
		_claim_and_verify(order, ignored)
	elif _may_refuse(asset, _export_folder.path_join(relative).get_base_dir(), order["error"]["code"]):
		_send({"asset": asset, "file": relative}, {}, order["error"], 0.0, 1)


func _claim_and_verify(order: Dictionary, ignored: Dictionary) -> void:
	var asset: String = order["asset"]
	var claim := _claims.acquire(asset, order["bytes"])
	if claim.is_empty():
		return
	order["claim"] = claim
	_mutex.lock()
	_held[asset] = claim
	_mutex.unlock()
	if _receipts.exists(asset):
		# Another bridge wrote a receipt between the last scan and our claim.
		_end(asset)
		return
	var error: Variant = null
	if claim["attempt"] > _MAX_CRASHES:
		var words := "The program crashed %d times while importing this asset. It will not be tried again." % _MAX_CRASHES
		error = {"code": "crashed", "message": words}
	else:
		error = LooseFiles.find_damage(order["promises"], _keep_alive)
	if _get_shared("_is_stopping"):
		return
	if error != null and error["code"] == LooseFiles.UNREADABLE:
		# The folder may be gone for a moment. A file that stays missing is refused by `Manifest.to_order`.
		_give_back(order)
		_has_more = true
		ignored[order["file"]] = error["message"]
	elif error != null:
		_send(order, {}, error, 0.0, mini(claim["attempt"], _MAX_CRASHES))
	else:
		_set_shared("_ready", order)


func _send(order: Dictionary, result: Dictionary, error: Variant, seconds: float, attempts: int) -> void:
	if _receipts.write(order, result, error, seconds, attempts):
		_end(order["asset"])
		return
	_mutex.lock()
	_unsent.append([order, result, error, seconds, attempts])
	_mutex.unlock()


func _send_again() -> void:
	_mutex.lock()
	var unsent := _unsent
	var lost := _lost
	_unsent = []
	_lost = []
	_mutex.unlock()
	for values: Array in unsent:
		callv("_send", values)
	for order: Dictionary in lost:
		_give_back(order)


func _end(asset: String) -> void:
	_claims.forget(asset)
	_drop_claim(asset)


func _give_back(order: Dictionary) -> void:
	_drop_claim(order["asset"])
	_claims.release(order["claim"])


## Writes the heartbeat and renews claims if due; false if the bridge is stopping.
func _keep_alive() -> bool:
	if Time.get_ticks_msec() - _beat_at >= _BEAT_EVERY_MS:
		_mutex.lock()
		var held := _held.values()
		_mutex.unlock()
		for claim: Dictionary in held:
			_claims.refresh(claim)
		_beat()
	return not _get_shared("_is_stopping")


func _beat() -> void:
	_beat_at = Time.get_ticks_msec()
	_heartbeat.write(_get_shared("_state"), _ignored)


## Whether a problem is final, and no other bridge imports the asset.
func _may_refuse(asset: String, folder: String, code: String) -> bool:
	var is_final := not _TEMPORARY.has(code) or _is_still(folder)
	return is_final and not _claims.acquire(asset, 0).is_empty()


## Whether a folder was unchanged for so long that it counts as final.
func _is_still(folder: String) -> bool:
	var is_still := _loose.folder_seconds_unchanged(folder) >= _PATIENCE
	_has_more = _has_more or not is_still
	return is_still


func _is_done(asset: String) -> bool:
	_mutex.lock()
	var is_held := _held.has(asset)
	_mutex.unlock()
	return is_held or _receipts.exists(asset)


func _has_room() -> bool:
	return _get_shared("_ready").is_empty()


func _drop_claim(asset: String) -> void:
	_mutex.lock()
	_held.erase(asset)
	_mutex.unlock()


func _set_shared(key: String, value: Variant) -> void:
	_mutex.lock()
	set(key, value)
	_mutex.unlock()


func _get_shared(key: String) -> Variant:
	_mutex.lock()
	var value: Variant = get(key)
	_mutex.unlock()
	return value
