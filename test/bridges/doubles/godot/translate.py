"""ImportLock the GDScript of the plug-in into Python, line by line, so that its logic can be run without Godot.

Only what the plug-in's scripts use is known: typed variables, constants, functions, lambdas of one expression, and
calls of builtin values, which the classes of `builtins_double` have. A name that hides one of the script's own is
refused, because the translation could not tell the two apart.
"""

import re

_STRING = re.compile(r'"(?:\\.|[^"\\])*"')
_TOP = re.compile(r"(?:static )?(?:const|var|func)\b")
_FUNCTION = re.compile(r"(static )?func (\w+)\(([^)]*)\)(?: -> [\w.]+)?:$")
_FIELD = re.compile(r"(const|var) (\w+)(?:\s*:\s*[\w\[\]]+)?(?:\s*:?=\s*(.*))?$", re.DOTALL)
_LAMBDA = re.compile(r"func\(([^()]*)\)(?: -> \w+)?: return ")
_WORDS = {"null": "None", "true": "True", "false": "False"}
_KEYWORDS = {"in", "return", "else", "if", "and", "or", "not", "for", "elif", "while"}

# What every object of Godot has, by the names the plug-in uses.
_INHERITED = ("set", "get", "callv", "add_tool_menu_item", "remove_tool_menu_item")


def translate(text):
    """Source of a Python class `Script` for the text of a script."""
    strings = []

    def hide(match):
        strings.append(match.group(0))
        return "\x01{}\x02".format(len(strings) - 1)

    lines = [line.split("#")[0].rstrip() for line in _STRING.sub(hide, _drop_comments(text)).split("\n")]
    base = next(line.split()[1] for line in lines if line.startswith("extends "))
    blocks = _split(line for line in lines if line and not line.startswith(("@", "extends ")))
    fields = [_FIELD.match("\n".join(block)).groups() for block in blocks if "func " not in block[0]]
    functions = [(_FUNCTION.match(block[0]).groups(), block[1:]) for block in blocks if "func " in block[0]]
    own = {"Script." + name if kind == "const" else "self." + name for kind, name, _ in fields}
    own |= {("Script." if static else "self.") + name for (static, name, _), _ in functions}
    own |= {"self." + name for name in _INHERITED}

    out = ["class Script({}):".format(base)]
    for kind, name, value in fields:
        if kind == "const":
            out.append("    {} = {}".format(name, _expression(value, set())))
    out.append("    def __init__(self, *values):")
    out.append("        super().__init__()")
    for kind, name, value in fields:
        if kind == "var":
            out.append("        self.{} = {}".format(name, _expression(value or "null", own)))
    out.append("        self._init(*values)")
    for (static, name, parameters), body in functions:
        parts = [part.partition("=") for part in parameters.split(",") if part.strip()]
        names = [part[0].split(":")[0].strip() for part in parts]
        # Python names a class nowhere in its own body, and finds the constants of it there as they are.
        given = ["{}={}".format(name, part[2].strip()) if part[1] else name for name, part in zip(names, parts)]
        _refuse_hiding(names + re.findall(r"\bvar (\w+)|\bfor (\w+)", "\n".join(body)), own)
        out.append("    @staticmethod" if static else "")
        out.append("    def {}({}):".format(name, ", ".join(([] if static else ["self"]) + given)))
        out += _statements(body, own)
    python = re.sub("\x01(\\d+)\x02", lambda match: "S({})".format(strings[int(match.group(1))]), "\n".join(out))
    return python + "\n"


def _drop_comments(text):
    return "\n".join(line for line in text.split("\n") if not line.lstrip().startswith("#"))


def _split(lines):
    blocks = []
    for line in lines:
        if _TOP.match(line):
            blocks.append([])
        blocks[-1].append(line)
    return blocks


def _refuse_hiding(names, own):
    mine = {name.partition(".")[2] for name in own}
    for name in names:
        for part in [name] if isinstance(name, str) else name:
            if part in mine:
                raise SyntaxError("“{}” hides a name of the script".format(part))


def _statements(body, own):
    text = "\n".join(body)
    text = re.sub(r"\bvar (\w+)\s*(?::\s*[\w\[\]]+)?\s*:?=", r"\1 =", text)
    text = re.sub(r"\bvar (\w+)\s*:\s*[\w\[\]]+$", r"\1 = null", text, flags=re.MULTILINE)
    text = re.sub(r"\bfor (\w+)\s*:\s*[\w\[\]]+ in", r"for \1 in", text)
    return ["    " + line.replace("\t", "    ") for line in _expression(text, own).split("\n")]


def _expression(text, own):
    text = re.sub(r'preload\((\x01\d+\x02)\)', r"load_script(\1)", text)
    text = _LAMBDA.sub(lambda match: "lambda {}: ".format(re.sub(r"\s*:\s*\w+", "", match.group(1))), text)
    text = text.replace(".call()", "()")
    text = re.sub(r"([\w.]+(?:\[[^\[\]]*\])*) is (\w+)", r"isinstance(\1, \2)", text)
    text = re.sub(r"(?<![\w.])(null|true|false)\b", lambda match: _WORDS[match.group(1)], text)
    for name in own:
        text = re.sub(r"(?<![\w.]){}\b".format(name.partition(".")[2]), name, text)
    return _wrap(text)


def _wrap(text):
    """Makes literals of arrays and dictionaries into the double's own."""
    out = []
    closers = []
    for index, letter in enumerate(text):
        before = text[:index].rstrip()
        if letter == "{":
            out.append("D({")
            closers.append("})")
        elif letter == "[":
            word = re.search(r"(\w+)$", before)
            is_index = bool(before) and (before[-1] in ")]\x02" or (word and word.group(1) not in _KEYWORDS))
            out.append("[" if is_index else "A([")
            closers.append("]" if is_index else "])")
        elif letter in "]}":
            out.append(closers.pop())
        else:
            out.append(letter)
    return "".join(out)
