import type { GenerationConfig } from './generator-config.ts';
import { BUILT_IN } from './generator-operations.ts';

/**
 * The name of what finds masks: the generator that removes backgrounds, or else the file of the network. Null: neither is
 * configured.
 */
export function maskSourceName({ use, masks }: Pick<GenerationConfig, 'use' | 'masks'>): string | null {
  const generator = use.remove_background ?? BUILT_IN;
  if (generator !== BUILT_IN) return generator;
  return masks ? (masks.model.split(/[\\/]/).at(-1) ?? masks.model) : null;
}
