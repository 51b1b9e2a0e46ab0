@tool
extends RefCounted
## Files that a glTF, GLB or OBJ refers to, and those of the MTL files of an OBJ.

const SafePaths := preload("res://addons/dropforge/safe_paths.gd")

# Maximum size of glTF JSON; a larger one cannot be checked and is refused.
const _MAX_JSON_BYTES := 64 << 20
const _MAGIC := 0x46546c67

# Maximum length of a line in bytes; a file with a longer one cannot be checked and is refused.
const _MAX_LINE := 1 << 24

# `keep_alive` is called after this many lines.
const _LINES_PER_TURN := 1 << 12

# Lines are matched one by one, so that the work grows with the size of the file only.
const _LIBRARY := "(?si)^[\\s\\x00-\\x20]*mtllib[\\s\\x00-\\x20]+(.*)$"
const _MAP := "(?si)^[\\s\\x00-\\x20]*(?:map_\\w+|bump|norm|disp|decal|refl)[\\s\\x00-\\x20]+(.*)$"
const _OPTION := "^-\\w"
const _ARGUMENT := "^(?:[-+.\\d]+|on|off)$"


## `{ sides, missing }`: absolute paths of the files that are there, and the first problem of one that is missing, or
## empty. Or `{ error }` with code `unsafe_path` for a reference that leaves the folder, because the importer would open
## it, or `import_failed` for a file that cannot be checked. Reading a long file ends if `keep_alive` returns false.
static func find(path: String, format: String, keep_alive: Callable) -> Dictionary:
	var found := {"sides": [], "missing": {}}
	var folder := path.get_base_dir()
	if format == "gltf" or format == "glb":
		var listed := _list_uris(path)
		if listed.has("error"):
			return listed
		for uri: String in listed["uris"]:
			var outside := SafePaths.find_outside(uri)
			if outside.is_empty():
				outside = _add(found, folder, uri.uri_decode())
			if not outside.is_empty():
				return outside
	elif format == "obj":
		return _find_obj(path, folder, found, keep_alive)
	return found


static func _find_obj(path: String, folder: String, found: Dictionary, keep_alive: Callable) -> Dictionary:
	var libraries := _list_values(path, _LIBRARY, keep_alive)
	if libraries.has("error"):
		return libraries
	for value: String in libraries["values"]:
		var outside := _add_value(found, folder, value, value)
		if not outside.is_empty():
			return outside
	for library: String in found["sides"].duplicate():
		var maps := _list_values(library, _MAP, keep_alive)
		if maps.has("error"):
			return maps
		for value: String in maps["values"]:
			var outside := _add_value(found, folder, value, _strip_options(value))
			if not outside.is_empty():
				return outside
	return found


## Importers differ in where a name in a statement begins, so each word must be safe.
static func _add_value(found: Dictionary, folder: String, value: String, name: String) -> Dictionary:
	var words := _split(value.replace("\"", " "))
	words.append(value)
	for word in words:
		var outside := SafePaths.find_outside(word)
		if not outside.is_empty():
			return outside
	return _add(found, folder, name.replace("\"", "").replace("\\", "/"))


## Empty, or `{ error }`.
static func _add(found: Dictionary, folder: String, name: String) -> Dictionary:
	var parts := PackedStringArray()
	for part in name.split("/", false):
		if part != ".":
			parts.append(part)
	var file := SafePaths.resolve(folder, "/".join(parts)) if not parts.is_empty() else {}
	if file.has("path"):
		if not found["sides"].has(file["path"]):
			found["sides"].append(file["path"])
	elif file.has("error") and file["error"]["code"] == "unsafe_path":
		return file
	elif found["missing"].is_empty():
		found["missing"] = file
	return {}


## The file name after the options of a statement; it may contain spaces.
static func _strip_options(value: String) -> String:
	var option := RegEx.create_from_string(_OPTION)
	var argument := RegEx.create_from_string(_ARGUMENT)
	var words := _split(value)
	var last := words.size() - 1
	var count := 0
	while count < last and option.search(words[count]) != null:
		count += 1
		while count < last and argument.search(words[count]) != null:
			count += 1
	if count == 0:
		return value
	var start := 0
	for index in range(count):
		start = value.find(words[index], start) + words[index].length()
	return value.substr(start).strip_edges()


static func _split(value: String) -> PackedStringArray:
	return value.replace("\t", " ").split(" ", false)


## `{ values }`, or `{ error }`.
static func _list_values(path: String, pattern: String, keep_alive: Callable) -> Dictionary:
	var statement := RegEx.create_from_string(pattern)
	var values := {}
	var joined := PackedStringArray()
	var file := FileAccess.open(path, FileAccess.READ)
	var start := 0
	var count := 0
	while file != null and start < file.get_length():
		count += 1
		if count % _LINES_PER_TURN == 0 and not keep_alive.call():
			break
		var line := file.get_line()
		if file.get_position() - start > _MAX_LINE:
			return SafePaths.problem("import_failed", "“%s” contains a line that is too long to check." % path.get_file())
		start = file.get_position()
		_add_match(values, statement, line.trim_suffix("\\"))
		if line.ends_with("\\"):
			joined.append(line.trim_suffix("\\"))
			continue
		if not joined.is_empty():
			# Importers differ in whether they join lines that a backslash continues.
			joined.append(line)
			_add_match(values, statement, " ".join(joined))
			joined = PackedStringArray()
	_add_match(values, statement, " ".join(joined))
	return {"values": values.keys()}


static func _add_match(values: Dictionary, statement: RegEx, line: String) -> void:
	var matched := statement.search(line)
	var value := matched.get_string(1).strip_edges() if matched != null else ""
	if value != "":
		values[value] = true


## `{ uris }` as written, without `data:` URIs, or `{ error }`.
static func _list_uris(path: String) -> Dictionary:
	var uris: Array = []
	var file := FileAccess.open(path, FileAccess.READ)
	if file == null:
		return {"uris": uris}
	var size := file.get_length()
	if file.get_32() == _MAGIC:
		# glTF 2.0, section 4.4: the first chunk of a GLB is its JSON.
		file.seek(12)
		size = file.get_32()
		file.seek(20)
	else:
		file.seek(0)
	if size > _MAX_JSON_BYTES:
		var words := "The glTF JSON of “%s” is larger than %d MB and cannot be checked."
		return SafePaths.problem("import_failed", words % [path.get_file(), _MAX_JSON_BYTES >> 20])
	var json := JSON.new()
	if json.parse(file.get_buffer(size).get_string_from_utf8()) != OK or typeof(json.data) != TYPE_DICTIONARY:
		# Godot's importer reads JSON with the same class and explains what is wrong.
		return {"uris": uris}
	for key: String in ["buffers", "images"]:
		var entries: Variant = json.data.get(key)
		for entry: Variant in entries if typeof(entries) == TYPE_ARRAY else []:
			var uri: Variant = entry.get("uri") if typeof(entry) == TYPE_DICTIONARY else null
			if typeof(uri) == TYPE_STRING and not uri.begins_with("data:"):
				uris.append(uri)
	return {"uris": uris}
