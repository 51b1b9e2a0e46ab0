/** True if two tags or names of collections differ in case at most. */
export function isSameName(one: string, other: string): boolean {
  return one.localeCompare(other, 'und', { sensitivity: 'accent' }) === 0;
}
