import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { toneColor } from '../../../base/language/tone-color.ts';
import { mixColors, type Finish, type Rgb } from '../../../base/material/finish.ts';
import { isEmptyText } from '../../../base/language/is-empty-text.ts';
import { quoteWords } from '../../../base/language/quote-words.ts';
import { applyTint } from '../../../base/material/finish.ts';
import { LEXICON, MAX_PHRASE_WORDS, type Meaning } from '../../../catalogue/lexicon.ts';
import { tokenize, type Token } from '../../../base/language/tokenize.ts';
import type { Surface } from '../../../base/language/word-lists.ts';
import { PRINTS, type Print, type TextureDescription } from './texture-description.ts';
import { describePlainLook, replaceUnknownLooks } from './replace-unknown-looks.ts';
import { TexturePromptError } from './texture-prompt-error.ts';

/** A text as a look, and what a person should know about how it was read. */
export interface ParsedTexturePrompt {
  readonly look: TextureDescription;
  readonly notes: readonly Note[];
}

/** A print, or the patches that any second colour makes. */
type PrintName = Print | 'patches';

/** Names of prints beside the adjectives of the grammar. */
const PRINT_NAMES: ReadonlyMap<string, PrintName> = new Map([
  ...each('stripes', 'stripe', 'stripes', 'bands', 'pinstripe', 'pinstripes'),
  ...each('checks', 'check', 'checks', 'checkerboard', 'chessboard', 'tartan', 'squares'),
  ...each('dots', 'dot', 'dots', 'spot', 'spots', 'polka dots'),
  ...each('patches', 'patch', 'patches', 'patchy', 'blotches', 'stains', 'stained', 'camouflage'),
]);
const PLAIN: Finish = { color: [200, 200, 200], metallic: 0, roughness: 0.7, alpha: 1, glow: 0, pattern: null };
/** A tone that makes a surface at least so rough has eaten into it in patches. */
const WORN = 0.85;
/** Patches without a colour of their own are so much darker than the ground. */
const PATCH_SHADE = 0.45;
const BLACK: Rgb = [0, 0, 0];

/**
 * Reads what a text says of colours, materials, surfaces and patterns by the words of docs/text-prompts.md, in any order;
 * names of things are passed over. A text without any of these is read with the nearest words; without such words, as plain
 * grey. Notes say so. Throws `TexturePromptError` if it is empty. O(words).
 */
export function parseTexturePrompt(text: string): ParsedTexturePrompt {
  if (isEmptyText(text)) throw new TexturePromptError();
  const known = parseTokens(tokenize(text, (word) => LEXICON.has(word)));
  if (known.understood) return known;
  for (const replacement of replaceUnknownLooks(text)) {
    const read = parseTokens(replacement.tokens);
    if (read.understood) return { ...read, notes: [...read.notes, ...replacement.notes] };
  }
  return { ...known, notes: [...known.notes, describePlainLook()] };
}

/** Reads words; `understood` is false if none of them describes a look. */
function parseTokens(tokens: readonly Token[]): ParsedTexturePrompt & { readonly understood: boolean } {
  const colors: Rgb[] = [];
  const materials: Finish[] = [];
  const surfaces: Surface[] = [];
  const understood: string[] = [];
  const ignored = new Set<string>();
  const things = new Set<string>();
  const unwanted = new Set<string>();
  const spare = new Set<string>();
  let print: PrintName | null = null;
  let second: Rgb | null = null;
  let isNegated = false;
  let last: 'color' | 'material' | null = null;

  for (let at = 0; at < tokens.length;) {
    const { words, meaning } = lookUp(tokens, at);
    at += words.length;
    const phrase = words.map((word) => word.text).join(' ');
    const named = PRINT_NAMES.get(phrase) ?? (meaning?.kind === 'surface' ? printOf(meaning.surface) : null);
    const isLook = named || ['color', 'material', 'surface'].includes(meaning?.kind ?? '');
    if (isLook && isNegated) {
      isNegated = false;
      unwanted.add(phrase);
      continue;
    }
    // “without a hat, red” says nothing against red.
    if (phrase === ',' || !meaning || meaning.kind === 'noun') isNegated = false;
    if (isLook) understood.push(phrase);
    if (named) {
      // “red and white striped”, “wood with white stripes”: the last colour is the print's; of “gold stripes” its colour.
      const hasOwn =
        last !== null && colors.length + materials.length > 1 && (last === 'color' || materials.length > 1);
      const own = !hasOwn ? null : last === 'color' ? colors.pop()! : materials.pop()!.color;
      const isOther = print !== null && (print !== named || (second !== null && own !== null));
      if (isOther) spare.add(understood.splice(hasOwn ? -2 : -1).join(' '));
      else [print, second] = [named, own ?? second];
    } else if (meaning?.kind === 'color') colors.push(meaning.color);
    else if (meaning?.kind === 'material') materials.push(meaning.finish);
    else if (meaning?.kind === 'surface') surfaces.push(meaning.surface);
    else if (meaning?.kind === 'without') isNegated = true;
    else if (meaning?.kind === 'relation' && meaning.relation === 'on' && print && !second && colors.length === 1) {
      // “blue dots on yellow”
      second = colors.pop()!;
    } else if (meaning?.kind === 'noun') things.add(phrase);
    else if (!meaning && phrase !== ',') ignored.add(words[0]!.written);
    const kind = meaning?.kind;
    if (kind !== 'and') last = kind === 'color' || kind === 'material' ? kind : null;
  }

  const spareColors = colors.length + (second ? 1 : 0) - 2;
  return {
    understood: understood.length > 0,
    look: toLook({ colors, materials, surfaces, print, second }),
    notes: [
      ...(understood.length > 0
        ? ([engineMessage('prompt.understood', { words: understood.join(', ') })] as const)
        : []),
      ...(ignored.size > 0 ? ([engineMessage('prompt.ignored', { words: quoteWords(ignored) })] as const) : []),
      ...(unwanted.size > 0 ? ([engineMessage('prompt.unwanted', { words: quoteWords(unwanted) })] as const) : []),
      ...(things.size > 0 ? ([engineMessage('prompt.texture-names', { words: quoteWords(things) })] as const) : []),
      ...(materials.length > 1 ? ([engineMessage('prompt.texture-one-material')] as const) : []),
      ...(spare.size > 0 ? ([engineMessage('prompt.texture-one-pattern', { words: quoteWords(spare) })] as const) : []),
      ...(spareColors > 0 ? ([engineMessage('prompt.texture-two-colors')] as const) : []),
    ],
  };
}

/** What the words of a text asked for. */
interface Asked {
  readonly colors: readonly Rgb[];
  readonly materials: readonly Finish[];
  readonly surfaces: readonly Surface[];
  readonly print: PrintName | null;
  readonly second: Rgb | null;
}

function toLook({ colors, materials, surfaces, print, second }: Asked): TextureDescription {
  const worn = surfaces.filter(isWear);
  const tones = surfaces.filter((surface) => !isWear(surface));
  let finish = materials[0] ?? PLAIN;
  if (colors[0]) finish = applyTint({ ...finish, color: colors[0] });
  for (const { tone: _, pattern, ...rest } of tones) {
    finish = {
      ...finish,
      ...rest,
      pattern: PRINTS.some((name) => name === pattern) ? finish.pattern : (pattern ?? finish.pattern),
    };
  }
  const wear = worn.at(-1)?.tone;
  const relief = finish.pattern ?? worn.find(({ pattern }) => pattern)?.pattern ?? null;
  const color = toneColor(finish.color, tones);
  const patches = print === 'patches' ? mixColors(color, BLACK, PATCH_SHADE) : null;
  return {
    finish: { ...finish, color, pattern: relief },
    print: print === 'patches' ? null : print,
    second: second ?? colors[1] ?? patches,
    wear: wear ?? null,
  };
}

function isWear({ tone, roughness }: Surface): boolean {
  return tone !== undefined && (roughness ?? 0) >= WORN;
}

function printOf({ pattern }: Surface): Print | null {
  return PRINTS.find((name) => name === pattern) ?? null;
}

/** The longest phrase known at a place, and what it says of a look rather than of a thing. */
function lookUp(tokens: readonly Token[], at: number): { words: readonly Token[]; meaning: Meaning | undefined } {
  for (let length = Math.min(MAX_PHRASE_WORDS, tokens.length - at); length > 0; length--) {
    const words = tokens.slice(at, at + length);
    const phrase = words.map(({ text }) => text).join(' ');
    const meanings = LEXICON.get(phrase);
    if (!meanings && !PRINT_NAMES.has(phrase)) continue;
    const look = meanings?.find(({ kind }) => ['color', 'material', 'surface'].includes(kind));
    return { words, meaning: look ?? meanings?.[0] };
  }
  return { words: tokens.slice(at, at + 1), meaning: undefined };
}

function each(print: PrintName, ...words: readonly string[]): (readonly [string, PrintName])[] {
  return words.map((word) => [word, print] as const);
}
