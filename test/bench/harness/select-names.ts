/** Whether an id is asked for by its own name or that of a part it belongs to; no names ask for everything. */
export function matchesNames(id: string, names: readonly string[]): boolean {
  return names.length === 0 || names.some((name) => id === name || id.startsWith(`${name}/`));
}

/** Whether a group has something that is asked for: the group, what it belongs to, or one of its rows. */
export function matchesGroup(group: string, names: readonly string[]): boolean {
  return matchesNames(group, names) || names.some((name) => name.startsWith(`${group}/`));
}
