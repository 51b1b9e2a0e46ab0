/** Name under which a damaged file is kept beside its replacement. */
export function damagedFileName(name: string, now: number): string {
  return `${name}.damaged-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
}
