import type { AnyValues } from '../../../src-shared/api/operation.ts';

/** Returns true if a request's text is rejected (spec part 3, 2008). */
export type Moderation = (values: AnyValues) => boolean;

/** Finds word boundaries in any script, including those without spaces. */
const words = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * Rejects requests whose text contains one of some words or phrases: in any case, in any spelling that Unicode considers
 * compatible, whole words only. Checks `prompt`, `negative_prompt`, `prompts[].prompt` and `texture_prompt.text`.
 */
export function createModeration(blockedWords: readonly string[]): Moderation {
  const blocked = blockedWords.map(fold).filter((word) => word !== '');
  if (blocked.length === 0) return () => false;
  return (values) =>
    listTexts(values)
      .map(fold)
      .some((text) => blocked.some((word) => holds(text, word)));
}

function listTexts(values: AnyValues): string[] {
  const { prompt, negative_prompt: negative, prompts, texture_prompt: texture } = values;
  const views = Array.isArray(prompts) ? (prompts as readonly { readonly prompt?: unknown }[]) : [];
  const texts = [
    prompt,
    negative,
    ...views.map((view) => view.prompt),
    (texture as { text?: unknown } | undefined)?.text,
  ];
  return texts.filter((text) => typeof text === 'string');
}

/** Normalizes equivalent spellings; invisible characters, such as a zero-width space, are removed. */
function fold(text: string): string {
  const seen = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  // Upper case first: ß and ſ have the capitals of ss and s.
  return seen.toUpperCase().toLowerCase().normalize('NFKC').trim().replace(/\s+/g, ' ');
}

function holds(text: string, word: string): boolean {
  if (!text.includes(word)) return false;
  const edges = new Set([...words.segment(text)].map(({ index }) => index)).add(text.length);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (edges.has(at) && edges.has(at + word.length)) return true;
  }
  return false;
}
