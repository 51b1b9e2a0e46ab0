@tool
extends RefCounted
## The id of a target in the output folder.

const AsciiLetters := preload("res://addons/dropforge/ascii_letters.gd")

# Windows shortens the name in COMPUTERNAME to this length.
const _MAX_SHORT_NAME := 15


## The name of this computer with its domain if that is part of it, as Dropforge reads it; never empty.
static func host() -> String:
	var is_windows := OS.get_name() == "Windows"
	var short := OS.get_environment("COMPUTERNAME") if is_windows else ""
	if short != "" and short.length() < _MAX_SHORT_NAME:
		return short
	var output: Array = []
	var program := "hostname" if is_windows else "uname"
	var arguments := PackedStringArray([] if is_windows else ["-n"])
	if OS.execute(program, arguments, output) == 0 and not output.is_empty():
		var name := str(output[0]).strip_edges()
		if name != "":
			return name
	return short if short != "" else "computer"


## A target id that is valid in file names on every system; `program@computer` by default.
static func to_id(wanted: String, program: String) -> String:
	var text := wanted if wanted.strip_edges() != "" else "%s@%s" % [program, host()]
	var unsafe := RegEx.create_from_string("[^a-z0-9@._-]+")
	var dashes := RegEx.create_from_string("-{2,}")
	# Two dashes separate the asset from the target in file names.
	var cleaned := dashes.sub(unsafe.sub(AsciiLetters.to_ascii(text), "-", true), "-", true)
	cleaned = _trim(_trim(cleaned).left(64))
	return cleaned if cleaned != "" else program


static func _trim(text: String) -> String:
	return text.lstrip("-._@").rstrip("-._@")
