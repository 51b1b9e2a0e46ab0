@tool
extends RefCounted
## Paths that cannot leave a folder.

const _TEMPORARY: Array[String] = [
	".part", ".partial", ".tmp", ".temp", ".crdownload", ".download", ".filepart", "~",
]

# A name that is percent-encoded more often than this is refused.
const _MAX_DECODINGS := 4


## Whether a name is that of a hidden or temporary file.
static func is_ignored_name(name: String) -> bool:
	var lower := name.to_lower()
	if lower.begins_with(".") or lower.begins_with("~"):
		return true
	for ending in _TEMPORARY:
		if lower.ends_with(ending):
			return true
	return false


## A regular file named by a relative path with forward slashes: `{ path }`, or `{ error }` with code `unsafe_path` for
## one that leaves the folder or passes a link, or `missing_file`.
static func resolve(folder: String, relative: String) -> Dictionary:
	var parts := relative.split("/")
	if relative.length() > 1000 or relative.contains("\\") or relative.contains(":"):
		return _unsafe(relative)
	for part in parts:
		if part == "" or part == "." or part == "..":
			return _unsafe(relative)
	var path := folder
	for part in parts:
		var above := DirAccess.open(path)
		if above == null:
			return problem("missing_file", "The file “%s” is missing." % relative.left(200))
		path = path.path_join(part)
		if above.is_link(path):
			return problem("unsafe_path", "“%s” is a link. Links are not followed." % relative.left(200))
	if not FileAccess.file_exists(path):
		return problem("missing_file", "The file “%s” is missing." % relative.left(200))
	return {"path": path}


## Empty, or `{ error }` with code `unsafe_path` for an absolute or UNC path, a URL, or a path with `..`, also
## percent-encoded.
static func find_outside(reference: String) -> Dictionary:
	var name := reference
	for _count in range(_MAX_DECODINGS):
		var plain := name.replace("\\", "/")
		if plain.begins_with("/") or plain.contains(":") or _leaves(plain):
			break
		var decoded := name.uri_decode()
		if decoded == name:
			return {}
		name = decoded
	return problem("unsafe_path", "The model refers to “%s”, which is outside its folder." % reference.left(200))


static func _leaves(plain: String) -> bool:
	for part in plain.split("/"):
		if part.strip_edges() == "..":
			return true
	return false


## An answer that says what went wrong; `code` is one of a receipt's error codes.
static func problem(code: String, message: String) -> Dictionary:
	return {"error": {"code": code, "message": message.left(500)}}


static func _unsafe(relative: String) -> Dictionary:
	return problem("unsafe_path", "The path “%s” is outside the asset folder." % relative.left(200))
