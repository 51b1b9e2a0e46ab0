@tool
extends RefCounted
## The id of a target in the output folder.


## The name of this computer, never empty.
static func host() -> String:
	for key: String in ["COMPUTERNAME", "HOSTNAME"]:
		if OS.has_environment(key) and OS.get_environment(key) != "":
			return OS.get_environment(key)
	var output: Array = []
	if OS.execute("hostname", PackedStringArray(), output) == 0 and not output.is_empty():
		var name := str(output[0]).strip_edges()
		if name != "":
			return name
	return "computer"


## A target id that is valid in file names on every system; `program@computer` by default.
static func to_id(wanted: String, program: String) -> String:
	var text := wanted if wanted.strip_edges() != "" else "%s@%s" % [program, host()]
	var unsafe := RegEx.create_from_string("[^a-z0-9@._-]+")
	var dashes := RegEx.create_from_string("-{2,}")
	# Two dashes separate the asset from the target in file names.
	var cleaned := dashes.sub(unsafe.sub(text.to_lower(), "-", true), "-", true)
	cleaned = _trim(_trim(cleaned).left(64))
	return cleaned if cleaned != "" else program


static func _trim(text: String) -> String:
	return text.lstrip("-._@").rstrip("-._@")
