/** Returns the last part of a path or URL. */
export function baseName(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    // The percent sign is part of the name.
    return name;
  }
}
