import { mixColors, type Finish, type Rgb } from './finish.ts';
import { parseSlot, tinted, type Slot } from './noun.ts';
import { createRandom } from './random.ts';
import type { Group, Wishes } from './understanding.ts';
import { MATERIALS } from './words/materials.ts';
import type { Surface } from './words/word-lists.ts';

/** The finish of every slot of a group's thing: its own, chosen by the seed where there are several, then as wished. */
export function dressThing(group: Group, seed: string): Map<string, Finish> {
  const random = createRandom(`${seed} ${group.name} colors`);
  // One draw for the whole thing: a catalogue's first colours go together, and so do its second ones.
  const draw = random();
  const finishes = new Map<string, Finish>();
  for (const [name, text] of Object.entries(group.noun.slots)) {
    const slot = parseSlot(text);
    const own = { ...slot.finish, color: slot.colors[Math.floor(draw * slot.colors.length)]! };
    const general = dress(own, slot, group);
    const special = group.slots.get(name);
    finishes.set(name, special ? dressWith(general, special.colors[0], special.materials[0], special) : general);
  }
  return finishes;
}

/** A colour under words such as “dark”, “light” and “old”. */
export function toneColor(color: Rgb, surfaces: readonly Surface[]): Rgb {
  return surfaces.reduce((toned, { tone }) => (tone ? mixColors(toned, tone.color, tone.share) : toned), color);
}

/** Colour words of a group that found no slot to colour. */
export function countSpareColors(group: Group): number {
  const slots = Object.values(group.noun.slots).map((text) => parseSlot(text).takes);
  const places = group.isStatue ? 1 : (slots.includes('first') ? 1 : 0) + (slots.includes('second') ? 1 : 0);
  return Math.max(0, group.colors.length - places);
}

function dress(own: Finish, { takes }: Slot, group: Group): Finish {
  if (group.isStatue) return dressWith(own, group.colors[0], group.materials[0] ?? MATERIALS.get('stone'), group);
  if (takes === 'none') return own;
  const place = takes === 'first' ? 0 : 1;
  return dressWith(own, group.colors[place], group.materials[place] ?? group.materials[0], group);
}

function dressWith(own: Finish, color: Rgb | undefined, material: Finish | undefined, { surfaces }: Wishes): Finish {
  let finish = material ?? own;
  // A material with a pattern of its own, such as wood or fur, keeps it under another colour.
  if (color) finish = tinted({ ...finish, color });
  for (const { tone: _, ...rest } of surfaces) finish = { ...finish, ...rest };
  return { ...finish, color: toneColor(finish.color, surfaces) };
}
