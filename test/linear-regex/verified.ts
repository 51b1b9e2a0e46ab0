import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkRegex } from './check-regex.ts';
import type { FoundRegex } from './find-regexes.ts';

/** Hashes of expressions that the checker found linear; some take it a minute. `CHECK_REGEXES=all` checks them again. */
const FILE = path.join(import.meta.dirname, 'verified.json');

const known = new Set(JSON.parse(readFileSync(FILE, 'utf8')) as string[]);
const found = new Set<string>();
const ALL = process.env['CHECK_REGEXES'] === 'all';

/** Returns why an expression may take more than linear time; null if it cannot, or was verified before. */
export function checkUnverified(regex: Pick<FoundRegex, 'source' | 'flags'>): string | null {
  const hash = createHash('sha256').update(`/${regex.source}/${regex.flags}`).digest('hex').slice(0, 24);
  if (found.has(hash) || (known.has(hash) && !ALL)) {
    found.add(hash);
    return null;
  }
  const problem = checkRegex(regex);
  if (problem === null) found.add(hash);
  return problem;
}

/** Writes the hashes of the expressions that exist and are linear, if all were checked. */
export function saveVerified(): void {
  if (ALL) writeFileSync(FILE, `${JSON.stringify([...found].sort(), null, 2)}\n`);
}
