@tool
extends RefCounted
## Pauses between scans; they end early when an asset is added to the output folder.

const _SCAN_EVERY_MS := 250
const _MAX_IDLE_MS := 5000

var _export_folder: String
var _began := 0
var _top := PackedStringArray()


func _init(export_folder: String) -> void:
	_export_folder = export_folder


## Call before a scan.
func begin() -> void:
	_began = Time.get_ticks_msec()
	_top = _list_top()


## Waits after a scan; `is_idle`: it left no work. Ends at once when `keep_alive` returns false.
func rest(is_idle: bool, keep_alive: Callable) -> void:
	var took := Time.get_ticks_msec() - _began
	# A pause is ten times as long as the scan before it: a slow share must not be kept busy.
	var pause := maxi(_SCAN_EVERY_MS, 10 * took)
	# While nothing changes, half a percent of a core, whatever the number of assets.
	var left := maxi(pause, mini(_MAX_IDLE_MS, 200 * took) if is_idle else 0)
	while left > 0 and _delay(mini(left, pause), keep_alive) and _top == _list_top():
		left -= pause


static func _delay(msec: int, keep_alive: Callable) -> bool:
	while msec > 0 and keep_alive.call():
		OS.delay_msec(mini(msec, 50))
		msec -= 50
	return msec <= 0


## Names in the output folder itself.
func _list_top() -> PackedStringArray:
	var names := PackedStringArray()
	if DirAccess.dir_exists_absolute(_export_folder):
		names.append_array(DirAccess.get_files_at(_export_folder))
		names.append_array(DirAccess.get_directories_at(_export_folder))
	return names
