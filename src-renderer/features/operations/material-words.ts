/** Materials that an appearance in words can name, in the order of their tiles. */
export const MATERIAL_OPTIONS = [
  'wood',
  'metal',
  'gold',
  'stone',
  'marble',
  'ceramic',
  'glass',
  'plastic',
  'leather',
  'fabric',
] as const;

/** True if a text names a material. */
export function namesMaterial(text: string, word: string): boolean {
  return wordPattern(word).test(text);
}

/** Adds a material to a text, in place of another one of `words`, or removes it if the text names it. */
export function toggleMaterial(text: string, word: string, words: readonly string[]): string {
  if (namesMaterial(text, word)) return tidy(text.replace(wordPattern(word), ''));
  const other = words.find((each) => namesMaterial(text, each));
  if (other !== undefined) return text.replace(wordPattern(other), word);
  const start = tidy(text);
  return start === '' ? word : `${start}, ${word}`;
}

/** The word in any case; words in Latin letters not as a part of a longer one. */
function wordPattern(word: string): RegExp {
  return new RegExp(`(?<!\\p{Script=Latin})${word}(?!\\p{Script=Latin})`, 'iu');
}

/** Removes commas and spaces that separate nothing. */
function tidy(text: string): string {
  return text
    .replace(/([,，])\s*[,，]/g, '$1')
    .replace(/ {2,}/g, ' ')
    .replace(/^[\s,，]+/, '')
    .replace(/(?<![\s,，])[\s,，]+$/, '');
}
