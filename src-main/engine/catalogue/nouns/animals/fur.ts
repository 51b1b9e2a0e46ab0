import type { PartBuilder } from '../../builder/part-builder.ts';

/** Returns the slots of an animal with fur: `coat` first, `belly` second. */
export const furSlots = (coat: string, belly: string) => ({
  coat: `fur:${coat}`,
  belly: `fur:${belly}+`,
  dark: 'plastic:#1d1a19!',
});

/** Adds a mane along the back of a horse’s neck, from the middle of its head. */
export function mane(k: PartBuilder, y: number, z: number, r: number): void {
  for (let i = 0; i < 7; i++) {
    const t = i / 6;
    k.ball('mane', [r * 0.3, r * (0.75 + 0.3 * Math.sin(t * Math.PI)), r * 0.62], {
      at: [0, y + r * (0.85 - 3.0 * t), z - r * (0.15 + 3.25 * t)],
      turn: [-46, 0, 0],
      segments: 12,
    });
  }
}
