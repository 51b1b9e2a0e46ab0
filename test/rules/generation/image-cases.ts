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
  drawn,
  edited,
  files,
  hat,
  letters,
  on,
  redrawn,
  seen,
  type Case,
} from './bodies.ts';

const fromViews = on('multiview_to_model');
const drawing = on('text_to_image');
const redrawing = on('image_to_image');
const editing = on('edit_multiview_image');

const many = (id: string, count: number) => ({ prompt: 'a', model: id, files: files(count) });
const sized = (size: string) => drawn({ model: 'chat_image_2', size });

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
    ].map((id) => drawn({ model: id })),
    [V31, 'gpt-image-1', 'gemini-2.5-flash-image', 'Banana', ''].map((id) => drawn({ model: id })),
  ),
  redrawing(
    image.rule43SeedreamV4,
    [redrawn(), redrawn({ model: 'seedream_v5' })],
    [redrawn({ model: 'seedream_v4' })],
  ),
  drawing(image.rule43ImagePromptLength, [drawn({ prompt: letters(1800) })], [drawn({ prompt: letters(1801) })]),
  drawing(
    image.rule43ImagePromptRequired,
    [drawn({ template: 'figure' })],
    [{}, { template: 'figure' }, { prompt: '' }],
  ),
  redrawing(
    image.rule43ImagePromptRequired,
    [{ input: TOKEN, template: 't_pose' }, redrawn({ prompt: '', template: 'variants' })],
    [{ input: TOKEN }, redrawn({ prompt: '' })],
  ),
  redrawing(
    image.rule43Template,
    ['t_pose', 'character_completion', '3d_enhance', 'variants', 'figure'].map((template) => redrawn({ template })),
    [redrawn({ template: 'a_pose' })],
  ),
  redrawing(
    image.rule43ImageSources,
    [
      ...[TOKEN, OWN_URL, PICTURE_TASK].map((input) => redrawn({ input })),
      { prompt: 'a', file: FILE },
      { prompt: 'a', files: files(2) },
    ],
    [
      { prompt: 'a' },
      redrawn({ input: 'data:,x' }),
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
    [drawn({ model: 'banana', aspect_ratio: '16:9' })],
    [drawn({ aspect_ratio: '16:9' }), drawn({ model: FLARE, aspect_ratio: '1:1' })],
  ),
  drawing(
    image.rule43OutputFormat,
    [drawn({ output_format: 'jpeg' })],
    [drawn({ output_format: 'webp' }), drawn({ output_format: 'jpg' })],
  ),
  drawing(
    image.rule43Quality,
    [
      ...['low', 'medium', 'high'].map((quality) => drawn({ model: 'chat_image_2', quality })),
      ...['xhigh', 'max'].map((quality) => drawn({ model: FLARE, quality })),
    ],
    [
      drawn({ model: 'chat_image_2', quality: 'xhigh' }),
      drawn({ model: FLARE, quality: 'best' }),
      drawn({ model: 'banana', quality: 'low' }),
      drawn({ quality: 'low' }),
    ],
  ),
  drawing(
    image.rule43Background,
    [drawn({ model: FLARE, background: 'opaque' })],
    [drawn({ model: FLARE, background: 'red' })],
  ),
  drawing(
    image.rule43Transparent,
    [
      drawn({ model: FLARE, background: 'transparent', output_format: 'png' }),
      drawn({ model: 'banana', background: 'transparent', output_format: 'jpeg' }),
    ],
    [
      drawn({ model: FLARE, background: 'transparent', output_format: 'jpeg' }),
      drawn({ model: FLARE, background: 'transparent' }),
    ],
  ),
  drawing(image.rule43ResolutionClass, [drawn({ size: '2K' })], [drawn({ size: 'huge' })]),
  drawing(
    image.rule43CustomSize,
    ['1024x640', '3840x2160', '3840x1280', '1600x1600'].map(sized),
    // Too few pixels, too many, an edge too long, too slim, no multiple of 16.
    ['800x816', '3840x2176', '3856x1600', '3840x1264', '1000x1024'].map(sized),
  ),
];

const slots = (...filled: number[]) => seen({ files: [0, 1, 2, 3].map((slot) => (filled.includes(slot) ? FILE : {})) });

const VIEWS: readonly Case[] = [
  fromViews(
    view.rule43MultiviewReference,
    [seen({ original_model_task_id: VIEWS_TASK }), seen({ original_model_task_id: VIEWS_TASK, files: 'rubbish' })],
    [`task_${VIEWS_TASK}`, TOKEN, 7].map((id) => ({ ...slots(0, 1), original_model_task_id: id })),
  ),
  fromViews(view.rule43MultiviewNeedsViews, [slots(0, 2)], [seen({}), seen({ original_task_id: VIEWS_TASK })]),
  fromViews(
    view.rule43FourSlots,
    [slots(0, 1), slots(0, 3), slots(0, 1, 2, 3)],
    [
      slots(0),
      slots(1, 2, 3),
      seen({ files: files(3) }),
      seen({ files: files(5) }),
      seen({ files: [FILE, 7, FILE, {}] }),
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
    ].map((inputs) => seen({ inputs })),
    [['', TOKEN, TOKEN, ''], [TOKEN], [{ task_id: TOKEN }], [{ left: TOKEN }, { back: TOKEN }], [], TOKEN].map(
      (inputs) => seen({ inputs }),
    ),
  ),
  editing(
    view.rule43EditReference,
    [edited(hat('front'))],
    [{ prompts: [hat('front')] }, { ...edited(hat('front')), original_task_id: `task_${VIEWS_TASK}` }],
  ),
  editing(
    view.rule43EditPrompts,
    [edited(hat('left', letters(1024))), edited(hat('front'), hat('left'), hat('back'), hat('right'))],
    [
      edited(),
      edited(hat('front'), hat('front')),
      edited(hat('top')),
      edited(hat('front', letters(1025))),
      edited(hat('front', 7)),
      edited('front'),
      { original_task_id: VIEWS_TASK },
    ],
  ),
];

/** Cases of the rules of 4.3 about images and views. */
export const IMAGE_CASES: readonly Case[] = [...IMAGES, ...VIEWS];
