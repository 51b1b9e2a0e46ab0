import type { Tone } from '../tone/adjust-tone.ts';
import type { FilterName } from '../tone/filter-image.ts';
import type { LightSide } from '../subject/light-subject.ts';

/**
 * Meaning of a word or phrase in an editing instruction, in addition to the colours and materials of the text grammar.
 */
export type EditWord =
  /** A tone named by its effect: “brighter”. */
  | { readonly kind: 'tone'; readonly tone: Tone; readonly sign: number }
  /** A tone named as a quantity, combined with “more” or “less”. */
  | { readonly kind: 'quantity'; readonly tone: Tone }
  | { readonly kind: 'direction'; readonly sign: number }
  | { readonly kind: 'degree'; readonly factor: number }
  | { readonly kind: 'filter'; readonly filter: FilterName }
  /** A defect, which “remove” or “less” cures. */
  | { readonly kind: 'fault'; readonly cure: 'denoise' | 'sharpen' | 'even_light' | 'grey' }
  | { readonly kind: 'even_light' }
  | { readonly kind: 'light'; readonly side: LightSide; readonly amount: number }
  | { readonly kind: 'turn'; readonly how: 'mirror' | 'upside_down' }
  | { readonly kind: 'clear' | 'studio' | 'shadow' | 'outline' | 'background' | 'remove' | 'add' | 'make' | 'ordinal' }
  | { readonly kind: 'second'; readonly use: 'style' | 'background' }
  /** Separates clauses, as a comma does. */
  | { readonly kind: 'boundary' }
  /** Separates subject and background, as “with” does. */
  | { readonly kind: 'joint' }
  | { readonly kind: 'stop' };

const ROWS: readonly (readonly [words: string, meaning: EditWord])[] = [
  ['brighter|brighten|bright|lighter|lighten|更亮|变亮|调亮', { kind: 'tone', tone: 'brightness', sign: 1 }],
  ['darker|darken|dim|dimmer|更暗|变暗|调暗', { kind: 'tone', tone: 'brightness', sign: -1 }],
  ['vivid|vibrant|colorful|colourful|saturated|saturate|鲜艳', { kind: 'tone', tone: 'saturation', sign: 1 }],
  ['muted|desaturated|desaturate|faded|fade|washed out', { kind: 'tone', tone: 'saturation', sign: -1 }],
  ['contrasty|punchy|high contrast|dramatic', { kind: 'tone', tone: 'contrast', sign: 1 }],
  ['low contrast|flatter|hazy', { kind: 'tone', tone: 'contrast', sign: -1 }],
  ['warmer|warm|sunset|golden hour|sunny', { kind: 'tone', tone: 'warmth', sign: 1 }],
  ['cooler|colder|cool|cold|wintry', { kind: 'tone', tone: 'warmth', sign: -1 }],
  [
    'black and white|black & white|b&w|grayscale|greyscale|gray scale|grey scale|monochrome|colorless|colourless|黑白',
    { kind: 'tone', tone: 'grey', sign: 1 },
  ],
  ['sepia|vintage|retro|old photo', { kind: 'tone', tone: 'sepia', sign: 1 }],
  ['negative|invert|inverted|invert colors|invert colours', { kind: 'tone', tone: 'negative', sign: 1 }],
  ['night|nighttime|at night|moonlight|moonlit', { kind: 'tone', tone: 'night', sign: 1 }],
  ['brightness|exposure|亮度', { kind: 'quantity', tone: 'brightness' }],
  ['contrast|对比度', { kind: 'quantity', tone: 'contrast' }],
  ['saturation|vibrance|饱和度', { kind: 'quantity', tone: 'saturation' }],
  ['warmth|temperature', { kind: 'quantity', tone: 'warmth' }],
  ['more|increase|increased|boost|raise|higher|stronger|增加|提高', { kind: 'direction', sign: 1 }],
  ['less|decrease|decreased|reduce|reduced|lower|weaker|减少|降低', { kind: 'direction', sign: -1 }],
  ['slightly|a bit|a little|a little bit|a touch|somewhat|subtle|subtly', { kind: 'degree', factor: 0.5 }],
  ['very|much|strongly|a lot|lots|far|heavily|extremely|really', { kind: 'degree', factor: 1.8 }],
  ['sharpen|sharp|sharper|crisp|crisper|锐化', { kind: 'filter', filter: 'sharpen' }],
  ['denoise|clean|cleaner|clean up|cleaned up|cleanup|smooth|smoother|降噪', { kind: 'filter', filter: 'denoise' }],
  ['blur|blurred|blurry|out of focus|defocused|bokeh|模糊', { kind: 'filter', filter: 'blur' }],
  ['cartoon|cartoonish|comic|anime|cel shaded|toon|卡通', { kind: 'filter', filter: 'cartoon' }],
  ['painting|painted style|oil painting|watercolor|watercolour|painterly|油画', { kind: 'filter', filter: 'painting' }],
  ['pencil|pencil sketch|pencil drawing|sketch|line art|line drawing|素描', { kind: 'filter', filter: 'pencil' }],
  ['pixel art|pixelated|pixelate|8 bit', { kind: 'filter', filter: 'pixels' }],
  ['noise|grain|specks|dust|dirt|artifacts|artefacts|噪点', { kind: 'fault', cure: 'denoise' }],
  ['haze|fuzziness|softness', { kind: 'fault', cure: 'sharpen' }],
  ['shadows|shading|shades|highlights|glare|reflections|阴影', { kind: 'fault', cure: 'even_light' }],
  ['colors|colours|all color|all colour', { kind: 'fault', cure: 'grey' }],
  [
    'delight|delit|even light|even lighting|evenly lit|flat light|flat lighting|soft light|soft lighting',
    { kind: 'even_light' },
  ],
  ...lights('left', 'left'),
  ...lights('right', 'right'),
  ...lights('above', 'above', 'top', 'overhead'),
  ...lights('below', 'below', 'bottom', 'beneath', 'underneath'),
  ...lights('front', 'front'),
  ...lights('behind', 'behind', 'back'),
  ['backlit|back lit|rim light|rim lighting|backlight', { kind: 'light', side: 'behind', amount: 1 }],
  ['dramatic light|dramatic lighting|spotlight', { kind: 'light', side: 'upper left', amount: 2 }],
  ['relight|relit|studio light|studio lighting|better lighting', { kind: 'light', side: 'upper left', amount: 1 }],
  ['mirror|mirrored|flip|flipped|flip horizontally|mirror horizontally|镜像|翻转', { kind: 'turn', how: 'mirror' }],
  ['upside down|flip vertically|flipped vertically|mirror vertically', { kind: 'turn', how: 'upside_down' }],
  ['transparent|see through background|cut out|cutout|isolated|isolate|alpha|抠图|透明', { kind: 'clear' }],
  ['studio|studio backdrop|gradient|seamless', { kind: 'studio' }],
  ['shadow|drop shadow|soft shadow|ground shadow|contact shadow', { kind: 'shadow' }],
  ['outline|outlined|contour|sticker|stroke|描边', { kind: 'outline' }],
  ['background|backdrop|backgrounds|背景', { kind: 'background' }],
  ['remove|delete|erase|without|no|drop|take away|take out|get rid of|去除|去掉|移除|删除|无', { kind: 'remove' }],
  ['add|insert|添加|加', { kind: 'add' }],
  [
    'make|put|place|give|turn|change|set|paint|painted|recolor|recolour|color|colour|replace|convert|render|tint|dye|change colour|change color|把|变成|改成|换成',
    { kind: 'make' },
  ],
  ['and|then|but|also|plus|&|on|in front of|before|against|over|at|in|并|和|然后', { kind: 'boundary' }],
  ['with|having|featuring|wearing|for', { kind: 'joint' }],
  [
    'style of|in the style of|same style|colors of|colours of|palette of|match|matching|style transfer|look of',
    { kind: 'second', use: 'style' },
  ],
  ['into the scene|in the scene|into this scene', { kind: 'second', use: 'background' }],
  ['second|other|reference', { kind: 'ordinal' }],
  [
    'to|into|by|as|be|keep|it|its|the|a|an|this|that|of|from|is|are|all|everything|only|just|please|look|looks|like|subject|object|picture|image|photo|whole|entire|percent|pure|plain|solid|style|effect|lighting|light it|lit|view|side|s|so|parts|areas|first|png|use|using|do|can|you|i|want|would|should|me|my|one|成|为|的',
    { kind: 'stop' },
  ],
];

/** Editing words by phrase, lower case, separated by single spaces. */
export const EDIT_WORDS: ReadonlyMap<string, EditWord> = new Map(
  ROWS.flatMap(([words, meaning]) => words.split('|').map((word) => [word, meaning] as const)),
);

/** Maximum number of words in an editing phrase. */
export const MAX_EDIT_PHRASE_WORDS = Math.max(...[...EDIT_WORDS.keys()].map((phrase) => phrase.split(' ').length));

function lights(side: LightSide, ...places: readonly string[]): readonly (readonly [string, EditWord])[] {
  const phrases = places.flatMap((place) => [
    `light from ${place}`,
    `light from the ${place}`,
    `lit from ${place}`,
    `lit from the ${place}`,
    `lighting from ${place}`,
    `lighting from the ${place}`,
  ]);
  return [[phrases.join('|'), { kind: 'light', side, amount: 1 }]];
}
