import { createRequire } from 'node:module';
import type { FoundRegex } from './find-regexes.ts';

/** The result of recheck, as far as it is used. */
type Diagnostics =
  | { readonly status: 'safe' }
  | {
      readonly status: 'vulnerable';
      readonly complexity: { readonly summary: string };
      readonly attack: { readonly pattern: string };
    }
  | { readonly status: 'unknown'; readonly error: { readonly kind: string } };

interface Recheck {
  checkSync(source: string, flags: string, options: { timeout: number; randomSeed: number }): Diagnostics;
}

// The main module starts native programs; this one, which has no types, is the same checker compiled to JavaScript.
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as Recheck;

/** Time for one regular expression, in milliseconds, before it counts as unknown. */
const TIMEOUT = 60_000;

/** Returns why a regular expression may take more than linear time; null if it cannot. */
export function checkRegex({ source, flags }: Pick<FoundRegex, 'source' | 'flags'>): string | null {
  // Without unbounded repetition, the time for each start is constant.
  if (!/[*+]|\{\d+,\}/.test(source)) return null;
  const found = checkSync(source, flags, { timeout: TIMEOUT, randomSeed: 1 });
  if (found.status === 'safe') return null;
  return found.status === 'vulnerable'
    ? `${found.complexity.summary}: ${found.attack.pattern}`
    : `unknown: ${found.error.kind}`;
}
