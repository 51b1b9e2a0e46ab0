import { toneColor } from '../../../base/language/tone-color.ts';
import type { Finish, Rgb } from '../../../base/material/finish.ts';
import { applyTint } from '../../../base/material/finish.ts';
import { MATERIALS } from '../../../base/language/material-words.ts';
import type { Surface } from '../../../base/language/word-lists.ts';
import type { Tone } from '../tone/adjust-tone.ts';
import { UNCHANGED_STYLE, type SubjectStyle } from '../subject/restyle-subject.ts';
import type { Edit, Target } from './edit.ts';
import type { FilterName } from '../tone/filter-image.ts';

/** A word of a clause that describes a property. */
export type ClauseWord = { readonly word: string } & (
  | { readonly kind: 'color'; readonly color: Rgb }
  | { readonly kind: 'material'; readonly finish: Finish }
  | { readonly kind: 'surface'; readonly surface: Surface }
  | { readonly kind: 'tone'; readonly tone: Tone; readonly amount: number }
  | { readonly kind: 'filter'; readonly filter: FilterName; readonly amount: number }
  | { readonly kind: 'statue' | 'clear' | 'studio' }
);

/** Material words that describe gloss only, not colour. */
const COLORLESS = new Set(
  'metal metallic plastic matte ceramic porcelain enamel glass neon glowing luminous paint painted silk satin velvet'.split(
    ' ',
  ),
);

/** Converts a clause about the background into edits. */
export function toBackgroundEdits(said: readonly ClauseWord[]): Edit[] {
  const edits = said.flatMap((item) => toChange(item, 'background'));
  const color = findColor(said);
  if (said.some(({ kind }) => kind === 'clear')) edits.push({ kind: 'background', background: { kind: 'clear' } });
  else if (said.some(({ kind }) => kind === 'studio')) {
    edits.push({ kind: 'background', background: { kind: 'studio', color } });
  } else if (color) edits.push({ kind: 'background', background: { kind: 'color', color } });
  return edits;
}

/** Converts a clause about the subject into edits; tones and filters apply to `target`. */
export function toSubjectEdits(said: readonly ClauseWord[], target: Target): Edit[] {
  const edits = said.flatMap((item) => toChange(item, target));
  const style = toSubjectStyle(said);
  if (style) edits.push({ kind: 'restyle', style });
  else {
    // “dark” and “light” that no colour follows are tones.
    for (const item of said) {
      const toned = item.kind === 'surface' ? item.surface.tone : undefined;
      if (!toned) continue;
      edits.push({ kind: 'tone', tone: 'brightness', amount: toned.color[0] > 128 ? 1 : -1, target });
    }
  }
  if (said.some(({ kind }) => kind === 'clear')) edits.push({ kind: 'background', background: { kind: 'clear' } });
  if (said.some(({ kind }) => kind === 'studio')) {
    edits.push({ kind: 'background', background: { kind: 'studio', color: null } });
  }
  return edits;
}

function toChange(said: ClauseWord, target: Target): Edit[] {
  switch (said.kind) {
    case 'tone':
      return [{ kind: 'tone', tone: said.tone, amount: said.amount, target }];
    case 'filter':
      return [{ kind: 'filter', filter: said.filter, amount: said.amount, target }];
    default:
      return [];
  }
}

/** Returns the last colour of a clause, modified by its surface words; a material can stand for a colour. */
function findColor(said: readonly ClauseWord[]): Rgb | null {
  let color: Rgb | null = null;
  for (const item of said) {
    if (item.kind === 'color') color = item.color;
    else if (item.kind === 'material') color ??= item.finish.color;
  }
  const surfaces = said.flatMap((item) => (item.kind === 'surface' ? [item.surface] : []));
  return color && toneColor(color, surfaces);
}

/** Combines colours, materials and surfaces; null if none of them can be applied to a subject. */
function toSubjectStyle(said: readonly ClauseWord[]): SubjectStyle | null {
  const colors = said.flatMap((item) => (item.kind === 'color' ? [item.color] : []));
  const surfaces = said.flatMap((item) => (item.kind === 'surface' ? [item.surface] : []));
  const named = said.find((item) => item.kind === 'material');
  const isStatue = said.some(({ kind }) => kind === 'statue');
  const last = colors.at(-1) ?? null;
  const material = named?.finish ?? (isStatue ? MATERIALS.get('stone')! : null);
  const finish = material && last ? applyTint({ ...material, color: last }) : material;
  const isPlainTone = surfaces.every((surface) => surface.tone !== undefined && Object.keys(surface).length === 1);
  if (colors.length === 0 && !finish && isPlainTone) return null;

  const color = last ?? (finish && !(named && COLORLESS.has(named.word)) ? finish.color : null);
  const tone = surfaces.findLast((surface) => surface.tone)?.tone ?? null;
  const merged = surfaces.reduce<Surface>((all, surface) => ({ ...all, ...surface }), {});
  return {
    ...UNCHANGED_STYLE,
    // A word such as “dark” modifies the colour if there is one, else the existing colours.
    color: color && toneColor(color, surfaces),
    tone: color ? null : tone,
    from: colors.length > 1 ? colors[0]! : null,
    metallic: finish?.metallic ?? 0,
    roughness: merged.roughness ?? finish?.roughness ?? null,
    pattern: merged.pattern ?? finish?.pattern ?? null,
    alpha: merged.alpha ?? finish?.alpha ?? 1,
    glow: merged.glow ?? finish?.glow ?? 0,
  };
}
