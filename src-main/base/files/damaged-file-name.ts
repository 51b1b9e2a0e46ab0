const MARK = '.damaged-';

/** Name under which a damaged file is kept beside its replacement. */
export function damagedFileName(name: string, now: number): string {
  return `${name}${MARK}${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
}

/** True for a name that `damagedFileName` gave a file. */
export function isDamagedFileName(given: string, name: string): boolean {
  return given.startsWith(`${name}${MARK}`);
}
