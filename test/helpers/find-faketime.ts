import { globSync } from 'node:fs';

/** The library that shifts the clock of a process, as Debian and Ubuntu install it; null: it is not installed. */
export function findFaketime(): string | null {
  return globSync('/usr/lib/*/faketime/libfaketime.so.1')[0] ?? null;
}
