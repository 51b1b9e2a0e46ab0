import * as common from './common-rules.ts';
import * as model from './model-rules.ts';
import {
  FILE,
  OWN_URL,
  P1,
  P2,
  PICTURE_TASK,
  TOKEN,
  V31,
  V35_TEXTURE,
  textToImageBody,
  letters,
  on,
  imageBody,
  textBody,
  type Case,
} from './bodies.ts';

const fromText = on('text_to_model');
const fromPicture = on('image_to_model');
const drawing = on('text_to_image');

const COMMON: readonly Case[] = [
  fromText(
    common.rule41PriorityWindow,
    [textBody({ priority: 1 })],
    [0, 4, 1.5, '1', null].map((priority) => textBody({ priority })),
  ),
  {
    ...fromText(common.rule41PriorityEntitlement, [textBody({ priority: 1 })], [textBody({ priority: 2 })]),
    region: 'international',
  },
  { ...fromText(common.rule41PriorityEntitlement, [textBody({ priority: 3 })], []), region: 'china' },
  on('image_to_splat')(
    common.rule41Parameters,
    [{ input: TOKEN, parameters: { a: [1] } }],
    [{ input: TOKEN, parameters: 7 }],
  ),
  fromPicture(
    common.rule42SingleSource,
    [TOKEN, OWN_URL, PICTURE_TASK].map((input) => imageBody({ input })),
    ['data:image/png;base64,eA==', `task_${PICTURE_TASK}`, 'a.png', '', 7, null].map((input) => imageBody({ input })),
  ),
  on('generate_multiview_image')(
    common.rule42SingleSource,
    [{ file: FILE }, { file: { type: 'png', url: OWN_URL } }],
    [{}, { file: {} }, { file: { data: 'eA==' } }, { file: { type: 'png', file_token: PICTURE_TASK } }, { file: null }],
  ),
  on('image_to_splat')(common.rule42SingleSource, [{ input: TOKEN }, { file: FILE }], [{}, { input: 'data:,x' }]),
  fromText(
    common.rule43StyleImage,
    [TOKEN, OWN_URL, FILE].map((style_image) => textBody({ style_image })),
    [PICTURE_TASK, 'data:,x', {}, 7].map((style_image) => textBody({ style_image })),
  ),
  drawing(
    common.rule43StyleImage,
    [textToImageBody({ style_image: FILE })],
    [textToImageBody({ style_image: PICTURE_TASK })],
  ),
  fromPicture(
    common.rule43Booleans,
    [
      imageBody({ texture: false, delight: false, auto_size: true, export_uv: false }),
      imageBody({ image_autofix: true }),
    ],
    ['texture', 'pbr', 'export_uv', 'auto_size', 'image_autofix'].map((field) => imageBody({ [field]: 'true' })),
  ),
  fromText(
    common.rule43Integers,
    [textBody({ model_seed: 1, image_seed: 2 })],
    [textBody({ model_seed: 1.5 }), textBody({ image_seed: '1' })],
  ),
  fromPicture(common.rule43Strings, [imageBody({ mode: 'any' })], [imageBody({ mode: 7 })]),
];

const THREE_D: readonly Case[] = [
  fromText(model.rule43ModelIsRequired, [{ prompt: 'a', model_version: V31 }], [{ prompt: 'a' }]),
  fromText(
    model.rule43ModelIsKnown,
    model.MODELS_3D.map((id) => textBody({ model: id })),
    ['v9', 'V3.1-20260211', 'banana', ''].map((id) => textBody({ model: id })),
  ),
  fromText(
    model.rule43Prompt,
    [textBody({ prompt: letters(1024) })],
    ['', letters(1025), null, 7].map((prompt) => textBody({ prompt })),
  ),
  fromText(
    model.rule43NegativePrompt,
    [textBody({ negative_prompt: letters(255) })],
    ['', letters(256)].map((one) => textBody({ negative_prompt: one })),
  ),
  fromText(
    model.rule43TextureQuality,
    ['standard', 'detailed', 'extreme'].flatMap((texture_quality) => [
      textBody({ texture_quality }),
      P2({ texture_quality }),
    ]),
    [textBody({ texture_quality: 'ultra' })],
  ),
  fromText(
    model.rule43FastNeedsV35,
    [textBody({ texture_quality: 'fast', ...V35_TEXTURE }), P2({ texture_quality: 'fast', ...V35_TEXTURE })],
    [textBody({ texture_quality: 'fast' }), textBody({ texture_quality: 'fast', texture_version: 'v3.0-20250812' })],
  ),
  fromText(
    model.rule43TextureVersion,
    [textBody({ texture_version: 'v2.5-20250123' })],
    [textBody({ texture_version: 'v3.5' })],
  ),
  fromText(
    model.rule43GeometryQuality,
    [textBody({ geometry_quality: 'detailed' })],
    [textBody({ geometry_quality: 'extreme' })],
  ),
  fromText(
    model.rule43SomeFaces,
    [textBody({ face_limit: 1 })],
    [textBody({ face_limit: 0 }), textBody({ face_limit: -1 })],
  ),
  fromText(
    model.rule43LowPolyWindow,
    [[500], [20_000], [10_000, true]].map(([face_limit, quad = false]) =>
      textBody({ smart_low_poly: true, face_limit, quad }),
    ),
    [[499], [20_001], [10_001, true]].map(([face_limit, quad = false]) =>
      textBody({ smart_low_poly: true, face_limit, quad }),
    ),
  ),
  fromText(
    model.rule43PartsNeedNoTexture,
    [
      textBody({ generate_parts: true, texture: false, pbr: false }),
      textBody({ generate_parts: true, texture: false }),
    ],
    [textBody({ generate_parts: true }), textBody({ generate_parts: true, texture: false, pbr: true })],
  ),
  fromText(
    model.rule43Compress,
    [textBody({ compress: '' }), textBody({ compress: 'geometry' })],
    [textBody({ compress: 'all' })],
  ),
  {
    ...fromText(
      model.rule43CheckPrintable,
      [textBody({ check_printable: false })],
      [textBody({ check_printable: true })],
    ),
    region: 'international',
  },
  { ...fromText(model.rule43CheckPrintable, [textBody({ check_printable: true })], []), region: 'china' },
  fromPicture(
    model.rule43TextureAlignment,
    [imageBody({ texture_alignment: 'geometry' })],
    [imageBody({ texture_alignment: 'image' })],
  ),
  fromPicture(model.rule43Orientation, [imageBody({ orientation: 'align_image' })], [imageBody({ orientation: '+x' })]),
  {
    ...fromText(
      model.rule43P1Omits,
      [P1()],
      ['quad', 'smart_low_poly'].flatMap((one) => [P1({ [one]: false }), P1({ [one]: true })]),
    ),
    region: 'international',
  },
  {
    ...fromText(model.rule43P1Omits, [], [P1({ generate_parts: false }), P1({ geometry_quality: 'standard' })]),
    region: 'international',
  },
  {
    ...fromText(
      model.rule43P1Omits,
      ['quad', 'smart_low_poly', 'generate_parts'].map((one) => P1({ [one]: false })),
      [
        P1({ quad: true }),
        P1({ smart_low_poly: true }),
        P1({ generate_parts: true, texture: false }),
        P1({ geometry_quality: 'standard' }),
      ],
    ),
    region: 'china',
  },
  {
    ...fromText(
      model.rule43P1Window,
      [48, 20_000].map((face_limit) => P1({ face_limit })),
      [47, 20_001].map((face_limit) => P1({ face_limit })),
    ),
    region: 'international',
  },
  {
    ...fromText(
      model.rule43P1Window,
      [50, 20_000].map((face_limit) => P1({ face_limit })),
      [49, 20_001].map((face_limit) => P1({ face_limit })),
    ),
    region: 'china',
  },
  fromText(
    model.rule43P2Window,
    [
      P2(),
      P2({ face_limit: 48 }),
      P2({ face_limit: 50_000 }),
      P2({ quad: true, face_limit: 25_000 }),
      P2({ texture: false }),
    ],
    [
      P2({ face_limit: 47 }),
      P2({ face_limit: 50_001 }),
      P2({ quad: true, face_limit: 25_001 }),
      P2({ quad: true, face_limit: 47 }),
    ],
  ),
];

/** Cases of the rules of 4.1, of the forms of 4.2 and of the 3D table of 4.3. */
export const MODEL_CASES: readonly Case[] = [...COMMON, ...THREE_D];
