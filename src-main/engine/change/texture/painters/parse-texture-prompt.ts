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
import { describePlainLook, replaceUnknownLooks } from '../../../catalogue/nearest/replace-unknown-looks.ts';
import { TexturePromptError } from './texture-prompt-error.ts';

/** A parsed texture prompt, and notes about how it was read. */
export interface ParsedTexturePrompt {
  readonly look: TextureDescription;
  readonly notes: readonly Note[];
}

/** A print, or patches in a second colour. */
type PrintName = Print | 'patches';

/** Names of prints in addition to the adjectives in `SURFACES`. */
const PRINT_NAMES: ReadonlyMap<string, PrintName> = new Map([
  ...each('stripes', 'stripe', 'stripes', 'bands', 'pinstripe', 'pinstripes'),
  ...each('checks', 'check', 'checks', 'checkerboard', 'chessboard', 'tartan', 'squares'),
  ...each('dots', 'dot', 'dots', 'spot', 'spots', 'polka dots'),
  ...each('patches', 'patch', 'patches', 'patchy', 'blotches', 'stains', 'stained', 'camouflage'),
]);
const PLAIN: Finish = { color: [200, 200, 200], metallic: 0, roughness: 0.7, alpha: 1, glow: 0, pattern: null };
/** Minimum roughness of a surface word with a tone, such as “rusty”, to be painted as wear in patches. */
const MIN_WEAR_ROUGHNESS = 0.85;
/** Share of black in patches without their own colour. */
const PATCH_SHADE = 0.45;
const BLACK: Rgb = [0, 0, 0];

/**
 * Parses the colours, materials, surfaces and patterns of a texture prompt (the words of docs/text-prompts.md), in any
 * order; names of objects are ignored. A text with none of these words is read with the nearest known words, and as
 * plain grey if there are none either; notes report it. Throws `TexturePromptError` if the text is empty. O(words).
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

/** Parses tokens; `understood` is false if none of them describes an appearance. */
function parseTokens(tokens: readonly Token[]): ParsedTexturePrompt & { readonly understood: boolean } {
  const colors: Rgb[] = [];
  const materials: Finish[] = [];
  const surfaces: Surface[] = [];
  const understood: string[] = [];
  const ignored = new Set<string>();
  const objects = new Set<string>();
  const unwanted = new Set<string>();
  const ignoredPrints = new Set<string>();
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
    // In “without a hat, red” the negation does not apply to red.
    if (phrase === ',' || !meaning || meaning.kind === 'noun') isNegated = false;
    if (isLook) understood.push(phrase);
    if (named) {
      // The last colour is the print's: “red and white striped”, “wood with white stripes”. In “wood with gold stripes”
      // it is the colour of the material.
      const hasOwn =
        last !== null && colors.length + materials.length > 1 && (last === 'color' || materials.length > 1);
      const own = !hasOwn ? null : last === 'color' ? colors.pop()! : materials.pop()!.color;
      const isOther = print !== null && (print !== named || (second !== null && own !== null));
      if (isOther) ignoredPrints.add(understood.splice(hasOwn ? -2 : -1).join(' '));
      else [print, second] = [named, own ?? second];
    } else if (meaning?.kind === 'color') colors.push(meaning.color);
    else if (meaning?.kind === 'material') materials.push(meaning.finish);
    else if (meaning?.kind === 'surface') surfaces.push(meaning.surface);
    else if (meaning?.kind === 'without') isNegated = true;
    else if (meaning?.kind === 'relation' && meaning.relation === 'on' && print && !second && colors.length === 1) {
      // “blue dots on yellow”
      second = colors.pop()!;
    } else if (meaning?.kind === 'noun') objects.add(phrase);
    else if (!meaning && phrase !== ',') ignored.add(words[0]!.written);
    const kind = meaning?.kind;
    if (kind !== 'and') last = kind === 'color' || kind === 'material' ? kind : null;
  }

  const extraColors = colors.length + (second ? 1 : 0) - 2;
  return {
    understood: understood.length > 0,
    look: toTextureDescription({ colors, materials, surfaces, print, second }),
    notes: [
      ...(understood.length > 0
        ? ([engineMessage('prompt.understood', { words: understood.join(', ') })] as const)
        : []),
      ...(ignored.size > 0 ? ([engineMessage('prompt.ignored', { words: quoteWords(ignored) })] as const) : []),
      ...(unwanted.size > 0 ? ([engineMessage('prompt.unwanted', { words: quoteWords(unwanted) })] as const) : []),
      ...(objects.size > 0 ? ([engineMessage('prompt.texture-names', { words: quoteWords(objects) })] as const) : []),
      ...(materials.length > 1 ? ([engineMessage('prompt.texture-one-material')] as const) : []),
      ...(ignoredPrints.size > 0
        ? ([engineMessage('prompt.texture-one-pattern', { words: quoteWords(ignoredPrints) })] as const)
        : []),
      ...(extraColors > 0 ? ([engineMessage('prompt.texture-two-colors')] as const) : []),
    ],
  };
}

/** The descriptive words of a text. */
interface LookWords {
  readonly colors: readonly Rgb[];
  readonly materials: readonly Finish[];
  readonly surfaces: readonly Surface[];
  readonly print: PrintName | null;
  readonly second: Rgb | null;
}

function toTextureDescription({ colors, materials, surfaces, print, second }: LookWords): TextureDescription {
  const wearWords = surfaces.filter(isWear);
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
  const wear = wearWords.at(-1)?.tone;
  const relief = finish.pattern ?? wearWords.find(({ pattern }) => pattern)?.pattern ?? null;
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
  return tone !== undefined && (roughness ?? 0) >= MIN_WEAR_ROUGHNESS;
}

function printOf({ pattern }: Surface): Print | null {
  return PRINTS.find((name) => name === pattern) ?? null;
}

/** Finds the longest known phrase at a token; meanings that describe an appearance take precedence over objects. */
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
