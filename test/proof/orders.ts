import path from 'node:path';
import type { OperationName } from '../../src-shared/api/operations.ts';

/** An order of the proof: what is asked, of what, and of whose result. */
export interface Order {
  /** Later orders refer to it by this; its files lie in a folder of this name. */
  readonly id: string;
  readonly operation: OperationName;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Field → file. */
  readonly uploads?: Readonly<Record<string, string>>;
  /** Field → id of the order whose task it names. */
  readonly tasks?: Readonly<Record<string, string>>;
}

const MODEL = 'v3.1-20260211';
const SIDES = ['front', 'left', 'back', 'right'] as const;
const STYLES = ['lego', 'voxel', 'voronoi', 'minecraft', 'keyring', 'fridge_magnet', 'keycap'] as const;
const FORMATS = ['GLTF', 'USDZ', 'FBX', 'OBJ', 'STL', '3MF'] as const;
const CLIPS = ['preset:walk', 'preset:jump'] as const;
const WALK = 'preset:quadruped:walk';

/** Every operation of the interface over the held-out samples, in an order in which each finds its source. */
export function listOrders(samples: string): readonly Order[] {
  const view = (name: string, side: string) => path.join(samples, 'views', `${name}_${side}.png`);
  const model = (name: string) => path.join(samples, 'models', `${name}.glb`);
  const of = (source: string) => ({ original_model_task_id: source });
  const make = (id: string, operation: OperationName, source: string, body: Order['body'] = {}): Order => {
    return { id, operation, body, tasks: of(source) };
  };
  const names = ['Fox', 'DamagedHelmet'] as const;
  return [
    {
      id: 'robot',
      operation: 'text_to_model',
      body: { model: MODEL, prompt: 'a red metal robot in a T-pose', model_seed: 7 },
    },
    {
      id: 'still',
      operation: 'text_to_image',
      body: { prompt: 'a blue mug beside a wooden chair', size: '1K' },
    },
    ...names.flatMap((name): Order[] => [
      { id: `${name}-import`, operation: 'import_model', uploads: { file: model(name) } },
      {
        id: `${name}-one-view`,
        operation: 'image_to_model',
        body: { model: MODEL },
        uploads: { input: view(name, 'front') },
      },
      {
        id: `${name}-four-views`,
        operation: 'multiview_to_model',
        body: { model: MODEL },
        uploads: Object.fromEntries(SIDES.map((side, i) => [`files.${i}`, view(name, side)])),
      },
      { id: `${name}-views`, operation: 'generate_multiview_image', uploads: { input: view(name, 'front') } },
      {
        id: `${name}-edited-views`,
        operation: 'edit_multiview_image',
        body: { prompts: [{ view: 'front', prompt: 'make it blue' }] },
        tasks: { original_task_id: `${name}-views` },
      },
      {
        id: `${name}-image`,
        operation: 'image_to_image',
        body: { prompt: 'green, on a white background' },
        uploads: { input: view(name, 'front') },
      },
      { id: `${name}-splat`, operation: 'image_to_splat', uploads: { input: view(name, 'front') } },
      make(`${name}-text-texture`, 'texture_model', `${name}-import`, { texture_prompt: { text: 'rusty red metal' } }),
      {
        id: `${name}-views-texture`,
        operation: 'texture_model',
        uploads: Object.fromEntries(SIDES.map((side, i) => [`texture_prompt.images.${i}`, view(name, side)])),
        tasks: of(`${name}-import`),
      },
      make(`${name}-decimated`, 'decimate_mesh', `${name}-import`, { face_limit: 500, bake: true }),
      make(`${name}-quads`, 'decimate_mesh', `${name}-import`, { model: 'v3.0', face_limit: 1000, quad: true }),
      make(`${name}-uv`, 'unwrap_uv', `${name}-import`),
      make(`${name}-parts`, 'segment_mesh', `${name}-import`),
      make(`${name}-complete`, 'complete_mesh', `${name}-parts`),
      make(`${name}-smart-parts`, 'smart_segment', `${name}-import`, { parameters: { points: [[0, 1, 0]] } }),
      make(`${name}-rig-check`, 'rig_check', `${name}-import`),
      ...FORMATS.map((format) => make(`${name}-${format}`, 'convert_model', `${name}-import`, { format })),
      ...STYLES.map((style) => make(`${name}-${style}`, 'stylize_model', `${name}-import`, { style })),
    ]),
    { id: 'robot-refined', operation: 'refine_model', tasks: { draft_model_task_id: 'robot' } },
    make('robot-rig-check', 'rig_check', 'robot'),
    make('robot-rig', 'rig_model', 'robot', { out_format: 'glb', spec: 'mixamo' }),
    make('robot-rig-fbx', 'rig_model', 'robot', { out_format: 'fbx' }),
    make('robot-moving', 'retarget_animation', 'robot-rig', {
      animations: CLIPS,
      out_format: 'glb',
      render_video: true,
    }),
    make('robot-moving-fbx', 'retarget_animation', 'robot-rig', { animations: CLIPS, out_format: 'fbx' }),
    make('Fox-rig', 'rig_model', 'Fox-import', { rig_type: 'quadruped', out_format: 'glb' }),
    make('Fox-walking', 'retarget_animation', 'Fox-rig', { animation: WALK, out_format: 'glb', render_video: true }),
    make('Fox-walking-fbx', 'retarget_animation', 'Fox-rig', { animation: WALK, out_format: 'fbx' }),
    make('Fox-walking-usdz', 'convert_model', 'Fox-walking', { format: 'USDZ' }),
  ];
}
