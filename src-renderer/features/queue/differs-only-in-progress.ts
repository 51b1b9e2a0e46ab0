/** True if two values differ only in numbers called `progress`, at any depth. */
export function differsOnlyInProgress(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [before, after] = [one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>];
  const keys = Object.keys(before);
  if (keys.length !== Object.keys(after).length) return false;
  for (const key of keys) {
    if (key !== 'progress' && !(key in after && differsOnlyInProgress(before[key], after[key]))) return false;
  }
  return true;
}
