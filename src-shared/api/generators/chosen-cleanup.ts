import type { AnyValues } from '../operation.ts';
import { cleanupConfig, type CleanupConfig } from './cleanup-config.ts';
import { isRecord } from '../is-record.ts';
import { readCleanupParameter } from './cleanup-parameter.ts';

/** The clean-up of a request, or what is wrong with it. */
export type ChosenCleanup =
  { readonly cleanup: CleanupConfig | false } | { readonly path: string; readonly problem: string };

/**
 * The clean-up of a request: that of its generator, with the steps that the request sets. `false` turns all of them off,
 * `true` sets the defaults.
 */
export function readChosenCleanup(values: AnyValues, ofGenerator: CleanupConfig | false): ChosenCleanup {
  const chosen = readCleanupParameter(values);
  if (chosen === undefined) return { cleanup: ofGenerator };
  if (chosen === false) return { cleanup: false };
  if (chosen !== true && !isRecord(chosen)) return { path: '', problem: 'must be true, false or an object' };
  const parsed = cleanupConfig.safeParse({ ...(ofGenerator || {}), ...(isRecord(chosen) && chosen) });
  if (parsed.success) return { cleanup: parsed.data };
  const [issue] = parsed.error.issues;
  return { path: issue?.path.join('.') ?? '', problem: issue?.message ?? '' };
}
