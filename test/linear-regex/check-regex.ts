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

interface Options {
  readonly timeout: number;
  readonly attackTimeout: number | null;
  readonly incubationTimeout: number | null;
  readonly randomSeed: number;
}

interface Recheck {
  checkSync(source: string, flags: string, options: Options): Diagnostics;
}

// The main module starts native programs; this one, which has no types, is the same checker compiled to JavaScript.
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as Recheck;

/**
 * Most expressions take a hundredth of a second; after `timeout` milliseconds they count as unknown. Attacks are judged by
 * their steps only: a limit of time would find linear expressions vulnerable on a busy computer.
 */
const OPTIONS: Options = { timeout: 300_000, attackTimeout: null, incubationTimeout: null, randomSeed: 1 };

/** Returns why a regular expression may take more than linear time; null if it cannot. */
export function checkRegex({ source, flags }: Pick<FoundRegex, 'source' | 'flags'>): string | null {
  // Without unbounded repetition, the time for each start is constant.
  if (!/[*+]|\{\d+,\}/.test(source)) return null;
  const found = checkSync(source, flags, OPTIONS);
  if (found.status === 'safe') return null;
  return found.status === 'vulnerable'
    ? `${found.complexity.summary}: ${found.attack.pattern}`
    : `unknown: ${found.error.kind}`;
}
