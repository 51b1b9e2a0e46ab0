/** The last part of a path or address: side files lie in one folder. */
export function baseName(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    // A percent sign of its own is part of the name.
    return name;
  }
}
