import { ruleMessage } from '../messages/rule-message.ts';
import type { Values } from '../fields/field.ts';
import type { GENERATION_FIELDS } from '../fields/generation-fields.ts';
import {
  findGenerationModel,
  LOW_POLY_LIMIT,
  LATEST_TEXTURE_VERSION,
  P1_MIN_FACE_LIMIT,
  type GenerationModel,
  type TextureVersion,
} from '../models/generation-models.ts';
import { refuse, badParameter, type Refusal, type Rule, type RuleContext } from '../operation.ts';

type GenerationValues = Values<typeof GENERATION_FIELDS>;

/** Rules across fields of the 3D generation operations (spec 4.3). */
export const GENERATION_RULES: readonly Rule<GenerationValues>[] = [
  { section: '4.3', check: modelMustOmit },
  { section: '4.3', check: fastNeedsNewestTexture },
  { section: '4.3', check: partsNeedNoTexture },
  { section: '4.3', check: faceLimitWithinModel },
  { section: '4.3', check: faceLimitWithinLowPoly },
  { section: '4.3', check: printCheckIsPermitted },
];

/** Returns the texture version of a request: its own, or the model's default (4.3). */
export function effectiveTextureVersion(values: GenerationValues): TextureVersion {
  return values.texture_version ?? findGenerationModel(values.model)?.defaultTexture ?? 'v3.0-20250812';
}

/** True if the result is textured: `texture` is set, or an explicit `pbr: true` enables it (4.3). */
export function isTextured(values: GenerationValues): boolean {
  return values.pbr === true || (values.texture ?? true);
}

/** P1 supports no quads, low poly, parts or geometry quality; the international deployment rejects even false. */
function modelMustOmit(values: GenerationValues, context: RuleContext): Refusal {
  const model = findGenerationModel(values.model);
  const given = values as Readonly<Record<string, unknown>>;
  const path = model?.mustOmit.find((name) =>
    context.deployment === 'china' && typeof given[name] === 'boolean' ? given[name] : given[name] !== undefined,
  );
  return path && model
    ? badParameter(path, ruleMessage('rule.model-omits', { model: model.title, field: path }))
    : null;
}

/** `fast` requires texture v3.5. */
function fastNeedsNewestTexture(values: GenerationValues): Refusal {
  return values.texture_quality === 'fast' && effectiveTextureVersion(values) !== LATEST_TEXTURE_VERSION
    ? badParameter(
        'texture_quality',
        ruleMessage('rule.fast-needs-texture-version', { version: LATEST_TEXTURE_VERSION }),
      )
    : null;
}

/** Parts have no texture, so it must be disabled explicitly. */
function partsNeedNoTexture(values: GenerationValues): Refusal {
  return values.generate_parts === true && isTextured(values)
    ? badParameter('generate_parts', ruleMessage('rule.parts-need-no-texture'))
    : null;
}

/** The face range of the model, which is smaller for quads. */
function faceLimitWithinModel(values: GenerationValues, context: RuleContext): Refusal {
  const model = findGenerationModel(values.model);
  if (!model?.faceLimit) return null;
  const [lowest, highest] = values.quad ? model.faceLimit.quads : model.faceLimit.triangles;
  return outside(values, [lowestFor(model, lowest, context), highest], values.quad === true);
}

/** The face range of smart low poly. */
function faceLimitWithinLowPoly(values: GenerationValues): Refusal {
  if (values.smart_low_poly !== true) return null;
  return outside(values, values.quad ? LOW_POLY_LIMIT.quads : LOW_POLY_LIMIT.triangles, values.quad === true);
}

function lowestFor(model: GenerationModel, lowest: number, context: RuleContext): number {
  return model.id === 'P1-20260311' ? P1_MIN_FACE_LIMIT[context.deployment] : lowest;
}

function outside(values: GenerationValues, [lowest, highest]: readonly [number, number], quads: boolean): Refusal {
  const limit = values.face_limit;
  if (limit === undefined || (limit >= lowest && limit <= highest)) return null;
  const kind = quads ? 'quads' : 'triangles';
  return badParameter(
    'face_limit',
    ruleMessage('rule.face-limit-of-model', { min: lowest, max: highest, kind, limit }),
  );
}

/** The printability check depends on the account. */
function printCheckIsPermitted(values: GenerationValues, { entitlements }: RuleContext): Refusal {
  return values.check_printable === true && entitlements?.checkPrintable === false
    ? refuse(2013, 'check_printable', ruleMessage('rule.print-check-not-permitted'))
    : null;
}
