const relativeNames = new WeakMap<File, string>();

/** Returns the file's name relative to what was dropped, such as `chairs/oak.png`; the bare name of a single file. */
export function relativeNameOf(file: File): string {
  return relativeNames.get(file) ?? (file.webkitRelativePath || file.name);
}

/**
 * Remembers the name of a file inside a dropped folder: the browser provides it for folders from a file dialog only.
 */
export function setRelativeName(file: File, name: string): void {
  relativeNames.set(file, name);
}
