/** The name itself, or with `_2`, `_3` … behind it if `taken` already has it (in any case); the answer is added to `taken`. */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${name}_${n}`;
  taken.add(unique.toLowerCase());
  return unique;
}
