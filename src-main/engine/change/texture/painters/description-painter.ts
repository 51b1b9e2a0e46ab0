import type { Rgb } from '../../../base/material/finish.ts';
import { createPattern, type Pattern } from '../../../base/material/patterns.ts';
import { smoothstep } from '../../../base/maths/smoothstep.ts';
import type { PaintBody } from '../body/paint-body.ts';
import { tileOf } from './tile-painter.ts';
import type { Painter } from './painter.ts';
import type { TextureDescription } from './texture-description.ts';
import { projectTriplanar } from './triplanar-projection.ts';

/** Height of a relief as a share of its tile. */
const RELIEF = 0.01;
/** Patches are drawn larger than the pattern. */
const PATCH_TILE = 1.7;
/** Noise from which a patch begins, and from which it is whole. */
const PATCH_EDGE = [0.44, 0.54] as const;
const WORN_ROUGHNESS = 0.92;
/** What is printed without a colour of its own is so much of the ground's. */
const DARKER = 0.3;
/** A print's light is 1 on its ground and less where the print is. */
const PRINTED_BELOW = 0.6;

/**
 * Paints a body all over as a text asks: colour, metalness and roughness, a relief, a print of two colours, worn patches.
 * The same look and seed paint the same on every computer.
 */
export function createDescriptionPainter(body: PaintBody, look: TextureDescription, seed: number): Painter {
  const { finish, print, second, wear } = look;
  const edge = tileOf(body);
  const relief = finish.pattern && createPattern(finish.pattern, seed);
  const printed = print && createPattern(print, seed);
  const patches = (!print && second) || wear ? createPattern('stone', seed + 1) : null;
  const ink: Rgb = second ?? (finish.color.map((value) => value * DARKER) as unknown as Rgb);

  return {
    isPhysical: true,
    paint: ({ at, normal }, out) => {
      const { color } = out;
      color.set(finish.color);
      out.roughness = finish.roughness;
      out.metallic = finish.metallic;
      out.height = 0;
      if (printed) mix(color, ink, read(printed, at, normal, edge, isPrinted));
      const noise = patches ? read(patches, at, normal, PATCH_TILE * edge, heightOf) : 0;
      const patch = smoothstep(noise, ...PATCH_EDGE);
      if (!print && second) mix(color, second, patch);
      if (relief) {
        const light = read(relief, at, normal, edge, lightOf);
        for (let c = 0; c < 3; c++) color[c] = Math.min(255, color[c]! * light);
        out.height = RELIEF * edge * read(relief, at, normal, edge, heightOf);
      }
      if (wear) {
        // Half of the tone lies all over, the rest in patches.
        const share = Math.min(1, wear.share * (0.5 + patch));
        mix(color, wear.color, share);
        out.metallic *= 1 - share * patch;
        out.roughness += (WORN_ROUGHNESS - out.roughness) * Math.max(0, share);
        out.height += 0.3 * RELIEF * edge * noise * patch;
      }
    },
  };
}

const lightOf = (pattern: Pattern, u: number, v: number): number => pattern(u, v).light;
const heightOf = (pattern: Pattern, u: number, v: number): number => pattern(u, v).height;
const isPrinted = (pattern: Pattern, u: number, v: number): number => (pattern(u, v).light < PRINTED_BELOW ? 1 : 0);

function read(
  pattern: Pattern,
  at: Float32Array,
  normal: Float32Array,
  edge: number,
  value: (pattern: Pattern, u: number, v: number) => number,
): number {
  let sum = 0;
  projectTriplanar(at, normal, edge, (u, v, weight) => {
    sum += weight * value(pattern, u - Math.floor(u), v - Math.floor(v));
  });
  return sum;
}

function mix(color: Float64Array, other: Rgb, share: number): void {
  for (let c = 0; c < 3; c++) color[c]! += (other[c]! - color[c]!) * share;
}
