import { toneColor } from '../../../base/language/tone-color.ts';
import { type Finish, type Rgb } from '../../../base/material/finish.ts';
import { applyTint } from '../../../base/material/finish.ts';
import { parseSlot, type Slot } from '../../../catalogue/builder/noun.ts';
import { createRandom } from '../../../base/maths/random.ts';
import type { SceneObject } from './scene.ts';
import type { Group } from '../prompt/parsed-prompt.ts';
import { MATERIALS, MATERIALS_OF_ONE_COLOR } from '../../../base/language/material-words.ts';
import type { Surface } from '../../../base/language/word-lists.ts';

/** Finishes of an object by slot, and the slots whose colour the prompt names. */
export type AssignedFinishes = Pick<SceneObject, 'finishes' | 'named'>;

/** Properties that a prompt gives one slot. */
interface SlotModifiers {
  readonly color: Rgb | undefined;
  readonly material: Finish | undefined;
  readonly surfaces: readonly Surface[];
}

/**
 * Returns the finish of every slot of a group's object: its own, with the seed choosing among its colours, changed as
 * the prompt says.
 */
export function assignFinishes(group: Group, seed: string): AssignedFinishes {
  const random = createRandom(`${seed} ${group.name} colors`);
  // One random draw per object, because the catalogue lists the colours of its slots in matching order.
  const draw = random();
  const finishes = new Map<string, Finish>();
  const named = new Set<string>();
  for (const [name, text] of Object.entries(group.noun.slots)) {
    const slot = parseSlot(text);
    const own = { ...slot.finish, color: slot.colors[Math.floor(draw * slot.colors.length)]! };
    const modifiers = listSlotModifiers(slot, name, group);
    finishes.set(name, modifiers.reduce(applyModifiers, own));
    if (isNamed(modifiers)) named.add(name);
  }
  return { finishes, named };
}

/** Counts the colour words of a group that no slot uses. */
export function countSpareColors(group: Group): number {
  const slots = Object.values(group.noun.slots).map((text) => parseSlot(text).takes);
  const colored = group.isStatue ? 1 : (slots.includes('first') ? 1 : 0) + (slots.includes('second') ? 1 : 0);
  return Math.max(0, group.colors.length - colored);
}

/** Lists what the prompt says about a slot; what it says about that part alone comes last. */
function listSlotModifiers({ takes }: Slot, name: string, group: Group): SlotModifiers[] {
  const { colors, materials, surfaces } = group;
  const part = group.slots.get(name);
  const index = takes === 'first' ? 0 : 1;
  const general = group.isStatue
    ? { color: colors[0], material: materials[0] ?? MATERIALS.get('stone'), surfaces }
    : { color: colors[index], material: materials[index] ?? materials[0], surfaces };
  return [
    ...(group.isStatue || takes !== 'none' ? [general] : []),
    ...(part ? [{ color: part.colors[0], material: part.materials[0], surfaces: part.surfaces }] : []),
  ];
}

/** True if the prompt names the final colour, directly or by a material that has only one colour. */
function isNamed(modifiers: readonly SlotModifiers[]): boolean {
  const last = modifiers.findLast(({ color, material }) => color ?? material);
  return last !== undefined && (last.color !== undefined || MATERIALS_OF_ONE_COLOR.has(last.material!));
}

function applyModifiers(own: Finish, { color, material, surfaces }: SlotModifiers): Finish {
  let finish = material ?? own;
  // A material with its own pattern, such as wood or fur, keeps the pattern in another colour.
  if (color) finish = applyTint({ ...finish, color });
  for (const { tone: _, ...rest } of surfaces) finish = { ...finish, ...rest };
  return { ...finish, color: toneColor(finish.color, surfaces) };
}
