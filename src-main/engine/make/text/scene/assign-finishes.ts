import { toneColor } from '../../../base/language/tone-color.ts';
import { type Finish, type Rgb } from '../../../base/material/finish.ts';
import { applyTint } from '../../../base/material/finish.ts';
import { parseSlot, type Slot } from '../../../catalogue/builder/noun.ts';
import { createRandom } from '../../../base/maths/random.ts';
import type { SceneObject } from './scene.ts';
import type { Group } from '../prompt/parsed-prompt.ts';
import { MATERIALS, MATERIALS_OF_ONE_COLOR } from '../../../base/language/material-words.ts';
import type { Surface } from '../../../base/language/word-lists.ts';

/** The finishes of a thing by slot, and the slots whose colour the prompt names. */
export type AssignedFinishes = Pick<SceneObject, 'finishes' | 'named'>;

/** What a prompt says of one slot. */
interface Wish {
  readonly color: Rgb | undefined;
  readonly material: Finish | undefined;
  readonly surfaces: readonly Surface[];
}

/** The finish of every slot of a group's thing: its own, chosen by the seed where there are several, then as wished. */
export function assignFinishes(group: Group, seed: string): AssignedFinishes {
  const random = createRandom(`${seed} ${group.name} colors`);
  // One draw for the whole thing: a catalogue's first colours go together, and so do its second ones.
  const draw = random();
  const finishes = new Map<string, Finish>();
  const named = new Set<string>();
  for (const [name, text] of Object.entries(group.noun.slots)) {
    const slot = parseSlot(text);
    const own = { ...slot.finish, color: slot.colors[Math.floor(draw * slot.colors.length)]! };
    const wishes = listWishes(slot, name, group);
    finishes.set(name, wishes.reduce(dress, own));
    if (isNamed(wishes)) named.add(name);
  }
  return { finishes, named };
}

/** Colour words of a group that found no slot to colour. */
export function countSpareColors(group: Group): number {
  const slots = Object.values(group.noun.slots).map((text) => parseSlot(text).takes);
  const places = group.isStatue ? 1 : (slots.includes('first') ? 1 : 0) + (slots.includes('second') ? 1 : 0);
  return Math.max(0, group.colors.length - places);
}

/** What the prompt says of a slot, what it says of its part alone last. */
function listWishes({ takes }: Slot, name: string, group: Group): Wish[] {
  const { colors, materials, surfaces } = group;
  const part = group.slots.get(name);
  const place = takes === 'first' ? 0 : 1;
  const general = group.isStatue
    ? { color: colors[0], material: materials[0] ?? MATERIALS.get('stone'), surfaces }
    : { color: colors[place], material: materials[place] ?? materials[0], surfaces };
  return [
    ...(group.isStatue || takes !== 'none' ? [general] : []),
    ...(part ? [{ color: part.colors[0], material: part.materials[0], surfaces: part.surfaces }] : []),
  ];
}

/** Whether the colour that counts in the end is a word of the prompt. */
function isNamed(wishes: readonly Wish[]): boolean {
  const last = wishes.findLast(({ color, material }) => color ?? material);
  return last !== undefined && (last.color !== undefined || MATERIALS_OF_ONE_COLOR.has(last.material!));
}

function dress(own: Finish, { color, material, surfaces }: Wish): Finish {
  let finish = material ?? own;
  // A material with a pattern of its own, such as wood or fur, keeps it under another colour.
  if (color) finish = applyTint({ ...finish, color });
  for (const { tone: _, ...rest } of surfaces) finish = { ...finish, ...rest };
  return { ...finish, color: toneColor(finish.color, surfaces) };
}
