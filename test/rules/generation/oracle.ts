import type { Refusal, Request, Rule } from './request.ts';
import { COMMON_RULES } from './common-rules.ts';
import { IMAGE_RULES } from './image-rules.ts';
import { MODEL_RULES } from './model-rules.ts';
import { VIEW_RULES } from './view-rules.ts';

/** Every rule of sections 4.1 to 4.3 about the eight generation operations, stated from the document alone. */
export const RULES: readonly Rule[] = [...COMMON_RULES, ...MODEL_RULES, ...IMAGE_RULES, ...VIEW_RULES];

/** Every refusal the document has for a request, one for each broken rule; none when it must be accepted. */
export function refusalsOf(request: Request): readonly Refusal[] {
  return RULES.map((rule) => rule(request)).filter((refusal) => refusal !== null);
}
