import { hex, type Finish } from '../material/finish.ts';
import type { PatternName } from '../material/patterns.ts';

type Row = readonly [
  words: string,
  color: string,
  metallic: number,
  roughness: number,
  pattern?: PatternName | null,
  alpha?: number,
  glow?: number,
];

/** Material words; the words of one row are synonyms. Metals have the colour of their reflection. */
const ROWS: readonly Row[] = [
  ['wood wooden timber', '#8f6239', 0, 0.6, 'wood'],
  ['oak', '#a57c4e', 0, 0.55, 'wood'],
  ['walnut mahogany', '#58382a', 0, 0.45, 'wood'],
  ['pine', '#c79b62', 0, 0.6, 'wood'],
  ['bamboo', '#c6a75e', 0, 0.55, 'wood'],
  ['bark', '#5d4632', 0, 0.95, 'wood'],
  ['metal metallic', '#a2a6ab', 1, 0.35],
  ['steel', '#b4b9be', 1, 0.3],
  ['iron', '#63666b', 1, 0.55],
  ['aluminium aluminum tin', '#c3c7ca', 1, 0.4],
  ['chrome', '#d5d9dd', 1, 0.08],
  ['gold golden gilded', '#f0b93c', 1, 0.22],
  ['silver', '#d8dade', 1, 0.18],
  ['copper', '#d08a5c', 1, 0.28],
  ['bronze', '#9b7440', 1, 0.35],
  ['brass', '#cfae55', 1, 0.28],
  ['rust', '#7d4527', 0.3, 0.9, 'stone'],
  ['glass', '#cfe4ea', 0, 0.05, null, 0.35],
  ['crystal', '#c5dcf2', 0, 0.03, null, 0.5],
  ['diamond', '#e6f1f8', 0, 0.01, null, 0.55],
  ['ruby', '#b4122f', 0, 0.04, null, 0.75],
  ['sapphire', '#1b3fae', 0, 0.04, null, 0.75],
  ['jade', '#4b9b74', 0, 0.25],
  ['ice icy frozen', '#bfe0ee', 0, 0.12, null, 0.6],
  ['stone rock rocky', '#8b8781', 0, 0.9, 'stone'],
  ['marble', '#e4e1da', 0, 0.2, 'marble'],
  ['granite', '#6f6c6e', 0, 0.5, 'stone'],
  ['sandstone', '#c9a878', 0, 0.9, 'stone'],
  ['concrete cement', '#a3a19c', 0, 0.9, 'stone'],
  ['brick bricks', '#b8624a', 0, 0.9, 'brick'],
  ['plaster', '#e2ddd2', 0, 0.9],
  ['clay terracotta', '#b8663f', 0, 0.85],
  ['ceramic porcelain enamel', '#eceae4', 0, 0.18],
  ['plastic', '#d5d7d9', 0, 0.4],
  ['rubber', '#2a2b2d', 0, 0.85],
  ['leather', '#6d442b', 0, 0.55, 'leather'],
  ['fabric cloth textile cotton linen', '#b7aa95', 0, 0.95, 'weave'],
  ['wool woollen knitted felt', '#c9bda8', 0, 1, 'weave'],
  ['velvet', '#6d2042', 0, 0.8],
  ['silk satin', '#d9c7d6', 0, 0.35],
  ['denim', '#3b5680', 0, 0.9, 'weave'],
  ['wicker rattan straw', '#b98f55', 0, 0.8, 'weave'],
  ['paper cardboard', '#d8c7a6', 0, 0.9],
  ['fur furry fluffy', '#a58a6b', 0, 1, 'fur'],
  ['grass grassy', '#5a8a3a', 0, 1, 'fur'],
  ['snow snowy', '#f3f6f8', 0, 0.85],
  ['sand sandy', '#d7be8f', 0, 1, 'stone'],
  ['chocolate', '#4b2b1c', 0, 0.4],
  ['neon glowing luminous', '#7df3d0', 0, 0.4, null, 1, 0.9],
  ['paint painted', '#c9ccd0', 0, 0.3],
  ['skin', '#d9a27e', 0, 0.6],
  ['leaf leaves', '#4f8a37', 0, 0.8],
  ['matte', '#b9b9b9', 0, 0.9],
];

/** Finishes by lower-case material word. */
export const MATERIALS: ReadonlyMap<string, Finish> = new Map(
  ROWS.flatMap(([words, color, metallic, roughness, pattern = null, alpha = 1, glow = 0]) =>
    words.split(' ').map((word) => [word, { color: hex(color), metallic, roughness, alpha, glow, pattern }] as const),
  ),
);

const COLOR_NAMES =
  'gold golden gilded silver copper bronze brass rust ruby sapphire jade snow snowy grass grassy chocolate';

/** Materials of `MATERIALS` whose names are also colour names. */
export const MATERIALS_OF_ONE_COLOR: ReadonlySet<Finish> = new Set(
  COLOR_NAMES.split(' ').map((word) => MATERIALS.get(word)!),
);
