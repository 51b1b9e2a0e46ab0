import type { BatchPlan } from '../../../src-shared/ipc/views/money-view.ts';

/** Returns the sources without those the plan skips. */
export function withoutSkipped<S extends { readonly id: string }>(
  sources: readonly S[],
  { leftOut }: Pick<BatchPlan, 'leftOut'>,
): S[] {
  const out = new Set(leftOut.map(({ id }) => id));
  return sources.filter(({ id }) => !out.has(id));
}
