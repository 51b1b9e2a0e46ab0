/** The name itself, or with `_2`, `_3` … behind it if `taken` already has it (in any case); the answer is added to `taken`. */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  // Doubling steps keep a million equal names from costing a million squared: names stay unique, not consecutive.
  for (let n = 2; taken.has(unique.toLowerCase()); n++) {
    if (n > 64) n = taken.size + n;
    unique = `${name}_${n}`;
  }
  taken.add(unique.toLowerCase());
  return unique;
}
