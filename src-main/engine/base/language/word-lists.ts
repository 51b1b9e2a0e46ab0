import type { PatternName } from '../material/patterns.ts';
import type { ShapeWord } from './shape-words.ts';

/** Spatial relations between two objects: the first one is on, in, under … the second. */
const RELATION_NAMES = [
  'on',
  'in',
  'under',
  'beside',
  'left',
  'right',
  'front',
  'behind',
  'around',
  'over',
  'with',
] as const;

/** A relation between two objects. */
export type RelationName = (typeof RELATION_NAMES)[number];

/** Phrases for relations; a reversed one relates the second object to the first. */
export const RELATIONS: readonly (readonly [phrase: string, relation: RelationName, isReversed: boolean])[] = [
  ...phrases(
    'on',
    'on',
    'upon',
    'on top of',
    'atop',
    'standing on',
    'sitting on',
    'lying on',
    'placed on',
    'resting on',
    'onto',
    'riding',
    'riding on',
  ),
  ...phrases('in', 'in', 'inside', 'inside of', 'within', 'into'),
  ...phrases('under', 'under', 'below', 'beneath', 'underneath'),
  ...phrases(
    'beside',
    'beside',
    'next to',
    'near',
    'by',
    'alongside',
    'close to',
    'adjacent to',
    'against',
    'leaning against',
    'at',
  ),
  ...phrases('left', 'left of', 'to the left of', 'on the left of'),
  ...phrases('right', 'right of', 'to the right of', 'on the right of'),
  ...phrases('front', 'in front of', 'before'),
  ...phrases('behind', 'behind', 'in back of'),
  ...phrases('around', 'around', 'surrounding', 'round about'),
  ...phrases('over', 'above', 'over', 'hovering over', 'floating above'),
  ...phrases('with', 'with', 'holding', 'wearing', 'carrying', 'having', 'has', 'containing', 'including', 'featuring'),
  ['surrounded by', 'around', true],
];

/** Size words with their scale factor. */
export const SIZES: readonly (readonly [string, number])[] = [
  ...each(0.2, 'miniature', 'toy', 'micro'),
  ...each(0.4, 'tiny', 'mini', 'teeny'),
  ...each(0.7, 'small', 'little', 'compact'),
  ...each(1.5, 'big', 'large', 'great'),
  ...each(2.2, 'huge', 'enormous', 'massive'),
  ...each(3.5, 'giant', 'gigantic', 'colossal'),
];

/** Words for proportions: factors along x, y, z. */
export const STRETCHES: readonly (readonly [string, readonly [number, number, number]])[] = [
  ...each([1, 1.35, 1] as const, 'tall', 'high'),
  ...each([1, 0.7, 1] as const, 'short', 'low', 'squat'),
  ...each([1.35, 1, 1] as const, 'wide', 'broad'),
  ...each([0.75, 1, 1] as const, 'narrow'),
  ...each([1, 1, 1.35] as const, 'long', 'elongated', 'deep'),
  ...each([0.75, 1.05, 0.75] as const, 'thin', 'slim', 'slender', 'skinny'),
  ...each([1.25, 1, 1.25] as const, 'thick', 'fat', 'chubby', 'plump', 'chunky', 'stout'),
  ...each([1.1, 0.5, 1.1] as const, 'flat'),
];

/** A modification of every finish of an object. */
export interface Surface {
  readonly roughness?: number;
  /** Colour that is mixed in by `share`. */
  readonly tone?: { readonly color: readonly [number, number, number]; readonly share: number };
  readonly alpha?: number;
  readonly glow?: number;
  readonly pattern?: PatternName;
}

const WHITE = [255, 255, 255] as const;
const BLACK = [10, 10, 12] as const;

/** Words for the appearance of a surface. */
export const SURFACES: readonly (readonly [string, Surface])[] = [
  ...each({ roughness: 0.12 }, 'shiny', 'glossy', 'polished', 'gleaming', 'lacquered'),
  ...each({ roughness: 0.95 }, 'matte', 'dull', 'rough'),
  ...each({ tone: { color: BLACK, share: 0.4 } }, 'dark'),
  ...each({ tone: { color: WHITE, share: 0.4 } }, 'light', 'pale', 'pastel'),
  ...each(
    { tone: { color: [112, 92, 70], share: 0.35 }, roughness: 0.9 },
    'old',
    'worn',
    'dirty',
    'ancient',
    'weathered',
    'antique',
    'dusty',
  ),
  ...each({ tone: { color: [125, 69, 39], share: 0.6 }, roughness: 0.9, pattern: 'stone' as const }, 'rusty', 'rusted'),
  ...each({ tone: { color: WHITE, share: 0.06 }, roughness: 0.25 }, 'new', 'clean', 'modern'),
  ...each({ alpha: 0.4 }, 'transparent', 'translucent', 'see-through', 'ghostly'),
  ...each({ glow: 0.8 }, 'glowing', 'luminous', 'radiant'),
  ...each({ pattern: 'stripes' as const }, 'striped', 'stripy'),
  ...each({ pattern: 'checks' as const }, 'checkered', 'chequered', 'checked', 'plaid'),
  ...each({ pattern: 'dots' as const }, 'dotted', 'spotted', 'polka dot'),
];

/** Words for the build style. */
export const LOOKS: readonly (readonly [string, ShapeWord | 'low_poly' | 'detailed'])[] = [
  ...each('low_poly' as const, 'low poly', 'lowpoly', 'low polygon', 'faceted'),
  ...each('detailed' as const, 'detailed', 'highly detailed', 'high poly', 'smooth', 'realistic'),
  ...each('round' as const, 'round', 'circular', 'rounded', 'oval'),
  ...each('square' as const, 'square', 'rectangular'),
  ...each('t_pose' as const, 't pose', 'tpose', 'in t pose', 'in a t pose'),
  ...each('a_pose' as const, 'a pose', 'apose', 'in a pose', 'in an a pose'),
  ...each('cartoon' as const, 'cartoon', 'cartoonish', 'cute', 'stylized', 'stylised', 'chibi'),
];

/** Words for quantities. */
export const COUNTS: readonly (readonly [string, number])[] = [
  ...['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'].map(
    (word, i) => [word, i + 2] as const,
  ),
  ...each(2, 'pair of', 'a pair of', 'couple of', 'a couple of', 'both'),
  ...each(12, 'dozen', 'a dozen'),
  ...each(3, 'some', 'few', 'a few'),
  ...each(4, 'several', 'a group of', 'group of'),
  ...each(6, 'many', 'lots of', 'a lot of', 'a row of', 'row of'),
];

/** Words without a meaning in this grammar. */
export const STOP_WORDS: readonly string[] = (
  'of made from out is are be was were there to for as which who very really so please create make generate build draw render show give me i want need like 3d model object scene ' +
  'picture image photo illustration drawing standing sitting placed set style styled looking colored coloured color colour body simple single nice beautiful pretty or but then also'
).split(' ');

function phrases(relation: RelationName, ...words: readonly string[]) {
  return words.map((word) => [word, relation, false] as const);
}

function each<V>(value: V, ...words: readonly string[]): (readonly [string, V])[] {
  return words.map((word) => [word, value] as const);
}
