import { skinRings } from './skin-rings.ts';
import type { SolidPoint, Solid } from './solid.ts';

/** A level cut through a body: a superellipse, |x/w|^e + |z/d|^e = 1 with half width w and half depth d. */
export interface Section {
  readonly y: number;
  /** Full width and depth in metres; 0 for both is a tip. */
  readonly w: number;
  readonly d: number;
  readonly x?: number;
  readonly z?: number;
  /** 2 is an ellipse, more is boxier; the same for the whole body unless given. */
  readonly e?: number;
}

/** A body through level cuts from below to above; ends that are no tips are filled flat. */
export function loftSolid(sections: readonly Section[], segments: number): Solid {
  return skinRings(
    sections.map(({ y, w, d, x = 0, z = 0, e = 2.4 }): SolidPoint[] => {
      if (w < 1e-5 || d < 1e-5) return [[x, y, z]];
      return Array.from({ length: segments }, (_, k) => {
        const angle = ((k + 0.5) / segments) * 2 * Math.PI;
        return [x + (w / 2) * power(Math.sin(angle), 2 / e), y, z + (d / 2) * power(Math.cos(angle), 2 / e)];
      });
    }),
  );
}

/**
 * A superellipsoid about the origin: half axes in metres, `e` as in a section, both round the waist and over the top.
 * Barr, “Superquadrics and angle-preserving transformations”, 1981.
 */
export function superellipsoidSolid(axes: SolidPoint, e: number, segments: number): Solid {
  const rows = Math.max(3, Math.round(segments / 2));
  const sections: Section[] = [];
  for (let row = 0; row <= rows; row++) {
    const angle = (row / rows - 0.5) * Math.PI;
    const isTip = row === 0 || row === rows;
    const share = isTip ? 0 : power(Math.cos(angle), 2 / e);
    sections.push({ y: axes[1] * power(Math.sin(angle), 2 / e), w: 2 * axes[0] * share, d: 2 * axes[2] * share, e });
  }
  return loftSolid(sections, segments);
}

function power(value: number, exponent: number): number {
  return Math.sign(value) * Math.abs(value) ** exponent;
}
