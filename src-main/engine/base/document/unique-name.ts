/**
 * Returns the name, with `_2`, `_3` … appended if `taken` already contains it (case-insensitive), and adds the result
 * to `taken`.
 */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  // Doubling steps keep a million equal names from costing a million squared: names are unique, not consecutive.
  for (let n = 2; taken.has(unique.toLowerCase()); n++) {
    if (n > 64) n = taken.size + n;
    unique = `${name}_${n}`;
  }
  taken.add(unique.toLowerCase());
  return unique;
}
