import * as image from './image-rules.ts';
import * as view from './view-rules.ts';
import {
  FILE,
  FLARE,
  OWN_URL,
  PICTURE_TASK,
  TOKEN,
  V31,
  VIEWS_TASK,
  textToImageBody,
  editMultiviewBody,
  files,
  hat,
  letters,
  on,
  imageToImageBody,
  multiviewBody,
  type Case,
} from './bodies.ts';

const fromViews = on('multiview_to_model');
const drawing = on('text_to_image');
const redrawing = on('image_to_image');
const editing = on('edit_multiview_image');

const many = (id: string, count: number) => ({ prompt: 'a', model: id, files: files(count) });
const sized = (size: string) => textToImageBody({ model: 'chat_image_2', size });

const IMAGES: readonly Case[] = [
  drawing(
    image.rule43ImageModelName,
    [
      'chat_image_2',
      FLARE,
      'chat_image_2.5_sunburst',
      'banana',
      'banana_pro',
      'banana2',
      'seedream_v4',
      'seedream_v5',
    ].map((id) => textToImageBody({ model: id })),
    [V31, 'gpt-image-1', 'gemini-2.5-flash-image', 'Banana', ''].map((id) => textToImageBody({ model: id })),
  ),
  redrawing(
    image.rule43SeedreamV4,
    [imageToImageBody(), imageToImageBody({ model: 'seedream_v5' })],
    [imageToImageBody({ model: 'seedream_v4' })],
  ),
  drawing(
    image.rule43ImagePromptLength,
    [textToImageBody({ prompt: letters(1800) })],
    [textToImageBody({ prompt: letters(1801) })],
  ),
  drawing(
    image.rule43ImagePromptRequired,
    [textToImageBody({ template: 'figure' })],
    [{}, { template: 'figure' }, { prompt: '' }],
  ),
  redrawing(
    image.rule43ImagePromptRequired,
    [{ input: TOKEN, template: 't_pose' }, imageToImageBody({ prompt: '', template: 'variants' })],
    [{ input: TOKEN }, imageToImageBody({ prompt: '' })],
  ),
  redrawing(
    image.rule43Template,
    ['t_pose', 'character_completion', '3d_enhance', 'variants', 'figure'].map((template) =>
      imageToImageBody({ template }),
    ),
    [imageToImageBody({ template: 'a_pose' })],
  ),
  redrawing(
    image.rule43ImageSources,
    [
      ...[TOKEN, OWN_URL, PICTURE_TASK].map((input) => imageToImageBody({ input })),
      { prompt: 'a', file: FILE },
      { prompt: 'a', files: files(2) },
    ],
    [
      { prompt: 'a' },
      imageToImageBody({ input: 'data:,x' }),
      { prompt: 'a', file: {} },
      { prompt: 'a', files: [] },
      { prompt: 'a', files: [{}] },
    ],
  ),
  redrawing(
    image.rule43ImageCap,
    [many('chat_image_2', 16), many('banana', 10), many('seedream_v5', 4)],
    [many('chat_image_2', 17), many(FLARE, 17), many('banana2', 11), many('seedream_v5', 5)],
  ),
  drawing(
    image.rule43AspectRatio,
    ['16:9', '1:4'].map((ratio) => textToImageBody({ model: 'banana', aspect_ratio: ratio })),
    [textToImageBody({ aspect_ratio: '16:9' }), textToImageBody({ model: FLARE, aspect_ratio: '1:1' })],
  ),
  drawing(
    image.rule43OutputFormat,
    [textToImageBody({ output_format: 'jpeg' })],
    [textToImageBody({ output_format: 'webp' }), textToImageBody({ output_format: 'jpg' })],
  ),
  drawing(
    image.rule43Quality,
    [
      ...['low', 'medium', 'high'].map((quality) => textToImageBody({ model: 'chat_image_2', quality })),
      ...['xhigh', 'max'].map((quality) => textToImageBody({ model: FLARE, quality })),
    ],
    [
      textToImageBody({ model: 'chat_image_2', quality: 'xhigh' }),
      textToImageBody({ model: FLARE, quality: 'best' }),
      textToImageBody({ model: 'banana', quality: 'low' }),
      textToImageBody({ quality: 'low' }),
    ],
  ),
  drawing(
    image.rule43Background,
    [textToImageBody({ model: FLARE, background: 'opaque' })],
    [textToImageBody({ model: FLARE, background: 'red' })],
  ),
  drawing(
    image.rule43Transparent,
    [
      textToImageBody({ model: FLARE, background: 'transparent', output_format: 'png' }),
      textToImageBody({ model: 'banana', background: 'transparent', output_format: 'jpeg' }),
    ],
    [
      textToImageBody({ model: FLARE, background: 'transparent', output_format: 'jpeg' }),
      textToImageBody({ model: FLARE, background: 'transparent' }),
    ],
  ),
  drawing(image.rule43ResolutionClass, [textToImageBody({ size: '2K' })], [textToImageBody({ size: 'huge' })]),
  drawing(
    image.rule43CustomSize,
    ['1024x640', '3840x2160', '3840x1280', '1600x1600'].map(sized),
    // Too few pixels, too many, an edge too long, too slim, no multiple of 16.
    ['800x816', '3840x2176', '3856x1600', '3840x1264', '1000x1024'].map(sized),
  ),
];

const slots = (...filled: number[]) =>
  multiviewBody({ files: [0, 1, 2, 3].map((slot) => (filled.includes(slot) ? FILE : {})) });

const VIEWS: readonly Case[] = [
  fromViews(
    view.rule43MultiviewReference,
    [
      multiviewBody({ original_model_task_id: VIEWS_TASK }),
      multiviewBody({ original_model_task_id: VIEWS_TASK, files: 'rubbish' }),
    ],
    [`task_${VIEWS_TASK}`, TOKEN, 7].map((id) => ({ ...slots(0, 1), original_model_task_id: id })),
  ),
  fromViews(
    view.rule43MultiviewNeedsViews,
    [slots(0, 2)],
    [multiviewBody({}), multiviewBody({ original_task_id: VIEWS_TASK })],
  ),
  fromViews(
    view.rule43FourSlots,
    [slots(0, 1), slots(0, 3), slots(0, 1, 2, 3)],
    [
      slots(0),
      slots(1, 2, 3),
      multiviewBody({ files: files(3) }),
      multiviewBody({ files: files(5) }),
      multiviewBody({ files: [FILE, 7, FILE, {}] }),
    ],
  ),
  fromViews(
    view.rule42Inputs,
    [
      [TOKEN, '', TOKEN, ''],
      [TOKEN, OWN_URL],
      [{ task_id: VIEWS_TASK }],
      [PICTURE_TASK, { task_id: PICTURE_TASK }],
      [{ back: TOKEN }, { front: FILE }],
    ].map((inputs) => multiviewBody({ inputs })),
    [['', TOKEN, TOKEN, ''], [TOKEN], [{ task_id: TOKEN }], [{ left: TOKEN }, { back: TOKEN }], [], TOKEN].map(
      (inputs) => multiviewBody({ inputs }),
    ),
  ),
  editing(
    view.rule43EditReference,
    [editMultiviewBody(hat('front'))],
    [{ prompts: [hat('front')] }, { ...editMultiviewBody(hat('front')), original_task_id: `task_${VIEWS_TASK}` }],
  ),
  editing(
    view.rule43EditPrompts,
    [
      editMultiviewBody(hat('left', letters(1024))),
      editMultiviewBody(hat('front'), hat('left'), hat('back'), hat('right')),
    ],
    [
      editMultiviewBody(),
      editMultiviewBody(hat('front'), hat('front')),
      editMultiviewBody(hat('top')),
      editMultiviewBody(hat('front', letters(1025))),
      editMultiviewBody(hat('front', 7)),
      editMultiviewBody('front'),
      { original_task_id: VIEWS_TASK },
    ],
  ),
];

/** Cases of the rules of 4.3 about images and views. */
export const IMAGE_CASES: readonly Case[] = [...IMAGES, ...VIEWS];
