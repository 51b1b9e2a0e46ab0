@tool
extends RefCounted
## Claims: leases of bridges on assets for a target.
##
## Each attempt is a separate file, created after the lease of the previous one expired. GDScript cannot create a file
## exclusively, but it can a folder: the bridge that creates `….lock` writes the claim and then removes the folder.

const StateFiles := preload("res://addons/dropforge/state_files.gd")
const TargetName := preload("res://addons/dropforge/target_name.gd")

const _SECONDS := 60.0
const _MAX_LEASE := 3600.0
const _MAX_DIGITS := 6

var _export_folder: String
var _target: String
var _host: String

# Released claims by path; a file that stayed because the output folder was gone is used again.
var _released := {}


func _init(export_folder: String, target: String) -> void:
	_export_folder = export_folder
	_target = target
	_host = TargetName.host()


## Claims an asset of `bytes` bytes, `{ path, next, text, nonce, attempt }`; empty if another bridge holds it or the folder
## cannot be written to.
func acquire(asset: String, bytes: int) -> Dictionary:
	var attempts := _list(asset)
	var last: int = attempts.max() if not attempts.is_empty() else 0
	var ours: Dictionary = _released.get(_path(asset, last), {})
	if not ours.is_empty() and is_valid(ours):
		_released.erase(ours["path"])
		refresh(ours)
		return ours
	if last > 0 and not _is_expired(_path(asset, last)):
		return {}
	var attempt := last + 1
	var path := _path(asset, attempt)
	var lock := _lock(asset, attempt)
	if DirAccess.make_dir_absolute(lock) != OK:
		# The bridge that created it crashed before it wrote the claim.
		if DirAccess.dir_exists_absolute(lock) and _age(lock) > _SECONDS:
			DirAccess.remove_absolute(lock)
		return {}
	var claim := {}
	if not FileAccess.file_exists(path):
		claim = _write(asset, path, attempt, bytes)
	DirAccess.remove_absolute(lock)
	return claim


## Renews the lease; does nothing once the claim is gone.
func refresh(claim: Dictionary) -> void:
	StateFiles.touch(claim["path"], claim["text"])


## Whether no other bridge took over the asset.
func is_valid(claim: Dictionary) -> bool:
	var is_ours: bool = StateFiles.read(claim["path"]).get("nonce") == claim["nonce"]
	return is_ours and not FileAccess.file_exists(claim["next"])


## Releases a claim without a result; earlier expired attempts still count.
func release(claim: Dictionary) -> void:
	if is_valid(claim):
		StateFiles.remove(claim["path"])
	_released[claim["path"]] = claim


## Removes every claim on an asset; call only after its receipt was written.
func forget(asset: String) -> void:
	for attempt: int in _list(asset):
		StateFiles.remove(_path(asset, attempt))
		# It stays if the output folder goes away while the claim is written.
		DirAccess.remove_absolute(_lock(asset, attempt))


func _write(asset: String, path: String, attempt: int, bytes: int) -> Dictionary:
	var nonce := StateFiles.nonce()
	var text := StateFiles.to_text({
		"schema": StateFiles.SCHEMA,
		"asset": asset,
		"target": _target,
		"host": _host,
		"pid": OS.get_process_id(),
		"nonce": nonce,
		"attempt": attempt,
		"expiresAfter": minf(_MAX_LEASE, _SECONDS + bytes / 1e6),
	})
	var claim := {"path": path, "next": _path(asset, attempt + 1), "text": text, "nonce": nonce, "attempt": attempt}
	if not StateFiles.write(path, text):
		release(claim)
		StateFiles.remove(path)
		return {}
	return claim


func _folder() -> String:
	return StateFiles.folder(_export_folder, "claims")


func _path(asset: String, attempt: int) -> String:
	return _folder().path_join("%s--%s.%d.json" % [asset, _target, attempt])


func _lock(asset: String, attempt: int) -> String:
	return _path(asset, attempt).get_basename() + ".lock"


## The attempts that have a file.
func _list(asset: String) -> Array:
	var attempts: Array = []
	var start := "%s--%s." % [asset, _target]
	for name in DirAccess.get_files_at(_folder()):
		if name.begins_with(start) and name.ends_with(".json"):
			var number := name.trim_prefix(start).trim_suffix(".json")
			if number.length() <= _MAX_DIGITS and number.is_valid_int() and number.to_int() > 0:
				attempts.append(number.to_int())
	return attempts


func _is_expired(path: String) -> bool:
	var wanted: Variant = StateFiles.read(path).get("expiresAfter")
	var seconds: float = wanted if typeof(wanted) == TYPE_FLOAT else _SECONDS
	return FileAccess.file_exists(path) and _age(path) > clampf(seconds, 0.1, _MAX_LEASE)


## Seconds since something was written, by the clock of the share, not of this computer.
func _age(path: String) -> float:
	var probe := StateFiles.folder(_export_folder, "targets").path_join(".clock-" + StateFiles.nonce().left(12))
	if not StateFiles.write(probe, "."):
		return 0.0
	# `absf`: the time is in the future if the clock of the share was set back since the last refresh.
	var age := absf(FileAccess.get_modified_time(probe) - FileAccess.get_modified_time(path))
	StateFiles.remove(probe)
	return age
