import { ruleMessage } from '../messages/rule-message.ts';
import { z } from 'zod';
import { REQUEST_FIELDS } from '../fields/request-fields.ts';
import { field, type Values } from '../fields/field.ts';
import { LIMITS } from '../protocol/limits.ts';
import { badParameter, defineOperation, type Refusal } from '../operation.ts';
import { wholeCredits } from '../pricing/prices.ts';
import { flagField, outFormatField } from '../fields/processing-fields.ts';

const PRICE_A_CLIP = 10;

/** Animations in common use. The document lists none: suggestions, never a restriction. */
export const ANIMATIONS = [
  ...['idle', 'walk', 'run', 'dive', 'climb', 'jump', 'slash', 'shoot', 'hurt', 'fall', 'turn'].map(
    (name) => `preset:${name}`,
  ),
  'preset:quadruped:walk',
  'preset:hexapod:walk',
  'preset:octopod:walk',
  'preset:serpentine:march',
  'preset:aquatic:march',
] as const;

const name = z.string().min(1).max(200);

const FIELDS = {
  ...REQUEST_FIELDS,
  animation: field({
    schema: name,
    title: 'Animation',
    help: 'Name of the animation clip.',
    group: 'model',
    plural: 'animations',
    known: ANIMATIONS,
    section: '4.4',
  }),
  animations: field({
    schema: z.array(name).min(1).max(LIMITS.retargetAnimations),
    title: 'Animations',
    help: 'Animation clips, up to five. Each one is charged.',
    group: 'model',
    known: ANIMATIONS,
    section: '4.4',
  }),
  out_format: outFormatField(),
  bake_animation: flagField('output', 'Bake', 'Bake a keyframe for every frame.', true),
  export_with_geometry: flagField('output', 'With geometry', 'Include the mesh in the file.', true),
  render_video: flagField('output', 'Video', 'Also return a rendered video.'),
  animate_in_place: flagField('output', 'In place', 'Remove root motion from clips.'),
} as const;

/** Adds animation clips to a rigged model (spec 4.4). */
export const retargetAnimation = defineOperation({
  name: 'retarget_animation',
  path: '/v3/animations/retarget',
  title: 'Animate',
  help: 'Applies preset animation clips to a rigged model.',
  section: '4.4',
  source: { kind: 'task', field: 'original_model_task_id', types: ['rig_model'] },
  fields: FIELDS,
  anyOf: ['animation', 'animations'],
  rules: [{ section: '4.4', check: namesAnAnimation }],
  outputs: ['model_url', 'rendered_image_url', 'rendered_video_url'],
  rateClass: 'generation',
  category: () => 'animation',
  price: ({ animations }) => wholeCredits(PRICE_A_CLIP * (animations?.length ?? 1)),
});

/** One of the two fields must name the animation. */
function namesAnAnimation({ animation, animations }: Values<typeof FIELDS>): Refusal {
  if (animation === undefined && animations === undefined) {
    return badParameter('animation', ruleMessage('rule.animation-missing'));
  }
  return animation !== undefined && animations !== undefined
    ? badParameter('animations', ruleMessage('rule.animation-twice'))
    : null;
}
